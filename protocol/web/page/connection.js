// The room: a server behind a WebSocket, or where the page names one, a worker. The page knows no rules; what the room
// says about the game that this window shows is put together here (protocol/web/README.md).
import {action, add, format, makeLine, parse} from "agon/game.js";
import {changeTree, lineThrough, readTree} from "agon/variations.js";
import {t} from "agon/words.js";

const VERSION = 3;         // of the messages
const MAX_MESSAGE = 65536; // bytes of one to a server, which ends the connection of a longer one
export const worker = document.querySelector("meta[name=room]")?.content;
export const bytes = text => new Blob([text]).size;

/** `state`: "opening", "open", "lost" (it tries again), "dead" (a worker that has failed) or "stale" (a page of
    another version). `game` and its `line` are undefined until the one asked for is here; `tree`: of an analysis. */
export const room = {state: "opening", fault: "", lobby: undefined, game: undefined, line: undefined, tree: undefined, rulesFiles: new Map(), hear: () => {}};

let post = () => {}, retry = 500, timer, left, waiting = [];

const FREE = /^(new|open|learn|puzzle|task|watch|rules|explain)/; // requests that need no game
const refuse = message => queueMicrotask(() => room.hear({topic: "refusal", ...message}));

export function send(request) {
  if (request.do === "play") keepRest();
  const text = JSON.stringify(request);
  if (!worker && bytes(text) > MAX_MESSAGE) return refuse({key: "tooLong", bytes: bytes(text), limit: MAX_MESSAGE});
  if (room.state === "lost" && !FREE.test(request.do)) return room.game && refuse({text: t("states.lost")}); // the window shows no game until it has been asked for again
  if (room.state === "open") post(text);
  else waiting.push(text);
}

/** Asks for another game: what still comes about this one is not for this window. */
export function open(...requests) {
  const {game} = requests.at(-1);
  if (room.game && game !== room.game.game) left = room.game.game;
  else if (game === left) left = undefined; // back to it, where what was to take its place was refused
  room.game = room.line = room.tree = undefined;
  waiting = [];
  requests.forEach(send);
}

/** Shows no game any more. */
export function close() {
  left = room.game?.game ?? left;
  room.game = room.line = room.tree = undefined;
}

/** The fields in which a variant differs from classic. */
export const rulesOf = variant => room.lobby?.variants.find(({name}) => name === variant)?.rules ?? {};

function take(message) {
  if (message.topic === "lobby") {
    room.lobby = message;
    const again = room.state === "lost";
    room.state = message.version === VERSION ? "open" : "stale";
    room.hear({...message, again}); // first: the view asks again for what it shows, which may be what waits
    for (const text of waiting.splice(0)) if (room.state === "open") post(text);
    return;
  }
  if (message.topic === "dead") return changed("dead", message.text);
  if (message.topic === "game" && !merge(message)) return;
  room.hear(message);
}

/** Makes the game of what has changed; false where that cannot be. */
function merge(message) {
  const {base, actions, tree, changes, topic, ...rest} = message, before = room.game;
  if (message.game === left && !before) return false;
  if (base !== undefined && (!before || before.game !== message.game || before.revision !== base)) {
    if (before?.game === message.game || !before) send({do: "refresh"});
    return false;
  }
  left = undefined;
  const game = base === undefined ? {...rest, actions: []} : {...before, ...rest};
  if (actions) game.actions = [...(base === undefined ? [] : before.actions).slice(0, actions.from), ...actions.list];
  const follow = !room.line || base === undefined && before?.game !== game.game || room.line.ply === room.line.actions.length;
  if (before?.game !== game.game || before.first !== game.first || before.variant !== game.variant) room.line = makeLine(game.first);
  room.game = game;
  if (tree !== undefined) room.tree = tree && readTree(game.first, tree);
  if (changes) changeTree(room.tree, changes);
  if (room.tree) walk(room.line, room.tree, game);
  else stretch(room.line, game.actions.map(([text]) => text), game, follow);
  return true;
}

/** Makes the line that of an analysis, through its current node. */
function walk(line, {nodes, root}, game) {
  const node = nodes.get(game.node) ?? root, through = lineThrough(node);
  if (format(node.state) !== format(parse(game.position))) node.state = parse(game.position);
  game.actions = through.map(({text}) => [text]);
  line.states = [root.state, ...through.map(({state}) => state)];
  line.actions = through.map(({text}) => action(text));
  line.ply = game.ply;
}

/** Makes the line that of these actions; positions that were there stay the same objects. */
function stretch(line, texts, game, follow) {
  const ply = line.ply;
  let same = 0;
  while (same < texts.length && line.written?.[same] === texts[same]) ++same;
  line.written = texts;
  line.ply = same;
  if (same < line.actions.length || same < texts.length) {
    line.states.length = same + 1;
    line.actions.length = same;
    for (const text of texts.slice(same)) add(line, text);
  }
  const present = game.ply ?? texts.length;
  if (game.position && format(line.states[present] ?? line.states[0]) !== format(parse(game.position))) line.states[present] = parse(game.position);
  line.ply = game.ply ?? (follow ? texts.length : Math.min(ply, texts.length));
}

// --- two kinds of rooms ---

function changed(state, fault = "") {
  room.state = state;
  room.fault = fault;
  room.hear({topic: "state"});
}

let socket; // of the last attempt

function connect() {
  clearTimeout(timer);
  socket?.close(); // of it only its end is still heard
  const made = socket = new WebSocket(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/ws`);
  post = text => made.readyState === 1 && made.send(text);
  made.addEventListener("open", () => retry = 500);
  made.addEventListener("message", ({data}) => take(JSON.parse(data)));
  made.addEventListener("close", () => {
    if (made !== socket || room.state === "stale") return;
    if (room.state !== "lost") changed("lost");
    timer = setTimeout(connect, retry);
    retry = Math.min(retry * 2, 10000);
  });
}

/** Tries again at once. */
export function reconnect() {
  if (room.state !== "lost") return;
  retry = 500;
  connect();
}

let asked = false;

/** So that all rules can be played without a connection: from the first action on, or on a later visit at once. */
function keepRest() {
  if (!worker || asked) return;
  asked = true;
  navigator.serviceWorker?.ready.then(({active}) => active.postMessage("keep the rest"));
}

export function openRoom() {
  if (!worker) return connect();
  const made = new Worker(worker + location.search, {type: "module"});
  post = text => made.postMessage(text);
  made.addEventListener("message", ({data}) => take(JSON.parse(data)));
  made.addEventListener("error", event => changed("dead", event.message ?? ""));
  if (navigator.serviceWorker?.controller) keepRest();
  navigator.serviceWorker?.register("offline.js").catch(() => {}); // then it needs the network again
}

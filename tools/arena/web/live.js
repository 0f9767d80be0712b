// The page of a running match: draws what the server sends (live_match.hpp).
import {makeBoard} from "agon/board.js";
import {add, makeLine} from "agon/game.js";
import {cellName, strip} from "agon/parts.js";
import {$, fill, h, icon} from "agon/ui.js";
import {boardOf, clockText, makeViewer, newBoard} from "agon/viewer.js";
import {a} from "agon/arena.words.js";
import {curves} from "agon/chart.js";
import {makeFrame} from "agon/frame.js";
import {resultText} from "agon/games.js";
import {crossTable, ranksTable, table} from "agon/tables.js";

const boards = new Map(); // by place
let match, kept, lost = false, draw, watched, socket, sockets = 0, retry = 1000;

// --- the boards ---

class Running {
  constructor(place) {
    this.place = place;
    this.svg = newBoard({"aria-hidden": "true", inert: true});
    this.board = makeBoard(this.svg, {act() {}, put() {}, draw() {}, refuse() {}, name: cellName});
    this.top = h("div");
    this.bottom = h("div");
    this.head = h("h3");
    this.element = h("article", {cls: "running", "data-key": `place${place}`}, this.head, this.top, this.svg, this.bottom);
    this.element.own = true;
  }

  /** Takes a message in; false if it continues what never came. */
  take(message) {
    const {game, attempt, first, actions: {from, list}} = message, begun = `${sockets} ${attempt}`;
    if (this.begun !== begun) {
      if (from) return false;
      this.begun = begun;
      this.line = makeLine(first);
      this.game = {game, names: message.names, first, actions: [], variant: message.variant, setup: message.setup, curve: message.curve};
    }
    const had = this.game.actions.length;
    if (from > had) return false;
    const fresh = list.slice(had - from);
    this.game = {...this.game, actions: [...this.game.actions, ...fresh]};
    this.line.ply = had;
    for (const [text] of fresh) add(this.line, text);
    this.fresh = fresh.length === 1;
    this.message = message;
    this.at = performance.now() - message.since;
    this.draw();
    return true;
  }

  draw() {
    this.board.show(boardOf(this.line, {fresh: this.fresh}));
    this.fresh = false;
    fill(this.head, h("button", {type: "button", "data-key": "look", "aria-label": `${a("look", this.game.game)}: ${this.game.names.join(" \u2013 ")}`, click: () => watch(this)}, a("gameNo", this.game.game)), h("span", {cls: "small soft"}, a("actionsOf", this.game.actions.length)));
    this.clocks();
  }

  /** The clock of the side that acts runs on between two messages. */
  times() {
    const spent = performance.now() - this.at;
    return this.message.left.map((left, i) => left === null ? undefined : clockText((left - (this.chooser === "wb"[i] && !this.over ? spent : 0)) / 1000));
  }
  get chooser() { return this.message.chooser; }
  says() {
    return this.message.scores.map((score, i) => score && `${score}, ${a("depthOf", this.message.depths[i])}`);
  }
  clocks() {
    const times = this.times(), says = this.says();
    for (const [box, i] of [[this.top, 1], [this.bottom, 0]])
      strip(box, this.line.states.at(-1), "wb"[i], {name: this.game.names[i], more: says[i], on: !this.over && this.chooser === "wb"[i], end: times[i] && h("span", {cls: "time"}, times[i])});
    if (watched === this) viewer.live = {times, says, chooser: this.chooser};
  }
}
setInterval(() => boards.forEach(board => board.message.left.some(left => left !== null) && board.clocks()), 200);

// --- a game, large ---

const dialog = h("dialog", {cls: "game-box", "aria-labelledby": "watched", close: () => {
  watched = undefined;
  viewer.stop();
}});
const viewer = makeViewer({keys: dialog});
function watch(board) {
  watched = board;
  viewer.open(board.game, Infinity);
  board.clocks();
  show(board.game.names, board.game.game);
}
async function look(number) {
  watched = undefined;
  const answer = await fetch(`/game/${number}.json`);
  if (!answer.ok) return;
  const game = await answer.json();
  viewer.open(game, Infinity);
  show(game.names, number);
}
function show(names, number) {
  fill(dialog, h("div", {cls: "head"}, h("h2", {id: "watched", tabindex: -1}, `${a("gameNo", number)}: ${names.join(" \u2013 ")}`), h("button", {type: "button", cls: "round", "aria-label": a("close"), click: () => dialog.close()}, icon("close"))), viewer.element);
  if (!dialog.open) dialog.showModal();
  $("#watched").focus();
}
document.body.append(dialog);

/** Who watches a game still sees how it ended: its last action is not among those of a running game. */
async function end(board) {
  board.over = true;
  if (watched !== board) return;
  const answer = await fetch(`/game/${board.game.game}.json`).catch(() => ({}));
  if (watched !== board) return;
  watched = undefined;
  viewer.live = undefined;
  if (answer.ok) viewer.follow(await answer.json());
}

// --- the match ---

function take(message) {
  if (message.topic === "match") {
    match = message;
    lost = false;
    const places = new Set(match.running.map(([, , , place]) => place));
    for (const [place, board] of boards)
      if (!places.has(place)) {
        boards.delete(place);
        end(board);
      }
    draw();
    return;
  }
  let board = boards.get(message.place);
  const fresh = !board;
  if (fresh) board = new Running(message.place);
  if (!fresh && board.game.game !== message.game && watched === board) {
    end(board);
    board = new Running(message.place);
  }
  if (!board.take(message)) return void socket.send('{"do":"refresh"}');
  const added = boards.get(message.place) !== board;
  boards.set(message.place, board);
  if (watched === board) viewer.follow(board.game);
  if (added) draw();
}

/** "12 of 100 games, 0:03:12 left". */
function progress({games, total, left} = {}) {
  if (games === undefined) return "";
  const two = value => String(Math.floor(value) % 60).padStart(2, "0");
  return a("gamesOfAll", games, total) + (left === null ? "" : a("timeLeft", `${Math.floor(left / 3600)}:${two(left / 60)}:${two(left)}`));
}

const title = () => !match ? a("aMatch") : match.names.length === 2 ? match.names.join(" \u2013 ") : a("enginesOf", match.names.length);
draw = await makeFrame({
  title: () => `${title()} \u00b7 Agon`,
  intro: () => [h("h1", {id: "title"}, title()), h("p", {id: "lost", role: "alert", cls: "alarm"}, match?.over ? a("hasEnded") : lost ? a("gone") : ""),
    h("p", {id: "summary", cls: "lead", role: "status"}, match ? progress(match.progress) : a("connecting")), match?.ratio && h("p", {id: "verdict", cls: "verdict"}, a.ratio(match)),
    match && h("p", {cls: "soft"}, a("matchOf", match.event, match.variant, match.setup))],
  sections: [
    ["running", "running", box => {
      if (!match) return false;
      const unseen = match.running.filter(([, , , place]) => !boards.has(place)), shown = [...boards].sort(([one], [two]) => one - two).map(([, board]) => board);
      fill(box, h("div", {cls: "boards", id: "boards", "data-key": "boards"}, shown.map(({element}) => element)),
        h("p", {id: "more", cls: "soft"}, !match.running.length ? a("noneRunning") : unseen.length ? a("withoutBoard", unseen.map(([number, white, black]) => `${number} (${white} \u2013 ${black})`).join(", ")) : ""));
    }],
    ["result", "result", box => {
      if (!match) return false;
      const {names, ranks, cross} = match, played = ranks.some(({games}) => games.some(Boolean)), drawn = curves(names, match).filter(Boolean);
      fill(box, h("div", {cls: "first"}, played && crossTable(names, ranks.map(({name}) => names.indexOf(name)), cross), drawn.length > 0 && h("div", {cls: "charts"}, drawn)), ranksTable(ranks));
    }],
    ["finished", "finished", box => { // its rows stay where they are while somebody points at one
      if (!match) return false;
      box.onpointerenter = () => kept = match.results;
      box.onpointerleave = () => {
        kept = undefined;
        draw();
      };
      const results = kept ?? match.results;
      fill(box, results.length ? table(a("finished"), [a("games"), a("white"), a("black"), a("result"), a("reason")], results.map(([number, white, black, result, reason]) =>
      [h("button", {type: "button", cls: "btn plain", "data-key": `look${number}`, "aria-label": a("look", number), click: () => look(number)}, String(number)), white, black, resultText(result), a.reason(reason)]), "words results") : h("p", {cls: "soft"}, a("noResult")));
    }],
  ],
});

function connect() {
  ++sockets;
  socket = new WebSocket(`ws://${location.host}/ws`);
  socket.addEventListener("open", () => {
    retry = 1000;
  });
  socket.addEventListener("message", ({data}) => take(JSON.parse(data)));
  socket.addEventListener("close", () => {
    lost = true;
    draw();
    setTimeout(connect, retry);
    retry = Math.min(retry * 2, 30000);
  });
}
connect();

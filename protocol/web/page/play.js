// A game: against an engine, a friend here or by a link, or between two engines.
import {actList, board, engineName, flipTool, go, kindName, menu, moveText, openDialog, personName, say, show, showLine, sideName, sound, soundTool, strips, title, toast, tool, variantName, views, worded} from "agon/app.js";
import {SIDES, address, addRules, note, openGame, page, recordOf, requestOf} from "agon/address.js";
import {open, room, rulesOf, send, worker} from "agon/connection.js";
import {action, isQueen, now, other, parse, sideOf} from "agon/game.js";
import {keep, kept} from "agon/storage.js";
import {$, button, crown, fig, fill, h, icon, row, status, tools} from "agon/ui.js";
import {t, w} from "agon/words.js";

const START = "1g1G1q/G6/7G/9/g8g/11/G8G/9/g7/6g/Q1g1G1 w - - 0 1";
const PACE = 500; // milliseconds that an answer of a low level waits, so that one sees it come
const LOW = 5;

// --- who plays ---

export const seatName = ({kind, name, level}) => kind === "person" ? personName(name) || t("person") : level ? `${engineName(name)} ${level}` : engineName(name);

/** What the other player is called: [name, more]. */
export const foeNames = ({kind, name, level}) => kind === "engine" ? [engineName(name), level ? t("level", level) : ""] : [personName(name) || t("yourFriend")];

/** What this window is to a game: {me: the side at its bottom, plays: sides it plays, names}. */
export function seats({players}, side) {
  const people = "wb".split("").filter((_, i) => players[i].kind === "person");
  const plays = side ? people.filter(own => own === side) : people, me = plays.length === 1 ? plays[0] : side === "b" ? "b" : "w";
  const names = Object.fromEntries("wb".split("").map((own, i) => {
    const {kind, name} = players[i];
    return [own, kind === "engine" ? foeNames(players[i]) : plays.length !== 1 ? [personName(name) || sideName(own)] : own === me ? [t("you")] : foeNames(players[i])];
  }));
  return {me, plays, names, people};
}

// --- beginning, and going on ---

/** The names of people that were chosen last, white's first. */
const lastNames = (foe, me) => ["W", "B"].map((side, i) => foe === "here" ? kept("name" + side, "") : foe !== "watch" && me === "wb"[i] ? kept("name", "") : "");

/** Begins a game: `foe` is an engine, "here", "link" or "watch"; `me` the side that one plays; `names` of people,
    white's first. */
export function begin({foe = room.lobby?.engines[0] ?? "agon", level = 5, levels = [level, level], me = "w", variant = "classic", setup = "preset", names = lastNames(foe, me)} = {}, options = {}) {
  const record = new URLSearchParams({variant, setup}), watched = room.lobby?.engines[0] ?? "agon";
  if (foe === "watch") record.set("white", `${watched} ${levels[0]}`), record.set("black", `${watched} ${levels[1]}`);
  else if (foe !== "here" && foe !== "link") record.set(me === "w" ? "black" : "white", `${foe} ${level}`);
  SIDES.forEach((side, i) => names[i].trim() && record.set(side + "Name", names[i].trim()));
  start(record, foe === "link" ? {side: me, invite: 1} : {}, options);
}

function start(record, query = {}, options = {}) {
  const text = room.rulesFiles.get(record.get("variant"));
  if (text) record.set("rules", text);
  views.current.name = undefined; // a game may begin as the last one did
  go("play", query, {record: String(record), ...options});
}

const isSaved = value => typeof value?.record === "string" && typeof value.position === "string" && Number.isInteger(value.count);
/** The game that one may go on with: {game, record, query, position, count, yours, foe}. */
export const savedGame = () => kept("game", undefined, isSaved);

export function resume(options) {
  const {query, record, page, game} = savedGame();
  views.current.name = undefined;
  if (worker) go("play", query, {record, state: {page, game}, ...options});
  else go("play", {...query, game}, options);
}

/** Opens a PGN file that is chosen from the disk. */
export const openFile = () => chooseFile(".pgn,.txt", (file, pgn) => {
  views.current.name = undefined;
  history.pushState({opening: page}, "", address("play"));
  open({do: "open", pgn, analysis: false});
  views.enter(true);
});

export function chooseFile(accept, take) {
  const input = h("input", {type: "file", accept, change: async () => {
    const file = input.files[0];
    if (file) take(file.name, await file.text());
  }});
  input.click();
}

// --- the view ---

export function play(route) {
  let drawn;          // actions that the board has shown; fewer than there are while an answer waits
  let acted = 0;      // when something was shown last
  let timer, noting, record, failed = "", told = "", hinted = "";
  const shown = {};    // the line as far as it is drawn
  const asked = openGame(route), fits = game => !game.task && !game.analysis;

  const seat = () => seats(room.game, views.current.route.side);
  const present = () => room.line.ply === room.line.actions.length;
  const turnOf = ply => room.line.states[Math.max(0, ply - 1)].number; // of the action before

  // --- what the room says ---

  function update(message) {
    const {game, line} = room, first = drawn === undefined, before = Math.min(drawn ?? 0, line.actions.length);
    failed = "";
    if (first) {
      const ply = views.current.route.record?.ply ?? views.current.route.ply;
      if (/^\d+$/.test(ply)) line.ply = Math.min(+ply, line.actions.length);
      drawn = line.actions.length;
      acted = performance.now();
    } else if (drawn > line.actions.length) drawn = line.actions.length;
    if (game.notice && game.notice !== told) toast(game.notice);
    told = game.notice ?? "";
    remember();
    if (first || line.actions.length === before) draw();
    else advance();
    if (!first && message.result && game.result) finish();
    if (game.hint && game.hint.action !== hinted && myTurn()) { // else the friend has asked for it
      board.take(action(game.hint.action).from);
      say(`${moveText(game.hint.action)}. ${hintText()}`);
    }
    hinted = game.hint?.action ?? "";
  }

  /** Shows the next action; one that an engine on a low level has found at once waits a little. */
  function advance() {
    clearTimeout(timer);
    const {game, line} = room, player = game.players[line.states[drawn]?.turn === "b" ? 1 : 0], behind = line.actions.length - drawn;
    const slow = behind < 4 && drawn && (player.kind === "engine" && player.level && player.level <= LOW || behind > 1), wait = slow ? acted + PACE - performance.now() : 0;
    if (wait > 0) {
      timer = setTimeout(advance, wait);
      if (behind > 1) return;
      return draw();
    }
    drawn = behind < 4 ? drawn + 1 : line.actions.length;
    acted = performance.now();
    draw();
    if (drawn < line.actions.length) advance();
    else if (game.result) finish();
  }

  function finish() {
    const {game} = room, {winner} = game.ending ?? {}, {me, plays} = seat();
    if (drawn < room.line.actions.length || !present()) return;
    sound(!winner || plays.length !== 1 || winner === me ? "win" : "lose");
    say($(".win")?.innerText ?? "", true);
    $(".win h2")?.focus({preventScroll: true});
  }

  /** The address and the storage follow the game. */
  function remember() {
    const {game, line} = room, {me, plays, people} = seat();
    record = Object.fromEntries(new URLSearchParams(recordOf(game, {players: true})));
    if (people.length && !game.ending && line.actions.length && (people.length === 2 || plays.length)) keep("game", {
      game: game.game, page, record: String(new URLSearchParams(record)), query: {side: views.current.route.side}, position: game.position, count: line.actions.length,
      yours: plays.includes(game.chooser), foe: plays.length === 1 ? game.players[me === "w" ? 1 : 0] : undefined});
    else if (savedGame()?.game === game.game) keep("game", null);
    noting ??= setTimeout(noteNow, worker && drawn !== undefined ? 300 : 0);
  }

  function noteNow() {
    clearTimeout(noting);
    noting = undefined;
    const {game, line} = room;
    if (!game || views.current.leave !== leave) return;
    const {record: _, ...query} = views.current.route, ply = present() ? undefined : line.ply;
    note(game.game, worker ? address("play", query, recordOf(game, {players: true, ply})) : address("play", {...query, game: game.game, ply}));
  }

  function refused(message) {
    const {route} = views.current;
    if (!message.gone && room.game) {
      draw(); // a piece that was dropped glides home
      return false;
    }
    const name = route.game ?? history.state?.game, saved = savedGame(), known = record ?? route.record ?? (saved?.game === name && Object.fromEntries(new URLSearchParams(saved.record)));
    if (message.gone && known) open(...known.rules ? [addRules("link", known.rules)] : [], requestOf(known));
    else if (message.gone) go("gone", {}, {replace: true});
    else {
      failed = worded(message);
      draw();
    }
    return true;
  }

  // --- what is shown ---

  const hintText = () => t("hints." + room.game.hint.key, (room.game.hint.cells ?? []).join(", "));

  function gameStatus(state) {
    const {game} = room, {me, plays, names} = seat(), rules = rulesOf(game.variant), {turn, chooser = turn, legal = [], owed = []} = game;
    const mine = plays.includes(chooser) && legal.length > 0, figure = fig(turn === "w" ? "Q" : "q"), who = names[chooser][0], last = room.line.actions.at(-1), took = last?.took.length > 0 && sideOf(state.on[last.to] ?? "Q") === me;
    if (game.paused) return status("pause", t("paused"), game.notice || t("pausedMore"));
    if (game.hint && mine) return status("hint", `${hintPiece(state)} ${moveText(game.hint.action)}`, hintText(), "good");
    if (game.hinting) return status("hint", t("hinting"));
    if (!mine) return plays.length === 1 && game.players[chooser === "w" ? 0 : 1].kind === "person" ? status(figure, t("waitFriend"), t("waitFriendMore"))
      : status(figure, t("thinking", who), took && owed.length && plays.length === 1 && rules.effect !== "bloody" ? t("tookYou", who) : "");
    const hot = owed.length && owed.map(cell => state.on[cell]), queen = hot && hot.some(isQueen), own = hot && sideOf(hot[0]) === chooser, alone = plays.length === 1, side = sideName(hot ? sideOf(hot[0]) : turn);
    if (legal.length === 1 && legal[0] === "pass") return status("warn", t("mustPass"), t("mustPassMore"), "gold");
    if (hot && rules.effect === "bloody") return status("warn", t(queen ? "settleQ" : "settleG", side), t(queen ? "settleQMore" : "settleGMore"), "coral");
    if (hot && !own) return status("warn", t("youPlace", side), t("targetsQ." + (rules.queen_target ?? "anywhere")), "coral");
    if (queen) return status("warn", t(alone ? "caughtQ" : "caughtQOf", side), t("targetsQ." + (rules.queen_target ?? "anywhere")), "coral");
    const target = hot && t("targetsG." + (rules.guard_target ?? "outer-ring"));
    if (hot) return hot.length > 1 ? status("warn", t(alone ? "caughtN" : "caughtNOf", hot.length, side), `${t(rules.pace === "all-in-turn" ? "allTurn" : "oneTurn")} ${target}`, "coral")
      : status("warn", t(alone ? "caughtG" : "caughtGOf", side), `${target} ${t("isTurn")}`, "coral");
    if (state.reserve[turn === "w" ? 0 : 1] > 0 && !action(legal[0]).from) return status(figure, t(alone ? "place" : "placeOf", side), t(rules.placement === "outer-ring" ? "placeEdge" : "placeMore", state.reserve[turn === "w" ? 0 : 1]));
    return status(figure, alone ? t("yourTurn") : t("turnOf", side), t(room.line.actions.length > 3 ? "next" : "first"));
  }

  function hintPiece(state) {
    const {from} = action(room.game.hint.action);
    return from ? kindName(state.on[from]) : room.game.hint.action === "pass" ? "" : t("guard");
  }

  function endScene() {
    const {game, line} = room, {key, winner, text} = game.ending ?? {}, {me, plays, names} = seat(), alone = plays.length === 1, won = alone && winner === me;
    const name = names[winner]?.[0], more = w("endings." + key) ? t("endings." + key, name, alone ? t(won ? "you" : "yourFoe") : "") : text ?? "";
    return h("div", {cls: !winner || alone && !won ? "win lost" : "win", "data-key": "end"}, h("h2", {tabindex: -1, cls: "row", "data-key": "endTitle"}, winner && (won || !alone ? crown() : fig(winner === "w" ? "Q" : "q")), !winner ? t("drawn") : won ? t("youWon") : t(alone ? "lost" : "wonBy", name)),
      h("p", {}, key === "throne" ? t(won ? "youWonMore" : alone ? "lostMore" : "wonByMore", line.actions.length + (me === "w") >> 1) : more),
      row(button(t("rematch"), rematch, "go", "again"), button(t("lookBack"), lookBack, "", "eye")));
  }

  function rematch() {
    const {game} = room, {me, people} = seat(), engine = game.players.find(({kind}) => kind === "engine"), names = game.players.map(({kind, name}) => kind === "person" ? name : "");
    if (people.length === 1) return begin({foe: engine.name, level: engine.level, me: other(me), variant: game.variant, setup: game.setup || "preset", names: names.reverse()});
    begin({foe: !people.length ? "watch" : views.current.route.side ? "link" : "here", me: views.current.route.side ? other(me) : "w", levels: game.players.map(({level}) => level), variant: game.variant, setup: game.setup || "preset", names: views.current.route.side ? names.reverse() : names});
  }

  const lookBack = () => go("review", {game: worker ? undefined : room.game.game, side: views.current.route.side}, {record: worker && recordOf(room.game, {players: true, ply: room.line.ply}), state: history.state});

  function invitation() {
    const {game, line} = room, {route} = views.current;
    if (!route.invite || worker || line.actions.length > 1) return undefined;
    const link = new URL(address("play", {game: game.game, side: other(route.side)}), location.href).href;
    return h("div", {cls: "card", "data-key": "invite"}, h("b", {}, t("invite")), h("p", {cls: "soft small"}, t("inviteMore")), row(h("input", {cls: "text", readonly: true, value: link, "aria-label": t("invite"), focus: event => event.target.select()}), button(t("copy"), () => copy(link), "go", "link")));
  }

  function draw() {
    const heading = h("h1", {cls: "unseen", tabindex: -1, "data-key": "title"}, t("play"));
    if (failed) return show(title(t("badLink")), h("p", {cls: "soft"}, failed), row(button(t("newGame"), () => openDialog("new", "agon"), "go", "play")));
    if (!room.game || !fits(room.game)) {
      if (asked) return show(heading, room.state === "open" || room.state === "opening" ? status("again", t("wait")) : "");
      board.show({state: parse(START), can: [], me: "w"});
      strips(parse(START));
      return show(title(t("noGame")), h("p", {cls: "soft"}, t("noGameMore")), row(button(t("newGame"), () => openDialog("new", "agon"), "go", "play")));
    }
    const {game, line} = room, {me, plays, names, people} = seat(), ply = present() ? drawn : line.ply, state = now(Object.assign(shown, {states: line.states, actions: present() ? line.actions.slice(0, drawn) : line.actions, ply}));
    const here = present() && drawn === line.actions.length, end = here && game.result !== "", legal = here && !end && plays.includes(game.chooser ?? game.turn) ? game.legal ?? [] : [], away = room.state !== "open", expects = kept("expects", false);
    const arrows = legal.length > 0 && game.hint && action(game.hint.action).to ? [[action(game.hint.action).from, action(game.hint.action).to, "hint"]] : here && expects && game.expected?.[0] && action(game.expected[0]).from ? [[action(game.expected[0]).from, action(game.expected[0]).to, "engine"]] : [];
    showLine(shown, {me, can: away ? [] : legal, arrows, won: end && game.ending?.key === "throne" && game.ending.winner});
    strips(state, {me, names, on: end ? undefined : here ? game.chooser ?? game.turn : state.turn, thinking: here && game.thinking && game.turn, ...(!people.length || expects) && game.evaluation?.share !== undefined && {bar: Math.round(game.evaluation.share * 100)}});
    show(heading,
      !here && present() ? status(fig(state.turn === "w" ? "Q" : "q"), t("thinking", names[state.turn][0]))
        : !here ? [status("eye", t("looking", turnOf(ply), turnOf(line.actions.length)), t("lookingMore")), row(button(t("toPresent"), () => look(line.actions.length), "go", "next"))]
        : end ? endScene() : [invitation(), gameStatus(state), legal.length === 1 && legal[0] === "pass" && row(button(t("passNow"), () => act("pass"), "go", "next")),
          (game.paused || !people.length) && row(button(t(game.paused ? "goOnNow" : "pause"), () => send({do: game.paused ? "go on" : "pause"}), "go", game.paused ? "play" : "pause", "pause"), !people.length && (game.thinking || !game.paused) && button(t("hurry"), () => send({do: "hurry"}), "", "next", "hurry"))],
      tools(t("more"),
        tool("undo", t("undo"), () => send({do: "undo"}), {disabled: away || !line.actions.length}), tool("redo", t("redo"), () => send({do: "redo"}), {disabled: away || !game.redo}),
        tool("hint", t("hint"), giveHint, {disabled: !legal.length, "aria-pressed": String(Boolean(game.hint)), cls: game.hint ? "tool on" : "tool"}),
        flipTool(draw), soundTool(draw), tool("menu", t("more"), () => {}, {popovertarget: "game-box"})),
      actList(shown, look));
    menu(() => gameBox(legal));
  }

  // --- what one can do ---

  const myTurn = () => room.game && seat().plays.includes(room.game.chooser);

  function act(text) {
    if (!text) return;
    if (!myTurn()) return toast(t("whyTurn")); // the room would play it for the friend
    send({do: "play", action: text, ply: room.line.actions.length});
  }

  function giveHint() {
    if (myTurn() && !room.game.hint) send({do: "hint"});
  }

  function look(ply) {
    const {line} = room;
    if (!line || ply < 0 || ply > line.actions.length) return;
    line.ply = ply;
    clearTimeout(timer);
    drawn = line.actions.length;
    noting ??= setTimeout(noteNow, 300);
    draw();
  }

  function gameBox(legal) {
    const {game} = room, {plays, people} = seat(), item = (symbol, text, click, more = {}) => h("button", {type: "button", cls: "item", "data-key": symbol + text, click: event => {
      event.currentTarget.closest("[popover]").hidePopover();
      click();
    }, ...more}, icon(symbol), text);
    fill($("#game-box"),
      h("form", {cls: "type", "data-key": "type", autocomplete: "off", submit: type}, h("label", {cls: "small soft", for: "typed"}, t("type")), h("input", {id: "typed", cls: "text", list: "legal", size: 8, placeholder: "a1b2", spellcheck: "false", autocapitalize: "none", "data-key": "typed"}), button(t("playIt"), type, "", undefined, "typedGo"), h("datalist", {id: "legal"}, legal.map(text => h("option", {value: text})))),
      item("play", t("newGame"), () => openDialog("new", "agon")),
      game.thinking && people.length > 0 && item("next", t("hurry"), () => send({do: "hurry"})),
      people.length > 0 && plays.length > 0 && game.result === "" && item("flag", t("resign"), () => openDialog("resign")),
      item("eye", t("lookBack"), lookBack), item("analyse", t("analyse"), () => go("analyse", {}, {record: recordOf({...game, analysis: undefined}, {ply: room.line.ply}) + "&analysis=1"})),
      item("learn", t("theRules", variantName(game.variant)), () => openDialog("rules", game.variant)),
      item("link", t("copy"), () => copy(new URL(address("play", {}, recordOf(game, {ply: present() ? undefined : room.line.ply})), location.href).href)),
      item("save", t("save"), () => send({do: "save"})), item("save", t("savePage"), () => send({do: "page"})),
      item("picture", t("pictures.svg"), () => picture("svg")), item("picture", t("pictures.png"), () => picture("png")),
      item("file", t("openFile"), openFile),
      h("label", {cls: "switch item"}, t("expects"), h("input", {type: "checkbox", role: "switch", checked: kept("expects", false), change: event => {
        keep("expects", event.target.checked);
        draw();
      }})));
  }

  function type(event) {
    event.preventDefault();
    const input = $("#typed"), text = input.value.toLowerCase().replace(/[^a-z\d]/g, "");
    input.value = "";
    if (text) act(text);
  }

  function picture(kind) {
    import("agon/picture.js").then(({save}) => save(kind, `agon-${room.game.game}`)).catch(() => toast(t("broken")));
  }

  function leave() {
    clearTimeout(timer);
    clearTimeout(noting);
  }

  const step = by => () => room.line && look(room.line.ply + by);
  return {fits, update, refused, draw, leave, act, rejoin: () => room.game ? open({do: "watch", game: room.game.game}) : openGame(views.current.route), still: to => room.game && (to.game ?? (history.state?.page === page && history.state.game)) === room.game.game && views.current.route.side === to.side, keys: {
    u: () => send({do: "undo"}), r: () => room.game?.redo && send({do: "redo"}), h: giveHint, ",": step(-1), ".": step(1), "/": () => {
      $("#game-box").showPopover();
      $("#typed").focus();
    }}, opened() {
      if (room.game && fits(room.game)) update({});
      else draw();
      if (asked || views.current.route.new) return;
      if (savedGame()) resume({replace: true});
      else openDialog("new", "agon");
    }};
}

export function copy(text) {
  navigator.clipboard.writeText(text).then(() => toast(t("copied")), () => toast(text));
}

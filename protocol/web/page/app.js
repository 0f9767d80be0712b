// The frame: what every view has. The board, the strips above and below it, the panel, the list of actions, and
// the three ways to say something: a status in the panel, a toast that fades, and what a screen reader is told.
import {makeBoard} from "agon/board.js";
import {now, other} from "agon/game.js";
import {address, route} from "agon/address.js";
import {room, send} from "agon/connection.js";
import {keep, kept} from "agon/storage.js";
import {cellName, saysAction, strip, tool} from "agon/parts.js";
import {$, fill, h} from "agon/ui.js";
import {t, w} from "agon/words.js";
export {actList, engineName, kindName, moveText, personName, sideName, tool, variantName} from "agon/parts.js";

export const panel = $("#panel");
/** `current` has the handlers of the view that is shown: act, put, draw, keys, fits, update, refused, reviewed, leave;
    `enter(moved)` shows what the address says. */
export const views = {current: {}, enter() {}};
export const board = makeBoard($("#board"), {
  act: text => views.current.act?.(text), put: cell => views.current.put?.(cell), draw: arrow => views.current.draw?.(arrow), name: cellName,
  refuse,
});

/** A step that is not possible never punishes: a soft knock, and one sentence that says why. The page knows no rules, so
    it asks the room for that sentence. */
function refuse(from, to, {can}) {
  sound("no");
  board.knock(from);
  const {game, line} = room;
  if (room.state !== "open") toast(t("states.lost"));
  else if (!game || !can.length) toast(t(views.current.idle?.() ?? "whyTurn"));
  else send({do: "play", action: from + to, ply: game.ply ?? line.actions.length});
}

/** What makes the sounds comes with the first. */
export const sound = name => kept("sound", true) && navigator.userActivation?.hasBeenActive && import("agon/sound.js").then(loaded => loaded.sound(name), () => {});

let fading;
export function toast(text) {
  clearTimeout(fading);
  $("#toast").textContent = text;
  $("#toast").classList.add("on");
  fading = setTimeout(() => $("#toast").classList.remove("on"), Math.max(3000, text.length * 70));
}
export function say(text, urgent) {
  $(urgent ? "#alarm" : "#says").textContent = text;
}

/** Why a request was refused; a key without words here comes with an English text. */
export const worded = message => w("refusals." + message.key) ? t("refusals." + message.key, message) : message.text;

// --- the board and its strips ---

let turned = false;
export const unturn = () => turned = false;

/** Shows a line on the board; what has just been played moves, sounds and is said. `more`: can: actions that may be
    chosen, as texts; me: the side at the bottom; lit, sure: cells; arrows: [from, to, kind]; won: the side on the throne. */
export function showLine(line, more = {}) {
  const state = now(line), last = line.actions[line.ply - 1], fresh = last && board.shown().state === line.states[line.ply - 1];
  board.show({state, last, took: last ? [...last.took, ...last.left] : [], move: fresh && last, me: "w", can: [], ...more, turned: turned !== (more.me === "b")});
  if (!fresh) return;
  sound(last.took.length || last.left.length ? "capture" : last.from && !line.states[line.ply - 1].caught.includes(last.from) ? "step" : "fly");
  say(saysAction(line.states[line.ply - 1], last, more.me));
}

/** The strips: who plays, what they wait for, how near they are. `names`: side -> [name, more]; `on`: who is to act. */
export function strips(state, {me = "w", names = {}, on, thinking, bar} = {}) {
  const bottom = turned !== (me === "b") ? "b" : "w";
  for (const [id, side] of [["top", other(bottom)], ["bottom", bottom]]) {
    const [name, more] = names[side] ?? [];
    strip($("#" + id), state, side, {name, more, on: on === side, thinking: thinking === side, turned: bottom === "b"});
  }
  if (bar !== undefined) $("#top").append(h("div", {id: "bar", role: "img", "aria-label": `${t("white")} ${bar} %`}, h("i", {style: `width:${bar}%`})));
}

export function caption(above, below) {
  for (const [id, text] of [["top", above], ["bottom", below]]) {
    $("#" + id).className = "strip caption";
    $("#" + id).replaceChildren(text);
  }
}

// --- the panel ---

export const flipTool = again => tool("flip", t("flip"), () => {
  turned = !turned;
  again();
}, {"aria-pressed": String(turned)});
export const soundTool = again => tool(kept("sound", true) ? "sound" : "mute", t("sound"), () => {
  keep("sound", !kept("sound", true));
  again();
}, {"aria-pressed": String(kept("sound", true)), "data-key": "toolsound"});
export const title = (text, cls) => h("h1", {tabindex: -1, cls, "data-key": "title"}, text);

/** Fills the panel. The keyboard is never left on nothing: where its control has gone or may not be used now, it goes
    to the one button that goes on, else to the heading. */
export function show(...children) {
  const box = $("#view"), inside = box.contains(document.activeElement);
  fill(box, children);
  if (inside && (document.activeElement === document.body || document.activeElement.disabled)) focusPanel();
}
/** The menu of a game, which is filled when it opens, and again while it is open. */
export function menu(draw) {
  const box = $("#game-box");
  box.onbeforetoggle = event => event.newState === "open" && draw();
  if (box.matches(":popover-open")) draw();
}
export const focusPanel = () => ($("#view .go:enabled") ?? $("#view h1, #view h2"))?.focus({preventScroll: true});

// --- addresses ---

/** Goes to a view, `more` says what it shows; `record` is the fragment. */
export function go(name, more = {}, {replace, record, state = null} = {}) {
  history[replace ? "replaceState" : "pushState"](state, "", address(name, more, record));
  views.enter(true);
}

/** Opens a dialog over the view: "new", "rules" or "resign". It has an address, so Back closes it. */
export function openDialog(name, value = "1") {
  const {record, ...query} = route();
  history.pushState({...history.state, dialog: true}, "", address(query.view ?? "home", {...query, view: undefined, [name]: value}, location.hash.slice(1)));
  views.enter();
}
export const DIALOGS = ["new", "rules", "resign"];

export function closeDialog() {
  if (history.state?.dialog) return history.back();
  const {record, ...query} = route();
  history.replaceState(history.state, "", address(query.view ?? "home", {...query, view: undefined, ...Object.fromEntries(DIALOGS.map(name => [name, undefined]))}, location.hash.slice(1)));
  views.enter();
}

export function download(file, blob) {
  const link = h("a", {href: URL.createObjectURL(blob), download: file});
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10000);
}

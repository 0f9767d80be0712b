// The page: its views and their addresses, the settings, the keys, and what the room says.
import {DIALOGS, board, caption, closeDialog, download, go, openDialog, show, title, toast, unturn, views, worded} from "agon/app.js";
import {route} from "agon/address.js";
import {openRoom, reconnect, room, worker} from "agon/connection.js";
import {home} from "agon/home.js";
import {openFile, play} from "agon/play.js";
import {keep, kept, storage} from "agon/storage.js";
import {$, button, fill, h, icon, row, seg, status, still} from "agon/ui.js";
import {LANGUAGES, language, setLanguage, t, w} from "agon/words.js";

const own = {home, play, gone};
const late = {
  learn: () => import("agon/study.js").then(m => m.learn), puzzles: () => import("agon/study.js").then(m => m.puzzles),
  review: () => import("agon/review.js").then(m => m.review), analyse: () => import("agon/analysis.js").then(m => m.analyse),
};
const dialogs = () => import("agon/new.js").catch(() => toast(t("broken")));
const box = $("#dialog");
let entries = 0; // how often a view has been entered: what was loaded too late is not shown
let moving;      // the address is that of the next view already: what comes now is not for this one

/** What an address shows apart from its dialogs. */
const place = ({record, ...query}) => JSON.stringify([Object.entries(query).filter(([name]) => !DIALOGS.includes(name)).sort(), record]);

/** Shows what the address says. `moved`: the keyboard goes to the heading. */
views.enter = async function enter(moved) {
  const to = route(), name = Object.hasOwn(own, to.view) || Object.hasOwn(late, to.view) ? to.view : "home", entry = ++entries;
  if (views.current.name === name && (place(views.current.route) === place(to) || views.current.still?.(to))) {
    moving = false;
    views.current.route = to;
    return openDialogs(to);
  }
  for (const popover of document.querySelectorAll("[popover]")) if (popover.matches(":popover-open")) popover.hidePopover();
  moving = true;
  let open;
  try {
    open = own[name] ?? await late[name]();
  } catch {
    open = broken;
  }
  if (entry !== entries) return;
  const change = () => {
    if (entry !== entries) return;
    moving = false;
    views.current.leave?.();
    document.body.dataset.view = name;
    document.title = name === "home" ? "Agon" : `${t(name)} \u00b7 Agon`;
    for (const link of document.querySelectorAll("nav a")) link.dataset.go === (name === "review" ? "play" : name) ? link.setAttribute("aria-current", "page") : link.removeAttribute("aria-current");
    unturn();
    board.show({state: board.shown().state, can: [], me: "w", turned: board.shown().turned});
    views.current = {name, route: to};
    Object.assign(views.current, open(to));
    views.current.opened?.();
    $("#panel").scrollTop = 0;
    scrollTo(0, 0);
    openDialogs(views.current.route); // which the view may have changed
    if (moved && !box.open) $("#view h1, #view h2")?.focus({preventScroll: true});
    if (storage.refused && !storage.told) toast(t("blocked")), storage.told = true;
  };
  if (!moved || !document.startViewTransition || still() || document.hidden) return change();
  const transition = document.startViewTransition(change);
  transition.ready.catch(() => {}); // another one came before it could begin
  await transition.updateCallbackDone;
};

async function openDialogs(to) {
  const name = DIALOGS.findLast(name => to[name]);
  if (!name) return box.open && box.close();
  const loaded = await dialogs();
  if (!loaded || route()[name] !== to[name]) return;
  loaded[name + "Dialog"](box, to[name]);
  if (!box.open) box.showModal();
  $("#dialog-title").focus();
}
box.addEventListener("cancel", event => {
  event.preventDefault();
  closeDialog();
});
box.addEventListener("click", event => event.target === box && closeDialog());

function gone() {
  board.show({state: {on: {}, caught: [], turn: "w"}, can: [], me: "w"});
  caption("", "");
  show(h("div", {cls: "hero"}, title(t("goneTitle")), h("p", {cls: "soft"}, t("goneMore")), row(button(t("newGame"), () => openDialog("new", "agon"), "go", "play"), button(t("openFile"), openFile, "", "save"))));
}

/** A part of the page that cannot be loaded: the server has another version by now, or none of it is there. */
function broken() {
  caption("", "");
  show(h("div", {cls: "hero"}, title(t("broken")), h("p", {cls: "soft"}, t("states.staleMore")), row(button(t("reload"), () => location.reload(), "go", "again"))));
}

// --- the room ---

/** The state of the room, above what the view shows. */
function showState() {
  const {state} = room, lost = state === "lost", fault = !["opening", "open"].includes(state);
  document.body.classList.toggle("away", fault);
  fill($("#state"), fault && h("div", {cls: "cards", "data-key": state}, status("warn", t("states." + state), t(`states.${state}More`, room.fault), "gold"),
    row(button(t(lost ? "retry" : "reload"), () => lost ? reconnect() : location.reload(), "go", "again"))));
}

room.hear = message => {
  const current = moving ? {} : views.current;
  if (message.topic === "game") {
    if (current.fits?.(message.game === room.game.game ? room.game : message)) current.update?.(message);
    else if (room.game.analysis && current.name === "play") go("analyse", {game: worker ? undefined : room.game.game}, {replace: true}); // a file with variations
  } else if (message.topic === "lobby") {
    showState();
    if (message.again) {
      toast(t("online"));
      current.rejoin?.();
    }
    current.lobby?.();
    if (box.open) openDialogs(route());
  } else if (message.topic === "state") {
    showState();
    current.draw?.();
  } else if (message.topic === "rules") dialogs().then(loaded => loaded?.showRules(message));
  else if (message.topic === "puzzles") current.listed?.(message.puzzles);
  else if (message.topic === "saved") saved(message);
  else if (message.topic === "review") current.reviewed?.(message);
  else if (!current.refused?.(message)) toast(worded(message));
};

/** A file of the room; a worker has none of the texts of which a page in one file is made. */
async function saved({file, text}) {
  const html = file.endsWith(".html");
  if (html && worker) text = await import("agon/inline.js").then(({inlined}) => inlined(text));
  download(file, new Blob([text], {type: html ? "text/html" : "application/x-chess-pgn"}));
}

// --- settings, words, keys ---

const paint = () => document.documentElement.dataset.theme = kept("theme", "auto");

function settings() {
  fill($("#settings-box"), h("h3", {}, t("theme")), seg("theme", t("theme"), w("themes"), kept("theme", "auto"), value => {
    keep("theme", value);
    paint();
  }), h("h3", {}, t("language")), seg("language", t("language"), LANGUAGES, language, async value => {
    keep("language", value);
    await setLanguage(value);
    furnish();
    views.current.name = undefined; // made again
    views.enter();
  }), h("h3", {}, t("keys")), h("dl", {cls: "keys"}, Object.entries(w("keyList")).map(([keys, does]) => [h("dt", {}, keys.split(" ").map(key => h("kbd", {}, key))), h("dd", {}, does)])));
}

function furnish() {
  for (const element of document.querySelectorAll("[data-t]")) element.textContent = t(element.dataset.t);
  for (const element of document.querySelectorAll("[data-t-label]")) element.setAttribute("aria-label", t(element.dataset.tLabel));
  $("#board").setAttribute("aria-label", t("board"));
  fill($("#settings"), icon("gear"));
  fill($("nav"), ["play", "learn", "puzzles", "analyse"].map(name => h("a", {href: "?view=" + name, "data-go": name}, icon(name), h("span", {}, t(name)))));
  settings();
}

document.addEventListener("click", event => {
  const link = event.target.closest("[data-go]");
  if (link && !event.metaKey && !event.ctrlKey && !event.shiftKey) {
    event.preventDefault();
    go(link.dataset.go);
  } else if (event.target.closest(".skip")) {
    event.preventDefault();
    board.focus();
  }
});
document.addEventListener("keydown", event => {
  if (event.target.closest("input:not([type=radio], [type=range]), select, textarea, dialog, [popover]") || event.ctrlKey || event.metaKey || event.altKey) return;
  const key = event.key.toLowerCase();
  if (key === "b") board.focus();
  else if (key === "f") $("#view [data-key=toolflip]")?.click();
  else if (views.current.keys?.[key]) views.current.keys[key]();
  else return;
  event.preventDefault();
});
addEventListener("popstate", () => views.enter(true));
addEventListener("error", event => event.message && toast(`${t("failed")} ${event.message}`));
addEventListener("unhandledrejection", event => toast(`${t("failed")} ${event.reason?.message ?? event.reason}`));

paint();
await setLanguage(new URLSearchParams(location.search).get("lang") ?? kept("language", undefined, value => value in LANGUAGES) ?? navigator.language.slice(0, 2));
furnish();
openRoom();
views.enter();
showState();

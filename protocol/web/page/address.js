// Addresses. Every view and every dialog has one: `?view=NAME` and what it shows; a game of a server by its name, any
// other in the fragment: `#variant=..&setup=..&position=..&moves=a1b2-c3d4`, with `ply` where one looks.
import {open, room, worker} from "agon/connection.js";
import {action} from "agon/game.js";

const PERSON = "person";
export const SIDES = ["white", "black"];
export const page = Math.random().toString(36).slice(2); // this life of the page: a worker's games do not outlive it

/** The address as {view, ..., record}; `record` is undefined where it has none. */
export function route() {
  const query = Object.fromEntries(new URLSearchParams(location.search)), record = Object.fromEntries(new URLSearchParams(location.hash.slice(1)));
  if (!query.view) Object.assign(query, before(record));
  return {...query, record: record.variant ? record : undefined};
}

/** Addresses of earlier versions had all of it in the fragment. */
function before({game, lesson, puzzle, analysis, variant}) {
  if (game) return {view: "play", game};
  if (lesson) return {view: "learn", n: lesson};
  if (puzzle) return {view: "puzzles", n: puzzle};
  if (variant) return {view: analysis === "1" ? "analyse" : "play"};
  return {};
}

export function address(view, more = {}, record = "") {
  const query = Object.entries({...more, view: view === "home" ? undefined : view}).filter(([, value]) => value !== undefined && value !== "");
  return (query.length ? "?" + new URLSearchParams(query) : location.pathname) + (record && "#" + record);
}

/** The game as a record, for people or for its players; `moves`: of a tree. */
export function recordOf(game = room.game, {ply, players, moves} = {}) {
  const parts = {variant: game.variant};
  if (game.setup) parts.setup = game.setup;
  if (game.first) parts.position = game.first;
  SIDES.forEach((side, i) => {
    const {kind, name} = game.players?.[i] ?? {};
    if (kind === "person" && name) parts[side + "Name"] = name;
  });
  if (players) SIDES.forEach((side, i) => {
    if (game.players[i].kind === "engine") parts[side] = `${game.players[i].name} ${game.players[i].level}`;
  });
  parts.moves = moves?.replaceAll(" ", "-") ?? game.actions.map(([text]) => action(text).text).join("-");
  if (game.analysis) parts.analysis = 1;
  if (game.ending?.key === "resigned") parts.resigned = game.ending.winner === "w" ? "black" : "white";
  if (room.rulesFiles.has(game.variant)) parts.rules = room.rulesFiles.get(game.variant);
  if (ply !== undefined) parts.ply = ply;
  return String(new URLSearchParams(parts));
}

/** A record as a request for a new game. */
export function requestOf({variant, setup, position, moves, resigned, analysis, ...seats}) {
  const request = {do: "new", variant, setup: setup || "preset", position: position ?? "", moves: (moves ?? "").replaceAll("-", " "), resigned: resigned ?? "", analysis: analysis === "1" || analysis === true, levels: [0, 0], names: SIDES.map(side => (seats[side + "Name"] ?? "").slice(0, 100))};
  SIDES.forEach((side, i) => {
    const [, name, level] = /^(.*?)(?: (\d+))?$/s.exec(seats[side] ?? PERSON); // a name may have blanks
    request[side] = name;
    if (name !== PERSON) request.levels[i] = Math.min(10, +(level ?? 0));
  });
  return request;
}

/** A rules file as a request; its sections are [NAME:PARENT]. */
export function addRules(file, text) {
  for (const [, name] of text.matchAll(/^[ \t]*\[[ \t]*([^:\]\s]+)/gm)) room.rulesFiles.set(name, text);
  return {do: "rules", file, text};
}

/** Remembers which game of the room an entry of the history shows. */
export function note(name, url = location.href) {
  const {href, searchParams} = new URL(url, location.href);
  if (searchParams.get("view") !== (route().view ?? null)) return; // one has gone on to another view
  if (href !== location.href || history.state?.page !== page || history.state.game !== name) history.replaceState({...history.state?.dialog && {dialog: true}, page, game: name}, "", url);
}

/** Shows the game of this address, which may be the one that is shown; false where the address has none. */
export function openGame({game, record}, more = {}) {
  const noted = history.state?.page === page || !worker ? history.state?.game : undefined, name = game ?? noted;
  if (name && room.game?.game === name) return true;
  if (name) open({do: "watch", game: name});
  else if (record) open(...record.rules ? [addRules("link", record.rules)] : [], {...requestOf(record), ...more});
  else return Boolean(room.game) || history.state?.opening === page;
  return true;
}

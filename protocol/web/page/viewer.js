// One game on a board, to look at: the viewer of saved pages, reports, live matches and studies.
import {makeBoard} from "agon/board.js";
import {add, format, makeLine, now, other, progress, ring} from "agon/game.js";
import {actButton, actList, cellName, saysAction, sideName, strip, tool} from "agon/parts.js";
import {safeLinks, safeMarks, safeStatus} from "agon/safe.js";
import {fig, fill, h, seg, status} from "agon/ui.js";
import {t} from "agon/words.js";
import {v} from "agon/viewer.words.js";

/** What an action is written as in a page of thousands of games: "e4f5xe5,+0.30,5,0.123,4000,9,59.2" is an
    action with its marks, the score as white sees it, depth, seconds, nodes, selective depth and seconds left on the
    clock; "book" in place of the score is an opening's. A message has arrays. */
export const actionsOf = ({actions}) => (typeof actions === "string" ? actions.split(" ").filter(Boolean).map(text => text.split(",")) : actions)
  .map(each => Array.isArray(each) ? each : [each]);

/** The points that white may expect, 0 to 1, of a score as text; `curve` is the engine's own: the score at which half
    of the games are won, and the slope (search/score/win_curve.hpp). Undefined without a score. */
export function share(score, [half, slope]) {
  if (!score || !/\d/.test(score)) return undefined;
  if (score.includes("M")) return score[0] === "-" ? 0 : 1;
  const wins = points => 1 / (1 + Math.exp((half - points) / slope)), points = 100 * Number(score);
  return (1 + wins(points) - wins(-points)) / 2;
}

/** "1:05.3" of seconds. */
export function clockText(seconds) {
  if (seconds === undefined || seconds === null || seconds === "") return "";
  const tenths = Math.max(0, Math.floor(Number(seconds) * 10 + 1e-6));
  return `${Math.floor(tenths / 600)}:${(tenths % 600 / 10).toFixed(1).padStart(4, "0")}`;
}

export const newBoard = more => h("svg", {cls: "board", viewBox: "-174 -196 348 392", role: "group", tabindex: -1, ...more});

/** What a board is shown of a line: the state, and what the last action did. */
export function boardOf(line, {fresh, turned, me = "w", marks} = {}) {
  const state = now(line), last = line.actions[line.ply - 1];
  const winner = line.ply === line.actions.length && ["w", "b"].find(side => {
    const {guards, seated} = progress(state, side);
    return guards === 6 && seated;
  });
  return {state, last, took: last ? [...last.took, ...last.left] : [], move: fresh && last, me, can: [], ...marks, won: winner || undefined, turned};
}

/** Makes a viewer; `element` is to be put into a page. Options:
    keys: where keys are listened to, document unless given;
    changed(ply): after each step; more(ply): nodes below the status; arrows(ply): [from, to, kind] each; safe(ply): who cannot lose (protocol/web/README.md), the game's own unless given;
    mark(i): what stands behind action i in the list, a text; list(viewer): another list; tools(): more tools; curve(viewer): another curve. */
export function makeViewer(options = {}) {
  const svg = newBoard({"aria-label": t("board")});
  const top = h("div"), bottom = h("div"), table = h("div", {cls: "table"}, top, svg, bottom), talk = h("div", {cls: "talk"});
  const element = h("div", {cls: "viewing"}, h("div", {cls: "viewer"}, table, talk));
  element.own = true;
  const board = makeBoard(svg, {act() {}, put() {}, draw() {}, refuse() {}, name: cellName});
  let game, said = [], line = makeLine({on: {}, caught: [], turn: "w", reserve: [0, 0]}), counts = [], turned = false, timer, figures = false, live;

  // --- the game ---

  /** The numbers of actions without progress, which are in a position's text. */
  function count() {
    counts = [Number(String(game.first).split(" ")[4]) || 0];
    line.actions.forEach(({from, to, left}, i) => {
      const progressed = to && (!from || line.states[i].caught.includes(from) || left.length || ring(to) < ring(from));
      counts.push(progressed ? 0 : counts[i] + 1);
    });
  }
  const positionText = ply => format(line.states[ply]).replace(/\d+(?= \d+$)/, counts[ply]);
  const chooser = i => line.actions[i].handed ? other(line.states[i].turn) : line.states[i].turn;
  const safe = ply => options.safe ? options.safe(ply) : game.safe?.[ply] ?? [];
  function marks() {
    const found = safeMarks(safe(line.ply), now(line)), arrows = options.arrows?.(line.ply) ?? [];
    return arrows.length ? {...found, arrows} : found;
  }
  const names = () => game.names ?? game.players?.map(({name}) => name) ?? [];

  /** Shows a game: {first, actions, names, result, reason, ...}, see protocol/web/README.md. */
  function open(next, ply = 0) {
    stop();
    game = next;
    said = actionsOf(game);
    line = makeLine(game.first);
    for (const [text] of said) add(line, text);
    count();
    live = undefined;
    show(ply, true);
  }

  /** The same game, some actions later; who looks at the last one sees the new one. */
  function follow(next) {
    const atEnd = line.ply === line.actions.length, ply = line.ply, fresh = actionsOf(next);
    const same = fresh.length >= said.length && said.every(([text], i) => text === fresh[i][0]);
    if (!game || game.game !== next.game || !same) return open(next, Infinity);
    game = next;
    line.ply = line.actions.length;
    for (const [text] of fresh.slice(said.length)) add(line, text);
    said = fresh;
    count();
    line.ply = ply;
    show(atEnd ? line.actions.length : ply);
  }

  // --- the course of the scores ---

  function course() {
    const curve = game.curve ?? [141, 117], length = Math.max(1, line.actions.length);
    const lines = ["w", "b"].map(side => said.flatMap(([, score], i) => {
      const points = chooser(i) === side ? share(score, curve) : undefined;
      return points === undefined ? [] : [`${(i + 1) / length * 600},${(100 * (1 - points)).toFixed(1)}`];
    }));
    const any = lines.some(points => points.length);
    const svg = h("svg", {viewBox: "0 0 600 100", preserveAspectRatio: "none", "aria-hidden": "true"},
      any && h("line", {cls: "even", x1: 0, x2: 600, y1: 50, y2: 50}), lines.map((points, i) => points.length > 0 && h("polyline", {cls: `said k${i}`, points: points.join(" ")})),
      h("line", {cls: "now", x1: 600 * line.ply / length, x2: 600 * line.ply / length, y1: 0, y2: 100}));
    return h("figure", {cls: "course", "data-key": "course"}, any && h("figcaption", {cls: "small soft"}, v("scores"), lines.map((points, i) => points.length > 0 && h("span", {cls: `key k${i}`}, names()[i] ?? sideName("wb"[i])))),
      h("div", {cls: `curve ${any ? "" : "flat"}`}, svg, h("input", {type: "range", min: 0, max: line.actions.length, step: 1, value: line.ply, "data-key": "ply", "aria-label": v("action"), "aria-valuetext": place(line.ply),
        input: event => {
          stop();
          show(Number(event.target.value));
        }})));
  }

  // --- words ---

  const turnOf = ply => line.states[Math.max(0, ply - 1)].number; // of the action before
  const place = ply => ply ? t("looking", turnOf(ply), turnOf(line.actions.length)) : v("begins", line.actions.length && turnOf(line.actions.length) - turnOf(0) + 1);
  const number = value => Number(value).toLocaleString(document.documentElement.lang || "en");
  function comment([, score, depth, seconds, nodes] = []) {
    if (score === "book") return v("book");
    return [score && v("score", score), depth && v("depth", depth), seconds && v("seconds", number(seconds)), nodes && v("nodes", number(nodes))].filter(Boolean).join(", ");
  }
  const ended = () => game.result && game.result !== "*" ? `${game.result.replaceAll("1/2", "\u00bd")}${game.reason ? `: ${game.reason}` : ""}` : game.reason ?? "";

  function says(ply) {
    const state = line.states[ply], length = line.actions.length, next = ply < length ? chooser(ply) : undefined, more = [];
    const lost = game.forfeited?.[ply], last = line.actions[ply - 1];
    const head = !ply ? place(0) : `${place(ply)}: ${lost ? v("forfeits", sideName(chooser(ply - 1)), lost) : saysAction(line.states[ply - 1], last).replace(/\.$/, "")}`;
    if (ply && comment(said[ply - 1])) more.push(comment(said[ply - 1]));
    if (next && next !== state.turn) more.push(v("chooses", sideName(state.turn), sideName(next)));
    if (ply && counts[ply]) more.push(v("without", counts[ply]));
    const symbol = ply === length && ended() ? "flag" : fig((next ?? state.turn) === "w" ? "Q" : "q");
    return status(symbol, head, [ply === length && ended(), more.join(". ")].filter(Boolean).join(". "), ply === length && ended() ? "gold" : "");
  }

  function figureTable() {
    const rows = line.actions.map((played, i) => {
      const [, score = "", depth = "", seconds = "", nodes = ""] = said[i];
      return h("tr", {"aria-current": i + 1 === line.ply && "step", "data-key": "row" + i}, h("td", {}, i && turnOf(i) === turnOf(i + 1) ? "" : turnOf(i + 1)), h("td", {}, actButton(line.states[i], played, () => step(i + 1), false, "ply" + i)),
        [score === "book" ? v("book") : score, depth, seconds, nodes && number(nodes)].map(text => h("td", {}, text)));
    });
    return h("div", {cls: "figures scroll", role: "region", tabindex: 0, "aria-label": t("actions"), "data-key": "figures"}, h("table", {}, h("thead", {}, h("tr", {}, ["", v("action"), v("scoreHead"), v("depthHead"), v("secondsHead"), v("nodesHead")].map(text => h("th", {scope: "col"}, text)))), h("tbody", {}, rows)));
  }

  function list() {
    const any = said.some(each => each.length > 2);
    if (figures && any) {
      const grid = figureTable();
      requestAnimationFrame(() => {
        const box = talk.querySelector(".figures"), row = box?.querySelector("[aria-current]");
        if (row) box.scrollTop = row.offsetTop - box.clientHeight / 2;
      });
      return grid;
    }
    return actList(line, ply => step(ply), i => options.mark ? options.mark(i) : said[i][1] === "book" ? "" : said[i][1] ?? "");
  }

  // --- stepping ---

  const step = ply => {
    stop();
    show(ply);
  };
  function show(to, whole) {
    if (!game) return;
    const before = line.ply, ply = Math.max(0, Math.min(to, line.actions.length));
    line.ply = ply;
    const fresh = !whole && ply && board.shown().state === line.states[ply - 1];
    board.show(boardOf(line, {fresh, turned, marks: marks()}));
    draw();
    if (whole || before !== ply) options.changed?.(ply);
  }

  function draw() {
    if (!game) return;
    const {ply} = line, last = line.actions.length, state = now(line), anySafe = Object.keys(game.safe ?? {}).length > 0, [up, down] = turned ? "wb" : "bw";
    const left = side => said.slice(0, ply).findLast(([, , , , , , time], i) => time && chooser(i) === side)?.[6] ?? game.clocks?.[side === "w" ? 0 : 1];
    for (const [box, side] of [[top, up], [bottom, down]]) {
      const i = side === "w" ? 0 : 1, time = live?.times?.[i] ?? clockText(left(side));
      strip(box, state, side, {name: names()[i], more: live?.says?.[i], on: ply < last ? chooser(ply) === side : live && !game.result && (live.chooser ?? state.turn) === side, turned: down === "b", end: time && h("span", {cls: "time"}, time)});
    }
    const to = (symbol, text, place, off, title) => tool(symbol, v(text), () => step(place()), {disabled: off, title: v(title)});
    fill(talk, h("div", {"aria-live": "polite", cls: "live"}, says(ply)), options.more?.(ply),
      h("div", {cls: "tools", role: "toolbar", "aria-label": v("steps")}, to("begin", "first", () => 0, ply === 0, "firstTitle"), to("prev", "back", () => line.ply - 1, ply === 0, "backTitle"),
        tool(timer ? "pause" : "run", v(timer ? "pause" : "play"), play, {title: v("playTitle"), "data-key": "toolrun", disabled: !last}),
        to("next", "ahead", () => line.ply + 1, ply === last, "aheadTitle"), to("finish", "last", () => Infinity, ply === last, "lastTitle"),
        tool("flip", t("flip"), flip, {"aria-pressed": String(turned)}), options.tools?.()),
      options.curve ? options.curve(viewer) : course(), safeStatus(safe(ply), state), anySafe && safeLinks(line.states.map((_, at) => safe(at)), line.states, step),
      said.some(each => each.length > 2) && seg("list", t("actions"), {short: t("actions"), figures: v("figures")}, figures ? "figures" : "short", value => {
        figures = value === "figures";
        draw();
      }),
      options.list?.(viewer) ?? list(), h("p", {cls: "small soft position"}, h("span", {}, v("position"), " "), h("code", {}, positionText(ply))));
  }

  function flip() {
    turned = !turned;
    board.show(boardOf(line, {turned, marks: marks()}));
    draw();
  }

  function stop() {
    clearInterval(timer);
    timer = undefined;
  }
  function play() {
    if (timer) {
      stop();
      return draw();
    }
    if (line.ply === line.actions.length) show(0);
    timer = setInterval(() => {
      show(line.ply + 1);
      if (line.ply < line.actions.length) return;
      stop();
      draw();
    }, 800);
    draw();
  }

  const KEYS = {Home: () => step(0), ArrowLeft: () => step(line.ply - 1), ArrowRight: () => step(line.ply + 1), End: () => step(Infinity), " ": play, f: flip};
  const keys = options.keys ?? document;
  keys.addEventListener("keydown", event => {
    if (event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey || !game || !Object.hasOwn(KEYS, event.key)) return;
    if (event.target.closest?.("input, select, textarea, dialog:not(:has(.viewer)), .scroll:not(.figures)")) return; // these have their own keys
    if (event.key === " " && event.target.closest?.("button, a, summary")) return;
    const seen = svg.getBoundingClientRect();
    if (seen.bottom < 0 || seen.top > innerHeight || !seen.width) return;
    event.preventDefault();
    KEYS[event.key]();
  });

  const viewer = {
    element, open, follow, show: step, draw, stop,
    get line() { return line; }, get game() { return game; }, get ply() { return line.ply; }, get said() { return said; }, get turned() { return turned; },
    position: () => positionText(line.ply),
    /** Of a running game: {times: texts, says: texts, chooser}. */
    set live(what) {
      live = what;
      draw();
    },
  };
  return viewer;
}

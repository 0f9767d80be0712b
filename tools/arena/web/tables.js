// Tables that show when more of them lies beyond an edge, and the ranks and crosstable of a match. Games are counted
// as [lost, drawn, won].
import {h} from "agon/ui.js";
import {a, decimals} from "agon/arena.words.js";

export const sum = counts => counts.reduce((total, count) => total + count, 0);
export const points = ([, drawn, won]) => decimals(won + drawn / 2, 1);
export const wonDrawnLost = ([lost, drawn, won]) => `+${won} =${drawn} \u2212${lost}`;
export const percent = share => `${decimals(100 * share, 1)} %`;

const watched = new ResizeObserver(entries => entries.forEach(({target}) => edges(target)));
function edges(box) {
  const rest = box.scrollWidth - box.clientWidth;
  box.parentNode?.classList.toggle("before", box.scrollLeft > 1);
  box.parentNode?.classList.toggle("after", box.scrollLeft < rest - 1);
}

/** A box that scrolls sideways: a shadow lies over the edge beyond which there is more, and a line below says so. It
    takes the focus, since the keyboard could not scroll it otherwise. */
export function scrolling(name, child) {
  const box = h("div", {cls: "scroll", role: "region", tabindex: 0, "aria-label": name, scroll: event => edges(event.currentTarget)}, child);
  watched.observe(box);
  const wrap = h("div", {cls: "wide-table"}, box, h("p", {cls: "hint small soft"}, a("scrolls")));
  wrap.own = true;
  return wrap;
}

/** A table. The first cell of a row is its heading. A cell may be a node, or {text, cls}. */
export function table(caption, head, rows, cls = "") {
  const cell = (name, value, more = {}) => h(name, {...more, cls: value?.cls}, value?.text ?? value ?? "");
  return scrolling(caption, h("table", {cls}, h("caption", {}, caption), h("thead", {}, h("tr", {}, head.map(text => cell("th", text, {scope: "col"})))),
    h("tbody", {}, rows.map(([name, ...cells]) => h("tr", {}, cell("th", name, {scope: "row"}), cells.map(text => cell("td", text)))))));
}

/** Won, drawn and lost as one bar. */
export const bar = ([lost, drawn, won]) => h("span", {cls: "wdl", role: "img", "aria-label": a("wdl", won, drawn, lost)},
  [["won", won], ["drawn", drawn], ["lost", lost]].map(([cls, count]) => count > 0 && h("i", {cls, style: `flex-grow: ${count}`})));

export function ranksTable(ranks) {
  const {pairs, buchholz} = ranks[0];
  const head = ["engine", "rank", "elo", "nElo", "los", "games", "won", "drawn", "lost", "points", "score"].map(key => a(key));
  if (buchholz !== undefined) head.push("Buchholz");
  if (pairs) head.push(a("pairs"));
  return table(a("ranks"), [head[0], "", ...head.slice(1)], ranks.map(({name, elo, nElo, los, games, ...more}, i) => {
    const [lost, drawn, won] = games, count = sum(games), scored = won + drawn / 2;
    return [name, count ? bar(games) : "", i + 1, elo, nElo, los, count, won, drawn, lost, decimals(more.points ?? scored, 1), count ? percent(scored / count) : "",
      ...buchholz === undefined ? [] : [decimals(more.buchholz, 1)], ...pairs ? [more.pairs.join(" ")] : []];
  }), "ranks");
}

const SCORES = {"0-1": 0, "1/2-1/2": 1, "1-0": 2}; // white's half points

/** Who scored what against whom, of the games' results; and how games ended. */
export function counted(names, games) {
  const cross = names.map(() => names.map(() => [0, 0, 0])), endings = new Map();
  for (const {white, black, result, ending} of games) {
    if (!Object.hasOwn(SCORES, result)) continue; // broken off
    const [one, two] = [names.indexOf(white), names.indexOf(black)];
    if (one !== two) {
      ++cross[one][two][SCORES[result]];
      ++cross[two][one][2 - SCORES[result]];
    }
    if (!endings.has(ending)) endings.set(ending, [0, 0, 0]);
    ++endings.get(ending)[SCORES[result]];
  }
  return {cross, endings};
}

export function crossTable(names, order, cross) {
  return table(a("cross"), [a("engine"), ...order.map(i => names[i])], order.map(i => [names[i], ...order.map(j => {
    const games = cross[i][j];
    if (i === j) return {text: "", cls: "self"};
    return sum(games) ? h("span", {cls: "met"}, h("b", {}, `${points(games)}/${sum(games)}`), h("small", {}, wonDrawnLost(games)), bar(games)) : "";
  })]), "cross");
}

export function endingsTable(endings) {
  return table(a("endings"), ["ending", "whiteWon", "blackWon", "drawn", "games"].map(key => a(key)),
    [...endings].sort().map(([ending, count]) => [a.ending(ending), count[2], count[0], count[1], sum(count)]));
}

export const sidesTable = ranks => table(a("bySide"), [a("engine"), a("asWhite"), "", a("asBlack"), ""], ranks.map(({name, bySide}) =>
  [name, ...bySide.flatMap(games => [`${points(games)}/${sum(games)}`, wonDrawnLost(games)])]));

/** Of the engines that had any. */
export function faultsTable(ranks) {
  const faulty = ranks.filter(({faults}) => sum(Object.values(faults)));
  return faulty.length > 0 && table(a("faults"), [a("engine"), ...Object.keys(faulty[0].faults).map(a.fault)], faulty.map(({name, faults}) => [name, ...Object.values(faults)]));
}

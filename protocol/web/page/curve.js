// What a review has found, as every page shows it: White's chances as a curve, and the mistakes in words.
import {action, other} from "agon/game.js";
import {moveText, sideName} from "agon/parts.js";
import {h} from "agon/ui.js";
import {t, w} from "agon/words.js";

export const KINDS = ["inaccuracy", "mistake", "blunder"], GLYPHS = ["?!", "?", "??"];
export const tone = kind => ["", "gold", "coral"][KINDS.indexOf(kind)];
export const glyph = kind => GLYPHS[KINDS.indexOf(kind)];
export const kindWord = kind => w("kinds")[KINDS.indexOf(kind)];

/** White's chances by action; what has not been searched is hatched, never drawn as lost. `states`: of the game;
    `look(ply)` is called for what is clicked. */
export function curve({chances, mistakes}, states, ply, look) {
  const count = Math.max(1, chances.length - 1), x = i => i / count * 300, y = share => 100 - 100 * share, parts = [], gaps = [];
  for (let i = 0; i < chances.length; ++i) { // runs of positions that are known, and that are not
    const known = chances[i] !== null, run = known ? parts : gaps;
    if (i === 0 || (chances[i - 1] !== null) !== known) run.push([i, i]);
    else run.at(-1)[1] = i;
  }
  const edge = ([from, to]) => chances.slice(from, to + 1).map((share, i) => `${x(from + i).toFixed(1)} ${y(share).toFixed(1)}`).join("L");
  const to = event => {
    const box = event.currentTarget.getBoundingClientRect();
    look(Math.round((event.clientX - box.left) / box.width * count));
  };
  return h("div", {cls: "curve", "data-key": "curve"}, h("svg", {viewBox: "0 0 300 100", preserveAspectRatio: "none", role: "img", "aria-label": t("chances") + (chances[ply] === null ? "" : `: ${percent(chances[ply])}`), click: to},
    h("defs", {}, h("pattern", {id: "hatch", width: 7, height: 7, patternUnits: "userSpaceOnUse", patternTransform: "rotate(45)"}, h("rect", {width: 7, height: 7, fill: "var(--sunk)"}), h("rect", {width: 2.5, height: 7, fill: "var(--line)"}))),
    h("rect", {cls: "ground", width: 300, height: 100}),
    parts.map(run => h("path", {cls: "area", d: `M${x(run[0])} 100L${edge(run)}L${x(run[1])} 100Z`})), parts.map(run => h("path", {cls: "edge", d: `M${edge(run)}`})),
    gaps.map(([from, to]) => h("rect", {cls: "gap", fill: "url(#hatch)", x: x(Math.max(0, from - 1)), width: x(Math.min(count, to + 1)) - x(Math.max(0, from - 1)), height: 100})),
    h("line", {cls: "even", x1: 0, x2: 300, y1: 50, y2: 50}), h("line", {cls: "now", x1: x(ply), x2: x(ply), y1: 0, y2: 100})),
  mistakes.filter(({ply}) => chances[ply + 1] !== null).map(({ply, kind}) => h("button", {type: "button", cls: tone(kind), "data-key": "mark" + ply, "aria-label": `${kindWord(kind)}, ${t("turnN", states[ply].number)}`, style: `left:clamp(.75rem,${x(ply + 1) / 3}%,100% - .75rem);top:clamp(.8rem,${y(chances[ply + 1])}%,100% - .8rem)`, click: () => look(ply + 1)}, glyph(kind))),
  gaps.length > 0 && h("span", {cls: gaps[0][0] ? "chip far" : "chip"}, t("notLooked")));
}

export const percent = share => `${Math.round(100 * share)}\u202f%`;
/** What an action lost, as it stands in a list of actions: "?? \u221234 %", or nothing. */
export function lossText({losses, mistakes}, i) {
  const loss = losses[i], mistake = mistakes.find(({ply}) => ply === i);
  if (!mistake && !(loss >= .01)) return undefined;
  return `${mistake ? glyph(mistake.kind) + " " : ""}\u2212${percent(mistake?.loss ?? loss)}`;
}

/** Why an action is a mistake, in sentences; a reason whose key is not known here has its English text. */
export function reasonText({reason, side}) {
  const {key, missed, within, cells = [], text} = reason, foe = sideName(other(side)), words = w("reasons"), missedWin = missed ? t("missedWin", missed) : "";
  if (!key || key === "misses") return missedWin;
  if (!Object.hasOwn(words, key)) return text ?? "";
  return [missedWin, t("reasons." + key, foe, within ?? cells.join(", "), reason.action && moveText(reason.action))].filter(Boolean).join(" ");
}

/** The arrows at the position of a mistake: what was better, and what was played. */
export const mistakeArrows = ({better}, played) => [[action(played), "missed"], [action(better), "engine"]].filter(([{from}]) => from).map(([{from, to}, kind]) => [from, to, kind]);

// Who provably cannot lose: what a panel says of it, and what the board marks.
import {sideOf} from "agon/game.js";
import {kindName, sideName} from "agon/parts.js";
import {button, row, status} from "agon/ui.js";
import {t} from "agon/words.js";

const safeTitle = safe => safe.length > 1 ? t("noneCanLose") : t("cannotLose", sideName(safe[0][0]));

/** `safe` is the room's (protocol/web/README.md, An analysis board), `state` its position. */
export const safeStatus = (safe, {on}) => safe.length > 0 && status("good", safeTitle(safe), [...safe.map(([side, from, to]) => from ? t("stepsForEver", sideName(side), kindName(on[from]), from, to) : t("staysForEver", sideName(side))),
  safe.some(([, from]) => from) && t("standStill")].filter(Boolean).join(" "), "good");

/** For the board: an arrow for each piece that steps, and the cells of those that stand still. */
export function safeMarks(safe, {on}) {
  const seals = safe.filter(([, from]) => from);
  return {arrows: seals.map(([, from, to]) => [from, to, "sure"]), sure: seals.flatMap(([side, from]) => Object.keys(on).filter(cell => sideOf(on[cell]) === side && cell !== from))};
}

/** Buttons that lead to where each side is safe for the first time; `positions`: `safe` by position; `states`: of the game. */
export function safeLinks(positions, states, look) {
  const first = {};
  positions.forEach((safe, ply) => safe.forEach(([side]) => first[side] ??= ply));
  return row(Object.entries(first).map(([side, ply]) => button((ply ? t("turnN", states[ply - 1].number) + ": " : "") + t("cannotLose", sideName(side)), () => look(ply), "plain", "eye", "safe" + side)));
}

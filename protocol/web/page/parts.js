// What every view of a game is made of: strips, the list of actions, and the words for a cell and an action. Nothing
// here knows which page it is on.
import {action, isQueen, ring, sideOf} from "agon/game.js";
import {fig, flower, h, icon, fill} from "agon/ui.js";
import {language, t, w} from "agon/words.js";

export const sideName = side => t(side === "w" ? "white" : "black");
/** What people call a rule set; one of their own has only its name. */
export const variantName = name => Object.hasOwn(w("variants"), name) ? w("variants")[name] : name;
export const engineName = name => name.replace(/^./, letter => letter.toUpperCase());
/** "agon-level-3" in a record is "Agon, level 3"; where both are called so, a number follows. */
export const personName = name => name.replace(/^(.+)-level-(\d+)(-[12])?$/, (all, engine, level) => `${engineName(engine)}, ${t("level", level)}`);
export const kindName = piece => t(isQueen(piece) ? "queen" : "guard");
export const pieceName = (piece, me) => sideOf(piece) === me ? t("mine", kindName(piece)) : t("theirs", sideName(sideOf(piece)), kindName(piece));

/** What a cell of the board is called. */
export function cellName(cell, {state, me, last, lit}, {held, can, aim}) {
  const where = ring(cell) ? ring(cell) === 5 ? t("edge") : t("ring", ring(cell)) : t("throne"), piece = state.on[cell];
  return [cell, where, piece ? pieceName(piece, me) : t("vacant"), state.caught.includes(cell) && t("captured"), held && t("taken"), aim && t("canGo"), lit?.includes(cell) && t("lit"), can && !held && t("canMove"),
    last && action(last).to === cell && t("wentTo")].filter(Boolean).join(", ");
}

/** An action in words; `state` is the position before it. */
export function saysAction(state, text, me) {
  const {from, to, took, left} = action(text), gone = [...took, ...left].filter(cell => state.on[cell] || cell === to);
  const what = !to ? t("saysPass", sideName(state.turn)) : !from ? t("saysPlaced", sideName(state.turn), to)
    : t("says", sideName(sideOf(state.on[from] ?? "Q")), kindName(state.on[from] ?? "Q"), from, to);
  return gone.length ? `${what} ${t(left.length ? "saysLeft" : "saysTook", gone.map(cell => `${pieceName(state.on[cell] ?? state.on[from], me)} ${cell}`).join(", "))}` : what;
}

/** "f4\u2013f5", for a placement "\u2193f4". */
export function moveText(text) {
  const {from, to} = action(text);
  return from ? `${from}\u2013${to}` : to ? `\u2193${to}` : t("pass");
}

/** Fills a strip: who plays, what waits, how near that side is. */
export function strip(box, state, side, {name = sideName(side), more, on, thinking, turned, end} = {}) {
  const caught = state.caught.filter(cell => sideOf(state.on[cell]) === side).length, reserve = state.reserve?.[side === "w" ? 0 : 1] ?? 0;
  box.className = `strip ${on ? "on" : ""}`;
  fill(box, fig(side === "w" ? "Q" : "q"),
    h("span", {cls: "who"}, name, " ", more && h("small", {}, more), thinking && h("span", {cls: "wait", "aria-hidden": "true"}, h("i"), h("i"), h("i"))),
    h("span", {cls: "end"}, caught > 0 && h("span", {cls: "chip coral"}, t("waiting", caught)),
      reserve > 0 && h("span", {cls: "reserve", role: "img", "aria-label": t("reserve", reserve)}, Array.from({length: reserve}, () => fig(side === "w" ? "G" : "g"))),
      end, flower(state, side, (guards, seated) => t(seated ? "aroundQ" : "around", guards), turned)));
}

export const tool = (symbol, text, click, more = {}) => h("button", {type: "button", cls: "tool", click, "data-key": "tool" + symbol, ...more}, icon(symbol), h("span", {}, text));

/** An action as a button; `state` is the position before it. */
export function actButton(state, text, click, current, key, more) {
  const played = action(text), {from, to, took, left} = played, piece = from ? state.on[from] : to && (state.turn === "w" ? "G" : "g");
  return h("button", {type: "button", cls: "act", click, "aria-current": current && "step", "data-key": key, "aria-label": saysAction(state, played) + (more ? " " + more : "")},
    piece && fig(piece), moveText(played), from && state.caught.includes(from) && h("span", {cls: "soft"}, "\u21b7"),
    took.length + left.length ? h("span", {cls: "x"}, "\u00d7".repeat(took.length + left.length)) : "", more && h("small", {}, more));
}

const lists = new WeakMap();

/** The actions of a line in two columns; a side that acts again begins a row. It is the same element each time, so a
    long game costs no more than a short one. `more(i)`: what stands behind an action. */
export function actList(line, pick, more = () => undefined) {
  let known = lists.get(line);
  if (known?.language !== language) lists.set(line, known = {language, rows: [], drawn: [], list: h("ol", {cls: "acts", "aria-label": t("actions"), tabindex: 0, "data-key": "acts"})});
  known.list.own = true;
  const {list, rows, drawn} = known, same = i => drawn[i]?.state === line.states[i + 1];
  known.pick = pick;
  let from = 0;
  while (from < line.actions.length && same(from)) ++from;
  if (from < drawn.length || !rows.length) while (rows.length && rows.at(-1).end > from) from = rows.at(-1).first, rows.pop().item.remove();
  drawn.length = from;
  drawn.forEach((each, i) => { // what stands behind an action may change, while the list stays where it is
    if (each.more === more(i)) return;
    const old = list.querySelector(`[data-key=ply${i}]`), next = actButton(line.states[i], line.actions[i], () => {}, false, "", each.more = more(i));
    old.setAttribute("aria-label", next.getAttribute("aria-label"));
    fill(old, ...next.childNodes);
  });
  list.querySelector(".empty")?.parentNode.remove();
  for (let i = from; i < line.actions.length; ++i) {
    const {turn, number} = line.states[i], before = i ? line.states[i - 1].turn : undefined, row = rows.at(-1);
    drawn[i] = {state: line.states[i + 1], more: more(i)};
    const button = actButton(line.states[i], line.actions[i], () => known.pick(i + 1), false, "ply" + i, drawn[i].more);
    if (row && turn === "b" && before === "w") row.item.append(button), row.end = i + 1;
    else {
      rows.push({first: i, end: i + 1, item: h("li", {}, h("span", {}, before === turn ? "" : number), turn === "b" && h("i"), button)});
      list.append(rows.at(-1).item);
    }
  }
  if (!rows.length) list.append(h("li", {}, h("p", {cls: "empty"}, t("none"))));
  const current = list.querySelector(`[data-key=ply${line.ply - 1}]`), old = list.querySelector("[aria-current]");
  if (current !== old) {
    old?.removeAttribute("aria-current");
    current?.setAttribute("aria-current", "step");
  }
  if (known.ply !== line.ply) requestAnimationFrame(() => list.scrollTop = current ? current.offsetTop - list.offsetTop - list.clientHeight / 2 : 0);
  known.ply = line.ply;
  return list;
}

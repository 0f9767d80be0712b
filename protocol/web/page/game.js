// The board, positions as texts, and what an action does to one. No rules: an action says itself what it did
// (protocol/web/README.md, "One encoding of a game").
export const FILES = "abcdefghjkl";
const WHERE = {};
for (let f = 1; f <= 11; ++f)
  for (let r = 1; r <= 11; ++r)
    if (Math.abs(f - r) <= 5)
      WHERE[FILES[f - 1] + r] = {f, r, ring: Math.max(Math.abs(f - 6), Math.abs(r - 6), Math.abs(f - r))};
export const CELLS = Object.keys(WHERE);
export const THRONE = "f6";
export const at = cell => WHERE[cell];
export const ring = cell => WHERE[cell].ring;
const WAYS = [[1, 1], [1, 0], [0, -1], [-1, -1], [-1, 0], [0, 1]]; // clockwise, from straight up
/** The six neighbours of each cell, null beyond the edge. */
export const NEAR = {};
for (const cell of CELLS)
  NEAR[cell] = WAYS.map(([df, dr]) => {
    const name = FILES[WHERE[cell].f + df - 1] + (WHERE[cell].r + dr);
    return WHERE[name] ? name : null;
  });
export const AROUND = NEAR[THRONE];

export const sideOf = piece => piece < "a" ? "w" : "b";
export const other = side => side === "w" ? "b" : "w";
export const isQueen = piece => piece === "Q" || piece === "q";
const guardOf = side => side === "w" ? "G" : "g";

/** A position: {on: cell -> piece, caught: cells, turn, reserve: [white's, black's guards], number: of the turn}. */
export function parse(text) {
  const [rows, turn = "w", caught = "-", reserve = "-", , number] = String(text).trim().split(/\s+/), on = {};
  rows.split("/").forEach((row, i) => {
    const r = 11 - i;
    let f = Math.max(1, r - 5);
    for (const [sign] of row.matchAll(/\d+|[QGqg]/g))
      if (+sign) f += +sign;
      else if (WHERE[FILES[f - 1] + r]) on[FILES[f++ - 1] + r] = sign;
  });
  return {on, turn: turn === "b" ? "b" : "w", caught: caught.split(",").filter(cell => on[cell]), reserve: ["G", "g"].map(guard => reserve.split(guard).length - 1), number: Number(number) || 1};
}

export function format({on, turn, caught = [], reserve = [0, 0], number = 1}) {
  const rows = [], order = [];
  for (let r = 11; r; --r) {
    let row = "", gap = 0;
    const line = [];
    for (let f = Math.max(1, r - 5); f <= Math.min(11, r + 5); ++f) {
      const cell = FILES[f - 1] + r, piece = on[cell];
      if (caught.includes(cell)) line.push(cell);
      if (!piece) ++gap;
      else row += (gap || "") + piece, gap = 0;
    }
    order.unshift(...line);
    rows.push(row + (gap || ""));
  }
  return `${rows.join("/")} ${turn} ${order.join(",") || "-"} ${"G".repeat(reserve[0]) + "g".repeat(reserve[1]) || "-"} 0 ${number}`;
}

/** An action as it is written, marks or none: {text: without marks, from, to, took, left, freed,
    same: the turn goes on, handed: the other side chose it}. A placement has no `from`, a pass neither. */
const read = new Map();
export function action(text) {
  if (typeof text !== "string") return text;
  let known = read.get(text);
  if (!known) {
    const [, ...marks] = /^((?:[a-l]\d+){0,2})(?:pass)?(?:x((?:[a-l]\d+)+))?(?:-((?:[a-l]\d+)+))?(?:\+((?:[a-l]\d+)+))?(=?)(~?)/.exec(text);
    const [[one, two], took, left, freed] = marks.slice(0, 4).map(cells => cells?.match(/[a-l]\d+/g) ?? []);
    known = {text: marks[0] || "pass", from: two && one, to: two ?? one, took, left, freed, same: Boolean(marks[4]), handed: Boolean(marks[5])};
    if (read.size > 20000) read.clear();
    read.set(text, known);
  }
  return known;
}

/** The position after an action. */
export function act(state, text) {
  const {from, to, took, left, freed, same} = action(text), on = {...state.on}, {turn, number} = state, reserve = [...state.reserve ?? [0, 0]];
  for (const cell of left) delete on[cell];
  if (from) {
    if (state.on[from] && (state.on[to] || !left.includes(to))) on[to] = state.on[from]; // else it leaves where it arrives
    delete on[from];
  } else if (to) {
    on[to] = guardOf(turn);
    --reserve[turn === "w" ? 0 : 1];
  }
  const caught = [...state.caught.filter(cell => cell !== from && on[cell] && !left.includes(cell) && !freed.includes(cell)), ...took];
  return {on, caught, reserve, turn: same ? turn : other(turn), number: number + (!same && turn === "b")};
}

/** A game: its positions, the actions between them, and where one looks at it. */
export function makeLine(first, actions = []) {
  const line = {states: [typeof first === "string" ? parse(first) : first], actions: [], ply: 0};
  for (const text of actions) add(line, text);
  return line;
}
export const now = ({states, ply}) => states[ply];
export function add(line, text) {
  line.states.length = line.ply + 1;
  line.actions.length = line.ply;
  line.states.push(act(now(line), text));
  line.actions.push(action(text));
  ++line.ply;
}

/** How many guards stand around the throne, and whether the queen sits on it. */
export const progress = ({on}, side) => ({
  guards: AROUND.filter(cell => on[cell] === guardOf(side)).length,
  seated: on[THRONE] === (side === "w" ? "Q" : "q"),
});

// Where a cell is drawn: hexagons with a flat top, a1 at the bottom, l11 at the top.
export const SIZE = 20;
export function spot(cell, turned) {
  const {f, r} = WHERE[cell], sign = turned ? -1 : 1;
  return [sign * (f - r) * 1.5 * SIZE, sign * (12 - f - r) * Math.sqrt(3) / 2 * SIZE];
}

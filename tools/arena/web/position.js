// Positions as the page's data writes them: a first one, and what each action changes (game_json.hpp).

const SIDES = { w: "white", b: "black" };
const other = side => (side === "w" ? "b" : "w");

const row = cell => Number(cell.slice(1));
const rows = []; // from row 11 on, each from its lowest file
for (const { dataset: { cell } } of byId("board").querySelectorAll(".hex"))
  (rows[11 - row(cell)] ??= []).push(cell);

/** The captured cells, row by row upward, as a position text lists them. */
function captured(state) {
  return [...rows].reverse().flat().filter(cell => state.on[cell]?.endsWith("*"));
}

function parsePosition(text) {
  const [board, turn, marked, reserve, clock, number] = text.split(" ");
  const on = {};
  board.split("/").forEach((line, i) => {
    let at = 0;
    for (const [word] of line.matchAll(/\d+|\D/g))
      if (/\d/.test(word)) at += Number(word);
      else on[rows[i][at++]] = word;
  });
  if (marked !== "-") for (const cell of marked.split(",")) on[cell] += "*";
  return {
    on, turn, clock: Number(clock), number: Number(number), cells: [],
    reserve: { w: reserve.split("G").length - 1, b: reserve.split("g").length - 1 },
  };
}

function positionText(state) {
  const board = rows.map(line => line.map(cell => state.on[cell]?.[0] ?? " ").join("")
    .replace(/ +/g, run => run.length)).join("/");
  const reserve = "G".repeat(state.reserve.w) + "g".repeat(state.reserve.b);
  return [board, state.turn, captured(state).join() || "-", reserve || "-", state.clock,
          state.number].join(" ");
}

const CHANGE = /^(pass|(?:[a-l]\d+){1,2})((?::[a-l]\d+[.GQgq]\*?)*)(!?)(=?)(~?)$/;

/** The state after an action, with the engine's comment. */
function after(state, text) {
  const [change, ...said] = text.split(",");
  const [, action, corrections, reset, same, handedOver] = CHANGE.exec(change);
  const cells = action === "pass" ? [] : action.match(/[a-l]\d+/g);
  const next = {
    action, cells, said, on: { ...state.on }, reserve: { ...state.reserve }, time: { ...state.time },
    chooser: handedOver ? other(state.turn) : state.turn,
    turn: same ? state.turn : other(state.turn),
    clock: reset ? 0 : state.clock + 1,
  };
  next.number = state.number + (state.turn === "b" && next.turn === "w" ? 1 : 0);
  if (cells.length === 2) {
    next.on[cells[1]] = next.on[cells[0]][0];
    delete next.on[cells[0]];
  }
  if (cells.length === 1) {
    next.on[cells[0]] = state.turn === "w" ? "G" : "g";
    --next.reserve[state.turn];
  }
  for (const [, cell, content] of corrections.matchAll(/:([a-l]\d+)([^:]+)/g))
    if (content === ".") delete next.on[cell];
    else next.on[cell] = content;
  if (said[5]) next.time[next.chooser] = said[5];
  return next;
}

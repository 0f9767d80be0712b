// The rules of Agon in JavaScript, written only from the page of rules. The numbers are its sections.
// `node rules.js FOLDER` speaks UGI on standard input and output. FOLDER has the rule sets of the kit.
"use strict";
const { readFileSync } = require("fs");

// 1. Cells, in the order of the list of captured pieces: row by row upward, by file within a row.
const FILES = "abcdefghjkl";
const [CELLS, INDEX] = [[], new Map()];
for (let row = 1; row <= 11; ++row)
  for (let file = 1; file <= 11; ++file)
    if (Math.abs(file - row) <= 5) {
      INDEX.set(FILES[file - 1] + row, CELLS.length);
      const ring = Math.max(Math.abs(file - 6), Math.abs(row - 6), Math.abs(file - row));
      CELLS.push({ file, row, ring, name: FILES[file - 1] + row });
    }
const at = (file, row) => INDEX.get(FILES[file - 1] + row);
for (const cell of CELLS) {
  const ways = [[0, 1], [1, 1], [1, 0], [0, -1], [-1, -1], [-1, 0]];
  const around = ways.map(([file, row]) => at(cell.file + file, cell.row + row));
  cell.neighbours = around.filter((c) => c !== undefined);
  // 4.2. The three pairs of opposite neighbours.
  cell.line = [0, 1, 2].map((d) => [around[d], around[d + 3]]).filter((pair) => !pair.includes(undefined));
  const beside = cell.neighbours.filter((c) => CELLS[c].ring === cell.ring);
  cell.ringPair = cell.ring === 0 ? [] : [beside]; // 4.2
}
const ALL = CELLS.map((_, index) => index);
const ROWS = [11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1].map((row) => ALL.filter((cell) => CELLS[cell].row === row));
const THRONE = INDEX.get("f6");
const ring = (cell) => CELLS[cell].ring;

// 3. Setups.
const SETUPS = {
  standard: "1g1G1q/G6/7G/9/g8g/11/G8G/9/g7/6g/Q1g1G1 w - - 0 1",
  flanked: "2gggq/6g/7g/8g/10/11/10/G8/G7/G6/QGGG2 w - - 0 1",
  placement: "5q/7/8/9/10/11/10/9/8/7/Q5 w - GGGGGGgggggg 0 1",
};

const other = (side) => (side === "w" ? "b" : "w");
const owner = (piece) => (piece === "" ? "" : piece < "a" ? "w" : "b");
const isQueen = (piece) => piece === "Q" || piece === "q";

// 8. Position text.
function parse(text) {
  const [board, turn, captured, reserve, clock, number] = text.split(" ");
  const s = { board: Array(ALL.length).fill(""), turn, captured: new Set(), reserve: { w: 0, b: 0 } };
  [s.clock, s.number] = [Number(clock), Number(number)];
  board.split("/").forEach((line, i) => {
    let next = 0;
    for (const part of line.match(/\d+|[QGqg]/g) || []) {
      if (/\d/.test(part)) next += Number(part);
      else s.board[ROWS[i][next++]] = part;
    }
  });
  if (captured !== "-") captured.split(",").forEach((name) => s.captured.add(INDEX.get(name)));
  for (const guard of reserve === "-" ? "" : reserve) ++s.reserve[owner(guard)];
  return s;
}

function withoutCounters(s) {
  const rows = ROWS.map((row) => row.map((cell) => s.board[cell] || ".").join("").replace(/\.+/g, (run) => run.length));
  const captured = [...s.captured].sort((a, b) => a - b).map((cell) => CELLS[cell].name);
  const reserve = "G".repeat(s.reserve.w) + "g".repeat(s.reserve.b);
  return `${rows.join("/")} ${s.turn} ${captured.join(",") || "-"} ${reserve || "-"}`;
}
const toText = (s) => `${withoutCounters(s)} ${s.clock} ${s.number}`;

class Rules {
  constructor(fields) {
    Object.assign(this, fields);
    this.bloody = fields.effect === "bloody"; // 7
    this.removes = fields.effect === "remove"; // 4.10
  }

  pairs(cell) { return this.flank === "ring" ? CELLS[cell].ringPair : CELLS[cell].line; }
  // 4.2. Whether two pieces of a side hold a flank pair of the cell.
  isBetween(s, cell, side) {
    return this.pairs(cell).some(([a, b]) => owner(s.board[a]) === side && owner(s.board[b]) === side);
  }

  guards(s, side) { return ALL.filter((cell) => s.board[cell] === (side === "w" ? "G" : "g")); }
  onThrone(s, side) { return s.board[THRONE] === (side === "w" ? "Q" : "q"); }
  placing(s) { return s.reserve.w + s.reserve.b > 0; }
  // 4.5, 7. The captured pieces to deal with now, the queen before the others.
  waiting(s) {
    const side = this.bloody ? other(s.turn) : s.turn;
    const pieces = [...s.captured].filter((cell) => owner(s.board[cell]) === side);
    const queen = pieces.find((cell) => isQueen(s.board[cell]));
    return queen === undefined ? pieces : [queen];
  }
  // 2. The side that picks the next action.
  chooser(s) {
    const queen = this.waiting(s).some((cell) => isQueen(s.board[cell]));
    return queen && this.queen_chooser === "opponent" ? other(s.turn) : s.turn;
  }
  // 4.8, 4.10, 7.5. "w", "b" (the winner), "draw" or "".
  endByPieces(s) {
    const sides = [other(s.turn), s.turn]; // the turn has passed
    if (this.bloody || this.removes)
      for (const side of sides)
        if (this.guards(s, side).length === 0 && s.reserve[side] === 0) return other(side);
    if (this.bloody && s.captured.size > 0) return "";
    for (const side of sides) {
      const guards = this.guards(s, side);
      const inside = guards.length > 0 && guards.every((cell) => ring(cell) === 1);
      const all = guards.length === 6 && inside;
      const enough = this.bloody || this.removes ? inside && s.reserve[side] === 0 : all;
      if (this.onThrone(s, side) && enough) return side;
      if (!all || this.onThrone(s, side)) continue;
      const empty = s.board[THRONE] === "";
      if (this.forfeit === "no-own-queen" || (this.forfeit === "empty-throne" && empty)) return other(side);
      if (this.forfeit === "draw" && empty) return "draw";
    }
    return "";
  }
  end(s) {
    const end = this.endByPieces(s);
    if (end !== "" || this.no_action !== "loses" || this.placing(s)) return end;
    return this.actions(s).length === 0 ? other(s.turn) : "";
  }
  // 4.1, 4.3.
  steps(s) {
    const found = [];
    for (const from of ALL) {
      if (owner(s.board[from]) !== s.turn) continue;
      for (const to of CELLS[from].neighbours) {
        if (s.board[to] !== "" || ring(to) > ring(from)) continue;
        if (to === THRONE && !isQueen(s.board[from])) continue;
        if (this.between === "illegal" && this.isBetween(s, to, other(s.turn))) continue;
        found.push([from, to]);
      }
    }
    return found;
  }
  // 4.5.
  relocationTargets(s, from) {
    const piece = s.board[from];
    const enemy = other(owner(piece));
    const open = ALL.filter(
      (to) => s.board[to] === "" && (this.relocation_between === "safe" || !this.isBetween(s, to, enemy)));
    const target = isQueen(piece) ? this.queen_target : this.guard_target;
    if (target === "anywhere" || target === "not-throne")
      return open.filter((to) => to !== THRONE || target === "anywhere");
    if (target === "next-ring") {
      const near = open.filter((to) => CELLS[from].neighbours.includes(to) && ring(to) === ring(from) + 1);
      if (near.length > 0) return near;
    }
    if (target === "next-ring-any") return this.firstRing(open, from);
    return open.filter((to) => ring(to) === 5);
  }
  firstRing(open, from) {
    const nearest = Math.min(...open.map(ring).filter((r) => r >= Math.min(ring(from) + 1, 5)));
    return open.filter((to) => ring(to) === nearest);
  }
  // 7.2, 7.3.
  settlingTargets(s, from) {
    if (!isQueen(s.board[from])) return this.firstRing(ALL.filter((to) => s.board[to] === ""), from);
    const guards = this.guards(s, owner(s.board[from]));
    const highest = Math.max(...guards.map(ring));
    return guards.filter((cell) => ring(cell) === highest);
  }
  // All but a pass, as [from, to] or [cell].
  actions(s) {
    if (this.placing(s)) {
      if (s.reserve[s.turn] === 0) return [];
      const least = this.placement === "outer-ring" ? 5 : 1;
      return ALL.filter((cell) => s.board[cell] === "" && ring(cell) >= least).map((cell) => [cell]);
    }
    const waiting = this.waiting(s);
    if (waiting.length === 0) return this.steps(s);
    return waiting.flatMap((from) =>
      (this.bloody ? this.settlingTargets(s, from) : this.relocationTargets(s, from)).map((to) => [from, to]));
  }
  legal(s) {
    if (this.end(s) !== "") return [];
    const found = this.actions(s).map((cells) => cells.map((cell) => CELLS[cell].name).join(""));
    return found.length > 0 ? found : ["pass"]; // 4.7
  }
  // 4.4, 4.10, 7.1.
  capture(s, landed) {
    const side = owner(s.board[landed]);
    const taken = [];
    for (const prey of CELLS[landed].neighbours) {
      if (owner(s.board[prey]) !== other(side)) continue;
      for (const pair of this.pairs(prey)) {
        const partner = pair[0] === landed ? pair[1] : pair[0];
        if (pair.includes(landed) && owner(s.board[partner]) === side)
          taken.push({ prey, withQueen: isQueen(s.board[landed]) || isQueen(s.board[partner]) });
      }
    }
    for (const { prey, withQueen } of taken)
      if (this.bloody && withQueen && !isQueen(s.board[prey])) this.remove(s, prey);
      else s.captured.add(prey);
  }
  remove(s, cell) {
    s.board[cell] = "";
    s.captured.delete(cell);
    s.clock = 0;
  }

  play(before, text) {
    const s = { ...before, board: before.board.slice(), reserve: { ...before.reserve } };
    s.captured = new Set(before.captured);
    const [from, to] = (text.match(/[a-l]\d+/g) || []).map((name) => INDEX.get(name));
    let goesOn = false;
    if (text === "pass" || text === "0000") ++s.clock;
    else if (to === undefined) {
      s.board[from] = s.turn === "w" ? "G" : "g";
      --s.reserve[s.turn];
      s.clock = 0;
    } else if (s.captured.has(from)) goesOn = this.relocate(s, from, to);
    else goesOn = this.step(s, from, to);
    if (this.removes)
      for (const cell of [...s.captured]) if (!isQueen(s.board[cell])) this.remove(s, cell);
    const end = this.endByPieces(s);
    if (end !== "" && this.bloody) s.captured.clear(); // 7.5
    if (end !== "" || !goesOn) {
      if (s.turn === "b") ++s.number;
      s.turn = other(s.turn);
    }
    return s;
  }
  // Both return whether the turn goes on.
  step(s, from, to) {
    s.clock = ring(to) < ring(from) ? 0 : s.clock + 1; // 8
    s.board[to] = s.board[from];
    s.board[from] = "";
    this.capture(s, to);
    if (this.between === "captured" && this.isBetween(s, to, other(s.turn))) s.captured.add(to); // 4.3
    return this.bloody && s.captured.size > 0; // 7.4
  }
  relocate(s, from, to) {
    s.captured.delete(from);
    s.captured.delete(to); // 7.2
    s.board[to] = s.board[from];
    s.board[from] = "";
    s.clock = 0;
    if (this.bloody) return s.captured.size > 0; // 7.4
    if (this.relocation_captures === "yes") this.capture(s, to);
    return this.pace === "all-in-turn" && this.waiting(s).length > 0; // 4.6
  }
}

// 4.9. The positions of a game, and its result.
class Game {
  constructor(rules, limits, text, actions) {
    Object.assign(this, { rules, limits, state: parse(text), seen: [], mover: "" });
    this.seen.push(this.state);
    actions.forEach((action) => this.play(action));
  }
  play(action) {
    const pieces = (s) => s.board.filter((piece) => piece !== "").length;
    const before = pieces(this.state);
    this.mover = this.rules.chooser(this.state);
    this.state = this.rules.play(this.state, action);
    if (pieces(this.state) !== before) this.seen = []; // no earlier position can recur
    this.seen.push(this.state);
  }
  result() {
    const end = this.rules.end(this.state);
    if (end !== "") return end;
    const { repetition, no_progress } = this.limits;
    const last = withoutCounters(this.state);
    const times = this.seen.filter((state) => withoutCounters(state) === last).length;
    if (repetition > 0 && times >= repetition && this.rules.repetition === "draw") return "draw";
    if (repetition > 0 && times >= repetition && this.mover !== "") return other(this.mover);
    return no_progress > 0 && this.state.clock >= no_progress ? "draw" : "";
  }
}

const load = (name) => JSON.parse(readFileSync(`${process.argv[2] || "."}/${name}.json`, "utf8"));
let set = load("classic");
let rules = new Rules(set.fields);
let game = new Game(rules, set.limits, SETUPS[rules.setup], []);
const queries = {
  legalmoves: () => rules.legal(game.state).join(" "),
  fen: () => toText(game.state),
  p1turn: () => rules.chooser(game.state) === "w",
  result: () => ({ w: "p1win", b: "p2win", draw: "draw", "": "none" })[game.result()],
};
require("readline").createInterface({ input: process.stdin }).on("line", (line) => {
  const words = line.trim().split(/\s+/);
  if (words[0] === "quit") process.exit(0);
  else if (words[0] === "ugi") console.log("id name rules.js\nugiok");
  else if (words[0] === "isready") console.log("readyok");
  else if (words[0] === "query" && queries[words[1]]) console.log(`response ${queries[words[1]]()}`);
  else if (words[0] === "position") {
    const text = words[1] === "fen" ? words.slice(2, 8).join(" ") : SETUPS[rules.setup];
    const moves = words.includes("moves") ? words.slice(words.indexOf("moves") + 1) : [];
    game = new Game(rules, set.limits, text, moves);
  } else if (words[0] === "setoption" && words[2] === "UCI_Variant") {
    set = load(words[4]);
    rules = new Rules(set.fields);
  } else if (words[0] !== "setoption") console.log(`error: unknown command ${line}`);
});

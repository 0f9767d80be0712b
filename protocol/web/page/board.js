"use strict";
/** The board of a page, by mouse, touch and keyboard. `play(action, keeps)` is called with what has been
    chosen; what `keeps` is taken up, for another try. */
function openBoard(board, { play: act, say }) {
  let game;            // as it was drawn last
  let chosen = null;   // the cell of the piece that has been taken up
  let focused = null;  // the cell that the keyboard is at

  const cellOf = element => element.closest?.("[data-cell]")?.dataset.cell;
  const hexagon = cell => board.querySelector(`.hex[data-cell="${cell}"]`);
  const cellsOf = action => action.match(/[a-l]\d+/g) ?? [];
  const pairs = () => game.legal.map(cellsOf).filter(cells => cells.length === 2);
  const movable = () => new Set(pairs().map(([from]) => from));

  function targets() {
    const placements = game.legal.map(cellsOf).filter(cells => cells.length === 1).map(([to]) => to);
    return new Set([...placements, ...pairs().filter(([from]) => from === chosen).map(([, to]) => to)]);
  }

  function centre(hex) {
    const points = [...hex.points];
    const mean = axis => points.reduce((sum, point) => sum + point[axis], 0) / points.length;
    return { x: mean("x"), y: mean("y") };
  }

  let drawn = "";

  /** Only what has changed is drawn: a click is lost when its hexagon is replaced before it ends. */
  function draw(shown) {
    game = shown;
    const from = movable();
    if (!from.has(chosen)) chosen = from.size === 1 ? [...from][0] : null;
    const hadFocus = board.contains(document.activeElement);
    if (game.svg !== drawn) {
      board.innerHTML = drawn = game.svg;
      const svg = board.querySelector("svg");
      svg.querySelector("title").remove(); // a browser shows it under the pointer
      svg.setAttribute("role", "group");
      svg.setAttribute("aria-label", "Board");
      for (const hex of svg.querySelectorAll(".hex")) hex.setAttribute("role", "button");
    }
    for (const arrow of board.querySelectorAll(".plan")) arrow.classList.toggle("engine", !game.told);
    markCells();
    if (hadFocus) hexagon(focused)?.focus();
  }

  /** What can be clicked, for the eye and in words. */
  function markCells() {
    const from = movable(), to = targets();
    focused ??= [...from, ...to, "f6"][0];
    for (const dot of board.querySelectorAll(".mark")) dot.remove();
    for (const hex of board.querySelectorAll(".hex")) {
      const cell = hex.dataset.cell;
      hex.classList.toggle("movable", from.has(cell));
      hex.classList.toggle("chosen", cell === chosen);
      hex.classList.toggle("target", to.has(cell));
      hex.setAttribute("tabindex", cell === focused ? 0 : -1);
      const state = cell === chosen ? ", taken up" : to.has(cell) ? ", can be gone to"
        : from.has(cell) ? ", can move" : "";
      hex.setAttribute("aria-label", `${cell}, ${game.cells[cell] ?? "vacant"}${state}`);
      if (!to.has(cell)) continue;
      const dot = document.createElementNS(hex.namespaceURI, "circle");
      const { x, y } = centre(hex);
      for (const [name, value] of Object.entries({ class: "mark", cx: x, cy: y, r: 6 }))
        dot.setAttribute(name, value);
      hex.ownerSVGElement.append(dot);
    }
  }

  function clickCell(cell) {
    say("");
    if (game.analysis?.draft !== undefined) return act(cell);
    const to = targets();
    if (to.has(cell)) {
      const action = game.legal.find(action => {
        const cells = cellsOf(action);
        return cells.at(-1) === cell && (cells.length === 1 || cells[0] === chosen);
      });
      return play(action);
    }
    // What cannot be done is asked for all the same: the answer says why.
    const places = game.legal.some(action => cellsOf(action).length === 1);
    const said = !game.legal.length || cell === chosen || movable().has(cell) ? "" : places ? cell : chosen && chosen + cell;
    if (said) return play(said, true);
    chosen = movable().has(cell) && cell !== chosen ? cell : null;
    if (!chosen && game.legal.length) say(`${cell}: ${game.cells[cell] ?? "vacant"}; nothing can be done here`);
    if (chosen) say("");
    markCells();
  }

  function play(action, keeps = false) {
    if (!keeps) chosen = null;
    act(action);
  }

  /** The nearest cell in a direction, given in degrees. */
  function neighbour(cell, degrees) {
    const here = centre(hexagon(cell));
    const [dx, dy] = [Math.cos(degrees * Math.PI / 180), Math.sin(degrees * Math.PI / 180)];
    let best = null, least = Infinity;
    for (const hex of board.querySelectorAll(".hex")) {
      const there = centre(hex);
      const [x, y] = [there.x - here.x, there.y - here.y];
      const along = x * dx + y * dy, aside = Math.abs(x * dy - y * dx);
      if (along < 10 || aside > along) continue;
      if (along + 2 * aside < least) [best, least] = [hex.dataset.cell, along + 2 * aside];
    }
    return best;
  }

  function goTo(cell) {
    if (!cell) return;
    focused = cell;
    markCells();
    hexagon(cell).focus();
  }

  function nextChoice() {
    const choices = chosen ? targets() : new Set([...movable(), ...targets()]);
    const cells = [...board.querySelectorAll(".hex")].map(hex => hex.dataset.cell);
    const at = cells.indexOf(focused);
    goTo([...cells.slice(at + 1), ...cells.slice(0, at + 1)].find(cell => choices.has(cell)));
  }

  board.addEventListener("click", event => {
    const cell = cellOf(event.target);
    if (!cell || !game) return;
    focused = cell;
    clickCell(cell);
  });
  board.addEventListener("keydown", event => {
    const ways = { ArrowRight: 0, ArrowDown: 60, ArrowLeft: 180, ArrowUp: 240 };
    if (event.key in ways) {
      const way = ways[event.key];
      // Up and down lean to the side where there is a cell.
      goTo(neighbour(focused, way) ?? (way % 180 ? neighbour(focused, 360 - way + 180) : null));
    } else if (event.key === "Enter" || event.key === " ") {
      clickCell(cellOf(event.target) ?? focused);
    } else if (event.key === "Escape") {
      chosen = null;
      markCells();
    } else return;
    event.preventDefault();
  });

  return { draw, play, nextChoice, focus: () => goTo(focused), forget: () => { chosen = focused = null; } };
}

// The board: one SVG that lives as long as the page. Pieces glide from one position to the next; a piece is
// moved by two clicks, by dragging, or by the keyboard.
import {AROUND, CELLS, NEAR, SIZE, THRONE, action, at, ring, spot} from "agon/game.js";
import {h, hexagon, still} from "agon/ui.js";

const WAYS = {ArrowUp: 0, ArrowDown: 3};

export function makeBoard(svg, {act, refuse, put, draw, name}) {
  const layers = {};
  for (const layer of ["cells", "tints", "scene", "coords", "dots", "pieces", "arrows", "top"]) svg.append(layers[layer] = h("g", {cls: layer}));
  const cells = {}, pieces = {};   // by cell
  let shown = {state: {on: {}, caught: [], turn: "w"}, can: []}, held, focused = THRONE, drag, turned = false;
  let dropped; // the cell where a dragged piece was let go: it need not fly there
  let touched; // whether a finger did the last thing; its mouse events come later, when the answer may have moved the focus

  for (const cell of CELLS) layers.cells.append(cells[cell] = h("polygon", {cls: "cell", style: `--c:var(--r${ring(cell)})`, "data-cell": cell, role: "button", tabindex: -1}));
  const throne = h("use", {href: "#crown", cls: "throne"}), frame = h("polygon", {cls: "focus", points: hexagon(0, 0, 17.6)});
  layers.cells.append(throne);
  layers.top.append(frame);

  const place = cell => {
    const [x, y] = spot(cell, turned);
    return `translate(${x.toFixed(1)}px,${y.toFixed(1)}px)`;
  };
  // A placement comes from nowhere: it is possible while no piece is held.
  const starts = () => new Set(shown.can.map(text => action(text).from).filter(Boolean));
  const aims = () => new Set(shown.can.map(action).filter(({from, to}) => to && from === held).map(({to}) => to));
  const choose = cell => act(shown.can.find(text => action(text).from === held && action(text).to === cell));

  function turn(now) {
    if (now === turned && layers.coords.firstChild) return;
    turned = now;
    for (const cell of CELLS) cells[cell].setAttribute("points", hexagon(...spot(cell, turned), SIZE * .86));
    for (const cell in pieces) pieces[cell].style.transform = place(cell);
    const marks = [];
    for (let i = 1; i <= 11; ++i) {
      const file = "abcdefghjkl"[i - 1];
      marks.push([file, i < 7 ? file + 1 : file + 11, i < 7 ? 2 : 5], [i, i < 7 ? "a" + i : "l" + i, i < 7 ? 4 : 1]);
    }
    layers.coords.replaceChildren(...marks.map(([text, cell, way]) => {
      const [x, y] = spot(cell, turned), angle = (way * 60 - 90) * Math.PI / 180, far = (turned ? -1 : 1) * SIZE * 1.12;
      return h("text", {cls: "coord", x: x + far * Math.cos(angle), y: y + far * Math.sin(angle), "aria-hidden": "true"}, String(text));
    }));
  }

  // --- the pieces ---

  function make(piece, cell) {
    const group = h("g", {cls: "piece still fresh"}, h("circle", {cls: "ring", r: 17.4}), h("use", {href: `#p-${piece}`, x: -18, y: -18, width: 36, height: 36}));
    group.kind = piece;
    group.style.transform = place(cell);
    layers.pieces.append(group);
    group.getBoundingClientRect();
    group.classList.remove("still", "fresh");
    return group;
  }

  /** A relocated piece is lifted, flies and is put down. */
  function fly(group, from, to) {
    if (still()) return;
    layers.pieces.append(group);
    const [x, y] = spot(from, turned), [u, v] = spot(to, turned);
    group.animate([
      {transform: `translate(${x}px,${y}px)`},
      {transform: `translate(${x}px,${y - 6}px) scale(1.25)`, offset: .25, filter: "drop-shadow(0 6px 4px #0006)"},
      {transform: `translate(${u}px,${v - 6}px) scale(1.25)`, offset: .8, filter: "drop-shadow(0 6px 4px #0006)"},
      {transform: `translate(${u}px,${v}px)`}], {duration: 450, easing: "ease-in-out"});
  }

  /** From one position to another: the piece of `move` first, then the nearest of the same kind. */
  function arrange(on, move) {
    const free = [];
    const {from, to} = move || {};
    if (from && pieces[from]?.kind === on[to] && !on[from]) {
      const group = pieces[from];
      if (pieces[to]) free.push([to, pieces[to]]); // an exchange
      delete pieces[from];
      pieces[to] = group;
      if (!NEAR[from].includes(to) && dropped !== to) {
        group.classList.add("still");
        fly(group, from, to);
        requestAnimationFrame(() => group.classList.remove("still"));
      }
    }
    for (const cell in pieces) if (pieces[cell].kind !== on[cell]) free.push([cell, pieces[cell]]), delete pieces[cell];
    const wanted = Object.keys(on).filter(cell => !pieces[cell]).sort((a, b) => ring(a) - ring(b));
    for (const cell of wanted) {
      const far = ([from]) => Math.hypot(at(from).f - at(cell).f, at(from).r - at(cell).r);
      const best = free.filter(([, group]) => group.kind === on[cell]).sort((a, b) => far(a) - far(b))[0];
      if (best) free.splice(free.indexOf(best), 1);
      pieces[cell] = best?.[1] ?? make(on[cell], cell);
    }
    for (const [, group] of free) {
      group.classList.add("fresh");
      setTimeout(() => group.remove(), 250);
    }
    for (const cell in pieces) if (!drag?.on || cell !== drag.from) pieces[cell].style.transform = place(cell);
  }

  // --- what lies on the cells ---

  const tint = (cell, kind) => h("polygon", {cls: `tint ${kind}`, points: hexagon(...spot(cell, turned), SIZE * .86)});

  function mark() {
    const {took = [], lit = [], sure = [], state, can} = shown, last = shown.last && !shown.won ? action(shown.last) : {}, from = starts(), to = aims(), forced = state.caught.some(cell => from.has(cell)) || to.size > 0 && !held;
    layers.tints.replaceChildren(...sure.map(cell => tint(cell, "sure")), ...last.from ? [tint(last.from, "past from")] : [], ...last.to ? [tint(last.to, "past")] : [], ...forced && to.size < 31 ? [...to].map(cell => tint(cell, "open")) : [], ...took.map(cell => tint(cell, "took")),
      ...lit.map(cell => tint(cell, "lit")), ...held && !forced ? [tint(held, "held")] : [], ...drag?.over ? [tint(drag.over, "over")] : []);
    layers.dots.replaceChildren(...[...to].map(cell => {
      const [x, y] = spot(cell, turned);
      return h("circle", {cls: "dot", cx: x, cy: y, r: drag?.over === cell ? 9 : to.size > 45 ? 3.4 : 5.4});
    }));
    for (const cell of CELLS) {
      cells[cell].classList.toggle("can", from.has(cell));
      cells[cell].classList.toggle("aim", to.has(cell) || Boolean(shown.setup));
      cells[cell].setAttribute("aria-label", name(cell, shown, {held: cell === held, can: from.has(cell), aim: to.has(cell)}));
      cells[cell].setAttribute("tabindex", cell === focused ? 0 : -1);
    }
    for (const cell in pieces) pieces[cell].classList.toggle("caught", state.caught.includes(cell));
    svg.style.touchAction = can.length || shown.pen ? "pinch-zoom" : ""; // set only on the cells, Chromium ignores it
    frame.setAttribute("transform", `translate(${spot(focused, turned)})`);
  }

  function arrow([from, to, kind]) {
    const [x, y] = spot(from, turned), [u, v] = spot(to, turned), length = Math.hypot(u - x, v - y) || 1;
    const along = (v - y) / length, way = (u - x) / length, point = (far, side) => `${(x + way * far - along * side).toFixed(1)} ${(y + along * far + way * side).toFixed(1)}`;
    const end = length - 1, neck = end - 11;
    return h("path", {cls: `arrow ${kind}`, d: `M${point(9, 2.7)}L${point(neck, 2.7)}L${point(neck, 7.4)}L${point(end, 0)}L${point(neck, -7.4)}L${point(neck, -2.7)}L${point(9, -2.7)}Z`});
  }

  function celebrate(side) {
    layers.scene.replaceChildren();
    layers.top.querySelector(".rise")?.parentNode.remove();
    if (!side) return;
    layers.scene.append(h("circle", {cls: "glow", r: 88}), h("polygon", {cls: "halo", points: hexagon(0, 0, 62, .5)}));
    layers.top.append(h("g", {transform: "translate(0 -66) scale(1.3)"}, h("g", {cls: "rise"}, h("use", {href: "#crown"}))));
    AROUND.concat(THRONE).forEach((cell, i) => still() || pieces[cell]?.lastChild.animate([{}, {transform: "scale(1.15)"}, {}], {duration: 500, delay: 60 * i}));
  }

  /** Shows {state, can, last, took, move, lit, sure, arrows, turned, setup, draws, pen, won}. `draws`: the right
      button draws arrows; `pen`: every button and finger does. */
  function show(next) {
    const before = shown;
    shown = next;
    turn(Boolean(next.turned));
    if (drag && !starts().has(drag.from)) end();
    arrange(next.state.on, next.move);
    dropped = undefined;
    const from = starts();
    if (before.state !== next.state || !from.has(held)) held = from.size === 1 ? [...from][0] : undefined;
    layers.arrows.replaceChildren(...(next.arrows ?? []).map(arrow));
    if (before.won !== next.won) celebrate(next.won);
    mark();
    if (next.move) for (const cell of next.took ?? []) {
      pieces[cell]?.classList.add("pulse");
      setTimeout(() => pieces[cell]?.classList.remove("pulse"), 1000);
    }
  }

  function take(cell) {
    held = cell;
    mark();
  }

  function press(cell) {
    if (shown.setup || shown.pen) return put(cell);
    if (aims().has(cell)) return choose(cell);
    if (starts().has(cell)) return take(cell === held && starts().size > 1 ? undefined : cell);
    if (held && held !== cell) refuse(held, cell, shown);
    else if (shown.state.on[cell]) refuse(cell, cell, shown);
  }

  // --- mouse and touch ---

  function nearest(event) {
    const {x, y} = new DOMPoint(event.clientX, event.clientY).matrixTransform(svg.getScreenCTM().inverse());
    const far = cell => Math.hypot(spot(cell, turned)[0] - x, spot(cell, turned)[1] - y);
    const cell = CELLS.reduce((best, next) => far(next) < far(best) ? next : best);
    return {x, y, cell: far(cell) < SIZE * 1.05 ? cell : undefined};
  }

  svg.addEventListener("pointerdown", event => {
    const {cell, x, y} = nearest(event);
    touched = event.pointerType === "touch";
    if (!cell || drag) return;
    if (event.button === 2 || event.pointerType !== "touch" && event.ctrlKey || shown.pen && !event.button) {
      if (shown.draws) drag = {id: event.pointerId, pen: cell};
      return;
    }
    if (event.button) return;
    drag = {id: event.pointerId, from: cell, x, y, was: held, touch: event.pointerType === "touch"};
    if (starts().has(cell) && !shown.setup && !aims().has(cell)) {
      svg.setPointerCapture(event.pointerId);
      take(cell);
    }
  });

  svg.addEventListener("pointermove", event => {
    if (drag?.id !== event.pointerId) return;
    const {x, y, cell} = nearest(event);
    if (drag.pen) {
      layers.arrows.querySelector(".pen")?.remove();
      if (cell && cell !== drag.pen) layers.arrows.append(arrow([drag.pen, cell, "user pen"]));
      return;
    }
    if (held !== drag.from || !pieces[held]) return;
    if (!drag.on && Math.hypot(x - drag.x, y - drag.y) < 5) return;
    const group = pieces[held];
    if (!drag.on) {
      drag.on = true;
      layers.pieces.insertBefore(drag.ghost = group.cloneNode(true), layers.pieces.firstChild);
      drag.ghost.classList.add("ghost");
      layers.pieces.append(group);
      group.classList.add("drag");
    }
    group.style.transform = `translate(${x}px,${y - (drag.touch ? 24 : 0)}px) scale(1.2)`;
    const over = cell && aims().has(cell) ? cell : undefined;
    if (over !== drag.over) {
      drag.over = over;
      mark();
    }
  });

  /** Ends a drag, wherever the piece is. */
  function end() {
    const done = drag;
    drag = undefined;
    done?.ghost?.remove();
    layers.arrows.querySelector(".pen")?.remove();
    for (const cell in pieces) pieces[cell].classList.remove("drag");
    return done;
  }

  function home(cell) {
    if (pieces[cell]) pieces[cell].style.transform = place(cell);
    mark();
  }

  function drop(event) {
    if (drag?.id !== event.pointerId) return;
    const {cell} = nearest(event), done = end(), up = event.type === "pointerup";
    if (done.pen && up && cell === done.pen && shown.pen) return put(cell);
    if (done.pen) return up && draw(cell && cell !== done.pen ? [done.pen, cell] : [done.pen, done.pen]);
    if (done.on) {
      if (up && cell && aims().has(cell)) {
        dropped = cell;
        return choose(cell);
      }
      home(done.from);
      if (up && cell && cell !== done.from) refuse(done.from, cell, shown);
      return;
    }
    if (!up || cell !== done.from) return;
    focused = cell;
    if (done.touch) cells[cell].focus({preventScroll: true, focusVisible: false});
    if (starts().has(cell) && held === cell && done.was !== cell) mark();
    else press(cell);
  }
  svg.addEventListener("pointerup", drop);
  svg.addEventListener("pointercancel", drop);
  svg.addEventListener("mousedown", event => touched && event.preventDefault()); // it would take the focus
  svg.addEventListener("contextmenu", event => event.preventDefault());

  // --- keyboard and screen readers ---

  svg.addEventListener("click", event => event.detail === 0 && event.target.dataset.cell && press(event.target.dataset.cell));
  svg.addEventListener("focusin", event => {
    const {cell} = event.target.dataset;
    if (!cell || cell === focused) return;
    focused = cell;
    mark();
  });
  svg.addEventListener("focus", () => focus(focused));
  svg.addEventListener("keydown", event => {
    const cell = focused, jump = direction => {
      const list = [...(held && aims().size ? aims() : new Set([...starts(), ...aims()]))].sort((a, b) => CELLS.indexOf(a) - CELLS.indexOf(b));
      return list.at((list.indexOf(cell) + direction) % list.length);
    };
    const side = (high, low) => NEAR[cell][(at(cell).f - at(cell).r) % 2 ? low : high] ?? NEAR[cell][high] ?? NEAR[cell][low];
    let to;
    const key = turned ? {ArrowUp: "ArrowDown", ArrowDown: "ArrowUp", ArrowLeft: "ArrowRight", ArrowRight: "ArrowLeft"}[event.key] ?? event.key : event.key;
    if (key in WAYS) to = NEAR[cell][WAYS[key]];
    else if (key === "ArrowLeft") to = side(5, 4);
    else if (key === "ArrowRight") to = side(1, 2);
    else if (key === "m" || key === "M") to = jump(event.shiftKey ? -1 : 1);
    else if (key === "Enter" || key === " ") press(cell);
    else if (key === "Escape" && held) take(undefined);
    else return;
    event.preventDefault();
    if (to) focus(to);
  });

  function focus(cell) {
    focused = cell;
    mark();
    cells[cell].focus({preventScroll: true});
  }

  /** A step that is refused: the piece shakes its head. */
  function knock(cell) {
    if (!still()) pieces[cell]?.lastChild.animate([{}, {transform: "translateX(-2.5px)"}, {transform: "translateX(2.5px)"}, {}], 180);
  }

  return {show, knock, focus: () => focus([...starts()][0] ?? focused), shown: () => shown, take};
}

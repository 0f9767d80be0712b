// A board. Its shapes are copied from the picture in the page (svg_diagram()), which shows one of
// everything. Knows no rules.

/** Makes a board of a picture; returns a function that draws a state on it. */
function boardOf(svg) {
  const hexagons = new Map([...svg.querySelectorAll(".hex")].map(hex => [hex.dataset.cell, hex]));

  function centre(cell) {
    const points = [...hexagons.get(cell).points];
    const mean = axis => points.reduce((total, point) => total + point[axis], 0) / points.length;
    return { x: mean("x"), y: mean("y") };
  }

  function take(selector) {
    const found = [...svg.querySelectorAll(selector)];
    for (const element of found) element.remove();
    return found[0];
  }

  const guard = side => {
    const copy = svg.querySelector(`.reserve.${side}`).cloneNode(true);
    copy.classList.remove("reserve");
    return copy;
  };
  const pieces = { G: guard("white"), g: guard("black"), Q: take(".queen.white"), q: take(".queen.black") };
  const reserves = { w: svg.querySelectorAll(".reserve.white"), b: svg.querySelectorAll(".reserve.black") };
  const captureMark = take(".captured");
  // The picture has a last action from one end of the middle row to the other.
  const lastMarks = [...svg.querySelectorAll(".last")].map(mark => centre(mark.dataset.cell));
  const tail = Math.min(...lastMarks.map(mark => mark.x));
  const tip = Math.max(...lastMarks.map(mark => mark.x));
  take(".last");
  const arrowShape = take(".arrow");
  const layer = document.createElementNS(svg.namespaceURI, "g");
  svg.insertBefore(layer, svg.querySelector(".label"));

  function put(shape, cell) {
    const { x, y } = centre(cell);
    const copy = shape.cloneNode(true);
    copy.setAttribute("transform", `translate(${x.toFixed(1)},${y.toFixed(1)})`);
    copy.dataset.cell = cell;
    layer.append(copy);
  }

  function mark(cell) {
    const copy = hexagons.get(cell).cloneNode();
    copy.setAttribute("class", "last");
    layer.append(copy);
  }

  /** The picture's arrow with its two ends moved: each point goes with the end it is nearer to. */
  function arrow(from, to) {
    const [a, b] = [centre(from), centre(to)];
    const length = Math.hypot(b.x - a.x, b.y - a.y);
    const copy = arrowShape.cloneNode();
    const along = point => (point.x < (tail + tip) / 2 ? point.x - tail : point.x - tip + length);
    copy.setAttribute("points", [...arrowShape.points]
      .map(point => `${along(point).toFixed(1)},${point.y.toFixed(1)}`).join(" "));
    const angle = Math.atan2(b.y - a.y, b.x - a.x) * 180 / Math.PI;
    copy.setAttribute("transform", `translate(${a.x.toFixed(1)},${a.y.toFixed(1)}) rotate(${angle.toFixed(2)})`);
    layer.append(copy);
  }

  return state => {
    layer.replaceChildren();
    for (const cell of state.cells) mark(cell);
    if (state.cells.length === 2) arrow(...state.cells);
    for (const [cell, content] of Object.entries(state.on)) put(pieces[content[0]], cell);
    for (const cell of captured(state)) put(captureMark, cell);
    for (const side of "wb")
      reserves[side].forEach((piece, i) => {
        piece.style.display = i < state.reserve[side] ? "" : "none";
      });
  };
}

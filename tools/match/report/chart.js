// Tables and curves, for the pages of a report, of a tuning, and of a match that is played.

const byId = id => document.getElementById(id);

/** A new last child of `parent`. */
function add(parent, name, attributes = {}, text = "") {
  const space = name === "svg" ? "http://www.w3.org/2000/svg" : parent.namespaceURI;
  const element = document.createElementNS(space, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.textContent = text;
  parent.append(element);
  return element;
}

/** Fills a table; the first cell of each row is its heading. */
function fillTable(grid, head, rows) {
  const headings = add(add(grid, "thead"), "tr");
  for (const text of head) add(headings, "th", { scope: "col" }, text);
  const body = add(grid, "tbody");
  for (const [name, ...cells] of rows) {
    const line = add(body, "tr");
    add(line, "th", { scope: "row" }, name);
    for (const text of cells) add(line, "td", {}, text);
  }
}

/** Adds a table to the section; the first cell of each row is its heading. */
function table(section, caption, head, rows) {
  // What scrolls must take the focus, or the keyboard could not scroll it.
  const scroll = add(byId(section), "div",
                     { class: "scroll", role: "region", tabindex: 0, "aria-label": caption });
  const grid = add(scroll, "table");
  add(grid, "caption", {}, caption);
  fillTable(grid, head, rows);
}

/** 1, 2 or 5 times a power of ten, so that a range of this size has about five of them. */
function tickStep(size) {
  const power = 10 ** Math.floor(Math.log10(size / 6));
  return [1, 2, 5, 10].map(factor => factor * power).find(step => step >= size / 6);
}

/**
 * Adds curves over the games to `parent`. A line has a name and points [games, value, error], where
 * error is half the height of the band around it. Bounds are [name, value] and drawn across. What is
 * counted `across` may be other than games; with `zero` the scale has a zero.
 */
function chart(parent, title, lines, bounds = [], { across: counted = "games", zero = true } = {}) {
  const [WIDTH, HEIGHT, LEFT, RIGHT, TOP, BOTTOM] = [720, 312, 64, 704, 12, 262];
  const [width, height] = [RIGHT - LEFT, BOTTOM - TOP];
  const last = Math.max(1, ...lines.flatMap(line => line.points.slice(-1)).map(point => point[0]));
  // The first tenth of the games, where values are wild, does not set the scale.
  const values = [...(zero ? [0] : []), ...bounds.map(bound => bound[1])];
  for (const { points } of lines)
    for (const [games, value, error = 0] of points)
      if (games >= last / 10) values.push(value - error, value + error);
  let [low, high] = [Math.min(...values), Math.max(...values)];
  const margin = Math.max((high - low) * 0.05, 0.01);
  [low, high] = [low - margin, high + margin];
  const x = games => (LEFT + width * games / last).toFixed(1);
  const y = value => (BOTTOM - height * (value - low) / (high - low)).toFixed(1);
  const path = points => points.map(([games, value]) => `${x(games)},${y(value)}`).join(" ");

  const figure = add(parent, "figure");
  const caption = add(figure, "figcaption", {}, title);
  if (lines.length > 1)
    lines.forEach(({ name }, i) => caption.append(" ", add(caption, "span", { class: `c${i % 8}` }, name)));
  const picture = add(figure, "svg", { class: "chart", role: "img", viewBox: `0 0 ${WIDTH} ${HEIGHT}` });
  add(picture, "title", {}, title);
  const across = (className, value) =>
    add(picture, "line", { class: className, x1: LEFT, x2: RIGHT, y1: y(value), y2: y(value) });
  const write = (className, left, top, text) =>
    add(picture, "text", { class: className, x: left, y: top }, text);

  const step = tickStep(high - low);
  for (let n = Math.ceil(low / step); n * step <= high; ++n) {
    across(n === 0 ? "zero" : "grid", n * step);
    write("left", LEFT - 6, Number(y(n * step)) + 5, Number((n * step).toFixed(3)));
  }
  const wide = Math.max(tickStep(last), 1);
  for (let games = 0; games <= last; games += wide) write("below", x(games), BOTTOM + 22, games);
  write("below", (LEFT + RIGHT) / 2, HEIGHT - 4, counted);

  // A nested picture is cut off at its edge.
  const inner = add(picture, "svg", { x: LEFT, y: TOP, width, height, viewBox: `${LEFT} ${TOP} ${width} ${height}` });
  lines.forEach(({ points }, i) => {
    const edge = sign => points.map(([games, value, error = 0]) => [games, value + sign * error]);
    if (points.some(point => point[2]))
      add(inner, "polygon", { class: "band", points: path([...edge(1), ...edge(-1).reverse()]) });
    add(inner, "polyline", { class: `curve c${i % 8}`, points: path(points) });
  });
  for (const [name, value] of bounds) {
    across("bound", value);
    const above = y(value) > (TOP + BOTTOM) / 2; // keep off the edge
    write("bound", LEFT + 6, Number(y(value)) + (above ? -5 : 16), name);
  }
}

// Tables, ranks, and curves over the games of a match, for the pages of a report, of a running match,
// of a tuning and of a study.

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

const percent = share => `${(share * 100).toFixed(1)} %`;

/** Head and rows of the table of ranks. */
function ranksTable(ranks) {
  const { pairs, buchholz } = ranks[0];
  const head = ["engine", "rank", "Elo", "nElo", "LOS", "games", "won", "drawn", "lost", "points", "score"];
  const rows = ranks.map(({ name, elo, nElo, los, games: [lost, drawn, won], ...more }, i) => {
    const [count, points] = [lost + drawn + won, won + drawn / 2];
    return [name, i + 1, elo, nElo, los, count, won, drawn, lost, (more.points ?? points).toFixed(1),
            count ? percent(points / count) : "", ...(buchholz === undefined ? [] : [more.buchholz.toFixed(1)]),
            ...(pairs ? [more.pairs.join(" ")] : [])];
  });
  return [[...head, ...(buchholz === undefined ? [] : ["Buchholz"]), ...(pairs ? ["pairs by points 0 to 2"] : [])],
          rows];
}

/** Adds the curves of Elo and of the SPRT, if there is one, to `parent`. */
function showCurves(parent, names, { elo, llr, bounds }) {
  if (elo.some(points => points.length))
    chart(parent, names.length === 2 ? `Elo of ${names[0]} against ${names[1]}, with its 95 % interval`
                                     : "Elo of each engine",
          elo.map((points, i) => ({ name: names[i], points })));
  if (llr?.length)
    chart(parent, "Log likelihood ratio of the SPRT, between its bounds", [{ points: llr }],
          [["H1 is accepted above", bounds[1]], ["H0 is accepted below", bounds[0]]]);
}

/** Adds a table to the section; the first cell of each row is its heading. */
function table(section, caption, head, rows) {
  // A scrolling element must take the focus, or the keyboard could not scroll it.
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
 * error is half the height of the band around it. Bounds are [name, value] and drawn across. `across`
 * names what the horizontal axis counts; with `zero` the scale has a zero.
 */
function chart(parent, title, lines, bounds = [], { across: counted = "games", zero = true } = {}) {
  const [WIDTH, HEIGHT, LEFT, RIGHT, TOP, BOTTOM] = [720, 312, 64, 704, 12, 262];
  const [width, height] = [RIGHT - LEFT, BOTTOM - TOP];
  const last = Math.max(1, ...lines.flatMap(line => line.points.slice(-1)).map(point => point[0]));
  // The first tenth of the games, where values vary wildly, does not set the scale.
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

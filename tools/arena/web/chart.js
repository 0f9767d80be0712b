// Curves over the games of a match, or over the iterations of a tuning. They are drawn as wide as they are shown, so
// that their words are as large as all others.
import {h} from "agon/ui.js";
import {a, decimals} from "agon/arena.words.js";

/** 1, 2 or 5 times a power of ten, so that a range of this size has about `count` of them. */
function tickStep(size, count) {
  const power = 10 ** Math.floor(Math.log10(size / count));
  return [1, 2, 5, 10].map(factor => factor * power).find(step => step >= size / count);
}

const drawings = new WeakMap(), watched = new ResizeObserver(entries => entries.forEach(({target}) => drawings.get(target)?.()));

/** A figure. A line has a name and points [games, value, error], where error is half the height of the band around
    it. Bounds are [name, value] and drawn across. `across` names what the horizontal axis counts; with `zero` the
    scale has a zero. */
export function chart(title, lines, bounds = [], {across: counts = a("games"), zero = true} = {}) {
  const box = h("div", {cls: "plot"});
  const figure = h("figure", {cls: "chart"}, h("figcaption", {}, title, " ", lines.length > 1 && h("span", {cls: "legend"}, lines.map(({name}, i) => h("span", {cls: `key k${i % 8}`}, name)))), box);
  figure.own = true;
  const last = Math.max(1, ...lines.map(({points}) => points.at(-1)?.[0] ?? 0));
  // The first tenth of the games, where values vary wildly, does not set the scale.
  const values = [...zero ? [0] : [], ...bounds.map(bound => bound[1])];
  for (const {points} of lines) for (const [games, value, error = 0] of points) if (games >= last / 10) values.push(value - error, value + error);
  let low = Infinity, high = -Infinity;
  for (const value of values) low = Math.min(low, value), high = Math.max(high, value);
  const margin = Math.max((high - low) * .05, .01);
  [low, high] = [low - margin, high + margin];

  function draw() {
    const width = Math.max(240, Math.round(box.clientWidth || 640)), height = Math.round(Math.min(320, Math.max(180, width * .45)));
    const [left, right, top, bottom] = [56, width - 10, 10, height - 46];
    const x = games => (left + (right - left) * games / last).toFixed(1), y = value => (bottom - (bottom - top) * (value - low) / (high - low)).toFixed(1);
    const path = points => points.map(([games, value]) => `${x(games)},${y(value)}`).join(" ");
    const across = (cls, value) => h("line", {cls, x1: left, x2: right, y1: y(value), y2: y(value)}), write = (cls, x, y, text) => h("text", {cls, x, y}, text);
    const grid = [], step = tickStep(high - low, 5), wide = Math.max(tickStep(last, width / 90), 1);
    for (let n = Math.ceil(low / step); n * step <= high; ++n) grid.push(across(n ? "grid" : "zero", n * step), write("left", left - 8, Number(y(n * step)) + 4, decimals(Number((n * step).toFixed(3)))));
    for (let games = 0; games <= last; games += wide) grid.push(write("below", x(games), bottom + 20, decimals(games)));
    // A nested picture is cut off at its edge.
    const inner = h("svg", {x: left, y: top, width: right - left, height: bottom - top, viewBox: `${left} ${top} ${right - left} ${bottom - top}`}, lines.map(({points}, i) => {
      const edge = sign => points.map(([games, value, error = 0]) => [games, value + sign * error]);
      return [points.some(point => point[2]) && h("polygon", {cls: `band k${i % 8}`, points: path([...edge(1), ...edge(-1).reverse()])}), h("polyline", {cls: `line-of k${i % 8} ${i > 7 ? "dashed" : ""}`, points: path(points)})];
    }));
    const limits = bounds.map(([name, value]) => {
      const above = y(value) > (top + bottom) / 2; // keep off the edge
      return [across("bound", value), write("bound", left + 6, Number(y(value)) + (above ? -5 : 15), name)];
    });
    box.replaceChildren(h("svg", {role: "img", width, height, viewBox: `0 0 ${width} ${height}`, "aria-label": title}, grid, write("below", (left + right) / 2, height - 6, counts), inner, limits.flat()));
  }
  drawings.set(box, draw);
  watched.observe(box);
  draw();
  return figure;
}

/** A row for each engine, the best first: its rating, and its interval as a line. Entries are [name, [elo, error],
    colour]. */
function ratings(title, entries) {
  const box = h("div", {cls: "plot"}), figure = h("figure", {cls: "chart ratings"}, h("figcaption", {}, title), box);
  figure.own = true;
  const ends = entries.flatMap(([, [elo, error]]) => [elo - error, elo + error]), margin = Math.max((Math.max(...ends) - Math.min(...ends)) * .03, 1);
  const [low, high] = [Math.min(...ends) - margin, Math.max(...ends) + margin];

  function draw() {
    const width = Math.max(240, Math.round(box.clientWidth || 640)), row = 40, bottom = entries.length * row + 6, height = bottom + 26;
    const [left, right] = [10, width - 10], x = elo => (left + (right - left) * (elo - low) / (high - low)).toFixed(1), step = tickStep(high - low, width / 90), grid = [];
    for (let n = Math.ceil(low / step); n * step <= high; ++n) {
      const at = x(n * step);
      grid.push(h("line", {cls: n ? "grid" : "zero", x1: at, x2: at, y1: 0, y2: bottom}));
      if (at > 24 && at < width - 24) grid.push(h("text", {cls: "below", x: at, y: bottom + 18}, decimals(Number((n * step).toFixed(3)))));
    }
    const rows = entries.map(([name, [elo, error], k], i) => {
      const y = i * row + 30, said = `${decimals(elo, 1)} \u00b1 ${decimals(error, 1)}`;
      return h("g", {cls: `k${k % 8}`}, h("text", {cls: "name", x: left, y: y - 12}, `${name}: ${said}`), h("line", {cls: "interval", x1: x(elo - error), x2: x(elo + error), y1: y, y2: y}),
        [-1, 1].map(sign => h("line", {cls: "interval", x1: x(elo + sign * error), x2: x(elo + sign * error), y1: y - 4, y2: y + 4})), h("circle", {cls: "mark", cx: x(elo), cy: y, r: 4.5}));
    });
    box.replaceChildren(h("svg", {role: "img", width, height, viewBox: `0 0 ${width} ${height}`, "aria-label": `${title}: ${entries.map(([name, [elo, error]]) => `${name} ${decimals(elo, 1)} \u00b1 ${decimals(error, 1)}`).join(", ")}`}, grid, rows));
  }
  drawings.set(box, draw);
  watched.observe(box);
  draw();
  return figure;
}

/** The ratings of more than two engines, as a figure; false if there are fewer, or none has played. */
export function ratingsChart(names, ranks) {
  const entries = ranks.filter(({rating}) => rating).map(({name, rating}) => [name, rating, names.indexOf(name)]);
  return entries.length > 1 && ratings(a("ratings"), entries);
}

/** The curves of Elo and of the SPRT, if there is one. */
export function curves(names, {elo, llr, bounds}) {
  return [elo.some(points => points.length) && chart(names.length === 2 ? a("eloCurve", ...names) : a("eloCurves"), elo.map((points, i) => ({name: names[i], points}))),
    llr?.length > 0 && chart(a("llrCurve"), [{points: llr}], [[a("accepted", "H1"), bounds[1]], [a("below", "H0"), bounds[0]]])];
}

// Runs in a report's page, lists its tables and curves, and steps through its first two games by the keys. What it
// sees is left as text in the element `observed`, for report_browser_test.cpp.
const find = selector => document.querySelector(selector), all = selector => [...document.querySelectorAll(selector)];
const press = key => document.body.dispatchEvent(new KeyboardEvent("keydown", {key, bubbles: true}));

/** The cell in whose middle a piece is drawn. */
function cellOf(piece) {
  const [x, y] = piece.style.transform.match(/-?[\d.]+/g).map(Number);
  return all(".board .cell").find(cell => {
    const points = [...cell.points], mean = axis => points.reduce((total, point) => total + point[axis], 0) / points.length;
    return Math.hypot(mean("x") - x, mean("y") - y) < 0.2;
  })?.dataset.cell;
}

function observe(when) {
  observed.push(`at ${when} ` + find(".position code").textContent);
  const pieces = all(".board .piece:not(.fresh)"), marks = pieces.filter(piece => piece.matches(".caught")).map(piece => cellOf(piece) + "*");
  const shown = pieces.map(piece => cellOf(piece) + piece.querySelector("use").getAttribute("href").at(-1));
  const reserve = ["bottom", "top"].map((_, i) => all(".viewer .strip")[1 - i].querySelectorAll(".reserve .fig").length);
  observed.push(`on ${when} ` + [...shown, ...marks].sort().join(" ") + " + " + "G".repeat(reserve[0]) + "g".repeat(reserve[1]));
}

function tables() {
  for (const table of all("main table"))
    for (const row of table.rows)
      observed.push([`table ${table.caption?.textContent ?? ""}`, ...[...row.cells].map(cell => cell.textContent)].join("|"));
  for (const figure of all("#result figure")) {
    observed.push(`figure ${figure.querySelector("figcaption").textContent.trim()}`);
    for (const row of figure.querySelectorAll("svg > g"))
      observed.push(`rating ${row.querySelector("text").textContent}|${row.querySelector("circle").getAttribute("cx")}`);
    for (const line of figure.querySelectorAll(".line-of, .band")) observed.push(`${line.getAttribute("class").trim()} ${line.getAttribute("points")}`);
    for (const text of figure.querySelectorAll("text.bound")) observed.push(`bound ${text.textContent}|${text.getAttribute("y")}`);
  }
  for (const id of ["summary", "headline", "verdict"]) observed.push(`${id} ${document.getElementById(id)?.textContent ?? ""}`);
  for (const sentence of all(".sentences li")) observed.push("setting " + sentence.textContent);
  for (const pairing of all(".pairing"))
    observed.push("pairing " + [...pairing.children].map(line => (line.className ? "*" : "") + [...line.children].map(word => word.textContent).join("|")).join(" "));
}

/** Of the games that a filter leaves the first is shown, and what it leaves is counted. */
function filters() {
  for (const name of all(".filters select").map(select => select.id)) {
    const values = [...document.getElementById(name).options].map(option => [option.value, option.textContent]);
    for (const [value, text] of [...values, ["", ""]]) {
      const select = document.getElementById(name);
      select.value = value;
      select.dispatchEvent(new Event("change"));
      if (text) observed.push(`filter ${name} ${text}|${find("#count").textContent}|${all(".game > span:first-child").map(number => number.textContent).join()}`);
    }
  }
}

function games() {
  find(".shown").scrollIntoView();
  for (const game of [1, 2]) {
    const length = Number(find(".course input").max);
    observe(game);
    for (let ply = 0; ply < length; ++ply) {
      press("ArrowRight");
      observe(game);
    }
    press("ArrowRight"); // nothing is beyond the end
    observe("end" + game);
    press("Home");
    observe("begin" + game);
    press("End");
    press("ArrowLeft");
    observe("before" + game);
    press("n");
  }
  press("n"); // nor beyond the last game
  press("End");
  observed.push("name " + encodeURIComponent(find(".viewer .strip:last-child .who").textContent.trim()));
  observed.push("status " + find(".viewer .status").textContent);
  location.hash = "#game=1&ply=7";
  setTimeout(() => {
    observe("link");
    observed.push("scores " + all(".course polyline").map(line => line.getAttribute("points").split(" ").filter(Boolean).length).join());
    press(" "); // it plays by itself, an action in 0.8 s
    setTimeout(finish, 1000);
  }, 500);
}

function finish() {
  observe("played");
  press(" ");
  const log = document.createElement("pre");
  log.id = "observed";
  log.textContent = "\n" + observed.join("\n") + "\n";
  document.body.append(log);
}

(function begin() {
  if (!find(".sentences")) return setTimeout(begin, 10); // the page is drawn when its words are there
  tables();
  filters();
  games();
})();

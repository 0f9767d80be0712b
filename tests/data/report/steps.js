// Runs at the end of a report's page, lists its tables and curves, and steps through its first two games
// by the keys. What it sees is left as text in the element `observed`, for report_browser_test.cpp.
const press = key => document.body.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
const seen = selector => [...document.querySelectorAll("#board " + selector)]
  .filter(element => element.style.display !== "none");
const letter = piece =>
  "GgQq"[(piece.matches(".queen") ? 2 : 0) + (piece.matches(".black") ? 1 : 0)];

function observe(when) {
  observed.push(`at ${when} ` + document.getElementById("position").textContent);
  const pieces = seen(":is(.guard, .queen):not(.reserve)").map(piece => piece.dataset.cell + letter(piece));
  const marks = seen("g.captured").map(mark => mark.dataset.cell + "*");
  observed.push(`on ${when} ` + [...pieces, ...marks].sort().join(" ") + " + " +
             seen(".reserve").map(letter).join(""));
}

for (const table of document.querySelectorAll("main .scroll table"))
  for (const row of table.rows)
    observed.push([`table ${table.caption.textContent}`,
                ...[...row.cells].map(cell => cell.textContent)].join("|"));
for (const figure of document.querySelectorAll("figure")) {
  observed.push(`figure ${figure.querySelector("figcaption").textContent}`);
  for (const line of figure.querySelectorAll(".curve, .band"))
    observed.push(`${line.getAttribute("class")} ${line.getAttribute("points")}`);
  for (const text of figure.querySelectorAll("text.bound"))
    observed.push(`bound ${text.textContent}|${text.getAttribute("y")}`);
}
observed.push("summary " + document.getElementById("summary").textContent);

document.getElementById("games").scrollIntoView();
for (const game of [1, 2]) {
  const length = document.querySelectorAll("#actions tbody tr").length;
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
observed.push("name " + encodeURIComponent(document.querySelector("#white .name").textContent));
observed.push("status " + document.getElementById("status").textContent);
for (const shape of seen("g:is(.guard, .queen, .captured):not(.reserve)")) {
  const { e, f } = shape.transform.baseVal.consolidate().matrix;
  observed.push(`shape ${shape.classList} ${shape.dataset.cell} ${e.toFixed(1)} ${f.toFixed(1)}`);
}
location.hash = "#game=1&ply=7";
setTimeout(() => {
  observe("link");
  const log = document.createElement("pre");
  log.id = "observed";
  log.textContent = "\n" + observed.join("\n") + "\n";
  document.body.append(log);
}, 500);

// Runs at the end of a report's page, lists its tables and curves, and steps through its first two games
// by the keys. What it sees is left as text in the element `heard`, for report_browser_test.cpp.
const press = key => document.body.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
const seen = selector => [...document.querySelectorAll("#board " + selector)]
  .filter(element => element.style.display !== "none");
const letter = piece =>
  "GgQq"[(piece.matches(".queen") ? 2 : 0) + (piece.matches(".black") ? 1 : 0)];

function hear(when) {
  heard.push(`at ${when} ` + document.getElementById("position").textContent);
  const pieces = seen(":is(.guard, .queen):not(.reserve)").map(piece => piece.dataset.cell + letter(piece));
  const marks = seen("g.captured").map(mark => mark.dataset.cell + "*");
  heard.push(`on ${when} ` + [...pieces, ...marks].sort().join(" ") + " + " +
             seen(".reserve").map(letter).join(""));
}

for (const table of document.querySelectorAll("main .scroll table"))
  for (const row of table.rows)
    heard.push([`table ${table.caption.textContent}`,
                ...[...row.cells].map(cell => cell.textContent)].join("|"));
for (const figure of document.querySelectorAll("figure")) {
  heard.push(`figure ${figure.querySelector("figcaption").textContent}`);
  for (const line of figure.querySelectorAll(".curve, .band"))
    heard.push(`${line.getAttribute("class")} ${line.getAttribute("points")}`);
  for (const text of figure.querySelectorAll("text.bound"))
    heard.push(`bound ${text.textContent}|${text.getAttribute("y")}`);
}
heard.push("summary " + document.getElementById("summary").textContent);

document.getElementById("games").scrollIntoView();
for (const game of [1, 2]) {
  const length = document.querySelectorAll("#actions tbody tr").length;
  hear(game);
  for (let ply = 0; ply < length; ++ply) {
    press("ArrowRight");
    hear(game);
  }
  press("ArrowRight"); // nothing is beyond the end
  hear("end" + game);
  press("Home");
  hear("begin" + game);
  press("End");
  press("ArrowLeft");
  hear("before" + game);
  press("n");
}
press("n"); // nor beyond the last game
press("End");
heard.push("name " + encodeURIComponent(document.querySelector("#white .name").textContent));
heard.push("status " + document.getElementById("status").textContent);
for (const shape of seen("g:is(.guard, .queen, .captured):not(.reserve)")) {
  const { e, f } = shape.transform.baseVal.consolidate().matrix;
  heard.push(`shape ${shape.classList} ${shape.dataset.cell} ${e.toFixed(1)} ${f.toFixed(1)}`);
}
location.hash = "#game=1&ply=7";
setTimeout(() => {
  hear("link");
  const log = document.createElement("pre");
  log.id = "heard";
  log.textContent = "\n" + heard.join("\n") + "\n";
  document.body.append(log);
}, 500);

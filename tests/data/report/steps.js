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
for (const figure of document.querySelectorAll("#result figure")) {
  observed.push(`figure ${figure.querySelector("figcaption").textContent}`);
  for (const line of figure.querySelectorAll(".curve, .band"))
    observed.push(`${line.getAttribute("class")} ${line.getAttribute("points")}`);
  for (const text of figure.querySelectorAll("text.bound"))
    observed.push(`bound ${text.textContent}|${text.getAttribute("y")}`);
}
for (const id of ["summary", "headline", "verdict"])
  observed.push(`${id} ${document.getElementById(id).textContent}`);
for (const sentence of document.querySelectorAll("#settings li"))
  observed.push("setting " + sentence.textContent);
for (const pairing of document.querySelectorAll(".round li"))
  observed.push("pairing " + [...pairing.children].map(line =>
    (line.className ? "*" : "") + [...line.children].map(word => word.textContent).join("|")).join(" "));

// Of the games that a filter leaves the first is shown, and what it leaves is counted.
for (const select of document.querySelectorAll("#filters select")) {
  for (const { value } of [...select.options]) {
    select.value = value;
    select.dispatchEvent(new Event("change"));
    observed.push(`filter ${select.id} ${select.selectedOptions[0].textContent}|` +
                  document.getElementById("count").textContent + "|" +
                  [...document.getElementById("game").options].map(({ text }) => text.split(".")[0]).join());
  }
  select.value = "";
  select.dispatchEvent(new Event("change"));
}

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
  const words = [...document.querySelectorAll("#curve polyline")].map(line =>
    line.getAttribute("points").split(" ").filter(Boolean).length);
  observed.push("scores " + words.join());
  press(" "); // it plays by itself, an action in 0.8 s
  setTimeout(finish, 1000);
}, 500);

function finish() {
  observe("played");
  press(" ");
  const log = document.createElement("pre");
  log.id = "observed";
  log.textContent = "\n" + observed.join("\n") + "\n";
  document.body.append(log);
}

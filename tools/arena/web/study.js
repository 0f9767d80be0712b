// Shows two rule sets of a study side by side. The page comes entirely from its data (study_page() in
// study_page.hpp). The other scripts come before this one, in one function. None knows the rules.

const data = JSON.parse(byId("data").textContent);
const name = ({ preset, setup }) => `${preset}, ${setup}`;
const names = [...new Set(data.cells.map(name))];
const sizes = [...new Set(data.cells.map(cell => cell.nodes))].sort((a, b) => a - b);
const chosen = () => ["one", "other"].map(id => byId(id).value);

/** The cell of equals or unequals of a rule set and size; undefined if it was not played. */
const cellOf = (which, nodes, kind) =>
  data.cells.find(cell => name(cell) === which && cell.nodes === nodes && cell.kind === kind);

// --- figures ---

/** A figure as text and as a bar on a scale from `low` to `high`. */
function showFigure(parent, figure, { unit }, low, high) {
  if (!figure) return;
  const number = value => value.toLocaleString("en", { maximumFractionDigits: high < 60 ? 1 : 0 });
  add(parent, "span", {},
      `${number(figure.value)}${unit && ` ${unit}`} (${number(figure.low)} to ${number(figure.high)})`);
  const bar = add(parent, "span", { class: "bar" });
  const at = value => `${100 * (Math.min(Math.max(value, low), high) - low) / (high - low || 1)}%`;
  Object.assign(add(bar, "i").style, { left: at(figure.low), right: `calc(100% - ${at(figure.high)})` });
  add(bar, "b").style.left = at(figure.value);
}

function showFigures() {
  const both = chosen();
  const grid = add(byId("figures"), "table");
  fillTable(grid, ["nodes an action", ...both], []);
  const body = grid.tBodies[0];
  for (const figure of data.figures) {
    const lines = sizes.map(nodes => [nodes, both.map(which => cellOf(which, nodes, figure.kind)?.[figure.name])])
      .filter(([, values]) => values.some(Boolean));
    if (!lines.length) continue;
    add(add(body, "tr", { class: "what" }), "th", { colspan: 3, scope: "rowgroup" }, figure.title);
    // One scale for any two rule sets.
    const all = data.cells.flatMap(cell => (cell.kind === figure.kind && cell[figure.name]) || []);
    const high = figure.unit === "%" ? 100 : Math.max(...all.map(value => value.high));
    const low = Math.min(0, ...all.map(value => value.low));
    for (const [nodes, values] of lines) {
      const line = add(body, "tr");
      add(line, "th", { scope: "row" }, nodes.toLocaleString("en"));
      values.forEach((value, i) =>
        showFigure(add(line, "td", { class: i ? "other" : "one" }), value, figure, low, high));
    }
  }
}

function showEndings() {
  const columns = chosen().flatMap(which => sizes.flatMap(nodes => cellOf(which, nodes, "equals") ?? []));
  const endings = [...new Set(columns.flatMap(cell => Object.keys(cell.endings)))].sort();
  fillTable(add(byId("endings"), "table"),
            ["ending", ...columns.map(cell => `${name(cell)}, ${cell.nodes.toLocaleString("en")}`)],
            [...endings.map(ending => [ending, ...columns.map(cell => cell.endings[ending] ?? 0)]),
             ["games", ...columns.map(cell => cell.games)]]);
}

// --- games ---

const pawns = score => Math.max(-10, Math.min(10, score.includes("M") ? Number(`${score[0]}10`) : Number(score)));

/** A board that steps through the games of one of the chosen rule sets. */
class Viewer {
  constructor(article) {
    this.part = selector => article.querySelector(selector);
    this.svg = this.part(".board svg");
    this.draw = boardOf(this.svg);
    this.part("select").addEventListener("change", event => this.open(this.games[event.target.value]));
    const steps = { first: () => 0, back: () => this.ply - 1, ahead: () => this.ply + 1, last: () => Infinity };
    for (const button of article.querySelectorAll(".steps button"))
      button.addEventListener("click", () => this.show(steps[button.dataset.by]()));
    const keys = { Home: "first", ArrowLeft: "back", ArrowRight: "ahead", End: "last" };
    article.addEventListener("keydown", event => {
      if (!keys[event.key] || event.target.closest("select") || !this.states) return;
      event.preventDefault();
      this.show(steps[keys[event.key]]());
    });
  }

  choose(which) {
    this.games = data.games.filter(game => name(game) === which);
    this.part("h2").textContent = which;
    this.part("select").ariaLabel = `Game of ${which}`;
    this.part("select").replaceChildren(...this.games.map(({ choice, nodes }, i) =>
      new Option(`The most ${choice} game at ${nodes.toLocaleString("en")} nodes`, i)));
    if (this.games.length) return this.open(this.games[0]);
    this.part(".why").textContent = "The study has no game of equals by these rules.";
    this.part(".said").textContent = "";
    this.states = undefined;
    this.part(".course").replaceChildren();
  }

  open(game) {
    this.game = game;
    this.states = [{ ...parsePosition(game.first), time: {} }];
    for (const text of game.actions.split(" ").filter(Boolean)) this.states.push(after(this.states.at(-1), text));
    this.part(".why").textContent = `${game.result}: ${game.reason}. ${game.why}`;
    this.part(".course").replaceChildren();
    chart(this.part(".course"), "Scores from white's side, in pawns, up to 10", Object.entries(SIDES).map(
      ([side, sideName]) => ({ name: sideName, points: this.states.flatMap((state, at) =>
        (state.chooser === side && state.said[0] ? [[at, pawns(state.said[0])]] : [])) })), [], { across: "actions" });
    this.show(0);
  }

  show(to) {
    if (!this.states) return;
    const last = this.states.length - 1;
    this.ply = Math.max(0, Math.min(to, last));
    this.draw(this.states[this.ply]);
    this.svg.querySelector("title").textContent = `The board after ${this.ply} actions`;
    this.part(".said").textContent = status(this.game, this.states, this.ply);
    for (const by of ["first", "back"]) this.part(`[data-by=${by}]`).disabled = this.ply === 0;
    for (const by of ["ahead", "last"]) this.part(`[data-by=${by}]`).disabled = this.ply === last;
  }
}

const articles = ["one", "other"].map(side => document.querySelector(`article.${side}`));
articles[1].replaceChildren(...articles[0].cloneNode(true).childNodes);
articles[1].querySelector(".board").removeAttribute("id");
const viewers = articles.map(article => new Viewer(article));

function showChosen() {
  byId("figures").replaceChildren();
  byId("endings").replaceChildren();
  showFigures();
  showEndings();
  chosen().forEach((which, i) => viewers[i].choose(which));
}

const total = data.cells.reduce((games, cell) => games + cell.games, 0);
byId("summary").textContent = `${total.toLocaleString("en")} games of ${data.engine} against itself, at a fixed ` +
  `number of nodes an action. A comeback is a win of a side that both engines saw ${data.comeback / 100} pawns down.`;
const usual = Math.max(0, names.indexOf("classic, standard"));
["one", "other"].forEach((id, i) => {
  byId(id).append(...names.map(text => new Option(text)));
  byId(id).selectedIndex = (usual + i) % names.length;
  byId(id).addEventListener("change", showChosen);
});
showChosen();

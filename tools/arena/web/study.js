// Two rule sets of a study side by side. The page comes entirely from its data (study_page() in study_page.hpp).
import {$, fill, h} from "agon/ui.js";
import {makeViewer} from "agon/viewer.js";
import {a, decimals} from "agon/arena.words.js";
import {makeFrame} from "agon/frame.js";
import {table} from "agon/tables.js";

const data = JSON.parse($("#data").textContent), SIDES = ["one", "other"];
const name = ({preset, setup}) => `${preset}, ${setup}`, names = [...new Set(data.cells.map(name))];
const sizes = [...new Set(data.cells.map(cell => cell.nodes))].sort((one, two) => one - two);
const usual = Math.max(0, names.indexOf("classic, standard")), chosen = [names[usual], names[(usual + 1) % names.length]];

/** The cell of equals or unequals of a rule set and size; undefined if it was not played. */
const cellOf = (which, nodes, kind) => data.cells.find(cell => name(cell) === which && cell.nodes === nodes && cell.kind === kind);

// --- figures ---

/** A figure as text and as a bar on a scale from `low` to `high`. */
function figure(shown, {unit}, low, high) {
  if (!shown) return "";
  const number = value => value.toLocaleString(document.documentElement.lang, {maximumFractionDigits: high < 60 ? 1 : 0});
  const at = value => 100 * (Math.min(Math.max(value, low), high) - low) / (high - low || 1);
  return [a("interval", number(shown.value) + (unit && ` ${unit}`), number(shown.low), number(shown.high)),
    h("span", {cls: "range"}, h("i", {style: `left: ${at(shown.low)}%; right: ${100 - at(shown.high)}%`}), h("b", {style: `left: ${at(shown.value)}%`}))];
}

function figures() {
  const groups = data.figures.map(each => {
    const lines = sizes.map(nodes => [nodes, chosen.map(which => cellOf(which, nodes, each.kind)?.[each.name])]).filter(([, values]) => values.some(Boolean));
    if (!lines.length) return false;
    // One scale for any two rule sets.
    const all = data.cells.flatMap(cell => cell.kind === each.kind && cell[each.name] || []), high = each.unit === "%" ? 100 : Math.max(...all.map(value => value.high)), low = Math.min(0, ...all.map(value => value.low));
    return [h("tr", {cls: "what"}, h("th", {colspan: 3, scope: "rowgroup"}, each.title)), lines.map(([nodes, values]) => h("tr", {}, h("th", {scope: "row"}, decimals(nodes)), values.map((value, i) => h("td", {cls: SIDES[i]}, figure(value, each, low, high)))))];
  });
  return h("table", {cls: "compare", id: "figures"}, h("thead", {}, h("tr", {}, [a("nodesHead"), ...chosen].map(text => h("th", {scope: "col"}, text)))), h("tbody", {}, groups));
}

function endings() {
  const columns = chosen.flatMap(which => sizes.flatMap(nodes => cellOf(which, nodes, "equals") ?? [])), all = [...new Set(columns.flatMap(cell => Object.keys(cell.endings)))].sort();
  return table(a("endings"), [a("ending"), ...columns.map(cell => `${name(cell)}, ${decimals(cell.nodes)}`)],
    [...all.map(ending => [a.ending(ending), ...columns.map(cell => cell.endings[ending] ?? 0)]), [a("games"), ...columns.map(cell => cell.games)]], "cross");
}

// --- games ---

/** A board that steps through the games of one of the chosen rule sets. */
class Played {
  constructor(side) {
    this.element = h("article", {cls: SIDES[side]});
    this.element.own = true;
    this.side = side;
    this.viewer = makeViewer({keys: this.element});
  }

  draw() {
    const which = chosen[this.side], games = data.games.filter(game => name(game) === which);
    if (which !== this.which) {
      this.which = which;
      this.number = 0;
      if (games.length) this.open(games[0]);
    }
    const game = games[this.number];
    fill(this.element, h("h3", {}, which), games.length > 0 && h("select", {"aria-label": a("gameOf", which), "data-key": "choice", change: event => {
      this.number = Number(event.target.value);
      this.open(games[this.number]);
      this.draw();
    }}, games.map(({choice, nodes}, i) => h("option", {value: i, selected: i === this.number}, a("choice", choice, decimals(nodes))))),
    h("p", {cls: "why small soft"}, game ? game.why : a("noStudyGame")), game && this.viewer.element);
    if (game) this.viewer.draw();
  }

  open(game) {
    this.viewer.open({...game, variant: game.preset, curve: data.curve, names: [game.white, game.black]});
  }
}
const played = SIDES.map((side, i) => new Played(i));

const total = data.cells.reduce((games, cell) => games + cell.games, 0);
const draw = await makeFrame({
  title: () => data.title,
  intro: () => [h("h1", {}, data.title), h("p", {id: "summary"}, a("studyOf", decimals(total), data.engine, decimals(data.comeback / 100))),
    h("div", {cls: "sides"}, SIDES.map((side, i) => h("label", {cls: "small soft", "data-key": side}, a(side), " ", h("select", {id: side, change: event => {
      chosen[i] = event.target.value;
      draw();
    }}, names.map(text => h("option", {value: text, selected: text === chosen[i]}, text))))))],
  sections: [
    ["all-figures", "figuresHead", box => fill(box, h("p", {cls: "small soft"}, a("explain")), figures())],
    ["endings", "endings", box => fill(box, endings())],
    ["games", "gamesHead", box => {
      fill(box, h("p", {cls: "small soft"}, a("studyKeys")), h("div", {cls: "sides played", "data-key": "played"}, played.map(({element}) => element)));
      for (const each of played) each.draw();
    }],
  ],
});

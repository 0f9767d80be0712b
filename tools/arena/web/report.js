// The page of a match that has been played. It comes entirely from its data (report_json() in report.hpp).
import {$, fill, h} from "agon/ui.js";
import {a} from "agon/arena.words.js";
import {curves, ratingsChart} from "agon/chart.js";
import {makeFrame} from "agon/frame.js";
import {makeGames} from "agon/games.js";
import {settingsOf} from "agon/settings.js";
import {bar, counted, crossTable, endingsTable, faultsTable, points, ranksTable, scrolling, sidesTable, sum} from "agon/tables.js";

const data = JSON.parse($("#data").textContent), {settings, ranks, games} = data;
const names = settings.engines.map(({name}) => name), byName = names.map(name => ranks.find(rank => rank.name === name));
const selfPlay = games.every(({white, black}) => white === black), {cross, endings} = counted(names, games);
const list = makeGames(data);

/** The score of two engines, large. */
function duel() {
  if (selfPlay || names.length !== 2) return false;
  const [one, two] = byName.map(({games}) => games);
  return h("div", {cls: "duel"}, h("b", {}, names[0]), h("span", {cls: "big"}, points(one), h("span", {cls: "soft"}, " : "), points(two)), h("b", {}, names[1]), sum(one) > 0 && bar(one));
}

/** The bracket of a knockout, where neighbours meet in the next column; or the rounds of a Swiss. */
function rounds() {
  const caption = a(settings.tournament === "knockout" ? "bracket" : "rounds");
  return scrolling(caption, h("div", {cls: "rounds"}, data.rounds.map((pairings, i) => h("section", {cls: "of-round"}, h("h3", {}, a("roundNo", i + 1)), h("ol", {}, pairings.map(({players, points, winner, game}) =>
    h("li", {cls: "pairing"}, players.map((name, side) => h("p", {cls: name === winner && "winner"}, game ? h("a", {href: `#game=${game}`}, name) : h("span", {}, name), h("b", {}, points ? points[side] : a("bye")))))))))));
}

await makeFrame({
  title: () => data.title,
  intro: () => [h("h1", {}, data.title), duel(), h("p", {id: "headline", cls: "lead"}, (data.date ? `${data.date}: ` : "") + a.said(data.result, data.said[0]) + "."), data.verdict && h("p", {id: "verdict", cls: "verdict"}, a.said(data.verdict, data.said[1])),
    h("p", {id: "summary", cls: "soft"}, `${settings.event ? `${settings.event}: ` : ""}${a("gamesOfRules", games.length, data.variant, data.setup)}`)],
  sections: [
    ["result", "result", box => {
      const drawn = [ratingsChart(names, ranks), ...curves(names, data)].filter(Boolean);
      fill(box, h("div", {cls: "first"}, selfPlay ? sidesTable(byName) : crossTable(names, ranks.map(({name}) => names.indexOf(name)), cross), drawn.length > 0 && h("div", {cls: "charts"}, drawn)),
        !selfPlay && ranksTable(ranks), data.ratio && h("p", {cls: "small soft ratio"}, a.ratio(data)));
    }],
    ["rounds", "rounds", box => data.rounds.length > 0 && fill(box, rounds())],
    ["games", "gamesHead", box => {
      if (!list.element.isConnected) box.append(list.element);
      list.draw();
    }],
    ["endings", "endings", box => fill(box, endingsTable(endings), !selfPlay && sidesTable(byName), faultsTable(byName))],
    ["settings-of", "settingsHead", box => fill(box, settingsOf(data))],
  ],
});

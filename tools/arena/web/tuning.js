// The page of a tuning: it comes entirely from its data (tuning_json() in tuning_page.hpp).
import {$, fill, h} from "agon/ui.js";
import {a} from "agon/arena.words.js";
import {chart} from "agon/chart.js";
import {makeFrame} from "agon/frame.js";
import {settingsOf} from "agon/settings.js";
import {table} from "agon/tables.js";

const data = JSON.parse($("#data").textContent), {summary, missing, options, rows: [head, ...rows], courses, settings: {spsa}} = data, shards = courses[0].lines.length;

await makeFrame({
  title: () => data.title,
  intro: () => [h("h1", {}, data.title), h("p", {id: "headline", cls: "lead"}, summary + "."), missing && h("p", {id: "verdict", cls: "verdict"}, missing),
    h("p", {id: "summary", cls: "soft"}, a("tuningOf", spsa.iterations, shards > 1 ? a("ofShards", shards) : "", spsa.pairs, spsa.seed))],
  sections: [
    ["result", "result", box => fill(box, table(a("parameters"), head, rows), h("p", {}, a("asOptions"), " ", h("code", {}, options)))],
    ["courses", "courses", box => fill(box, h("div", {cls: "charts"}, courses.map(({name, start, c_end, lines}) =>
      chart(name, lines, [[a("cEndUp"), start + c_end], [a("begin"), start], [a("cEndDown"), start - c_end]], {across: a("iterations"), zero: false}))))],
    ["settings-of", "settingsHead", box => fill(box, settingsOf(data))],
  ],
});

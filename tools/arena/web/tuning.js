// The page of a tuning: it comes entirely from its data (tuning_json() in tuning_page.hpp).

const data = JSON.parse(byId("data").textContent);
const { summary, missing, options, rows: [head, ...rows], courses, settings: { spsa } } = data;
const shards = courses[0].lines.length;

byId("headline").textContent = summary + ".";
byId("verdict").textContent = missing;
byId("summary").textContent = `Each of ${plural(spsa.iterations, "iteration")}` +
  `${shards > 1 ? ` of ${shards} shards` : ""} plays ${plural(spsa.pairs, "pair")} of games. ` +
  `Seed ${spsa.seed}.`;
table("result", "Parameters", head, rows);
const words = add(byId("result"), "p", {}, "As values of -engine: ");
add(words, "code", {}, options);
for (const { name, start, c_end, lines } of courses)
  chart(byId("courses"), name, lines,
        [["+ c_end", start + c_end], ["start", start], ["- c_end", start - c_end]],
        { across: "iterations", zero: false });
showSettings();

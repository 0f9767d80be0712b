// The settings of a match in words.

const plural = (count, what) => `${count} ${what}${count === 1 ? "" : "s"}`;

/** What bounds an engine's thinking: "10 s and 0.1 s for each action, 4000 nodes". */
function limits({ tc = "-", nodes, depth, timemargin, ponder }) {
  const [, moves, time, increment] = /^(?:(\d+)\/)?([\d.:]+)(?:\+([\d.]+))?$/.exec(tc) ?? [];
  const parts = [];
  if (tc.endsWith("/move")) parts.push(`${tc.slice(0, -5)} s for each action`);
  if (time)
    parts.push(`${time} s${moves ? ` for ${moves} actions` : ""}` +
               (increment ? ` and ${increment} s for each action` : ""));
  if (nodes) parts.push(`${plural(nodes, "node")} an action`);
  if (depth) parts.push(`depth ${depth}`);
  if (timemargin) parts.push(`may be ${timemargin} ms late`);
  if (ponder) parts.push("thinks in its opponent's time");
  return parts.join(", ") || "not known";
}

function drawWords({ RepetitionLimit, NoProgressLimit }) {
  const draws = [];
  if (RepetitionLimit) draws.push(`a position that occurs ${plural(RepetitionLimit, "time")}`);
  if (NoProgressLimit) draws.push(`${plural(NoProgressLimit, "action")} without progress`);
  return draws.length ? `A draw is made by ${draws.join(" or ")}.` : "";
}

function tournamentWords({ tournament, rounds, seeds, games, swap }) {
  const who = {
    roundrobin: `All play all, ${plural(rounds, "encounter")} for each pair of engines.`,
    gauntlet: `The first ${plural(seeds, "engine")} play all others, ` +
              `${plural(rounds, "encounter")} each.`,
    knockout: `A knockout, ${plural(rounds, "encounter")} a pairing, more if it is level.`,
    swiss: `A Swiss of ${plural(rounds, "round")}.`,
  }[tournament];
  if (!who) return "";
  const colours = games === 2 ? " An encounter is two games on one opening" +
    (swap ? " with colours swapped." : ".") : swap ? "" : " The engine listed first is always white.";
  return who + colours;
}

function adjudicationWords({ maxmoves, draw, resign } = {}) {
  const rules = [];
  if (maxmoves) rules.push(`A draw after ${maxmoves} actions of each side.`);
  if (draw)
    rules.push(`A draw from action ${draw.movenumber} on, when ${plural(draw.movecount, "pair")} of ` +
               `actions are scored within ${draw.score} centipawns of 0.`);
  if (resign)
    rules.push(`A loss for an engine that is ${resign.score} centipawns down in ` +
               `${plural(resign.movecount, "action")}${resign.twosided ? ", if both say so" : ""}.`);
  return rules.join(" ");
}

/** A list of sentences; some may be empty. */
function settingsWords(settings) {
  const { openings, sprt, shard } = settings;
  const rules = `Rules: ${data.variant}, setup ${data.setup}.`;
  if (settings.converted)
    return [rules, "The games come from other records, which contain nothing else about the match."];
  return [
    rules, drawWords(settings), tournamentWords(settings),
    !openings ? "" : openings.file ? `${plural(openings.count, "opening")} of ${openings.file}.`
                                   : "Every game begins with the setup.",
    adjudicationWords(settings.adjudication),
    settings.illegal === "forfeit-turn" ? "An illegal action costs the turn." : "",
    sprt ? `SPRT of ${sprt.model} Elo: H0 is ${sprt.elo0}, H1 is ${sprt.elo1}, alpha ${sprt.alpha}, ` +
           `beta ${sprt.beta}.` : "",
    shard ? `Only these shards of the match are here: ${[shard].flat().join(", ")}.` : "",
    settings.site && settings.site !== "?" ? `Site: ${settings.site}.` : "",
  ];
}

function showSettings() {
  const list = add(byId("settings"), "ul");
  for (const sentence of settingsWords(data.settings).filter(Boolean)) add(list, "li", {}, sentence);
  const known = !data.settings.converted;
  const optionWords = options =>
    Object.entries(options ?? {}).map(([name, value]) => `${name} ${value}`).join(", ");
  table("settings", "Engines", ["engine", "thinks", ...(known ? ["program", "protocol", "options"] : [])],
        data.settings.engines.map(engine =>
          [engine.name, limits(engine),
           ...(known ? [[engine.cmd, ...(engine.args ?? [])].join(" "), engine.proto.toUpperCase(),
                        optionWords(engine.options)] : [])]));
}

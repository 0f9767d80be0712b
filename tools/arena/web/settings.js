// The settings of a match in words.
import {h} from "agon/ui.js";
import {a} from "agon/arena.words.js";
import {table} from "agon/tables.js";

/** What bounds an engine's thinking: "10 s and 0.1 s for each action, 4000 nodes". */
function limits({tc = "-", nodes, depth, timemargin, ponder}) {
  const [, moves, time, increment] = /^(?:(\d+)\/)?([\d.:]+)(?:\+([\d.]+))?$/.exec(tc) ?? [], parts = [];
  if (tc.endsWith("/move")) parts.push(a("perAction", tc.slice(0, -5)));
  if (time) parts.push(a(moves ? "timeFor" : "time", time, moves) + (increment ? a("increment", increment) : ""));
  if (nodes) parts.push(a("nodesEach", nodes));
  if (depth) parts.push(a("depthOf", depth));
  if (timemargin) parts.push(a("late", timemargin));
  if (ponder) parts.push(a("ponders"));
  return parts.join(", ") || a("notKnown");
}

function draws({RepetitionLimit, NoProgressLimit}) {
  const ways = [RepetitionLimit && a("repeated", RepetitionLimit), NoProgressLimit && a("noProgress", NoProgressLimit)].filter(Boolean);
  return ways.length > 0 && a("drawBy", ways.join(a("or")));
}

function tournament({tournament, rounds, seeds, games, swap}) {
  if (!["roundrobin", "gauntlet", "knockout", "swiss"].includes(tournament)) return "";
  return a(tournament, rounds, seeds) + (games === 2 ? a(swap ? "pairSwapped" : "pair") : swap ? "" : a("firstWhite"));
}

function adjudication({maxmoves, draw, resign, refuges} = {}) {
  return [maxmoves && a("maxmoves", maxmoves), draw && a("drawRule", draw.movenumber, draw.movecount, draw.score),
    resign && a(resign.twosided ? "resignBoth" : "resignRule", resign.score, resign.movecount), refuges && a("refugesRule")].filter(Boolean).join(" ");
}

/** Sentences. */
function words({variant, setup, settings}) {
  const {openings, sprt, shard, site} = settings, rules = a("rulesOf", variant, setup);
  if (settings.converted) return [rules, a("converted")];
  return [rules, draws(settings), tournament(settings), openings && (openings.file ? a("openings", openings.count, openings.file) + (openings.policy === "round" ? a("policyRound") : "") : a("noOpenings")), adjudication(settings.adjudication),
    settings.illegal === "forfeit-turn" && a("forfeit"), sprt && a("sprt", sprt.model, sprt.elo0, sprt.elo1, sprt.alpha, sprt.beta), shard && a("shards", [shard].flat().join(", ")),
    site && site !== "?" && a("site", site)].filter(Boolean);
}

export function settingsOf(data) {
  const known = !data.settings.converted, options = options => Object.entries(options ?? {}).map(([name, value]) => `${name} ${value}`).join(", ");
  return [h("ul", {cls: "sentences"}, words(data).map(sentence => h("li", {}, sentence))),
    table(a("engines"), [a("engine"), a("thinks"), ...known ? [a("program"), a("protocol"), a("options")] : []], data.settings.engines.map(engine =>
      [engine.name, limits(engine), ...known ? [[engine.cmd, ...engine.args ?? []].join(" "), engine.proto.toUpperCase(), options(engine.options)] : []]), "words")];
}

// Who did how well: headline, tables and bracket. Games are counted as [lost, drawn, won].

const sum = counts => counts.reduce((total, count) => total + count, 0);
const points = ([, drawn, won]) => (won + drawn / 2).toFixed(1);
const pointsOf = games => `${points(games)}/${sum(games)}`;
const wonDrawnLost = ([lost, drawn, won]) => `+${won} =${drawn} -${lost}`;
const SCORES = { "0-1": 0, "1/2-1/2": 1, "1-0": 2 }; // white's half points

function showTables() {
  const { settings, ranks } = data;
  const engines = settings.engines;
  const names = engines.map(engine => engine.name);
  const byName = names.map(name => ranks.find(rank => rank.name === name));

  const selfPlay = games.every(({ white, black }) => white === black);
  if (!selfPlay) table("result", "Ranks", ...ranksTable(ranks));

  const cross = names.map(() => names.map(() => [0, 0, 0]));
  const endings = new Map(); // counts by white's half points
  for (const { white, black, result, ending } of games) {
    if (!(result in SCORES)) continue; // broken off
    const [one, two] = [names.indexOf(white), names.indexOf(black)];
    if (one !== two) {
      ++cross[one][two][SCORES[result]];
      ++cross[two][one][2 - SCORES[result]];
    }
    if (!endings.has(ending)) endings.set(ending, [0, 0, 0]);
    ++endings.get(ending)[SCORES[result]];
  }
  if (!selfPlay)
    table("result", "Points against each other", ["engine", ...names], names.map((name, i) =>
      [name, ...cross[i].map(games => (sum(games) ? `${pointsOf(games)} (${wonDrawnLost(games)})` : ""))]));
  if (data.ratio) add(byId("result"), "p", {}, data.ratio);

  table("endings", "Endings", ["ending", "white won", "black won", "drawn", "games"],
        [...endings].sort().map(([ending, count]) => [ending, count[2], count[0], count[1], sum(count)]));
  table(selfPlay ? "result" : "endings", "By side", ["engine", "as white", "", "as black", ""], byName.map(({ name, bySide }) =>
    [name, ...bySide.flatMap(games => [pointsOf(games), wonDrawnLost(games)])]));
  const faulty = byName.filter(({ faults }) => sum(Object.values(faults)));
  if (faulty.length)
    table("endings", "Faults", ["engine", ...Object.keys(faulty[0].faults)],
          faulty.map(({ name, faults }) => [name, ...Object.values(faults)]));
}

function showHeadline() {
  const { date, result, verdict, settings } = data;
  byId("headline").textContent = (date ? `${date}: ` : "") + result + ".";
  byId("verdict").textContent = verdict;
  byId("summary").textContent = `${settings.event ? settings.event + ": " : ""}${plural(games.length, "game")}` +
    ` of ${data.variant}, setup ${data.setup}`;
}

/** The bracket of a knockout, where neighbours meet in the next column; or the rounds of a Swiss. */
function showRounds() {
  if (!data.rounds.length) return;
  const caption = data.settings.tournament === "knockout" ? "Bracket" : "Rounds";
  add(byId("result"), "h3", {}, caption);
  const board = add(byId("result"), "div",
                    { class: "scroll rounds", role: "region", tabindex: 0, "aria-label": caption });
  data.rounds.forEach((pairings, i) => {
    const round = add(board, "section", { class: "round" });
    add(round, "h4", {}, `Round ${i + 1}`);
    const list = add(round, "ol");
    for (const { players, points, winner, game } of pairings) {
      const pairing = add(list, "li");
      players.forEach((name, side) => {
        const line = add(pairing, "p", { class: name === winner ? "winner" : "" });
        if (game) add(line, "a", { href: `#game=${game}` }, name);
        else add(line, "span", {}, name);
        add(line, "b", {}, points ? points[side] : "bye");
      });
    }
  });
}

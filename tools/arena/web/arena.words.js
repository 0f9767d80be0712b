// The words of reports, live matches, studies and tunings, in each language; see words.js.
import {filled, language} from "agon/words.js";

const en = {
  skip: "Skip to the result", parts: "Parts of this page", result: "Result", gamesHead: "Games", endings: "Endings", settingsHead: "Settings", rounds: "Rounds", bracket: "Bracket", courses: "Courses",
  running: "Being played", finished: "Last results", curvesHead: "Curves", figuresHead: "Figures", rulesHead: "Rule sets",
  scrolls: "More to the side: scroll, or use the arrow keys", white: "white", black: "black", engine: "Engine", rank: "rank", elo: "Elo", nElo: "nElo", los: "LOS", games: "games", won: "won", drawn: "drawn", lost: "lost", points: "points", score: "score", pairs: "pairs by points 0 to 2",
  ranks: "Ranks", cross: "Points against each other", bySide: "By side", asWhite: "as white", asBlack: "as black", faults: "Faults", wdl: "{0} won, {1} drawn, {2} lost", whiteWon: "white won", blackWon: "black won",
  eloCurve: "Elo of {0} against {1}, with its 95 % interval", eloCurves: "Elo of each engine", llrCurve: "Log likelihood ratio of the SPRT, between its bounds", ratio: "LLR: {0} ({1}, {2}) [{3}, {4}]", gamesLeft: ", about {0|1 game|# games} left", accepted: "{0} is accepted above", below: "{0} is accepted below",
  gamesOf: "{0|# game|# games}", gamesOfAll: "{0} of {1|# game|# games}", gamesOfRules: "{0|# game|# games} of {1}, setup {2}", actionsOf: "{0|# action|# actions}", gameNo: "Game {0}", openingNo: "opening {0}", roundNo: "Round {0}", bye: "bye",
  search: "Search", searchFor: "Number, engine, ending\u2026", all: "all", opening: "Opening", ending: "Ending", showAll: "Show all games", moreGames: "Show {0} more", noGame: "No game matches.", won1: "{0} won", unfinished: "not finished",
  previousTitle: "Previous game (p)", nextTitle: "Next game (n)",
  // the settings in words
  perAction: "{0} s for each action", time: "{0} s", timeFor: "{0} s for {1} actions", increment: " and {0} s for each action", nodesEach: "{0|# node|# nodes} an action", depthOf: "depth {0}", late: "may be {0} ms late", ponders: "thinks in its opponent\u2019s time", notKnown: "not known",
  repeated: "a position that occurs {0|# time|# times}", noProgress: "{0|# action|# actions} without progress", or: " or ", drawBy: "A draw is made by {0}.",
  roundrobin: "All play all, {0|# encounter|# encounters} for each pair of engines.", gauntlet: "The first {1|# engine|# engines} play all others, {0|# encounter|# encounters} each.", knockout: "A knockout, {0|# encounter|# encounters} a pairing, more if it is level.", swiss: "A Swiss of {0|# round|# rounds}.",
  pairSwapped: " An encounter is two games on one opening with colours swapped.", pair: " An encounter is two games on one opening.", firstWhite: " The engine listed first is always white.",
  refugesRule: "A draw once it is proved that neither side can lose.", policyRound: " All encounters of a round have the same one.", ratings: "Elo from all results, average 0, with 95 % intervals",
  maxmoves: "A draw after {0} actions of each side.", drawRule: "A draw from action {0} on, when {1|# pair|# pairs} of actions are scored within {2} centipawns of 0.",
  resignRule: "A loss for an engine that is {0} centipawns down in {1|# action|# actions}.", resignBoth: "A loss for an engine that is {0} centipawns down in {1|# action|# actions}, if both say so.",
  rulesOf: "Rules: {0}, setup {1}.", converted: "The games come from other records, which contain nothing else about the match.", openings: "{0|# opening|# openings} of {1}.", noOpenings: "Every game begins with the setup.", forfeit: "An illegal action costs the turn.",
  sprt: "SPRT of {0} Elo: H0 is {1}, H1 is {2}, alpha {3}, beta {4}.", shards: "Only these shards of the match are here: {0}.", site: "Site: {0}.", engines: "Engines", enginesOf: "{0|# engine|# engines}", thinks: "thinks", program: "program", protocol: "protocol", options: "options",
  // the live match
  aMatch: "A match", connecting: "Connecting\u2026", hasEnded: "The match has ended; this is its last state.", gone: "The match has ended, or was broken off; this is its last state.", noneRunning: "No game is being played.", withoutBoard: "Without a board: {0}", look: "Look at game {0}", timeLeft: ", {0} left", close: "Close", noResult: "No game has been finished yet.",
  reason: "ending", matchOf: "{0} \u00b7 rules {1}, setup {2}",
  // the tuning
  iterations: "iterations", tuningOf: "Each of {0|# iteration|# iterations}{1} plays {2|# pair|# pairs} of games. Seed {3}.", ofShards: " of {0} shards", parameters: "Parameters", asOptions: "As values of -engine:", cEndUp: "+ c_end", cEndDown: "\u2212 c_end", begin: "start", shard: "shard {0}",
  // the study
  one: "One rule set", other: "Another", studyOf: "{0} games of {1} against itself, at a fixed number of nodes an action. A comeback is a win of a side that both engines saw {2} pawns down.", explain: "The bright mark is the figure, the bar around it its 95 % interval; for the length, the middle half of the games.",
  nodesHead: "nodes an action", interval: "{0} ({1} to {2})", choice: "The most {0} game at {1} nodes", gameOf: "Game of {0}", noStudyGame: "The study has no game of equals by these rules.", studyKeys: "Left, right, Home and End step through the game that was touched last.", actions: "actions",
};
const de = {
  skip: "Zum Ergebnis", parts: "Teile dieser Seite", result: "Ergebnis", gamesHead: "Partien", endings: "Partieenden", settingsHead: "Einstellungen", rounds: "Runden", bracket: "Turnierbaum", courses: "Verl\u00e4ufe",
  running: "Laufende Partien", finished: "Letzte Ergebnisse", curvesHead: "Kurven", figuresHead: "Kennzahlen", rulesHead: "Regelwerke",
  scrolls: "Seitlich geht es weiter: scrollen oder Pfeiltasten", white: "Wei\u00df", black: "Schwarz", engine: "Engine", rank: "Platz", elo: "Elo", nElo: "nElo", los: "LOS", games: "Partien", won: "gewonnen", drawn: "remis", lost: "verloren", points: "Punkte", score: "Anteil", pairs: "Paare nach Punkten 0 bis 2",
  ranks: "Rangliste", cross: "Kreuztabelle", bySide: "Nach Farbe", asWhite: "mit Wei\u00df", asBlack: "mit Schwarz", faults: "Fehler", wdl: "{0} gewonnen, {1} remis, {2} verloren", whiteWon: "Wei\u00df gewann", blackWon: "Schwarz gewann",
  eloCurve: "Elo von {0} gegen {1} mit 95-%-Intervall", eloCurves: "Elo jeder Engine", llrCurve: "Log-Likelihood-Quotient des SPRT zwischen seinen Schranken", ratio: "LLR: {0} ({1} bis {2}) [{3} bis {4}]", gamesLeft: ", noch etwa {0|eine Partie|# Partien}", accepted: "dar\u00fcber wird {0} angenommen", below: "darunter wird {0} angenommen",
  gamesOf: "{0|# Partie|# Partien}", gamesOfAll: "{0} von {1|# Partie|# Partien}", gamesOfRules: "{0|# Partie|# Partien} nach {1}, Aufstellung {2}", actionsOf: "{0|# Zug|# Z\u00fcge}", gameNo: "Partie {0}", openingNo: "Er\u00f6ffnung {0}", roundNo: "Runde {0}", bye: "spielfrei",
  search: "Suche", searchFor: "Nummer, Engine, Ende\u2026", all: "alle", opening: "Er\u00f6ffnung", ending: "Ende", showAll: "Alle Partien zeigen", moreGames: "{0} weitere zeigen", noGame: "Keine Partie passt dazu.", won1: "{0} gewann", unfinished: "nicht beendet",
  previousTitle: "Vorige Partie (p)", nextTitle: "N\u00e4chste Partie (n)",
  perAction: "{0} s je Zug", time: "{0} s", timeFor: "{0} s f\u00fcr {1} Z\u00fcge", increment: " und {0} s je Zug", nodesEach: "{0|# Knoten|# Knoten} je Zug", depthOf: "Tiefe {0}", late: "darf {0} ms zu sp\u00e4t sein", ponders: "denkt in der Zeit des Gegners", notKnown: "nicht bekannt",
  repeated: "eine Stellung, die {0}-mal vorkommt", noProgress: "{0|# Zug|# Z\u00fcge} ohne Fortschritt", or: " oder ", drawBy: "Remis durch {0}.",
  roundrobin: "Jeder gegen jeden, {0|# Begegnung|# Begegnungen} je Paarung.", gauntlet: "{1|Die erste Engine spielt|Die ersten # Engines spielen} gegen alle anderen, je {0|# Begegnung|# Begegnungen}.", knockout: "K.-o.-Turnier, {0|# Begegnung|# Begegnungen} je Paarung, mehr bei Gleichstand.", swiss: "Schweizer System, {0|# Runde|# Runden}.",
  pairSwapped: " Eine Begegnung sind zwei Partien mit derselben Er\u00f6ffnung und vertauschten Farben.", pair: " Eine Begegnung sind zwei Partien mit derselben Er\u00f6ffnung.", firstWhite: " Die zuerst genannte Engine hat immer Wei\u00df.",
  refugesRule: "Remis, sobald bewiesen ist, dass keine Seite verlieren kann.", policyRound: " Alle Begegnungen einer Runde haben dieselbe.", ratings: "Elo aus allen Ergebnissen, Mittel 0, mit 95-%-Intervallen",
  maxmoves: "Remis nach {0} Z\u00fcgen jeder Seite.", drawRule: "Remis ab Zug {0}, wenn {1|# Zugpaar|# Zugpaare} h\u00f6chstens {2} Centipawns von 0 entfernt bewertet sind.",
  resignRule: "Verlust f\u00fcr eine Engine, die {1|# Zug|# Z\u00fcge} lang {0} Centipawns zur\u00fcckliegt.", resignBoth: "Verlust f\u00fcr eine Engine, die {1|# Zug|# Z\u00fcge} lang {0} Centipawns zur\u00fcckliegt, wenn beide das sagen.",
  rulesOf: "Regeln: {0}, Aufstellung {1}.", converted: "Die Partien stammen aus anderen Aufzeichnungen, die sonst nichts \u00fcber den Wettkampf enthalten.", openings: "{0|# Er\u00f6ffnung|# Er\u00f6ffnungen} aus {1}.", noOpenings: "Jede Partie beginnt mit der Aufstellung.", forfeit: "Ein unzul\u00e4ssiger Zug kostet den Zug.",
  sprt: "SPRT mit {0}-Elo: H0 ist {1}, H1 ist {2}, alpha {3}, beta {4}.", shards: "Nur diese Teile des Wettkampfs sind hier: {0}.", site: "Ort: {0}.", engines: "Engines", enginesOf: "{0|# Engine|# Engines}", thinks: "Bedenkzeit", program: "Programm", protocol: "Protokoll", options: "Optionen",
  aMatch: "Ein Wettkampf", connecting: "Verbinde\u2026", hasEnded: "Der Wettkampf ist zu Ende; das ist sein letzter Stand.", gone: "Der Wettkampf ist zu Ende oder wurde abgebrochen; das ist sein letzter Stand.", noneRunning: "Gerade l\u00e4uft keine Partie.", withoutBoard: "Ohne Brett: {0}", look: "Partie {0} ansehen", timeLeft: ", noch {0}", close: "Schlie\u00dfen", noResult: "Noch ist keine Partie zu Ende.",
  reason: "Ende", matchOf: "{0} \u00b7 Regeln {1}, Aufstellung {2}",
  iterations: "Iterationen", tuningOf: "Jede von {0|# Iteration|# Iterationen}{1} spielt {2|# Partiepaar|# Partiepaare}. Startwert {3}.", ofShards: " in {0} Teilen", parameters: "Parameter", asOptions: "Als Werte von -engine:", cEndUp: "+ c_end", cEndDown: "\u2212 c_end", begin: "Anfang", shard: "Teil {0}",
  one: "Ein Regelwerk", other: "Ein anderes", studyOf: "{0} Partien von {1} gegen sich selbst, mit fester Knotenzahl je Zug. Ein Comeback ist ein Sieg einer Seite, die beide Engines {2} Bauern im R\u00fcckstand sahen.", explain: "Die helle Marke ist die Kennzahl, der Balken darum ihr 95-%-Intervall; bei der L\u00e4nge die mittlere H\u00e4lfte der Partien.",
  nodesHead: "Knoten je Zug", interval: "{0} ({1} bis {2})", choice: "Partie \u201e{0}\u201c bei {1} Knoten", gameOf: "Partie nach {0}", noStudyGame: "Die Studie hat keine Partie Gleicher nach diesen Regeln.", studyKeys: "Links, rechts, Pos1 und Ende gehen durch die Partie, die zuletzt benutzt wurde.", actions: "Z\u00fcge",
  endingNames: {throne: "Thron", surround: "umstellt", repetition: "Stellungswiederholung", "no progress": "kein Fortschritt", "no guards": "keine W\u00e4chter", adjudication: "Abbruch nach Regel", "time forfeit": "Zeit", abandoned: "abgebrochen", stalled: "h\u00e4ngt", "illegal move": "unzul\u00e4ssiger Zug", unterminated: "nicht beendet", normal: "nach Regel"},
  reasons: {"White wins": "Wei\u00df gewinnt", "Black wins": "Schwarz gewinnt", Draw: "Remis", "Draw by adjudication": "Remis nach Regel", "White wins by adjudication": "Wei\u00df gewinnt nach Regel", "Black wins by adjudication": "Schwarz gewinnt nach Regel", "move limit": "Zugzahl erreicht", refuges: "beide in Zufluchten", seals: "keine Seite kann verlieren"},
  said: {
    selfPlay: "Wei\u00df gewann {0}, Schwarz {1} von {2|# Partie|# Partien}, {3} remis", level: "{0} und {1} stehen nach {4|# Partie|# Partien} {2} zu {3}", beat: "{0} schlug {1} mit {2} zu {3} in {4|# Partie|# Partien}, +{5} ={6} \u2212{7}",
    accepted: "{0} wurde nach {1|# Partie|# Partien} angenommen: Dass {2} um {3} Elo ({5}) st\u00e4rker ist als {6}, ist wahrscheinlicher als um {4} Elo.", undecided: "Noch offen nach {0|# Partie|# Partien}.", undecidedOf: "Noch offen nach {0} von etwa {1} Partien.",
    tooFew: "Zu wenige Partien, um zu sagen, wer st\u00e4rker ist.", stronger: "{0} ist st\u00e4rker, mit einer Wahrscheinlichkeit von {1} %.", groupLevel: "{0} und {1} f\u00fchren unter {2} Engines mit {3} Punkten aus {4|# Partie|# Partien}",
    groupFirst: "{0} ist die erste von {1} Engines mit {2} Punkten aus {3|# Partie|# Partien}, {4} vor {5}", swissFirst: "{0} ist die erste von {1} Engines mit {2} Punkten, {3} vor {4}", swissLevel: "{0} und {1} f\u00fchren unter {2} Engines mit {3} Punkten",
    swissBuchholz: "{0} ist die erste von {1} Engines mit {2} Punkten, nach Buchholz vor {3}", knockoutOn: "Das K.-o.-Turnier von {0} Engines ist nicht zu Ende", knockoutWon: "{0} gewann das K.-o.-Turnier von {1} Engines", noGame: "Keine Partie wurde beendet",
  },
  faultNames: {crash: "Absturz", disconnect: "Verbindung", stall: "h\u00e4ngt", illegal: "unzul\u00e4ssig", "on time": "Zeit"},
};
export const tables = {en, de};
const table = () => tables[language] ?? en;

export const a = (key, ...values) => filled(table()[key] ?? en[key], values);
/** How games end is a word of the record; other languages know the usual ones. */
a.ending = name => table().endingNames?.[name] ?? name;
a.fault = name => table().faultNames?.[name] ?? name;

/** Why a game ended, a text of the record: "White wins (throne)". Other languages know the usual ones. */
a.reason = text => {
  const [, what, why] = /^([^(]+?)(?: \(([^()]+)\))?$/.exec(text) ?? [], known = table().reasons?.[what];
  return known ? known + (why ? ` (${table().reasons[why] ?? a.ending(why)})` : "") : text;
};

/** A number with exactly `digits` digits after the point; without `digits`, with at most three. */
export const decimals = (value, digits) => value.toLocaleString(language, digits === undefined ? {maximumFractionDigits: 3} : {minimumFractionDigits: digits, maximumFractionDigits: digits});

/** A sentence of the headline, which is in English; other languages have their own for its key. */
a.said = (text, {key, values}) => table().said?.[key] ? filled(table().said[key], values.map(value => typeof value === "number" ? decimals(value) : value)) : text;

/** How an SPRT stands. */
a.ratio = ({ratio: {llr, elo, left}, bounds}) => a("ratio", ...[llr, ...bounds, ...elo].map(value => decimals(value, 2))) + (left ? a("gamesLeft", decimals(left, 0)) : "");

// The words of the viewer of games, in each language; see words.js.
import {filled, language} from "agon/words.js";

export const tables = {
  en: {
    first: "Start", firstTitle: "To the beginning (Home)", back: "Back", backTitle: "One action back (left)", play: "Play", pause: "Pause", playTitle: "Play the game, or pause (space)",
    ahead: "Ahead", aheadTitle: "One action ahead (right)", last: "End", lastTitle: "To the end (End)", steps: "Steps",
    action: "Action", actionOf: "Action {0} of {1}", begins: "The beginning, {0|# action|# actions} to follow", forfeits: "{0} forfeits the turn ({1})", chooses: "{0}\u2019s turn, {1} chooses", without: "{0|# action|# actions} without progress",
    score: "score {0} for White", depth: "depth {0}", seconds: "{0} s", nodes: "{0|# node|# nodes}", book: "from the opening",
    scoreHead: "for White", depthHead: "depth", secondsHead: "seconds", nodesHead: "nodes", figures: "With figures", scores: "White\u2019s chances, as each engine sees them", position: "Position:",
  },
  de: {
    first: "Anfang", firstTitle: "Zum Anfang (Pos1)", back: "Zur\u00fcck", backTitle: "Einen Zug zur\u00fcck (links)", play: "Spielen", pause: "Pause", playTitle: "Partie abspielen oder anhalten (Leertaste)",
    ahead: "Vor", aheadTitle: "Einen Zug vor (rechts)", last: "Ende", lastTitle: "Zum Ende (Ende)", steps: "Schritte",
    action: "Zug", actionOf: "Zug {0} von {1}", begins: "Der Anfang, {0|# Zug folgt|# Z\u00fcge folgen}", forfeits: "{0} verwirkt den Zug ({1})", chooses: "{0} ist dran, {1} w\u00e4hlt", without: "{0|# Zug|# Z\u00fcge} ohne Fortschritt",
    score: "Bewertung {0} f\u00fcr Wei\u00df", depth: "Tiefe {0}", seconds: "{0} s", nodes: "{0|# Knoten|# Knoten}", book: "aus der Er\u00f6ffnung",
    scoreHead: "f\u00fcr Wei\u00df", depthHead: "Tiefe", secondsHead: "Sekunden", nodesHead: "Knoten", figures: "Mit Zahlen", scores: "Aussichten von Wei\u00df, wie jede Engine sie sieht", position: "Stellung:",
  },
};

export const v = (key, ...values) => filled((tables[language] ?? tables.en)[key] ?? tables.en[key], values);

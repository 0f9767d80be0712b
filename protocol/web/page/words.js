// Every word of the page. A translation is one more table like this one; see words.de.js.
const en = {
  skip: "Skip to the board", navigation: "Main", settings: "Settings", board: "Board", play: "Play", learn: "Learn", puzzles: "Puzzles", analyse: "Analyse",
  home: "Welcome", review: "Look back", gone: "Not here any more",
  // home
  aim: "Seat your queen. Gather her guards.", aimMore: "Bring your queen to the throne in the middle and her six guards around her. Do it before the other side does.",
  learnNow: "Learn in two minutes", old: "The oldest board game on hexagons, 1842", picture: "You win like this: queen on the throne, six guards around her.",
  opponents: "Play against", gentle: "Gentle", gentleMore: "Makes mistakes, lets you look around", fair: "A fair match", fairMore: "Close to your strength", strong: "Strongest", strongMore: "Shows no mercy",
  friend: "A friend", friendMore: "Here, or by a link", goOn: "Continue your game", goOnMore: "Against {0}. Your turn, action {1}", puzzlesMore: "{0} wins to find", analyseMore: "Any position, any idea",
  // the game
  white: "White", black: "Black", you: "You", yourTurn: "Your turn", turnOf: "{0} to move", first: "Choose one of your pieces, then a lit cell. Or drag it.", next: "Sideways or inwards, never outwards.", thinking: "{0} is thinking",
  caughtG: "Your guard was captured", caughtGMore: "Place it on the edge, on any lit cell. That is your turn.", caughtQ: "Your queen was captured", caughtQMore: "Place her on any lit cell. Even the throne is allowed.",
  caughtN: "{0} of your guards were captured", caughtNMore: "Choose one of them and place it on the edge.", tookYou: "You captured! {0} must spend a turn to place the piece again.",
  waiting: "{0} to place", around: "{0} of 6 guards around the throne", aroundQ: "Queen on the throne, {0} of 6 guards around her",
  undo: "Undo", redo: "Redo", hint: "Hint", flip: "Flip", sound: "Sound", more: "More", actions: "Actions", none: "No action yet. White begins.",
  youWon: "You won!", youWonMore: "Your queen sits among her six guards, after {0} actions.", lost: "{0} won this one", lostMore: "Its queen was seated first. Look back to see where the game turned.",
  wonBy: "{0} won!", wonByMore: "The queen is seated and her guard is complete.", forfeit: "Six guards around an empty throne lose the game.", lookBack: "Look back", rematch: "Rematch", resigned: "You resigned. Look back to see what was still possible.",
  hintWin: "This wins: the last guard takes its place.", hintTake: "This captures: the enemy on {0} is caught between two of yours.", hintQueen: "The queen comes nearer to her throne.", hintIn: "This guard steps inwards, towards the throne.", hintSide: "This guard goes sideways, to where it is needed.", hintPlace: "A good cell to come back from.",
  whyTaken: "That cell is taken.", whyFar: "A piece steps to the next cell only.", whyOut: "Never outwards: a piece stays on its ring or goes inwards.", whyThrone: "Only a queen may enter the throne.", whyJaws: "Not between two enemies: they would hold it in a line.", whyEdge: "A captured guard goes to the edge.", whyTurn: "Not your piece, or not your turn.", whyForced: "First place the captured piece.", whyStuck: "This piece has nowhere to go right now.",
  resign: "Resign", save: "Save the game", copy: "Copy a link", copied: "The link is copied.", saved: "The game is saved.", newGame: "New game",
  // new game
  opponent: "Who is on the other side?", agon: "Agon", friendHere: "Friend here", friendLink: "Friend by link", level: "Level {0}", colour: "You play", surprise: "Surprise me", moreRules: "More: rules and start", start: "Start", begin: "Begin", close: "Close",
  levels: ["plays like a child", "plays like a curious beginner", "knows the rules well", "sees a capture coming", "plans two turns", "a good club player", "rarely slips", "a very strong player", "nearly full strength", "full strength, no mercy"],
  setups: {standard: "Standard", flanked: "Side by side", placement: "Place the guards first"},
  rules: {
    classic: "The usual rules. A captured queen may go anywhere.", ham: "Six guards around the throne without their queen lose.|surrounding loses", german: "Place all captured pieces in one turn; the queen never on the throne.|all in one turn|queen: not the throne",
    "queens-guard": "The booklet: as Ham.|surrounding loses", "queens-guard-opponent": "The opponent places a captured queen.|surrounding loses|opponent places the queen", "same-ring": "Captures along rings only, nothing is blocked.|captures on rings|no blocking|opponent places the queen|starts side by side",
    "way-to-play": "The opponent places a captured queen.|opponent places the queen", botermans: "Captures along rings only.|captures on rings", penthalon: "A captured piece goes back one ring.|back one ring", "bloody-queen": "Guards leave the game, the captor decides.|guards leave|no blocking",
    ludii: "Placing a piece neither captures nor is blocked.|placing captures nothing", csiro: "A captured queen may not go to the throne.|queen: not the throne", neto: "Rings only, no blocking, back one ring.|captures on rings|no blocking|back one ring", kanare: "Captured guards leave the game.|guards leave", agon: "Our own: the queen goes back one ring, repeating three times loses.|queen: back one ring|repeating loses",
  },
  // lessons
  lessonOf: "Lesson {0} of {1}", done: "done", nextLesson: "Next", again: "Try again", playGame: "Play a game", notYet: "Not quite. {0}", showMe: "Show me",
  lessons: [
    ["This is how you win", "Your queen sits on the throne, and five guards stand around her. One place is free.", "Step the last guard into the lit cell.", "You won your first game! Everything else is how to get there.", "The lit cell beside the throne is the one."],
    ["Sideways or inwards", "The board has rings, lighter towards the throne. A piece steps to the next cell, on its ring or one ring inwards. Never back.", "Step the guard one ring inwards.", "Just so. Every inward step brings you nearer, and cannot be taken back.", "Choose a cell that is lighter than the one it stands on."],
    ["The throne is hers alone", "Guards stop at the first ring. Only a queen may step onto the throne.", "Seat your queen.", "She is seated. Now nobody can push her away, except by a capture.", "It is the queen who goes there."],
    ["Catch one between two", "An enemy in a straight line between two of your pieces is captured.", "Step a guard so that the enemy is in between.", "Captured! It stays in the game, but costs your opponent a turn.", "Stand on the far side of it, in line with your other guard."],
    ["Back to the edge", "Now it happened to you. A captured guard goes to the edge, and that is your whole turn.", "Place your guard on any lit cell of the edge.", "Good. It walks in again from there.", "Any free cell of the outermost ring will do."],
    ["Mind the gap", "You may not step between two enemies that face each other in a line.", "Bring a guard to the second ring, by a safe cell.", "Well seen. The gap stays closed while both are there.", "That cell lies between two enemies. Use the other guard."],
    ["A captured queen flies", "A captured queen may go to any free cell. Even to the throne!", "Put your queen on the best cell there is.", "Thank you for the lift! Think twice before you capture a queen.", "There is a better one, in the very middle."],
    ["Not without the queen", "Six guards around an empty throne lose the game at once. So the queen goes first.", "Five guards stand ready. Play the right piece.", "Queen first, then the last guard. You know all of Agon now.", "That would close the ring around an empty throne."],
  ],
  // puzzles
  findWin: "{0} to move and win", within: "One move wins by force. {0} moves are enough.", rulesOf: "Rules", level1: "Easy", level2: "Medium", level3: "Hard", any: "Any", difficulty: "Difficulty", streak: "{0} in a row", solved: "Solved!", solvedMore: "There was no answer to that.", right: "Right, go on", rightMore: "{0} answered. Finish it.", wrong: "That lets the win slip", wrongMore: "Have another look: every move must threaten.", nextPuzzle: "Next puzzle", solution: "Solution", shown: "That was the way", shownMore: "Solve the next one yourself.", hintPiece: "It is this piece that moves.", noPuzzle: "No puzzle like that", noPuzzleMore: "Try another difficulty or other rules.", showAll: "Show all",
  // looking back
  looked: "{0} of {1} positions looked at", notLooked: "not looked at yet", chances: "White\u2019s chances after each action", kinds: ["Inaccuracy", "Mistake", "Blunder"], actionN: "action {0}", mistakes: "Mistakes", noMistakes: "Nobody made a mistake that the engine can name.", totals: "{0|one inaccuracy|# inaccuracies}, {1|one mistake|# mistakes}, {2|one blunder|# blunders}.",
  better: "{0} played {1}. Better was {2}.", tryIt: "Try again", show: "Show", lookMore: "Go on", stop: "Stop", game: "Game",
  missedWin: "It misses a win in {0}.", reasons: {
    ends: "It ends the game.", "lets win": "{0} can now win in {1}.", "lets take": "{0} can now capture on {1}.", "misses capture": "It misses a capture on {1}.", "lets enter": "{0}\u2019s queen can now enter the throne.", "keeps out": "The queen could have entered the throne.", allows: "It allows {2}, which the better action prevents.",
  },
  findBetter: "Find a better action", findBetterMore: "{0} was played here.", foundIt: "Yes, that is better", foundItMore: "It keeps what there was to win.", notBetter: "Not better", notBetterMore: "The engine likes another one. Look at what the other side wants.", backTo: "Back to the game",
  // analysis
  engine: "Engine", lines: "Lines", searching: "Searching \u2026", nothingToSearch: "There is nothing to search here.", threat: "Threats", threatMore: "What the other side would do if it were its turn.", depthOf: "Depth {0}", takeLine: "Take over the whole line", setUp: "Set up", tree: "Actions and variations", treeEmpty: "Move for either side. Another move at an earlier place becomes a variation.",
  pen: "Draw", drawArrows: "Drag with the right button to draw an arrow.", penOn: "Drag from cell to cell, or choose two cells, to draw an arrow. The same arrow again takes it away.", comment: "Comment", promote: "Make it the main line", deleteIt: "Delete from here", newAnalysis: "New analysis", copyPosition: "Copy the position",
  toMove: "To move", wipe: "Clear", startPosition: "Start", useIt: "Use this position", cancel: "Cancel", text: "Position as text", inReserve: "Guards still to be placed", wantsCell: "Choose a piece, then cells.", Q: "White queen", G: "White guard", q: "Black queen", g: "Black guard", caughtPiece: "Captured", x: "Remove",
  faults: {queen: "{0} has no queen.", guards: "{0} has {1|one guard|# guards} instead of six.", "no guards": "There are no guards.", captured: "These pieces cannot be captured here."},
  // states
  offline: "The connection is lost", offlineMore: "Your game is safe. We keep trying.", retry: "Try now", online: "You are connected again.", goneTitle: "This game is not here any more", goneMore: "Links are kept for a while after the last visit. If you have saved the game, you can open the file.", openFile: "Open a saved game", blocked: "This browser keeps nothing for this page. You can play, but lessons and games are forgotten when you close it.",
  theme: "Colours", themes: {auto: "As the device", light: "Light", dark: "Dark"}, language: "Language", keys: "Keys", keysMore: "Arrows: from cell to cell. Enter: take, put. M: next possible cell. U undo, R redo, H hint, F flip, B board, comma and full stop: back and ahead.", mock: "Only in this mock", demos: {win: "One move before winning", caught: "A captured guard", lose: "A lost game", offline: "Connection lost", gone: "Old link", blocked: "Storage blocked", fresh: "First visit"},
  // in words, for screen readers
  ring: "ring {0}", edge: "the edge", throne: "the throne", vacant: "empty", mine: "your {0}", theirs: "{0} {1}", queen: "queen", guard: "guard", captured: "captured", canMove: "can move", taken: "taken up", lit: "lit", canGo: "you can go here", wentTo: "moved last", says: "{0}: {1} from {2} to {3}.", saysTook: "Captured: {0}.", back: "Back", ahead: "Ahead",
};

/** Other languages are one file each, words.NAME.js, with a table like the one above. */
export const LANGUAGES = {en: "English", de: "Deutsch"};

let words = en;
export let language = "en";
export async function setLanguage(name) {
  language = Object.hasOwn(LANGUAGES, name) ? name : "en";
  words = language === "en" ? en : merged(en, (await import("agon/words." + language + ".js"))[language]);
  document.documentElement.lang = language;
}

/** A table in which a missing word is the English one. */
function merged(one, two) {
  if (typeof one !== "object" || Array.isArray(one)) return two ?? one;
  return Object.fromEntries(Object.keys({...one, ...two}).map(key => [key, key in one ? merged(one[key], two?.[key]) : two[key]]));
}

/** The word or the table of that name, with dots into tables. */
export const w = key => key.split(".").reduce((table, part) => table && Object.hasOwn(table, part) ? table[part] : undefined, words);
/** A word with its values: {0}, {1} by place, or {name} of an object. "{0|one|many}" is the first for 1. */
export const t = (key, ...values) => filled(String(w(key) ?? key), values);
/** The same of a text that another table has. */
export const filled = (text, values) => text.replace(/\{(\w+)(?:\|([^|}]*)\|([^}]*))?\}/g, (all, name, one, many) => {
  const value = values[name] ?? values[0]?.[name] ?? "";
  return one === undefined ? value : (String(value) === "1" ? one : many).replace("#", value);
});

// English, what other languages are translated from: such a file, words.NAME.js, is all that a language needs. Each table
// goes to the pages that have a use for it (files.cmake).
export const name = "English";

// For every page.
export const shared = {
  // the sides, rule sets and pieces
  white: "White", black: "Black", queen: "queen", guard: "guard", mine: "your {0}", theirs: "{0} {1}", captured: "captured",
  variants: {classic: "Classic", ham: "Ham", german: "German", "queens-guard": "Queen\u2019s Guard", "queens-guard-opponent": "Queen\u2019s Guard, the opponent places", "same-ring": "Same ring", "way-to-play": "The Way to Play", botermans: "Botermans", penthalon: "Penthalon", "bloody-queen": "Bloody Queen", ludii: "Ludii", csiro: "CSIRO", neto: "Neto", kanare: "Kanare", agon: "Agon"}, level: "Level {0}",
  // a game
  board: "Board", actions: "Actions", none: "No action yet. White begins.", turnN: "turn {0}", looking: "Turn {0} of {1}", pass: "pass", flip: "Flip", waiting: "{0} to place", reserve: "{0|1 guard|# guards} to place", around: "{0} of 6 guards around the throne", aroundQ: "Queen on the throne, {0} of 6 guards around her", tree: "Actions and variations", treeEmpty: "Move for either side. Another move at an earlier place becomes a variation.",
  endings: {throne: "The queen is seated and her guards are complete.", forfeit: "Six guards around a throne without their queen lose the game.", guards: "The other side has no guards left.", repetition: "The same position came up too often.", progress: "Neither side made progress for too long.", ring: "Six guards stand around an empty throne.", stuck: "There was no action left to play.", resigned: "{0} won by resignation. Look back to see what was still possible.", length: "The game has gone on for too long.", time: "The time ran out.", crash: "The engine stopped.", disconnect: "The engine stopped.", stall: "The engine stopped.", illegal: "The engine played an illegal action."},
  // what a review finds
  chances: "White\u2019s chances after each action", notLooked: "not searched yet", kinds: ["Inaccuracy", "Mistake", "Blunder"], mistakes: "Mistakes", noMistakes: "The engine found no mistakes.", better: "{0} played {1}. {2} was better.", show: "Show", missedWin: "It misses a win in {0}.",
  reasons: {
    ends: "It ends the game.", "lets win": "{0} can now win in {1}.", "lets take": "{0} can now capture on {1}.", "misses capture": "It misses a capture on {1}.", "lets enter": "{0}\u2019s queen can now enter the throne.", "keeps out": "The queen could have entered the throne.", allows: "It allows {2}, which the better action prevents.",
  },
  cannotLose: "{0} cannot lose from here", noneCanLose: "Neither side can lose from here", stepsForEver: "{0}: the {1} on {2} steps to {3} and back for ever, and nobody can stop it.", standStill: "The marked pieces stand still.", staysForEver: "{0} can stay where it is for ever.",
  // in words, for screen readers
  ring: "ring {0}", edge: "the edge", throne: "the throne", vacant: "empty", canMove: "can move", taken: "picked up", lit: "lit", canGo: "you can go here", wentTo: "moved last", says: "{0}: {1} from {2} to {3}.", saysTook: "Captured: {0}.", saysLeft: "Out of the game: {0}.", saysPlaced: "{0}: guard placed on {1}.", saysPass: "{0} passes.",
  // settings
  settings: "Settings", theme: "Colours", themes: {auto: "Automatic", light: "Light", dark: "Dark"}, language: "Language",
};

// For the page on which one plays.
export const page = {
  skip: "Skip to the board", navigation: "Main", play: "Play", learn: "Learn", puzzles: "Puzzles", analyse: "Analyse",
  home: "Welcome", review: "Look back", gone: "Not here any more",
  // home
  aim: "Seat your queen. Gather her guards.", aimMore: "Bring your queen to the throne in the middle and her six guards around her. Do it before the other side does.",
  learnNow: "Learn in two minutes", old: "The oldest board game on hexagons, 1842", picture: "You win like this: queen on the throne, six guards around her.",
  opponents: "Play against", gentle: "Gentle", gentleMore: "Makes mistakes, lets you look around", fair: "A fair match", fairMore: "Close to your strength", strong: "Strongest", strongMore: "Shows no mercy",
  friend: "A friend", friendMore: "Here, or by a link", goOn: "Continue your game", goOnYours: "{0}. Turn {1} is yours", goOnTheirs: "{0} to move, turn {1}", puzzlesMore: "Find the win", gamesHere: "Games on this server", turns: "{0|1 action|# actions}", ended: "ended", showMore: "Show all", analyseMore: "Any position, any idea",
  // the game
  you: "You", yourTurn: "Your turn", turnOf: "{0} to move", first: "Choose one of your pieces, then a lit cell. Or drag it.", next: "Sideways or inwards, never outwards.", thinking: "{0} is thinking",
  caughtG: "Your guard was captured", caughtQ: "Your queen was captured", caughtN: "{0} of your guards were captured", caughtGOf: "{0}'s guard was captured", caughtQOf: "{0}'s queen was captured", caughtNOf: "{0} of {1}'s guards were captured",
  targetsG: {"outer-ring": "Place it on the edge, on any lit cell.", "next-ring": "It goes back one ring, to a lit cell.", "next-ring-any": "It goes back one ring, to any lit cell."},
  targetsQ: {anywhere: "Any lit cell will do, even the throne.", "not-throne": "Any lit cell will do, but not the throne.", "next-ring": "She goes back one ring, to a lit cell.", "next-ring-any": "She goes back one ring, to any lit cell."},
  isTurn: "That is the whole turn.", oneTurn: "Choose one of them; the others wait for your next turns.", allTurn: "Choose the first; all of them are placed in this turn.", tookYou: "Captured! {0} must spend a turn placing the piece again.",
  youPlace: "You place {0}'s queen", settleQ: "{0}'s queen is trapped", settleQMore: "Send her to a lit cell: the guard there leaves the game.", settleG: "{0}'s guard is trapped", settleGMore: "Put it back one ring, on a lit cell.",
  place: "Place a guard", placeOf: "{0} places a guard", placeMore: "On any lit cell. {0|It is the last one.|# are waiting.}", placeEdge: "On any lit cell of the edge. {0|It is the last one.|# are waiting.}",
  mustPass: "No action is possible", mustPassMore: "Pass, and the other side plays.", passNow: "Pass",
  waitFriend: "It is your friend\u2019s turn", waitFriendMore: "You can close this page and come back.", invite: "Send this link to your friend", inviteMore: "Whoever opens it plays the other side.", yourFriend: "Your friend", yourFoe: "Your opponent", person: "Person",
  paused: "The game is paused", pausedMore: "Resume when you like.", pause: "Pause", goOnNow: "Resume", hurry: "Move now", hinting: "Looking for a hint", lookingMore: "You are looking back. To play on, return to the present.", toPresent: "To the present",
  noGame: "No game yet", noGameMore: "Choose who plays.", wait: "One moment", badLink: "This link does not lead to a game",
  undo: "Undo", redo: "Redo", hint: "Hint", sound: "Sound", more: "More",
  youWon: "You won!", youWonMore: "Your queen sits among her six guards. It took you {0|1 action|# actions}.", lost: "{0} won this one", lostMore: "Its queen was seated first. Look back to see where the game turned.",
  wonBy: "{0} won!", wonByMore: "The queen is seated and her guard is complete.", lookBack: "Look back", rematch: "Rematch",
  hints: {win: "This wins.", take: "This captures: the enemy on {0} is caught between two of yours.", place: "A good cell to come back from.", queen: "The queen comes nearer to her throne.", in: "This guard steps inwards, towards the throne.", side: "It goes sideways, to where it is needed.", pass: "There is nothing else to do."},
  drawn: "A draw",
  whyTurn: "It is not your turn.",
  refusals: {
    taken: "That cell is taken.", jaws: "Not between two enemies: that gap is closed.", closed: "No piece may step there.", far: "A piece steps to the next cell only.", out: "Never outwards: a piece stays on its ring or goes inwards.", throne: "Only a queen may enter the throne.",
    empty: "There is no piece on that cell.", turn: "That is not your piece.", stuck: "This piece has nowhere to go right now.", forced: "First place the captured piece.", edge: "A captured guard goes to the edge.", nextRing: "It goes back one ring, to a cell next to it.", ring: "It goes back one ring.", notThrone: "She may go anywhere but to the throne.", exchange: "She changes places with one of her outermost guards.",
    reserve: "First place all guards.", noReserve: "There is no guard left to place.", pass: "Only a pass is possible.", noPass: "You may not pass: there is something to play.", over: "The game is over.", meanwhile: "The game has moved on.", answered: "Take the last action back first.", undo: "There is nothing to take back.", redo: "There is nothing to redo.",
    gone: "This game is not here any more.", none: "No game is open.", full: "Too many games are being played here. Try again later.", draft: "First finish setting up the position.", node: "That action is not there any more.", board: "That is not possible while you analyse.", task: "That is not possible in a lesson or a puzzle.", review: "No search is running.", tooLong: "That is too long: {bytes} bytes, and the limit is {limit}.",
  },
  resign: "Resign", resignAsk: "Resign this game?", resignMore: "The other side wins.", keepOn: "Keep playing", save: "Save the game (PGN)", savePage: "Save as a page", pictures: {svg: "Picture of the board (SVG)", png: "Picture of the board (PNG)"}, copy: "Copy a link", copied: "The link is copied.", newGame: "New game", openFile: "Open a saved game", theRules: "The rules: {0}", expects: "Show what the engine expects", type: "Type an action", playIt: "Play",
  // new game
  opponent: "Who is on the other side?", agon: "Agon", strength: "Strength", ownStrength: "as set on this server", strengthMore: "Scores {0} out of 100 points against a player who looks one step ahead.", friendHere: "Friend here", friendLink: "Friend by link", watchTwo: "Watch two engines", colour: "You play", names: "{0|Your name|Names}", surprise: "Surprise me", moreRules: "Rules and start", start: "Start", rulesOf: "Rules", read: "Read the rules: {0}", ownRules: "Rules of your own", rulesTooLong: "The rules in {0} have more than {1} bytes.", noRules: "There are no such rules.", basedOn: "Based on {0}", begin: "Begin", close: "Close",
  levels: ["plays like a child", "plays like a curious beginner", "knows the rules well", "sees a capture coming", "plans two turns", "a good club player", "rarely slips", "a very strong player", "nearly full strength", "full strength, no mercy"],
  setups: {preset: "As the rules say", standard: "Standard", flanked: "Side by side", placement: "Place the guards first"},
  rules: {
    classic: "The usual rules. A captured queen may go anywhere.", ham: "Six guards around the throne without their queen lose.|surrounding loses", german: "Place all captured pieces in one turn; the queen never on the throne.|all in one turn|queen: not the throne",
    "queens-guard": "The booklet\u2019s own rules, the same as Ham.|surrounding loses", "queens-guard-opponent": "The opponent places a captured queen.|surrounding loses|opponent places the queen", "same-ring": "Captures along rings only, nothing is blocked.|captures on rings|no blocking|opponent places the queen|starts side by side",
    "way-to-play": "The opponent places a captured queen.|opponent places the queen", botermans: "Captures along rings only.|captures on rings", penthalon: "A captured piece goes back one ring.|back one ring", "bloody-queen": "Guards leave the game, the captor decides.|guards leave|no blocking",
    ludii: "Placing a piece neither captures nor is blocked.|placing captures nothing", csiro: "A captured queen may not go to the throne.|queen: not the throne", neto: "Rings only, no blocking, back one ring.|captures on rings|no blocking|back one ring", kanare: "Captured guards leave the game.|guards leave", agon: "Our own: a captured queen goes back one ring; causing a threefold repetition loses.|queen: back one ring|repeating loses",
  },
  fields: {"flank=ring": "captures on rings", "between=safe": "no blocking", "between=captured": "stepping between is a capture", "relocation_between=safe": "placing is not blocked", "relocation_captures=no": "placing captures nothing", "queen_chooser=opponent": "opponent places the queen", "queen_target=not-throne": "queen: not the throne", "queen_target=next-ring": "queen: back one ring", "queen_target=next-ring-any": "queen: back one ring, anywhere",
    "guard_target=next-ring": "guards: back one ring", "guard_target=next-ring-any": "guards: back one ring, anywhere", "pace=all-in-turn": "all in one turn", "forfeit=no-own-queen": "surrounding loses", "forfeit=draw": "surrounding draws", "forfeit=none": "surrounding is allowed", "setup=placement": "places the guards first", "setup=flanked": "starts side by side", "effect=remove": "guards leave", "effect=bloody": "guards leave, the captor decides", "repetition=loses": "repeating loses", "no_action=loses": "no action loses", "placement=outer-ring": "guards are placed on the edge"},
  touchRule: "Touching a piece", touchRuleMore: "At a table, a piece that you touch must move. Here only the action that you play counts: you may put back a piece that you have picked up.",
  ruleHeadings: {}, ruleSources: {}, ruleTexts: {"letters=": "A cell is named by its file and row: the white queen stands on a1. This setup is the usual one; the players may agree on any other."}, // else English comes with the rules
  // lessons: their own words come from the room, and a translation has them by key
  lessonOf: "Lesson {0} of {1}", done: "done", nextLesson: "Next", again: "Try again", playGame: "Play a game", notYet: "Not quite. {0}", showMe: "Show me",
  // puzzles
  findWin: "{0} to move and win", puzzle: "Puzzle", within: "Find the one move that forces the win. {0|It wins at once.|You need at most # moves.}", level1: "Easy", level2: "Medium", level3: "Hard", any: "Any", difficulty: "Difficulty", streak: "{0} in a row", solved: "Solved!", solvedMore: "There was no answer to that.", right: "Right, go on", rightMore: "{0} answered. Finish it.", wrong: "Not that one", wrongMore: "Have another look: {0|one move wins|you need at most # moves}.", judging: "The engine checks your move", taskIdle: "Try again, or go on to the next one.", ofPuzzles: "{0|1 puzzle|# puzzles}, {1} solved", solvedBefore: "solved", nextPuzzle: "Next puzzle", solution: "Solution", shown: "That was the solution", shownMore: "Solve the next one yourself.", hintPiece: "It is this piece that moves.", noPuzzle: "No puzzle like that", noPuzzleMore: "Try another difficulty or other rules.", showAll: "Show all",
  // looking back
  looked: "{0} of {1} positions searched", totals: "{0|1 inaccuracy|# inaccuracies}, {1|1 mistake|# mistakes}, {2|1 blunder|# blunders}",
  tryIt: "Try again", keepIt: "Save", lookMore: "Resume", stop: "Stop", game: "Game",
  findBetter: "Find a better action", findBetterMore: "{0} was played here.", foundIt: "Yes, that is better", foundItMore: "It keeps your chances.", notBetter: "Not better", notBetterMore: "The engine prefers another one. Look at what the other side wants.", backTo: "Back to the game",
  // analysis
  engine: "Engine", lines: "Lines", linesN: "{0|1 line|# lines}", searching: "Searching \u2026", nothingToSearch: "There is nothing to search here.", threat: "Threats", threatMore: "What the other side would do if it were its turn.", depthOf: "Depth {0}", takeLine: "Add the whole line", setUp: "Set up",
  pen: "Draw", drawArrows: "Drag with the right button to draw an arrow.", penOn: "Drag from cell to cell, or choose two cells, to draw an arrow. Draw it once more to remove it.", comment: "Comment", promote: "Make main line", deleteIt: "Delete from here", newAnalysis: "New analysis", copyPosition: "Copy the position",
  toMove: "To move", wipe: "Clear", startPosition: "Start", useIt: "Use this position", cancel: "Cancel", text: "Position as text", inReserve: "Guards still to be placed", wantsCell: "Choose a piece, then cells.", Q: "White queen", G: "White guard", q: "Black queen", g: "Black guard", caughtPiece: "Captured", x: "Remove",
  faults: {queen: "{0} has no queen.", guards: "{0} has {1|one guard|# guards} instead of six.", "no guards": "There are no guards.", captured: "These pieces cannot be captured here."},
  // states
  states: {lost: "The connection is lost", lostMore: "Your game is safe. We keep trying.", dead: "The engine of this page has stopped", deadMore: "Reload the page; your game is kept. {0}", stale: "There is a newer version of this page", staleMore: "Reload the page to use it."},
  retry: "Try now", online: "You are connected again.", reload: "Reload", broken: "A part of this page cannot be loaded", failed: "Something went wrong:",
  goneTitle: "This game is not here any more", goneMore: "Games stay here for a while after the last visit. If you have saved the game, you can open the file.", blocked: "This browser does not let this page store anything. You can play, but lessons and games are forgotten when you close it.",
  keys: "Keys", keyList: {"\u2190 \u2191 \u2192 \u2193": "from cell to cell", Enter: "pick up a piece, put it down", M: "next possible cell", Esc: "let go", U: "undo", R: "redo", H: "hint", F: "flip the board", B: "to the board", ", .": "back, forward", "/": "type an action", P: "draw arrows (analysis)"},
  // for screen readers
  back: "Back", ahead: "Forward",
};

// For pages on which one only looks at games: saved ones, reports, live matches.
export const viewer = {
  first: "Start", firstTitle: "To the beginning (Home)", back: "Back", backTitle: "One action back (left)", play: "Play", pause: "Pause", playTitle: "Play the game, or pause (space)",
  ahead: "Forward", aheadTitle: "One action forward (right)", last: "End", lastTitle: "To the end (End)", steps: "Steps",
  action: "Action", begins: "The beginning, {0|one turn|# turns} to follow", forfeits: "{0} forfeits the turn ({1})", chooses: "{0}\u2019s turn, {1} chooses", without: "{0|# action|# actions} without progress",
  score: "score {0} for White", depth: "depth {0}", seconds: "{0} s", nodes: "{0|# node|# nodes}", book: "from the opening",
  scoreHead: "for White", depthHead: "depth", secondsHead: "seconds", nodesHead: "nodes", figures: "With figures", scores: "White\u2019s chances, as each engine sees them", position: "Position:",
};

// For the pages of matches, studies and tunings.
export const arena = {
  skip: "Skip to the result", parts: "Parts of this page", result: "Result", gamesHead: "Games", endings: "Endings", settingsHead: "Settings", rounds: "Rounds", bracket: "Bracket", courses: "Courses",
  running: "Being played", finished: "Last results", figuresHead: "Figures",
  scrolls: "More to the side: scroll, or use the arrow keys", white: "white", black: "black", engine: "Engine", rank: "rank", elo: "Elo", nElo: "nElo", los: "LOS", games: "games", won: "won", drawn: "drawn", lost: "lost", points: "points", score: "score", pairs: "pairs by points 0 to 2",
  ranks: "Ranks", cross: "Points against each other", bySide: "By side", asWhite: "as white", asBlack: "as black", faults: "Faults", wdl: "{0} won, {1} drawn, {2} lost", whiteWon: "white won", blackWon: "black won",
  eloCurve: "Elo of {0} against {1}, with its 95 % interval", eloCurves: "Elo of each engine", llrCurve: "Log likelihood ratio of the SPRT, between its bounds", ratio: "LLR: {0} ({1}, {2}) [{3}, {4}]", gamesLeft: ", about {0|1 game|# games} left", accepted: "{0} is accepted above", below: "{0} is accepted below",
  gamesOf: "{0|# game|# games}", gamesOfAll: "{0} of {1|# game|# games}", gamesOfRules: "{0|# game|# games} of {1}, setup {2}", actionsOf: "{0|# action|# actions}", gameNo: "Game {0}", openingNo: "opening {0}", roundNo: "Round {0}", bye: "bye",
  search: "Search", searchFor: "Number, engine, ending\u2026", all: "all", opening: "Opening", ending: "Ending", showAll: "Show all games", moreGames: "Show {0} more", noGame: "No game matches.", won1: "{0} won", unfinished: "not finished",
  previousTitle: "Previous game (p)", nextTitle: "Next game (n)",
  // the settings in words
  perAction: "{0} s for each action", time: "{0} s", timeFor: "{0} s for {1} actions", increment: " and {0} s for each action", nodesEach: "{0|# node|# nodes} an action", depthOf: "depth {0}", late: "may be {0} ms late", ponders: "thinks in its opponent\u2019s time", notKnown: "not known",
  repeated: "a position that occurs {0|# time|# times}", noProgress: "{0|# action|# actions} without progress", or: " or ", drawBy: "A game is drawn by {0}.",
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
  iterations: "iterations", tuningOf: "Each of {0|# iteration|# iterations}{1} plays {2|# pair|# pairs} of games. Seed {3}.", ofShards: " of {0} shards", parameters: "Parameters", asOptions: "As values of -engine:", cEndUp: "+ c_end", cEndDown: "\u2212 c_end", begin: "start",
  // the study
  one: "One rule set", other: "Another", studyOf: "{0} games of {1} against itself, at a fixed number of nodes an action. A comeback is a win by a side that both engines saw {2} pawns down.", explain: "The bright mark is the figure, the bar around it its 95 % interval; for the length, the middle half of the games.",
  nodesHead: "nodes an action", interval: "{0} ({1} to {2})", choice: "The most {0} game at {1} nodes", gameOf: "Game of {0}", noStudyGame: "The study has no game of equals by these rules.", studyKeys: "Left, right, Home and End step through the game that was touched last.", actions: "actions",
};

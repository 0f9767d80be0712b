// Every method of the npm package with every string that must not cross into C. Run by wasm_test.py with the
// package as `agon`.
import {Agon, AgonWorker, Game} from "agon";

const agon = await Agon.start(), worker = new AgonWorker();
const game = agon.game({white: "Müller 😀"}).play("a1b2");
const NOT_STRINGS = [null, 5, true, {}, ["a1b2"], Symbol("a1b2")];
const TEXT = ["a1b2\0", "\0", "\ud800", "a1b2\udc00 b"], LINE = [...TEXT, "a1\nb2", "a1b2\r"];
const FILLED = [...LINE, ""], WORD = [...FILLED, "a1b2 b2c3", "a11b11 ", " "];

// By method: [the argument's name, the call, strings that are bad for it, other values that are]
const TABLE = {
  "Agon.send": [["line", (text) => agon.send(text), FILLED]],
  "Agon.game": [
    ["variant", (variant) => agon.game({variant}), FILLED],
    ["setup", (setup) => agon.game({setup}), LINE],
    ["position", (position) => agon.game({position}), LINE],
    ["white", (white) => agon.game({white}), LINE],
    ["black", (black) => agon.game({black}), LINE],
    ["actions", (actions) => agon.game({actions}), ["", "a1b2"], [{}, null, 5]],
    ["actions[1]", (action) => agon.game({actions: ["a1b2", action]}), WORD],
    ["settings", (settings) => agon.game(settings), ["classic"], [null, 5]],
    ["settings", (variant) => agon.game({varient: variant}), ["ham"], []],
  ],
  "Agon.readPgn": [["text", (text) => agon.readPgn(text), TEXT]],
  "Agon.addRules": [
    ["text", (text) => agon.addRules(text), [...TEXT, ""]],
    ["text", (text) => agon.addRules("[a:classic]\n#" + text.repeat(1 << 18)), ["x"], []],
  ],
  "Agon.search": [
    ["game", (other) => agon.search(other), ["classic"], [null, 5, {}, {...game}]],
    ["level", (level) => agon.search(game, {level}), LINE, []],
    ["depth", (depth) => agon.search(game, {depth}), ["3"], [null, true, {}]],
    ["search: limits", (text) => agon.search(game, {[text]: 1}), ["go", ""], []],
    ["onInfo", (onInfo) => agon.search(game, {onInfo}), ["x"], [null, 5]],
    ["signal", (signal) => agon.search(game, {signal}), ["x"], [null, {}]],
  ],
  "Agon.analyse": [ // strings in a query are escaped, and the engine answers for each field
    ["query", (query) => agon.analyse(query), ["classic"], [null, undefined, 5, []]],
    ["onReport", (onReport) => agon.analyse({}, {onReport}), ["x"], [null, 5]],
    ["signal", (signal) => agon.analyse({}, {signal}), ["x"], [null, {}]],
  ],
  "Game.play": [["action", (action) => game.play(action), WORD]],
  "Game.white": [["white", (name) => { game.white = name; }, LINE]],
  "Game.black": [["black", (name) => { game.black = name; }, LINE]],
  "Game.svg": [["options", (options) => game.svg(options), ["turned"], [null, 5]]],
  "AgonWorker.postMessage": [
    ["line", (line) => worker.postMessage(line), LINE, []],
    ["message", (message) => worker.postMessage(message), [], [null, 5, true]],
    ["file", (file) => worker.postMessage({file, text: ""}), FILLED],
    ["text", (text) => worker.postMessage({file: "x", text}), TEXT],
  ],
  "AgonWorker.ask": [["line", (line) => worker.ask(line), LINE]],
  "AgonWorker.askAll": [["line", (line) => worker.askAll([line, "go depth 1"]), FILLED]],
};
const WITHOUT_TEXT = ["Agon.variants", "Agon.stop", "Agon.close", "Game.undo", "Game.pgn", "AgonWorker.stop", "AgonWorker.end",
  "AgonWorker.drain", "AgonWorker.terminate"];

const faults = [];
const state = () => JSON.stringify([game.actions, game.position, game.legal, game.svg(), game.white, game.black,
  agon.variants(), agon.readPgn(game.pgn()).actions]);

for (const [name, exported] of Object.entries({Agon, Game, AgonWorker}))
  for (const [key, {value, set}] of Object.entries(Object.getOwnPropertyDescriptors(exported.prototype)))
    if (key !== "constructor" && (typeof value === "function" || set) && !TABLE[`${name}.${key}`] && !WITHOUT_TEXT.includes(`${name}.${key}`))
      faults.push(`${name}.${key}: not in the table`);

const before = state();
let tried = 0;
for (const [method, rows] of Object.entries(TABLE))
  for (const [argument, call, strings, others = NOT_STRINGS] of rows) {
    for (const value of [...strings, ...others]) {
      ++tried;
      const shown = `${method}, ${argument} = ${typeof value === "symbol" ? "a symbol" : JSON.stringify(value)}`;
      let error;
      try { call(value); } catch (caught) { error = caught; }
      if (!(error instanceof Error)) faults.push(`${shown}: taken`);
      else if (!error.message.startsWith(`${argument}: `)) faults.push(`${shown}: ${error}`);
      else if (typeof value !== "string" && !(error instanceof TypeError)) faults.push(`${shown}: no TypeError`);
      if (state() !== before) faults.push(`${shown}: something has changed`);
    }
  }
// What is good stays good.
const found = await agon.search(game, {depth: 2});
if (!game.legal.includes(found.action)) faults.push("the search afterwards");
agon.close();
worker.terminate();
console.log(JSON.stringify({tried, faults}));

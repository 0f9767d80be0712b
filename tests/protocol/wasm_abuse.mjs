// Random calls of the npm package, by seeds: each answer must be legal in the game that was asked about, each
// promise must settle, and each `go` must have its `bestmove`. Run by wasm_test.py with the package as `agon`.
import {Agon} from "agon";

const ROUNDS = 12, CALLS = 60;
const VARIANTS = ["classic", "german", "csiro"];
const RAW = ["isready", "nonsense", "perft 2", "ucinewgame", "position startpos", "position nonsense", "go depth 2", "go nodes 40",
  "go infinite", "go ponder", "go", "stop", "ponderhit", "setoption name UCI_Variant value german",
  "setoption name UCI_Variant value nine", "setoption name Setup value placement", "setoption name Level value 1",
  "setoption name Level value 99", "setoption name MultiPV value 3", "setoption name Hash value 1",
  "setoption name Threads value 2"];

/** xorshift: the calls of a seed are the same everywhere. */
function random(seed) {
  let state = seed * 2654435761 >>> 0 || 1;
  const next = () => (state ^= state << 13, state ^= state >>> 17, state ^= state << 5, (state >>> 0) / 2 ** 32);
  return {below: (n) => Math.floor(next() * n), chance: (p) => next() < p, one: (list) => list[Math.floor(next() * list.length)]};
}

function expect(holds, ...what) {
  if (!holds) throw new Error(what.map((part) => (typeof part === "string" ? part : JSON.stringify(part))).join(" "));
}

async function round(seed) {
  const dice = random(seed), agon = await Agon.start({threads: seed % 4 === 3});
  const games = VARIANTS.map((variant) => agon.game({variant}));
  const promises = [], stoppers = [];
  const counts = {go: 0, long: 0, best: 0};
  const reading = (async () => { for await (const line of agon) if (line.startsWith("bestmove ")) ++counts.best; })();

  const search = () => {
    const game = dice.one(games), legal = game.legal, stopper = new AbortController();
    const limits = dice.one([{nodes: 50}, {depth: 2}, {movetime: 3}, {infinite: true}, {}, {depth: 3, level: 2}]);
    const kind = dice.one(["plain", "plain", "plain", "throws", "refused", "aborted"]);
    if (kind === "aborted") stopper.abort();
    if (kind === "refused") Object.assign(limits, dice.one([{level: 99}, {movetime: NaN}, {depth: -1}]));
    const thrown = new Error("from onInfo");
    const onInfo = kind === "throws" ? () => { throw thrown; } : undefined;
    if (kind !== "aborted") ++counts.go, ++counts.long;
    stoppers.push(stopper);
    promises.push(agon.search(game, {...limits, signal: stopper.signal, onInfo}).then((found) => {
      expect(kind === "plain", seed, kind, "has an answer", found);
      expect(legal.length > 0 ? legal.includes(found.action) : found.action === null, seed, "illegal", found.action, legal);
      expect(found.line[0] === found.action || legal.length === 0, seed, "another line", found);
    }, (error) => {
      if (error.message === "the engine has ended" && closed) return;
      expect(kind === "throws" ? error === thrown : kind === "refused" ? /^(setoption: Level|go): /.test(error.message)
        : kind === "aborted" && error.name === "AbortError", seed, kind, "fails by", String(error));
    }));
    // The search is of the position at the call, whatever follows.
    if (dice.chance(0.5) && !game.over) game.play(dice.one(game.legal));
  };
  const analyse = () => {
    const {variant, actions} = dice.one(games), refused = dice.chance(0.2), stopper = new AbortController();
    const plies = [actions.length, 0].slice(0, actions.length > 0 ? 2 : 1);
    const query = {rules: variant, actions, plies, includeLegal: true,
      ...dice.one([{nodes: 50}, {depth: 2}, {movetime: 3}, {nodes: 40, lines: 3}]),
      ...(refused && dice.one([{nodes: 0}, {lines: null}, {plies: [0, 0]}, {id: {}}, {nowhere: 1}]))};
    stoppers.push(stopper);
    promises.push(agon.analyse(query, {signal: stopper.signal}).then((answers) => {
      expect(!refused, seed, "is answered", query);
      expect(JSON.stringify(answers.map(({ply}) => ply)) === JSON.stringify(plies), seed, "other plies", answers);
      for (const {noResults, legal, lines, outcome} of answers) // what is stopped early may have none
        expect(noResults || outcome || lines.length > 0 && lines.every(({action}) => legal.includes(action)), seed, answers);
    }, (error) => {
      if (error.message === "the engine has ended" && closed) return;
      expect(refused && error.field !== undefined, seed, "fails by", String(error));
    }));
  };
  const send = () => {
    const line = dice.one(RAW);
    if (/^(go|perft)/.test(line)) ++counts.long;
    if (line.startsWith("go")) ++counts.go;
    agon.send(line);
  };

  let closed = false;
  const stop = () => stoppers.splice(dice.below(stoppers.length), 1)[0]?.abort();
  for (let i = 0; i < CALLS; ++i) {
    const game = dice.one(games);
    dice.one([search, search, search, analyse, send, send, stop, () => agon.stop(), () => game.over || game.play(dice.one(game.legal)),
      () => game.actions.length > 0 && game.undo(), () => agon.addRules(`[own${seed}-${i}:classic]\n`)])();
    if (dice.chance(0.2)) await new Promise((go) => setTimeout(go, dice.below(20)));
  }
  if (seed % 3 === 2) { // close while searches run
    closed = true;
    agon.close();
    for (const stopper of stoppers) stopper.abort();
    await Promise.all(promises);
    return reading;
  }
  for (const stopper of stoppers) stopper.abort();
  for (let i = 0; i < counts.long; ++i) agon.send("stop");
  await Promise.all(promises);
  const last = games[0], legal = last.legal; // still works
  expect(last.over || legal.includes((await agon.search(last, {depth: 2})).action), seed, "the last search");
  agon.send("quit");
  await reading;
  expect(counts.best === counts.go + Number(!last.over), seed, "answers", counts);
}

for (let seed = 1; seed <= ROUNDS; ++seed) {
  const overdue = setTimeout(() => { console.error(`seed ${seed}: a promise does not settle`); process.exit(1); }, 60000);
  await round(seed);
  clearTimeout(overdue);
}
console.log("done");

// usage: node analyse.mjs ACTION...   shows, for each position of a game, its score and the best action.
import {spawn} from "node:child_process";
import {createInterface} from "node:readline";

/** `agon analyse`; each query gets a promise of its answers, in the order of the plies. */
class Analysis {
  #engine; #open = new Map(); #next = 1;
  constructor(...options) {
    this.#engine = spawn("agon", ["analyse", ...options], {stdio: ["pipe", "pipe", "inherit"]});
    createInterface({input: this.#engine.stdout}).on("line", (line) => this.#take(JSON.parse(line)));
  }
  ask(query) {
    const id = `${this.#next++}`;
    this.#engine.stdin.write(JSON.stringify({id, ...query}) + "\n");
    return new Promise((resolve, reject) => this.#open.set(id, {count: query.plies?.length ?? 1, answers: [], resolve, reject}));
  }
  #take(answer) {
    const asked = this.#open.get(answer.id);
    if (answer.error) return asked.reject(new Error(answer.error));
    asked.answers.push(answer);
    if (asked.answers.length === asked.count) asked.resolve(asked.answers.sort((a, b) => a.ply - b.ply));
  }
  close() { this.#engine.stdin.end(); }
}

const actions = process.argv.slice(2), analysis = new Analysis("--searches", "2");
const found = await analysis.ask({actions, plies: [...actions, ""].map((_, ply) => ply), nodes: 20000});
for (const {ply, chooser, lines, score, mate} of found)
  console.log(ply, chooser, lines[0]?.action ?? "over", mate === null ? score : `mate ${mate}`);
analysis.close();

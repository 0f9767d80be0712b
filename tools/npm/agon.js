// Agon in a browser, and the code that node.js shares. agon.d.ts documents the types.

/** What differs between browsers and Node.js. */
export const platform = {
  spawn(threads) {
    if (!threads) return new Worker(new URL("./agon-worker.js", import.meta.url), {type: "module", name: "agon"});
    // Not a literal: a bundler would follow it, and this script loads itself. It must lie beside this file.
    const script = "./agon-threads.js";
    return new Worker(new URL(/* @vite-ignore */ script, import.meta.url), {type: "module", name: "agon"});
  },
  /** Whether memory can be shared with a worker; a page needs the headers COOP and COEP. */
  shares: () => globalThis.crossOriginIsolated === true,
  async module() {
    return (await import("./agon-worker.js")).default();
  },
};

const STOP = 1, HIT = 2, SLOTS = 64;

/** Commands that may run long; `stop` can end them. The same as in `agon` on standard input. */
const isLong = (words) => ["go", "perft", "bench", "genfens"].includes(words[0]);
const isSearch = (words) => words[0] === "go" && words[1] !== "perft";

/**
 * An engine behind the interface of a Worker: postMessage(line), onmessage({data: line}).
 *
 * A worker without threads takes no message while it searches. So this class handles the commands that
 * act at once. It gives each long command a signal that the search polls every 50 ms: a word of shared
 * memory, or without shared memory a blob: URL, which it revokes.
 */
export class AgonWorker {
  onmessage = null; onerror = null; onready = null; onexit = null;
  #worker; #threads; #jobs = []; #next = 1; #signals; #over = false;

  constructor({threads = false} = {}) {
    if (threads && !platform.shares())
      throw new Error("threads need a page that is isolated: send the headers Cross-Origin-Opener-Policy: " +
                      "same-origin and Cross-Origin-Embedder-Policy: require-corp");
    this.#threads = threads;
    if (platform.shares()) this.#signals = new Int32Array(new SharedArrayBuffer(4 * SLOTS));
    this.#worker = platform.spawn(threads);
    this.#worker.onmessage = ({data}) => this.#take(data);
    this.#worker.onerror = (event) => this.#fail(event);
  }

  postMessage(message) {
    if (this.#over) return;
    if (typeof message !== "string") return this.#worker.postMessage(message);
    if (this.#threads) return this.#worker.postMessage({line: message});
    const words = message.trim().split(/\s+/);
    switch (words[0]) {
      case "stop": return this.#signal(this.#jobs.find((job) => !job.stopped), STOP);
      case "ponderhit":
        return this.#signal(this.#jobs.find((job) => job.ponders && !job.hit && !job.stopped), HIT);
      case "isready":
        if (this.#jobs.length > 0) return queueMicrotask(() => this.#say("readyok"));
        break;
      case "quit": case "exit":
        for (const job of this.#jobs) if (job.search) this.#signal(job, STOP);
        break;
    }
    this.#worker.postMessage(isLong(words) ? {line: message, job: this.#begin(words)} : {line: message});
  }

  /** End of input: stops searches and finishes everything else. */
  end() {
    for (const job of this.#jobs) if (job.search) this.#signal(job, STOP);
    this.#worker.postMessage({end: true});
    this.#worker.postMessage({line: "quit"});
  }

  terminate() {
    this.#over = true;
    for (const job of this.#jobs) this.#forget(job);
    this.#jobs = [];
    this.#worker.terminate();
  }

  #begin(words) {
    const job = {id: this.#next++, stopped: false, hit: false, search: isSearch(words),
                 ponders: words.includes("ponder")};
    this.#jobs.push(job);
    if (this.#signals) {
      // A slot is reused after 63 other jobs; fewer than that wait.
      job.slot = job.id % SLOTS;
      Atomics.store(this.#signals, job.slot, 0);
      return {id: job.id, signals: this.#signals, slot: job.slot};
    }
    const url = () => URL.createObjectURL(new Blob(["-"]));
    job.urls = {[STOP]: url(), ...(job.ponders && {[HIT]: url()})};
    return {id: job.id, stop: job.urls[STOP], hit: job.urls[HIT]};
  }

  #signal(job, bit) {
    if (!job) return;
    if (bit === STOP) job.stopped = true;
    else job.hit = true;
    if (!this.#signals) return URL.revokeObjectURL(job.urls[bit]);
    Atomics.or(this.#signals, job.slot, bit);
    Atomics.notify(this.#signals, job.slot);
  }

  #forget(job) {
    for (const url of Object.values(job.urls ?? {})) URL.revokeObjectURL(url);
  }

  #take(data) {
    if (data.line !== undefined) {
      // First: the reader may send `stop` for the next search, which must not stop this one.
      if (data.line.startsWith("bestmove")) this.#end(this.#jobs[0]);
      this.#say(data.line);
    } else if (data.done !== undefined) {
      this.#end(this.#jobs.find((job) => job.id === data.done));
    } else if (data.quit) {
      this.terminate();
      this.onexit?.();
    } else if (data.ready) {
      this.onready?.();
    } else if (data.fault !== undefined) {
      this.#fail(new Error(data.fault));
    }
  }

  #end(job) {
    if (!job) return;
    this.#forget(job);
    this.#jobs = this.#jobs.filter((other) => other !== job);
  }
  #say(line) {
    if (!this.#over || line === undefined) this.onmessage?.({data: line});
  }
  #fail(error) { // an Error, or an event; the event has no message when the script is missing
    this.onerror?.(error instanceof Error ? error : new Error(
      error.message || `the worker cannot be loaded: is agon-${this.#threads ? "threads" : "worker"}.js there?`));
  }
}

/** The lines for one `for await`, from its start. */
class Lines {
  #lines = []; #waiting = []; #over; #close;
  constructor(close) { this.#close = close; }
  add(line) {
    const waiting = this.#waiting.shift();
    if (waiting) waiting.resolve({value: line, done: false});
    else this.#lines.push(line);
  }
  end(error) {
    this.#over = {error};
    for (const {resolve, reject} of this.#waiting.splice(0))
      error ? reject(error) : resolve({value: undefined, done: true});
  }
  next() {
    if (this.#lines.length > 0) return Promise.resolve({value: this.#lines.shift(), done: false});
    if (this.#over?.error) return Promise.reject(this.#over.error);
    if (this.#over) return Promise.resolve({value: undefined, done: true});
    return new Promise((resolve, reject) => this.#waiting.push({resolve, reject}));
  }
  return() {
    this.#close(this);
    this.end();
    return Promise.resolve({value: undefined, done: true});
  }
  [Symbol.asyncIterator]() { return this; }
}

const oneLine = (text) => String(text ?? "").replace(/[\r\n]+/g, " ");

/** One game, by agon.game() or agon.readPgn(). */
export class Game {
  #ask; #facts;
  constructor(ask, {variant = "classic", setup = "", position = "", white = "White", black = "Black", actions = []} = {}) {
    this.#ask = ask;
    Object.assign(this, {variant, setup, first: position, white, black, actions: []});
    this.#set([...actions]);
  }
  #question(kind, actions) {
    return [kind, this.variant, this.setup, this.first, actions.join(" "), this.white, this.black].map(oneLine).join("\n");
  }
  #set(actions) {
    this.#facts = this.#ask(this.#question("state", actions));
    this.actions = actions;
  }
  get position() { return this.#facts.position; }
  get turn() { return this.#facts.turn; }
  get chooser() { return this.#facts.chooser; }
  get legal() { return this.#facts.legal; }
  get sentence() { return this.#facts.sentence; }
  get last() { return this.#facts.last; }
  get over() { return this.#facts.over; }
  get result() { return this.#facts.result; }
  get command() { return this.#facts.command; }
  play(action) {
    this.#set([...this.actions, oneLine(action)]);
    return this;
  }
  undo() {
    if (this.actions.length === 0) throw new Error("there is no action to take back");
    this.#set(this.actions.slice(0, -1));
    return this;
  }
  svg({turned = false} = {}) { return this.#ask(this.#question(turned ? "svg turned" : "svg", this.actions)); }
  pgn() { return this.#ask(this.#question("pgn", this.actions)); }
}

/** The numeric limits of `go`. */
const LIMITS = ["movetime", "depth", "nodes", "mate", "wtime", "btime", "winc", "binc", "movestogo"];

/** Parses an `info` line; its score is "cp 23" or "mate -4". */
const readInfo = (line) => {
  const number = (word) => {
    const found = line.match(new RegExp(` ${word} (-?\\d+)`));
    return found ? Number(found[1]) : undefined;
  };
  const score = line.includes(" score mate ") ? {mate: number("score mate")} : {cp: number("score cp")};
  const pv = line.match(/ pv (.*)$/);
  return {depth: number("depth"), score, nodes: number("nodes"), time: number("time"), line: pv ? pv[1].split(" ") : []};
};

export class Agon {
  #worker; #module; #readers = new Set(); #last = Promise.resolve(); #rules = ""; #options = new Map(); #fault; #closed = false;

  static async start(options = {}) {
    const agon = new Agon();
    agon.#worker = new AgonWorker(options);
    agon.#worker.onmessage = ({data}) => { for (const reader of agon.#readers) reader.add(data); };
    agon.#worker.onerror = (error) => agon.#end(error);
    agon.#worker.onexit = () => agon.#end();
    try {
      await agon.#answer("uci", (line) => line === "uciok"); // throws when a file is missing
      agon.#module = await platform.module();
    } catch (error) {
      agon.close();
      throw error;
    }
    return agon;
  }

  send(line) {
    if (this.#fault) throw this.#fault;
    if (this.#closed) throw new Error("the engine has ended");
    this.#worker.postMessage(oneLine(line));
  }

  [Symbol.asyncIterator]() {
    const lines = new Lines(() => this.#readers.delete(lines));
    if (this.#fault || this.#closed) lines.end(this.#fault);
    else this.#readers.add(lines);
    return lines;
  }

  game(settings) { return new Game((question) => this.#ask(question), settings); }
  readPgn(text) { return this.game(this.#ask(`read pgn\n${text}`)); }
  variants() { return this.#ask("variants"); }

  addRules(text) {
    this.#ask(`rules\n${text}`);
    this.#rules += `${text}\n`;
    this.#worker.postMessage({file: "/rules.ini", text: this.#rules});
    this.send("setoption name VariantPath value /rules.ini");
    this.#options.clear();
  }

  /** Searches run one after the other. */
  search(game, {level = 10, infinite = false, onInfo, signal, ...limits} = {}) {
    for (const word of Object.keys(limits))
      if (!LIMITS.includes(word)) throw new Error(`search: unknown limit '${word}'; there are ${LIMITS.join(", ")}, infinite`);
    const words = LIMITS.filter((word) => limits[word] !== undefined).map((word) => `${word} ${Math.trunc(limits[word])}`);
    if (infinite || words.length === 0) words.push("infinite");
    const begin = async () => {
      signal?.throwIfAborted();
      this.#option("UCI_Variant", game.variant);
      this.#option("Setup", game.setup || "preset");
      this.#option("Level", level);
      this.send(game.command);
      const stop = () => this.stop();
      signal?.addEventListener("abort", stop, {once: true});
      let info = {};
      try {
        const answer = await this.#answer(`go ${words.join(" ")}`, (line) => {
          if (line.startsWith("info depth ") && line.includes(" score ")) {
            info = readInfo(line);
            onInfo?.(info);
          }
          return line.startsWith("bestmove ");
        });
        const [, action, , ponder] = answer.split(" ");
        return {action: action === "(none)" ? null : action, ponder: ponder ?? null, ...info};
      } finally {
        signal?.removeEventListener("abort", stop);
      }
    };
    const result = this.#last.then(begin, begin);
    this.#last = result.catch(() => {});
    return result;
  }

  stop() { this.send("stop"); }

  /** Ends the worker at once. */
  close() {
    this.#worker.terminate();
    this.#end();
  }

  #option(name, value) {
    if (this.#options.get(name) === value) return;
    this.#options.set(name, value);
    this.send(`setoption name ${name} value ${value}`);
  }

  async #answer(line, isLast) {
    const lines = this[Symbol.asyncIterator]();
    this.send(line);
    for await (const answer of lines)
      if (isLast(answer)) return answer;
    throw this.#fault ?? new Error("the engine has ended");
  }

  #ask(question) {
    const bytes = this.#module.stringToNewUTF8(question);
    const answer = JSON.parse(this.#module.UTF8ToString(this.#module._agon_ask(bytes)));
    this.#module._free(bytes);
    if (answer?.error !== undefined) throw new Error(answer.error);
    return answer;
  }

  #end(error) {
    if (this.#closed) return;
    this.#closed = true;
    this.#fault = error;
    for (const reader of this.#readers) reader.end(error);
    this.#readers.clear();
  }
}

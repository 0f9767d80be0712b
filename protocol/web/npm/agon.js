// Agon in a browser, and the code that node.js shares. agon.d.ts documents the types.
import {checked, checkedKeys} from "./text.js";

// Each address is written out, so that bundlers find it.
const NETWORKS = {
  classic: new URL("./networks/classic.net.gz", import.meta.url),
  german: new URL("./networks/german.net.gz", import.meta.url),
  kanare: new URL("./networks/kanare.net.gz", import.meta.url),
  "way-to-play": new URL("./networks/way-to-play.net.gz", import.meta.url),
  "bloody-queen": new URL("./networks/bloody-queen.net.gz", import.meta.url),
  agon: new URL("./networks/agon.net.gz", import.meta.url),
  all: new URL("./networks/all.net.gz", import.meta.url),
};

/** What differs between browsers and Node.js. */
export const platform = {
  spawn: () => new Worker(new URL("./worker.js", import.meta.url), {type: "module"}),
  /** Whether memory can be shared with a worker; a page needs the headers COOP and COEP. */
  shares: () => globalThis.crossOriginIsolated === true,
  async module() {
    return (await import("./agon-worker.js")).default();
  },
  /** The bytes of a network; `again`: those of the last time were damaged. */
  async network(name, again) {
    const answer = await fetch(NETWORKS[name], {cache: again ? "reload" : "default"});
    if (!answer.ok) throw new Error(`the server answers ${answer.status} for ${NETWORKS[name].pathname}`);
    return new Uint8Array(await answer.arrayBuffer());
  },
  /** Of gzip, at most `most` bytes. */
  async unpack(bytes, most) {
    const parts = [];
    let size = 0;
    await new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip")).pipeTo(new WritableStream({
      write(part) {
        if ((size += part.length) > most) throw new Error(`it has more than ${most} bytes`);
        parts.push(part);
      },
    }));
    return new Uint8Array(await new Blob(parts).arrayBuffer());
  },
};

const MAX_NETWORK = 1 << 24; // bytes, as in search/nnue/network_file.cpp
const networks = new Map();  // promises of their bytes, by name
const spoilt = new Set();    // names of those whose bytes were damaged

async function load(name) {
  const bytes = await platform.network(name, spoilt.delete(name));
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return bytes; // some servers unpack what ends in .gz
  try {
    return await platform.unpack(bytes, MAX_NETWORK);
  } catch (error) {
    spoilt.add(name);
    throw new Error(`it is damaged: ${error?.message || error}`);
  }
}

/** The bytes of a network: one download for all engines. One that fails is tried again by the next call. */
export function network(name) {
  if (!networks.has(name)) {
    const bytes = load(name);
    networks.set(name, bytes);
    bytes.catch(() => networks.delete(name));
  }
  return networks.get(name);
}

const STOP = 1, HIT = 2;
const BLANKS = /[ \t\r\n\v\f]+/; // as the engine splits a line

/** Commands that may run long; `stop` can end them. The same as in `agon` on standard input. */
const isLong = (words) => ["go", "perft", "bench", "speedtest", "genfens"].includes(words[0]) || isQuery(words);
const isQuery = (words) => words[0]?.startsWith("{");
const isSearch = (words) => words[0] === "go" && words[1]?.toLowerCase() !== "perft";
/** Whether only `stop` ends a search: it ponders, or has no limit. */
const isEndless = (words) => {
  const has = (list) => words.some((word) => list.includes(word.toLowerCase()));
  return isSearch(words) && (has(["infinite", "ponder"]) || !has(
    ["movetime", "depth", "nodes", "mate", "movestogo", "wtime", "btime", "winc", "binc", "p1time", "p2time", "p1inc", "p2inc"]));
};

const blobUrl = () => URL.createObjectURL(new Blob(["-"]));

/**
 * An engine behind the interface of a Worker: postMessage(line), onmessage({data: line}).
 *
 * A worker takes no line while it searches. So this class handles the commands that act at once. It gives
 * each long command a signal that the search polls every 50 ms: a word of shared memory, or without shared
 * memory a blob: URL, which it revokes. The worker with threads takes signals as messages.
 */
export class AgonWorker {
  onmessage = null; onerror = null; onready = null; onexit = null;
  #worker; #threads; #alive; #next = 1; #over = false;
  #jobs = [];          // the long lines that are not done, in order
  #asked = new Map();  // {hear, done} by the number of a line
  #free = [];          // shared memory of lines that are done

  constructor({threads = false} = {}) {
    if (threads && !platform.shares())
      throw new Error("threads need a page that is isolated: send the headers Cross-Origin-Opener-Policy: " +
                      "same-origin and Cross-Origin-Embedder-Policy: require-corp");
    this.#threads = threads;
    if (!platform.shares()) this.#alive = blobUrl();
    this.#worker = platform.spawn();
    this.#worker.onmessage = ({data}) => this.#take(data);
    this.#worker.onerror = (event) => this.#fail(event);
    this.#worker.postMessage({begin: {threads, alive: this.#alive}});
  }

  postMessage(message) {
    if (typeof message === "string") return void this.ask(message);
    const {file, text} = checkedKeys("message", message, ["file", "text"]);
    checked("file", file);
    if (!(text instanceof Uint8Array)) checked("text", text, {lines: true, empty: true});
    if (!this.#over) this.#worker.postMessage({file, text});
  }

  /**
   * Posts a line. Calls hear() with each line that answers it, and done() after the last. Returns a number
   * for stop(). `stop` and what else acts at once is not heard.
   */
  ask(line, hear, done) {
    const words = checked("line", line, {empty: true}).split(BLANKS).filter(Boolean);
    if (this.#over) return 0;
    switch (words[0]) {
      case "stop": return this.#signal(this.#jobs.find((job) => !job.stopped), STOP);
      case "ponderhit":
        return this.#signal(this.#jobs.find((job) => job.ponders && !job.hit && !job.stopped), HIT);
      case "isready":
        if (this.#jobs.length > 0) return queueMicrotask(() => this.#say("readyok"));
        break;
      case "quit": case "exit":
        this.#stopAll((job) => job.search);
        break;
    }
    return this.#post([line], words, hear, done);
  }

  /** The same for several lines, of which only the last may be long, and none acts immediately. */
  askAll(lines, hear, done) {
    for (const line of lines) checked("line", line);
    return this.#over ? 0 : this.#post(lines, lines.at(-1).split(BLANKS), hear, done);
  }

  /** Ends a long line that ask() posted, if it is not done. */
  stop(id) {
    this.#signal(this.#jobs.find((job) => job.id === id), STOP);
  }

  /** End of input: stops searches and finishes everything else. */
  end() { this.ask("quit"); }

  /** The same, but only searches without a limit are stopped. */
  drain() {
    this.#stopAll((job) => job.endless);
    if (!this.#over) this.#post(["quit"], ["quit"]);
  }

  terminate() {
    this.#over = true;
    for (const job of this.#jobs) this.#forget(job);
    this.#jobs = [];
    this.#asked.clear();
    if (this.#alive) URL.revokeObjectURL(this.#alive);
    this.#worker.terminate();
  }

  #post(lines, words, hear, done) {
    const id = this.#next++;
    if (hear || done) this.#asked.set(id, {hear, done});
    this.#worker.postMessage({lines, id, ...(isLong(words) && this.#begin(id, words))});
    return id;
  }

  /** Returns the signals of a long line, as its message has them. */
  #begin(id, words) {
    const job = {id, stopped: false, hit: false, search: isSearch(words) || isQuery(words), endless: isEndless(words),
                 ponders: isSearch(words) && words.some((word) => word.toLowerCase() === "ponder")};
    this.#jobs.push(job);
    if (this.#threads) return {};
    if (platform.shares()) {
      job.signals = this.#free.pop() ?? new Int32Array(new SharedArrayBuffer(4));
      Atomics.store(job.signals, 0, 0);
      return {signals: job.signals};
    }
    job.urls = {[STOP]: blobUrl(), ...(job.ponders && {[HIT]: blobUrl()})};
    return {stop: job.urls[STOP], hit: job.urls[HIT]};
  }

  #signal(job, bit) {
    if (!job) return;
    if (bit === STOP) job.stopped = true;
    else job.hit = true;
    if (this.#threads) return this.#worker.postMessage({signal: bit, id: job.id});
    if (!job.signals) return URL.revokeObjectURL(job.urls[bit]);
    Atomics.or(job.signals, 0, bit);
    Atomics.notify(job.signals, 0);
  }
  #stopAll(which) {
    for (const job of this.#jobs) if (which(job)) this.#signal(job, STOP);
  }

  #forget(job) {
    for (const url of Object.values(job.urls ?? {})) URL.revokeObjectURL(url);
    if (job.signals) this.#free.push(job.signals);
  }

  #give(name) {
    const give = (answer) => { if (!this.#over) this.#worker.postMessage({network: name, ...answer}); };
    network(name).then((bytes) => give({bytes}), (error) => give({why: String(error?.message || error)}));
  }

  #take(data) {
    if (data.spoilt !== undefined) {
      spoilt.add(data.spoilt);
      networks.delete(data.spoilt);
    }
    if (this.#over) return;
    if (data.need !== undefined) return this.#give(data.need);
    if (data.line !== undefined) {
      // First: the reader may send `stop` for the next search, which must not stop this one.
      if (data.line.startsWith("bestmove")) this.#end(data.id);
      this.#asked.get(data.id)?.hear?.(data.line);
      this.#say(data.line);
    } else if (data.done !== undefined) {
      this.#end(data.done);
      const asked = this.#asked.get(data.done);
      this.#asked.delete(data.done);
      asked?.done?.();
    } else if (data.quit) {
      this.terminate();
      this.onexit?.();
    } else if (data.ready) {
      this.onready?.();
    } else if (data.fault !== undefined) {
      this.#fail(new Error(data.fault));
    }
  }

  #end(id) {
    const job = this.#jobs.find((other) => other.id === id);
    if (!job) return;
    this.#forget(job);
    this.#jobs = this.#jobs.filter((other) => other !== job);
  }
  #say(line) {
    if (!this.#over) this.onmessage?.({data: line});
  }
  #fail(error) { // an Error, or an event; the event has no message when a script is missing
    if (this.#over) return;
    this.terminate();
    this.onerror?.(error instanceof Error ? error : new Error(error.message ||
      "the worker cannot be loaded: are worker.js, serve-engine.js and agon-worker.js there?"));
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

/** What a search needs of a game; undefined for anything else. */
let facts;

const SETTINGS = ["variant", "setup", "position", "white", "black", "actions"];

/** One game, by agon.game() or agon.readPgn(). */
export class Game {
  #ask; #rules; #names = {}; #actions; #state;
  static {
    facts = (game) => (typeof game === "object" && game !== null && #state in game ? {
      ask: game.#ask, ...game.#rules, command: game.command,
    } : undefined);
  }

  constructor(ask, settings = {}) {
    const {variant = "classic", setup = "", position = "", white = "White", black = "Black", actions = []} =
      checkedKeys("settings", settings, SETTINGS);
    if (!Array.isArray(actions)) throw new TypeError(`actions: expected a list, got ${typeof actions}`);
    this.#ask = ask;
    this.#rules = {variant: checked("variant", variant), setup: checked("setup", setup, {empty: true}),
                   position: checked("position", position, {empty: true})};
    this.white = white;
    this.black = black;
    this.#set(actions.map((action, i) => checked(`actions[${i}]`, action, {word: true})));
  }

  #question(kind, actions) {
    const {variant, setup, position} = this.#rules;
    return [kind, variant, setup, position, actions.join(" "), this.white, this.black].join("\n");
  }
  #set(actions) {
    this.#state = this.#ask(this.#question("state", actions));
    this.#actions = Object.freeze(actions);
  }
  get variant() { return this.#rules.variant; }
  get actions() { return this.#actions; }
  get white() { return this.#names.white; }
  set white(name) { this.#names.white = checked("white", name, {empty: true}); }
  get black() { return this.#names.black; }
  set black(name) { this.#names.black = checked("black", name, {empty: true}); }
  get position() { return this.#state.position; }
  get turn() { return this.#state.turn; }
  get chooser() { return this.#state.chooser; }
  get legal() { return this.#state.legal; }
  get sentence() { return this.#state.sentence; }
  get last() { return this.#state.last; }
  get over() { return this.#state.over; }
  get result() { return this.#state.result; }
  get command() { return this.#state.command; }
  play(action) {
    this.#set([...this.#actions, checked("action", action, {word: true})]);
    return this;
  }
  undo() {
    if (this.#actions.length === 0) throw new Error("there is no action to take back");
    this.#set(this.#actions.slice(0, -1));
    return this;
  }
  svg(options = {}) {
    const {turned = false} = checkedKeys("options", options, ["turned"]);
    return this.#ask(this.#question(turned ? "svg turned" : "svg", this.#actions));
  }
  pgn() { return this.#ask(this.#question("pgn", this.#actions)); }
}

/** The numeric limits of `go`. */
const LIMITS = ["movetime", "depth", "nodes", "mate", "wtime", "btime", "winc", "binc", "movestogo"];

/** The line `go` for a search. */
const goLine = (limits, infinite) => {
  const words = LIMITS.filter((word) => limits[word] !== undefined).map((word) => {
    if (typeof limits[word] !== "number")
      throw new TypeError(`${word}: expected a number, got ${limits[word] === null ? "null" : typeof limits[word]}`);
    return `${word} ${Math.trunc(limits[word])}`;
  });
  return ["go", ...words, ...(infinite || words.length === 0 ? ["infinite"] : [])].join(" ");
};

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

/** A report of the best line; `MultiPV` adds others. */
const isReport = (line) => line.startsWith("info depth ") && line.includes(" multipv 1 score ");
/** Of a line of search(): what it asks for does not hold. */
const isRefusal = (line) => /^info string (setoption|position|go): /.test(line);

/** The maximum length of a rules file. */
const RULES_BYTES = 262144;

export class Agon {
  #worker; #module; #readers = new Set(); #rules = ""; #fault; #closed = false;
  #open = new Set(); // {promise, reject} of what has no answer yet

  static async start(options = {}) {
    const agon = new Agon();
    const {threads} = checkedKeys("options", options, ["threads"]);
    agon.#worker = new AgonWorker({threads});
    agon.#worker.onmessage = ({data}) => { for (const reader of agon.#readers) reader.add(data); };
    agon.#worker.onerror = (error) => agon.#end(error);
    agon.#worker.onexit = () => agon.#end();
    try {
      await agon.#promise((resolve) => agon.#worker.ask("uci", undefined, resolve)); // fails when a file is missing
      agon.#module = await platform.module();
    } catch (error) {
      agon.close();
      throw error;
    }
    return agon;
  }

  send(line) {
    this.#mustLive();
    this.#worker.postMessage(checked("line", line));
  }

  [Symbol.asyncIterator]() {
    const lines = new Lines(() => this.#readers.delete(lines));
    if (this.#fault || this.#closed) lines.end(this.#fault);
    else this.#readers.add(lines);
    return lines;
  }

  game(settings) { return new Game(this.#ask, settings); }
  readPgn(text) {
    const {white, black, ...read} = this.#ask(`read pgn\n${checked("text", text, {lines: true, empty: true})}`);
    const name = (tag) => tag.replace(/[\0\r\n]+/g, " ");
    return this.game({...read, white: name(white), black: name(black)});
  }
  variants() { return this.#ask("variants"); }

  addRules(text) {
    this.#mustLive();
    const added = checked("text", text, {lines: true}).replace(/^\uFEFF/, "");
    const rules = `${this.#rules}${added}\n`;
    if (new TextEncoder().encode(rules).length > RULES_BYTES)
      throw new Error(`text: an engine takes rules of ${RULES_BYTES} bytes in all`);
    this.#ask(`rules\n${added}`);
    this.#rules = rules;
    this.#worker.postMessage({file: "/rules.ini", text: rules});
    this.#worker.postMessage("setoption name VariantPath value /rules.ini");
  }

  /**
   * Everything is posted at once, so that the question is that of the call, and in order, so that searches
   * run one after the other and other lines come before or after all of it.
   */
  search(game, {level = 10, infinite = false, onInfo, signal, ...limits} = {}) {
    checkedKeys("search: limits", limits, LIMITS);
    const go = goLine(limits, infinite);
    const question = facts(game);
    if (!question) throw new TypeError("game: expected one of game() or readPgn()");
    if (onInfo !== undefined && typeof onInfo !== "function") throw new TypeError("onInfo: expected a function");
    if (signal !== undefined && !(signal instanceof AbortSignal)) throw new TypeError("signal: expected an AbortSignal");
    const lines = [`setoption name UCI_Variant value ${question.variant}`,
                   `setoption name Setup value ${question.setup || "preset"}`,
                   checked("level", `setoption name Level value ${level}`), question.command, go];
    return this.#promise((resolve, reject) => {
      this.#mustLive();
      signal?.throwIfAborted();
      this.#mustKnow(question);
      let info = {}, answer = "", fault, id;
      const stop = () => this.#worker.stop(id);
      const refuse = (error) => {
        fault ??= {error};
        stop();
      };
      const hear = (line) => {
        if (isRefusal(line)) return refuse(new Error(line.replace("info string ", "")));
        if (line.startsWith("bestmove ")) return void (answer = line);
        if (fault || !isReport(line)) return;
        info = readInfo(line);
        try {
          onInfo?.(info);
        } catch (error) {
          refuse(error);
        }
      };
      const done = () => {
        signal?.removeEventListener("abort", stop);
        if (fault) return reject(fault.error);
        const [, action, , ponder] = answer.split(" ");
        resolve({action: action === "(none)" ? null : action, ponder: ponder ?? null, ...info});
      };
      signal?.addEventListener("abort", stop, {once: true});
      id = this.#worker.askAll(lines, hear, done);
    });
  }

  /** A query as of `agon analyse`. The engine reads and refuses its fields. */
  analyse(query, {onReport, signal} = {}) {
    if (typeof query !== "object" || query === null || Array.isArray(query))
      throw new TypeError(`query: expected an object, got ${query === null ? "null" : Array.isArray(query) ? "a list" : typeof query}`);
    if (onReport !== undefined && typeof onReport !== "function") throw new TypeError("onReport: expected a function");
    if (signal !== undefined && !(signal instanceof AbortSignal)) throw new TypeError("signal: expected an AbortSignal");
    const line = JSON.stringify({id: "", ...query}), plies = Array.isArray(query.plies) ? [...query.plies] : [];
    return this.#promise((resolve, reject) => {
      this.#mustLive();
      signal?.throwIfAborted();
      const answers = [];
      let fault, id;
      const stop = () => this.#worker.stop(id);
      const refuse = (error) => {
        fault ??= {error};
        stop();
      };
      const hear = (text) => {
        const answer = JSON.parse(text);
        if (answer.error !== undefined) return refuse(Object.assign(new Error(answer.error), {field: answer.field}));
        if (answer.isDuringSearch !== true) return void answers.push(answer);
        try {
          if (!fault) onReport?.(answer);
        } catch (error) {
          refuse(error);
        }
      };
      const done = () => {
        signal?.removeEventListener("abort", stop);
        if (fault) return reject(fault.error);
        resolve(answers.sort((a, b) => plies.indexOf(a.ply) - plies.indexOf(b.ply)));
      };
      signal?.addEventListener("abort", stop, {once: true});
      id = this.#worker.ask(line, hear, done);
    });
  }

  stop() { this.send("stop"); }

  /** Ends the worker at once. A search that nobody waits for fails without an unhandled rejection. */
  close() {
    for (const {promise} of this.#open) promise.catch(() => {});
    this.#worker.terminate();
    this.#end();
  }

  #mustLive() {
    if (this.#fault) throw this.#fault;
    if (this.#closed) throw new Error("the engine has ended");
  }

  /** Throws unless a game of another Agon has rules that this one knows by the same name. */
  #mustKnow({ask, variant}) {
    const question = `rules of\n${variant}`;
    if (ask !== this.#ask && String(ask(question)) !== String(this.#ask(question)))
      throw new Error(`variant: the game has other rules than this engine's '${variant}'`);
  }

  /** As a Promise; it fails when the engine ends before. */
  #promise(begin) {
    const open = {};
    this.#open.add(open);
    return open.promise = new Promise((resolve, reject) => {
      const settle = (how) => (value) => {
        this.#open.delete(open);
        how(value);
      };
      open.reject = settle(reject);
      try {
        begin(settle(resolve), open.reject);
      } catch (error) {
        open.reject(error);
      }
    });
  }

  #ask = (question) => {
    const bytes = this.#module.stringToNewUTF8(question);
    const answer = JSON.parse(this.#module.UTF8ToString(this.#module._agon_ask(bytes)));
    this.#module._free(bytes);
    if (answer?.error !== undefined) throw new Error(answer.error);
    return answer;
  };

  #end(error) {
    if (this.#closed) return;
    this.#closed = true;
    this.#fault = error;
    for (const reader of this.#readers) reader.end(error);
    this.#readers.clear();
    for (const open of this.#open) open.reject(error ?? new Error("the engine has ended"));
  }
}

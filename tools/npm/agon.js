// Agon in a browser, and what node.js has in common with it. The types and their meaning: agon.d.ts.

/** What differs between browsers and Node.js. */
export const platform = {
  spawn: (threads) =>
    threads
      ? new Worker(new URL("./agon-threads.js", import.meta.url), {type: "module"})
      : new Worker(new URL("./agon-worker.js", import.meta.url), {type: "module"}),
  /** Whether memory can be shared with a worker: in pages, by the headers COOP and COEP. */
  shares: () => globalThis.crossOriginIsolated === true,
  gameBinary: () => undefined,
};

const STOP = 1, HIT = 2, SLOTS = 64;

/** As `agon` on standard input: which lines may take long, and so may be stopped. */
const isLong = (words) => ["go", "perft", "bench", "genfens"].includes(words[0]);
const isCount = (words) => words[0] !== "go" || words[1] === "perft";

/**
 * An engine behind the interface of a Worker: postMessage(line), onmessage({data: line}).
 *
 * A worker without threads takes no message while it searches. The lines that act at once are
 * therefore read here: each long line gets a signal that the search looks at every 50 ms, a word of
 * shared memory, or where nothing can be shared a blob: URL, which is revoked.
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
        for (const job of this.#jobs) this.#signal(job, STOP);
        break;
    }
    this.#worker.postMessage(isLong(words) ? {line: message, job: this.#begin(words)} : {line: message});
  }

  /** The end of input: searches are stopped, everything else is finished. */
  end() {
    for (const job of this.#jobs) if (!job.counts) this.#signal(job, STOP);
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
    const job = {id: this.#next++, stopped: false, hit: false, counts: isCount(words),
                 ponders: words.includes("ponder")};
    this.#jobs.push(job);
    if (this.#signals) {
      // A slot is used again after 63 jobs; so many do not wait.
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
      // Whoever reads it may send `stop` for the next search, which must not go to this one.
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
  #fail(event) {
    this.onerror?.(event);
  }
}

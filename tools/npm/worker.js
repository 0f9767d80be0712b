// Appended to the module's script, which it makes the engine's worker in Node.js, and in a browser's worker
// named agon. It takes {line, job} and {file, text}, and posts {line}, {done: job}, {quit} and {fault}.
/** Serves one engine. `port` has post(message) and onmessage; give `wasmBinary` where nothing can be fetched. */
export function serveAgon(port, wasmBinary) {
  let job = null; // the running one: {id, stop, hit}, the last two URLs, or {id, signals: Int32Array, slot}
  let looked = 0;
  const STOP = 1, HIT = 2, EVERY_MS = 50;
  // Shared with nobody, only for Atomics.wait(). A page that is not isolated has no SharedArrayBuffer to
  // send, but may have this.
  let bed = null;
  const sleep = (ms) => {
    try {
      bed ??= new Int32Array(new WebAssembly.Memory({initial: 1, maximum: 1, shared: true}).buffer);
      Atomics.wait(bed, 0, 0, ms);
    } catch { /* then it polls without sleep */ }
  };
  const revoked = (url) => {
    const request = new XMLHttpRequest();
    try {
      request.open("GET", url, false);
      request.send();
      return request.status !== 200 && request.status !== 0;
    } catch {
      return true;
    }
  };
  const module = createModule({
    wasmBinary,
    line: (line) => port.post({line}),
    signals: (maySleep) => {
      if (job === null) return 0;
      if (job.signals) {
        if (maySleep) Atomics.wait(job.signals, job.slot, Atomics.load(job.signals, job.slot), EVERY_MS);
        return Atomics.load(job.signals, job.slot);
      }
      if (maySleep) sleep(EVERY_MS);
      const now = performance.now();
      if (now - looked < EVERY_MS) return 0;
      looked = now;
      return (job.stop && revoked(job.stop) ? STOP : 0) | (job.hit && revoked(job.hit) ? HIT : 0);
    },
  });
  const fault = (error) => port.post({fault: String(error?.message ?? error)});
  const take = (engine, {line, job: long, file, text, end}) => {
    if (file !== undefined) {
      engine.FS.mkdirTree(file.replace(/\/[^/]*$/, "") || "/");
      engine.FS.writeFile(file, text);
      return;
    }
    if (end) return engine._agon_end();
    job = long ?? null;
    const bytes = engine.stringToNewUTF8(line);
    const quit = engine._agon_send(bytes);
    engine._free(bytes);
    job = null;
    if (long) port.post({done: long.id});
    if (quit) {
      const leave = () => (engine._agon_idle() ? port.post({quit: true}) : setTimeout(leave, 5));
      leave();
    }
  };
  // Messages are taken in order, and none is lost while the module loads.
  let last = module.then(() => port.post({ready: true}), (error) =>
    fault(new Error(`the module cannot be loaded; are agon-worker.wasm or agon-threads.wasm there? ${error?.message}`)));
  port.onmessage = (message) => {
    last = last.then(async () => take(await module, message)).catch(fault);
  };
}

if (typeof WorkerGlobalScope !== "undefined" && self instanceof WorkerGlobalScope && self.name === "agon") {
  const port = {post: (message) => self.postMessage(message), onmessage: null};
  self.onmessage = ({data}) => port.onmessage(data);
  serveAgon(port);
}

// The worker's side of AgonWorker, in browsers and in Node.js.

const STOP = 1, HIT = 2, EVERY_MS = 50;

const REFUSED = "a search in this page cannot hear 'stop': the Content-Security-Policy of worker.js must allow " +
  "blob: in connect-src (connect-src 'self' blob:), or the page must be isolated by the headers COOP and COEP";

/** Whether a blob: URL can still be read. */
function isThere(url) {
  const request = new XMLHttpRequest();
  try {
    request.open("GET", url, false);
    request.send();
    return request.responseText !== "";
  } catch {
    return false;
  }
}

/**
 * Serves one engine. `port` has post(message) and onmessage. `load(threads)` promises the module's
 * createModule, and its wasmBinary where nothing can be fetched.
 *
 * It takes {begin: {threads, alive}}, then {lines, id} with the signals of a long line, {signal, id} and
 * {file, text}. It posts {ready}, {line, id}, {done: id}, {quit} and {fault}.
 *
 * Before a line that needs a network it posts {need: NAME}, and waits for {network: NAME, bytes} or {network: NAME,
 * why}; {spoilt: NAME} says that the bytes were not that network.
 */
export function serveEngine(port, load) {
  let alive;          // a URL that is never revoked, where signals are URLs
  let running = null; // the message whose lines run
  let finished = 0;   // the number of the last one that is done
  let finish;         // to be called when a line is done
  let module;         // a promise
  let threads = false, looked = 0;
  let given;          // to be called with the network that is needed
  const signalled = new Map(); // the signals of lines that are not done, by id; only with threads
  const fault = (error) => port.post({fault: String(error?.message ?? error)});

  // Shared with nobody, only for Atomics.wait(). A page that is not isolated has no SharedArrayBuffer to
  // send, but may have this.
  let bed = null;
  const sleep = (ms) => {
    try {
      bed ??= new Int32Array(new WebAssembly.Memory({initial: 1, maximum: 1, shared: true}).buffer);
      Atomics.wait(bed, 0, 0, ms);
    } catch { /* then it polls without sleep */ }
  };
  const signals = (maySleep) => {
    if (running.signals) {
      if (maySleep) Atomics.wait(running.signals, 0, Atomics.load(running.signals, 0), EVERY_MS);
      return Atomics.load(running.signals, 0);
    }
    if (maySleep) sleep(EVERY_MS);
    const now = performance.now();
    if (now - looked < EVERY_MS) return 0;
    looked = now;
    const revoked = (url) => url !== undefined && !isThere(url) && isThere(alive);
    return (revoked(running.stop) ? STOP : 0) | (revoked(running.hit) ? HIT : 0);
  };

  const begin = async (options) => {
    ({threads, alive} = options);
    if (alive !== undefined && !isThere(alive)) throw new Error(REFUSED);
    const {createModule, wasmBinary} = await load(threads);
    try {
      return await createModule({
        wasmBinary, signals,
        line: (line) => port.post({line, id: running.id}),
        done: (quit) => finish(quit),
      });
    } catch (error) {
      throw new Error(`the module cannot be loaded; is agon-${threads ? "threads" : "worker"}.wasm there? ${error?.message}`);
    }
  };

  /** Calls a function of the engine that takes texts. */
  const call = (engine, name, ...texts) => {
    const pointers = texts.map((text) => engine.stringToNewUTF8(text));
    try {
      return engine[name](...pointers);
    } finally {
      pointers.forEach((pointer) => engine._free(pointer));
    }
  };

  /** Installs what the line needs; if that cannot be had, the engine says so when it gets the line. */
  const equip = async (engine, line) => {
    for (let name; (name = engine.UTF8ToString(call(engine, "_agon_network", line))) !== "";) {
      const {bytes, why} = await new Promise((done) => {
        given = done;
        port.post({need: name});
      });
      if (bytes) engine.FS.writeFile("/network", new Uint8Array(bytes));
      const installed = call(engine, "_agon_install", name, why ?? "");
      if (bytes) engine.FS.unlink("/network");
      if (installed) continue;
      if (bytes) port.post({spoilt: name});
      return;
    }
  };

  const send = async (engine, message) => {
    running = message;
    let quit = 0;
    for (const line of message.lines) {
      await equip(engine, line);
      quit = await new Promise((done) => {
        finish = done;
        call(engine, "_agon_send", line);
        if (signalled.has(message.id)) engine._agon_signal(signalled.get(message.id));
      });
    }
    running = null;
    finished = message.id;
    signalled.delete(finished);
    port.post({done: finished});
    if (quit) port.post({quit: true});
  };

  /** Into the engine's own files, where relative paths begin at the root. */
  const write = ({FS}, {file, text}) => {
    const path = [];
    const names = file.split("/").filter((name) => name !== "" && name !== ".");
    const last = names.pop() ?? "";
    try {
      for (const name of names) {
        if (name === "..") path.pop();
        else path.push(name);
        FS.mkdirTree("/" + path.join("/"));
      }
      FS.writeFile("/" + [...path, last].join("/"), text);
    } catch (error) { // possibly an ErrnoError, which has no message
      port.post({line: `info string file ${file}: the engine cannot keep it: ${error.message ?? `errno ${error.errno}`}`});
    }
  };

  // Messages are taken in order, and none is lost while the module loads.
  let last = Promise.resolve();
  port.onmessage = (message) => {
    if (message.begin) {
      module = begin(message.begin);
      last = module.then(() => port.post({ready: true})).catch(fault);
    } else if (message.network !== undefined) {
      given(message);
    } else if (message.signal === undefined) {
      last = last.then(async () => (message.file === undefined ? send : write)(await module, message)).catch(fault);
    } else if (message.id > finished) {
      signalled.set(message.id, signalled.get(message.id) | message.signal);
      module.then((engine) => { if (running?.id === message.id) engine._agon_signal(message.signal); });
    }
  };
}

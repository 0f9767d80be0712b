// The engine's worker in Node.js.
import {readFileSync} from "node:fs";
import {parentPort} from "node:worker_threads";
import {serveEngine} from "./serve-engine.js";

const port = {post: (message) => parentPort.postMessage(message), onmessage: null};
parentPort.on("message", (message) => port.onmessage(message));
serveEngine(port, async (threads) => {
  const name = `./agon-${threads ? "threads" : "worker"}`;
  return {
    createModule: (await import(`${name}.js`)).default,
    wasmBinary: readFileSync(new URL(`${name}.wasm`, import.meta.url)),
  };
});

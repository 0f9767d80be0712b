#!/usr/bin/env node
// Agon in Node.js: the package's module, its worker, and the command `agon`.
import {readFileSync, realpathSync} from "node:fs";
import {createInterface} from "node:readline";
import {fileURLToPath} from "node:url";
import {Worker, isMainThread, parentPort, workerData} from "node:worker_threads";
import {AgonWorker, platform} from "./agon.js";

export * from "./agon.js";

const file = (name) => readFileSync(new URL(name, import.meta.url));

platform.shares = () => true;
platform.module = async () => {
  const {default: createModule} = await import("./agon-worker.js");
  return createModule({wasmBinary: file("./agon-worker.wasm")});
};
platform.spawn = (threads) => {
  const worker = new Worker(new URL(import.meta.url), {workerData: {agon: threads ? "agon-threads" : "agon-worker"}});
  const port = {
    onmessage: null, onerror: null,
    postMessage: (message) => worker.postMessage(message),
    terminate: () => worker.terminate(),
  };
  worker.on("message", (data) => port.onmessage?.({data}));
  worker.on("error", (error) => port.onerror?.(error));
  return port;
};

async function serve(name) {
  const {serveAgon} = await import(`./${name}.js`);
  const port = {post: (message) => parentPort.postMessage(message), onmessage: null};
  serveAgon(port, file(`./${name}.wasm`));
  parentPort.on("message", (message) => port.onmessage(message));
}

/** `agon` as a command: UCI or UGI on standard input and output. */
function main(args) {
  const threads = args[0] === "--threads";
  const lines = threads ? args.slice(1) : args;
  const engine = new AgonWorker({threads});
  engine.onmessage = ({data}) => process.stdout.write(data + "\n");
  engine.onerror = (error) => {
    process.stderr.write(`agon: ${error.message}\n`, () => process.exit(1));
  };
  engine.onexit = () => process.stdout.write("", () => process.exit(0));
  const send = (line) => {
    // The engine sees only files that it is given, so this reads them.
    const [, name, path] = line.match(/^\s*setoption\s+name\s+(VariantPath|EvalFile)\s+value\s+(.*\S)/i) ?? [];
    if (path && path !== "<empty>") {
      try {
        engine.postMessage({file: path, text: readFileSync(path)});
      } catch { /* the engine says that it is not there */ }
    }
    engine.postMessage(line);
  };
  process.stdout.on("error", () => process.exit(1)); // nobody reads
  if (lines.length > 0) {
    for (const line of lines) send(line);
    return engine.end();
  }
  createInterface({input: process.stdin, crlfDelay: Infinity}).on("line", send).on("close", () => engine.end());
}

if (!isMainThread && workerData?.agon) await serve(workerData.agon);
else if (isMainThread && process.argv[1] && realpathSync(process.argv[1]) === fileURLToPath(import.meta.url))
  main(process.argv.slice(2));

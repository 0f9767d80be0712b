// Agon in Node.js. No `await` at the top: require() takes no module that has one.
import {readFileSync} from "node:fs";
import {readFile} from "node:fs/promises";
import {promisify} from "node:util";
import {Worker} from "node:worker_threads";
import {gunzip} from "node:zlib";
import {platform} from "./agon.js";

export * from "./agon.js";

platform.shares = () => true;
platform.module = async () => {
  const {default: createModule} = await import("./agon-worker.js");
  return createModule({wasmBinary: readFileSync(new URL("./agon-worker.wasm", import.meta.url))});
};
platform.network = (name) => readFile(new URL(`./networks/${name}.net.gz`, import.meta.url));
platform.unpack = (bytes, most) => promisify(gunzip)(bytes, {maxOutputLength: most});
platform.spawn = () => {
  // Without the options of this process, such as --input-type, which is refused for a file.
  const worker = new Worker(new URL("./node-worker.js", import.meta.url), {execArgv: []});
  const port = {
    onmessage: null, onerror: null,
    postMessage: (message) => worker.postMessage(message),
    terminate: () => worker.terminate(),
  };
  worker.on("message", (data) => port.onmessage?.({data}));
  worker.on("error", (error) => port.onerror?.(error));
  worker.on("exit", (status) => port.onerror?.(new Error(`the worker has ended with status ${status}`)));
  return port;
};

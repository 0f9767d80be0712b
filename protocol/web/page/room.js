// The worker of a page without a server. It takes and posts what goes over the WebSocket of
// `agon-match serve`; the games are in the WebAssembly module, and its engines in workers of this one.
import createModule from "./agon-worker.js";
import {AgonWorker, network} from "./agon.js";

const engines = new Map(); // by number

const opened = createModule({
  tell: (text) => postMessage(text),
  ask: (number, line) => engine(number).postMessage(line),
  give: (number, file, text) => engine(number).postMessage({file, text}),
  want: (name) => network(name).catch(() => {}), // the engine asks again, and says why
  end: (number) => {
    engines.get(number)?.terminate();
    engines.delete(number);
  },
}).then((module) => {
  const delay = Number(new URLSearchParams(location.search).get("delay") ?? 500);
  module._agon_room_open(delay);
  return module;
});
opened.catch(fault);

/** Calls a function of the module whose last argument is a text. */
function call(module, name, ...values) {
  const text = module.stringToNewUTF8(values.pop());
  try {
    module[name](...values, text);
  } finally {
    module._free(text);
  }
}

function engine(number) {
  const known = engines.get(number);
  if (known) return known;
  const made = new AgonWorker();
  const tell = (name, text) => opened.then((module) => {
    if (engines.get(number) === made) call(module, name, number, text);
  }).catch(fault);
  made.onmessage = ({data}) => tell("_agon_room_read", data);
  made.onerror = (event) => tell("_agon_room_fail", `the engine has failed: ${event?.message ?? "it cannot be loaded"}`);
  engines.set(number, made);
  return made;
}

function fault(error) {
  postMessage(JSON.stringify({topic: "dead", text: String(error?.message ?? error)}));
}

onmessage = ({data}) => opened.then((module) => call(module, "_agon_room_take", data)).catch(fault);

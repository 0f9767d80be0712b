// The engine's worker in a browser.
import createModule from "./agon-worker.js";
import {serveEngine} from "./serve-engine.js";

const port = {post: (message) => self.postMessage(message), onmessage: null};
self.onmessage = ({data}) => port.onmessage(data);
serveEngine(port, async (threads) => {
  if (!threads) return {createModule};
  // Not a literal: a bundler would follow it, and this script loads itself. It must lie beside this file.
  const script = "./agon-threads.js";
  return {createModule: (await import(/* @vite-ignore */ /* webpackIgnore: true */ script)).default};
});

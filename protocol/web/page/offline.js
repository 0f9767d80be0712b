// The service worker of a page without a server: after the first visit the page needs no network. The files of a
// version lie in a folder with its name (page_folder.cmake), and so do they in a cache: a window gets those of its
// own version, from the cache or from the network, and never those of another. The next version takes over when no
// window shows this one.
//
// The engine's networks are most of a page and a game needs one of them, and nobody reads every language: on a first
// visit these wait until the page asks.
const SCOPE = `agon ${registration.scope} `; // other folders of this host have their own caches
const VERSION = "@AGON_VERSION@";
const FILES = ["agon.webmanifest", ..."@AGON_FILES@".split(" ")];
const LATER = "@AGON_LATER@".split(" ");
const own = (file) => file.endsWith(`/words.${navigator.language.slice(0, 2)}.js`);

const fresh = (file) => new Request(file, {cache: "no-cache"});

async function install() {
  const index = await fetch(fresh("./"));
  // Else the folder is being replaced, and the next version will be installed.
  if (!index.ok || !(await index.clone().text()).includes(VERSION)) throw new Error("the page is of another version");
  const cache = await caches.open(SCOPE + VERSION);
  const first = !(await caches.keys()).some((name) => name.startsWith(SCOPE) && name !== SCOPE + VERSION);
  await cache.addAll([...FILES, ...LATER.filter((file) => !first || own(file))].map(fresh));
  await cache.put("index.html", index.clone());
  await cache.put("./", index);
}

/** One after another, so that what a window waits for is not slowed down. */
async function keepRest() {
  const cache = await caches.open(SCOPE + VERSION);
  for (const file of LATER) if (!await cache.match(file)) await cache.add(fresh(file));
}

/** Other versions go unless a window is open, which may still load something. */
async function tidy() {
  const windows = await clients.matchAll({includeUncontrolled: true, type: "window"});
  if (windows.some((window) => window.url.startsWith(registration.scope))) return;
  for (const name of await caches.keys())
    if (name.startsWith(SCOPE) && name !== SCOPE + VERSION) await caches.delete(name);
}

async function answer(request) {
  const path = new URL(request.url).pathname.slice(new URL(registration.scope).pathname.length);
  const version = path.includes("/") ? path.split("/")[0] : VERSION;
  const find = () => caches.match(request, {cacheName: SCOPE + version, ignoreSearch: true}).catch(() => undefined);
  if (request.cache !== "reload") return await find() ?? fetch(request);
  const answer = await fetch(request); // what is kept was damaged
  if (answer.ok && await find()) await (await caches.open(SCOPE + version)).put(request, answer.clone()).catch(() => {});
  return answer;
}

addEventListener("install", (event) => event.waitUntil(install()));
// The first window was loaded without this worker; the rest of its version comes from here.
addEventListener("activate", (event) => event.waitUntil(Promise.allSettled([clients.claim(), tidy()])));
addEventListener("message", (event) => {
  if (event.data === "keep the rest") event.waitUntil(keepRest().catch(() => {})); // the next visit tries again
});
addEventListener("fetch", (event) => {
  const {request} = event;
  if (request.method !== "GET" || !request.url.startsWith(registration.scope)) return;
  event.respondWith(answer(request));
  if (request.mode === "navigate") event.waitUntil(tidy().catch(() => {}));
});

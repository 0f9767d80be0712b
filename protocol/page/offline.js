// The service worker of a page without a server: after the first visit the page needs no network. All
// files of a version are taken together; the next version is, when no window shows this one any more.
const SCOPE = `agon ${registration.scope} `; // other folders of this host have caches of their own
const CACHE = SCOPE + "@AGON_VERSION@";
const FILES = ["./", ..."@AGON_FILES@".split(" ")];

addEventListener("install", (event) => event.waitUntil(caches.open(CACHE).then((cache) =>
  cache.addAll(FILES.map((file) => new Request(file, {cache: "no-cache"}))))));

addEventListener("activate", (event) => event.waitUntil(caches.keys().then((names) => Promise.all(
  names.filter((name) => name.startsWith(SCOPE) && name !== CACHE).map((name) => caches.delete(name))))));

addEventListener("fetch", (event) => {
  if (event.request.method !== "GET" || !event.request.url.startsWith(registration.scope)) return;
  event.respondWith(caches.open(CACHE).then((cache) => cache.match(event.request, {ignoreSearch: true}))
    .then((found) => found ?? fetch(event.request)));
});

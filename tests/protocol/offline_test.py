"""The service worker of the page without a server, while the folder that is served is replaced: its own script, and
the folder as page_folder.cmake makes it, with stand-ins that only report their version."""

import pathlib
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.append(str(ROOT / "tests/support"))
import browser
from serving import Files

PARTS = {
    "index.html": '<!doctype html><title>Agon</title><meta name="room" content="@AGON_VERSION@/room.js"><script type="module" src="@AGON_VERSION@/main.js"></script>',
    "main.js": """window.version = "NUMBER";
        const room = document.querySelector("meta[name=room]").content;
        navigator.serviceWorker.register("offline.js");
        window.lesson = () => import("agon/study.js").then(({ version }) => version, () => "none");
        window.engine = () => new Promise(done => {
          const worker = new Worker(room, { type: "module" });
          worker.onmessage = ({ data }) => done(data);
          worker.onerror = () => done("none");
        });""",
    "study.js": 'export const version = "NUMBER";',
    "room.js": 'import { version } from "./agon.js"; postMessage("NUMBER" + version);',
    "agon.js": 'export const version = "NUMBER";',
}


def page_files():
    """The names of the files that the folder has beside those of the engine."""
    with tempfile.NamedTemporaryFile("w", suffix=".cmake") as script:
        script.write(f'include({ROOT}/protocol/web/page/files.cmake)\nmessage("${{AGON_PAGE_FILES}};${{AGON_VIEWER_FILES}}")\n')
        script.flush()
        listed = subprocess.run(["cmake", "-P", script.name], check=True, capture_output=True, text=True).stderr
    return {pathlib.Path(file).name for file in listed.strip().split(";")}


SILENT = page_files() | {"room.js", "agon.webmanifest", "serve-engine.js", "text.js", "worker.js", "agon-worker.js", "agon-worker.wasm"}
NETWORKS = [f"networks/{file.name}.gz" for file in sorted((ROOT / "search/nnue/networks").glob("*.net"))]
# A worker that is sent anything has no caches from then on.
FAILING = """addEventListener("message", () => {
    CacheStorage.prototype.open = CacheStorage.prototype.match = () => Promise.reject(new Error("no caches"));
});
"""
KEPT = """caches.keys().then(names => Promise.all(names.map(name => caches.open(name).then(cache => cache.keys()))))
    .then(lists => lists.map(list => list.filter(({ url }) => url.includes("/networks/")).length).join())"""
KEEP = "navigator.serviceWorker.ready.then(({ active }) => active.postMessage('keep the rest')).then(() => 1)"
CACHES = "caches.keys().then(names => names.length)"


def versions(page):
    return [page.value(what) for what in ("version", "lesson()", "engine()")]


def network(page):
    """What the window gets for a network of its version."""
    return page.value(f"""fetch(document.querySelector("meta[name=room]").content.replace("room.js", "{NETWORKS[0]}"))
        .then(answer => answer.ok ? answer.text() : "none", () => "none")""")


@unittest.skipUnless(browser.PROGRAM, "no chromium is installed")
class Offline(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.browser = browser.Browser()
        self.addCleanup(self.browser.close)

    def publish(self, number, prefix=""):
        """Replaces the folder with that of a version."""
        parts = self.folder / "parts"
        (parts / "networks").mkdir(parents=True, exist_ok=True)
        for name, text in {**dict.fromkeys([*SILENT, *NETWORKS], "NUMBER"), **PARTS}.items():
            (parts / name).write_text(text.replace("NUMBER", str(number)))
        (parts / "offline.js").write_text(prefix + (ROOT / "protocol/web/page/offline.js").read_text())
        subprocess.run(["cmake", f"-Dparts={parts}", f"-Dfolder={self.folder}/page", "-P",
                        ROOT / "protocol/web/wasm/page_folder.cmake"], check=True)

    def serve(self, number=1, prefix=""):
        self.publish(number, prefix)
        # What the browser has is what the service worker has kept.
        server = Files(self.folder / "page", "agon/", {"Cache-Control": "no-store"})
        self.addCleanup(server.close)
        return server

    def open(self, server, version):
        page = self.browser.open(server.url)
        page.wait(f"window.version === '{version}'")
        return page

    def controlled(self, server):
        page = self.open(server, 1)
        page.wait("navigator.serviceWorker.controller !== null")
        return page

    def test_the_first_window_stays_with_its_version(self):
        server = self.serve()
        page = self.controlled(server)
        self.publish(2)
        self.assertEqual(versions(page), ["1", "1", "11"])

    def test_a_window_before_the_service_worker_never_mixes(self):
        server = self.serve()
        (self.folder / "page/offline.js").unlink()
        page = self.open(server, 1)
        self.publish(2)
        self.assertEqual(versions(page), ["1", "none", "none"])
        # Nor does the service worker of the next version, which takes this window over.
        page.value("navigator.serviceWorker.register('offline.js').then(() => navigator.serviceWorker.ready).then(() => 1)")
        page.wait("navigator.serviceWorker.controller !== null")
        self.assertEqual(versions(page), ["1", "none", "none"])

    def test_the_next_version_waits_until_no_window_shows_this_one(self):
        server = self.serve()
        page = self.controlled(server)
        self.publish(2)
        page.value("navigator.serviceWorker.getRegistration().then(it => it.update()).then(() => 1)")
        page.wait("navigator.serviceWorker.getRegistration().then(it => it.waiting !== null)")
        second = self.open(server, 1)
        self.assertEqual(page.value(CACHES), 2)
        self.assertEqual([versions(each) for each in (page, second)], [["1", "1", "11"]] * 2)
        self.browser.close_pages()
        # The browser may open the next window before it has noticed that the last one is closed.
        for _ in range(50):
            page = self.browser.open(server.url)
            if page.wait("window.version") == "2":
                break
            page.close()
        self.assertEqual(versions(page), ["2", "2", "22"])
        page.wait(f"{CACHES}.then(count => count === 1)")

    def test_networks_are_kept_when_the_page_asks(self):
        """By the first version; the next one has them before it takes over, so that no visit loses what could be played."""
        server = self.serve()
        page = self.controlled(server)
        self.assertEqual(page.value(KEPT), "0")
        page.value(KEEP)
        page.wait(f"{KEPT}.then(kept => kept === '{len(NETWORKS)}')")
        asked = len(server.asked)
        page.value(KEEP)  # loads none of them again
        self.assertEqual((network(page), len(server.asked)), ("1", asked))
        self.publish(2)
        page.value("navigator.serviceWorker.getRegistration().then(it => it.update()).then(() => 1)")
        page.wait("navigator.serviceWorker.getRegistration().then(it => it.waiting !== null)")
        self.assertEqual((page.value(KEPT), network(page)), (f"{len(NETWORKS)},{len(NETWORKS)}", "1"))

    def test_languages_wait_too_but_for_the_readers_own(self):
        kept = "caches.match(document.querySelector('meta[name=room]').content.replace('room.js', 'words.de.js')).then(found => found !== undefined)"
        page = self.controlled(self.serve())
        self.assertFalse(page.value(kept))
        page.value(KEEP)
        page.wait(kept)
        if browser.WITH_PREFERENCES:
            self.browser = browser.Browser({"intl": {"selected_languages": "de"}})
            self.addCleanup(self.browser.close)
            page = self.controlled(self.serve())
            self.assertEqual((page.value("navigator.language"), page.value(kept)), ("de", True))

    def test_networks_of_a_version_that_is_gone(self):
        """A window that never got them has none, rather than those of the next version; what was loaded stays whole."""
        server = self.serve()
        page = self.controlled(server)
        self.publish(2)
        page.value(KEEP)
        self.assertEqual((network(page), page.value(KEPT), versions(page)), ("none", "0", ["1", "1", "11"]))

    def test_an_open_window_keeps_the_cache_of_its_version(self):
        server = self.serve()
        page = self.controlled(server)
        page.call("Page.reload", ignoreCache=True)  # which no service worker controls
        page.wait("window.version === '1' && navigator.serviceWorker.controller === null")
        self.publish(2)
        page.value("navigator.serviceWorker.getRegistration().then(it => it.update()).then(() => 1)")
        page.wait("navigator.serviceWorker.controller !== null")  # the next one
        self.assertEqual(versions(page), ["1", "1", "11"])

    def test_a_window_whose_cache_is_evicted_loads_nothing_of_another_version(self):
        server = self.serve()
        page = self.controlled(server)
        self.publish(2)
        page.value("caches.keys().then(names => Promise.all(names.map(name => caches.delete(name)))).then(() => 1)")
        self.assertEqual(versions(page), ["1", "none", "none"])
        page.reload()
        page.wait("window.version === '2'")
        self.assertEqual(versions(page), ["2", "2", "22"])

    def test_without_caches_the_network_answers(self):
        server = self.serve(prefix=FAILING)
        page = self.controlled(server)
        page.value("navigator.serviceWorker.controller.postMessage('fail')")
        page.reload()
        page.wait("window.version === '1'")
        self.assertEqual(versions(page), ["1", "1", "11"])


if __name__ == "__main__":
    unittest.main()

"""The page of a game in Chromium, by mouse, touch and keyboard. `Served` takes it from `agon-match serve`,
`Folder` from a plain server of files, below a path, with its engine as WebAssembly."""

import gzip
import json
import os
import pathlib
import re
import signal
import sys
import tempfile
import unittest

sys.path.append(str(pathlib.Path(__file__).resolve().parents[1] / "support"))
import browser
from serving import BIN, CHOICES, LENGTH, PICTURES, SAYS, TARGETS, Files, GamePage, Serving, hexagon

REFUSAL = "document.querySelector('#refusal').textContent"
MOCK = ["-engine", f"cmd={BIN}/mock_engine", "args=uci", "name=mock", "depth=1"]
GAMES = [line.split() for line in (pathlib.Path(__file__).resolve().parents[1] /
                                   "data/serve/games.txt").read_text().splitlines()[1:]]
FOLDER = pathlib.Path(os.environ.get("AGON_PAGE", "build/wasm/page"))


class Page(GamePage):
    def test_whole_games_by_mouse(self):
        self.whole_games(GAMES, browser.Page.click)

    def test_whole_games_by_touch(self):
        self.whole_games(GAMES[1:2], browser.Page.tap, width=390, height=844, touch=True)

    def test_only_the_keyboard(self):
        page = self.open()
        self.begin(page, black=self.ENGINE)
        page.press("b")
        self.assertTrue(page.value("document.activeElement.matches('#board .hex')"))
        for played in (2, 4):
            page.press("m", "Enter")
            self.assertEqual(page.value("document.querySelectorAll('#board .chosen').length"), 1)
            page.press("Escape")
            self.assertEqual(page.value(TARGETS), [])
            page.press("Enter", "m", "Space")
            page.wait(f"{LENGTH} === {played}")
            self.assertTrue(page.value("document.activeElement.matches('#board .hex')"))
        before = page.value("document.activeElement.dataset.cell")
        for key, back in (("ArrowLeft", "ArrowRight"), ("ArrowUp", "ArrowDown")):
            page.press(key)
            moved = page.value("document.activeElement.dataset.cell")
            if moved != before:
                page.press(back)
                self.assertEqual(page.value("document.activeElement.dataset.cell"), before)
        label = page.value("document.activeElement.getAttribute('aria-label')")
        self.assertRegex(label, r"^[a-l]\d+, (vacant|(white|black) (guard|queen))")
        page.press("u")
        page.wait(f"{LENGTH} === 2")
        page.press("r")
        page.wait(f"{LENGTH} === 4")
        page.press(",")
        page.wait(f"{SAYS}.startsWith('Action 3 of 4.')")
        page.press(".")
        page.wait("document.querySelector('#legal option') !== null")
        first = page.value("document.querySelector('#board .hex').dataset.cell")
        page.press("f")
        page.wait(f"document.querySelector('#board .hex').dataset.cell !== '{first}'")
        action = page.value("document.querySelector('#legal option').value")
        page.value("document.querySelector('#action').focus()")
        for letter in action:
            page.press(letter)
        page.press("Enter")
        page.wait(f"{LENGTH} === 6")

    def test_an_illegal_click_gets_the_message_of_the_typed_form(self):
        page = self.open()
        self.begin(page)
        page.click(hexagon("a1"))
        page.click(hexagon("f6"))
        says = page.wait("document.querySelector('#refusal').textContent")
        self.assertEqual(page.value("document.querySelectorAll('#board .chosen').length"), 1)
        page.value("document.querySelector('#action').focus()")
        page.press(*"a1l11", "Enter")
        page.wait(f"![\"\", {json.dumps(says)}].includes(document.querySelector('#refusal').textContent)")
        page.value("document.querySelector('#action').focus()")
        page.press(*"a1f6", "Enter")
        page.wait(f"document.querySelector('#refusal').textContent === {json.dumps(says)}")

    def test_what_a_newcomer_reads(self):
        page = self.open(width=390, height=844)
        self.begin(page)
        self.assertIn("throne", page.wait("document.querySelector('#aim').innerText"))
        page.click("#explain")
        rules = page.wait("document.querySelector('dialog[open] pre')?.textContent")
        for words in ("classic\n=======", "Aim", "Source: Wikipedia"):
            self.assertIn(words, rules)
        self.picture(page, "rules")
        page.press("Escape")
        page.wait("!document.querySelector('dialog').open")
        page.click("#explain")
        page.wait("document.querySelector('dialog').open")
        page.click("dialog button")
        page.wait("!document.querySelector('dialog').open")

    def test_what_is_shared(self):
        page = self.open()
        self.begin(page)
        self.play(page, 2)
        page.value("window.confirm = () => true")
        page.click("#resign")
        page.wait("!document.querySelector('#end').hidden")
        for kind in ("svg", "png"):
            text = page.value(f"""new Promise(done => {{
                const make = URL.createObjectURL;
                URL.createObjectURL = blob => {{
                    URL.createObjectURL = make;
                    blob.arrayBuffer().then(data => done(String.fromCharCode(...new Uint8Array(data).slice(0, 4))));
                    return make.call(URL, blob);
                }};
                document.querySelector("#{kind}").click();
            }})""")
            self.assertEqual(text, {"svg": "<svg", "png": "\x89PNG"}[kind])
        other = self.open(page.value("document.querySelector('#link').hash"))
        other.wait(f"{LENGTH} === 2 && document.querySelector('#end h2').textContent === 'White resigns, 0-1'")

    def test_news_in_the_middle_of_a_click(self):
        page = self.open()
        self.begin(page)
        page.click(hexagon(self.random.choice(page.value(CHOICES))), "document.querySelector('#arrows').click()")
        self.assertGreater(len(page.value(TARGETS)), 0)

    def refused(self, path):
        """The message of the page for an address that is not a game."""
        page = self.browser.open(f"{self.server.url}{path}")
        return page.wait(f"document.readyState === 'complete' && {REFUSAL}")

    def test_links_that_are_not_games_are_reported(self):
        game = self.open("#variant=classic&setup=preset&moves=a1b2")
        game.wait(f"{LENGTH} === 1")
        link = "#variant=classic&setup=preset&analysis=1&moves="
        for moves in ("%7Ba%7D%3B", "%3B", "%5BFEN-%22x%22%5D", "1.-a1b2-*"):
            for _ in range(3):
                self.assertIn("word 1 of the tree", self.refused(link + moves))
        self.assertIn("word 3 of the tree: 'd4d5' is illegal", self.refused(link + "a1b2-%28-d4d5-%29"))
        self.play(game, 1)
        other = self.open(link + "a1b2-%28-a1b1-%29-l11k10")
        other.wait(f"{LENGTH} === 2")

    def test_a_link_with_too_large_rules_is_reported(self):
        self.assertEqual(self.refused("#variant=own&rules=" + "%0A" * 60001),
                         "The rules in the link have more than 60000 bytes.")

    def test_rules_in_a_link_are_read_in_linear_time(self):
        page = self.open()
        took = page.value("""new Promise(done => {
            let begin;
            addEventListener("hashchange", () => done(performance.now() - begin)); // after the page's own
            location.hash = "variant=own&rules=" + "%0A".repeat(59000) + "x";
            begin = performance.now();
        })""")
        self.assertLess(took, 3000)  # 1 on a quiet machine; 11,000 when blank lines took quadratic time

    def learn_one(self, page):
        """The first lesson, which the page remembers at least as long as it is open."""
        page.click("#learn")
        page.wait("document.querySelector('#task h2')?.textContent.startsWith('Lesson 1 of ')")
        page.click(hexagon("e1"))
        page.click(hexagon("e2"))
        page.wait("document.querySelector('#task .steps button')?.textContent === '\u2713'")

    def test_blocked_storage(self):
        blocking = browser.Browser({"profile": {"default_content_setting_values": {"cookies": 2}}})
        self.addCleanup(blocking.close)
        page = blocking.open(self.server.url)
        page.wait(f"{REFUSAL}.includes('storage is blocked or full')")
        with self.assertRaisesRegex(RuntimeError, "SecurityError"):
            page.value("localStorage")
        self.begin(page)
        self.play(page, 2)
        self.learn_one(page)
        self.assertEqual(page.value(REFUSAL), "")  # it is reported once
        self.assertEqual(blocking.faults, [])

    def test_full_storage(self):
        page = self.open()
        page.value("""for (const area of [localStorage, sessionStorage]) {
            area.clear();
            let text = "x".repeat(1 << 20);
            for (let i = 0; text; ++i)
                try {
                    area.setItem(i, text);
                } catch {
                    text = text.slice(text.length / 2 + 1);
                }
        }""")
        with self.assertRaisesRegex(RuntimeError, "QuotaExceededError"):
            page.value("localStorage.setItem('more', 'x'.repeat(100))")
        self.begin(page)
        page.wait(f"{REFUSAL}.includes('storage is blocked or full')")
        self.play(page, 2)
        self.learn_one(page)
        self.assertEqual(page.value(REFUSAL), "")
        page.value("localStorage.clear()")

    def test_stored_values_that_cannot_be_read_are_dropped(self):
        page = self.open()
        page.value("['{', '{}', 'null'].forEach((text, i) => localStorage.setItem(['lessons classic', 'puzzles', 'lessons ham'][i], text))")
        page.value("sessionStorage.setItem('shown', '[')")
        page.reload()
        page.wait("document.querySelectorAll('#board .hex').length === 91")
        self.learn_one(page)
        self.assertEqual(page.value("localStorage.getItem('lessons classic')"), "[0]")
        page.click("#puzzles")
        page.wait("document.querySelector('#task h2')?.textContent.startsWith('Puzzle 1 of ')")
        self.assertIsNone(page.value("localStorage.getItem('puzzles')"))
        page.value("localStorage.clear()")

    def test_engines_to_watch(self):
        page = self.open()
        self.begin(page, white=self.ENGINE, black=self.ENGINE)
        page.wait(f"{LENGTH} > 4")
        page.click("#pause")
        page.wait("document.querySelector('#pause').textContent === 'Go on' && document.querySelector('#hurry').disabled")
        length = page.value(LENGTH)
        page.click("#undo")
        page.wait(f"{LENGTH} < {length}")  # which can move the buttons
        page.click("#pause")
        page.wait("document.querySelector('#pause').textContent === 'Pause'")

    def test_hints_and_arrows(self):
        page = self.open()
        self.begin(page, black="agon", blackLevel="1")
        page.click("#hint")
        page.wait("document.querySelector('#expected').textContent.startsWith('Hint: ')")
        self.assertGreater(page.value("document.querySelectorAll('#board .plan').length"), 0)
        self.assertRegex(page.value("document.querySelector('#bar').getAttribute('aria-label')"),
                         r"^the adviser: [+-]\S+ for white$")

    def test_narrow_and_wide(self):
        for width, height, dark in ((360, 740, False), (390, 844, True), (1400, 900, False), (2560, 1300, True)):
            page = self.open(width=width, height=height, dark=dark, touch=width < 500)
            self.begin(page)
            self.play(page, 2)
            page.value("scrollTo(0, 0)")
            self.picture(page, f"width-{width}")
            self.assertLessEqual(page.value("document.documentElement.scrollWidth"), width)
            board = page.value("document.querySelector('#board svg').getBoundingClientRect().width")
            self.assertGreater(board, min(width, height * 0.8) * 0.8)

    def test_from_the_click_to_the_piece_on_its_target(self):
        page = self.open()
        self.begin(page)
        times = []
        for _ in range(20):
            source = self.random.choice(page.value(CHOICES))
            page.click(hexagon(source))
            target = self.random.choice(page.value(TARGETS))
            times.append(page.value(f"""new Promise(done => {{
                const begin = performance.now();
                new MutationObserver((_, observer) => {{
                    if (!document.querySelector('#board g[data-cell="{target}"]')) return;
                    observer.disconnect();
                    requestAnimationFrame(() => done(performance.now() - begin));
                }}).observe(document.querySelector("#board"), {{ childList: true }});
                document.querySelector('{hexagon(target)}').dispatchEvent(
                    new MouseEvent("click", {{ bubbles: true }}));
            }})"""))
        times.sort()
        if PICTURES:
            print("click to piece, ms:", [round(each) for each in times])
        self.assertLess(times[len(times) // 2], 1000)  # 100 on a quiet machine


@unittest.skipUnless(browser.PROGRAM, "no chromium is installed")
class Served(Page, unittest.TestCase):
    ENGINE, LEVEL = "mock", "0"

    def setUp(self):
        super().setUp()
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.server = Serving(folder.name, *MOCK, "--delay", "0", "-each", "timemargin=60000")
        self.addCleanup(self.server.close)

    def test_a_reload_and_a_second_window(self):
        page = self.open()
        self.begin(page)
        self.play(page, 3)
        page.reload()
        page.wait(f"{LENGTH} === 3")
        second = self.open(page.value("location.hash"))
        second.wait(f"{LENGTH} === 3")
        self.play(second, 1)
        page.wait(f"{LENGTH} === 4")
        self.assertEqual(page.value(SAYS), second.value(SAYS))
        self.assertEqual(len(self.server.games("pgn")), 1)
        # The record as a link is a separate game.
        third = self.open(page.value("document.querySelector('#link').hash"))
        third.wait(f"{LENGTH} === 4")
        self.assertNotEqual(third.value("location.hash"), page.value("location.hash"))

    def test_the_server_is_restarted(self):
        page = self.open()
        self.begin(page)
        self.play(page, 3)
        before = page.value("location.hash")
        port = self.server.port
        self.server.close()
        page.wait("document.querySelector('#refusal').textContent.includes('connection is lost')")
        self.server = Serving(self.server.folder, *MOCK, port=port)
        self.addCleanup(self.server.close)
        # The page takes the old name out of its address first; the new game has arrived when there is another.
        page.wait(f"location.hash && location.hash !== '{before}' && {LENGTH} === 3")
        self.play(page, 1)

    def test_a_link_that_is_too_long_for_the_server_keeps_the_connection(self):
        self.assertIn("the server takes at most 65536", self.refused("#variant=classic&moves=" + "a1a2-" * 20000))
        page = self.browser.pages[-1]
        self.begin(page)
        self.play(page, 1)

    def test_rules_with_a_name_of_javascript(self):
        file = self.server.folder / "rules.ini"
        file.write_text("[constructor:classic]\n")
        server = Serving(self.server.folder, "--variant-path", str(file))
        self.addCleanup(server.close)
        page = self.browser.open(server.url + "#variant=constructor&moves=a1b2")
        page.wait(f"{LENGTH} === 1")
        self.assertNotIn("rules=", page.value("document.querySelector('#link').hash"))

    def test_an_engine_is_killed(self):
        page = self.open()
        self.begin(page, black=self.ENGINE)
        self.act(page)
        page.wait(f"{LENGTH} === 2")
        for child in self.server.children():
            os.kill(child, signal.SIGKILL)
        self.act(page)
        page.wait(f"{LENGTH} === 4")
        page.wait(f"{SAYS}.includes('killed by signal 9')")


@unittest.skipUnless(browser.PROGRAM, "no chromium is installed")
@unittest.skipUnless((FOLDER / "offline.js").is_file(), "tools/wasm has not built the page")
class Folder(Page, unittest.TestCase):
    ENGINE, LEVEL = "agon", "1"

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.server = Files(FOLDER, "below/a-path/")

    @classmethod
    def tearDownClass(cls):
        cls.server.close()
        super().tearDownClass()

    def open(self, path="", **options):
        return super().open("?delay=0" + path, **options)

    def upload(self, page, selector, file):
        root = page.call("DOM.getDocument")["root"]["nodeId"]
        node = page.call("DOM.querySelector", nodeId=root, selector=selector)["nodeId"]
        page.call("DOM.setFileInputFiles", nodeId=node, files=[str(file)])

    def test_a_page_from_a_file_explains_what_to_do(self):
        page = self.browser.open((FOLDER / "index.html").resolve().as_uri())
        self.assertIn("python3 -m http.server", page.wait(REFUSAL))

    def test_the_address_is_the_game(self):
        page = self.open()
        self.begin(page, variant="penthalon", setup="flanked", black="agon", blackLevel="1")
        self.act(page)
        page.wait(f"{LENGTH} === 2")
        page.reload()
        page.wait(f"{LENGTH} === 2 && document.querySelector('#top .name').textContent.includes('agon-level-1')")
        # The link is for people, wherever it is opened.
        other = self.open(page.value("document.querySelector('#link').hash"))
        other.wait(f"{LENGTH} === 2")
        self.assertEqual(page.value("document.querySelector('#title').textContent"), "penthalon, flanked setup")
        self.assertEqual(other.value("document.querySelector('#bottom .name').textContent"), "white: person-1")

    def test_records_and_rules_from_files(self):
        page = self.open()
        self.begin(page)
        self.play(page, 5)
        says = page.value(SAYS)
        with tempfile.TemporaryDirectory() as folder:
            file = pathlib.Path(folder) / "game.pgn"
            file.write_text(self.record(page))
            self.begin(page)
            page.wait(f"{LENGTH} === 0")
            self.upload(page, "#open", file)
            page.wait(f"{LENGTH} === 5")
            self.assertEqual(page.value(SAYS), says)
            file.write_text("[Event \"x\"]\n\n1. a1l11 *\n")
            self.upload(page, "#open", file)
            page.wait("document.querySelector('#refusal').textContent.includes('a1l11')")
            rules = pathlib.Path(folder) / "own.ini"
            rules.write_text("[own:classic]\nsetup = flanked\n")
            self.upload(page, "#rules", rules)
            page.wait("document.querySelector('[name=variant]').value === 'own'")
            rules.write_text("[own:nothing]\n")
            self.upload(page, "#rules", rules)
            page.wait("document.querySelector('#refusal').textContent.includes('nothing')")
        self.begin(page, variant="own", black="agon")
        self.act(page)  # the engine takes the rules too
        page.wait(f"{LENGTH} === 2")
        link = page.value("document.querySelector('#link').hash")
        other = self.open(link)
        other.wait(f"{LENGTH} === 2")
        self.assertEqual(other.value("document.querySelector('#title').textContent"), "own, flanked setup")

    def move_now(self, page):
        """Stops an engine that has a second. A busy machine may click too late, but not each time."""
        for _ in range(10):
            self.begin(page, black="agon", blackLevel="0")
            self.act(page)
            page.click("#hurry")
            page.wait(f"{LENGTH} === 2")
            took = page.value("document.querySelector('#actions li:last-child button').title")
            if float(re.search(r"([\d.]+) s$", took)[1]) < 0.8:
                return
        self.fail(took)

    def test_move_now_without_headers(self):
        page = self.open()
        self.assertFalse(page.value("crossOriginIsolated"))
        self.move_now(page)

    def test_an_isolated_page(self):
        server = Files(FOLDER, "", {"Cross-Origin-Opener-Policy": "same-origin",
                                    "Cross-Origin-Embedder-Policy": "require-corp"})
        self.addCleanup(server.close)
        page = self.browser.open(server.url)
        page.wait("document.querySelectorAll('#board .hex').length === 91")
        self.assertTrue(page.value("crossOriginIsolated"))
        self.move_now(page)
        self.begin(page, white="agon", black="agon")
        page.wait(f"{LENGTH} > 2")

    def test_without_a_network_after_the_first_visit(self):
        server = Files(FOLDER, "agon/")
        self.addCleanup(server.close)
        page = self.browser.open(server.url)
        page.wait("document.querySelectorAll('#board .hex').length === 91")
        self.assertEqual(page.call("Page.getInstallabilityErrors")["installabilityErrors"], [])
        self.assertEqual(page.call("Page.getAppManifest")["errors"], [])
        page.value("navigator.serviceWorker.ready.then(() => 1)")
        server.close()
        page = self.browser.open(server.url + "#variant=classic&moves=a1b1")
        page.wait(f"{LENGTH} === 1")
        self.begin(page, black="agon")
        self.act(page)
        page.wait(f"{LENGTH} === 2")

    def test_size_over_the_wire(self):
        """Bytes with gzip until the first action is possible, engine included."""
        files = [path for path in FOLDER.rglob("*") if path.suffix in (".html", ".css", ".js", ".wasm")]
        sizes = {path.name: len(gzip.compress(path.read_bytes(), 9)) for path in files}
        self.assertLessEqual(sum(sizes.values()), 700_000, sizes)
        if PICTURES:
            print("gzip, bytes:", sum(sizes.values()), sizes)

    def memory(self):
        """Memory of the browser's largest process, beyond one with an empty page."""
        sizes = []
        for process in self.browser.call("SystemInfo.getProcessInfo")["processInfo"]:
            if process["type"] == "renderer":
                status = pathlib.Path(f"/proc/{process['id']}/status").read_text()
                sizes.append(int(re.search(r"RssAnon:\s*(\d+) kB", status)[1]) / 1024)
        return round(max(sizes) - min(sizes))

    def test_start_and_memory(self):
        server = Files(FOLDER, "")
        self.addCleanup(server.close)
        starts = []
        for _ in range(4):  # the first is cold, the second without the service worker
            page = self.browser.open(server.url)
            starts.append(page.wait("document.querySelector('#board .movable') && performance.now()"))
            page.value("navigator.serviceWorker.ready.then(() => 1)")
            if len(starts) < 4:
                page.close()
        self.assertLess(min(starts), 5000)  # 1000 on a quiet machine
        if PICTURES:
            print("navigation to first possible action, ms:", [round(start) for start in starts])
            print("private memory after start, MB:", self.memory())
            page.click("#hint")
            page.wait("document.querySelector('#expected').textContent.startsWith('Hint: ')")
            print("the same with an engine:", self.memory())


if __name__ == "__main__":
    unittest.main()

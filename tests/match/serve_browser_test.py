"""The page of `agon-match serve` in Chromium: whole games by mouse and by keyboard, reload, two
windows, a killed engine, narrow and wide screens."""

import json
import os
import pathlib
import random
import re
import signal
import sys
import tempfile
import unittest

sys.path.append(str(pathlib.Path(__file__).resolve().parents[1] / "support"))
import browser
from serving import BIN, Serving

MOCK = ["-engine", f"cmd={BIN}/mock_engine", "args=uci", "name=mock", "depth=1"]
CHOICES = "[...document.querySelectorAll('#board .movable')].map(hex => hex.dataset.cell)"
TARGETS = "[...document.querySelectorAll('#board .target')].map(hex => hex.dataset.cell)"
LENGTH = "document.querySelectorAll('#actions li').length"
SAYS = "document.querySelector('#says').textContent"
GAMES = [line.split() for line in (pathlib.Path(__file__).resolve().parents[1] /
                                   "data/serve/games.txt").read_text().splitlines()[1:]]
PICTURES = os.environ.get("AGON_PICTURES")  # a folder for screenshots, to be looked at


def hexagon(cell):
    return f'#board .hex[data-cell="{cell}"]'


@unittest.skipUnless(browser.PROGRAM, "no chromium is installed")
class Page(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.browser = browser.Browser()

    @classmethod
    def tearDownClass(cls):
        cls.browser.close()

    def setUp(self):
        self.browser.faults.clear()
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.server = Serving(folder.name, *MOCK, "--delay", "0")
        self.addCleanup(self.server.close)
        self.random = random.Random(7)

    def tearDown(self):
        self.assertEqual(self.browser.faults, [])

    def open(self, path="", **options):
        page = self.browser.open(self.server.url + path, **options)
        page.wait(f"document.querySelectorAll('#board .hex').length === 91")
        return page

    def begin(self, page, **choices):
        """By the form; the players are people unless named."""
        choices = {"white": "person", "black": "person", "whiteLevel": "0", "blackLevel": "0", **choices}
        before = page.value("location.hash")
        for name, value in choices.items():
            page.value(f"""(() => {{ const select = document.querySelector("#begin [name={name}]");
                select.value = {json.dumps(value)};
                select.dispatchEvent(new Event("change", {{ bubbles: true }})); }})()""")
        page.click("#begin button")
        page.wait(f"location.hash !== {json.dumps(before)}")

    def act(self, page):
        """One action by mouse, at random; false when nothing can be clicked."""
        length = page.value(LENGTH)
        targets = page.value(TARGETS)
        if not targets:
            choices = page.value(CHOICES)
            if not choices:
                return False
            page.click(hexagon(self.random.choice(choices)))
            targets = page.value(TARGETS)
        page.click(hexagon(self.random.choice(targets)))
        page.wait(f"{LENGTH} > {length}")
        return True

    def play(self, page, limit):
        for _ in range(limit):
            if not self.act(page):
                break

    def picture(self, page, name):
        if PICTURES:
            page.picture(f"{PICTURES}/{name}.png")

    def test_whole_games_by_mouse(self):
        for rules, setup, result, *actions in GAMES:
            page = self.open()
            self.begin(page, variant=rules, setup=setup)
            handed_over = False
            for ply, action in enumerate(actions):
                *source, target = re.findall(r"[a-l]\d+", action)
                if target not in page.value(TARGETS):  # the only piece that can go is taken up already
                    page.click(hexagon(*source))
                handed_over |= bool(re.search("but (white|black) chooses: .*captured queen", page.value(SAYS)))
                page.click(hexagon(target))
                page.wait(f"{LENGTH} === {ply + 1}")
            self.assertEqual(handed_over, rules == "way-to-play")
            self.assertIn(f" {result}: ", page.value(SAYS))
            self.assertEqual(page.value(CHOICES) + page.value(TARGETS), [])
            record = self.server.games("pgn")[-1]
            self.assertIn(f'[Result "{result}"]', record)
            self.assertIn(f'[PlyCount "{len(actions)}"]', record)
            self.picture(page, f"end-{rules}-{setup}")

    def test_the_keyboard_alone(self):
        page = self.open()
        self.begin(page, black="mock")
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

    def test_a_reload_and_a_second_window(self):
        page = self.open()
        self.begin(page)
        self.play(page, 3)
        page.call("Page.reload")
        page.wait(f"{LENGTH} === 3")
        second = self.open(page.value("location.hash"))
        second.wait(f"{LENGTH} === 3")
        self.play(second, 1)
        page.wait(f"{LENGTH} === 4")
        self.assertEqual(page.value(SAYS), second.value(SAYS))
        self.assertEqual(len(self.server.games("pgn")), 1)
        # The record as a link is a game of its own.
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

    def test_news_in_the_middle_of_a_click(self):
        page = self.open()
        self.begin(page)
        page.click(hexagon(self.random.choice(page.value(CHOICES))), "document.querySelector('#arrows').click()")
        self.assertGreater(len(page.value(TARGETS)), 0)

    def test_an_engine_is_killed(self):
        page = self.open()
        self.begin(page, black="mock")
        self.act(page)
        page.wait(f"{LENGTH} === 2")
        for child in self.server.children():
            os.kill(child, signal.SIGKILL)
        self.act(page)
        page.wait(f"{LENGTH} === 4")
        page.wait(f"{SAYS}.includes('killed by signal 9')")

    def test_engines_to_watch(self):
        page = self.open()
        self.begin(page, white="mock", black="mock")
        page.wait(f"{LENGTH} > 4")
        page.click("#pause")
        page.wait("document.querySelector('#pause').textContent === 'Go on'")
        page.click("#undo")
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
            page = self.open(width=width, height=height, dark=dark)
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


if __name__ == "__main__":
    unittest.main()

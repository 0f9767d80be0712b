"""The page in Firefox, which is another engine than Chromium: each kind of view, a whole game, a saved page.
`Served` takes it from `agon-match serve`, `Folder` from a plain server of files, with its engine as WebAssembly."""

import os
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

sys.path.append(str(pathlib.Path(__file__).resolve().parents[1] / "support"))
import firefox
from serving import BIN, CHOICES, LENGTH, SAYS, TARGETS, Files, Serving, hexagon, module

DATA = pathlib.Path(__file__).resolve().parents[1] / "data"
FOLDER = pathlib.Path(os.environ.get("AGON_PAGE", "build/wasm/page"))
RULES, SETUP, RESULT, *GAME = next(line.split() for line in (DATA / "serve/games.txt").open()
                                   if line.startswith("classic standard 1-0"))
PEOPLE = "?view=play#variant=classic&setup=standard&white=person&black=person"


class Page(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.browser = firefox.Firefox()
        cls.addClassCleanup(cls.browser.close)

    def tearDown(self):
        self.assertEqual(self.browser.faults, [])


@unittest.skipUnless(firefox.PROGRAM, "no firefox is installed")
class Served(Page):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(cls.folder.cleanup)
        cls.server = Serving(cls.folder.name)
        cls.addClassCleanup(cls.server.close)

    def test_a_game_to_its_end(self):
        page = self.browser
        page.open(self.server.url + PEOPLE + "&moves=" + "-".join(GAME[:-6]), 360, 740)
        for ply, action in enumerate(GAME[-6:], len(GAME) - 6):
            page.wait(f"{LENGTH} === {ply} && ({CHOICES}.length > 0 || {TARGETS}.length > 0)")
            *source, target = re.findall(r"[a-l]\d+", action)
            if target not in page.value(TARGETS):
                page.click(hexagon(*source))
            page.click(hexagon(target))
        self.assertIn("White won!", page.wait("document.querySelector('.win')?.innerText"))
        self.assertLessEqual(page.value("document.documentElement.scrollWidth"), 360)

    def test_keys_and_the_menu(self):
        page = self.browser
        page.open(self.server.url + PEOPLE)
        page.wait(f"{CHOICES}.length > 0")
        page.press("b")
        page.press("m")
        page.press("Enter")
        page.wait(f"{TARGETS}.length > 0")
        page.press("Escape")
        page.wait(f"{TARGETS}.length === 0")
        page.press("/", *GAME[0], "Enter")
        page.wait(f"{LENGTH} === 1 && document.querySelector('#game-box').matches(':popover-open')")
        page.press("Escape")
        page.wait("!document.querySelector('#game-box').matches(':popover-open')")
        page.click("[data-key=toolmenu]")
        page.wait("document.querySelector('#game-box').matches(':popover-open')")

    def test_a_lesson(self):
        page = self.browser
        page.open(self.server.url + "?view=learn&n=1", 360, 740)
        answer = page.wait(f"{module('connection.js')}.then(({{room}}) => room.game?.task?.answer)")
        source, target = re.findall(r"[a-l]\d+", answer)
        if target not in page.value(TARGETS):
            page.click(hexagon(source))
        page.click(hexagon(target))
        page.wait("document.querySelector('#view .good') !== null")

    def test_every_view(self):
        page = self.browser
        for path, there in (("", ".tiles"), ("?new=agon", "dialog[open] .go"), ("?rules=classic", "dialog[open] section"),
                            ("?view=puzzles&n=1", "#board .can"), ("?view=analyse#variant=classic&analysis=1", ".tree"),
                            ("?view=review#variant=classic&moves=a1b2-l11k10", ".curve"), ("?view=play&game=zzzz", "[data-view=gone] #view .go")):
            with self.subTest(path=path):
                page.open(self.server.url + path, 360, 740)
                page.wait(f"document.querySelector({there!r})")
                self.assertLessEqual(page.value("document.documentElement.scrollWidth"), 360)

    def test_a_saved_page_from_the_disk(self):
        page, folder = self.browser, pathlib.Path(self.folder.name)
        (folder / "game.pgn").write_text('[White "A"]\n[Black "B"]\n[Result "*"]\n\n1. a1b2 l11k10 2. b2c3 *\n')
        subprocess.run([f"{BIN}/agon", "review", "game.pgn", "-o", "game.html", "--nodes", "200"], cwd=folder, check=True,
                       stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        page.open((folder / "game.html").as_uri(), 360, 740)
        page.wait("document.querySelectorAll('.board .cell').length === 91")
        current = "document.querySelector('[aria-current]')?.textContent ?? ''"
        before = page.value(current)
        page.press("ArrowRight")
        page.wait(f"({current}) !== {before!r}")
        self.assertLessEqual(page.value("document.documentElement.scrollWidth"), 360)


@unittest.skipUnless(firefox.PROGRAM, "no firefox is installed")
@unittest.skipUnless((FOLDER / "offline.js").is_file(), "tools/wasm has not built the page")
class Folder(Page):
    def test_a_game_without_a_server(self):
        files, page = Files(FOLDER, "agon/"), self.browser
        self.addCleanup(files.close)
        page.open(files.url + "?view=play#variant=classic&setup=standard&white=person&black=agon+1")
        page.wait(f"{CHOICES}.length > 0")
        page.click(hexagon(page.value(CHOICES)[0]))
        page.click(hexagon(page.wait(f"{TARGETS}[0]")))
        page.wait(f"{LENGTH} === 2 && {SAYS}")


if __name__ == "__main__":
    unittest.main()

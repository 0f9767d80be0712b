"""The page of a report in Chromium, at every width and in both colours: what is too wide, too pale or without a name; its
games, of which there are many; and names that are not."""

import json
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

sys.path.append(str(pathlib.Path(__file__).resolve().parents[1] / "support"))
import browser

BIN = os.environ["AGON_BIN"]
PICTURES = os.environ.get("AGON_PICTURES")  # a folder for screenshots, to look at
HOSTILE = "</script><img src=x onerror=alert(1)>"
WIDTHS = (320, 360, 768, 1280, 2560)

# Of each text that is seen: how much its colour differs from what lies behind it.
PALE = """(() => {
  const number = color => color.match(/[\\d.]+/g).map(Number);
  const canvas = document.createElement("canvas").getContext("2d", {willReadFrequently: true});
  const rgb = color => {
    canvas.clearRect(0, 0, 1, 1);
    canvas.fillStyle = color;
    canvas.fillRect(0, 0, 1, 1);
    return [...canvas.getImageData(0, 0, 1, 1).data];
  };
  const light = ([r, g, b]) => [r, g, b].map(v => v / 255).map(v => v <= .03928 ? v / 12.92 : ((v + .055) / 1.055) ** 2.4).reduce((sum, v, i) => sum + v * [.2126, .7152, .0722][i], 0);
  const behind = element => {
    for (; element; element = element.parentElement) {
      const color = rgb(getComputedStyle(element).backgroundColor);
      if (color[3] === 255) return color;
    }
    return [255, 255, 255];
  };
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT), found = [];
  while (walk.nextNode()) {
    const element = walk.currentNode.parentElement, style = getComputedStyle(element);
    if (!walk.currentNode.data.trim() || element.closest("script, style, noscript, [popover], .skip, option, :disabled") || !element.getClientRects().length || style.visibility === "hidden") continue;
    const ink = rgb(element.closest("svg") ? style.fill : style.color), [one, two] = [light(ink), light(behind(element))].sort((a, b) => b - a);
    const contrast = (one + .05) / (two + .05);
    if (contrast < 4.5) found.push(`${contrast.toFixed(2)} ${element.tagName}.${element.className.baseVal ?? element.className}: ${walk.currentNode.data.trim().slice(0, 30)}`);
  }
  return found;
})()"""


def pgn(openings, games_each):
    """Games without actions between three players, some from each of the openings."""
    book = pathlib.Path(BIN).parent / "books/standard.epd"
    texts, number = [], 0
    starts = [" ".join(line.split()[:4]) for line in book.read_text().splitlines() if line and line[0] != "#"][:openings]
    for i, start in enumerate(starts):
        for _ in range(games_each):
            white, black = (("A-very-long-name-of-an-engine", "B"), ("B", HOSTILE), (HOSTILE, "A-very-long-name-of-an-engine"))[number % 3]
            result = ("1-0", "0-1", "1/2-1/2")[number % 7 % 3]
            number += 1
            texts.append(f'[Event "Cup {HOSTILE}"]\n[Round "{i + 1}"]\n[White "{white}"]\n[Black "{black}"]\n[Result "{result}"]\n'
                         f'[Variant "classic"]\n[SetUp "1"]\n[FEN "{start} 0 1"]\n\n{result}\n\n')
    return "".join(texts)


@unittest.skipUnless(browser.PROGRAM, "no chromium is installed")
class Report(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.folder = pathlib.Path(folder.name)
        (cls.folder / "many.pgn").write_text(pgn(500, 2))
        engines = [word for name, nodes in (("one", 300), ("two", 100), ("three", 30))
                   for word in ("-engine", f"cmd={BIN}/agon", f"name={name}", f"nodes={nodes}")]
        for command in (["report", "many.pgn", "-o", "many.html"],
                        [*engines, "-each", "st=5", "-rounds", "2", "-repeat", "-maxmoves", "30", "-journal", "file=match.jsonl"],
                        ["report", "match.jsonl", "-o", "match.html"]):
            done = subprocess.run([f"{BIN}/agon-match", *command], cwd=folder.name, capture_output=True, text=True)
            assert done.returncode == 0, done.stdout + done.stderr
        cls.chromium = browser.Browser()
        cls.addClassCleanup(cls.chromium.close)

    def open(self, name, width=1280, height=900, dark=False, fragment=""):
        page = self.chromium.open(f"file://{self.folder}/{name}.html{fragment}", width, height, dark)
        self.addCleanup(page.close)
        page.call("Emulation.setEmulatedMedia", features=[{"name": "prefers-reduced-motion", "value": "reduce"},
                                                          {"name": "prefers-color-scheme", "value": "dark" if dark else "light"}])
        page.wait("document.querySelector('.sentences') !== null")
        return page

    def tearDown(self):
        self.assertEqual(self.chromium.faults, [])

    def test_nothing_is_too_wide(self):
        for name in "many", "match":
            page = self.open(name)
            for width in WIDTHS:
                page.resize(width, 900)
                self.assertLessEqual(page.value("document.documentElement.scrollWidth"), width, name)
        # A table that is wider says so.
        page.resize(360, 900)
        page.wait("document.querySelector('.ranks').closest('.wide-table').matches('.after:not(.before)')")
        page.value("document.querySelector('.ranks').closest('.scroll').scrollLeft = 1e6")
        page.wait("document.querySelector('.ranks').closest('.wide-table').matches('.before:not(.after)')")
        self.assertEqual(page.value("getComputedStyle(document.querySelector('.wide-table.before .hint')).visibility"), "visible")

    def test_every_text_is_dark_or_light_enough(self):
        for dark in False, True:
            page = self.open("match", dark=dark)
            self.assertEqual(page.value(PALE), [])

    def test_every_control_has_a_name(self):
        page = self.open("many")
        tree = page.call("Accessibility.getFullAXTree")["nodes"]
        names = [(node["role"]["value"], node.get("name", {}).get("value", "")) for node in tree if not node.get("ignored")]
        controls = [pair for pair in names if pair[0] in ("button", "link", "combobox", "searchbox", "slider", "radio", "textbox", "region", "img")]
        self.assertGreater(len(controls), 100)
        self.assertEqual([role for role, name in controls if not name.strip()], [])

    def test_names_are_text(self):
        page = self.open("many")
        self.assertEqual(page.value("document.querySelectorAll('img').length"), 0)
        self.assertIn(HOSTILE, page.value("document.querySelector('.cross').textContent"))
        self.assertIn(HOSTILE, page.value("document.querySelector('#summary').textContent"))

    def test_a_game_among_many_is_found(self):
        page = self.open("many")
        count = "document.querySelector('#count').textContent"
        first = "document.querySelector('.game').textContent"

        def enter(selector, text):
            page.value(f"""(() => {{ const box = document.querySelector({json.dumps(selector)}); box.value = {json.dumps(text)};
                box.dispatchEvent(new Event("input", {{bubbles: true}})); }})()""")

        self.assertEqual(page.value(count), "1,000 games" if "," in page.value(count) else "1000 games")
        self.assertEqual(page.value("document.querySelectorAll('#all-opening option').length"), 500)
        self.assertEqual(page.value("document.querySelectorAll('.game').length"), 200)
        page.click("#more")
        page.wait("document.querySelectorAll('.game').length === 400")
        enter("#by-opening", "opening 321")
        page.wait(f"{count}.startsWith('2 of ')")
        self.assertIn("641", page.value(first))
        page.wait("document.querySelector('#game-title').textContent.includes('641')")
        enter("#by-opening", "32")  # part of a name
        page.wait(f"{count}.startsWith('{2 * sum('32' in str(i) for i in range(1, 501))} of ')")
        page.click("#clear")
        page.wait("document.querySelector('#by-opening').value === ''")
        enter("#search", "very-long b 1-0")
        page.wait(f"!{count}.startsWith('1000') && !{count}.startsWith('1,000')")
        enter("#search", "777")  # a number is that of a game
        page.wait(f"{count}.startsWith('1 of ')")
        enter("#search", "nothing like that")
        page.wait("document.querySelector('.game-list .empty') !== null")
        # A link leads to any game.
        page.value("location.hash = '#game=12'")
        page.wait("document.querySelector('#game-title').textContent.includes('Game 12')")
        self.assertIn("1000", page.value(count).replace(",", ""))

    def test_by_the_keyboard(self):
        page = self.open("match", fragment="#game=3&ply=5")
        status, title = "document.querySelector('.viewer .status b').textContent", "document.querySelector('#game-title').textContent"
        page.wait(f"{title}.includes('Game 3') && {status}.startsWith('Turn 3 of')")
        page.press("ArrowLeft")
        page.wait(f"{status}.startsWith('Turn 2 of')")
        page.press("End", "ArrowRight")
        page.wait(f"/^Turn (\\d+) of \\1:/.test({status})")
        page.press("Home")
        page.wait(f"{status}.startsWith('The beginning')")
        page.press("n")
        page.wait(f"{title}.includes('Game 4')")
        page.press("p", "ArrowRight", "ArrowRight")
        page.wait(f"{title}.includes('Game 3') && {status}.startsWith('Turn 1 of')")
        page.wait("location.hash === '#game=3&ply=2'")
        # Figures of each action, and a language.
        page.click(".talk [value=figures]")
        page.wait("document.querySelectorAll('.figures tbody tr').length > 2")
        self.assertEqual(page.value("[...document.querySelectorAll('.figures tbody tr')].slice(0, 4).map(({cells}) => cells[0].textContent)"), ["1", "", "2", ""])
        page.click("#settings")
        page.click("#settings-box [value=de]")
        page.wait("document.documentElement.lang === 'de' && document.querySelector('#result h2').textContent === 'Ergebnis'")
        page.wait(f"{status}.startsWith('Zug 1 von')")
        page.click("#settings-box [value=en]")
        page.wait("document.documentElement.lang === 'en'")

    @unittest.skipUnless(PICTURES, "no folder for pictures")
    def test_pictures(self):
        for name in "many", "match":
            for width in 360, 1280, 2560:
                for dark in False, True:
                    page = self.open(name, width, {360: 800, 1280: 900, 2560: 1440}[width], dark)
                    for part in "top", "games":
                        page.value(f"document.querySelector('#{part}').scrollIntoView()")
                        page.picture(f"{PICTURES}/{name}-{part}-{width}-{'dark' if dark else 'light'}.png")


if __name__ == "__main__":
    unittest.main()

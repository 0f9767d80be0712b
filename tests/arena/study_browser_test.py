"""Lessons, puzzles, reviews and the analysis board in Chromium, by mouse, touch and keyboard, on the page of
`agon-match serve` and on the one without a server; and games as separate pages."""

import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

sys.path.append(str(pathlib.Path(__file__).resolve().parents[1] / "support"))
import browser
from serving import BIN, CHOICES, LENGTH, SAYS, TARGETS, Files, GamePage, Serving, hexagon
from websocket import WebSocket

SOLUTIONS = {  # of the lessons of classic
    "The step": ("e1", "e2"), "Never outward": ("b4", "c5"), "The throne": ("e6", "f6"), "Capture": ("g9", "f8"),
    "Relocation": ("g5", "f1"), "Blocking": ("h9", "g8"), "The queen first": ("e7", "j6"), "Winning": ("d6", "e6")}
# Black does not capture by f4g5 but plays j7j6, and White wins by two actions. Any search proves that, however slow the machine.
BLUNDER = ("#variant=classic&setup=placement&moves=f5-e3-f7-f4-g7-e8-e6-h7-h6-h9-d5-e7-a1b2-l11k10-b2c3-k10j9-c3d4-j9j8-"
           "d4e5-j8j7-e5f6-j7j6-h6g6-j6h6-d5e5")
FOLDER = pathlib.Path(os.environ.get("AGON_PAGE", "build/wasm/page"))
WAYS = {"mouse": {"width": 1280, "height": 800}, "touch": {"width": 360, "height": 740, "touch": True},
        "keys": {"width": 1280, "height": 800}}
WORDS = "document.querySelector('#analysis .words')?.innerText.replace(/\\s+/g, ' ').trim()"
GAME = lambda message: message["topic"] == "game"  # noqa: E731


class Study(GamePage):
    def ways(self, path=""):
        """A page for each way of pressing what a selector names."""
        for way, options in WAYS.items():
            with self.subTest(way=way):
                page = self.open(path, **options)
                page.value("localStorage.clear()")  # what was learnt in another way
                yield page, {"mouse": page.click, "touch": page.tap, "keys": lambda what, page=page: self.key(page, what)}[way]

    def key(self, page, selector):
        """On the board by `b`, the arrow keys and Enter; elsewhere by what the Tab key reaches."""
        if "data-cell" in selector:
            page.press("b")
            for _ in range(30):
                x, y = page.value(f"""((a, b) => [b.x - a.x, b.y - a.y])(document.activeElement.getBoundingClientRect(),
                    document.querySelector({json.dumps(selector)}).getBoundingClientRect())""")
                if abs(x) < 5 and abs(y) < 5:
                    break
                page.press("ArrowDown" if y > 5 else "ArrowUp" if y < -5 else "ArrowRight" if x > 0 else "ArrowLeft")
        else:
            self.assertTrue(page.value(f"(it => it.matches('button:enabled, a') && (it.focus(), document.activeElement === it))"
                                       f"(document.querySelector({json.dumps(selector)}))"), selector)
        page.press("Enter")

    def move(self, page, press, action):
        *source, target = re.findall(r"[a-l]\d+", action)
        if target not in page.value(TARGETS):
            press(hexagon(*source))
        press(hexagon(target))

    def learn(self, page, press):
        """All lessons of the rules in the form. The first choice that the lesson accepts is found by
        trying: each wrong try is reported, and is taken back."""
        press("#learn")
        number = 0
        while True:
            number += 1
            heading = page.wait("document.querySelector('#task h2')?.textContent"
                                f".startsWith('Lesson {number} of ') && document.querySelector('#task h2').textContent")
            self.assertRegex(page.value("document.querySelector('#task .goal').textContent"), r"\.$")
            source, target = SOLUTIONS[heading.split(": ")[1]]
            if page.value(f"document.querySelector('#board .chosen')?.dataset.cell") != source:
                press(hexagon(source))
            press(hexagon(target))
            page.wait("document.querySelector('#task .verdict').textContent === 'Right.'")
            last = page.value("document.querySelector('#task button.main').textContent") == "Play a game"
            press("#task button.main")
            if last:
                break
        page.wait("document.querySelector('#task').hidden")
        return number

    def test_lessons(self):
        for page, press in self.ways():
            self.assertEqual(self.learn(page, press), 8)
            self.assertEqual(page.value("document.querySelectorAll('#others li').length"), 0)

    def test_a_lesson_that_is_missed(self):
        page = self.open()
        self.begin(page)
        page.click("#learn")
        page.wait("document.querySelector('#task h2') !== null")
        page.click(hexagon("a1"))
        page.click(hexagon("b2"))
        page.wait("document.querySelector('#task .verdict').textContent.startsWith('That is legal, but')")
        self.assertEqual(page.value(CHOICES) + page.value(TARGETS), [])
        self.picture(page, "lesson-missed")
        page.click("#task button.main")
        page.wait(f"{LENGTH} === 0 && document.querySelector('#task .verdict').textContent === ''")
        # A step outward, and a guard on the throne, are refused by the rules themselves.
        for lesson, source, target in ((2, "d6", "c5"), (3, "g6", "f6")):
            page.click(f"#task .steps li:nth-child({lesson}) button")
            page.wait(f"document.querySelector('#task h2').textContent.startsWith('Lesson {lesson} ')")
            page.click(hexagon(source))
            page.click(hexagon(target))
            page.wait(f"document.querySelector('#refusal').textContent.includes({json.dumps(source + target)})")
        page.reload()
        page.wait("document.querySelector('#task h2')?.textContent.startsWith('Lesson 3 ')")
        for width, height, dark in ((360, 740, False), (768, 1024, True), (1280, 800, False), (2560, 1300, False)):
            page = self.open("#variant=classic&lesson=5", width=width, height=height, dark=dark)
            page.wait("document.querySelector('#task h2') !== null")
            self.assertLessEqual(page.value("document.documentElement.scrollWidth"), width)
            self.picture(page, f"lesson-{width}")

    def test_puzzles(self):
        first = (pathlib.Path(BIN).parent / "puzzles.txt").read_text().splitlines()[1].split(";")[2]
        for page, press in self.ways():
            press("#puzzles")
            page.wait("document.querySelector('#task h2')?.textContent.startsWith('Puzzle 1 of ')")
            self.move(page, press, first.split()[0])
            page.wait("document.querySelector('#task .verdict').textContent.startsWith('Right')")
            press("#task button.main")
            page.wait("document.querySelector('#task h2').textContent.startsWith('Puzzle 2 of ')")

    def test_on_a_phone_the_verdict_comes_into_view(self):
        page = self.open("#variant=classic&lesson=4", width=360, height=740, touch=True)
        page.wait("document.querySelector('#task h2') !== null")
        page.tap(hexagon("g9"))
        page.tap(hexagon("f8"))
        page.wait("document.querySelector('#task .verdict').textContent === 'Right.'")
        self.assertTrue(page.value("(box => box.top >= 0 && box.bottom <= innerHeight)("
                                   "document.querySelector('#task button.main').getBoundingClientRect())"))
        self.picture(page, "lesson-right-360")

    def test_a_review(self):
        for page, press in self.ways(BLUNDER):
            page.wait(f"{LENGTH} === 25")
            press("#review")
            page.wait("document.querySelector('#reviewed h2') && !document.querySelector('#reviewed progress')", 200)
            self.assertEqual(page.value("document.querySelectorAll('#graph svg').length"), 1)
            self.assertRegex(page.value("document.querySelector('#reviewed').innerText"), r"White: \d+ inaccurac.*Black: ")
            found = page.value("document.querySelectorAll('#reviewed li').length")
            self.assertEqual(page.value("document.querySelectorAll('#actions .loss:is(.inaccuracy, .mistake, .blunder)').length"),
                             found)
            self.assertIn("22. Black's j7j6 is a blunder. It lets white win in 2. Better is ",
                          page.value("document.querySelector('#reviewed li:last-child').innerText"))
            press("#reviewed li:last-child button")
            better = page.wait("document.querySelector('#expected').textContent.startsWith('Better: ') && "
                               "document.querySelector('#expected').textContent").split()[1]
            self.picture(page, "review")
            press("#reviewed li:last-child button:last-child")
            page.wait("document.querySelector('#task h2')?.textContent === 'Try again'")
            self.move(page, press, better)
            page.wait("document.querySelector('#task .verdict').textContent === 'Right.'")
            press("#task p:last-child button:last-child")
            page.wait("!document.querySelector('#reviewed').hidden && document.querySelector('#task').hidden")

    def test_the_analysis_board(self):
        for page, press in self.ways("#variant=classic&moves=a1b2-l11k10"):
            page.wait(f"{LENGTH} === 2")
            press("#analyse")
            page.wait(f"{WORDS} === '1.a1-b2 l11-k10' && !document.querySelector('#first').disabled")
            press("#first")
            page.wait("document.querySelector('#first').disabled")
            self.move(page, press, "k5k6")
            page.wait(f"{WORDS} === '1.a1-b2 1.k5-k6 1...l11-k10'")
            self.move(page, press, "l7l8")
            page.wait(f"{WORDS}.includes('1.k5-k6 l7-l8 1...l11-k10')")
            press(".words .aside button")
            page.wait("document.querySelector('.words [aria-current]').textContent === 'k5-k6'")
            press("[data-key=promote]")
            page.wait(f"{WORDS} === '1.k5-k6 1.a1-b2 l11-k10 1...l7-l8'")
            self.assertIn("1. k5k6 ( 1. a1b2 l11k10 ) l7l8 *", self.record(page).replace("\n", " "))
            other = self.open(page.value("document.querySelector('#link').hash"))
            other.wait(f"{WORDS} === '1.k5-k6 1.a1-b2 l11-k10 1...l7-l8'")
            other.close()
            page.bring_to_front()
            press("[data-key=Engine]")
            page.wait("document.querySelectorAll('.found li').length === 1 && document.querySelector('#bar[aria-label]') !== null")
            page.value("(s => { s.focus(); s.value = '3'; s.dispatchEvent(new Event('change')); })(document.querySelector('#analysis select'))")
            page.wait("document.querySelectorAll('.found li').length === 3 && document.querySelectorAll('#board .plan').length === 3")
            press("[data-key=Threats]")
            page.wait("document.body.classList.contains('threat') && /^[+-]\\S+ (a1|e1|a5|e10|j11|k6|l9)-/.test(document.querySelector('.found li').innerText)")
            press("[data-key=Threats]")
            press("[data-key=Engine]")
            page.wait("document.querySelectorAll('.found li').length === 0")
            press("[data-key=delete]")
            page.wait(f"{WORDS} === '1.a1-b2 l11-k10'")
            press("[data-key=edit]")
            page.wait("document.querySelector('.setup button') !== null")
            press(hexagon("f6"))
            page.wait("document.querySelector('#board .queen.white').dataset.cell === 'f6'")
            press("[data-key='white guard']")
            press(hexagon("e1"))
            page.wait("document.querySelector('.fault').textContent.includes('white has 5 guards')")
            press("[data-key=done]")
            page.wait("document.querySelector('#refusal').textContent.includes('white has 5 guards')")
            press(hexagon("e2"))
            page.wait("document.querySelector('.fault').textContent === '' && document.querySelector('#refusal').textContent === ''")
            press("[data-key='captured']")
            page.wait("document.querySelector('[data-key=captured]').ariaPressed === 'true'")
            press(hexagon("e2"))
            page.wait("document.querySelectorAll('#board .captured').length === 1")
            press("[data-key='black acts']")
            page.wait("document.querySelector('#says').textContent.endsWith('Black acts.')")
            press("[data-key=done]")
            page.wait(f"{SAYS}.startsWith('Black')")
            self.assertEqual(page.value("document.querySelectorAll('#board .captured').length"), 1)

    def test_a_button_keeps_its_click_while_the_page_changes(self):
        """Whatever lists buttons: while one is down, a message arrives that rebuilds the list."""
        def meanwhile(selector):
            return f"""(document.querySelector({json.dumps(selector)}).dispatchEvent(new MouseEvent('click', {{ bubbles: true }})),
                new Promise(done => setTimeout(done, 500)))"""

        page = self.open("#variant=classic&moves=a1b2-l11k10&analysis=1")
        page.wait(f"{WORDS} === '1.a1-b2 l11-k10'")
        page.click("[data-key=edit]")
        page.wait("document.querySelector('.setup button') !== null")
        page.click("[data-key='black acts']", meanwhile=meanwhile(hexagon("e2")))
        page.wait("document.querySelector('[data-key=\"black acts\"]').ariaPressed === 'true'")
        page.wait("document.querySelector('#board .queen.white').dataset.cell === 'e2'")

        page = self.open(BLUNDER, width=360, height=500)  # so low that the lists scroll
        page.wait(f"{LENGTH} === 25")
        page.click("#review")
        page.wait("document.querySelector('#reviewed h2') && !document.querySelector('#reviewed progress')", 200)
        page.click("#reviewed li:last-child button", meanwhile=meanwhile("#flip"))
        page.wait("document.querySelector('#expected').textContent.startsWith('Better: ')")
        scrolled = "[...document.querySelectorAll('#reviewed ul, #actions')].map(list => list.scrollTop)"
        page.value("document.querySelector('#actions').scrollTop = 1")
        before = page.value(scrolled)
        self.assertGreater(before[0], 0)
        self.assertEqual(before[1], 1)
        page.click("#flip")
        page.wait("document.querySelector('#bottom').className.includes('black')")
        self.assertEqual(page.value(scrolled), before)
        page.click("#actions li:nth-child(20) button", meanwhile=meanwhile("#undo"))
        page.wait(f"{LENGTH} === 24 && {SAYS}.startsWith('Action 20 of 24. ')")
        page.click("#undo")  # the focus is where it was, in a new list
        page.wait(f"{LENGTH} === 23")
        page.value("document.querySelector('#actions li:nth-child(7) button').focus()")
        page.value("document.querySelector('#redo').click()")
        page.wait(f"{LENGTH} === 24")
        self.assertEqual(page.value("document.activeElement.dataset.ply"), "7")

    def test_how_the_analysis_board_looks(self):
        tree = "a1b2-l11k10-b2c3-(-a5b5-k10k9-e1f1-)-k10j9-(-k10k9-c3d3-)-(-l7k7-c3d4-)-c3d3"
        for width, height in ((360, 640), (768, 1024), (1280, 800), (2560, 1440)):
            page = self.open(f"#variant=classic&moves={tree}&analysis=1", width=width, height=height, dark=width == 768)
            page.wait("document.querySelectorAll('.words button').length === 12")
            page.click("[data-key=Engine]")
            page.wait("document.querySelectorAll('.found li').length === 1")
            self.assertTrue(page.value("document.querySelector('#bottom').classList.contains('acts')"))  # at the first position
            page.value("scrollTo(0, 0)")
            self.picture(page, f"analysis-{width}")
            self.assertLessEqual(page.value("document.documentElement.scrollWidth"), width)
            page.click("[data-key=edit]")
            page.wait("document.querySelector('.setup button') !== null")
            page.value("scrollTo(0, 0)")
            self.picture(page, f"setup-{width}")
            self.assertLessEqual(page.value("document.documentElement.scrollWidth"), width)

    def steps(self, file, length, mistakes):
        """Through a game that is a separate page, from the disk."""
        page = self.browser.open(file.as_uri(), width=1000, height=800)
        page.wait("document.querySelectorAll('#board .hex').length === 91")
        self.assertEqual(page.value("document.querySelectorAll('ol li').length"), length)
        self.assertEqual(page.value("document.querySelectorAll('ul li').length > 0"), mistakes)
        page.press("ArrowRight")
        page.wait("document.querySelector('ol [aria-current]').textContent.startsWith('1. ')")
        page.press("End")
        page.wait("document.querySelectorAll('#board .last').length === 2")
        self.assertIn(f"{length}. ", page.value("document.querySelector('ol [aria-current]').textContent"))
        if mistakes:
            page.click("ul button")
            page.wait("document.querySelector('#board .plan') !== null")
            self.assertIn("Better is ", page.value(SAYS))
        self.picture(page, f"record-{mistakes}")
        self.assertEqual(page.value("performance.getEntriesByType('resource').length"), 0)

    def test_a_game_as_a_separate_page(self):
        page = self.open()
        self.begin(page)
        self.play(page, 3)
        with tempfile.TemporaryDirectory() as folder:
            file = pathlib.Path(folder, "game.html")
            file.write_text(self.record(page, "#send"))
            self.steps(file, 3, False)


@unittest.skipUnless(browser.PROGRAM, "no chromium is installed")
class Served(Study, unittest.TestCase):
    LEVEL = "0"

    def setUp(self):
        super().setUp()
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.server = Serving(folder.name, "--delay", "0", "-each", "timemargin=60000")
        self.addCleanup(self.server.close)

    def test_a_review_as_a_separate_page(self):
        page = self.open(BLUNDER)
        page.wait(f"{LENGTH} === 25")
        with tempfile.TemporaryDirectory() as folder:
            game, file = pathlib.Path(folder, "game.pgn"), pathlib.Path(folder, "game.html")
            game.write_text(self.record(page))
            for _ in range(2):  # the second replaces the first
                done = subprocess.run([f"{BIN}/agon", "review", game, "-o", file, "--nodes", "20000"], capture_output=True, text=True)
                self.assertEqual((done.returncode, done.stdout), (0, ""), done.stderr)
            self.assertLess(file.stat().st_size, 100_000)
            self.steps(file, 25, True)

    def test_an_analysis_board_by_its_messages(self):
        window, second = WebSocket(self.server.port), WebSocket(self.server.port)
        self.addCleanup(window.close)
        self.addCleanup(second.close)

        def ask(request, to=window, until=GAME, **more):
            to.send({"do": request, **more})
            return to.read_until(until)

        refusal = lambda answer: answer["topic"] == "refusal"  # noqa: E731
        board = ask("new", analysis=True, moves="a1b2 ( a1b1 l11k10 ) l11k10")
        self.assertEqual((board["ply"], board["length"], board["analysis"]["moves"]), (0, 2, "a1b2 ( a1b1 l11k10 ) l11k10"))
        ask("watch", second, game=board["game"])
        board = ask("play", action="k5k6", ply=0)
        self.assertEqual((board["ply"], board["length"]), (1, 1))
        self.assertEqual(second.read_until(GAME)["analysis"], board["analysis"])
        self.assertIn("gone on", ask("play", until=refusal, action="k5k6", ply=0)["text"])
        self.assertIn("illegal", ask("play", until=refusal, action="k5k6", ply=1)["text"])
        self.assertIn("knows no 'undo'", ask("undo", until=refusal)["text"])
        node = board["analysis"]["node"]
        self.assertEqual(ask("node", node=node, what="promote")["analysis"]["moves"], "k5k6 ( a1b2 l11k10 ) ( a1b1 l11k10 )")
        self.assertEqual(ask("look", ply=0)["analysis"]["node"], 0)
        pgn = ask("save", until=lambda answer: answer["topic"] == "saved")["text"]
        self.assertIn("1. k5k6 ( 1. a1b2 l11k10 ) ( 1. a1b1 l11k10 ) *", pgn.replace("\n", " "))
        again = ask("open", second, until=lambda answer: GAME(answer) and answer["game"] != board["game"], pgn=pgn)
        self.assertEqual(again["analysis"]["moves"], "k5k6 ( a1b2 l11k10 ) ( a1b1 l11k10 )")
        self.assertEqual(ask("node", node=node, what="delete")["analysis"]["moves"], "a1b2 ( a1b1 l11k10 ) l11k10")
        self.assertIn("no longer", ask("node", until=refusal, node=node)["text"])
        ask("analyse", on=True, lines=3)
        found = window.read_until(lambda answer: GAME(answer) and len(answer["analysis"]["found"]) == 3)
        self.assertEqual(found["svg"].count('"plan"'), 3)
        ask("analyse", threat=True)
        threat = window.read_until(lambda answer: GAME(answer) and answer["analysis"]["threat"] and len(answer["analysis"]["found"]) == 3)
        self.assertRegex(threat["analysis"]["found"][0][2][0], "^(a3|b7|c1|g2|g11|l7|l11)[a-l]")  # black's
        ask("analyse", until=lambda answer: GAME(answer) and not answer["analysis"]["on"], on=False)
        # A game whose engine has not run: only answers are sent.
        ask("new", until=lambda answer: GAME(answer) and answer["game"] != board["game"], analysis=True, moves="")
        self.assertEqual(ask("edit", what="begin")["analysis"]["draft"], "")
        self.assertIn("BOARD and RESERVE: white has 5 guards", ask("edit", what="put", cell="e1", piece="")["analysis"]["draft"])
        self.assertIn("never stands on the throne", ask("edit", until=refusal, what="put", cell="f6", piece="G")["text"])
        self.assertIn("5 guards", ask("edit", until=refusal, what="done")["text"])
        ask("edit", what="put", cell="e2", piece="G")
        ask("edit", what="put", cell="e2", piece="x")
        self.assertIn("You are setting up a position. Black acts.", ask("edit", what="turn")["says"])
        ask("edit", what="put", cell="f6", piece="Q")
        done = ask("edit", what="done")
        self.assertEqual(done["first"], "1g1G1q/G6/7G/9/g8g/5Q5/G8G/9/g7/4G1g/2g3 b e2 - 0 1")
        self.assertEqual((done["analysis"]["moves"], "draft" in done["analysis"]), ("", False))
        ask("edit", what="begin")
        self.assertIn("BOARD", ask("edit", until=refusal, what="take", position="1/2 w - - 0 1")["text"])
        self.assertIn("white has 0 queens", ask("edit", what="clear")["analysis"]["draft"])
        self.assertEqual(ask("edit", what="cancel")["first"], done["first"])
        self.assertEqual(self.server.games("pgn"), [])


@unittest.skipUnless(browser.PROGRAM, "no chromium is installed")
@unittest.skipUnless((FOLDER / "offline.js").is_file(), "tools/wasm has not built the page")
class Folder(Study, unittest.TestCase):
    LEVEL = "1"

    def setUp(self):
        super().setUp()
        self.server = Files(FOLDER, "below/a-path/")
        self.addCleanup(self.server.close)

    def open(self, path="", **options):
        return super().open("?delay=0" + path, **options)


if __name__ == "__main__":
    unittest.main()

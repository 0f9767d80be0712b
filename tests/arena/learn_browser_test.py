"""Lessons and puzzles in Chromium, by mouse, touch and keyboard: on the page of `agon-match serve` and on the one
without a server. The room says what is right, so a test asks it what to play."""

import json
import os
import pathlib
import re
import sys
import tempfile
import unittest

sys.path.append(str(pathlib.Path(__file__).resolve().parents[1] / "support"))
import browser
from serving import WAYS, Files, GamePage, Serving, hexagon

FOLDER = pathlib.Path(os.environ.get("AGON_PAGE", "build/wasm/page"))
RULES = ("classic", "ham", "german", "queens-guard", "queens-guard-opponent", "same-ring", "way-to-play", "botermans",
         "penthalon", "bloody-queen", "ludii", "csiro", "neto", "kanare", "agon")
ROOM = "(await import(document.querySelector('script[type=module]').src.replace('main.js', 'connection.js'))).room"
TASK = f"(async () => {ROOM}.game?.task)()"
HEADING = "document.querySelector('#view h1').textContent"
STATUS = "document.querySelector('#view .status b')?.textContent"
GO = "#view .go"
BLOCKED = """Object.defineProperty(window, "localStorage", {get() { throw new DOMException("blocked"); }})"""
ADDRESS = "(query => (query.sort(), query + '#' + location.hash.slice(1)))(new URLSearchParams(location.search))"


def cells(action):
    return re.findall(r"[a-l]\d+", action)


class Learn(GamePage):
    def open(self, path="", before="", **options):
        """A page that moves nothing and has kept nothing; `before`: a script that runs before those of the page."""
        page = self.browser.open("about:blank", **options)
        page.call("Emulation.setEmulatedMedia", features=[
            {"name": "prefers-reduced-motion", "value": "reduce"},
            {"name": "prefers-color-scheme", "value": "dark" if options.get("dark") else "light"}])
        page.call("Page.addScriptToEvaluateOnNewDocument", source=before or "if (!sessionStorage.old) localStorage.clear(), sessionStorage.old = 1")
        page.call("Page.navigate", url=self.server.url + path)
        page.wait("document.querySelectorAll('#board [data-cell]').length >= 91")
        return page

    def by(self, way, path):
        """A page, and what presses in that way what a selector names."""
        page = self.open(path, **WAYS[way])
        return page, {"mouse": page.click, "touch": page.tap, "keys": lambda what: self.key(page, what)}[way]

    def key(self, page, selector):
        """On the board by `b` and the arrow keys; elsewhere by what the Tab key reaches."""
        if "data-cell" in selector:
            self.walk(page, selector)
        elif page.value(f"!document.activeElement.matches({json.dumps(selector)})"):
            self.assertTrue(page.value(f"(it => it.matches('button:enabled, a') && (it.focus(), document.activeElement === it))"
                                       f"(document.querySelector({json.dumps(selector)}))"), selector)
        page.press("Enter")

    def move(self, page, press, action):
        *source, target = cells(action)
        if source and not re.search("picked up|aufgenommen", page.value(f"document.querySelector('{hexagon(source[0])}').getAttribute('aria-label')")):
            press(hexagon(source[0]))  # a piece that must go, or was named by a hint, is taken up already
        press(hexagon(target))

    def state(self, page, wanted):
        page.wait(f"(async () => {ROOM}.game?.task?.state)().then(state => state === '{wanted}')")

    def answer(self, page):
        return page.wait(f"{TASK}.then(task => ['open', 'right'].includes(task?.state) && task.answer)")

    def wrong(self, page):
        """A legal action that is not asked for."""
        return page.value(f"(async () => {{ const {{legal, task}} = {ROOM}.game;"
                          "return legal.find(text => text !== task.answer && text.length === 4); })()")

    # --- lessons ---

    def lesson(self, page, press):
        """Does the one that is shown."""
        number = page.value(f"{TASK}.then(task => task.number)")
        self.assertEqual(page.value("new URLSearchParams(location.search).get('n')"), str(number + 1))
        self.assertEqual(page.value("document.querySelector('.pips [aria-current]').dataset.key"), f"pip{number}")
        while page.value(f"{TASK}.then(task => task.state !== 'done')"):
            count = page.value(f"(async () => {ROOM}.line.actions.length)()")
            self.move(page, press, self.answer(page))
            page.wait(f"(async () => {ROOM}.line.actions.length > {count})()")
        if press != page.tap:  # a finger takes the focus along after the answer
            page.wait(f"document.activeElement.matches('{GO}')")
        self.assertEqual(page.value(f"document.querySelectorAll('{GO}').length"), 1)
        self.assertIn("done", page.value(f"document.querySelector('[data-key=pip{number}]').className"))

    def test_lessons(self):
        for way in WAYS:
            with self.subTest(way=way):
                page, press = self.by(way, "?view=learn")
                for number in range(9):
                    page.wait(f"{TASK}.then(task => task?.number === {number} && task.state === 'open')")
                    self.assertTrue(number == 0 or page.value("document.activeElement !== document.body"))
                    self.lesson(page, press)
                    press(GO)
                page.wait("document.body.dataset.view === 'play'")

    def test_lessons_of_every_rule_set(self):
        """Those that another rule set has not had."""
        known = set()
        for rules in RULES:
            with self.subTest(rules=rules):
                page = self.open(f"?view=learn&variant={rules}&n=1")
                course = [key for key, _ in page.wait(f"{TASK}.then(task => task?.course)")]
                for number, key in enumerate(course):
                    if key not in known:
                        page.click(f"[data-key=pip{number}]")
                        page.wait(f"{TASK}.then(task => task?.number === {number} && task.state === 'open')")
                        self.lesson(page, page.click)
                        self.assertIn(f'"{rules} {key}"', page.value("localStorage.getItem('agon lessons')"))
                known.update(course)
                self.browser.close_pages()
        self.assertGreater(len(known), 25)

    def test_a_lesson_that_is_missed(self):
        for way in WAYS:
            with self.subTest(way=way):
                page, press = self.by(way, "?view=learn&n=4")
                self.answer(page)
                self.picture(page, "lesson")
                self.assertTrue(page.value("document.querySelector('#board .lit') !== null"))
                self.move(page, press, self.wrong(page))
                self.state(page, "missed")
                if way != "touch":
                    page.wait(f"document.activeElement.matches('{GO}')")
                self.assertTrue(page.value(f"{STATUS}.startsWith('Not quite. ')"))
                self.assertTrue(page.value("document.querySelector('#says').textContent.startsWith('Not quite. ')"))
                press(GO)
                self.state(page, "open")
                page.wait("document.activeElement !== document.body")
                press("#view [data-key='Show me']")
                self.assertEqual(page.value("document.querySelectorAll('#board .arrow').length"), 1)
                self.picture(page, "lesson-shown")

    def test_addresses_of_lessons(self):
        page = self.open("#variant=ham&lesson=5")  # as of old
        page.wait(f"{TASK}.then(task => task?.number === 4)")
        self.assertEqual(page.value(ADDRESS), "n=5&variant=ham&view=learn#")
        page.click("[data-key=pip6]")
        page.wait(f"{TASK}.then(task => task?.number === 6)")
        page.value("document.querySelector('[data-go=puzzles]').click()")
        page.wait(f"{TASK}.then(task => task?.kind === 'puzzle')")
        for n in (7, 5):
            page.value("history.back()")
            page.wait(f"{TASK}.then(task => task?.kind === 'lesson' && task.number === {n - 1})")
            page.wait("document.activeElement.tagName === 'H1'")
        page.value("history.forward()")
        page.wait(f"{TASK}.then(task => task?.number === 6)")
        page.value("history.forward()")
        page.wait(f"{TASK}.then(task => task?.kind === 'puzzle')")
        for path, number in (("?view=learn&n=99", 0), ("?view=learn&n=x", 0), ("?view=learn&n=0", 0)):
            page = self.open(path)
            page.wait(f"{TASK}.then(task => task?.number === {number})")
        page = self.open("?view=learn&variant=%3Cb%3Enobody")
        page.wait("document.querySelector('#view .go')")
        self.assertEqual(page.value("document.querySelectorAll('#view b').length"), 0)

    # --- puzzles ---

    def solve(self, page, press):
        while True:
            count = page.value(f"(async () => {ROOM}.line.actions.length)()")
            self.move(page, press, self.answer(page))
            state = page.wait(f"""(async () => {{
                const {{game: {{task}}, line}} = {ROOM};
                return line.actions.length > {count} && (task.state === "done" || task.state === "right" && task.answer && task.state);
            }})()""")
            if state is True:
                return

    def test_puzzles(self):
        for way in WAYS:
            with self.subTest(way=way):
                page, press = self.by(way, "?view=puzzles&variant=classic")
                first = page.wait(f"{TASK}.then(task => task?.kind === 'puzzle' && task.number + 1)")
                self.assertEqual(page.value(ADDRESS), f"n={first}&view=puzzles#")
                self.assertEqual(page.value(f"{TASK}.then(task => task.difficulty)"), 1)
                self.picture(page, "puzzle")
                self.answer(page)
                self.move(page, press, self.wrong(page))
                self.state(page, "missed")
                if way != "touch":
                    page.wait(f"document.activeElement.matches('{GO}')")
                press(GO)
                self.state(page, "open")
                answer = self.answer(page)
                press("#view [data-key=toolhint]")
                self.assertEqual(page.value("document.querySelectorAll('#board .lit').length"), 1)
                self.assertIn(cells(answer)[0], page.value("document.querySelector('#says').textContent"))
                press("#view [data-key=toolhint]")
                self.assertEqual(page.value("document.querySelectorAll('#board .arrow').length"), 1)
                self.picture(page, "puzzle-hint")
                self.solve(page, press)
                if way != "touch":
                    page.wait(f"document.activeElement.matches('{GO}')")
                self.assertEqual(page.value("document.querySelector('#view .chip.gold') === null"), True)  # helped
                for streak in (1, 2):
                    press(GO)
                    page.wait(f"{TASK}.then(task => task?.state === 'open')")
                    self.solve(page, press)
                    self.assertIn(f"{streak} in a row", page.wait("document.querySelector('#view .chip.gold')?.textContent"))
                self.picture(page, "puzzle-solved")
                press(GO)
                fourth = page.wait(f"{TASK}.then(task => task?.state === 'open' && task.number + 1)")
                page.reload()
                page.value("document.querySelector('[data-go=puzzles]').click()")
                page.wait(f"{TASK}.then(task => task?.number + 1 === {fourth})")  # the first that is not solved
                self.assertIn("3 solved", page.wait("document.querySelector('#view .filters p')?.textContent"))
                self.assertIn("2 in a row", page.value("document.querySelector('#view .chip.gold').textContent"))

    def test_the_solution_is_played_out(self):
        page = self.open("?view=puzzles&n=700")
        self.answer(page)
        count = page.value(f"{TASK}.then(task => task.within)")
        page.click("#view [data-key=tooleye]")
        self.state(page, "shown")
        page.wait(f"(async () => {ROOM}.game.result)()")
        self.assertGreaterEqual(page.value(f"(async () => {ROOM}.line.actions.length)()"), count)
        page.wait(f"document.activeElement.matches('{GO}')")
        self.assertEqual(page.value(STATUS), "That was the solution")
        page.click(GO)
        self.state(page, "open")

    def test_filters(self):
        page = self.open("?view=puzzles")
        self.answer(page)
        options = page.value("[...document.querySelectorAll('#view select option')].map(option => option.value)")
        self.assertEqual(options[0], "classic")
        self.assertEqual(sorted(options), sorted({*RULES, "any"} - {"agon"}))
        choose = """(select => { select.value = "%s"; select.dispatchEvent(new Event("change")); })(document.querySelector("#view select"))"""
        page.value(choose % "ham")
        page.wait(f"(async () => {ROOM}.game?.variant === 'ham')()")
        page.click("#view [data-key=level3] + span")
        page.wait(f"(async () => {ROOM}.game?.task.difficulty === 3 && {ROOM}.game.variant === 'ham')()")
        self.assertIn("0 solved", page.value("document.querySelector('#view .filters p').textContent"))
        page.value(choose % "any")
        page.wait("document.querySelector('#view select')?.value === 'any'")
        self.answer(page)
        page = self.open("?view=puzzles&variant=agon")
        page.wait("document.querySelector('#view .card')?.textContent.startsWith('No puzzle like that')")
        self.picture(page, "puzzle-none")
        page.click(GO)
        self.answer(page)

    def test_puzzles_of_the_rules_just_learnt_come_first(self):
        page = self.open("?view=learn&variant=ham&n=1")
        self.move(page, page.click, self.answer(page))
        self.state(page, "done")
        page.value("document.querySelector('[data-go=puzzles]').click()")
        page.wait(f"(async () => {ROOM}.game?.task?.kind === 'puzzle' && {ROOM}.game.variant === 'ham')()")
        self.assertEqual(page.value("document.querySelector('#view select option').value"), "ham")

    def test_addresses_of_puzzles(self):
        page = self.open("#puzzle=5")
        page.wait(f"{TASK}.then(task => task?.number === 4)")
        self.assertEqual(page.value(ADDRESS), "n=5&view=puzzles#")
        rules = page.value(f"(async () => {ROOM}.game.variant)()")
        self.assertEqual(page.value("document.querySelector('#view select').value"), rules)
        for n in ("0", "9999", "<b>"):
            page = self.open(f"?view=puzzles&n={n}")
            page.wait(f"document.querySelector('#view .card') || {TASK}.then(task => task?.kind === 'puzzle')")

    def test_nothing_can_be_kept(self):
        for path in ("?view=learn", "?view=puzzles"):
            page = self.open(path, before=BLOCKED)
            self.move(page, page.click, self.answer(page))
            page.wait(f"{TASK}.then(task => ['done', 'right'].includes(task.state))")
        page = self.open("?view=learn", before="""for (const [name, value] of Object.entries({lessons: '{"a":1}', solved: '["x"]',
            streak: '"many"', "lesson rules": "7", "puzzle rules": "[]", "puzzle level": '{}'})) localStorage.setItem("agon " + name, value)""")
        self.move(page, page.click, self.answer(page))
        self.state(page, "done")
        page.value("document.querySelector('[data-go=puzzles]').click()")
        page.wait(f"{TASK}.then(task => task?.kind === 'puzzle')")

    def test_german(self):
        page = self.open("?view=learn&n=1&lang=de")
        page.wait(f"{HEADING} === 'So gewinnst du'")
        self.move(page, page.click, self.answer(page))
        self.state(page, "done")
        self.assertEqual(page.value(STATUS), "Dein erster Sieg! Alles andere ist der Weg dorthin.")


@unittest.skipUnless(browser.PROGRAM, "no chromium is installed")
class Served(Learn, unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.folder = tempfile.TemporaryDirectory()
        cls.server = Serving(cls.folder.name, "--delay", "0")

    @classmethod
    def tearDownClass(cls):
        super().tearDownClass()
        cls.server.close()
        cls.folder.cleanup()


@unittest.skipUnless(browser.PROGRAM, "no chromium is installed")
@unittest.skipUnless((FOLDER / "offline.js").is_file(), "tools/wasm has not built the page")
class Folder(Learn, unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.server = Files(FOLDER, "some/path/")

    @classmethod
    def tearDownClass(cls):
        super().tearDownClass()
        cls.server.close()


if __name__ == "__main__":
    unittest.main()

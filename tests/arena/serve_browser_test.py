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
import threading
import unittest

sys.path.append(str(pathlib.Path(__file__).resolve().parents[1] / "support"))
import browser
from serving import (ADDRESS_OF, BIN, CHOICES, LENGTH, MARKS, SAYS, TARGETS, TOAST, VIEW, Files, GamePage,
                     Serving, hexagon, module)

MOCK = ["-engine", f"cmd={BIN}/mock_engine", "args=uci", "name=mock", "depth=1"]
GAMES = [line.split() for line in (pathlib.Path(__file__).resolve().parents[1] /
                                   "data/serve/games.txt").read_text().splitlines()[1:]]
FOLDER = pathlib.Path(os.environ.get("AGON_PAGE", "build/wasm/page"))
VARIANTS = ("classic ham german queens-guard queens-guard-opponent same-ring way-to-play botermans penthalon bloody-queen "
            "ludii csiro neto kanare agon").split()
SIZES = [(320, 640), (360, 740), (390, 844), (412, 915), (600, 960), (768, 1024), (820, 1180), (1024, 768), (1280, 800),
         (1366, 768), (1920, 1080), (2560, 1440), (844, 390)]
BOARD = "(box => [box.x, box.y, box.width, box.height].map(Math.round))(document.querySelector('#board').getBoundingClientRect())"
OVERFLOW = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
FOCUS = "document.activeElement.dataset.cell ?? document.activeElement.dataset.key ?? document.activeElement.nodeName"
# One of the actions that can be clicked, LIMIT times: by pointer events, as a finger would.
RANDOM_GAME = """(async limit => {
    let seed = 7;
    const any = list => list[(seed = (seed * 1103515245 + 12345) % 2147483648) % list.length];
    const board = document.querySelector("#board"), cells = name => [...board.querySelectorAll("." + name)];
    const length = () => document.querySelectorAll(".acts .act").length;
    board.setPointerCapture = () => {}; // there is no such pointer
    const press = cell => {
        const box = cell.getBoundingClientRect(), at = { bubbles: true, pointerId: 1, button: 0, pointerType: "mouse",
            clientX: box.x + box.width / 2, clientY: box.y + box.height / 2 };
        for (const kind of ["pointerdown", "pointerup"]) cell.dispatchEvent(new PointerEvent(kind, at));
    };
    const changed = () => new Promise(done => {
        const watch = new MutationObserver(() => { watch.disconnect(); done(); });
        watch.observe(document.querySelector("#view"), { childList: true, subtree: true, characterData: true, attributes: true });
        setTimeout(done, 200);
    });
    const said = new Set();
    while (length() < limit && !document.querySelector(".win")) {
        const before = length();
        said.add(document.querySelector(".status b")?.textContent);
        const pass = document.querySelector("[data-key=Pass]");
        if (pass) pass.click();
        else {
            if (!cells("aim").length && cells("can").length) press(any(cells("can")));
            if (cells("aim").length) press(any(cells("aim")));
        }
        while (length() === before && !document.querySelector(".win")) await changed();
    }
    return [...said];
})(LIMIT)"""


class Page(GamePage):
    # --- playing ---

    def test_whole_games_by_mouse(self):
        self.whole_games(GAMES, browser.Page.click)

    def test_whole_games_by_touch(self):
        self.whole_games(GAMES[1:2], browser.Page.tap, width=390, height=844, touch=True)

    def test_the_mouse_events_of_a_tap_do_not_move_the_focus(self):
        """They come after the tap, and the answer to it may be there before them."""
        page = self.play_in(self.game(), touch=True)
        late = """((cell, pointerType) => {
            const {x, y, width, height} = cell.getBoundingClientRect();
            const send = (Kind, type) => cell.dispatchEvent(new Kind(type, {bubbles: true, cancelable: true, pointerType, clientX: x + width / 2, clientY: y + height / 2}));
            send(PointerEvent, "pointerdown");
            send(PointerEvent, "pointerup");
            return [!send(MouseEvent, "mousedown"), document.activeElement === cell];
        })(document.querySelector("[data-cell=f6]"), TYPE)"""
        for kind, expected in (("touch", [True, True]), ("mouse", [False, False])):
            page.value("document.activeElement.blur()")
            self.assertEqual(page.value(late.replace("TYPE", json.dumps(kind))), expected, kind)

    def test_a_whole_game_by_keyboard(self):
        def press(page, selector):
            if page.value("document.activeElement.dataset.cell === undefined"):
                page.press("b")
            for _ in range(91):
                if page.value(f"document.activeElement.matches({json.dumps(selector)})"):
                    break
                page.press("m")
            page.press("Enter")
        self.whole_games([min((game for game in GAMES if game[0] == "classic"), key=len)], press)

    def test_a_game_of_each_rule_set(self):
        for variant in VARIANTS:
            for setup in ("standard", "placement"):
                page = self.play_in(self.game(variant, setup))
                said = page.value(RANDOM_GAME.replace("LIMIT", "60"))
                self.assertNotIn(None, said, variant)
                self.assertEqual(any("laces a guard" in each for each in said), setup == "placement", said)
                self.assertTrue(page.value(MARKS), variant)
                page.close()

    def test_only_the_keyboard(self):
        page = self.play_in(self.game(black=f"{self.ENGINE} {self.LEVEL}"))
        page.press("b")
        for played in (2, 4):
            page.press("m", "Enter")
            self.assertGreater(len(page.value(TARGETS)), 0)
            page.press("Escape")
            self.assertEqual(page.value(TARGETS), [])
            page.press("Enter", "m", "Space")
            page.wait(f"{LENGTH} === {played} && {CHOICES}.length > 0")
            self.assertRegex(page.value(FOCUS), r"^[a-l]\d+$")
        before = page.value(FOCUS)
        for key, back in (("ArrowLeft", "ArrowRight"), ("ArrowUp", "ArrowDown")):
            page.press(key)
            if page.value(FOCUS) != before:
                page.press(back)
                self.assertEqual(page.value(FOCUS), before)
        self.assertRegex(page.value("document.activeElement.getAttribute('aria-label')"), r"^[a-l]\d+, (the throne|ring \d|the edge), ")
        page.press("u")
        page.wait(f"{LENGTH} === 2")
        page.press("r")
        page.wait(f"{LENGTH} === 4")
        page.press(",")
        page.wait(f"{SAYS}.includes('Turn 2 of 2')")
        page.press(".")
        page.wait(f"{CHOICES}.length > 0")
        first = page.value(BOARD), page.value("document.querySelector('[data-cell=a1]').getAttribute('points')")
        page.press("f")
        page.wait(f"document.querySelector('[data-cell=a1]').getAttribute('points') !== '{first[1]}'")
        self.assertEqual(page.value(BOARD), first[0])
        options = "document.querySelectorAll('#legal option')"
        self.assertEqual(page.value(f"{options}.length"), 0)  # the menu costs nothing until it opens
        page.press("/")
        page.press(*page.value(f"{options}[0].value"), "Enter")
        page.wait(f"{LENGTH} === 6 && {CHOICES}.length > 0")
        # It is still open, and follows the game.
        self.assertEqual(page.value(f"[...{options}].map(option => option.value).sort()"),
                         page.value(f"{module('connection.js')}.then(({{room}}) => [...room.game.legal].sort())"))

    def test_a_refused_step_says_why_and_changes_nothing(self):
        page = self.play_in()
        page.click(hexagon("a1"))
        page.click(hexagon("f6"))
        page.wait(f"{TOAST} === 'A piece steps to the next cell only.'")
        self.assertIn("a2", page.value(TARGETS))
        page.click(hexagon("g11"))
        page.wait(f"{TOAST} !== 'A piece steps to the next cell only.'")
        page.press("/", *"a1l11", "Enter")
        page.wait(f"{TOAST} === 'That cell is taken.'")
        self.assertEqual(page.value(LENGTH), 0)

    def drag(self, page, source, target, end="mouseReleased"):
        mouse = lambda kind, cell: dict(zip("xy", page.middle(hexagon(cell))), type=kind, button="left", buttons=1, clickCount=1)
        page.call("Input.dispatchMouseEvent", **mouse("mousePressed", source))
        for cell in (source, target):
            page.call("Input.dispatchMouseEvent", **{**mouse("mouseMoved", cell), "x": mouse("", cell)["x"] + 3})
        self.assertTrue(page.value("document.querySelector('#board .drag') !== null"))
        if end:
            page.call("Input.dispatchMouseEvent", **mouse(end, target))

    def test_dragging(self):
        page = self.play_in()
        self.drag(page, "a1", "a2")
        page.wait(f"{LENGTH} === 1")
        home = page.value("document.querySelector('#board .drag') === null && document.querySelectorAll('#board .ghost').length")
        self.assertEqual(home, 0)
        self.drag(page, "l11", "f6")  # not that far
        page.wait(f"{TOAST} === 'A piece steps to the next cell only.'")
        at = "[...document.querySelectorAll('#board .piece')].map(piece => piece.style.transform).sort().join()"
        before = page.value(at)
        self.drag(page, "l11", "l10", end="")
        page.value("document.querySelector('#board').dispatchEvent(new PointerEvent('pointercancel', { pointerId: 1 }))")
        page.wait("document.querySelector('#board .drag') === null")
        page.call("Input.dispatchMouseEvent", type="mouseReleased", x=1, y=1, button="left", clickCount=1)
        self.assertEqual(page.value(at), before)
        self.assertEqual(page.value(LENGTH), 1)

    def test_pieces_glide_and_fly(self):
        page = self.play_in(self.game(position="6/6G/6Gg/3G3q1/3g6/3G4Gg1/1g8/2Q4g1/6g1/7/2G3 b e7 - 0 21"), motion=True)
        page.value("""window.moved = new Set();
            const watch = () => { for (const each of document.querySelector("#board").getAnimations({ subtree: true }))
                if (each.effect.target.classList.contains("piece")) moved.add(each.constructor.name); requestAnimationFrame(watch); };
            watch();""")
        page.click(hexagon("a1"))  # the captured guard has been taken up already
        page.wait(f"{LENGTH} === 1 && moved.has('Animation')")
        page.value("moved.clear()")
        page.click(hexagon("c4"))
        page.click(hexagon(page.value(TARGETS)[0]))
        page.wait(f"{LENGTH} === 2 && moved.has('CSSTransition')")

    def test_a_pressed_button_stays_the_same(self):
        page = self.play_in()
        page.value("window.tool = document.querySelector('[data-key=toolflip]')")
        x, y = page.middle("[data-key=toolflip]")
        page.call("Input.dispatchMouseEvent", type="mousePressed", x=x, y=y, button="left", clickCount=1)
        for ply, action in enumerate(("a1a2", "l11l10")):
            page.value(f"{module('connection.js')}.then(({{send}}) => send({{ do: 'play', action: '{action}', ply: {ply} }}))")
            page.wait(f"{LENGTH} === {ply + 1}")
        page.call("Input.dispatchMouseEvent", type="mouseReleased", x=x, y=y, button="left", clickCount=1)
        page.wait("tool.isConnected && document.querySelector('[data-key=toolflip]').getAttribute('aria-pressed') === 'true'")

    # --- what one is told ---

    def test_the_opponent_chooses_a_cell(self):
        page = self.play_in(self.game("queens-guard-opponent", position="6/6G/6Gg/3G3g1/3q6/3G4Gg1/1g8/2Q4g1/6g1/7/2G3 b e7 - 0 21"))
        self.assertIn("You place Black's queen", page.wait(SAYS))
        self.assertEqual(len(page.value(CHOICES)), 1)

    def test_settling_in_bloody_queen(self):
        page = self.play_in(self.game("bloody-queen", position="6/6G/6Gg/3G3q1/3g6/3G4Gg1/1g8/2Q4g1/6g1/7/2G3 w e7 - 0 21"))
        self.assertIn("Black's guard is trapped", page.wait(SAYS))
        page.click(hexagon(page.value(TARGETS)[0]))
        page.wait(f"{LENGTH} === 1 && {SAYS}.includes('Black to move')")

    def test_hint_and_sound(self):
        page = self.play_in(self.game(black="agon 1"))
        page.click("[data-key=toolhint]")
        page.wait("document.querySelector('#board .arrow') && document.querySelector('.status.good') !== null")
        self.assertEqual(page.value("document.querySelectorAll('#board .arrow').length"), 1)
        page.click("[data-key=toolsound]")
        page.wait("document.querySelector('[data-key=toolsound]').getAttribute('aria-pressed') === 'false'")
        page.reload()
        page.wait("document.querySelector('[data-key=toolsound]')?.getAttribute('aria-pressed') === 'false'")

    def test_resigning_asks_first(self):
        page = self.play_in(self.game(black=f"{self.ENGINE} {self.LEVEL}"))
        self.choose(page, "Resign")
        page.wait("document.querySelector('dialog').open")
        page.press("Escape")
        page.wait("!document.querySelector('dialog').open")
        self.choose(page, "Resign")
        page.wait("document.querySelector('dialog').open")
        page.click("[data-key=doResign]")
        page.wait("!document.querySelector('dialog').open && document.querySelector('.win.lost')")
        self.assertIn("won this one", page.value("document.querySelector('.win').innerText"))
        self.assertNotEqual(page.value(FOCUS), "BODY")

    def test_to_play_without_a_game_asks_for_one(self):
        page = self.open("?view=play", early="localStorage.clear()")
        page.wait("document.querySelector('[data-key=foehere]') !== null")
        page.press("Escape")
        page.wait("!document.querySelector('dialog').open && document.querySelector('#view').innerText.includes('No game yet')")

    def test_the_new_game_dialog(self):
        page = self.open("?new=agon")
        page.wait("document.querySelector('dialog').open")
        page.wait(f"document.querySelectorAll('dialog [name=variant]').length === {len(VARIANTS)}")
        page.click("[data-key=foehere]")
        page.click("summary")
        page.click("[data-key=variantbotermans]")
        page.click("[data-key=setupplacement]")
        page.click("[data-key=readbotermans]")
        page.wait("document.querySelectorAll('dialog .rules section').length > 5 && document.querySelector('dialog .diagram')")
        # rules.md 6: a program touches a piece by naming it, so picking one up binds nobody.
        self.assertIn("you may put back a piece", page.value("document.querySelector('dialog .rules [data-key=touch]').textContent"))
        self.picture(page, "rules")
        page.press("Escape")
        page.wait("document.querySelector('[data-key=variantbotermans]')?.checked && document.querySelector('[data-key=setupplacement]').checked")
        page.click("[data-key=begin]")
        page.wait(f"!document.querySelector('dialog').open && {VIEW} === 'play' && {TARGETS}.length > 80")
        self.assertEqual(page.value("document.querySelectorAll('.reserve .fig').length"), 12)
        page.call("Page.navigate", url=page.value("location.href"))
        page.wait(f"{TARGETS}.length > 80")

    def test_addresses_of_dialogs_that_show_nothing(self):
        page = self.open("?rules=nonsense")
        page.wait("document.querySelector('dialog').textContent.includes('no such rules')")
        for foe in ("constructor", "__proto__", "toString"):
            page = self.open("?new=" + foe)
            self.assertEqual(page.wait("document.querySelector('dialog [name=foe]:checked')?.dataset.key"), "foeengine", foe)

    def test_quotations_have_their_language(self):
        for rules, language in (("classic", "en"), ("german", "de")):
            page = self.open(f"?lang=de&rules={rules}")
            page.wait("document.querySelectorAll('dialog[open] dd').length > 0")
            lang = page.value("Object.fromEntries([...document.querySelectorAll('dialog dd')].map(each => [each.textContent, each.lang]))")
            self.assertIn(language, {lang[text] for text in lang if "Wikipedia" in text and '"' in text})
            self.assertEqual({lang[text] for text in lang if text.startswith("unsere Erg\u00e4nzung")}, {""})

    def test_engines_to_watch(self):
        page = self.play_in(self.game(white="agon 0", black="agon 0"))  # a second each
        page.wait(f"{LENGTH} > 0")
        page.click("[data-key=pause]")
        page.wait(f"{SAYS}.includes('The game is paused')")
        length = page.value(LENGTH)
        page.click("[data-key=toolundo]")
        page.wait(f"{LENGTH} < {length}")
        page.click("[data-key=pause]")
        page.wait(f"!{SAYS}.includes('The game is paused')")

    def test_pictures_and_links(self):
        page = self.play_in()
        self.play(page, 3)
        for kind, name in (("svg", "SVG"), ("png", "PNG")):
            page.click("[data-key=toolmenu]")
            start = page.value("""new Promise(done => {
                const make = URL.createObjectURL;
                URL.createObjectURL = blob => {
                    URL.createObjectURL = make;
                    blob.arrayBuffer().then(data => done(String.fromCharCode(...new Uint8Array(data).slice(0, 4))));
                    return make.call(URL, blob);
                };
                [...document.querySelectorAll("#game-box button")].find(button => button.textContent.includes("(NAME)")).click();
            })""".replace("NAME", name))
            self.assertEqual(start, {"svg": "<svg", "png": "\x89PNG"}[kind])
        page.press(",")
        page.wait(f"{SAYS}.includes('Turn 1 of 2')")
        page.value("navigator.clipboard.writeText = text => { window.copied = text; return Promise.resolve(); }")
        self.choose(page, "Copy a link")
        link = page.wait("window.copied")
        page.wait(f"{TOAST} === 'The link is copied.'")
        other = self.browser.open(link)
        other.wait(f"{LENGTH} === 3 && {SAYS}.includes('Turn 1 of 2')")

    # --- addresses ---

    def test_names_of_players(self):
        page = self.play_in()
        record = '[White "Ada"]\n[Black "Jos\u00e9 <b>& Bo"]\n\n1. a1a2 l11l10 *\n'
        page.value("""HTMLInputElement.prototype.click = function () {
                const files = new DataTransfer();
                files.items.add(new File([%s], 'game.pgn'));
                this.files = files.files;
                this.dispatchEvent(new Event('change'));
            }""" % json.dumps(record))
        self.choose(page, "Open a saved game")
        names = "['bottom', 'top'].map(id => document.querySelector(`#${id} .who`)?.textContent.trim())"
        page.wait(f"{LENGTH} === 2 && {names}[0] === 'Ada'")
        self.assertEqual(page.value(names), ["Ada", "Jos\u00e9 <b>& Bo"])
        self.play(page, 1)
        pgn = self.record(page)
        for tag in record.splitlines()[:2]:
            self.assertIn(tag, pgn)
        self.choose(page, "Look back")
        page.wait("document.querySelector('.totals') !== null")
        self.assertEqual(page.value(names), ["Ada", "Jos\u00e9 <b>& Bo"])
        self.assertEqual(page.value("[...document.querySelectorAll('.totals b')].map(name => name.textContent)"), ["Ada", "Jos\u00e9 <b>& Bo"])

        page = self.play_in(self.game() + "&whiteName=agon-level-3-1&blackName=agon-level-3-2")  # as the engines' record has them
        self.assertEqual(page.value(names), ["Agon, Level 3"] * 2)

    def test_names_from_the_new_game_dialog(self):
        names = "['bottom', 'top'].map(id => document.querySelector(`#${id} .who`)?.textContent.trim())"

        def begin(foe, **typed):
            page = self.open("?new=agon")
            page.wait("document.querySelector('[data-key=foehere]') !== null")
            page.click(f"[data-key=foe{foe}]")
            for field, name in typed.items():
                page.click(f"[data-key={field}]")
                page.call("Input.insertText", text=name)
            return page

        def play(page):
            page.click("[data-key=begin]")
            page.wait(f"{VIEW} === 'play' && {CHOICES}.length > 0")
            return page

        page = play(begin("here", nameW=" Ada ", nameB='Bo "<b>&' + "x" * 100))
        long = 'Bo "<b>&' + "x" * 32  # 40 characters are as many as can be typed
        self.assertEqual(page.value(names), ["Ada", long])
        self.play(page, 1)
        pgn = self.record(page)
        self.assertIn('[White "Ada"]', pgn)
        self.assertIn('[Black "%s"]' % long.replace('"', '\\"'), pgn)
        again = begin("here")
        self.assertEqual(again.wait("document.querySelector('[data-key=nameW]')?.value"), " Ada ")
        for field in "nameW", "nameB":
            again.value(f"document.querySelector('[data-key={field}]').select(), 0")
            again.call("Input.insertText", text="  ")
        self.assertEqual(play(again).value(names), ["White", "Black"])
        page = play(begin("engine", name="Cleo"))
        self.assertEqual(page.value(names)[0], "You")
        self.play(page, 1)
        self.assertIn('[White "Cleo"]', self.record(page))
        page.wait(f"{LENGTH} === 2 && {CHOICES}.length > 0")
        self.choose(page, "Resign")
        page.wait("document.querySelector('dialog').open")
        page.click("[data-key=doResign]")
        page.wait("document.querySelector('.win') !== null")
        page.click("[data-key=Rematch]")
        page.wait(f"{LENGTH} === 1 && {CHOICES}.length > 0")  # the colours change, and the name goes along
        self.assertIn('[Black "Cleo"]', self.record(page))

    def test_ten_views_and_back(self):
        page = self.open()
        shown = f"{VIEW} + (document.querySelector('dialog').open ? ' ' + document.querySelector('#dialog-title').textContent : '')"
        steps = ["nav [data-go=learn]", ".brand", "nav [data-go=puzzles]", ".brand", "nav [data-go=analyse]", ".brand",
                 "[data-key=friend]", "[data-key=foehere]", "[data-key=begin]", "nav [data-go=learn]", "nav [data-go=puzzles]", ".brand"]
        entries, seen = page.value("history.length"), [page.value(shown)]
        for step in steps:
            page.wait(f"document.querySelector({json.dumps(step)}) !== null")
            page.click(step)
            if step == "[data-key=foehere]":
                continue
            page.wait(f"{shown} !== {json.dumps(seen[-1])}")
            if step == "[data-key=begin]":  # the game takes the place of the dialog
                seen.pop()
            seen.append(page.value(shown))
        self.assertEqual(page.value("history.length"), entries + len(seen) - 1)
        for before in reversed(seen[:-1]):
            page.value("history.back()")
            page.wait(f"{shown} === {json.dumps(before)}")
        for after in seen[1:]:
            page.value("history.forward()")
            page.wait(f"{shown} === {json.dumps(after)}")

    def test_links_of_earlier_versions(self):
        page = self.play_in("#variant=classic&setup=preset&moves=a1b2")
        page.wait(f"{LENGTH} === 1")
        for link, view in (("#variant=classic&lesson=2", "learn"), ("#puzzle=3", "puzzles"), ("#variant=classic&moves=a1b2&analysis=1", "analyse")):
            self.assertEqual(self.open(link).wait(f"{VIEW} !== 'home' && {VIEW}"), view)

    def test_hostile_links(self):
        for link in ("?view=__proto__", "?view=constructor", "?new=<b>", "?rules=<img src=x onerror=alert(1)>", "?view=play&game=../../etc/passwd",
                     "?view=play#variant=<b>x</b>", "?view=play#variant=classic&moves=a1l11", "?view=play#variant=classic&position=%00",
                     "?view=play#variant=classic&setup=__proto__", "?view=play#variant=classic&ply=99999999999999999999", "?view=play#variant=classic&white=nobody+99",
                     "?view=play#variant=classic&white=agon+-1e9", "?view=review#variant=classic&moves=%3Cscript%3E", "?lang=__proto__", "?view=play&side=x",
                     "?view=play#variant=own&rules=[constructor:classic]", "?view=learn&n=1e99", "?view=puzzles&n=-7", "#%E0%A4%A", "?%E0%A4%A",
                     "?view=play#variant=classic&moves=" + "x" * 60000, "?view=play#variant=own&rules=" + "%0A" * 60001):
            page = self.open(link)
            page.wait("document.querySelector('#view h1') !== null && document.querySelector('dialog').open === /[?&](new|rules)=/.test(location.search)")
            self.assertEqual(page.value("document.querySelectorAll('#view b b, #view img, #view script, dialog img').length"), 0, link)
            self.assertEqual(page.value("window.alerted"), None)
            if page.value("document.querySelector('dialog').open"):
                page.press("Escape")
                page.wait("!document.querySelector('dialog').open")
            page.click(".brand")
            page.wait(f"{VIEW} === 'home'")
            page.close()

    def test_a_game_to_continue(self):
        page = self.play_in(self.game(black=f"{self.ENGINE} {self.LEVEL}"))
        page.click(hexagon("a1"))
        page.click(hexagon("a2"))
        page.wait(f"{LENGTH} === 2 && {CHOICES}.length > 0")
        other = self.open()
        self.assertIn("Turn 2 is yours", other.wait("document.querySelector('[data-key=goOn]')?.innerText"))
        german = self.open("?lang=de").wait("document.querySelector('[data-key=goOn]')?.innerText")
        self.assertIn("Du bist dran, Zug 2", german)
        self.assertNotIn("Level", german)
        other.click("[data-key=goOn]")
        other.wait(f"{VIEW} === 'play' && {LENGTH} === 2 && {CHOICES}.length > 0")

    # --- storage ---

    @unittest.skipUnless(browser.WITH_PREFERENCES, "no chromium is installed that has preferences")
    def test_blocked_storage(self):
        blocking = browser.Browser({"profile": {"default_content_setting_values": {"cookies": 2}}})
        self.addCleanup(blocking.close)
        page = blocking.open(self.server.url)
        page.wait(f"{TOAST}?.includes('does not let this page store anything')")
        with self.assertRaisesRegex(RuntimeError, "SecurityError"):
            page.value("localStorage")
        page.click("[data-key=gentle]")
        page.wait(f"{VIEW} === 'play' && {CHOICES}.length > 0 && !{TOAST}")  # it is said once
        self.play(page, 1)
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
        page.click("[data-key=gentle]")
        page.wait(f"{VIEW} === 'play' && {CHOICES}.length > 0")
        self.play(page, 1)
        page.click(".brand")
        page.wait(f"{TOAST}?.includes('does not let this page store anything')")
        self.assertRegex(page.wait("document.querySelector('[data-key=goOn]')?.innerText"), r"[Tt]urn \d")
        page.value("localStorage.clear()")

    def test_stored_values_that_cannot_be_read_are_dropped(self):
        names = ["game", "lessons", "theme", "sound", "level", "level2", "variant", "language", "expects", "name", "nameW", "nameB"]
        for text in ("{", "{}", "null", "[1,2]", '"x"', "17", '{"record":1}'):
            page = self.open()
            page.value(f"{json.dumps(names)}.forEach(name => localStorage.setItem('agon ' + name, {json.dumps(text)}))")
            page.reload()
            page.wait("document.querySelector('#view h1') !== null")
            page.click("[data-key=friend]")
            page.wait("document.querySelector('[data-key=begin]') !== null")
            page.value("localStorage.clear()")
            page.close()

    # --- how it looks ---

    def test_the_board_keeps_its_place(self):
        addresses = ("", self.game(), "?view=learn", "?view=puzzles", "?view=analyse#variant=classic&moves=a1b2&analysis=1", "?view=play&game=nothing")
        places = {size: {} for size in SIZES}
        for address in addresses:
            page = self.open(address, touch=True)
            for width, height in SIZES:
                page.resize(width, height)
                page.wait(f"innerWidth === {width} && innerHeight === {height}")
                page.value("scrollTo(0, 0)")
                self.assertLessEqual(page.value(OVERFLOW), 0, (width, address))
                places[width, height][address] = page.value(BOARD)
            page.close()
        for size, found in places.items():
            self.assertEqual(len(set(map(str, found.values()))), 1, (size, found))

    def test_cells_on_a_phone(self):
        page = self.play_in(width=360, height=740, touch=True)
        cell = page.value("""(cell => cell.getBoundingClientRect().width + parseFloat(getComputedStyle(cell).strokeWidth) *
            cell.getScreenCTM().a)(document.querySelector("[data-cell=f6]"))""")  # its outline has its colour
        self.assertGreaterEqual(cell, 35)

    def test_text_of_twice_the_size(self):
        cut = """[...document.querySelectorAll('#settings, nav span, .who, dialog[open] :is(h2, .seg, .seg label)')].filter(part => {
            const box = part.getBoundingClientRect();
            return box.right > innerWidth || part.scrollWidth > part.clientWidth + 1;
        }).map(part => part.id || part.textContent)"""
        caught = "-".join(next(actions for rules, setup, result, *actions in GAMES if (rules, setup, result) == ("classic", "standard", "1-0"))[:24])
        for width, height in ((320, 640), (360, 740), (800, 600), (1024, 768), (1280, 800)):
            for address in ("", self.game(), "?new=agon"):
                page = self.open(address, width=width, height=height)
                page.value("document.documentElement.style.fontSize = '200%'")
                page.value("document.querySelectorAll('details').forEach(more => more.open = true)")
                self.assertLessEqual(page.value(OVERFLOW), 0, (width, address))
                self.assertEqual(page.value(cut), [], (width, address))
                page.close()
            page = self.play_in(self.game(black=f"{self.ENGINE} {self.LEVEL}", moves=caught), width=width, height=height)  # how many are to be placed does not hide a name
            page.value("document.documentElement.style.fontSize = '200%'")
            self.assertEqual(page.value(cut), [], width)
            page.close()

    def test_contrast(self):
        measure = """(() => {
            const canvas = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
            const rgb = color => { canvas.clearRect(0, 0, 1, 1); canvas.fillStyle = color; canvas.fillRect(0, 0, 1, 1); return [...canvas.getImageData(0, 0, 1, 1).data]; };
            const light = ([r, g, b]) => [r, g, b].map(c => (c /= 255) <= .04045 ? c / 12.92 : ((c + .055) / 1.055) ** 2.4).reduce((sum, c, i) => sum + c * [.2126, .7152, .0722][i], 0);
            const ratio = (one, two) => { const [a, b] = [light(one), light(two)].sort((x, y) => y - x); return (a + .05) / (b + .05); };
            const ground = element => { for (let at = element; at; at = at.parentElement) { const style = getComputedStyle(at), color = rgb(style.backgroundColor); if (style.backgroundImage !== "none" && at.matches(".win, .strip")) continue; if (color[3] > 250) return color; } return rgb(getComputedStyle(document.body).backgroundColor); };
            const faults = [];
            for (const element of document.querySelectorAll("body *:not(svg, svg *, script, style)")) {
                if (![...element.childNodes].some(node => node.nodeType === 3 && node.data.trim()) || !element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) || element.closest(":disabled, .unseen, .skip, [popover]:not(:popover-open)")) continue;
                const style = getComputedStyle(element), found = ratio(rgb(style.color), ground(element));
                if (found < 4.5) faults.push(`${element.className} ${element.textContent.slice(0, 30)} ${found.toFixed(2)}`);
            }
            for (const control of document.querySelectorAll(".btn:not(.plain, .go), .text, select")) {
                const found = ratio(rgb(getComputedStyle(control).borderTopColor), ground(control.parentElement));
                if (control.checkVisibility() && found < 3) faults.push(`${control.className} border ${found.toFixed(2)}`);
            }
            const color = name => { const probe = document.body.appendChild(document.createElement("i")); probe.style.color = `var(--${name})`; const found = rgb(getComputedStyle(probe).color); probe.remove(); return found; };
            for (const side of "wb") for (let ring = 0; ring < 6; ++ring) { // the body of a piece or its outline stands out on each ring
                const found = Math.max(ratio(color(side), color("r" + ring)), ratio(color(side + "-edge"), color("r" + ring)));
                if (found < 3) faults.push(`${side} on ring ${ring} ${found.toFixed(2)}`);
            }
            if (ratio(color("w"), color("b")) < 3) faults.push("white and black");
            return faults;
        })()"""
        for dark in (False, True):
            for address in ("", self.game(), "?new=agon", "?view=play&game=nothing"):
                page = self.open(address, dark=dark)
                self.assertEqual(page.value(measure), [], (dark, address))
                page.close()

    def test_the_accessibility_tree(self):
        page = self.play_in(self.game(black=f"{self.ENGINE} {self.LEVEL}"))
        page.call("Accessibility.enable")
        nodes = [node for node in page.call("Accessibility.getFullAXTree")["nodes"] if not node["ignored"]]
        name = lambda node: node.get("name", {}).get("value", "")
        cells = [name(node) for node in nodes if node["role"]["value"] == "button" and re.match(r"[a-l]\d+, ", name(node))]
        self.assertEqual(len(set(cells)), 91)
        self.assertIn("f6, the throne, empty", cells)
        self.assertTrue(any(cell.startswith("a1, the edge, your queen") for cell in cells))
        controls = ("button", "link", "textbox", "combobox", "radio", "checkbox", "switch", "slider", "img", "searchbox")
        self.assertEqual([node["role"]["value"] for node in nodes if node["role"]["value"] in controls and not name(node)], [])
        page.click(hexagon("a1"))
        page.click(hexagon("a2"))
        page.wait(f"{LENGTH} === 2")
        self.assertRegex(page.wait("document.querySelector('#says').textContent").lower(), "guard|queen")
        self.assertNotEqual(page.value(FOCUS), "BODY")

    def test_forced_colours(self):
        page = self.play_in()
        page.media(forced_colors="active", prefers_reduced_motion="reduce")
        fill = lambda piece: page.value(f"getComputedStyle(document.querySelector('#p-{piece} circle:last-of-type')).fill")
        self.assertNotEqual(fill("Q"), fill("q"))
        self.assertNotEqual(page.value("getComputedStyle(document.querySelector('.cell')).stroke"), page.value("getComputedStyle(document.body).backgroundColor"))


@unittest.skipUnless(browser.PROGRAM, "no chromium is installed")
class Served(Page, unittest.TestCase):
    ENGINE, LEVEL = "mock", "0"

    def setUp(self):
        super().setUp()
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.server = Serving(folder.name, *MOCK, "--delay", "0", "-each", "timemargin=60000")
        self.addCleanup(self.server.close)

    def test_nothing_moves_in_the_new_game_dialog_when_the_rules_come(self):
        page = self.open("?new=agon", early="""window.WebSocket = class extends WebSocket {
            constructor(...all) {
                super(...all);
                let held = [];
                this.addEventListener("message", event => {
                    if (!held) return;
                    held.push(event.data);
                    event.stopImmediatePropagation();
                });
                window.release = () => {
                    const all = held;
                    held = undefined;
                    all.forEach(data => this.dispatchEvent(new MessageEvent("message", {data})));
                };
            }
        };""")
        page.wait("document.querySelector('dialog').open")
        self.assertEqual(page.value("[...document.querySelectorAll('dialog :is(button, input)')].map(({dataset}) => dataset.key)"), ["close"])
        page.value("release(), 0")
        page.wait("document.querySelector('[data-key=foehere]') !== null")
        self.assertEqual(page.value("document.querySelectorAll('dialog [name=variant]').length"), len(VARIANTS))

    def test_a_reload_and_a_second_window(self):
        page = self.play_in()
        self.play(page, 3)
        page.wait("location.search.includes('game=')")
        page.reload()
        page.wait(f"{LENGTH} === 3")
        second = self.open(page.value("location.search"))
        second.wait(f"{LENGTH} === 3")
        self.play(second, 1)
        page.wait(f"{LENGTH} === 4")
        self.assertEqual(page.value(SAYS), second.value(SAYS))
        self.assertEqual(len(self.server.games("pgn")), 1)

    def test_a_friend_by_a_link(self):
        page = self.open("?new=friend")
        page.wait("document.querySelector('[data-key=foelink]') !== null")
        page.click("[data-key=foelink]")
        page.click("[data-key=name]")
        page.call("Input.insertText", text="Ada")
        page.click("[data-key=begin]")
        link = page.wait("document.querySelector('[data-key=invite] input')?.value")
        friend = self.browser.open(link)
        friend.wait(f"{SAYS}?.includes('It is your friend')")
        self.assertEqual(friend.value("document.querySelector('#top .who').textContent.trim()"), "Ada")
        self.assertEqual(friend.value(CHOICES), [])
        self.assertTrue(friend.value("document.querySelector('[data-cell=l11]').getBoundingClientRect().y > document.querySelector('[data-cell=a1]').getBoundingClientRect().y"))
        page.bring_to_front()
        page.click(hexagon("a1"))
        page.click(hexagon("a2"))
        page.wait(f"{LENGTH} === 1 && {SAYS}.includes('It is your friend')")
        friend.bring_to_front()
        friend.wait(f"{CHOICES}.length > 0")
        page.bring_to_front()  # and may do nothing for the friend
        page.press("h", "/", *"l11l10", "Enter")
        page.wait(f"{TOAST} === 'It is not your turn.'")
        self.choose(page, "Resign")
        page.click("[data-key=doResign]")
        page.wait("document.querySelector('.win.lost')?.innerText.includes('won this one')")
        friend.wait("document.querySelector('.win')?.innerText.includes('You won')")
        page.click("[data-key=toolundo]")
        friend.bring_to_front()
        friend.wait(f"{LENGTH} === 1 && {CHOICES}.length > 0")
        friend.press("h")
        friend.wait("document.querySelector('#board .arrow') !== null")
        self.assertEqual(page.value("document.querySelectorAll('#board .arrow').length"), 0)
        self.server.close()  # and across a restart
        friend.wait("document.body.classList.contains('away')")
        self.server = Serving(self.server.folder, *MOCK, port=self.server.port)
        self.addCleanup(self.server.close)
        friend.wait(f"!document.body.classList.contains('away') && {CHOICES}.length > 0")
        self.play(friend, 1)
        page.bring_to_front()
        page.wait(f"{LENGTH} === 2 && {CHOICES}.length > 0", 60)
        home = self.open()
        home.wait("document.querySelector('.games')?.innerText.includes('Ada \u2013 Person')")

    def test_the_server_is_restarted(self):
        page = self.play_in()
        self.play(page, 3)
        port = self.server.port
        self.server.close()
        page.wait("document.querySelector('#state').innerText.includes('The connection is lost')")
        page.click(hexagon(page.value("document.querySelector('.piece') && 'a1'")))
        self.server = Serving(self.server.folder, *MOCK, port=port)
        self.addCleanup(self.server.close)
        page.wait(f"!document.body.classList.contains('away') && {LENGTH} === 3 && {CHOICES}.length > 0")
        self.assertEqual(page.value("document.querySelector('#state').innerText"), "")
        self.play(page, 1)

    def test_games_of_the_server(self):
        page = self.play_in()
        self.play(page, 1)
        home = self.open()
        home.wait("document.querySelector('.games a') !== null")
        home.click(".games a")
        home.wait(f"{VIEW} === 'play' && {LENGTH} === 1")
        gone = self.open("?view=play&game=nothing", width=360, height=740)
        gone.wait(f"{VIEW} === 'gone'")
        self.assertTrue(gone.value("""document.querySelector('#view .go').getBoundingClientRect().bottom
            < document.querySelector('nav').getBoundingClientRect().top"""))

    def test_another_version_of_the_messages(self):
        page = self.open(early="""window.WebSocket = class extends WebSocket {
            addEventListener(type, use) { super.addEventListener(type, type !== "message" ? use : ({ data }) => use({ data: data.replace(/"version":\\d+/, '"version":1000') })); }
        };""")
        page.wait("document.querySelector('#state').innerText.includes('newer version')")
        self.assertTrue(page.value("document.querySelector('#state .go') !== null"))

    def test_a_module_of_another_version_is_not_loaded(self):
        page = self.open()
        page.value("""document.querySelector("script[type=module]").src""")
        page.call("Network.enable")
        page.call("Network.setBlockedURLs", urls=["*study.js"])
        page.click("nav [data-go=learn]")
        page.wait("document.querySelector('#view h1').textContent === 'A part of this page cannot be loaded'")
        page.call("Network.setBlockedURLs", urls=[])
        page.click(".brand")
        page.wait(f"{VIEW} === 'home'")

    def test_a_link_that_is_too_long_for_the_server_keeps_the_connection(self):
        page = self.open("?view=play#variant=classic&moves=" + "a1a2-" * 20000)
        page.wait("document.querySelector('#view').innerText.includes('the limit is 65536')")
        page.click("#view .go")
        page.click("[data-key=foehere]")
        page.click("[data-key=begin]")
        page.wait(f"{CHOICES}.length > 0")
        self.play(page, 1)

    def test_rules_with_a_name_of_javascript(self):
        file = self.server.folder / "rules.ini"
        file.write_text("[constructor:classic]\nforfeit = draw\n")
        server = Serving(self.server.folder, "--variant-path", str(file))
        self.addCleanup(server.close)
        page = self.browser.open(server.url + "?view=play#variant=constructor&moves=a1b2")
        page.wait(f"{LENGTH} === 1")
        page.value("history.pushState(null, '', location.search + '&new=agon'); dispatchEvent(new PopStateEvent('popstate'))")
        self.assertIn("surrounding draws", page.wait("document.querySelector('[data-key=ruleconstructor]')?.textContent"))

    def test_an_engine_with_a_long_name_and_no_levels(self):
        server = Serving(self.server.folder, "-engine", f"cmd={BIN}/mock_engine", "args=uci", "name=mock bot 3", "--delay", "0", "-each", "timemargin=60000")
        self.addCleanup(server.close)
        page = self.browser.open(server.url + "?new=agon")
        page.wait("document.querySelector('dialog [data-key=level]') !== null")
        page.value("""(select => {
            select.value = "mock bot 3";
            select.dispatchEvent(new Event("change", {bubbles: true}));
        })(document.querySelector("dialog select"))""")
        page.wait("document.querySelector('dialog [data-key=level]') === null")
        page.click("[data-key=begin]")
        page.wait(f"{CHOICES}.length > 0 && document.querySelector('#top .who').textContent.trim() === 'Mock bot 3'")
        self.play(page, 1)
        page.wait(f"{LENGTH} === 2 && {CHOICES}.length > 0")
        page.reload()
        page.wait(f"{LENGTH} === 2")
        self.choose(page, "Look back")
        page.wait("document.querySelector('#top .who').textContent.trim() === 'Mock bot 3'")

    def test_an_engine_is_killed(self):
        page = self.play_in(self.game(black=f"{self.ENGINE} 0"))
        self.act(page)
        page.wait(f"{LENGTH} === 2 && {CHOICES}.length > 0")
        for child in self.server.children():
            os.kill(child, signal.SIGKILL)
        self.act(page)
        page.wait(f"{LENGTH} === 4")
        page.wait(f"{TOAST}?.includes('killed by signal 9')")

    def test_a_game_goes_on_after_its_engine_has_failed(self):
        """A person gets a button for it, which is not there otherwise."""
        program = self.server.folder / "program"
        program.symlink_to(f"{BIN}/mock_engine")
        server = Serving(self.server.folder, "-engine", f"cmd={program}", "args=uci", "name=mock", "--delay", "0", "-each", "timemargin=60000")
        self.addCleanup(server.close)
        page = self.browser.open(server.url + self.game(black="mock 0"))
        page.wait(f"{CHOICES}.length > 0")
        self.act(page)
        page.wait(f"{LENGTH} === 2 && {CHOICES}.length > 0")
        self.assertFalse(page.value("document.querySelector('[data-key=pause]') !== null"))
        program.unlink()
        for child in server.children():
            os.kill(child, signal.SIGKILL)
        self.act(page)
        for reason, put in (("No such file", program.mkdir),  # tried again in vain, and then with success
                            ("Permission denied", lambda: (program.rmdir(), program.symlink_to(f"{BIN}/mock_engine")))):
            self.assertIn("The game is paused", page.wait(
                f"{SAYS}.includes(\"'Resume' tries again\") && {SAYS}.includes('{reason}') && {SAYS}"))
            self.assertEqual(page.value("document.querySelector('[data-key=pause]').textContent"), "Resume")
            self.assertEqual(page.value(LENGTH), 3)
            put()
            page.click("[data-key=pause]")
        page.wait(f"{LENGTH} === 4 && {CHOICES}.length > 0")
        self.assertFalse(page.value("document.querySelector('[data-key=pause]') !== null"))


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

    def test_a_page_from_a_file_explains_what_to_do(self):
        page = self.browser.open((FOLDER / "index.html").resolve().as_uri())
        self.assertIn("python3 -m http.server", page.wait("document.body.innerText.includes('http.server') && document.body.innerText"))

    def test_the_address_is_the_game(self):
        page = self.play_in(self.game("penthalon", "flanked", black="agon 1"))
        self.act(page)
        page.wait(f"{LENGTH} === 2 && (location.hash.match(/moves=([^&]*)/)?.[1] ?? '').split('-').length === 2")
        page.reload()
        page.wait(f"{LENGTH} === 2 && document.querySelector('#top').innerText.includes('Level 1')")

    def test_a_dead_worker(self):
        page = self.play_in(early="""window.Worker = class extends Worker { constructor(...all) { super(...all); window.made = this; } };""")
        page.value("made.dispatchEvent(new ErrorEvent('error', { message: 'out of memory' }))")
        page.wait("document.querySelector('#state').innerText.includes('has stopped')")
        page.click("#state .go")
        page.wait("window.made && document.querySelector('.acts') && !document.querySelector('#state').innerText")

    # --- the networks, which lie beside the module ---

    NETWORKS = {"classic": "classic", "ham": "classic", "queens-guard": "classic", "german": "german", "csiro": "german",
                "ludii": "german", "kanare": "kanare", "bloody-queen": "bloody-queen", "way-to-play": "way-to-play",
                "queens-guard-opponent": "way-to-play", "agon": "agon"}  # search/nnue/README.md; `all` for the others
    # Without a service worker only engines ask for networks.
    UNCACHED = "navigator.serviceWorker.register = () => new Promise(() => {});"
    KEPT = """caches.keys().then(names => Promise.all(names.map(name => caches.open(name).then(cache => cache.keys()))))
        .then(lists => lists.flat().filter(({url}) => url.endsWith(".net.gz")).length)"""
    MAX_BYTES = 700_000  # until the first action, with gzip, as protocol/README.md says

    def fresh(self):
        """A server of its own: nothing is kept by the browser."""
        server = Files(FOLDER, "below/a-path/", {"Cache-Control": "no-store"})
        self.addCleanup(server.close)
        return server

    def visit(self, server, path, **options):
        page = self.browser.open(server.url + path, **options)
        page.wait(f"document.querySelectorAll('#board .cell').length === 91 && {VIEW} && document.querySelector('#view h1') !== null")
        return page

    def test_each_rule_set_loads_its_network_once(self):
        server = self.fresh()
        for variant in VARIANTS:
            server.asked.clear()
            page = self.visit(server, self.game(variant, white="agon 1", black="agon 1"), early=self.UNCACHED)
            page.wait(f"{LENGTH} >= 2")  # by two engines
            self.assertEqual(server.networks(), [self.NETWORKS.get(variant, "all")], variant)
            page.close()
        server.asked.clear()
        page = self.visit(server, self.game("german"), early=self.UNCACHED)
        page.wait(f"{CHOICES}.length > 0")
        self.act(page)
        self.assertEqual(server.networks(), [])  # people need none
        page.click("[data-key=toolhint]")
        page.wait("document.querySelector('#board .arrow, #board .hint, [data-key=toolhint].on') !== null")
        page.click("[data-key=toolhint]")
        self.act(page)
        page.click("[data-key=toolhint]")
        page.wait("document.querySelector('[data-key=toolhint].on') !== null")
        self.assertEqual(server.networks(), ["german"])

    def test_play_begins_before_the_network_is_there(self):
        server = self.fresh()
        gate = server.answers["classic.net.gz"] = threading.Event()
        self.addCleanup(gate.set)
        page = self.visit(server, self.game(black="agon 1"), early=self.UNCACHED)
        page.wait(f"{CHOICES}.length > 0")
        self.act(page)
        page.wait(f"{LENGTH} === 1 && document.querySelector('.wait') !== null")
        page.press("u")
        page.wait(f"{LENGTH} === 0 && {CHOICES}.length > 0")
        self.act(page)
        self.assertEqual(page.value(LENGTH), 1)
        gate.set()
        page.wait(f"{LENGTH} === 2")
        self.assertEqual(server.networks(), ["classic"])

    def test_a_network_that_cannot_be_loaded(self):
        """The page says why and waits; nothing is lost, and `Resume` tries again."""
        server = self.fresh()
        good = (next(FOLDER.glob("*/networks/")) / "german.net.gz").read_bytes()
        plain, other = gzip.decompress(good), (next(FOLDER.glob("*/networks/")) / "all.net.gz").read_bytes()
        server.answers["german.net.gz"] = 404
        page = self.visit(server, self.game("german", black="agon 1"), early=self.UNCACHED)
        page.wait(f"{CHOICES}.length > 0")
        self.act(page)
        said = None
        for answer, why in ((404, "the server answers 404"), ("nothing", "Failed to fetch"), (b"", "not a network of agon"),
                            (good[:-1], "it is damaged: "), (b"<!doctype html>", "not a network of agon"),
                            (good[:9000] + bytes([good[9000] ^ 1]) + good[9001:], "it is damaged: "),
                            (gzip.compress(plain[:-1]), "the file is truncated"),
                            (gzip.compress(bytes(17_000_000)), "it is damaged: it has more than 16777216 bytes"),
                            (gzip.compress(plain[:9000] + bytes([plain[9000] ^ 1]) + plain[9001:]), "wrong checksum"),
                            (other, "it is another network, or one of another version")):
            server.answers["german.net.gz"] = answer
            if said:
                self.assertNotIn(why, said)  # else the wait would be for what is there
                page.click("[data-key=pause]")
            said = page.wait(f"({SAYS} ?? '').includes({json.dumps(why)}) && {SAYS}")
            self.assertIn("the network german.net cannot be loaded: ", said)
            self.assertEqual(page.value(LENGTH), 1)
        page.click("[data-key=toolundo]")
        page.wait(f"{LENGTH} === 0 && {CHOICES}.length > 0")
        self.act(page)
        server.answers["german.net.gz"] = plain  # as servers send it that unpack what ends in .gz
        page.click("[data-key=pause]")
        page.wait(f"{LENGTH} === 2 && {CHOICES}.length > 0")
        # A hint says so too, and can be asked for again.
        server.answers["kanare.net.gz"] = 404
        page = self.visit(server, self.game("kanare"), early=self.UNCACHED)
        page.wait(f"{CHOICES}.length > 0")
        page.click("[data-key=toolhint]")
        page.wait(f"({TOAST} ?? '').startsWith('No hint: the network kanare.net cannot be loaded: ')")
        server.answers.clear()
        page.click("[data-key=toolhint]")
        page.wait("document.querySelector('[data-key=toolhint].on') !== null")

    def test_every_rule_set_plays_without_a_connection(self):
        """After the first action of the first visit; the others' networks have come meanwhile."""
        server = self.fresh()
        page = self.visit(server, self.game())
        page.wait("navigator.serviceWorker.ready.then(() => navigator.serviceWorker.controller !== null)")
        self.assertEqual(page.value(self.KEPT), 0)
        page.wait(f"{CHOICES}.length > 0")
        self.act(page)
        networks = len(set(self.NETWORKS.values()) | {"all"})
        page.wait(f"{self.KEPT}.then(count => count === {networks})")
        page.close()
        server.close()
        for variant in sorted(set(self.NETWORKS.values())) + ["penthalon"]:
            page = self.visit(server, self.game(variant, white="agon 1", black="agon 1"))
            page.wait(f"{LENGTH} >= 1")
            page.close()

    def test_what_is_loaded_until_the_first_action(self):
        server = self.fresh()
        page = self.visit(server, "?new=agon")
        page.click("[data-key=begin]")
        page.wait(f"{VIEW} === 'play' && {CHOICES}.length > 0")
        page.wait("navigator.serviceWorker.ready.then(() => navigator.serviceWorker.controller !== null)")
        for _ in range(1000):
            if server.networks():
                break
            page.value("new Promise(done => setTimeout(done, 20))")
        self.assertEqual(server.networks(), ["classic"])
        files = {where or "index.html" for where in server.asked}
        sizes = {where: len(gzip.compress((FOLDER / where).read_bytes(), 9)) for where in files if (FOLDER / where).is_file()}
        self.assertLess(sum(sizes.values()), self.MAX_BYTES, sizes)
        self.assertGreater(sum(sizes.values()), 500_000)  # module and network are among them
        self.act(page)
        page.wait(f"{LENGTH} === 2")
        if os.environ.get("AGON_FIGURES"):
            for name, size in sorted(sizes.items(), key=lambda item: -item[1]) + [("all", sum(sizes.values()))]:
                print(f"{size:8,} {name}")

    def upload(self, page, selector, file):
        """A file for the next chooser that opens."""
        page.call("Page.setInterceptFileChooserDialog", enabled=True)
        page.value("""HTMLInputElement.prototype.click = function () { document.body.append(this); this.id = "chosen"; this.hidden = true; }""")
        page.click(selector) if isinstance(selector, str) else selector()
        root = page.call("DOM.getDocument")["root"]["nodeId"]
        node = page.call("DOM.querySelector", nodeId=root, selector="#chosen")["nodeId"]
        page.call("DOM.setFileInputFiles", nodeId=node, files=[str(file)])
        page.value("document.querySelector('#chosen').remove()")

    def test_records_and_rules_from_files(self):
        page = self.play_in()
        self.play(page, 5)
        with tempfile.TemporaryDirectory() as folder:
            file = pathlib.Path(folder) / "game.pgn"
            file.write_text(self.record(page))
            other = self.play_in()
            self.upload(other, lambda: self.choose(other, "Open a saved game"), file)
            other.wait(f"{LENGTH} === 5")
            file.write_text("[Event \"x\"]\n\n1. a1l11 *\n")
            self.upload(other, lambda: self.choose(other, "Open a saved game"), file)
            other.wait("document.body.innerText.includes('a1l11')")
            rules = pathlib.Path(folder) / "own.ini"
            rules.write_text("[own:classic]\nsetup = flanked\n")
            page = self.open("?new=friend")
            page.wait("document.querySelector('summary') && document.querySelector('[data-key=own]')")
            page.click("summary")
            self.upload(page, "[data-key=own]", rules)
            page.wait("document.querySelector('[data-key=variantown]')?.checked")
            page.click("[data-key=begin]")
            page.wait(f"{VIEW} === 'play' && {CHOICES}.length > 0 && location.hash.includes('rules=')")
            link = page.value(ADDRESS_OF)
            other = self.open(link)
            other.wait(f"{CHOICES}.length > 0")


if __name__ == "__main__":
    unittest.main()

"""Looking back at a game and the analysis board in Chromium, by mouse, touch and keyboard, on the page of
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
from serving import BIN, LENGTH, WAYS, Files, GamePage, Serving, hexagon, module
from websocket import WebSocket

# Black does not capture by f4g5 but plays j7j6, and White wins by two actions. Any search proves that, however slow the machine.
MOVES = ("f5-e3-f7-f4-g7-e8-e6-h7-h6-h9-d5-e7-a1b2-l11k10-b2c3-k10j9-c3d4-j9j8-"
         "d4e5-j8j7-e5f6-j7j6-h6g6-j6h6-d5e5").split("-")
GAME = f"#variant=classic&setup=placement&moves={'-'.join(MOVES)}"
MISTAKE = 21  # actions before j7j6
FOLDER = pathlib.Path(os.environ.get("AGON_PAGE", "build/wasm/page"))
TREE = "document.querySelector('.tree')?.innerText.replace(/\\s+/g, ' ').trim()"
CURRENT = "(document.querySelector('#view [aria-current=step]')?.textContent.trim() ?? '')"
HEADING = "document.querySelector('#view h1')?.textContent"
ARROWS = "document.querySelectorAll('#board .arrow').length"
# Six guards are a star around the throne, which nobody enters. Black's queen steps from e5 to e6 or f5 and back for ever.
SEALED = "6/7/2G2G2/3g1g3/10/2Gg3gG2/2Q1q5/3g1g3/2G2G2/7/6 b - - 0 1"
MARKS = "['.tint.sure', '.arrow.sure'].map(marks => document.querySelectorAll('#board ' + marks).length)"
SAYS = "(document.querySelector('#view .status')?.innerText ?? '')"
HOSTILE = "</script><img src=x onerror=\"window.bad = 1\"> \u2028 {a} 'b' & c"


def key(name):
    return f'[data-key="{name}"]'


class Study(GamePage):
    def ways(self, path=""):
        """A page for each way of pressing what a selector names."""
        for way, options in WAYS.items():
            with self.subTest(way=way):
                page = self.open(path, **options)
                yield page, {"mouse": page.click, "touch": page.tap, "keys": lambda what, page=page: self.key(page, what)}[way]

    def key(self, page, selector):
        """On the board by `b`, the arrow keys and Enter; elsewhere by what the Tab key reaches."""
        if "data-cell" in selector:
            self.walk(page, selector)
            page.press("Enter")
            return
        self.assertTrue(page.value(f"(it => it.matches(':is(button, input, select):enabled, a') && (it.focus(), document.activeElement === it))"
                                   f"(document.querySelector({json.dumps(selector)}))"), selector)
        page.press("Space" if page.value("document.activeElement.matches('input')") else "Enter")

    def move(self, page, press, action):
        *source, target = re.findall(r"[a-l]\d+", action)
        if source and not page.value(f"document.querySelector('{hexagon(target)}').classList.contains('aim')"):
            press(hexagon(*source))
            page.wait(f"document.querySelector('{hexagon(target)}').classList.contains('aim')")
        press(hexagon(target))

    # --- looking back ---

    def reviewed(self, page):
        page.wait("document.querySelector('#view .curve') && !document.querySelector('#view .meter')", 240)

    def test_a_review(self):
        for page, press in self.ways("?view=review&ply=20" + GAME if self.SERVED else "?view=review" + GAME + "&ply=20"):
            page.wait(f"{CURRENT}.includes('j8')")  # at the action that the link says
            self.reviewed(page)
            cards = page.value("[...document.querySelectorAll('#view .card')].map(card => card.innerText)")
            self.assertIn("Blunder", cards[-1])
            self.assertIn("Black played j7\u2013j6. ", cards[-1])
            self.assertIn("White can now win in 2.", cards[-1])
            turn = page.value(f"document.querySelector('{key(f'ply{MISTAKE}')}').closest('li').firstChild.textContent")
            self.assertIn(f"turn {turn} ", cards[-1])  # as the list numbers it
            self.assertIn(f", turn {turn}", page.value(f"document.querySelector('{key(f'mark{MISTAKE}')}').ariaLabel"))
            self.assertEqual(page.value("document.querySelectorAll('.curve button').length"), len(cards))
            self.assertEqual(page.value("document.querySelectorAll('.curve .gap').length"), 0)
            self.assertIn("??", page.value(f"document.querySelector('{key(f'ply{MISTAKE}')} small').textContent"))
            self.assertIn("j8", page.value(CURRENT))  # it has not moved on
            press(key(f"show{MISTAKE}"))
            page.wait(f"{ARROWS} === 2 && {CURRENT}.includes('f6')")
            better = re.search(r"(\w+)\u2013(\w+) was better", cards[-1])
            self.picture(page, "review")
            page.press(".")
            page.wait(f"{ARROWS} === 0 && {CURRENT}.includes('j6')")
            page.press(",")
            page.wait(f"{ARROWS} === 2")
            press(key(f"mark{MISTAKE}"))
            page.wait(f"{CURRENT}.includes('j6')")
            press(key(f"try{MISTAKE}"))
            page.wait(f"{HEADING} === 'Try again' && document.querySelector('#board .can')")
            self.move(page, press, "j7j6")
            page.wait("document.querySelector('#view .status')?.textContent.startsWith('Not better')")
            self.assertTrue(page.value("document.activeElement.matches('.go')"))
            press(key("on"))
            page.wait("document.querySelector('#view .status')?.textContent.startsWith('Find a better') && document.querySelector('#board .can')")
            self.move(page, press, better[1] + better[2])
            page.wait("document.querySelector('#view .status')?.textContent.startsWith('Yes, that is better')")
            self.picture(page, "review-try")
            press(key("back"))
            page.wait(f"document.querySelector('#view .curve') && {CURRENT}.includes('j6')")
            self.assertNotEqual(page.value("document.activeElement.tagName"), "BODY")

    def test_back_ends_a_try_and_then_leaves_the_review(self):
        page = self.open("?view=play" + GAME)
        page.wait("document.querySelectorAll('#view .act').length === 25")
        page.click(key("ply9"))
        self.choose(page, "Look back")
        self.reviewed(page)
        self.assertIn("h9", page.value(CURRENT))  # the action that one was looking at
        page.click(key(f"try{MISTAKE}"))
        page.wait(f"{HEADING} === 'Try again'")
        page.value("history.back()")
        page.wait(f"document.querySelector('#view .curve') && {CURRENT}.includes('j6')")
        page.value("history.back()")
        page.wait("document.body.dataset.view === 'play' && document.querySelectorAll('#view .act').length === 25")

    def test_a_review_follows_a_game_that_goes_on(self):
        """Any action ends the review, so the page asks for another; nothing of the old one is shown."""
        page = self.open("?view=play" + GAME)
        page.wait("document.querySelectorAll('#view .act').length === 25")
        self.choose(page, "Look back")
        self.reviewed(page)
        self.assertNotEqual(page.value("document.querySelectorAll('#view .card').length"), 0)
        send = f"{module('connection.js')}.then(({{send}}) => send(REQUEST))"  # as another window of the game would
        for count in (24, 1, 2):
            while page.value(LENGTH) > count:
                length = page.value(LENGTH)
                page.value(send.replace("REQUEST", "{do: 'undo'}"))
                page.wait(f"{LENGTH} === {length - 1}")
            if count == 2:
                page.value(send.replace("REQUEST", "{do: 'redo'}"))
                page.wait(f"{LENGTH} === 2")
            self.reviewed(page)
            self.assertEqual(page.value(f"{module('connection.js')}.then(({{room}}) => room.game.review)"), "done")
            self.assertEqual(page.value("document.querySelectorAll('.curve .gap').length"), 0)

    def test_a_review_under_way_keeps_what_one_looks_at(self):
        page = self.open("?view=review" + GAME, width=1280, height=560)
        page.value(f"""new Promise(done => {{ // at once: the review may not end before
            const watch = setInterval(() => {{
                const stop = document.querySelector('{key("search")}');
                if (stop?.textContent !== 'Stop' || !document.querySelector('.meter i').offsetWidth) return;
                clearInterval(watch);
                stop.click();
                done(true);
            }}, 5);
        }})""")
        self.assertTrue(page.value("document.querySelector('.curve .gap') !== null"))  # hatched: not searched
        page.wait(f"document.querySelector('{key('search')}').textContent === 'Resume'")
        page.value("document.querySelector('.acts').scrollTop = 1, document.querySelector('#panel').scrollTop = 7")
        page.value("document.querySelector('.acts button').focus({preventScroll: true})")
        look = "[document.querySelector('.acts').scrollTop, document.querySelector('#panel').scrollTop, document.activeElement.dataset.key]"
        before = page.value(look)
        done = page.value("document.querySelector('.meter i').style.width")
        page.value(f"document.querySelector('{key('search')}').click()")
        page.wait(f"!document.querySelector('.meter') || document.querySelector('.meter i').style.width !== {json.dumps(done)}", 60)
        self.assertEqual(page.value(look)[0], before[0])
        self.assertEqual(page.value(look)[2], before[2])

    # --- the analysis board ---

    def test_the_analysis_board(self):
        for page, press in self.ways("?view=analyse#variant=classic&moves=a1b2-l11k10&analysis=1"):
            page.wait(f"{TREE} === '1. a1\u2013b2 l11\u2013k10'")
            self.move(page, press, "k5k6")
            page.wait(f"{TREE} === '1. a1\u2013b2 1. k5\u2013k6 1\u2026 l11\u2013k10'")
            self.move(page, press, "l7l8")
            page.wait(f"{TREE} === '1. a1\u2013b2 1. k5\u2013k6 l7\u2013l8 1\u2026 l11\u2013k10'")
            page.press(",")
            page.wait(f"{CURRENT} === 'k5\u2013k6'")
            press(key("promote"))
            page.wait(f"{TREE} === '1. k5\u2013k6 1. a1\u2013b2 l11\u2013k10 1\u2026 l7\u2013l8'")
            press(key("write"))
            page.wait("document.activeElement.matches('textarea')")
            page.value("document.execCommand('insertText', false, 'A   good idea')")
            page.value("document.activeElement.blur()")
            page.wait("document.querySelector('.tree .note')?.textContent === 'A good idea'")
            press(key("node1"))
            page.wait(f"{CURRENT} === 'a1\u2013b2'")
            press(key("delete"))
            page.wait(f"{TREE} === '1. k5\u2013k6 A good idea 1\u2026 l7\u2013l8'")
            press(key("node4"))
            page.wait(f"{CURRENT} === 'l7\u2013l8'")  # nothing follows it: whatever the engine proposes is new
            press(key("engine"))
            page.wait(f"document.querySelectorAll('.found').length === 1 && {ARROWS} === 1")
            page.value(f"(select => (select.value = 3, select.dispatchEvent(new Event('change', {{bubbles: true}}))))(document.querySelector('{key('lines')}'))")
            page.wait(f"document.querySelectorAll('.found').length === 3 && {ARROWS} === 3")
            self.picture(page, "analysis")
            press(key("threat"))
            page.wait(f"document.querySelector('{key('threat')}').ariaPressed === 'true' && document.querySelector('.found .line:disabled')")
            press(key("threat"))
            page.wait("document.querySelector('.found .line:enabled')")
            nodes = page.value("document.querySelectorAll('.tree .act').length")
            press(key("line0"))
            page.wait(f"document.querySelectorAll('.tree .act').length === {nodes + 1}")
            press(key("engine"))
            page.wait("!document.querySelector('.found')")

    def test_who_cannot_lose(self):
        page = self.open(self.game(position=SEALED, view="analyse") + "&analysis=1")
        page.wait(f"{SAYS}.startsWith('Black cannot lose from here')")
        self.assertRegex(page.value(SAYS), "the queen on e5 steps to (e6|f5) and back")
        self.assertEqual(page.value(MARKS), [6, 1])
        self.picture(page, "analysis-safe")
        self.move(page, page.click, "e5e6")
        page.wait(f"{SAYS}.includes('the queen on e6 steps to ')")
        self.assertEqual(page.value(MARKS), [6, 1])
        german = self.open("?lang=de&" + self.game(position=SEALED, view="analyse")[1:] + "&analysis=1", width=360, height=740)
        german.wait(f"{SAYS}.startsWith('Schwarz kann ab hier nicht mehr verlieren')")
        self.assertLessEqual(german.value("document.documentElement.scrollWidth"), 360)
        self.picture(german, "analysis-safe-german")
        page = self.open("?view=analyse#variant=classic&moves=&analysis=1")
        page.wait(f"{TREE}")
        self.assertEqual(page.value(MARKS), [0, 0])

    def test_a_review_says_who_cannot_lose(self):
        page = self.open(self.game(position=SEALED, moves="e5e6", view="review"))
        page.wait(f"document.querySelector('{key('safeb')}')")
        page.wait(f"{SAYS}.includes('the queen on e6 steps to ')")
        self.assertEqual(page.value(MARKS), [6, 1])
        page.click(key("safeb"))
        page.wait(f"{SAYS}.includes('the queen on e5 steps to ')")
        self.assertEqual(page.value(MARKS)[0], 6)  # the arrows may be those of a mistake
        self.picture(page, "review-safe")
        page = self.open(self.game(moves="a1b2", view="review"))
        page.wait("document.querySelector('#view .curve')")
        self.reviewed(page)
        self.assertEqual(page.value(MARKS), [0, 0])
        self.assertFalse(page.value(f"document.querySelector('{key('safeb')}, {key('safew')}') !== null"))

    def test_the_whole_line_of_an_engine_is_taken_over(self):
        page = self.open("?view=analyse#variant=classic&moves=a1b2&analysis=1")
        page.wait(f"document.querySelector('{key('engine')}')")
        page.click(key("node1"))
        page.wait(f"{CURRENT} === 'a1\u2013b2'")  # nothing follows it: whatever the engine proposes is new
        page.click(key("engine"))
        # In one go: the lines are drawn again while the engine searches.
        page.wait(f"(take => take && (take.click(), true))(document.querySelector('{key('take0')}'))")
        page.wait("document.querySelectorAll('.tree .act').length > 2")
        self.assertEqual(page.value("[...document.querySelectorAll('.tree .act')].findIndex(act => act.ariaCurrent)"), 1)

    def test_a_large_tree_is_patched(self):
        """A click in a tree of 1,200 actions makes only what is new, and what is made so is what the whole tree gives."""
        moves = "-".join(["a1a2-(-a1b1-l11k11-)-l11l10-(-l11k10-a2b3-)-a2a1-(-a2b3-l10k9-)-l10l11-(-l10k9-a1b1-)"] * 100)
        page = self.open(f"?view=analyse#variant=classic&moves={moves}&analysis=1")
        page.wait("document.querySelectorAll('.tree .act').length === 1200")
        page.value("""window.made = 0, new MutationObserver(changes => changes.forEach(({addedNodes}) => addedNodes.forEach(node => {
            if (node.nodeType === 1) made += node.querySelectorAll('.act').length;
        }))).observe(document.querySelector('.tree'), {childList: true, subtree: true})""")
        page.click(key("node7"))
        page.wait("document.querySelector('.tree [aria-current]')?.dataset.key === 'node7'")
        self.assertEqual(page.value("made"), 0)
        changes = f"""new Promise(async done => {{
            const {{room, send}} = await {module('connection.js')}, heard = room.hear;
            room.hear = message => {{
                heard(message);
                if (message.topic !== 'game' && message.topic !== 'refusal') return;
                room.hear = heard;
                done(JSON.stringify(message));
            }};
            send(REQUEST(room));
        }})"""
        ask = lambda request: json.loads(page.value(changes.replace("REQUEST", f"({request})")))  # noqa: E731
        known = set(re.findall(r"node(\d+)", page.value("document.querySelector('.tree').innerHTML")))
        for step in range(60):
            kind = self.random.randrange(6)
            node = self.random.choice(sorted(known))
            if kind < 3:
                before = page.value("document.querySelectorAll('.tree .act').length")
                page.value("made = 0")
                answer = ask("room => ({do: 'play', ply: room.game.ply, action: room.game.legal[%d %% room.game.legal.length]})" % self.random.randrange(1000))
                self.assertLessEqual(len(json.dumps(answer, separators=(",", ":"))), 2048)
                self.assertLessEqual(page.value("made"), 2)  # in a list of its own, it and its list are new
                self.assertEqual(page.value("document.querySelectorAll('.tree .act').length") - before, len(answer.get("changes", [])))
            else:
                what = ("show", "promote", "comment", "delete")[self.random.randrange(4 if step % 5 == 0 else 3)]
                ask("() => ({do: 'node', node: %s, what: '%s', text: '%s'})" % (node, what, "note" * self.random.randrange(2)))
            known = set(re.findall(r"node(\d+)", page.value("document.querySelector('.tree').innerHTML"))) or {"0"}
        shown = "(tree => [...tree.querySelectorAll('*')].length + tree.innerText)(document.querySelector('.tree'))"
        patched, old = page.value(shown), page.value("window.old = document.querySelector('.tree'), old.outerHTML")
        ask("() => ({do: 'refresh'})")
        page.wait("document.querySelector('.tree') !== old")
        self.assertEqual(page.value(shown), patched)
        self.assertEqual(page.value("document.querySelector('.tree').outerHTML"), old)

    def test_own_arrows(self):
        page = self.open("?view=analyse#variant=classic&moves=&analysis=1")
        page.wait("document.querySelector('#board .can')")
        (x, y), (u, v) = page.middle(hexagon("a1")), page.middle(hexagon("f6"))
        drag = lambda: [page.call("Input.dispatchMouseEvent", type=kind, x=a, y=b, button="right", clickCount=1)  # noqa: E731
                        for kind, a, b in (("mousePressed", x, y), ("mouseMoved", u, v), ("mouseReleased", u, v))]
        drag()
        page.wait("document.querySelectorAll('#board .arrow.user').length === 1")
        drag()  # once more takes it away
        page.wait(f"{ARROWS} === 0")
        phone = self.open("?view=analyse#variant=classic&moves=&analysis=1", **WAYS["touch"])
        phone.wait("document.querySelector('#board .can')")
        phone.tap(key("toolpen"))
        phone.wait(f"document.querySelector('{key('toolpen')}').ariaPressed === 'true'")
        (x, y), (u, v) = phone.middle(hexagon("a1")), phone.middle(hexagon("f6"))
        for kind, points in (("touchStart", [{"x": x, "y": y}]), ("touchMove", [{"x": u, "y": v}]), ("touchEnd", [])):
            phone.call("Input.dispatchTouchEvent", type=kind, touchPoints=points)
        phone.wait("document.querySelectorAll('#board .arrow.user').length === 1")
        for name in ("g7", "h8"):
            phone.tap(hexagon(name))
        phone.wait("document.querySelectorAll('#board .arrow.user').length === 2")
        self.assertEqual(phone.value("document.querySelectorAll('.tree .act').length"), 0)

    def test_setting_a_position_up(self):
        for page, press in self.ways("?view=analyse#variant=classic&moves=&analysis=1"):
            page.wait("document.querySelector('#board .can')")
            press(key("toolgear"))
            page.wait("document.querySelector('.palette')")
            press(hexagon("e1"))  # White's queen goes there, in place of a guard
            page.wait("document.querySelector('#view .status')?.textContent === 'White has 5 guards instead of six.'")
            self.assertTrue(page.value(f"document.querySelector('{key('use')}').disabled"))
            press(key("pieceG"))
            press(hexagon("e2"))
            page.wait("!document.querySelector('#view .status')")
            press(key("piecex"))
            press(hexagon("e2"))
            page.wait("document.querySelectorAll('#board .caught').length === 1")
            press(key("turnb"))
            page.wait("document.querySelector('.strip.on .who').textContent.startsWith('Black')")
            self.picture(page, "setup")
            press(key("use"))
            page.wait("document.querySelector('.tree') && document.querySelectorAll('#board .caught').length === 1")
            press(key("toolgear"))
            page.wait("document.querySelector('.palette')")
            press(key("clear"))
            page.wait("document.querySelector('#view .status')?.textContent === 'White has no queen.'")
            press(key("start"))
            page.wait("!document.querySelector('#view .status')")
            press(key("cancel"))
            page.wait("document.querySelector('.tree') && document.querySelectorAll('#board .caught').length === 1")

    def test_back_ends_setting_up(self):
        page = self.open("?view=home")
        page.value("document.querySelector('nav [data-go=analyse]').click()")
        page.wait("document.querySelector('#view .tree')")
        page.click(key("toolgear"))
        page.wait("document.querySelector('.palette') && location.search.includes('setUp')")
        page.click(hexagon("e1"))
        page.wait("document.querySelector('#view .status')")
        page.value("history.back()")
        page.wait("document.querySelector('#view .tree') && !location.search.includes('setUp')")
        page.value("history.forward()")
        page.wait("document.querySelector('.palette')")
        page.click(key("use"))
        page.wait("document.querySelector('#view .tree') && !location.search.includes('setUp')")
        page.value("history.back()")
        page.wait("document.body.dataset.view === 'home'")

    def test_a_position_as_text_and_the_reserve(self):
        page = self.open("?view=analyse#variant=classic&setup=placement&moves=&analysis=1")
        page.wait("document.querySelector('.reserve .fig')")
        page.click(key("toolgear"))
        page.wait(f"document.querySelector('{key('reserveG')}').value === '6'")
        page.value(f"(select => (select.value = 5, select.dispatchEvent(new Event('change', {{bubbles: true}}))))(document.querySelector('{key('reserveG')}'))")
        page.wait("document.querySelector('#view .status')?.textContent === 'White has 5 guards instead of six.'")
        for text, says in (("nonsense", "nonsense"), ("1g1G1q/G6/7G/9/g8g/11/G8G/9/g7/6g/Q1g1G1 b - - 0 1", None)):
            page.value(f"(field => (field.value = {json.dumps(text)}, field.dispatchEvent(new Event('change', {{bubbles: true}}))))(document.querySelector('{key('position')}'))")
            page.wait(f"document.querySelector('#view .status')?.textContent.includes({json.dumps(says)})" if says else "!document.querySelector('#view .status')")
        self.assertEqual(page.value(f"document.querySelector('{key('turnb')}').checked"), True)

    def test_an_analysis_is_kept_with_its_comments(self):
        page = self.open("?view=analyse#variant=classic&moves=a1b2-(-a1b1-)-l11k10&analysis=1")
        page.wait("document.querySelectorAll('.tree .act').length === 3")
        self.note(page, 1, HOSTILE)
        page.wait("localStorage.getItem('agon analysis')?.includes('onerror')")
        page.reload()
        page.wait("document.querySelectorAll('.tree .act').length === 3 && document.querySelector('.tree .note')")
        self.assertIn("</script>", page.value("document.querySelector('.tree .note').textContent"))
        page.value("location.search = '?view=analyse'")
        page.wait("document.querySelectorAll('.tree .act').length === 3 && document.querySelector('.tree .note')")
        self.assertIsNone(page.value("window.bad"))

    def note(self, page, node, text):
        page.click(key(f"node{node}"))
        page.wait(f"document.querySelector('.tree [aria-current]')?.dataset.key === 'node{node}'")
        page.click(key("write"))
        page.wait("document.activeElement.matches('textarea')")
        page.value(f"document.execCommand('insertText', false, {json.dumps(text)})")
        page.value("document.activeElement.blur()")
        page.wait("document.querySelector('.tree .note') !== null")

    def test_a_pgn_and_a_link_have_the_variations(self):
        page = self.open("?view=analyse#variant=classic&moves=a1b2-(-a1b1-l11k10-)-l11k10&analysis=1")
        page.wait("document.querySelectorAll('.tree .act').length === 4")
        self.note(page, 2, "aside")
        pgn = self.record(page, "Save the game")
        self.assertIn("1. a1b2 ( 1. a1b1 {aside} l11k10 ) l11k10 *", pgn.replace("\n", " ").replace("1... ", ""))
        page.value("navigator.clipboard.writeText = text => (window.copied = text, Promise.resolve())")
        self.choose(page, "Copy a link")
        link = page.wait("window.copied")
        self.assertIn("moves=a1b2-%28-a1b1-l11k10-%29-l11k10", link)
        other = self.browser.open(link)
        other.wait("document.querySelectorAll('.tree .act').length === 4")
        page.bring_to_front()
        page.value("""window.showPicker = HTMLInputElement.prototype.click;
            HTMLInputElement.prototype.click = function () {
                const files = new DataTransfer();
                files.items.add(new File([%s], 'game.pgn'));
                this.files = files.files;
                this.dispatchEvent(new Event('change'));
            }""" % json.dumps("1. k5k6 {open} ( 1. a1b2 ) *"))
        self.choose(page, "Open a saved game")
        page.wait(f"{TREE}?.startsWith('1. k5\u2013k6 open 1. a1\u2013b2')")
        picker = page.value("String(HTMLInputElement.prototype.click)")
        page = self.play_in()  # from a game, too
        page.value(f"HTMLInputElement.prototype.click = ({picker})")
        self.choose(page, "Open a saved game")
        page.wait(f"document.body.dataset.view === 'analyse' && {TREE}?.startsWith('1. k5\u2013k6 open 1. a1\u2013b2')")

    def test_how_it_looks(self):
        tree = "a1b2-l11k10-b2c3-(-a5b5-k10k9-e1f1-)-k10j9-(-k10k9-c3d3-)-(-l7k7-c3d4-)-c3d3"
        for width, height in ((360, 640), (768, 1024), (1280, 800), (2560, 1440)):
            page = self.open(f"?view=analyse#variant=classic&moves={tree}&analysis=1", width=width, height=height, dark=width == 768)
            page.wait("document.querySelectorAll('.tree .act').length === 12")
            place = page.value("JSON.stringify(document.querySelector('#board').getBoundingClientRect())")
            page.click(key("engine"))
            page.wait("document.querySelectorAll('.found').length === 1")
            page.value("scrollTo(0, 0)")
            self.picture(page, f"analysis-{width}")
            self.assertLessEqual(page.value("document.documentElement.scrollWidth"), width)
            page.click(key("toolgear"))
            page.wait("document.querySelector('.palette')")
            page.value("scrollTo(0, 0)")
            self.picture(page, f"setup-{width}")
            self.assertLessEqual(page.value("document.documentElement.scrollWidth"), width)
            self.assertEqual(page.value("JSON.stringify(document.querySelector('#board').getBoundingClientRect())"), place)

    def test_addresses_that_lead_nowhere(self):
        image = "%3Cimg%20src%3Dx%20onerror%3Dwindow.bad%3D1%3E"
        for path, says in (
                ("?view=analyse#variant=classic&moves=zz&analysis=1", "This link does not lead to a game"),
                (f"?view=analyse#variant={image}&moves=&analysis=1", "This link does not lead to a game"),
                (f"?view=analyse#variant=classic&position={image}&moves=&analysis=1", "This link does not lead to a game"),
                ("?view=review#variant=nope&moves=a1b2", "This link does not lead to a game"),
                ("?view=review&game=nope", "This game is not here any more"),
                ("?view=analyse&game=nope", "Move for either side"),
                ("?view=review#variant=classic&moves=", "No action yet"),
                ("?view=analyse#variant=classic&moves=a1b2&ply=-3&analysis=1", "a1\u2013b2"),
                ("?view=analyse#variant=classic&moves=a1b2&ply=99999999999&analysis=1", "a1\u2013b2")):
            with self.subTest(path=path):
                page = self.open(path)
                page.wait(f"document.querySelector('#view').innerText.includes({json.dumps(says)})")
                self.assertIsNone(page.value("window.bad"))

    def test_german_pieces_fit_on_a_phone(self):
        page = self.open("?lang=de&view=analyse#variant=classic&analysis=1", width=360, height=740)
        page.wait(f"document.querySelector({key('toolgear')!r})")
        page.click(key("toolgear"))
        page.wait("document.querySelectorAll('.palette label').length === 6")
        self.assertLessEqual(page.value("""Math.max(...[...document.querySelectorAll(".palette, .palette label, .palette span")]
            .map(each => each.getBoundingClientRect().right))"""), 360)

    # --- games as separate pages ---

    def separate(self, text, language="en-US"):
        """The page, from the disk."""
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        file = pathlib.Path(folder.name, "game.html")
        file.write_text(text)
        page = self.browser.open("about:blank", width=1000, height=800)
        page.call("Emulation.setLocaleOverride", locale=language)
        page.call("Emulation.setUserAgentOverride", userAgent="test", acceptLanguage=language)
        page.call("Page.navigate", url=file.as_uri())
        page.wait("document.querySelectorAll('.board .cell').length === 91")
        return page

    def test_an_analysis_as_a_separate_page(self):
        page = self.open("?view=analyse#variant=classic&moves=a1b2-(-a1b1-l11k10-(-l11l10-)-)-l11k10&analysis=1")
        page.wait("document.querySelectorAll('.tree .act').length === 5")
        self.note(page, 3, HOSTILE)
        text = self.record(page, "Save as a page")
        page = self.separate(text)
        self.assertEqual(page.value("document.querySelectorAll('.tree .act').length"), 5)
        self.assertEqual(page.value("document.querySelector('.tree .note').textContent"), HOSTILE.replace(" \u2028 ", " "))
        self.assertIsNone(page.value("window.bad"))
        self.assertEqual(page.value("document.title"), "White – Black")
        page.click(key("node3"))
        page.wait("document.querySelector('.tree [aria-current]').dataset.key === 'node3'")
        page.press("ArrowLeft")
        page.wait("document.querySelector('.tree [aria-current]').dataset.key === 'node2'")
        page.press("End")
        page.wait("document.querySelector('.tree [aria-current]').dataset.key === 'node3'")
        self.picture(page, "record-analysis")
        self.assertEqual(page.value("performance.getEntriesByType('resource').filter(({name}) => !name.startsWith('data:')).length"), 0)

    def test_a_separate_page_says_who_cannot_lose(self):
        page = self.open(self.game(position=SEALED, view="analyse") + "&analysis=1")
        page.wait(f"{SAYS}.startsWith('Black cannot lose from here')")
        self.move(page, page.click, "e5e6")
        page.wait(f"{SAYS}.includes('the queen on e6 steps to ')")
        page = self.separate(self.record(page, "Save as a page"))
        marks = MARKS.replace("#board", ".board")
        text = "document.querySelector('.talk').innerText"
        self.assertRegex(page.wait(text), "Black cannot lose from here\\s+Black: the queen on e5 steps to (e6|f5) and back")
        self.assertEqual(page.value(marks), [6, 1])
        page.press("ArrowRight")
        page.wait(f"{text}.includes('the queen on e6 steps to ')")
        self.assertEqual(page.value(marks), [6, 1])
        page.click(key("safeb"))
        page.wait(f"{text}.includes('the queen on e5 steps to ')")
        self.picture(page, "record-safe")
        page = self.separate(self.record(self.open("?view=analyse#variant=classic&moves=a1b2&analysis=1"), "Save as a page"))
        self.assertEqual(page.value(marks), [0, 0])
        self.assertNotIn("cannot lose", page.value(text))

    def test_a_review_as_a_separate_page(self):
        page = self.open("?view=review" + GAME)
        self.reviewed(page)
        page.value("""window.saved = new Promise(done => {
            const make = URL.createObjectURL;
            URL.createObjectURL = blob => (URL.createObjectURL = make, done(blob.text()), make.call(URL, blob));
        }), 0""")
        page.click(key("toolsave"))
        self.with_mistakes(page.value("window.saved"))

    def with_mistakes(self, text):
        page = self.separate(text)
        self.assertEqual(page.value("document.querySelectorAll('.tree .act').length"), 25)
        self.assertIn("White can now win in 2.", page.value("document.querySelector('#found').innerText"))
        self.assertIn(f"turn {MISTAKE // 2 + 1} ", page.value("[...document.querySelectorAll('#found .card')].at(-1).innerText"))
        page.click(key(f"show{MISTAKE}"))
        page.wait("document.querySelectorAll('.board .arrow').length === 2")
        page.press("ArrowRight")
        page.wait("document.querySelector('.tree [aria-current]').textContent.includes('j6')")
        self.picture(page, "record-review")
        german = self.separate(text, "de-DE")
        self.assertEqual(german.value("document.documentElement.lang"), "de")


@unittest.skipUnless(browser.PROGRAM, "no chromium is installed")
class Served(Study, unittest.TestCase):
    LEVEL, SERVED = "0", True

    def setUp(self):
        super().setUp()
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.server = Serving(folder.name, "--delay", "0", "-each", "timemargin=60000")
        self.addCleanup(self.server.close)

    def test_agon_review_makes_the_same_page(self):
        with tempfile.TemporaryDirectory() as folder:
            game, file = pathlib.Path(folder, "game.pgn"), pathlib.Path(folder, "game.html")
            window = WebSocket(self.server.port)
            self.addCleanup(window.close)
            window.send({"do": "new", "setup": "placement", "moves": " ".join(MOVES)})
            window.send({"do": "save"})
            game.write_text(window.read_until(lambda answer: answer["topic"] == "saved")["text"])
            for _ in range(2):  # the second takes the place of the first
                done = subprocess.run([f"{BIN}/agon", "review", game, "-o", file, "--nodes", "20000"], capture_output=True, text=True)
                self.assertEqual((done.returncode, done.stdout), (0, ""), done.stderr)
            self.with_mistakes(file.read_text())


@unittest.skipUnless(browser.PROGRAM, "no chromium is installed")
@unittest.skipUnless((FOLDER / "offline.js").is_file(), "tools/wasm has not built the page")
class Folder(Study, unittest.TestCase):
    LEVEL, SERVED = "1", False

    def setUp(self):
        super().setUp()
        self.server = Files(FOLDER, "below/a-path/")
        self.addCleanup(self.server.close)


if __name__ == "__main__":
    unittest.main()

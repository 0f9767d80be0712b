"""`-http`: the page of a match while it is played."""

import http.client
import json
import os
import pathlib
import re
import signal
import socket
import subprocess
import sys
import tempfile
import time
import unittest

sys.path.append(str(pathlib.Path(__file__).resolve().parents[1] / "support"))
import browser
from serving import BIN
from websocket import WebSocket

PICTURES = os.environ.get("AGON_PICTURES")  # a folder for screenshots, to look at
BOARDS = "document.querySelectorAll('#boards .board').length"


def mock(name, *arguments):
    return ["-engine", f"cmd={BIN}/mock_engine", f"args=uci {' '.join(arguments)}", f"name={name}"]


# A game takes seconds: the match does not end under the test, nor fill the pipe of its output, where it would wait.
LASTING = mock("one", "slow") + mock("two")


class Live(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name

    def start(self, *arguments, engines=mock("one") + mock("two"), limits="tc=60+1"):
        self.match = subprocess.Popen(
            [f"{BIN}/agon-match", *engines, "-each", limits, "-http", "port=0", *arguments],
            cwd=self.folder, text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        self.addCleanup(self.close, self.match)
        line = self.stated()
        self.port = int(re.fullmatch(r"Live at http://127\.0\.0\.1:(\d+)/\n", line)[1])

    def start_gated(self, *arguments, go=1, engines=None, **options):
        """The first engine answers its `go` number `go` only after open_gate()."""
        self.gate = pathlib.Path(self.folder) / f"open{go}"
        self.gate.unlink(missing_ok=True)
        self.start(*arguments, engines=mock("one", f"gate {go}") + (engines or mock("two")), **options)

    def open_gate(self):
        self.gate.touch()

    def stated(self):
        """The next line on standard error that does not warn of a busy machine."""
        while (line := self.match.stderr.readline()).startswith("Warning: this program did not run for"):
            pass
        return line

    def end(self):
        self.close(self.match)

    @staticmethod
    def close(match):
        if match.poll() is None:
            match.kill()
        match.wait()
        match.stdout.close()
        match.stderr.close()

    def reader(self, **options):
        reader = WebSocket(self.port, **options)
        self.addCleanup(reader.close)
        return reader

    def read_all(self, reader):
        messages = []
        try:
            while True:
                messages.append(reader.read())
        except OSError:  # the match is over
            return messages

    def test_what_readers_get(self):
        self.start_gated("-rounds", "200", "-repeat", "-concurrency", "2", "-sprt", "elo0=0", "elo1=5",
                         "alpha=0.0001", "beta=0.0001", "-maxmoves", "40", go=20)
        reader = self.reader()
        messages = [reader.read()]
        self.open_gate()
        messages += self.read_all(reader)
        output = self.match.stdout.read()
        self.assertEqual(self.match.wait(30), 0)
        matches = [message for message in messages if message["topic"] == "match"]
        boards = [message for message in messages if message["topic"] == "board"]
        last = matches[-1]
        finished = re.findall(r"Finished game (\d+) \((\S+) vs (\S+)\): (\S+) \{(.*)\}", output)
        self.assertEqual(sum(last["ranks"][0]["games"]), len(finished))
        self.assertEqual([[str(number), *rest] for number, *rest in last["results"]],
                         [list(game) for game in reversed(finished)][:20])
        self.assertEqual(last["running"], [])
        self.assertEqual(last["ratio"]["elo"], [0, 5])
        self.assertEqual(last["progress"]["games"], len(finished))
        self.assertEqual(last["progress"]["total"], 400)
        self.assertIn(last["ranks"][0]["elo"].replace("-", ""), output.replace("-", ""))
        self.assertGreater(len(boards), 0)
        pairs = {tuple(names) for name in last["names"] for names in [(name, other) for other in last["names"]]}
        for board in boards:
            self.assertIn(board["place"], (0, 1))
            self.assertIn(board["chooser"], ("w", "b"))
            if board["actions"]["from"] == 0:
                self.assertIn(tuple(board["names"]), pairs)
                self.assertEqual(board["first"].split()[1], "w")
            for action in board["actions"]["list"]:
                self.assertRegex(action[0], r"^([a-l]\d+){1,2}(x([a-l]\d+)+)?$")
            for left in board["left"]:
                self.assertTrue(0 < left <= 61_000 + 40_000)

    def test_a_text_of_a_game_has_what_the_one_before_had_not(self):
        self.start("-rounds", "200", "-repeat", "-maxmoves", "40", engines=LASTING)
        reader, begun, known, refreshed = self.reader(), None, [], 0
        for _ in range(300):
            message = reader.read()
            if message["topic"] != "board":
                continue
            start, actions = message["actions"]["from"], message["actions"]["list"]
            same, begun = begun == (message["game"], message["attempt"]), (message["game"], message["attempt"])
            if start == 0:
                if same:
                    self.assertEqual(actions[:len(known)], known)
                    refreshed += 1
                known = actions
            elif same:
                self.assertLessEqual(start, len(known))
                known[start:] = actions
            if refreshed == 5:
                break
            if start:  # from now on the whole game again
                reader.send_frame(b'{"do":"refresh"}')  # LiveMatch::REFRESH, to the byte
        self.assertEqual(refreshed, 5)

    def test_finished_games_can_be_looked_at(self):
        self.start("keep=on", "-rounds", "2", "-maxmoves", "4")

        def state():
            try:
                return self.reader().read()
            except OSError:  # between the match and what stays of it
                return None

        while not ((last := state()) and last["topic"] == "match" and last["over"]):
            pass

        def get(path):
            connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=30)
            self.addCleanup(connection.close)
            connection.request("GET", path)
            answer = connection.getresponse()
            return answer.status, answer.read()

        for number, white, black, result, reason in last["results"]:
            status, body = get(f"/game/{number}.json")
            game = json.loads(body)
            self.assertEqual((status, game["names"], game["result"], game["reason"]), (200, [white, black], result, reason))
            self.assertEqual(len(game["actions"].split()), 8)
        for path in ("/game/99.json", "/game/.json", "/game/json", "/game/1", "/game/../1.json"):
            self.assertEqual(get(path)[0], 404)

    def test_the_match_continues_with_slow_vanished_and_hostile_readers(self):
        self.start_gated("-rounds", "200", "-repeat", "-maxmoves", "40", go=200)
        slow = self.reader()
        slow.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        for _ in range(20):
            self.reader().close()
            idle = socket.create_connection(("127.0.0.1", self.port))
            self.addCleanup(idle.close)
            idle.sendall(b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nHalf: ")
        loud = self.reader()
        try:
            for _ in range(100):
                loud.send({"do": "undo"})
            loud.send_frame(b"x" * (1 << 20))
        except OSError:
            pass
        self.assertFalse(self.reader(origin="http://evil.example").open)
        self.assertFalse(self.reader(host="evil.example").open)
        self.open_gate()
        output = self.match.stdout.read()
        self.assertEqual(self.match.wait(60), 0)
        self.assertEqual(output.count("Finished game "), 400)
        self.assertTrue(output.endswith("Finished match\n"))

    def test_the_page_outlives_the_match_if_requested(self):
        self.start_gated("keep=on", "-rounds", "2", "-maxmoves", "4")
        reader = self.reader()
        self.open_gate()
        output = []
        while not output or output[-1] != "Finished match\n":
            output.append(self.match.stdout.readline())
            self.assertNotEqual(output[-1], "")
        self.assertEqual(self.stated(),
                         f"Still at http://127.0.0.1:{self.port}/ (Ctrl-C ends it)\n")
        self.read_all(reader)
        for _ in range(2):
            last = self.reader().read()
            self.assertEqual((last["topic"], last["over"], last["running"]), ("match", True, []))
            self.assertEqual(sum(last["ranks"][0]["games"]), 4)  # two of each round
        self.match.send_signal(signal.SIGINT)
        self.assertEqual(self.match.wait(60), 0)

    def read_to_the_end(self, reader, games):
        """Reads until a message reports that all games have been played."""
        while True:
            message = reader.read()
            if message["topic"] == "match" and sum(message["ranks"][0]["games"]) == games:
                return

    def open_windows(self):
        """Opens one after the other until the server is gone, or should have gone."""
        end = time.monotonic() + 10
        while time.monotonic() < end:
            try:
                self.reader()
            except OSError:
                break
            time.sleep(0.02)

    def test_windows_that_open_while_it_ends_do_not_keep_it(self):
        self.start_gated("-rounds", "2", "-maxmoves", "4")
        reader = self.reader()
        self.open_gate()
        self.read_to_the_end(reader, 4)
        self.open_windows()
        self.assertEqual(self.match.wait(30), 0)
        self.assertTrue(self.match.stdout.read().endswith("Finished match\n"))

    def test_a_signal_ends_it_in_every_state(self):
        for number in (signal.SIGINT, signal.SIGTERM):
            with self.subTest("played", number=number):
                self.start("-rounds", "10000", "-maxmoves", "40")
                self.reader().read()
                self.match.send_signal(number)
                self.open_windows()
                self.assertTrue(self.match.stdout.read().endswith("Match broken off\n"))
                self.assertEqual(self.match.wait(60), 130)
            with self.subTest("ending", number=number):
                # Engines that do not quit have a second.
                self.start_gated("-rounds", "2", "-maxmoves", "4", engines=mock("two", "ignore-quit"))
                reader = self.reader()
                self.open_gate()
                self.read_to_the_end(reader, 4)
                self.match.send_signal(number)
                self.assertTrue(self.match.stdout.read().endswith("Finished match\n"))
                self.assertEqual(self.match.wait(60), 0)
            with self.subTest("kept", number=number):
                self.start("keep=on", "-rounds", "1", "-maxmoves", "4")
                self.assertRegex(self.stated(), "^Still at ")
                window = self.reader()
                self.match.send_signal(number)
                self.read_all(window)
                self.assertEqual(self.match.wait(60), 0)

    def test_a_match_that_cannot_go_on_ends_with_its_reason(self):
        arguments = ("-rounds", "1", "-maxmoves", "4", "-pgnout", "file=m.pgn")
        self.start(*arguments)
        self.match.communicate(timeout=60)
        (pathlib.Path(self.folder) / "m.pgn").write_text("; other games\n")
        self.start(*arguments)
        # Not communicate(): it would miss what readline() has taken into its buffer.
        self.assertIn("m.pgn holds other games than the journal", self.match.stderr.read())
        self.assertEqual(self.match.wait(60), 1)

    def test_documents(self):
        self.start("-rounds", "1000", "-maxmoves", "40", "-pgnout", "file=secret.pgn", engines=LASTING)

        def get(path):
            connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=30)
            self.addCleanup(connection.close)
            connection.request("GET", path)
            answer = connection.getresponse()
            return answer.status, answer.read()

        sizes = 0
        for path in ("/", "/agon/agon.css", "/agon/viewer.css", "/agon/report.css", "/agon/live.js", "/agon/viewer.js",
                     "/agon/board.js", "/agon/game.js", "/agon/ui.js", "/agon/words.js"):
            status, body = get(path)
            self.assertEqual(status, 200)
            sizes += len(body)
        self.assertEqual(get("/agon/viewer.words.js")[0], 200)
        self.assertLess(sizes, 150_000)
        for path in ("/secret.pgn", "/../secret.pgn", "/serve.js", "/games/1.pgn", "/agon/", "/agon/nothing.js"):
            self.assertEqual(get(path)[0], 404)

    def test_a_resumed_match_shows_earlier_games(self):
        arguments = ("-rounds", "200", "-repeat", "-maxmoves", "40", "-journal", "file=m.jsonl")
        self.start_gated(*arguments, go=200)
        reader = self.reader()
        while (message := reader.read())["topic"] != "match" or not sum(message["ranks"][0]["games"]):
            pass
        self.end()
        earlier = (pathlib.Path(self.folder) / "m.jsonl").read_text().count("\n") - 1
        self.assertGreater(earlier, 0)
        self.start_gated(*arguments, go=200)  # a match is resumed by the same command
        reader = self.reader()
        messages = [reader.read()]
        self.open_gate()
        matches = [message for message in messages + self.read_all(reader) if message["topic"] == "match"]
        self.assertGreaterEqual(sum(matches[0]["ranks"][0]["games"]), earlier)
        self.assertEqual(sum(matches[-1]["ranks"][0]["games"]), 400)

    @unittest.skipUnless(browser.PROGRAM, "no chromium is installed")
    def test_a_game_that_is_played_again(self):
        # First White waits after eight actions, then, begun again by new processes, Black after seven.
        white, black = (pathlib.Path(self.folder) / name for name in ("open5", "open4"))
        black.touch()
        self.start("-rounds", "1", engines=mock("one", "gate-game 5") + mock("two", "gate-game 4"))
        chromium = browser.Browser()
        self.addCleanup(chromium.close)
        page = chromium.open(f"http://127.0.0.1:{self.port}/")
        heading = "document.querySelector('#boards h3')?.textContent"
        page.wait(f"{heading} === 'Game 18 actions'")
        page.click(".running [data-key=look]")
        status = "document.querySelector('dialog[open] .status b')?.textContent"
        page.wait(f"{status}?.startsWith('Turn 4 of 4: Black')")
        black.unlink()
        self.match.send_signal(signal.SIGSTOP)
        time.sleep(1.5)  # more than Pulse::MAX_DELAY
        self.match.send_signal(signal.SIGCONT)
        white.touch()
        page.wait(f"{heading} === 'Game 17 actions'")
        page.wait(f"{status}?.startsWith('Turn 4 of 4: White')")
        self.assertEqual(chromium.faults, [])

    @unittest.skipUnless(browser.PROGRAM, "no chromium is installed")
    def test_the_page(self):
        # Of two engines that play the same game again and again, the SPRT would soon be over.
        self.start("-rounds", "300", "-repeat", "-concurrency", "2", "-maxmoves", "20", "-sprt", "elo0=0", "elo1=5",
                   "alpha=0.0001", "beta=0.0001", engines=LASTING)
        chromium = browser.Browser()
        self.addCleanup(chromium.close)
        page = chromium.open(f"http://127.0.0.1:{self.port}/")
        page.wait(f"{BOARDS} === 2")
        said = "document.querySelector('#boards h3').textContent"
        heading = page.value(said)
        page.wait(f"{said} !== '{heading}'")
        page.wait("document.querySelectorAll('.line-of').length === 2")
        page.wait("document.querySelectorAll('.results tbody tr').length > 3")
        if PICTURES:
            for width, height, dark in ((1280, 900, False), (1280, 900, True), (360, 800, False)):
                page.resize(width, height)
                page.call("Emulation.setEmulatedMedia", features=[
                    {"name": "prefers-color-scheme", "value": "dark" if dark else "light"}])
                page.picture(f"{PICTURES}/live-{width}-{'dark' if dark else 'light'}.png")
        for width in (320, 360, 768, 1280, 2560):
            page.resize(width, 900)
            self.assertLessEqual(page.value("document.documentElement.scrollWidth"), width)

        german = chromium.open("about:blank")
        german.call("Emulation.setUserAgentOverride", userAgent="test", acceptLanguage="de")
        german.call("Page.navigate", url=f"http://127.0.0.1:{self.port}/")
        german.wait("/^\\d+ von 600 Partien, noch \\d+:\\d\\d:\\d\\d$/.test(document.querySelector('#summary')?.textContent)")
        self.assertRegex(german.value("document.querySelector('#verdict').textContent"),
                         r"^LLR: -?\d+,\d\d \(-9,21 bis 9,21\) \[0,00 bis 5,00\](, noch etwa [\d.]+ Partien)?$")
        german.close()
        page.bring_to_front()

        # A game that is over, large.
        page.resize(1280, 900)
        status = "document.querySelector('dialog .status b').textContent"
        row = ".results tbody tr:nth-child(3) [data-key^=look]"
        number, summary = f"document.querySelector('{row}').dataset.key", "document.querySelector('#summary').textContent"
        page.value(f"document.querySelector('{row}').scrollIntoView({{block: 'center'}})")
        x, y = page.middle(row)
        page.call("Input.dispatchMouseEvent", type="mouseMoved", x=x, y=y)
        page.wait("document.querySelector('#finished .part').matches(':hover')")
        pointed, played = page.value(f"[{number}, {summary}]")
        page.wait(f"{summary} !== {json.dumps(played)}")  # games end, and the rows stay
        self.assertEqual(page.value(number), pointed)
        page.call("Input.dispatchMouseEvent", type="mouseMoved", x=1, y=1)
        page.wait(f"{number} !== '{pointed}'")
        page.value("document.querySelector('.results [data-key^=look]').click()")
        page.wait("document.querySelector('dialog[open] .viewer .status .icon, dialog[open] .viewer .status svg')")
        page.press("Home", "ArrowRight")
        page.wait(f"{status}.startsWith('Turn 1 of')")

        # A game that is being played, large: it goes on under the eyes of who looks at its end.
        self.end()
        # Nobody loses on time here, however slow a sanitizer makes the engines.
        self.start("-rounds", "1", limits="st=1", engines=["-engine", f"cmd={BIN}/agon", "name=one", "timemargin=60000",
                                                           "-engine", f"cmd={BIN}/agon", "name=two", "timemargin=60000"])
        page = chromium.open(f"http://127.0.0.1:{self.port}/")
        page.wait(f"{BOARDS} === 1")
        page.click(".running [data-key=look]")
        page.wait("document.querySelector('dialog[open] .viewer .board .piece')")
        first = page.value(status)
        page.wait(f"{status} !== {json.dumps(first)}")
        if PICTURES:
            page.picture(f"{PICTURES}/live-game.png")
        page.press("Home")
        page.wait(f"{status}.startsWith('The beginning')")
        page.press("Escape")
        page.wait("!document.querySelector('dialog').open")
        self.assertEqual(chromium.faults, [])


if __name__ == "__main__":
    unittest.main()

"""Programs of the arena are stopped for longer than the engines have on their clocks: no game is lost, and the
saved files are as if nothing had happened."""

import contextlib
import json
import os
import pathlib
import re
import signal
import subprocess
import sys
import tempfile
import threading
import time
import unittest

sys.path.append(str(pathlib.Path(__file__).resolve().parents[1] / "support"))
import side_by_side
from serving import BIN, Serving
from page_window import PageWindow

STOP = 4  # seconds; the clocks have less
WARNING = re.compile(r"Warning: this program did not run for (\d+\.\d) s \(.*\); games in progress are played again\n")
# It plays at random, always the same game in a new process, and takes 0.1 s for each action.
SLOW = ["cmd=" + f"{BIN}/mock_engine", "args=uci slow", "restart=on"]
CLOCK = ["-each", "tc=3+0.1", "timemargin=500"]


def state(process):
    """The state of a process: T means stopped, Z or nothing that it has ended."""
    try:
        return pathlib.Path(f"/proc/{process}/stat").read_text().rsplit(")", 1)[1].split()[0]
    except OSError:
        return ""


def long_stops(errors):
    """How many stops were as long as ours: other work, too, may keep a program from running for a while."""
    return len([seconds for seconds in WARNING.findall(errors) if float(seconds) >= STOP - 0.5])


def wait_for(happened):
    end = time.monotonic() + 60
    while not happened():
        if time.monotonic() > end:
            raise AssertionError("it did not happen within a minute")
        time.sleep(0.005)


class Suspension(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def start(self, *arguments):
        """In its own process group, as a shell does: a stop by SIGTSTP is ignored in a group that no
        parent of the session watches."""
        process = subprocess.Popen([f"{BIN}/agon-match", *arguments], cwd=self.folder, text=True,
                                   stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                                   preexec_fn=lambda: os.setpgid(0, 0))

        def end():
            if process.poll() is None:
                process.kill()
            process.wait()
            process.stdout.close()
            process.stderr.close()

        self.addCleanup(end)
        return process

    def engines(self, process):
        listed = subprocess.run(["ps", "-o", "pid=", "--ppid", str(process.pid)], capture_output=True, text=True)
        return [int(number) for number in listed.stdout.split()]

    def stop(self, process, everything, seconds=STOP):
        """Stops the arena by SIGTSTP, or the arena and its engines by SIGSTOP."""
        stopped = [process.pid]
        if everything:
            for number in self.engines(process):
                with contextlib.suppress(ProcessLookupError):  # its game has just ended
                    os.kill(number, signal.SIGSTOP)
                    stopped.append(number)
            time.sleep(0.3)  # by now the arena waits for one of them
        os.kill(process.pid, signal.SIGSTOP if everything else signal.SIGTSTP)
        wait_for(lambda: state(process.pid) == "T" and all(state(number) in ("T", "Z", "") for number in stopped))
        time.sleep(seconds)
        for number in reversed(stopped):  # the arena last: it kills engines
            with contextlib.suppress(ProcessLookupError):
                os.kill(number, signal.SIGCONT)

    def searching(self, log, word="> go"):
        """Waits until an engine is searching, after its first action."""
        wait_for(lambda: log.exists() and re.search(rf" \d+\.([5-9]|\d\d+) \w+ {word}[^\n]*\n\Z", log.read_text()))

    def finish(self, process):
        # Not communicate(): it would miss what a loop over the lines has taken into its buffer.
        output, errors = process.stdout.read(), process.stderr.read()
        self.assertEqual(process.wait(), 0, errors)
        self.assertEqual(long_stops(errors), 1, errors)
        self.assertEqual(WARNING.sub("", errors), "")
        return output

    def games(self, journal):
        """The parts of each game that do not depend on the time of day, by number."""
        lines = [json.loads(line) for line in journal.read_text().splitlines()]
        games = {}
        for game in lines[1:]:
            self.assertNotIn(game["game"], games)
            games[game["game"]] = [game["white"], game["black"], game["result"], game["reason"],
                                   [action["move"] for action in game["actions"]]]
        return games

    def match(self, name, concurrency="2"):
        return ["-engine", *SLOW, "name=one", "-engine", *SLOW, "name=two", *CLOCK, "-rounds", "2", "-repeat",
                "-concurrency", concurrency, "-force-concurrency", "-maxmoves", "8", "-ratinginterval", "0",
                "-pgnout", f"file={name}.pgn", "-log", f"file={name}.log"]

    def test_a_match_is_as_if_it_had_not_been_stopped(self):
        whole = self.start(*self.match("whole"))
        unbroken, errors = whole.communicate(timeout=120)
        self.assertEqual((whole.returncode, WARNING.sub("", errors)), (0, ""))
        for everything in (False, True):
            with self.subTest(everything=everything):
                name = f"stopped-{everything}"
                process = self.start(*self.match(name))
                self.searching(self.folder / f"{name}.log")
                self.stop(process, everything)
                output = self.finish(process)
                self.assertNotIn("on time", output)
                self.assertEqual(sorted(output.splitlines()), sorted(unbroken.splitlines()))
                self.assertEqual(self.games(self.folder / f"{name}.jsonl"), self.games(self.folder / "whole.jsonl"))
                self.assertEqual((self.folder / f"{name}.pgn").read_text().count("[Result "), 4)

    def test_a_game_that_is_always_interrupted_ends_the_match(self):
        process = self.start(*self.match("never", "1"))
        log = self.folder / "never.log"
        for attempt in range(1, 11):
            wait_for(lambda: log.exists() and log.read_text().count(" 1.5 one > go") == attempt)
            self.stop(process, False, 0.6)
        output, errors = process.stdout.read(), process.stderr.read()
        self.assertEqual(process.wait(), 1)
        self.assertTrue(errors.endswith("agon-match: game 1: this program was suspended in each of 10 attempts to play "
                                        "it, so its clocks mean nothing\n"), errors)
        self.assertNotIn("Finished game", output)
        self.assertEqual(self.games(self.folder / "never.jsonl"), {})

    def test_a_tuning_is_as_if_it_had_not_been_stopped(self):
        def tuning(name):
            return ["spsa", "-engine", *SLOW, "tc=3+0.1", "timemargin=500", "name=mock", "-param", "Hash", "start=500",
                    "min=1", "max=1000", "c_end=50", "r_end=0.01", "-iterations", "2", "-games-per-iteration", "2",
                    "-concurrency", "2", "-force-concurrency", "-maxmoves", "8", "-journal", f"file={name}.jsonl",
                    "-log", f"file={name}.log"]

        whole = self.start(*tuning("whole"))
        _, errors = whole.communicate(timeout=120)
        self.assertEqual((whole.returncode, WARNING.sub("", errors)), (0, ""))
        process = self.start(*tuning("stopped"))
        self.searching(self.folder / "stopped.log")
        self.stop(process, True)
        self.assertNotIn("Games that a fault decided", self.finish(process))
        self.assertEqual((self.folder / "stopped.jsonl").read_text(), (self.folder / "whole.jsonl").read_text())

    def test_a_game_on_the_screen_begins_again(self):
        process = self.start("play", "--engine", f"{BIN}/mock_engine uci slow", "--tc", "3+0.1", "--maxmoves", "20",
                             "--timemargin", "100", "--pgn", "game.pgn")
        for line in process.stdout:
            if line.startswith("  action 5, "):
                break
        self.stop(process, True)
        output = self.finish(process)
        self.assertIn("Result: 1/2-1/2 {Draw by adjudication (move limit)}\n", output)
        self.assertIn('[PlyCount "40"]', (self.folder / "game.pgn").read_text())

    def test_a_served_game_continues(self):
        server = Serving(self.folder, "-engine", f"cmd={BIN}/mock_engine", "args=uci slow", "name=mock", "tc=3+0.1",
                         "timemargin=100")
        self.addCleanup(server.close)
        window = PageWindow(server.port)
        self.addCleanup(window.close)
        window.send({"do": "new", "white": "mock", "black": "mock"})
        window.read_until(lambda message: message["topic"] == "game" and len(message["actions"]) > 2)
        stopped = [server.process.pid, *server.children()]
        for number in stopped:
            os.kill(number, signal.SIGSTOP)
        time.sleep(STOP)
        for number in stopped:
            os.kill(number, signal.SIGCONT)
        message = window.read_until(lambda message: message["topic"] == "game" and len(message["actions"]) > 8)
        self.assertFalse(message.get("result"), message)

    def test_a_person_is_not_charged_either(self):
        server = Serving(self.folder)
        self.addCleanup(server.close)
        window = PageWindow(server.port)
        self.addCleanup(window.close)
        window.send({"do": "new", "white": "person", "black": "person"})
        game = window.read_until(lambda message: message["topic"] == "game" and message["legal"])
        os.kill(server.process.pid, signal.SIGSTOP)
        time.sleep(STOP)
        os.kill(server.process.pid, signal.SIGCONT)
        window.send({"do": "play", "action": game["legal"][0], "ply": 0})
        window.read_until(lambda message: message["topic"] == "game" and len(message["actions"]) == 1)
        [journal] = server.games("jsonl")
        action = json.loads(journal.splitlines()[-1])["actions"][0]
        self.assertLess(action["us"], STOP * 1_000_000 / 2)


class Terminal(unittest.TestCase):
    """Ctrl-Z and `fg` in a shell."""

    def test_the_match_stops_and_resumes(self):
        import pty
        with tempfile.TemporaryDirectory() as folder:
            child, terminal = pty.fork()
            if child == 0:
                os.chdir(folder)
                os.execlp("bash", "bash", "--norc", "-i")
            text = bytearray()

            def read():
                try:
                    while data := os.read(terminal, 4096):
                        text.extend(data)
                except OSError:
                    pass

            reader = threading.Thread(target=read, daemon=True)
            reader.start()
            engine = f"cmd={BIN}/mock_engine 'args=uci slow'"
            try:
                os.write(terminal, f"{BIN}/agon-match -engine {engine} name=one -engine {engine} name=two -each tc=3+0.1 "
                                   "-rounds 1 -maxmoves 8 -log file=log -ratinginterval 0\n".encode())
                log = pathlib.Path(folder, "log")
                wait_for(lambda: log.exists() and " 1.5 one > go" in log.read_text())
                os.write(terminal, b"\x1a")
                wait_for(lambda: b"Stopped" in text)
                time.sleep(STOP)
                os.write(terminal, b"fg\n")
                wait_for(lambda: b"Finished match" in text)
                self.assertNotIn(b"on time", text)
                self.assertEqual(long_stops(text.decode().replace("\r\n", "\n")), 1, text)
            finally:
                os.write(terminal, b"\x03\nexit\nexit\n")
                os.close(terminal)
                os.kill(child, signal.SIGKILL)
                os.waitpid(child, 0)


if __name__ == "__main__":
    side_by_side.main()

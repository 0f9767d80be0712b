"""The programs of `tools/release/cross windows` under wine: the engine by its transcripts, a match that is killed
and resumed, faults of engines, the server. AGON_BIN in the environment is the folder of native executables."""

import contextlib
import glob
import http.client
import os
import pathlib
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.append(str(ROOT / "tests/support"))
from conversations import Conversations, bench_line, Process
from websocket import WebSocket

NATIVE = pathlib.Path(os.environ["AGON_BIN"])
BIN = ROOT / "build/windows/bin"
WINE = shutil.which("wine64") or "/usr/lib/wine/wine64"
LIBRARIES = next(iter(glob.glob("/usr/lib/*/wine/x86_64-windows")), "")
NAME = "Bücher und Ходы"  # for folders: blanks, letters of the code page and others
ENVIRONMENT = dict(os.environ, WINEDEBUG="-all", WINEDLLOVERRIDES="mscoree,mshtml,winemenubuilder.exe=",
                   LC_ALL="C.UTF-8")


def missing():
    if not pathlib.Path(WINE).exists() or not LIBRARIES:
        return "wine64 is not installed"
    if not all((BIN / f"{name}.exe").is_file() for name in ("agon", "agon-match", "mock_engine")):
        return f"no programs in {BIN}: tools/release/cross windows builds them"
    return ""


def setUpModule():
    """A Windows with only wine's own libraries."""
    if why := missing():
        print(f"SKIPPED: {why}")
        raise unittest.SkipTest(why)
    folder = tempfile.TemporaryDirectory()
    unittest.addModuleCleanup(folder.cleanup)
    prefix = pathlib.Path(folder.name)
    (prefix / "drive_c/windows/temp").mkdir(parents=True)
    (prefix / "drive_c/windows/system32").symlink_to(LIBRARIES)
    (prefix / "dosdevices").mkdir()
    (prefix / "dosdevices/c:").symlink_to("../drive_c")
    (prefix / "dosdevices/z:").symlink_to("/")
    (prefix / ".update-timestamp").write_text("disable\n")
    # No debugger, which would keep a crashed engine alive.
    (prefix / "system.reg").write_text(r"""WINE REGISTRY Version 2
;; All keys relative to \\Machine

#arch=win64

[Software\\Microsoft\\Windows NT\\CurrentVersion\\AeDebug] 0
"Debugger"="none"
""")
    ENVIRONMENT["WINEPREFIX"] = folder.name
    server = shutil.which("wineserver") or "/usr/lib/wine/wineserver"
    subprocess.run([server, "--persistent"], env=ENVIRONMENT, check=True)
    unittest.addModuleCleanup(subprocess.run, [server, "--kill", "--wait"], env=ENVIRONMENT)
    # The first program starts services, which would inherit a pipe and keep it open.
    subprocess.run(command("agon", "help"), env=ENVIRONMENT, check=True, stdin=subprocess.DEVNULL,
                   stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


def command(program, *arguments):
    return [WINE, str(BIN / f"{program}.exe"), *map(str, arguments)]


def run(program, *arguments, status=0, **options):
    """Runs a program and returns its standard output and standard error."""
    options.setdefault("stdin", subprocess.DEVNULL if "input" not in options else None)
    done = subprocess.run(command(program, *arguments), env=ENVIRONMENT, capture_output=True, timeout=120,
                          **options)
    if done.returncode != status:
        raise AssertionError(f"exit status {done.returncode}: {done.stdout!r} {done.stderr!r}")
    return done.stdout.decode(), done.stderr.decode()


def alive():
    """The programs still running in this Windows: it ends the engines of an arena with the handle of their job."""
    deadline = time.monotonic() + 20
    while True:
        here = []
        for path in glob.glob("/proc/[0-9]*/environ"):
            with contextlib.suppress(OSError):
                if ENVIRONMENT["WINEPREFIX"].encode() in pathlib.Path(path).read_bytes():
                    here.append(pathlib.Path(path).with_name("cmdline").read_bytes().decode().replace("\0", " "))
        here = [line for line in here if "agon" in line or "mock_engine" in line]
        if not here or time.monotonic() > deadline:
            return here
        time.sleep(0.1)


class EngineTest(Conversations, unittest.TestCase):
    def engine(self, *arguments, **options):
        engine = Process(command("agon", *arguments), line_end="\r\n", env=ENVIRONMENT, **options)
        self.addCleanup(engine.close)
        return engine

    def test_signature(self):
        said, _ = run("agon", "bench")
        self.assertRegex(said.splitlines()[-1], bench_line())
        self.assertNotIn("\r", said)

    def test_stop_and_end_of_input(self):
        engine = self.engine()
        engine.send("isready")
        engine.until("readyok")
        self.assertLess(engine.quickest_stop("go infinite", "bestmove ", 0.3, 5), 0.3)
        engine.send("go infinite", "quit")
        engine.until("bestmove ")
        self.assertEqual(engine.process.wait(10), 0)
        said = run("agon", input=b"go infinite\r\ngo perft 3\n")[0].splitlines()
        self.assertTrue(any(line.startswith("bestmove ") for line in said))
        self.assertEqual(said[-1], "Nodes searched: 18417")

    def test_files(self):
        """With blanks, letters of other scripts, and lines that end in CR LF."""
        with tempfile.TemporaryDirectory() as folder:
            place = pathlib.Path(folder, NAME)
            place.mkdir()
            rules = (ROOT / "tools/custom-rules.ini").read_text()
            (place / "Правила.ini").write_bytes(rules.replace("\n", "\r\n").encode())
            said = run("agon", "rules", "club", "--variant-path", f"{NAME}\\Правила.ini", cwd=folder)[0]
            native = subprocess.run([NATIVE / "agon", "rules", "club", "--variant-path", f"{NAME}/Правила.ini"],
                                    cwd=folder, capture_output=True, text=True, check=True).stdout
            self.assertEqual(said, native.replace(f"{NAME}/", f"{NAME}\\"))
            engine = self.engine(cwd=folder)
            engine.send(f"setoption name Debug Log File value {NAME}/протокол.txt",
                        f"setoption name VariantPath value {NAME}/Нет.ini")
            absent = "".join(chr(c) if c < 128 else f"\\x{c:02x}" for c in f"{NAME}/Нет.ini".encode())
            self.assertIn(absent, engine.line())
            engine.end()
            log = (place / "протокол.txt").read_bytes().decode()
            self.assertIn(absent, log)
            self.assertNotIn("\r", log)


class MatchTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name, NAME)
        self.folder.mkdir()
        shutil.copy(BIN / "agon.exe", self.folder / "мой engine.exe")
        shutil.copy(BIN.parent / "books/standard.epd", self.folder / "Дебюты.epd")

    def test_killed_and_resumed(self):
        """Twenty games: interrupted by Ctrl-C, killed, resumed; the same games as on this system."""
        def match(engine, pgn):
            return ["-engine", f"cmd={engine}", "name=a", "nodes=3000", "-engine", f"cmd={engine}", "name=b",
                    "nodes=2000", "-each", "option.Hash=1", "-rounds", "10", "-repeat", "-concurrency", "2",
                    "-openings", "file=Дебюты.epd", "format=epd", "order=random", "-srand", "7",
                    "-pgnout", f"file={pgn}.pgn", "-epdout", f"file={pgn}.epd", "-use-affinity"]

        journal = self.folder / "партии.jsonl"

        def games():
            return max(0, len(journal.read_bytes().splitlines()) - 1) if journal.exists() else 0

        arguments = command("agon-match", *match("./мой engine", "партии"))
        for ending, done in ((signal.SIGINT, 3), (signal.SIGKILL, 9)):
            arena = subprocess.Popen(arguments, cwd=self.folder, env=ENVIRONMENT, stdin=subprocess.DEVNULL,
                                     stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
            self.addCleanup(arena.kill)
            end = time.monotonic() + 100
            while games() < done and arena.poll() is None and time.monotonic() < end:
                time.sleep(0.05)
            arena.send_signal(ending)
            status = arena.wait(30)
            self.assertLess(games(), 20, arena.stderr.read())
            if ending == signal.SIGINT:
                self.assertEqual(status, 130, arena.stderr.read())
            arena.stderr.close()
            self.assertEqual(alive(), [])
        said, errors = run("agon-match", *match("./мой engine", "партии"), cwd=self.folder)
        self.assertIn("20 games", said + errors)
        subprocess.run([NATIVE / "agon-match", *match(NATIVE / "agon", "native")], cwd=self.folder, check=True,
                       capture_output=True, env=dict(os.environ))
        for kind, count in (("pgn", r'\[Event '), ("epd", "\n")):
            mine = (self.folder / f"партии.{kind}").read_bytes().decode()
            self.assertNotIn("\r", mine)
            self.assertEqual(len(re.findall(count, mine)), 20)
        moves = {}
        for file in ("партии", "native"):
            text = (self.folder / f"{file}.pgn").read_text()
            moves[file] = sorted(re.sub(r"\{[^}]*\}|\s+", " ", game.split("]\n\n")[1])
                                 for game in text.split("[Event ")[1:])
        self.assertEqual(moves["партии"], moves["native"])
        page = self.folder / "отчёт.html"
        run("agon-match", "report", "партии.jsonl", "-o", page.name, cwd=self.folder)
        self.assertIn("<title>a vs b</title>", page.read_text())
        self.assertNotIn(b"\r\n", page.read_bytes())

    def test_faults(self):
        """The faults are distinguished."""
        for behaviour, status, said in (("die-move", 1, "0xC000001D.*illegal instruction"), ("leave", 1, "disconnect"),
                                        ("stall", 1, "stall|on time"), ("illegal", 0, "illegal move")):
            with self.subTest(behaviour):
                out, errors = run(
                    "agon-match", "-engine", f"cmd={BIN}/mock_engine", f"args=uci {behaviour} 2", "name=bad", "-engine",
                    f"cmd={BIN}/mock_engine.exe", "name=good", "-each", "st=1", "-rounds", "1", "-pgnout",
                    f"file={behaviour}.pgn", "-openings", "file=Дебюты.epd", "format=epd", cwd=self.folder, status=status)
                self.assertRegex(out + errors + (self.folder / f"{behaviour}.pgn").read_text(), said)
                self.assertEqual(alive(), [])

    def test_serve(self):
        server = subprocess.Popen(command("agon-match", "serve", "-http", "port=0"), cwd=self.folder,
                                  env=ENVIRONMENT, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE)
        self.addCleanup(server.stdout.close)
        self.addCleanup(server.kill)
        while not (found := re.search(r"http://127.0.0.1:(\d+)/", line := server.stdout.readline().decode())):
            self.assertTrue(line, "it says no address")
        connection = http.client.HTTPConnection("127.0.0.1", int(found[1]), timeout=30)
        self.addCleanup(connection.close)
        connection.request("GET", "/")
        self.assertEqual(connection.getresponse().status, 200)
        window = WebSocket(int(found[1]))
        self.addCleanup(window.close)
        window.send({"do": "new", "white": "agon", "black": "person", "limit": "level 1"})
        game = window.read_until(lambda message: message["topic"] == "game" and message.get("actions", {}).get("list"))
        self.assertEqual(len(game["actions"]["list"]), 1)
        server.send_signal(signal.SIGINT)
        self.assertEqual(server.wait(30), 0)
        self.assertEqual(alive(), [])

    def test_check(self):
        said, _ = run("agon-match", "check", "cmd=./мой engine", cwd=self.folder)
        self.assertRegex(said, "passed")


if __name__ == "__main__":
    unittest.main()

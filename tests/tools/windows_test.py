"""The programs of `tools/release/cross windows` under wine: the engine by its transcripts, a match that is killed
and resumed, faults of engines, the server. AGON_BIN in the environment is the folder of native executables."""

import contextlib
import glob
import gzip
import http.client
import json
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
import unittest.mock

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.append(str(ROOT / "tests/support"))
from conversations import Conversations, bench_line, Process
from websocket import WebSocket

NATIVE = pathlib.Path(os.environ["AGON_BIN"])
BIN = ROOT / "build/windows/bin"
WINE = shutil.which("wine64") or "/usr/lib/wine/wine64"
LIBRARIES = next(iter(glob.glob("/usr/lib/*/wine/x86_64-windows")), "")
NAME = "Bücher und Ходы"  # for folders: blanks, letters of the code page and others
FILE = "Königin-女王-🐝"  # for files: a letter of the code page, others, and one that takes two units of UTF-16
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


class NarrowPathTest(unittest.TestCase):
    def test_no_path_of_a_code_page(self):
        """A text becomes a path by path_of(), or is u8"...", and comes back by utf8_of(): otherwise the library's
        conversion is in the object file."""
        objects = sorted(path for path in BIN.parent.rglob("*.obj") if "boost" not in str(path))
        self.assertGreater(len(objects), 30)
        names = subprocess.run([shutil.which("x86_64-w64-mingw32-nm") or "nm", "-A", *objects], capture_output=True,
                               text=True, check=True).stdout
        self.assertEqual(sorted({line.split(":")[0] for line in names.splitlines()
                                 if re.search("10filesystem.*4path.*_S_(convertIcE|str_convertIcS)", line)}), [])


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

    def test_every_file(self):
        """Each file that the engine reads or writes, with a name in several scripts."""
        with tempfile.TemporaryDirectory() as folder:
            place = pathlib.Path(folder, FILE)
            place.mkdir()
            name = f"{place.name}/{FILE}"

            def written():
                return {path.name for path in place.iterdir()} - made

            rules = (ROOT / "tools/custom-rules.ini").read_text()
            (place / f"{FILE}.ini").write_text(rules)
            shutil.copy(ROOT / "search/nnue/networks/all.net", place / f"{FILE}.net")
            shutil.copy(BIN.parent / "books/standard.epd", place / f"{FILE}.epd")
            made = {path.name for path in place.iterdir()}
            said = run("agon", "--variant-path", f"{name}.ini", "--variant", "club", "--log-file", f"{name}.log",
                       "--log-level", "debug", f"setoption name Debug Log File value {name}.txt",
                       f"setoption name EvalFile value {name}.net", "eval", cwd=folder)[0]
            self.assertIn(f"Network: {name}.net\n", said)
            run("agon", "--protocol", "gtp", "--logfile-name", f"{name}.gtp", "name", cwd=folder)
            self.assertEqual(written(), {f"{FILE}.{kind}" for kind in ("log", "txt", "gtp")})
            for kind in ("log", "txt", "gtp"):
                self.assertGreater((place / f"{FILE}.{kind}").stat().st_size, 0, kind)
            said = run("agon", "analyse", "--variant-path", f"{name}.ini", cwd=folder,
                       input=b'{"id": "1", "rules": "club", "nodes": 10}\n')[0]
            self.assertNotIn("error", json.loads(said))
            said = run("agon", "bench", "1", "1", "1", f"{name}.epd", "perft", cwd=folder)[0]
            self.assertRegex(said, r"\d+ nodes \d+ nps\n$")
            found = run("agon", "genfens", "2", "--seed", "1", "--book", f"{name}.epd", cwd=folder)[0]
            self.assertEqual(found.count("\n"), 2)
            said = run("agon", "kit", f"{name}.epd", cwd=folder, status=1)[1]
            self.assertIn(f"cannot make the folder {name}.epd: ", said)
            said = run("agon", "bench", "--suite", f"{name}.missing", cwd=folder, status=1)[1]
            self.assertIn(f"cannot read {name}.missing: ", said)
            run("agon", f"export_net {name}-2.net", cwd=folder)
            self.assertEqual((place / f"{FILE}-2.net").read_bytes()[:4], (place / f"{FILE}.net").read_bytes()[:4])
            (place / f"{FILE}-2.net").unlink()
            said = run("agon", "play", "--pgn", f"{name}.pgn", "--movetime", "10", cwd=folder,
                       input=b"a1-b1\nquit\n")[0]
            self.assertIn(f"{name}.pgn", said)
            for end in ("pgn", "html"):
                run("agon", "review", "--nodes", "10", f"{name}.pgn", "-o", f"{name}-2.{end}", cwd=folder)
            self.assertEqual(written(), {f"{FILE}.{kind}" for kind in ("log", "txt", "gtp", "pgn")}
                             | {f"{FILE}-2.pgn", f"{FILE}-2.html"})
            again = run("agon", "review", "--nodes", "10", f"{name}.pgn", "-o", f"{name}.pgn", cwd=folder, status=1)[1]
            self.assertIn(f"-o: {name}.pgn is also the input {name}.pgn", again)

    def test_bytes_that_are_not_utf8(self):
        """They name no file of Windows: an error, and the session goes on."""
        engine = self.engine()
        for option in ("VariantPath", "EvalFile", "Debug Log File"):
            engine.process.stdin.write(f"setoption name {option} value ".encode() + b"a\xff.ini\r\n")
            self.assertIn(r"'a\xff.ini' cannot be the name of a file: it is not UTF-8", engine.line())
        engine.send("isready")
        self.assertEqual(engine.line(), "readyok")
        engine.end()


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

    def test_every_file(self):
        """Each file that the arena reads or writes, with a name in several scripts."""
        shutil.copy(ROOT / "search/nnue/networks/all.net", self.folder / f"{FILE}.net")
        shutil.copy(ROOT / "tools/custom-rules.ini", self.folder / f"{FILE}.ini")
        shutil.copy(BIN.parent / "books/standard.epd", self.folder / f"{FILE}-дебюты.epd")
        (self.folder / FILE).mkdir()
        shutil.copy(BIN / "agon.exe", self.folder / FILE / f"{FILE}.exe")
        (self.folder / f"{FILE}.json").write_text(json.dumps([{
            "name": "c", "command": f"./{FILE}", "workingDirectory": FILE, "protocol": "uci"}]))
        made = {path.name for path in self.folder.iterdir()}

        def arena(*arguments, status=0):
            return run("agon-match", *arguments, cwd=self.folder, status=status)

        arena("-engine", f"conf={FILE}.json", f"option.EvalFile=../{FILE}.net",
              "-engine", f"cmd=./{FILE}", f"dir={FILE}", "name=d", "-each", "nodes=50",
              f"option.VariantPath={FILE}.ini", "-variant", "club", "-rounds", "1", "-repeat",
              "-openings", f"file={FILE}-дебюты.epd", "format=epd", "-pgnout", f"file={FILE}.pgn",
              "-epdout", f"file={FILE}.epd", "-log", f"file={FILE}.log", "-journal", f"file={FILE}.jsonl")
        arena("report", f"{FILE}.jsonl", "-o", f"{FILE}.html")
        arena("convert", f"{FILE}.pgn", "-o", f"{FILE}.sgf", "--variant-path", f"{FILE}.ini")
        arena("merge", f"{FILE}.jsonl", "-o", f"{FILE}-2.jsonl")
        for games in ("jsonl", "pgn"):
            self.assertRegex(arena("rate", f"{FILE}.{games}", "--variant-path", f"{FILE}.ini")[0], r"(?m)^ *\S+ +c ")
        self.assertEqual({path.name for path in self.folder.iterdir()} - made,
                         {f"{FILE}.{kind}" for kind in ("pgn", "epd", "log", "jsonl", "html", "sgf")}
                         | {f"{FILE}-2.jsonl"})
        log = (self.folder / f"{FILE}.log").read_text()
        self.assertIn(f"setoption name EvalFile value ../{FILE}.net", log)
        self.assertNotIn("cannot read", log)
        said, _ = arena("replay", f"{FILE}.jsonl", "1", "--ply", "1", "--trust", "--nodes", "10")
        self.assertIn(f"./{FILE}", said)
        _, errors = arena("convert", f"{FILE}.pgn", "-o", f"{FILE}.pgn", status=1)
        self.assertIn(f"{FILE}.pgn already exists", errors)
        # A compressed book: Windows has none of the libraries, and the format is refused with its library's name.
        packed = ("-quick", f"cmd=./{FILE}", f"cmd=./{FILE}/{FILE}", f"book={FILE}-книга.epd.gz")
        _, errors = arena(*packed, status=1)
        self.assertIn(f"cannot read {FILE}-книга.epd.gz: no such file".lower(), errors.lower())
        (self.folder / f"{FILE}-книга.epd.gz").write_bytes(gzip.compress(b"text"))
        _, errors = arena(*packed, status=1)
        self.assertIn(f"{FILE}-книга.epd.gz: the file is compressed (gzip), and this program was built without zlib",
                      errors)
        # Engines of the command line, and its own; all names have backslashes.
        said, _ = arena("play", "--engine", f".\\{FILE}\\{FILE}.exe", "--pgn", f"{FILE}-3.pgn", "--opening",
                        f"{FILE}-дебюты.epd", "--maxmoves", "2", "--nodes", "10", "--quiet")
        self.assertIn(f"{FILE}-3.pgn", said)
        arena("play", "--maxmoves", "2", "--nodes", "10", "--quiet")

    @unittest.skipUnless(shutil.which("localedef") and pathlib.Path("/usr/share/i18n/locales/ru_RU").exists(),
                         "there is no localedef, or no data for it")
    def test_messages_of_the_system(self):
        """They are in the user's language, in UTF-8 whatever the code page, here 1251."""
        with tempfile.TemporaryDirectory() as locales:
            subprocess.run(["localedef", "-i", "ru_RU", "-f", "UTF-8", f"{locales}/ru_RU.UTF-8"], check=True)
            with unittest.mock.patch.dict(ENVIRONMENT, LOCPATH=locales, LC_ALL="ru_RU.UTF-8"):
                _, errors = run("agon-match", "-engine", "cmd=./нет", "name=a", "-engine", "cmd=./нет", "name=b",
                                "-each", "nodes=1", "-rounds", "1", cwd=self.folder, status=1)
        self.assertRegex(errors, "нет': Файл не найден")

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

"""The files that tools/cluster/openbench prepares for an OpenBench server and its workers; matches with a worker's
command lines, whose output is parsed as a worker does (arena.md, OpenBench, and arena.md, Standard output).
AGON_BIN in the environment is the folder of executables."""

import collections
import hashlib
import io
import json
import os
import pathlib
import re
import shlex
import shutil
import subprocess
import tarfile
import tempfile
import unittest
import zipfile

BIN = pathlib.Path(os.environ["AGON_BIN"])
DEV, BASE = "Agon-0123ABCD", "Agon-89ABCDEF"  # the engine and the first digits of a commit
HALF_POINTS = {"0-1": 0, "1/2-1/2": 1, "1-0": 2}
FAULT_WORDS = {"crash": ("disconnect", "stalls"), "time": ("on time",), "illegal": ("illegal",)}
ROOT = pathlib.Path(__file__).resolve().parents[2]
OPENBENCH = ROOT / "tools" / "cluster" / "openbench"
BOOK = b"6/4g2/8/9/3Q1GG2g/1Gg1g6/3ggGG3/4q4/3G4/7/6 b - - hmvc 3;\n"
OPTIONS = "option.Threads=1 option.Hash=8 option.UCI_Variant=classic"
BOOK_SIZE = 6


def version_of(program):
    """The first version number that it prints, which the worker compares."""
    text = subprocess.run([program, "--version"], capture_output=True, text=True).stdout
    return re.search(r"\d+\.\d+(\.\d+)?", text).group()


def genfens(count, seed):
    """Openings as a worker requests them to generate data: four fields, two operations."""
    command = [BIN / "agon", f"genfens {count} seed {seed} book None ", "quit"]
    book = []
    for line in subprocess.run(command, capture_output=True, text=True).stdout.splitlines():
        if line.startswith("info string genfens "):
            *fields, clock, number = line.split("genfens ")[1].split()
            assert len(fields) == 4, line
            book.append(f"{' '.join(fields)} hmvc {clock}; fmvn {number};")
    return book


def position_text(epd):
    fields, clock, number = re.fullmatch(r"(.*) hmvc (\d+); fmvn (\d+);", epd).groups()
    return f"{fields} {clock} {number}"


class Reading:
    """Sums up a match's output as the worker does."""

    def __init__(self, lines):
        self.faults = collections.Counter()
        self.results = {}
        self.titles = {}
        for line in lines:
            if "Finished game" not in line:
                continue
            words = line.split()
            self.results[int(words[2])] = words[6]
            self.titles[int(words[2])] = (words[3].lstrip("("), words[5].rstrip("):"), words[6])
            for fault, marks in FAULT_WORDS.items():
                self.faults[fault] += any(mark in line.split(":")[1] for mark in marks)
        self.trinomial, self.pentanomial = [0] * 3, [0] * 5
        for odd in range(1, max(self.results, default=0), 2):
            # The first engine is white in the odd game of a pair, black in the even one.
            won = HALF_POINTS[self.results[odd]]
            returned = 2 - HALF_POINTS[self.results[odd + 1]]
            self.trinomial[won] += 1
            self.trinomial[returned] += 1
            self.pentanomial[won + returned] += 1


def read_pgn(path):
    """Tags and text of each game; a blank line ends either."""
    parts = path.read_text().split("\n\n")
    assert parts.pop().strip() == ""
    tags = [dict(re.findall(r'^\[(\w+) "(.*)"\]$', part, re.M)) for part in parts[::2]]
    return list(zip(tags, parts[1::2], strict=True))


class Descriptions(unittest.TestCase):
    def test_the_runner_is_new_enough(self):
        config = json.loads((OPENBENCH / "config.json").read_text())
        self.assertEqual(config["fastchess_min_version"], version_of(BIN / "agon-match"))
        self.assertIn(f"project(agon VERSION {config['fastchess_min_version']} ",
                      (ROOT / "CMakeLists.txt").read_text())

    def test_the_engine(self):
        engine = json.loads((OPENBENCH / "Engines" / "Agon.json").read_text())
        config = json.loads((OPENBENCH / "config.json").read_text())
        for field, kind in (("private", bool), ("nps", int), ("source", str), ("build", dict)):
            self.assertIs(type(engine[field]), kind, field)
        for field, kind in (("path", str), ("compilers", list), ("cpuflags", list),
                            ("systems", list)):
            self.assertIs(type(engine["build"][field]), kind, field)
        self.assertEqual(engine["build"]["path"], str(OPENBENCH.relative_to(ROOT)))
        said = subprocess.run([BIN / "agon"], input="uci\nquit\n", capture_output=True, text=True)
        known = set(re.findall(r"^option name (.*?) type", said.stdout, re.M))
        for kind in ("test_presets", "datagen_presets"):
            presets = engine[kind]
            self.assertIn(presets["default"]["book_name"], config["books"] + ["NONE"])
            for name, preset in presets.items():
                if name == "default":
                    continue
                options = dict(word.split("=") for word in preset["both_options"].split())
                self.assertLessEqual({"Threads", "Hash"}, set(options))
                self.assertLessEqual(set(options), known)
                self.assertRegex(preset["both_time_control"], r"^(N=\d+|[\d.]+\+[\d.]+)$")


class Packing(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name) / "packed"
        # A copy of the sources, with a known book.
        self.root = pathlib.Path(folder.name) / "root"
        for name in ("engine", "search", "bench", "protocol", "tools"):
            shutil.copytree(ROOT / name, self.root / name)
        for name in ("CMakeLists.txt", "LICENSE"):
            shutil.copy(ROOT / name, self.root)
        with tarfile.open(self.root / "tools/openings/books/books.tar.xz", "w:xz") as archive:
            book = tarfile.TarInfo("sample.epd")
            book.size = len(BOOK)
            archive.addfile(book, io.BytesIO(BOOK))

    def pack(self, *arguments):
        return subprocess.run([self.root / "tools" / "cluster" / "openbench" / "pack", *arguments], capture_output=True, text=True)

    def build(self, folder, *arguments):
        """Builds as the worker does, but copies the programs of this build instead of compiling."""
        bin_folder = self.folder.parent / "path"
        bin_folder.mkdir(exist_ok=True)
        cmake = bin_folder / "cmake"
        cmake.write_text(
            "#!/bin/sh\n"
            'if [ "$1" = --build ] && [ "$3" = --target ]; then\n'
            f'    mkdir -p "$2/bin" && exec cp {shlex.quote(str(BIN))}/"$4" "$2/bin/$4"\n'
            "fi\n"
            f'PATH=${{PATH#*:}} exec cmake "$@"\n')
        cmake.chmod(0o755)
        path = f"{bin_folder}{os.pathsep}{os.environ['PATH']}"
        done = subprocess.run(["make", "-j", *arguments], cwd=folder, capture_output=True,
                              text=True, env={**os.environ, "PATH": path})
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)

    def test_existing_files_stay(self):
        self.folder.mkdir()
        (self.folder / "mine").write_text("")
        done = self.pack(self.folder)
        self.assertEqual(done.returncode, 1)
        self.assertIn("not an empty folder", done.stderr)
        self.assertEqual([path.name for path in self.folder.iterdir()], ["mine"])
        self.assertEqual(self.pack(self.folder / "mine").returncode, 1)
        self.assertEqual(self.pack().returncode, 2)

    @unittest.skipUnless(shutil.which("make"), "no make")
    def test_the_tree_builds_under_the_workers_names(self):
        self.assertEqual(self.pack(self.folder, "someone").returncode, 0)
        # GitHub's archive, as Python unpacks it, has lost the permissions to execute.
        for path in self.folder.rglob("*"):
            if path.is_file():
                path.chmod(0o644)
        self.build(self.folder, "CXX=g++")
        self.assertEqual(version_of(self.folder / "fastchess"), version_of(BIN / "agon-match"))
        engine = self.folder / "tools" / "cluster" / "openbench"
        self.build(engine, f"EXE={DEV}", "CXX=g++")
        self.assertTrue(version_of(engine / DEV))

    def test_the_server_gets_its_files(self):
        self.assertEqual(self.pack(self.folder, "someone").returncode, 0)
        server = self.folder / "server"
        config = json.loads((server / "config.json").read_text())
        self.assertEqual(config["fastchess_repo_url"], "https://github.com/someone/agon-fastchess")
        engine = json.loads((server / "Engines" / "Agon.json").read_text())
        self.assertEqual(engine["source"], "https://github.com/someone/agon")
        book = json.loads((server / "Books" / "agon-sample.epd.json").read_text())
        self.assertEqual(book, {
            "sha": hashlib.sha256(BOOK).hexdigest(),
            "source": "https://github.com/someone/agon-fastchess/raw/main/Books/agon-sample.epd.zip"
        })
        with zipfile.ZipFile(self.folder / "Books" / "agon-sample.epd.zip") as archive:
            self.assertEqual(archive.namelist(), ["agon-sample.epd"])
            self.assertEqual(archive.read("agon-sample.epd"), BOOK)

    def test_the_books_of_the_configuration_are_ours(self):
        shutil.copy(ROOT / "tools/openings/books/books.tar.xz", self.root / "tools/openings/books")
        self.assertEqual(self.pack(self.folder).returncode, 0)
        config = json.loads((OPENBENCH / "config.json").read_text())
        for name in config["books"]:
            self.assertTrue((self.folder / "server" / "Books" / f"{name}.json").exists(), name)
            self.assertTrue((self.folder / "Books" / f"{name}.zip").exists(), name)


class Matches(unittest.TestCase):
    """In a folder like the one that a worker runs in."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        for name in ("Engines", "Books", "PGNs"):
            (self.folder / name).mkdir()
        for name in (DEV, BASE):
            (self.folder / "Engines" / name).symlink_to(BIN / "agon")
        (self.folder / "fastchess-ob").symlink_to(BIN / "agon-match")
        self.pgn = self.folder / "PGNs" / "7.9.1700000000.0.pgn"
        self.book = genfens(BOOK_SIZE, 5)
        self.assertEqual(len(set(self.book)), BOOK_SIZE)
        (self.folder / "Books" / "agon.epd").write_text("\n".join(self.book) + "\n")

    def play(self, control="tc=inf nodes=100", rounds=2, games=2, adjudication="  ",
             options=OPTIONS, book="order=random start=1 -srand 7", base_control=None):
        self.pgn.unlink(missing_ok=True)
        self.pgn.with_suffix(".jsonl").unlink(missing_ok=True)
        concurrency = min(2, os.cpu_count())
        engines = " ".join(
            f"-engine dir=Engines/ cmd=./{command} proto=uci {clock} {options} name=Agon-{branch}"
            for command, branch, clock in ((DEV, "dev", control),
                                           (BASE, "base", base_control or control)))
        command = (
            f"./fastchess-ob -recover -variant standard -testEnv"
            f" -concurrency {concurrency} -rounds {rounds} -games {games} {adjudication} {engines}"
            f" -openings file=Books/agon.epd format=epd {book}"
            f" -pgnout file=PGNs/{self.pgn.name} seldepth=true nodes=true"
            f" match_line='^info string pgncomment .*'")
        done = subprocess.run(shlex.split(command), cwd=self.folder, capture_output=True)
        self.errors = done.stderr.decode()
        self.assertEqual(done.returncode, 0, self.errors)
        self.lines = done.stdout.decode("ascii").removesuffix("\n").split("\n")
        # The worker stops reading at an empty line.
        self.assertTrue(all(line.strip() for line in self.lines), self.lines)
        reading = Reading(self.lines)
        self.assertEqual(sorted(reading.results), list(range(1, rounds * games + 1)))
        self.records = read_pgn(self.pgn)
        self.assertEqual(
            sorted((tags["White"], tags["Black"], tags["Result"]) for tags, _ in self.records),
            sorted(reading.titles.values()))
        return reading

    def openings(self):
        """Position texts by round; both games of a pair must have the same."""
        of_round = {}
        for tags, _ in self.records:
            of_round.setdefault(int(tags["Round"]), set()).add(tags["FEN"])
        self.assertTrue(all(len(positions) == 1 for positions in of_round.values()))
        return [of_round[number].pop() for number in sorted(of_round)]
    def test_a_match(self):
        reading = self.play(
            control="tc=inf nodes=300", base_control="tc=inf nodes=60", rounds=4,
            adjudication="-resign movecount=3 score=400 -draw movenumber=40 movecount=8 score=10"
                         " -tb /syzygy -tbpieces 6",
            options=OPTIONS + " option.SyzygyPath=/syzygy")
        self.assertEqual(sum(reading.faults.values()), 0)
        self.assertNotIn("match_line", self.errors)
        self.assertEqual(sum(reading.pentanomial), 4)
        losses, draws, wins = reading.trinomial
        self.assertIn(f"Wins: {wins}, Losses: {losses}, Draws: {draws},", "\n".join(self.lines))
        self.assertIn(f"Ptnml(0-2): {reading.pentanomial}", "\n".join(self.lines))
        self.assertEqual(len(set(self.openings())), 4)
        by_round = collections.Counter((tags["Round"], tags["White"]) for tags, _ in self.records)
        self.assertEqual(set(by_round.values()), {1})
        for tags, moves in self.records:
            self.assertEqual(tags["Variant"], "classic")
            self.assertIn(tags["Termination"], ("normal", "adjudication"))
            words = re.sub(r"\{[^}]*\}", "", moves).split()
            self.assertEqual(words.pop(), tags["Result"])
            actions = [word for word in words if not word.endswith(".")]
            self.assertEqual(len(actions), int(tags["PlyCount"]))
            # Each action has a comment in the form that the worker parses.
            comments = re.findall(r"\{([^}]*)\}", moves)
            self.assertEqual(len(comments), len(actions))
            for comment in comments:
                self.assertRegex(" ".join(comment.split()),
                                 r"^[+-]M?[\d.]+/\d+ [\d.]+s, n=\d+, sd=\d+(, [^,]*)?$")

    def test_the_order_of_openings_is_a_shuffle_turned_by_start(self):
        def order(start, seed):
            self.play("tc=inf depth=1", BOOK_SIZE, book=f"order=random start={start} -srand {seed}")
            return self.openings()

        shuffled = order(1, 7)
        self.assertEqual(sorted(shuffled), sorted(map(position_text, self.book)))
        self.assertNotEqual(shuffled, [position_text(epd) for epd in self.book])
        self.assertNotEqual(shuffled, order(1, 8))
        self.assertEqual(order(3, 7), shuffled[2:] + shuffled[:2])
        # The server keeps counting beyond the end of the book.
        self.assertEqual(order(3 + BOOK_SIZE, 7), shuffled[2:] + shuffled[:2])

    def test_games_for_data_are_single(self):
        reading = self.play(rounds=4, games=1, book="order=sequential start=3")
        self.assertEqual(self.openings(), [position_text(epd) for epd in self.book[2:6]])
        self.assertEqual([reading.titles[game][0] for game in (1, 2, 3, 4)],
                         ["Agon-dev", "Agon-base"] * 2)

    def test_every_kind_of_clock(self):
        for control in ("tc=inf nodes=50", "tc=inf depth=2", "st=0.01 timemargin=250",
                        "tc=0.30+0.00 timemargin=250", "tc=40/0.30+0.01 timemargin=250"):
            with self.subTest(control):
                self.play(control, rounds=1)

    def test_faults_are_distinguished(self):
        for behaviour, fault, termination in (("die-move 2", "crash", "abandoned"),
                                              ("leave 2", "crash", "abandoned"),
                                              ("stall 2", "crash", "stalled"),
                                              ("illegal 2", "illegal", "illegal move"),
                                              ("late 2", "time", "time forfeit")):
            base = self.folder / "Engines" / BASE
            base.unlink()
            # Its last output is not ASCII, and would mislead a worker that read it.
            base.write_text("#!/bin/sh\nprintf 'illegal disconnect on time \\303\\251\\n' >&2\n"
                            f"exec {shlex.quote(str(BIN))}/mock_engine uci {behaviour}\n")
            base.chmod(0o755)
            with self.subTest(behaviour):
                reading = self.play("tc=inf nodes=50", rounds=1, base_control="st=1 timemargin=1000")
                self.assertEqual(reading.faults[fault], 2)
                self.assertEqual(sum(reading.faults.values()), 2)
                self.assertEqual(reading.pentanomial, [0, 0, 0, 0, 1])
                self.assertEqual([tags["Termination"] for tags, _ in self.records],
                                 [termination] * 2)


if __name__ == "__main__":
    unittest.main()

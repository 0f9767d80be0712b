"""Files that a user names: no output destroys an input, somebody else's file, or itself.

Every command that writes has a row in COMMANDS, and each test here tries all of them.
"""

import contextlib
import os
import pathlib
import re
import resource
import shutil
import stat
import subprocess
import tempfile
import unittest

BIN = pathlib.Path(os.environ["AGON_BIN"])
PROGRAMS = ("agon", "agon-match", "agon-book", "agon-prove", "agon-puzzles", "agon-seals", "agon-solve",
            "agon-tables", "agon-train")
PGN = '[Event "?"]\n[White "me"]\n[Black "you"]\n\n1. a1b2 {my own words} l11k10 2. b2c3 *\n\n'
ENGINES = " ".join(f"-engine cmd={BIN}/mock_engine name={name} args=uci" for name in "AB")
MATCH = f"agon-match {ENGINES} -each tc=60+1 -rounds 1 -maxmoves 2 "
SPSA = (f"agon-match spsa -engine cmd={BIN}/agon name=A nodes=10 -param Contempt min=0 max=9 -iterations 1"
        " -games-per-iteration 2 -maxmoves 2 ")
RULES = "[my-rules:classic]\nno_action = loses\n"
STUDY = '{"study": 2, "cells": [{}]}\n'

# A command, with IN and OUT for files; the input; whether a run replaces its own earlier output.
COMMANDS = {
    "review": ("agon review IN -o OUT --nodes 50", "game.pgn", False),
    "review page": ("agon review IN -o OUT.html --nodes 50", "game.pgn", True),
    "review rules": ("agon review game.pgn --variant-path IN -o OUT --nodes 50", "rules.ini", False),
    "play rules": ("agon play --variant-path IN --pgn OUT", "rules.ini", False),
    "report": ("agon-match report IN -o OUT", "match.jsonl", True),
    "report pgn": ("agon-match report IN -o OUT", "game.pgn", True),
    "report tuning": ("agon-match report IN -o OUT", "tune.jsonl", True),
    "report study": ("agon-match report --study IN -o OUT", "study.json", True),
    "convert": ("agon-match convert IN -o OUT.jsonl --to pgn", "match.jsonl", False),
    "convert to a journal": ("agon-match convert IN -o OUT --to journal", "game.pgn", False),
    "merge": ("agon-match merge IN -o OUT", "match.jsonl", False),
    "arena play": (f"agon-match play --quiet --engine {BIN}/mock_engine --maxmoves 2 --opening IN --pgn OUT",
                   "book.epd", False),
    "journal": (MATCH + "-openings file=IN -journal file=OUT", "book.epd", False),
    "pgnout": (MATCH + "-openings file=IN format=pgn -pgnout file=OUT -journal file=j", "openings.pgn", False),
    "epdout": (MATCH + "-openings file=IN -epdout file=OUT", "book.epd", False),
    "log": (MATCH + "-openings file=IN -log file=OUT", "book.epd", False),
    "log again": (MATCH + "-openings file=IN -log file=OUT append=false", "book.epd", False),
    "spsa journal": (SPSA + "-openings file=IN -journal file=OUT", "book.epd", False),
    "spsa log": (SPSA + "-openings file=IN -journal file=j -log file=OUT", "book.epd", False),
    "spsa report": (SPSA + "-openings file=IN -journal file=j -report file=OUT", "book.epd", True),
    "prove": ("agon-prove --variant same-ring --side white --throne --variant-path IN --output OUT",
              "rules.ini", True),
    "prove checkpoint": ("agon-prove --variant same-ring --side white --throne --variant-path IN --checkpoint OUT",
                         "rules.ini", False),
    "puzzles": ("agon-puzzles --nodes 100 --plies 3 IN --output OUT", "game.pgn", False),
    "train": ("agon-train play --eval-file IN -o OUT --games 1 --nodes 10 --resume", "network", False),
    "fit": ("agon-train fit IN -o OUT --epochs 1", "played", True),
    "fit checkpoint": ("agon-train fit IN -o net --epochs 1 --checkpoint OUT", "played", True),
    "fit start": ("agon-train fit played --epochs 1 --start IN -o OUT", "network", True),
}
# Two outputs that are one file.
DOUBLED = {
    "log and pgn": MATCH + "-pgnout file=OUT -log file=OTHER",
    "log and journal": MATCH + "-journal file=OUT -log file=OTHER",
    "epd and pgn": MATCH + "-pgnout file=OUT -epdout file=OTHER",
    "spsa": SPSA + "-journal file=OUT -report file=OTHER",
    "spsa log": SPSA + "-journal file=OUT -log file=OTHER",
    "prove": "agon-prove --variant same-ring --side white --throne --output OUT --checkpoint OTHER",
    "fit": "agon-train fit played -o OUT --epochs 1 --checkpoint OTHER",
}
# Another way to the same file.
ALIASES = {
    "name": lambda file: file,
    "./": lambda file: f"{file.parent}/./{file.name}",
    "symbolic link": lambda file: made(file.with_name("link-" + file.name), "symlink_to", file),
    "hard link": lambda file: made(file.with_name("hard-" + file.name), "hardlink_to", file),
}


def made(link, how, file):
    getattr(link, how)(file)
    return link


def run(command, folder, status=None, **options):
    words = command.split()
    done = subprocess.run([BIN / words[0], *words[1:]], cwd=folder, text=True, stdin=subprocess.DEVNULL,
                          capture_output=True, timeout=120, **options)
    if status is not None and done.returncode != status:
        raise AssertionError(f"{command}\nstatus {done.returncode}\n{done.stdout}{done.stderr}")
    return done


def contents(folder):
    return {path.relative_to(folder): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


class Files(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.samples = pathlib.Path(cls.enterClassContext(tempfile.TemporaryDirectory()))
        (cls.samples / "game.pgn").write_text(PGN)
        (cls.samples / "openings.pgn").write_text(PGN)
        (cls.samples / "rules.ini").write_text(RULES)
        (cls.samples / "study.json").write_text(STUDY)
        run("agon-train play -o played --games 20 --nodes 10 --actions 8", cls.samples, 0)
        run("agon-train fit played -o network --epochs 1", cls.samples, 0)
        run(MATCH + "-journal file=match.jsonl -epdout file=book.epd", cls.samples, 0)
        run(SPSA + "-journal file=tune.jsonl", cls.samples, 0)

    def setUp(self):
        self.folder = pathlib.Path(self.enterContext(tempfile.TemporaryDirectory()))
        shutil.copytree(self.samples, self.folder, dirs_exist_ok=True)

    def each(self, rows, check, **subtest):
        """Checks each row in its own folder."""
        for name, row in rows.items():
            with self.subTest(name, **subtest), tempfile.TemporaryDirectory() as folder:
                self.folder = pathlib.Path(folder)
                shutil.copytree(self.samples, self.folder, dirs_exist_ok=True)
                check(row)


class Inputs(Files):
    def test_an_output_that_is_the_input_is_refused(self):
        for how, alias in ALIASES.items():
            def check(row):
                command, name, _ = row
                file = self.folder / name
                if "OUT.html" in command: # a page by its name
                    file = file.rename(file.with_suffix(".html"))
                output = alias(file)
                before = contents(self.folder)
                done = run(re.sub(r"OUT(\.\w+)?", str(output), command).replace("IN", str(file)), self.folder)
                self.assertIn(done.returncode, (1, 2), done.stderr)
                self.assertRegex(done.stderr, r"^agon[a-z-]*: .*\n$")
                self.assertIn(pathlib.Path(output).name, done.stderr)
                self.assertEqual(contents(self.folder), before)

            self.each(COMMANDS, check, how=how)

    def test_two_outputs_that_are_one_file_are_refused(self):
        for there in (False, True):
            def check(command):
                one, other = self.folder / "one", self.folder / "other"
                if there:
                    one.touch()
                    other.hardlink_to(one)
                else:
                    other.symlink_to("one")
                before = contents(self.folder)
                done = run(command.replace("OUT", "one").replace("OTHER", "./other"), self.folder)
                self.assertIn(done.returncode, (1, 2), done.stderr)
                self.assertIn("another option of this command is writing it", done.stderr)
                self.assertEqual(contents(self.folder), before)

            self.each(DOUBLED, check, there=there)

    def test_a_kit_over_files_of_others_is_refused(self):
        for name in ("README.md", "schema.json", "rules.js", "check.py", "rules.ini", "classic.json"):
            with self.subTest(name=name), tempfile.TemporaryDirectory() as folder:
                file = pathlib.Path(folder) / name
                file.write_text("#!/usr/bin/env python3\n{}\n# mine\n")
                before = contents(file.parent)
                self.assertIn(f"{name} exists and is not", run(f"agon kit {folder}", folder, 1).stderr)
                self.assertEqual(contents(file.parent), before)
        run("agon kit kit --positions 1", self.folder, 0)
        kit = contents(self.folder / "kit")
        run("agon kit kit --positions 1", self.folder, 0)
        self.assertEqual(contents(self.folder / "kit"), kit)

    def test_a_file_of_another_kind_is_refused(self):
        """Somebody else's file is neither replaced nor appended to."""
        for text in ("# My notes\n\nDo not lose them.\n", '{"journal":1,"mine":true}\n', "\x7fELF\0\1"):
            def check(row):
                command, name, _ = row
                output = self.folder / ("notes.html" if "OUT.html" in command else "notes.txt")
                output.write_text(text)
                before = contents(self.folder)
                done = run(re.sub(r"OUT(\.\w+)?", output.name, command).replace("IN", name), self.folder)
                self.assertIn(done.returncode, (1, 2), done.stderr)
                self.assertIn(output.name, done.stderr)
                after = contents(self.folder)
                self.assertEqual({file: after[file] for file in before}, before)

            self.each(COMMANDS, check, text=text)

    def test_a_log_of_the_engine_is_not_appended_to_another_file(self):
        before = contents(self.folder)
        for options in ("--log-file", "--protocol gtp --logfile-name"):
            done = run(f"agon {options} game.pgn", self.folder, 1)
            self.assertIn("game.pgn exists and is not a log of agon", done.stderr)
        done = subprocess.run([BIN / "agon"], cwd=self.folder, text=True, capture_output=True,
                              input="setoption name Debug Log File value game.pgn\nisready\nquit\n")
        self.assertIn("game.pgn exists and is not a log of agon", done.stdout)
        self.assertIn("readyok", done.stdout)
        self.assertEqual(contents(self.folder), before)


REPLACING = {name: row for name, row in COMMANDS.items() if row[2]}


def of_own(command, name):
    return re.sub(r"OUT(\.\w+)?", "made.html", command).replace("IN", name)


def limited(size):
    """A full disk: no file grows beyond a given size."""
    return lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))


def run_on_full_disk(command, folder, size):
    # Python ignores SIGXFSZ, and so do its children: the write fails.
    return run(command, folder, 1, preexec_fn=limited(size), restore_signals=False)


class Replaced(Files):
    def test_links_and_modes_stay(self):
        def check(row):
            command = of_own(*row[:2])
            (self.folder / "deep").mkdir()
            real = self.folder / "deep/real"
            (self.folder / "made.html").symlink_to("deep/real")
            run(command, self.folder, 0) # makes what the link names
            real.chmod(0o600)
            first = real.stat().st_ino
            run(command.replace("file=j ", "file=k "), self.folder, 0)
            self.assertTrue((self.folder / "made.html").is_symlink())
            self.assertNotEqual(real.stat().st_ino, first, "it was not replaced as a whole")
            self.assertEqual(stat.S_IMODE(real.stat().st_mode), 0o600)
            self.assertEqual(os.listdir(self.folder / "deep"), ["real"])

        self.each(REPLACING, check)

    def test_a_full_disk_leaves_the_old_file(self):
        def check(row):
            command = of_own(*row[:2])
            run(command, self.folder, 0)
            before = contents(self.folder)
            command = command.replace("file=j ", "file=/dev/null ").replace("-o net ", "-o /dev/null ")
            done = run_on_full_disk(command, self.folder, 300)
            self.assertRegex(done.stderr, "cannot write made.html: ")
            self.assertEqual(contents(self.folder), before)

        self.each(REPLACING, check)

    def test_a_full_disk_leaves_no_new_file(self):
        for command in ("agon-match convert game.pgn -o new.jsonl", "agon-match merge match.jsonl -o new.jsonl",
                        "agon-match report match.jsonl -o new.html"):
            with self.subTest(command):
                before = contents(self.folder)
                run_on_full_disk(command, self.folder, 50)
                self.assertEqual(contents(self.folder), before)


def numberless(folder):
    """The lines of the files, times, lengths and order aside: two engines start side by side."""
    return {str(path): sorted(re.sub(rb"[0-9.]+", b"0", text.replace(os.fsencode(folder), b"FOLDER")).split(b"\n"))
            for path, text in contents(folder).items()}


class ClosedStreams(Files):
    """Closed standard streams: the first files that are opened must not get their numbers."""

    WRITERS = {
        "agon": "agon review game.pgn -o new.pgn --nodes 50",
        "agon log": "agon --log-file new.log --log-level debug",
        "agon-match": MATCH + "-pgnout file=new.pgn -log file=new.log -srand 1",
        "agon-match spsa": SPSA + "-journal file=new.jsonl -report file=new.html",
        "agon-match play": f"agon-match play --engine {BIN}/mock_engine --maxmoves 2 --pgn new.pgn",
        "agon-book": "agon-book --count 1 --least 0 --most 9999 --tested 0 --played 2",
        "agon-prove": "agon-prove --variant same-ring --side white --throne --output new",
        "agon-puzzles": "agon-puzzles --nodes 100 --plies 3 game.pgn --output new",
        "agon-seals": "agon-seals --games 1 --nodes 10",
        "agon-solve": "agon-solve --plies 3 startpos",
        "agon-tables": "agon-tables --output new 1-1 --threads 1",
        "agon-train": "agon-train play -o new --games 3 --nodes 10 --actions 8",
    }

    def test_every_program_is_here(self):
        self.assertEqual({name.split()[0] for name in self.WRITERS}, set(PROGRAMS))
        self.assertEqual({path.name for path in BIN.iterdir()
                          if path.name.startswith("agon") and "test" not in path.name}
                         - {"agon-tune"}, set(PROGRAMS))

    def test_files_are_as_with_open_streams(self):
        def files(command, closed):
            """The exit status and the files, in a folder with the samples."""
            words = command.split()
            with tempfile.TemporaryDirectory() as folder:
                shutil.copytree(self.samples, folder, dirs_exist_ok=True)
                done = subprocess.run([BIN / words[0], *words[1:]], cwd=folder, stdin=subprocess.DEVNULL,
                                      stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, timeout=120,
                                      preexec_fn=lambda: [os.close(stream) for stream in closed])
                return done.returncode, numberless(pathlib.Path(folder))

        for name, command in self.WRITERS.items():
            expected = files(command, ())
            for closed in ((0,), (1,), (2,), (0, 1, 2)):
                with self.subTest(name, closed=closed):
                    self.assertEqual(files(command, closed), expected)

    def test_the_debug_log_has_no_answers(self):
        for closed in ((1,), (2,), (1, 2)):
            with self.subTest(closed=closed), tempfile.TemporaryDirectory() as folder:
                subprocess.run([BIN / "agon"], cwd=folder, text=True, timeout=60,
                               input="setoption name Debug Log File value log\ngo depth 2\nquit\n",
                               stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                               preexec_fn=lambda: [os.close(stream) for stream in closed])
                lines = (pathlib.Path(folder) / "log").read_text().splitlines()
                self.assertIn("bestmove", lines[-2] + lines[-1])
                for line in lines:
                    self.assertRegex(line, r"^\d{4}-\d\d-\d\d ")


class Games(Files):
    """Games that people play: none is lost, whatever else runs."""

    DOUBLED = 40

    def play(self, *options, actions="a1b2\nl11k10\n"):
        return subprocess.Popen([BIN / "agon", "play", "--side", "both", *options], cwd=self.folder, text=True,
                                stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE), actions

    def finish(self, started):
        """The file that each session reports for its game; None if it was refused."""
        kept = []
        for process, actions in started: # all play at the same time
            with contextlib.suppress(BrokenPipeError):
                process.stdin.write(actions)
                process.stdin.flush()
        for process, _ in started:
            out, err = process.communicate(timeout=60)
            name = re.search(r"The game is saved in (\S+)\.\n", out)
            if name is None:
                self.assertEqual(process.returncode, 1, out + err)
                self.assertIn(" is writing it; ", err)
            kept.append(name and name[1])
        return kept

    def count(self, pattern):
        return sum(path.read_text().count("[Event ") for path in self.folder.glob(pattern))

    def test_doubled_starts_in_one_folder(self):
        kept = []
        for _ in range(self.DOUBLED):
            kept += self.finish([self.play(), self.play()])
        kept += self.finish([self.play() for _ in range(12)])
        self.assertEqual(len(set(kept)), 2 * self.DOUBLED + 12)
        for name in kept:
            text = (self.folder / name).read_text()
            self.assertEqual((text.count("[Event "), text.count("a1b2")), (1, 1))

    def test_doubled_starts_with_one_file(self):
        for there in (False, True):
            kept = []
            for i in range(self.DOUBLED // 4):
                file = f"mine-{there}-{i}.pgn"
                if there:
                    (self.folder / file).write_text(PGN)
                both = self.finish([self.play("--pgn", file), self.play("--pgn", file)])
                kept += filter(None, both)
                self.assertTrue(any(both))
            self.assertEqual(self.count(f"mine-{there}-*.pgn"), len(kept) + there * self.DOUBLED // 4)

    def test_beside_a_match_with_the_same_file(self):
        slow = f"-engine cmd={BIN}/mock_engine name=A args=uci&stall -engine cmd={BIN}/mock_engine name=B"
        words = [word.replace("&", " ") for word in slow.split()]
        with subprocess.Popen([BIN / "agon-match", *words, "-each", "nodes=1", "-rounds", "1", "-pgnout",
                               "file=m.pgn"], cwd=self.folder, stdout=subprocess.PIPE, text=True) as match:
            for line in match.stdout:
                if line.startswith("Started game"):
                    break
            process, actions = self.play("--pgn", "m.pgn")
            out, err = process.communicate(actions, timeout=60)
            self.assertEqual(process.returncode, 1)
            self.assertIn(f"m.pgn: process {match.pid} (agon-match) is writing it", err)
            arena = run(f"agon-match play --quiet --engine {BIN}/mock_engine --pgn m.pgn", self.folder, 1)
            self.assertIn(f"m.pgn: process {match.pid} (agon-match) is writing it", arena.stderr)
            match.kill()

    def test_a_match_beside_a_game(self):
        (self.folder / "m.pgn").write_text(PGN)
        process, _ = self.play("--pgn", "m.pgn")
        process.stdin.write("a1b2\n")
        process.stdin.flush()
        shown = ""
        while not shown.endswith("black> "): # the game is written before it asks for the next action
            shown += process.stdout.read(1)
        refused = run(MATCH + "-pgnout file=m.pgn", self.folder, 1)
        self.assertIn(f"m.pgn: process {process.pid} (agon) is writing it", refused.stderr)
        process.communicate("quit\n", timeout=60)
        self.assertEqual(self.count("m.pgn"), 2)
        run(MATCH + "-pgnout file=m.pgn", self.folder, 0)
        self.assertEqual(self.count("m.pgn"), 4)

    def test_links_modes_and_earlier_games_stay(self):
        real = self.folder / "real.pgn"
        real.write_text(PGN.rstrip("\n"))
        real.chmod(0o600)
        inode = real.stat().st_ino
        (self.folder / "link.pgn").symlink_to("real.pgn")
        self.finish([self.play("--pgn", "link.pgn", actions="a1b2\nl11k10\nundo\nundo\nundo\na1a2\n")])
        self.assertTrue((self.folder / "link.pgn").is_symlink())
        self.assertEqual((real.stat().st_ino, stat.S_IMODE(real.stat().st_mode)), (inode, 0o600))
        self.assertTrue(real.read_text().startswith(PGN + '[Event "'))
        self.assertEqual(real.read_text().count("a1a2"), 1)

    def test_arena_games_in_one_folder(self):
        command = [BIN / "agon-match", "play", "--quiet", "--engine", BIN / "mock_engine", "--maxmoves", "2"]
        for _ in range(5):
            for process in [subprocess.Popen(command, cwd=self.folder, stdout=subprocess.PIPE) for _ in "ab"]:
                process.communicate(timeout=60)
                self.assertEqual(process.returncode, 0)
        for ending in ("pgn", "jsonl"):
            self.assertEqual(len(list((self.folder / "games").glob("*." + ending))), 10)
        self.assertEqual(self.count("games/*.pgn"), 10)


class Review(Files):
    def test_a_pattern_that_finds_the_review_itself(self):
        games = self.folder / "games-of-mine"
        games.mkdir()
        for i in "12":
            (games / f"{i}.pgn").write_text(PGN)
        command = "agon review games-of-mine/1.pgn games-of-mine/2.pgn -o games-of-mine/reviewed.pgn --nodes 50"
        run(command, self.folder, 0)
        before = contents(games)
        command = command.replace(" -o", " games-of-mine/reviewed.pgn -o")
        done = run(command, self.folder, 0)
        self.assertIn("games-of-mine/reviewed.pgn: left out, since it is the output\n", done.stderr)
        self.assertIn("2 of 2 games are reviewed", done.stderr)
        self.assertEqual(contents(games), before)
        (games / "3.pgn").write_text(PGN)
        done = run(command.replace(" -o", " games-of-mine/3.pgn -o"), self.folder, 0)
        self.assertIn("3 of 3 games are reviewed", done.stderr)

    def test_a_copy_with_comments_is_not_taken_for_a_review(self):
        shutil.copy(self.folder / "game.pgn", self.folder / "copy.pgn")
        done = run("agon review game.pgn -o copy.pgn --nodes 50", self.folder, 1)
        self.assertIn("copy.pgn: game 1 was not written by agon review", done.stderr)
        self.assertEqual((self.folder / "copy.pgn").read_text(), PGN)

    def test_an_empty_file_is_said(self):
        (self.folder / "empty.pgn").touch()
        for files in ("empty.pgn", "game.pgn empty.pgn"):
            done = run(f"agon review {files} --nodes 50", self.folder, 1)
            self.assertEqual((done.stdout, done.stderr.splitlines()[-1]),
                             ("", "agon: empty.pgn: there is no game in it"))


if __name__ == "__main__":
    unittest.main()

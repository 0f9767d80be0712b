"""tools/lab/study/run: what it plays, resumes and refuses; its figures; its page.
AGON_BIN in the environment is the folder of executables."""

import argparse
import json
import math
import os
import pathlib
import random
import re
import signal
import statistics
import subprocess
import sys
import tempfile
import time
import unittest
from xml.etree import ElementTree

ROOT = pathlib.Path(__file__).resolve().parents[2]
BIN = pathlib.Path(os.environ["AGON_BIN"])
sys.path += [str(ROOT / "tools/lab/study"), str(ROOT / "tests/support")]
import browser
import estimates
import figures
from cells import SETUPS, Cell, cells_in, heads, openings, placements

PROGRAMS = ["--agon", BIN / "agon", "--match", BIN / "agon-match"]
TINY = ["--presets", "classic", "kanare", "--setups", "own", "placement", "--nodes", "50", "--games", "4",
        "--batch", "2", *PROGRAMS]
ONE = ["--presets", "classic", "--setups", "own", "--nodes", "50", "--kinds", "equals", *PROGRAMS]


def study(*words):
    return subprocess.run([sys.executable, ROOT / "tools/lab/study/run", *words], capture_output=True, text=True,
                          timeout=250)


def options(seed):
    return argparse.Namespace(seed=seed, agon=BIN / "agon", variant_path=None)


def played(work):
    """The games of each cell and batch, by their number: opening, names, result and actions."""
    found = {}
    for cell in cells_in(work):
        for batch, journal in cell.journals(work).items():
            for line in journal.read_text().splitlines()[1:]:
                game = json.loads(line)
                found[str(cell), batch, game["game"]] = (
                    game["fen"], game["white"], game["result"],
                    [action["move"] for action in game["actions"]])
    return found


class Play(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.folder = pathlib.Path(folder.name)
        cls.done = study("play", cls.folder / "whole", *TINY)
        cls.shown = study("show", cls.folder / "whole", "-o", cls.folder / "out", *PROGRAMS[2:])

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.work = pathlib.Path(folder.name) / "work"

    def test_every_cell_is_played(self):
        self.assertEqual(self.done.returncode, 0, self.done.stderr)
        games = played(self.folder / "whole")
        self.assertEqual(len(games), 2 * 2 * 2 * 4)
        self.assertEqual({str(cell) for cell in cells_in(self.folder / "whole")},
                         {f"{preset}, {setup}, 50 nodes, {kind}" for preset in ("classic", "kanare")
                          for setup in ("standard", "placement") for kind in ("equals", "unequals")})
        lines = self.done.stderr.splitlines()
        self.assertRegex(lines[0], r"^8 cells, about 32 games and \d+ min left with 1 at a time, estimated from timed games")
        self.assertIn("0 games and 0 min left", lines[-1])
        # Equals have one opening a game; the two games of an unequal pair share one, colours swapped.
        for (cell, batch, game), (fen, white, *_) in games.items():
            other = games[cell, batch, 3 - game]
            self.assertEqual(fen == other[0], cell.endswith("unequals"))
            self.assertNotEqual(white, other[1])

    def test_a_second_run_plays_nothing(self):
        before = played(self.folder / "whole")
        done = study("play", self.folder / "whole", *TINY, "-o", self.work)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(played(self.folder / "whole"), before)
        self.assertEqual({file.name: file.read_text() for file in self.work.iterdir()},
                         {file.name: file.read_text() for file in (self.folder / "out").iterdir()})

    def test_shards_may_play_in_one_folder(self):
        parts = [subprocess.Popen([sys.executable, ROOT / "tools/lab/study/run", "play", self.work, *TINY, "--shard",
                                   f"{part}/2"], stderr=subprocess.PIPE, text=True) for part in "12"]
        said = [part.communicate(timeout=250)[1] for part in parts]
        self.assertEqual([part.returncode for part in parts], [0, 0], said)
        for lines in map(str.splitlines, said):
            self.assertIn("about 16 games", lines[0])
            self.assertEqual(sum("classic" in line or "kanare" in line for line in lines), 8)
            self.assertIn("about 0 games and 0 min left", lines[-1])
        self.assertEqual(played(self.work), played(self.folder / "whole"))

    def test_a_killed_study_resumes(self):
        command = ["play", self.work, *ONE, "--games", "24", "--batch", "12"]
        running = subprocess.Popen([sys.executable, ROOT / "tools/lab/study/run", *command],
                                   stderr=subprocess.DEVNULL)
        first = self.work / "classic/standard/50-equals/1.jsonl"
        end = time.monotonic() + 60
        while time.monotonic() < end and not (first.exists() and len(first.read_text().splitlines()) > 4):
            time.sleep(0.01)
        running.send_signal(signal.SIGKILL)
        running.wait()
        survived = played(self.work)
        self.assertGreaterEqual(len(survived), 3)
        self.assertLess(len(survived), 24)
        done = study(*command)
        self.assertEqual(done.returncode, 0, done.stderr)
        games = played(self.work)
        self.assertEqual(len(games), 24)
        self.assertEqual({key: games[key] for key in survived}, survived)
        whole = self.work.parent / "whole"
        study("play", whole, *command[2:])
        self.assertEqual(games, played(whole))

    def test_a_width_is_reached_and_no_more(self):
        done = study("play", self.work, *ONE, "--games", "2", "--batch", "10", "--width", "25")
        self.assertEqual(done.returncode, 0, done.stderr)
        games = list(played(self.work).values())
        decided = sum(result != "1/2-1/2" for *_, result, _ in games)
        self.assertLessEqual(estimates.half_width(decided, len(games)), 25)
        earlier = [game for (_, batch, _), game in played(self.work).items() if batch < len(games) // 10]
        if earlier:
            decided = sum(result != "1/2-1/2" for *_, result, _ in earlier)
            self.assertGreater(estimates.half_width(decided, len(earlier)), 25)

    def test_rules_of_ones_own(self):
        rules = self.work.with_name("rules.ini")
        rules.write_text("[gentle:classic]\nbetween = safe\n")
        command = ["play", self.work, *TINY, "--variant-path", rules, "--presets", "gentle", "--kinds", "equals"]
        done = study(*command, "-o", self.work / "out")
        self.assertEqual(done.returncode, 0, done.stderr)
        result = json.loads((self.work / "out/study.json").read_text())
        self.assertEqual({(cell["preset"], cell["setup"]) for cell in result["cells"]},
                         {("gentle", "standard"), ("gentle", "placement")})
        self.assertRegex(result["rules"], r"^rules\.ini, CRC-32 [0-9a-f]{8}$")
        for cell in cells_in(self.work):
            for journal in cell.journals(self.work).values():
                settings = json.loads(journal.read_text().splitlines()[0])["settings"]
                self.assertEqual(settings["rules"]["between"], "safe")
        rules.write_text("[gentle:classic]\nbetween = captured\n")
        done = study(*command)
        self.assertEqual(done.returncode, 1, done.stderr)
        self.assertIn("begun with rules 'rules.ini, CRC-32 ", done.stderr)

    def test_options_of_the_engine(self):
        command = ["play", self.work, *ONE, "--games", "2", "--batch", "2"]
        done = study(*command, "--option", "Contempt=7", "--option", "MultiPV=2")
        self.assertEqual(done.returncode, 0, done.stderr)
        journal, = self.work.glob("classic/standard/*/1.jsonl")
        for engine in json.loads(journal.read_text().splitlines()[0])["settings"]["engines"]:
            self.assertEqual((engine["options"]["Contempt"], engine["options"]["MultiPV"]), ("7", "2"))
        done = study(*command)
        self.assertEqual(done.returncode, 1, done.stderr)
        self.assertIn("begun with options ['Contempt=7', 'MultiPV=2'], got []", done.stderr)

    def test_a_plan_plays_nothing(self):
        done = study("play", self.work, *TINY, "--plan", "--nps", "1000000")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("assuming 1000000 nodes a second", done.stderr)
        self.assertEqual(played(self.work), {})

    def test_wrong_use(self):
        for wrong, message in [
                ("--presets clasic", "--presets: expected some of classic ham german "),
                ("--setups ring", "--setups: expected some of standard placement flanked own, got 'ring'"),
                ("--nodes 0", "--nodes: expected an integer >= 1, got '0'"),
                ("--games x", "--games: expected an integer >= 1, got 'x'"),
                ("--width 0", "--width: expected points from 0.5 to 50, got '0'"),
                ("--batch 3", "--batch: expected an even number, got '3'"),
                ("--option Hash", "--option: expected NAME=VALUE, got 'Hash'"),
                ("--shard 3/2", "--shard: expected I/N with 1 <= I <= N, got '3/2'")]:
            with self.subTest(wrong=wrong):
                done = study("play", self.work, *PROGRAMS, *wrong.split())
                self.assertEqual((done.returncode, done.stdout), (2, ""))
                self.assertIn(message, done.stderr)
        self.work.mkdir(exist_ok=True)
        for words, message in [
                (["show", self.work, "-o", self.work, *PROGRAMS[2:]], "no game of a study"),
                (["play", self.folder / "whole", *TINY, "--seed", "2"], "begun with seed 1, got 2")]:
            with self.subTest(message=message):
                done = study(*words)
                self.assertEqual(done.returncode, 1, done.stderr)
                self.assertIn(message, done.stderr)

    # The figures and the page.

    def result(self):
        self.assertEqual(self.shown.returncode, 0, self.shown.stderr)
        return json.loads((self.folder / "out/study.json").read_text())

    def test_the_figures_follow_from_the_journals(self):
        result = self.result()
        self.assertEqual(len(result["cells"]), 8)
        names = [figure["name"] for figure in result["figures"]]
        for cell in result["cells"]:
            place = Cell(cell["preset"], cell["setup"], cell["nodes"], cell["kind"])
            journals = place.journals(self.folder / "whole").values()
            games = [game for journal in journals for game in heads(journal)]
            self.assertEqual(cell["games"], len(games))
            self.assertEqual(sum(cell["endings"].values()), len(games))
            decided = sum(game["result"] != "1/2-1/2" for game in games)
            self.assertAlmostEqual(cell["decided"]["value"], 100 * decided / len(games), places=2)
            self.assertEqual("first" in cell, decided > 0)
            self.assertEqual("elo" in cell, cell["kind"] == "unequals")
            for name in set(names) & set(cell):
                figure = cell[name]
                self.assertTrue(figure["low"] <= figure["value"] <= figure["high"], (name, figure))
        # The lengths of the recorded games agree too.
        lengths = sorted(len(actions) for (cell, *_), (*_, actions) in played(self.folder / "whole").items()
                         if cell == "kanare, standard, 50 nodes, equals")
        cell = next(cell for cell in result["cells"]
                    if (cell["preset"], cell["setup"], cell["kind"]) == ("kanare", "standard", "equals"))
        self.assertEqual(cell["actions"]["value"], (lengths[1] + lengths[2]) / 2)

    def test_the_gain_is_that_of_the_arena(self):
        """There is one journal, so that its own table has all games of a cell."""
        done = study("play", self.work, *ONE[:-5], "unequals", *PROGRAMS, "--games", "6", "--batch", "6")
        self.assertEqual(done.returncode, 0, done.stderr)
        journal, = self.work.glob("classic/standard/*/1.jsonl")
        table = subprocess.run([BIN / "agon-match", "merge", journal], capture_output=True, text=True).stdout
        value = float(re.search(r"nElo: (\S+)", table)[1])
        cell, = figures.study_of(self.work, BIN / "agon-match")["cells"]
        # Its table is that of the engine listed first, which has fewer nodes.
        self.assertAlmostEqual(cell["elo"]["value"], -value, places=2)

    def test_a_study_json_makes_the_same_files(self):
        self.result()
        out, again = self.folder / "out", self.folder / "again"
        done = study("show", out / "study.json", "-o", again, *PROGRAMS[2:])
        self.assertEqual(done.returncode, 0, done.stderr)
        files = sorted(file.name for file in out.iterdir())
        self.assertIn("study.html", files)
        self.assertEqual(sorted(file.name for file in again.iterdir()), files)
        for name in files:
            self.assertEqual((again / name).read_bytes(), (out / name).read_bytes(), name)

    def test_tables_and_drawings_have_every_cell(self):
        result = self.result()
        tables = next(self.folder.glob("out/*.md")).read_text()
        for figure in result["figures"]:
            cells = [cell for cell in result["cells"]
                     if cell["kind"] == figure["kind"] and figure["name"] in cell]
            for setup in SETUPS:
                file = self.folder / f"out/{figure['name']}-{setup}.svg"
                shown = [cell for cell in cells if cell["setup"] == setup]
                self.assertEqual(file.exists(), bool(shown))
                if shown:
                    picture = ElementTree.parse(file)
                    marks = picture.findall(".//{http://www.w3.org/2000/svg}circle")
                    self.assertEqual(len(marks), len(shown) + 1)  # one is in the legend
            if cells:
                part = tables.split(f"## {figure['title']}")[1].split("\n## ")[0]
                self.assertEqual(part.count("\n| "), len(cells) + 2)

    @unittest.skipUnless(browser.PROGRAM, "no chromium is installed")
    def test_the_page(self):
        result = self.result()
        program = browser.Browser()
        self.addCleanup(program.close)
        page = program.open(f"file://{self.folder}/out/study.html", width=390, height=900)
        text = "document.querySelector('article.other .status').textContent"
        page.wait(f"{text}.startsWith('The beginning')")
        self.assertEqual(page.value("document.querySelector('#one').value"), "classic, standard")
        page.value("""(() => { const select = document.querySelector("#other");
            select.value = "kanare, placement"; select.dispatchEvent(new Event("change"));
            const game = document.querySelector("article.other select");
            game.value = "1"; game.dispatchEvent(new Event("change")); })()""")
        game = next(game for game in result["games"] if (game["preset"], game["setup"], game["choice"]) ==
                    ("kanare", "placement", "surprising"))
        self.assertIn(game["why"], page.value("document.querySelector('article.other .why').textContent"))
        page.value("document.querySelector('article.other [data-key=toolfinish]').click()")
        result = game["result"].replace("1/2", "\u00bd")
        self.assertIn(f"{result}: {game['reason']}", page.value(text))
        pieces = "document.querySelectorAll('article.%s .board .piece :is([href=\"#p-Q\"], [href=\"#p-q\"])').length"
        for side in "one", "other":
            self.assertEqual(page.value(pieces % side), 2)
        self.assertLessEqual(page.value("document.documentElement.scrollWidth"), 390)
        self.assertEqual(program.faults, [])


class Numbers(unittest.TestCase):
    def test_wilson(self):
        """R. G. Newcombe, "Two-sided confidence intervals for the single proportion" (1998), table I,
        method 3."""
        for count, games, low, high in [(81, 263, 0.2553, 0.3662), (15, 148, 0.0624, 0.1605),
                                        (0, 20, 0.0, 0.1611), (1, 29, 0.0061, 0.1718)]:
            for bound, expected in zip(estimates.wilson(count, games), (low, high)):
                self.assertEqual(round(bound, 4), expected)
            self.assertAlmostEqual(estimates.wilson(games - count, games)[1], 1 - estimates.wilson(count, games)[0])
        self.assertEqual(estimates.wilson(0, 0), (0, 1))

    def test_games_for_a_width(self):
        """The textbook's 1.96^2 / 4 / 0.05^2 = 384.1 games, of which half are decided."""
        self.assertEqual(estimates.games_for(5, 0.5), 385)
        self.assertLessEqual(estimates.half_width(192, 385), 5)
        self.assertGreater(estimates.half_width(185, 370), 5)

    def test_mean_and_quartiles(self):
        self.assertEqual(estimates.quartiles([1, 2, 3, 4, 5]), {"value": 3, "low": 2, "high": 4})
        mean = estimates.mean([2, 4, 4, 4, 5, 5, 7, 9])  # squares of deviations sum up to 32
        self.assertEqual(mean["value"], 5)
        self.assertAlmostEqual(mean["high"] - 5, 1.96 * math.sqrt(32 / 7 / 8), places=2)

    def test_the_error_of_normalised_elo(self):
        """It agrees with simulated pairs of known chances."""
        self.assertIsNone(estimates.elo_error([0, 0, 50, 0, 0]))
        even = estimates.elo_error([1, 3, 42, 3, 1])  # a ratio of 0: the arena's own interval
        self.assertAlmostEqual(even, 1.96 * 800 / math.log(10) / math.sqrt(100), places=1)
        chance = random.Random(1)
        for chances in [2, 8, 48, 80, 62], [2, 12, 160, 20, 6]:
            values, errors = [], []
            for _ in range(600):
                pairs = chance.choices(range(5), chances, k=200)
                counts = [pairs.count(points) for points in range(5)]
                values.append(statistics.fmean(pairs) - 2)
                values[-1] *= 800 / math.log(10) / math.sqrt(2) / statistics.pstdev(pairs)
                errors.append(estimates.elo_error(counts))
            self.assertAlmostEqual(1.96 * statistics.stdev(values) / statistics.fmean(errors), 1, delta=0.1)

    def test_placements(self):
        texts = list(placements(200, 3))
        self.assertEqual(texts, list(placements(200, 3)))
        self.assertEqual(len(set(texts)), 200)
        for text in texts:
            done = subprocess.run([BIN / "agon", "show", "--fen", text], capture_output=True, text=True)
            self.assertEqual(done.returncode, 0, done.stderr)
            board, *fields = text.split()
            self.assertEqual(fields, ["w", "-", "GGGGgggg", "0", "3"])
            self.assertEqual(sorted(filter(str.isalpha, board)), sorted("QqGGgg"))

    def test_openings_differ_by_seed_and_batch_alone(self):
        cell, more = Cell("ham", "flanked", 50, "equals"), Cell("ham", "flanked", 99, "unequals")
        self.assertEqual(openings(cell, 3, 1, options(1)), openings(more, 3, 1, options(1)))
        for seed, batch in (2, 1), (1, 2):
            self.assertNotEqual(openings(cell, 3, 1, options(1)),
                                openings(cell, 3, batch, options(seed)))


def game(number, ending, actions, behind=None, leads=0):
    return {"game": number, "ending": ending, "actions": actions, "captures": 2, "relocations": 1,
            "leads": leads, "behind": behind}


class Order(unittest.TestCase):
    def test_most_decided_games_come_first(self):
        def cell(preset, setup, kind, nodes, share):
            return {"preset": preset, "setup": setup, "kind": kind, "nodes": nodes,
                    "decided": {"value": share}}

        b9, b5 = cell("b", "standard", "equals", 9, 50), cell("b", "standard", "equals", 5, 40)
        a, c = cell("a", "flanked", "equals", 5, 30), cell("c", "standard", "equals", 5, 60)
        unequals = cell("a", "flanked", "unequals", 5, 100)  # which do not count for equals
        self.assertEqual(figures.decided_first([unequals, a, b9, b5, c]), [c, b5, b9, a, unequals])


class Games(unittest.TestCase):
    def test_the_typical_game_is_of_the_commonest_ending(self):
        games = [game(1, "throne", 10), game(2, "throne", 52), game(3, "throne", 50), game(4, "throne", 90),
                 game(5, "throne", 40), game(6, "repetition", 50), game(7, "repetition", 50)]
        chosen, why = figures.typical(games)
        self.assertEqual(chosen["game"], 3)  # the median of 10 40 50 52 90
        self.assertIn("5 of 7 games end this way", why)

    def test_the_surprising_game_is_the_greatest_comeback(self):
        games = [game(1, "throne", 10, 0), game(2, "throne", 10, 420), game(3, "repetition", 10, None, 9)]
        chosen, why = figures.surprising(games)
        self.assertEqual(chosen["game"], 2)
        self.assertIn("4.2 pawns down", why)
        self.assertEqual(figures.surprising(games[::2])[0]["game"], 3)

    def test_studies_are_compared(self):
        def made(value):
            return {"figures": [{"name": "decided", "title": "Decided", "kind": "equals"}],
                    "cells": [{"preset": "ham", "setup": "flanked", "nodes": 1, "kind": "equals",
                               "decided": {"value": value, "low": value - 5, "high": value + 5}}]}
        # Two intervals of +/- 5 make one of +/- 7.07 for the difference.
        self.assertIn("0 of 1 figures", figures.compared(made(50), made(57))[-1])
        self.assertIn("1 of 1 figures", figures.compared(made(50), made(57.2))[-1])


if __name__ == "__main__":
    unittest.main()

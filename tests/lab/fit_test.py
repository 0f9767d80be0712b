"""tools/lab/fit-elo recovers the ratings that games were made from, tools/lab/fit-wdl the curve."""
import json
import math
import pathlib
import random
import subprocess
import sys
import tempfile
import unittest

LAB = pathlib.Path(__file__).parents[2] / "tools/lab"
RATINGS = {50: 500, 100: 620, 200: 700, 400: 880}
GAMES = 4000
TURNED = {"1-0": "0-1", "0-1": "1-0", "1/2-1/2": "1/2-1/2"}
MIDDLE, SLOPE = 200, 80


def journal(low, high, results):
    engines = [{"name": "low", "nodes": low}, {"name": "high", "nodes": high}]
    lines = [{"journal": 1, "settings": {"variant": "classic", "engines": engines}}]
    for i, result in enumerate(results):
        white = ("low", "high")[i % 2]
        lines.append({"game": i + 1, "white": white, "black": "high" if white == "low" else "low",
                      "result": result if white == "low" else TURNED[result],
                      "termination": "normal"})
    return lines


def win(score):
    return 1 / (1 + math.exp((MIDDLE - score) / SLOPE))


class Fit(unittest.TestCase):
    def fit(self, tool, *journals, end=""):
        with tempfile.TemporaryDirectory() as folder:
            names = []
            for i, lines in enumerate(journals):
                names.append(pathlib.Path(folder) / f"{i}.jsonl")
                names[-1].write_text("".join(json.dumps(line) + "\n" for line in lines) + end)
            return subprocess.run([sys.executable, LAB / tool, *names], capture_output=True, text=True)

    def check_refused(self, words, tool, lines):
        done = self.fit(tool, lines)
        self.assertNotEqual(done.returncode, 0)
        self.assertIn(words, done.stderr)

    def test_the_ratings_are_found(self):
        """Wins and losses of known chances, half of them turned into draws two by two: a draw
        stands for a win and a loss, so that the points expected stay the same."""
        chance = random.Random(1)
        journals = []
        rungs = list(RATINGS)
        for i, low in enumerate(rungs):
            for high in rungs[i + 1:i + 3]:
                p = 1 / (1 + 10 ** ((RATINGS[high] - RATINGS[low]) / 400))
                results = []
                for _ in range(GAMES // 2):
                    pair = ["1-0" if chance.random() < p else "0-1" for _ in range(2)]
                    results += pair if pair[0] == pair[1] else ["1/2-1/2"] * 2
                journals.append(journal(low, high, results))
        done = self.fit("fit-elo", *journals)
        self.assertEqual(done.returncode, 0, done.stderr)
        rows = [line.replace("{", "").replace("}", "").replace(",", " ").split()
                for line in done.stdout.splitlines()[1:]]
        found = {int(row[0]): (int(row[1]), int(row[-1])) for row in rows}
        self.assertEqual(list(found), rungs)
        self.assertEqual(found[50], (500, 0))
        for nodes in rungs[1:]:
            rating, error = found[nodes]
            self.assertLess(abs(rating - RATINGS[nodes]), 3 * error + 1)
            # The error from only one pair of rungs is 400 / ln 10 / sqrt(games / 4), a little more
            # for unequal chances; that of chained rungs is at most three times as large.
            self.assertGreater(error, 2)
            self.assertLess(error, 3 * 2 * 173.7 / GAMES ** 0.5)

    def test_games_by_time_are_refused(self):
        self.check_refused("not in nodes", "fit-elo", [{"settings": {"engines": [{"name": "a", "st": 1}]}}])

    def test_a_rung_that_lost_every_game_is_refused(self):
        self.check_refused("won or lost them all", "fit-elo", journal(50, 100, ["0-1"] * 20))

    def test_the_curve_is_found(self):
        """20,000 scores of known chances: the constants come back within about three deviations."""
        chance = random.Random(1)
        games = []
        for _ in range(20000):
            score, outcome = chance.randrange(-500, 500), chance.random()
            won, lost = win(score), win(-score)
            result = "1-0" if outcome < won else "0-1" if outcome > 1 - lost else "1/2-1/2"
            games.append({"fen": "x w - - 0 1", "termination": "normal", "result": result,
                          "actions": [{"move": "a1b2", "cp": score}]})
        done = self.fit("fit-wdl", [{"settings": {"variant": "classic"}}, *games])
        self.assertEqual(done.returncode, 0, done.stderr)
        words = done.stdout.replace(",", " ").replace(":", " ").split()
        self.assertAlmostEqual(int(words[2]), MIDDLE, delta=10)
        self.assertAlmostEqual(int(words[5]), SLOPE, delta=8)

    def test_a_last_line_cut_short_is_skipped(self):
        """As a kill leaves a journal (arena.md, Journal): the games before it count."""
        games = [{"fen": "x w - - 0 1", "termination": "normal", "result": result,
                  "actions": [{"move": "a1b2", "cp": 30}]} for result in ("1-0", "1/2-1/2", "0-1")]
        for tool, lines in (("fit-elo", journal(50, 100, ["1-0", "0-1"] * 20)),
                            ("fit-wdl", [{"settings": {"variant": "classic"}}, *games])):
            whole = self.fit(tool, lines)
            self.assertEqual(whole.returncode, 0, whole.stderr)
            cut = self.fit(tool, lines, end='{"game": 41, "whi')
            self.assertEqual((cut.returncode, cut.stdout), (0, whole.stdout), cut.stderr)

    def test_other_rules_are_refused(self):
        self.check_refused("not of classic", "fit-wdl", [{"settings": {"variant": "german"}}])


unittest.main()

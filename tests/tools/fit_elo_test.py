"""tools/lab/fit-elo finds the ratings that games were made from."""
import json
import pathlib
import random
import subprocess
import sys
import tempfile
import unittest

TOOL = pathlib.Path(__file__).parents[2] / "tools/lab/fit-elo"
RATINGS = {50: 500, 100: 620, 200: 700, 400: 880}
GAMES = 4000
TURNED = {"1-0": "0-1", "0-1": "1-0", "1/2-1/2": "1/2-1/2"}


def journal(low, high, results):
    engines = [{"name": "low", "nodes": low}, {"name": "high", "nodes": high}]
    lines = [{"journal": 1, "settings": {"variant": "classic", "engines": engines}}]
    for i, result in enumerate(results):
        white = ("low", "high")[i % 2]
        lines.append({"game": i + 1, "white": white, "black": "high" if white == "low" else "low",
                      "result": result if white == "low" else TURNED[result],
                      "termination": "normal"})
    return "".join(json.dumps(line) + "\n" for line in lines)


class FitElo(unittest.TestCase):
    def fit(self, *texts):
        with tempfile.TemporaryDirectory() as folder:
            names = []
            for i, text in enumerate(texts):
                names.append(pathlib.Path(folder) / f"{i}.jsonl")
                names[-1].write_text(text)
            return subprocess.run([sys.executable, TOOL, *names], capture_output=True, text=True)

    def test_the_ratings_are_found(self):
        """Wins and losses of known chances, half of them turned into draws two by two: a draw
        stands for a win and a loss, so that the points expected stay the same."""
        chance = random.Random(1)
        texts = []
        rungs = list(RATINGS)
        for i, low in enumerate(rungs):
            for high in rungs[i + 1:i + 3]:
                p = 1 / (1 + 10 ** ((RATINGS[high] - RATINGS[low]) / 400))
                results = []
                for _ in range(GAMES // 2):
                    pair = ["1-0" if chance.random() < p else "0-1" for _ in range(2)]
                    results += pair if pair[0] == pair[1] else ["1/2-1/2"] * 2
                texts.append(journal(low, high, results))
        done = self.fit(*texts)
        self.assertEqual(done.returncode, 0, done.stderr)
        rows = [line.replace("{", "").replace("}", "").replace(",", " ").split()
                for line in done.stdout.splitlines()[1:]]
        found = {int(row[0]): (int(row[1]), int(row[-1])) for row in rows}
        self.assertEqual(list(found), rungs)
        self.assertEqual(found[50], (500, 0))
        for nodes in rungs[1:]:
            rating, error = found[nodes]
            self.assertLess(abs(rating - RATINGS[nodes]), 3 * error + 1)
            # One pair of rungs alone would tell 400 / ln 10 / sqrt(games / 4), and a little more
            # for unequal chances; chained rungs tell no more than three of them.
            self.assertGreater(error, 2)
            self.assertLess(error, 3 * 2 * 173.7 / GAMES ** 0.5)

    def test_games_by_time_are_refused(self):
        done = self.fit(json.dumps({"settings": {"engines": [{"name": "a", "st": 1}]}}) + "\n")
        self.assertNotEqual(done.returncode, 0)
        self.assertIn("not in nodes", done.stderr)

    def test_a_rung_that_lost_every_game_is_refused(self):
        done = self.fit(journal(50, 100, ["0-1"] * 20))
        self.assertNotEqual(done.returncode, 0)
        self.assertIn("won or lost them all", done.stderr)


unittest.main()

"""tools/lab/fit-wdl finds the curve that games were made from."""
import json
import math
import pathlib
import random
import subprocess
import sys
import tempfile
import unittest

TOOL = pathlib.Path(__file__).parents[2] / "tools/lab/fit-wdl"
MIDDLE, SLOPE = 200, 80


def win(score):
    return 1 / (1 + math.exp((MIDDLE - score) / SLOPE))


class FitChances(unittest.TestCase):
    def fit(self, header, games):
        with tempfile.TemporaryDirectory() as folder:
            journal = pathlib.Path(folder) / "games.jsonl"
            journal.write_text("".join(json.dumps(line) + "\n" for line in [header, *games]))
            return subprocess.run([sys.executable, TOOL, journal], capture_output=True, text=True)

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
        done = self.fit({"settings": {"variant": "classic"}}, games)
        self.assertEqual(done.returncode, 0, done.stderr)
        words = done.stdout.replace(",", " ").replace(":", " ").split()
        self.assertAlmostEqual(int(words[2]), MIDDLE, delta=10)
        self.assertAlmostEqual(int(words[5]), SLOPE, delta=8)

    def test_other_rules_are_refused(self):
        done = self.fit({"settings": {"variant": "german"}}, [])
        self.assertNotEqual(done.returncode, 0)
        self.assertIn("not of classic", done.stderr)


unittest.main()

"""The bots of tools/bots that use the Python module."""

import os
import pathlib
import random
import runpy
import subprocess
import sys
import tempfile
import unittest

import agon

BIN = pathlib.Path(os.environ["AGON_BIN"])
BOTS = pathlib.Path(__file__).resolve().parents[2] / "tools" / "bots"


class Bots(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.weights = pathlib.Path(folder.name) / "weights.npz"
        cls.learned = subprocess.run(
            [sys.executable, BOTS / "learner.py", "--learn", cls.weights, "--games", "150"],
            capture_output=True, text=True)

    def check(self, bot, *words):
        command = " ".join(f"'{word}'" for word in (BOTS / bot, *words))
        done = subprocess.run([BIN / "agon-match", "check", f"cmd={sys.executable}",
                               f"args={command}", "proto=ugi", "timeout=60"], capture_output=True, text=True)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)

    def test_conduct_of_greedy(self):
        self.check("greedy.py")

    def test_conduct_of_mcts(self):
        self.check("mcts.py")

    def test_conduct_of_the_learner(self):
        self.assertEqual((self.learned.returncode, self.learned.stderr), (0, ""))
        self.check("learner.py", self.weights)

    def test_wrong_arguments_of_the_learner(self):
        """It reports the fault before it learns for minutes, or plays."""
        folder = self.weights.parent
        for words, named in (
                ([folder / "nofile"], "nofile"), ([folder], str(folder)),
                (["--learn", folder / "no/folder"], "no/folder"),
                (["--learn", folder / "new", "--games", "x"], "--games")):
            done = subprocess.run([sys.executable, BOTS / "learner.py", *words], text=True,
                                  capture_output=True, stdin=subprocess.DEVNULL)
            self.assertEqual((done.returncode, done.stdout), (2, ""), done.stderr)
            self.assertIn(named, done.stderr.splitlines()[-1])
            self.assertNotIn("Traceback", done.stderr)
        self.assertFalse((folder / "new").exists())

    def test_the_learner_has_learnt(self):
        """Its values of positions of random games agree with who wins them."""
        import numpy

        learner = runpy.run_path(str(BOTS / "learner.py"))
        network = learner["Network"](numpy.random.default_rng(1))
        network.weights = list(numpy.load(self.weights).values())
        rng, results, values = random.Random(5), [], []
        while len(results) < 20000:
            game, positions = agon.Game(), []
            while not game.is_game_over():
                positions.append(game.position)
                game.push(rng.choice(game.legal_moves))
            winner = game.outcome().winner
            if winner is not None:
                values.extend(network.values(learner["features"](positions)))
                results.extend(1 if p.chooser == winner else -1 for p in positions)
        self.assertGreater(numpy.corrcoef(values, results)[0, 1], 0.1)

    def test_lengths(self):
        for bot in "greedy.py", "mcts.py", "learner.py":
            self.assertLess(len((BOTS / bot).read_text().splitlines()), 120)


if __name__ == "__main__":
    unittest.main()

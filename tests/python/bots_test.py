"""The bots of tools/bots that use the Python module."""

import contextlib
import importlib.util
import io
import os
import pathlib
import random
import runpy
import subprocess
import sys
import tempfile
import unittest
import unittest.mock

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
        for bot, most in ("greedy.py", 120), ("mcts.py", 120), ("learner.py", 120), ("zero.py", 200):
            self.assertLessEqual(len((BOTS / bot).read_text().splitlines()), most)


@unittest.skipUnless(importlib.util.find_spec("torch"), "torch is not installed")
class Zero(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        global numpy, torch
        import numpy
        import torch
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.folder = pathlib.Path(folder.name)
        cls.file = cls.folder / "a network.pt"
        cls.learned = cls.run_bot("--learn", cls.file, "--minutes", "0.05", "--processes", "2")
        cls.zero = runpy.run_path(str(BOTS / "zero.py"))

    @staticmethod
    def run_bot(*words):
        return subprocess.run([sys.executable, BOTS / "zero.py", *words], capture_output=True, text=True,
                              stdin=subprocess.DEVNULL)

    def network(self, file=None):
        torch.manual_seed(1)
        network = self.zero["Network"]()
        if file:
            network.load_state_dict(torch.load(file, weights_only=True))
        return network

    def positions(self, count):
        rng, games = random.Random(7), []
        while len(games) < count:
            game = agon.Game()
            for _ in range(rng.randrange(60)):
                game.push(rng.choice(game.legal_moves))
            if not game.is_game_over():
                games.append(game)
        return games

    def test_learns_and_goes_on(self):
        """It writes a network, and a second run begins with it."""
        self.assertEqual((self.learned.returncode, self.learned.stderr), (0, ""))
        self.assertRegex(self.learned.stdout, r"\A([0-9]+ games\n){2}\Z")
        self.assertEqual(os.listdir(self.folder), [self.file.name])
        before, other = self.network(self.file), self.folder / "other.pt"
        other.write_bytes(self.file.read_bytes())
        done = self.run_bot("--learn", other, "--minutes", "0.001", "--processes", "1")
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        after = self.network(other)
        other.unlink()
        near = max((a - b).abs().max().item() for a, b in zip(before.parameters(), after.parameters()))
        far = max((a - b).abs().max().item() for a, b in zip(self.network().parameters(), after.parameters()))
        self.assertLess(near, far / 2)

    def test_steps_of_gradient_descent(self):
        """The network learns to choose the first action, and that it is good to stand on the lower half."""
        network, games = self.network(), self.positions(64)
        optimiser = torch.optim.Adam(network.parameters(), 1e-3)
        actions = self.zero["rectangle"]([agon.legal_actions(game).astype(int) for game in games], -1)
        policies = torch.zeros(actions.shape)
        policies[:, 0] = 1
        values = torch.tensor([1.0 if game.position.queen(game.chooser) < 45 else -1.0 for game in games])
        for _ in range(100):
            self.zero["fit"](network, optimiser, agon.planes(games), values, actions, policies)
        logits, guesses = network(agon.planes(games), actions)
        self.assertTrue((logits.argmax(1) == 0).all())
        self.assertTrue((guesses.sign() == values).all())

    def test_finds_a_win(self):
        """An untrained network, too: the rules say who has won."""
        game = agon.Game(agon.Position("gggggg/7/8/5G3/4G5/4GQG4/4GG4/9/8/7/q5 w - - 0 1"))
        self.assertEqual(game.position.apply(agon.Move.from_uci("h8g7")).outcome().winner, agon.WHITE)
        self.assertEqual(self.zero["choose"](self.network(), game, Countdown(40)).uci(), "h8g7")

    def test_stops_when_the_clock_expires(self):
        for calls in 0, 1, 7:
            clock = Countdown(calls)
            game = self.positions(1)[0]
            self.assertIn(self.zero["choose"](self.network(), game.copy(), clock), list(game.legal_moves))
            self.assertEqual(clock.calls, calls + 1)

    def test_symmetries_of_actions(self):
        """An action of a turned position is the turned action."""
        turned = self.zero["TURNED"].numpy()
        for game in self.positions(10):
            for k in range(12):
                actions = agon.legal_actions(game).astype(int)
                self.assertEqual(sorted(91 * turned[k, actions // 91] + turned[k, actions % 91]),
                                 sorted(agon.legal_actions(game.position.transform(k))))

    def test_conduct(self):
        """Whole games of legal actions, each in its time, among others."""
        command = f"'{BOTS / 'zero.py'}' '{self.file}'"
        done = subprocess.run([BIN / "agon-match", "check", f"cmd={sys.executable}", f"args={command}", "proto=ugi",
                               "timeout=120"], capture_output=True, text=True)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)

    def test_wrong_arguments(self):
        """It reports the fault before it learns for an hour, or plays, and keeps the file."""
        text, other = self.folder / "text", self.folder / "other"
        text.write_text("no network")
        torch.save({"first.weight": torch.zeros(2)}, other)
        empty, short = self.folder / "empty", self.folder / "short"
        empty.write_bytes(b"")
        short.write_bytes(self.file.read_bytes()[:5000])
        for words, named in (
                ([self.folder / "nofile"], "nofile"), ([self.folder], "cannot use " + str(self.folder)),
                ([text], "cannot use " + str(text)), (["--learn", text], "cannot use " + str(text)),
                ([other], "cannot use " + str(other)), ([empty], "cannot use " + str(empty)),
                ([short], "cannot use " + str(short)), (["--learn", self.folder / "no/folder"], "no/folder"),
                (["--learn", self.folder / "new", "--minutes", "x"], "--minutes"),
                (["--learn", self.folder / "new", "--minutes", "nan"], "--minutes"),
                (["--learn", self.folder / "new", "--minutes", "inf"], "--minutes"),
                (["--learn", self.folder / "new", "--minutes", "0"], "--minutes"),
                (["--learn", self.folder / "new", "--processes", "0"], "--processes"), ([], "network")):
            output, errors = io.StringIO(), io.StringIO()
            with unittest.mock.patch("sys.argv", ["zero.py", *map(str, words)]), \
                    contextlib.redirect_stdout(output), contextlib.redirect_stderr(errors), \
                    self.assertRaises(SystemExit) as done:
                runpy.run_path(str(BOTS / "zero.py"), run_name="__main__")
            self.assertEqual((done.exception.code, output.getvalue()), (2, ""))
            self.assertIn(named, errors.getvalue()[errors.getvalue().index("error:"):])
        self.assertEqual(text.read_text(), "no network")
        self.assertFalse((self.folder / "new").exists())


class Countdown:
    """A clock that expires after some calls."""

    def __init__(self, left):
        self.left, self.calls = left, 0

    def expired(self):
        self.calls += 1
        return self.calls > self.left


if __name__ == "__main__":
    unittest.main()

"""agon.VectorGames against agon.Game, and what it refuses."""

import collections.abc
import copy
import os
import pathlib
import pickle
import random
import re
import subprocess
import sys
import threading
import unittest

import numpy

import agon

BIN = pathlib.Path(os.environ["AGON_BIN"])
# White wins by its next action, as in arrays_test.py.
WIN = "5q/7/gggggg2/9/4GG4/4GQG4/4G1G3/9/8/7/6 w - - 0 1"
# Nobody can win: White's queen keeps the throne, and Black's guards the ring around it. Afterwards it says
# how many actions another call plays.
INTERRUPTED = """
import os, signal, threading
import agon

first = agon.Position("q5/7/8/9/4gg4/4gQg4/4g5/9/8/g6/GGGGGG w - - 0 1", "botermans")
games = agon.VectorGames(10000, first, repetition=0, no_progress=0)

def interrupt():
    try:
        while True:
            games[0]
    except agon.Error:  # the playouts have begun
        os.kill(os.getpid(), signal.SIGINT)

signal.signal(signal.SIGINT, signal.default_int_handler)
threading.Thread(target=interrupt).start()
try:
    games.random_playouts(1, max_actions=1_000_000)
except KeyboardInterrupt:
    print(games.random_playouts(1, max_actions=1)[2].sum())
"""
PRESETS = ["classic", "bloody-queen", "way-to-play", "german", "agon", "kanare"]


def state(games):
    return [(games[i].fen(), len(games[i])) for i in range(len(games))]


def random_actions(games, rng):
    """A legal action of each game."""
    actions, starts = games.legal_actions()
    return actions[starts[:-1] + rng.integers(numpy.diff(starts))].astype(numpy.int64)


def evaluations(rules, fens):
    """Those that the program agon prints, from white's side."""
    asked = [f"setoption name UCI_Variant value {rules}"]
    for fen in fens:
        asked += [f"position fen {fen}", "eval"]
    said = subprocess.run([BIN / "agon"], input="\n".join(asked + ["quit\n"]), capture_output=True,
                          text=True, check=True).stdout
    return [int(value) for value in re.findall(r"^Evaluation: ([-+]?\d+) \(white's side\)", said, re.MULTILINE)]


class Lockstep(unittest.TestCase):
    """The same actions in a batch and in Games of Python."""

    def test_random_games(self):
        for rules in PRESETS:
            rng, ended = numpy.random.default_rng(7), 0
            batch = agon.VectorGames(6, rules=rules, no_progress=20)
            alone = [agon.Game(rules=rules, no_progress=20) for _ in range(6)]
            for _ in range(250):
                numpy.testing.assert_array_equal(batch.planes(), agon.planes(alone))
                numpy.testing.assert_array_equal(batch.action_masks(), agon.action_masks(alone))
                actions, starts = batch.legal_actions()
                for i, game in enumerate(alone):
                    numpy.testing.assert_array_equal(actions[starts[i]:starts[i + 1]],
                                                     agon.legal_actions(game))
                self.assertEqual(batch.choosers.tolist(), [game.chooser for game in alone])
                self.assertEqual(batch.lengths.tolist(), [len(game) for game in alone])
                played = random_actions(batch, rng)
                rewards, ends = batch.step(played)
                for i, game in enumerate(alone):
                    game.push(agon.Move.from_action(int(played[i])))
                    outcome = game.outcome()
                    self.assertEqual(ends[i], outcome is not None)
                    winner = outcome.winner if outcome else None
                    self.assertEqual(rewards[i], {agon.WHITE: 1, agon.BLACK: -1, None: 0}[winner])
                    if outcome:
                        ended += 1
                        alone[i] = agon.Game(rules=rules, no_progress=20)
            self.assertGreater(ended, 0)
            self.assertFalse(batch.ended.any())

    def test_without_automatic_reset(self):
        games = agon.VectorGames(3, agon.Position(WIN), autoreset=False)
        position = games[0].position
        wins = [move.action for move in position.legal_moves if position.apply(move).is_game_over()]
        rewards, ends = games.step(numpy.array([-1, wins[0], -1]))
        self.assertEqual((rewards.tolist(), ends.tolist()), ([0, 1, 0], [False, True, False]))
        self.assertEqual(games.ended.tolist(), [False, True, False])
        self.assertFalse(games.action_masks()[1].any())
        self.assertEqual(numpy.diff(games.legal_actions()[1])[1], 0)
        # rules.md 4.8: it is decided, and black, who acts next, has lost.
        self.assertEqual((games[1].outcome().winner, games[1].chooser), (agon.WHITE, agon.BLACK))
        self.assertEqual(games.evaluate()[1], -32000)
        before = state(games)
        with self.assertRaisesRegex(agon.Error, r"actions\[1\]: the game is over"):
            games.step(numpy.array([wins[0]] * 3))
        self.assertEqual(state(games), before)
        rewards, ends = games.step(numpy.array([-1, -1, -1]))
        self.assertEqual((rewards.tolist(), ends.tolist()), ([0, 0, 0], [False, True, False]))
        games.reset(numpy.array([1]))
        self.assertEqual((games.ended.any(), games[1].fen()), (False, WIN))
        games.step(numpy.array([wins[0]] * 3))
        games.reset()
        self.assertEqual(state(games), [(WIN, 0)] * 3)

    def test_playouts(self):
        games = agon.VectorGames(40, rules="bloody-queen")
        games.step(random_actions(games, numpy.random.default_rng(1)))
        before = state(games)
        rewards, ends, lengths = games.random_playouts(5)
        self.assertEqual(state(games), before)
        self.assertTrue(ends.all() and (lengths > 0).all())
        self.assertEqual({*rewards.tolist()}, {1.0, 0.0, -1.0})
        for one, two in zip((rewards, ends, lengths), games.random_playouts(5)):
            numpy.testing.assert_array_equal(one, two)
        self.assertNotEqual(lengths.tolist(), games.random_playouts(6)[2].tolist())
        rewards, ends, lengths = games.random_playouts(2**64 - 1, max_actions=2)
        self.assertEqual((lengths.max(), ends.any(), rewards.any()), (2, False, False))

    def test_playouts_do_not_favour_a_side(self):
        """The setup is symmetric, so the mean reward of many games is near 0: its standard error is
        at most 1 / sqrt(n), and 5 of them are allowed for."""
        rewards, ends, _ = agon.VectorGames(2000).random_playouts(3)
        self.assertTrue(ends.all())
        self.assertLess(abs(rewards.mean()), 5 / 2000 ** 0.5)

    def test_evaluation(self):
        """As the command `eval` says; from the chooser's side, and the same with the colours exchanged."""
        for rules in PRESETS:
            games = agon.VectorGames(50, rules=rules)
            rng = numpy.random.default_rng(2)
            for _ in range(30):
                games.step(random_actions(games, rng))
            values = games.evaluate()
            self.assertEqual((values.dtype, values.shape), (numpy.int32, (50,)))
            mirrored = agon.VectorGames(50, rules=rules)
            for i in range(50):
                mirrored[i] = agon.Game(games[i].position.mirror().transform(3))  # colours only
            numpy.testing.assert_array_equal(values, mirrored.evaluate())
            whites = numpy.where(games.choosers, values, -values)
            self.assertEqual(whites.tolist(), evaluations(rules, [games[i].fen() for i in range(50)]))
            # Each from scratch: sums of earlier positions make it faster and change nothing.
            for i in range(0, 50, 7):
                alone = agon.VectorGames(1, games[i].position)
                self.assertEqual(alone.evaluate()[0], values[i])
            out = numpy.zeros(50, numpy.int32)
            self.assertIs(games.evaluate(out), out)
            numpy.testing.assert_array_equal(out, values)

    def test_out(self):
        games = agon.VectorGames(4)
        for dtype in numpy.uint8, numpy.float32:
            out = numpy.full((4, 11, 11, 11), 9, dtype)
            self.assertIs(games.planes(out), out)
            numpy.testing.assert_array_equal(out, games.planes())
        masks = numpy.ones((4, agon.ACTION_COUNT), bool)
        self.assertIs(games.action_masks(masks), masks)
        self.assertEqual(masks.sum(), 4 * len(agon.Position().legal_moves))

    def test_games_in_and_out(self):
        games = agon.VectorGames(2, rules="ham", no_progress=30)
        game = agon.Game(rules="ham")
        for _ in range(5):
            game.push(game.legal_moves[0])
        games[1] = game
        game.push(game.legal_moves[0])
        self.assertEqual(games.lengths.tolist(), [0, 5])
        self.assertEqual((len(games[1]), games[1].no_progress, game.no_progress), (5, 30, 100))
        taken = games[1]
        taken.pop()
        self.assertEqual(len(games[1]), 5)
        for twin in copy.copy(games), copy.deepcopy(games), pickle.loads(pickle.dumps(games)):
            self.assertEqual(state(twin), state(games))
            self.assertEqual((twin.rules, twin.no_progress, twin.autoreset), (games.rules, 30, True))
            twin.reset()
            self.assertEqual(games.lengths.tolist(), [0, 5])


class Refusals(unittest.TestCase):
    def test_sizes(self):
        for n in 0, -1, 65537, 2**31, 2**63, 2**200, -2**200:
            with self.assertRaisesRegex(agon.Error, "^n: expected 1 to 65536"):
                agon.VectorGames(n)
        for n in 1.0, "3", None, [1]:
            with self.assertRaises(TypeError):
                agon.VectorGames(n)
        self.assertEqual(len(agon.VectorGames(numpy.int64(3))), 3)

    def test_first_positions(self):
        over = agon.Position(WIN)
        over = next(over.apply(m) for m in over.legal_moves if over.apply(m).is_game_over())
        with self.assertRaisesRegex(agon.Error, "position: the game is over, white wins"):
            agon.VectorGames(2, over)
        with self.assertRaises(agon.Error):
            agon.VectorGames(2, agon.Position(), rules="ham")
        with self.assertRaises(agon.Error):
            agon.VectorGames(2, no_progress=-1)
        with self.assertRaisesRegex(agon.Error, "nofile"):
            agon.VectorGames(2, network="/nofile")

    def test_actions(self):
        games = agon.VectorGames(3)
        games.step(random_actions(games, numpy.random.default_rng(3)))
        before, good = state(games), random_actions(games, numpy.random.default_rng(4))
        for wrong in (good[:2], numpy.append(good, 1), good.reshape(3, 1), numpy.array(good[0]),
                      good.astype(float), good.astype(complex), good.astype(bool),
                      good.astype(numpy.uint64), good.astype(object), good.astype(str),
                      good.astype("M8[s]"), numpy.empty(0, int), good.tolist(), 3, None, "x"):
            with self.assertRaisesRegex(TypeError, r"^actions: expected an array of integers of shape \(3,\), got "):
                games.step(wrong)
        illegal = agon.Move.from_uci("a1l11").action
        for at in range(3):
            for action in illegal, -2, agon.ACTION_COUNT, 2**31, 2**63 - 1, -2**63, 0, 8372:
                actions = good.copy()
                actions[at] = action
                with self.assertRaisesRegex(agon.Error, rf"^actions\[{at}\]: "):
                    games.step(actions)
        self.assertEqual(state(games), before)
        for dtype in ">i8", "<i4", "u2", ">u2", "u4":
            games.step(good.astype(dtype))
            for i in range(3):
                game = games[i]
                self.assertEqual(game.pop().action, good[i])
                games[i] = game
        read_only = numpy.repeat(good, 2)[::2]
        read_only.flags.writeable = False
        games.step(read_only)
        self.assertEqual(games.lengths.tolist(), [2, 2, 2])

    def test_outs(self):
        games = agon.VectorGames(4)
        for method, right in ((games.planes, numpy.zeros((4, 11, 11, 11), numpy.uint8)),
                              (games.action_masks, numpy.zeros((4, agon.ACTION_COUNT), bool)),
                              (games.evaluate, numpy.zeros(4, numpy.int32))):
            locked = right.copy()
            locked.flags.writeable = False
            for out in (right[:3], right[:, None], right.astype(numpy.float64), numpy.repeat(right, 2, 0)[::2],
                        locked, right.tolist(), 7, "x"):
                with self.assertRaisesRegex(TypeError, "out: expected a writeable C-contiguous array"):
                    method(out)
            self.assertFalse(right.any())
            method(right)

    def test_numbers_of_games(self):
        games = agon.VectorGames(3)
        for i in 3, -1, 2**62:
            with self.assertRaises(IndexError):
                games[i]
            with self.assertRaises(IndexError):
                games[i] = agon.Game()
        self.assertIsInstance(games, collections.abc.Iterable)
        self.assertEqual([game.fen() for game in games], [agon.Position().fen()] * 3)
        games.step(random_actions(games, numpy.random.default_rng(1)))
        before = state(games)
        for wrong in numpy.array([0, 3]), numpy.array([-1]):
            with self.assertRaises(IndexError):
                games.reset(wrong)
        for wrong in numpy.array([0.0]), numpy.array([[0]]), [0], 0, "x":
            with self.assertRaises(TypeError):
                games.reset(wrong)
        with self.assertRaisesRegex(agon.Error, "other rules"):
            games[0] = agon.Game(rules="bloody-queen")
        won = agon.Game(agon.Position(WIN))
        won.push(next(m for m in won.legal_moves if won.position.apply(m).is_game_over()))
        with self.assertRaisesRegex(agon.Error, "the game is over"):
            games[0] = won
        self.assertEqual(state(games), before)
        games.reset(numpy.array([], int))
        games.reset(numpy.array([1, 1], numpy.uint8))
        self.assertEqual(games.lengths.tolist(), [1, 0, 1])

    def test_playouts(self):
        games = agon.VectorGames(2)
        for most in 0, -1, 1_000_001, 2**70:
            with self.assertRaisesRegex(agon.Error, "^max_actions: expected 1 to 1000000"):
                games.random_playouts(1, max_actions=most)
        for seed in -1, 2**64, 1.5, None:
            with self.assertRaises(TypeError):
                games.random_playouts(seed)

    def test_foreign_pickles(self):
        games = agon.VectorGames(2)
        game, auto, network, all_games = games.__getstate__()
        for wrong in ((game, auto, network, []), (game, auto, network, [None]), (game, auto, network),
                      (game, auto, network, [agon.Game(rules="bloody-queen")]), (None, auto, network, all_games), ()):
            with self.assertRaises((agon.Error, TypeError, IndexError, RuntimeError)):
                agon.VectorGames.__new__(agon.VectorGames).__setstate__(wrong)
        with self.assertRaises(TypeError):
            len(agon.VectorGames.__new__(agon.VectorGames))


class Threads(unittest.TestCase):
    def test_two_threads(self):
        """A second thread is refused while the first is at work; other threads of Python run on."""
        games, done, refused = agon.VectorGames(50), threading.Event(), None

        def work():
            while not done.is_set():
                games.random_playouts(1)

        thread = threading.Thread(target=work)
        thread.start()
        try:
            while thread.is_alive() and refused is None:
                try:
                    len(games[0])
                except agon.Error as fault:
                    refused = str(fault)
        finally:
            done.set()
            thread.join()
        self.assertEqual(refused, "another thread uses these games")
        self.assertEqual(len(games[0]), 0)

    def test_games_of_their_own(self):
        results = {}

        def work(name):
            games, rng, total = agon.VectorGames(64), numpy.random.default_rng(9), 0
            for _ in range(200):
                total += int(games.evaluate().sum())
                games.step(random_actions(games, rng))
            results[name] = total, state(games)

        threads = [threading.Thread(target=work, args=(name,)) for name in range(3)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(results[0], results[1])
        self.assertEqual(results[0], results[2])

    def test_ctrl_c_ends_playouts(self):
        """In a process of its own, which can be ended if it does not hear: these playouts take half an hour."""
        done = subprocess.run([sys.executable, "-c", INTERRUPTED], timeout=60, capture_output=True, text=True)
        self.assertEqual((done.stdout, done.stderr), ("10000\n", ""))


class Abuse(unittest.TestCase):
    def test_random_calls(self):
        """Random arguments of every method: each is refused or obeyed, and the games stay sound."""
        rng, source = random.Random(4), numpy.random.default_rng(4)
        games = agon.VectorGames(5, rules="german", autoreset=False, no_progress=15)
        odd = [None, True, -1, 0, 4, 5, 2**63, 2**200, 1.5, float("nan"), "", "x", "\ud800", b"", (), [], {},
               object(), int, agon.Move.null(), agon.Position(), agon.Game(rules="german"), agon.Rules(),
               numpy.zeros(5), numpy.zeros(5, int), numpy.full(5, -1), numpy.full(5, 2**63 - 1), numpy.empty((0, 5), int),
               numpy.zeros((5, 11, 11, 11), numpy.uint8), numpy.zeros((5, agon.ACTION_COUNT), bool),
               numpy.zeros(5, numpy.int32), numpy.zeros(5, "V8"), numpy.ma.masked_array([1] * 5), numpy.int64(3)]
        names = [name for name in dir(agon.VectorGames)
                 if not name.startswith("_")] + ["__getitem__", "__setitem__", "__len__"]
        for _ in range(4000):
            method = getattr(games, rng.choice(names))
            try:
                if callable(method):
                    method(*rng.choices(odd, k=rng.choice([0, 1, 1, 1, 2])))
            except (agon.Error, TypeError, IndexError, OverflowError, UnicodeError):
                pass
            if not games.ended.all():
                actions, starts = games.legal_actions()
                counts = numpy.diff(starts)
                played = numpy.where(counts > 0, actions[numpy.minimum(
                    starts[:-1] + source.integers(numpy.maximum(counts, 1)), len(actions) - 1)].astype(int), -1)
                games.step(played)
            for i in range(5):
                game = games[i]
                self.assertEqual(game.is_game_over(), games.ended[i])
                self.assertEqual(len(game), games.lengths[i])


if __name__ == "__main__":
    unittest.main()

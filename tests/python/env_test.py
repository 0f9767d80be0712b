"""The environments with PettingZoo and Gymnasium, by these packages' own tests, and the one for one learner.

The packages' tests are skipped where they are not installed; nothing that a user builds needs them."""

import contextlib
import copy
import gc
import importlib.util
import io
import os
import pickle
import random
import sys
import unittest
import warnings
from unittest import mock

import numpy

import agon
import agon.engine
import agon.env
import agon.versus

# A program with no options.
PLAIN = [sys.executable, "-c", """
for line in iter(input, "quit"):
    print({"uci": "uciok", "isready": "readyok"}.get(line, ""), flush=True)
"""]
WIN = "5q/7/gggggg2/9/4GG4/4GQG4/4G1G3/9/8/7/6 w - - 0 1"
os.environ["PATH"] = os.environ["AGON_BIN"] + os.pathsep + os.environ["PATH"]


def needs(package):
    return unittest.skipUnless(importlib.util.find_spec(package), f"{package} is not installed")


def first(game, moves, clock):
    """A bot without chance."""
    return moves[len(game) % len(moves)]


@needs("pettingzoo")
class PettingZoo(unittest.TestCase):
    def test_api(self):
        from pettingzoo import AECEnv
        from pettingzoo.test import api_test
        for rules in "classic", "bloody-queen", "way-to-play", "german":
            env = agon.env.AgonEnv(rules, no_progress=20)
            self.assertIsInstance(env, AECEnv)
            with warnings.catch_warnings(), contextlib.redirect_stdout(io.StringIO()):
                # It recommends names like player_0 and spaces that are no Dict, as for its own chess.
                warnings.simplefilter("ignore")
                api_test(env, num_cycles=1000)

    def test_seed(self):
        from pettingzoo.test import seed_test
        seed_test(lambda: agon.env.AgonEnv(no_progress=20), num_cycles=200)

    def test_render(self):
        from pettingzoo.test import render_test
        with contextlib.redirect_stdout(io.StringIO()) as shown:
            render_test(lambda render_mode: agon.env.AgonEnv(render_mode=render_mode),
                        {"svg": lambda text: text.startswith("<svg")})
        self.assertIn("Q", shown.getvalue())


@needs("gymnasium")
class Gymnasium(unittest.TestCase):
    def check(self, opponent, **options):
        import gymnasium
        from gymnasium.utils.env_checker import check_env
        env = agon.versus.VersusEnv(opponent, **options)
        self.assertIsInstance(env, gymnasium.Env)
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            # It can make other render modes only of an environment in its registry.
            warnings.filterwarnings("ignore", ".*alternative render modes")
            warnings.filterwarnings("ignore", ".*env.spec")
            check_env(env)

    def test_a_bot(self):
        for rules in "classic", "way-to-play", "german":
            self.check(first, rules=rules)
            self.check(first, rules=rules, side="black", render_mode="ansi")

    def test_levels(self):
        """With the same actions for the same seed, although the lower ones play random actions."""
        for level in 1, 6, 7:
            for side in "white", "black":
                self.check(level, side=side)

    def test_spaces(self):
        import gymnasium
        env = agon.env.AgonEnv()
        self.assertIsInstance(env.action_space("white"), gymnasium.spaces.Discrete)
        self.assertIsInstance(env.observation_space("black"), gymnasium.spaces.Dict)
        env.reset()
        self.assertIn(env.last()[0], env.observation_space("white"))


class Agon(unittest.TestCase):
    def test_before_and_after_a_game(self):
        env = agon.env.AgonEnv(render_mode="ansi")
        calls = [env.last, env.action_mask, lambda: env.step(0)]
        for call in calls + [env.render, lambda: env.observe("white"), lambda: env.action_mask("white"),
                             lambda: env.last(observe=False), lambda: env.game]:
            with self.assertRaisesRegex(agon.Error, r"no game is going on; call reset\(\)"):
                call()
        self.assertEqual(list(env.agent_iter()), [])
        env.reset(options={"fen": WIN})
        win = next(m for m in env.game.legal_moves if env.game.position.apply(m).is_game_over())
        for action in win.action, None, None:
            env.step(action)
        for call in calls:
            with self.assertRaisesRegex(agon.Error, r"no game is going on; call reset\(\)"):
                call()
        self.assertIn("Q", env.render())  # of the last position

    def test_refusals(self):
        for options in {"render_mode": "rgb_array"}, {"rules": "nosuch"}, {"no_progress": -1}, {"repetition": -1}:
            with self.assertRaises(agon.Error):
                agon.env.AgonEnv(**options)

    def test_a_pickle(self):
        env = agon.env.AgonEnv("ham")
        for begun in False, True:
            if begun:
                env.reset(seed=1)
                env.step(env.game.legal_moves[0].action)
            for other in copy.deepcopy(env), pickle.loads(pickle.dumps(env)):
                self.assertEqual(other.agents, env.agents)
                if begun:
                    self.assertEqual(other.game, env.game)
                    numpy.testing.assert_array_equal(other.action_mask(), env.action_mask())


class Versus(unittest.TestCase):
    def play(self, env, seed):
        observation, info = env.reset(seed=seed)
        env.action_space.seed(seed)
        total = 0
        while True:
            self.assertEqual(env.game.chooser == agon.WHITE, info["side"] == "white")
            numpy.testing.assert_array_equal(observation["action_mask"], agon.action_masks([env.game])[0])
            numpy.testing.assert_array_equal(observation["observation"], agon.planes([env.game])[0])
            action = env.action_space.sample(observation["action_mask"])
            observation, reward, terminated, truncated, info = env.step(action)
            total += reward
            self.assertFalse(truncated)
            self.assertEqual(terminated, env.game.is_game_over())
            if terminated:
                self.assertFalse(observation["action_mask"].any())
                return info["side"], total, env.game.outcome().winner

    def test_games(self):
        for rules in "classic", "bloody-queen", "way-to-play", "german":
            env, sides = agon.versus.VersusEnv(first, rules, no_progress=20), set()
            for seed in range(6):
                side, reward, winner = self.play(env, seed)
                sides.add(side)
                mine = agon.WHITE if side == "white" else agon.BLACK
                self.assertEqual(reward, 0 if winner is None else 1 if winner == mine else -1)
                self.assertEqual(self.play(env, seed), (side, reward, winner))
            self.assertEqual(sides, {"white", "black"})

    def test_a_level(self):
        env = agon.versus.VersusEnv(1, no_progress=10)
        self.play(env, 1)
        env.close()

    def test_a_seed_of_a_level(self):
        """The same seed gives the same game, also in a program that has played others."""
        def played(env, **options):
            env.reset(**options)
            while not env._over and len(env.game) < 60:
                moves = env.game.legal_moves
                env.step(moves[len(env.game) * 7 % len(moves)].action)
            return [str(move) for move in env.game.move_stack]

        for side in "white", "black":
            envs = [agon.versus.VersusEnv(1, side=side) for _ in range(2)]
            games = [played(envs[0], seed=1), played(envs[0])]
            self.assertEqual([played(envs[1], seed=1), played(envs[1])], games)
            self.assertEqual([played(envs[0], seed=1), played(envs[0])], games)
            self.assertNotEqual(*games)
            for env in envs:
                env.close()

    def test_a_program_without_the_seed(self):
        level = agon.versus.Level(3, PLAIN[:2] + [PLAIN[2].replace("uciok", "option name Level type spin\\nuciok")])
        level.new_game(5)
        level.close()

    def test_a_level_of_numpy(self):
        env = agon.versus.VersusEnv(numpy.int64(1), side="black")
        env.reset(seed=1)
        self.assertEqual(len(env.game), 1)
        env.close()

    def test_an_opponent_that_changes_what_it_gets(self):
        def takes(game, moves, clock):
            game.push(moves[0])
            return moves.pop()

        env = agon.versus.VersusEnv(takes, side="black")
        env.reset()
        moves = list(agon.Game().legal_moves)
        self.assertEqual(env.game.move_stack, moves[-1:])

    def test_a_pickle(self):
        """It has a program of its own, and plays the same episodes from its next reset() on."""
        env = agon.versus.VersusEnv(1, side="black", no_progress=10)
        env.reset(seed=1)
        others = [copy.deepcopy(env), pickle.loads(pickle.dumps(env))]
        for other in others:
            self.assertEqual((other.game, other.opponent.engine.options), (env.game, env.opponent.engine.options))
            self.assertIsNot(other.opponent.engine, env.opponent.engine)
            other.step(other.game.legal_moves[0].action)
        games = []
        for one in [env, *others]:
            one.reset()
            while not one._over and len(one.game) < 60:
                one.step(one.game.legal_moves[len(one.game) * 7 % len(one.game.legal_moves)].action)
            games.append(one.game)
            one.close()
        self.assertEqual(games, games[:1] * 3)
        self.assertEqual(pickle.loads(pickle.dumps(agon.versus.VersusEnv(first, "ham")))._first.rules.name, "ham")

    def test_no_program_is_left_behind(self):
        env = agon.versus.VersusEnv(3)
        process = env.opponent.engine._process
        del env
        gc.collect()
        self.assertIsNotNone(process.poll())

        def started(*arguments):
            engines.append(SimpleEngine.popen_uci(*arguments))
            return engines[-1]

        SimpleEngine, engines = agon.versus.SimpleEngine, []
        with mock.patch("agon.versus.SimpleEngine") as replaced:
            replaced.popen_uci = started
            with self.assertRaisesRegex(agon.engine.EngineError, "Level"):
                agon.versus.Level(3, PLAIN)
        self.assertIsNotNone(engines[0]._process.poll())

    def test_illegal_actions(self):
        for action in agon.Move.from_uci("a1l11").action, -1, agon.ACTION_COUNT, 0:
            env = agon.versus.VersusEnv(first)
            env.reset(seed=1)
            _, reward, terminated, _, info = env.step(action)
            self.assertEqual((reward, terminated), (-1, True))
            self.assertTrue(info["illegal"])
            with self.assertRaisesRegex(agon.Error, "call reset"):
                env.step(action)
            strict = agon.versus.VersusEnv(first, illegal="raise")
            strict.reset(seed=1)
            before = strict.game.fen()
            with self.assertRaises(agon.Error):
                strict.step(action)
            self.assertEqual(strict.game.fen(), before)
            self.assertTrue(strict.action_mask().any())
        for action in 1.5, None, "a1b2":
            with self.assertRaises(TypeError):
                strict.step(action)

    def test_faulty_opponents(self):
        """The learner's action is taken back, and the game goes on."""
        def faulty(game, moves, clock):
            if fault == "raise":
                raise RuntimeError("lost")
            return agon.Move.from_uci("a1l11") if fault == "illegal" else first(game, moves, clock)

        fault = None
        env = agon.versus.VersusEnv(faulty, side="white")
        env.reset()
        for fault, error in ("raise", RuntimeError), ("illegal", agon.Error):
            before = env.game.fen(), len(env.game)
            with self.assertRaises(error):
                env.step(env.game.legal_moves[0].action)
            self.assertEqual((env.game.fen(), len(env.game)), before)
        fault = None
        env.step(env.game.legal_moves[0].action)
        self.assertEqual(len(env.game), 2)

    def test_refusals(self):
        for options in ({"side": "red"}, {"illegal": "x"}, {"seconds": 0}, {"render_mode": "rgb_array"},
                        {"rules": "nosuch"}, {"no_progress": -1}):
            with self.assertRaises(agon.Error):
                agon.versus.VersusEnv(first, **options)
        for seconds in float("inf"), float("nan"), -1, 1.1e9, 10**400, "1", None:
            with self.assertRaisesRegex(agon.Error, "seconds: expected more than 0 and at most 1000000000"):
                agon.versus.VersusEnv(first, seconds=seconds)
        for level in 0, 11:
            with self.assertRaisesRegex(agon.Error, "level: expected 1 to 10"):
                agon.versus.VersusEnv(level)
        for opponent in None, "x", 1.5, True, numpy.bool_(True):
            with self.assertRaises(TypeError):
                agon.versus.VersusEnv(opponent)
        with self.assertRaisesRegex(agon.Error, "no program 'nosuch'"):
            agon.versus.Level(3, "nosuch")
        env = agon.versus.VersusEnv(first)
        for call in env.render, lambda: env.step(0):
            with self.assertRaisesRegex(agon.Error, "call reset"):
                call()
        self.assertFalse(env.action_mask().any())

    def test_a_win(self):
        env = agon.versus.VersusEnv(first, side="white", render_mode="ansi")
        env.reset(options={"fen": WIN})
        win = next(m for m in env.game.legal_moves if env.game.position.apply(m).is_game_over())
        _, reward, terminated, _, _ = env.step(win.action)
        self.assertEqual((reward, terminated), (1, True))
        self.assertIn("Q", env.render())
        black = agon.versus.VersusEnv(lambda game, moves, clock: win, side="black")
        with self.assertRaisesRegex(agon.Error, "over before the learner's first action"):
            black.reset(options={"fen": WIN})


if __name__ == "__main__":
    random.seed(1)
    unittest.main()

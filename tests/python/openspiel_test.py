"""Agon as a game of OpenSpiel, by OpenSpiel's own tests. Skipped where pyspiel is not installed."""

import importlib.util
import pathlib
import pickle
import random
import unittest

import numpy

import agon

RECORDED = pathlib.Path(__file__).resolve().parents[1] / "data" / "openspiel" / "python_agon.txt"
HAVE = importlib.util.find_spec("pyspiel") is not None


@unittest.skipUnless(HAVE, "open_spiel is not installed")
class OpenSpiel(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        global pyspiel
        import absl.flags
        import pyspiel
        import agon.openspiel
        absl.flags.FLAGS.mark_as_parsed()  # the replay reads one

    def load(self, text=""):
        return pyspiel.load_game(f"python_agon({text})")

    def test_random_simulations(self):
        """OpenSpiel's own test of every method, with serialisation, for each preset and setup."""
        names = [f"rules={name},no_progress=8" for name in agon.preset_names()]
        for text in names + [f"setup={setup},no_progress=8" for setup in agon.SETUPS]:
            pyspiel.random_sim_test(self.load(text), num_sims=1, serialize=True, verbose=False)
        pyspiel.random_sim_test(self.load(), num_sims=1, serialize=False, verbose=False)

    def test_recorded_playthrough(self):
        """`python -m open_spiel.python.examples.playthrough` wrote it; OpenSpiel's replay compares."""
        from open_spiel.python.algorithms import generate_playthrough
        expected, actual = generate_playthrough.replay(RECORDED)
        self.assertEqual(actual.splitlines(), expected.splitlines())

    def test_games(self):
        """In step with agon.Game: choosers, actions, texts, tensors, results."""
        for rules in "classic", "bloody-queen", "way-to-play", "german":
            rng = random.Random(3)
            state, game = self.load(f"rules={rules},no_progress=15").new_initial_state(), agon.Game(
                rules=rules, no_progress=15)
            while not game.is_game_over():
                self.assertEqual(state.current_player(), 0 if game.chooser == agon.WHITE else 1)
                self.assertEqual(state.legal_actions(), sorted(move.action for move in game.legal_moves))
                numpy.testing.assert_array_equal(numpy.reshape(state.observation_tensor(0), (11, 11, 11)),
                                                 agon.planes([game])[0])
                self.assertEqual(state.observation_string(1), game.fen())
                move = rng.choice(game.legal_moves)
                text = state.action_to_string(state.current_player(), move.action)
                self.assertEqual((text, state.string_to_action(text)), (move.uci(), move.action))
                twin = state.clone()
                state.apply_action(move.action)
                game.push(move)
                self.assertEqual(len(twin.history()), len(game) - 1)
            self.assertTrue(state.is_terminal())
            winner = game.outcome().winner
            self.assertEqual(list(state.returns()), {agon.WHITE: [1, -1], agon.BLACK: [-1, 1], None: [0, 0]}[winner])

    def test_type(self):
        game = self.load()
        self.assertEqual(game.num_distinct_actions(), agon.ACTION_COUNT)
        self.assertEqual(game.observation_tensor_shape(), [11, 11, 11])
        self.assertIn("python_agon", pyspiel.registered_names())
        self.assertEqual((game.utility_sum(), game.num_players()), (0, 2))

    def test_serialisation(self):
        game = self.load("rules=ham,no_progress=30")
        state = game.new_initial_state()
        rng = random.Random(1)
        for _ in range(20):
            state.apply_action(rng.choice(state.legal_actions()))
        for other in (game.deserialize_state(state.serialize()), pickle.loads(pickle.dumps(state)),
                      pyspiel.deserialize_game_and_state(pyspiel.serialize_game_and_state(game, state))[1]):
            self.assertEqual((str(other), other.history()), (str(state), state.history()))
            self.assertEqual(other.get_game().get_parameters()["rules"], "ham")

    def test_wrong_input(self):
        """Refused with the reason, and the state is as before."""
        for text, named in (("rules=nosuch", "nosuch"), ("setup=nosuch", "nosuch"), ("repetition=-1", "repetition"),
                            ("no_progress=-1", "no_progress"), ("nosuch=1", "nosuch")):
            with self.assertRaisesRegex((RuntimeError, ValueError), named):
                self.load(text)
        state = self.load().new_initial_state()
        before = str(state)
        for action in agon.Move.from_uci("a1l11").action, -1, agon.ACTION_COUNT, 0:
            with self.assertRaises((RuntimeError, ValueError)):
                state.apply_action(action)
            self.assertEqual((str(state), state.history()), (before, []))
        with self.assertRaises((RuntimeError, ValueError)):
            self.load().deserialize_state("1\n")
        with self.assertRaises((RuntimeError, ValueError, TypeError)):
            self.load().new_initial_state("5q/7")


if __name__ == "__main__":
    unittest.main()

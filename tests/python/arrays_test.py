"""numpy arrays of positions, and the environment."""

import random
import unittest

import numpy

import agon
import agon.env

# The opponent places the captured queen (rules.md section 5): black is the chooser on white's turn.
OPPONENT_CHOOSES = "6/G6/8/9/2G1Ggg3/4GQg4/3gg5/1G1qg4/8/7/4G1 w f6 - 0 312"


def random_positions(count):
    rng, positions = random.Random(3), []
    while len(positions) < count:
        game = agon.Game(rules=rng.choice(agon.preset_names()))
        while not game.is_game_over() and len(game) < 60:
            positions.append(game.position)
            game.push(rng.choice(game.legal_moves))
    return positions[:count]


def naive_planes(position):
    """The same planes through the Python API, one square at a time."""
    planes = numpy.zeros((11, 11, 11), numpy.uint8)
    own = position.chooser
    for square in range(91):
        at = agon.square_rank(square), agon.square_file(square)
        planes[(0, *at)] = 1
        piece = position.piece_at(square)
        if piece:
            is_own = piece.isupper() == own
            planes[((1 if is_own else 3) + (piece in "Gg"), *at)] = 1
            if square in position.captured:
                planes[(5 if is_own else 6, *at)] = 1
    planes[7] = position.turn == own
    planes[8] = position.reserve(own)
    planes[9] = position.reserve(not own)
    planes[10] = min(position.halfmove_clock, 255)
    return planes


class Arrays(unittest.TestCase):
    def test_planes(self):
        positions = random_positions(300) + [agon.Position(OPPONENT_CHOOSES, "way-to-play"),
                                             agon.Position(setup="placement")]
        planes = agon.planes(positions)
        self.assertEqual((planes.shape, planes.dtype), ((302, 11, 11, 11), numpy.uint8))
        self.assertEqual(len(agon.PLANES), 11)
        for position, plane in zip(positions, planes):
            numpy.testing.assert_array_equal(plane, naive_planes(position))
        self.assertEqual(agon.planes([]).shape, (0, 11, 11, 11))
        numpy.testing.assert_array_equal(agon.planes(iter(positions)), planes)
        numpy.testing.assert_array_equal(agon.planes([agon.Game(positions[5])])[0], planes[5])

    def test_masks(self):
        positions = random_positions(300)
        masks = agon.action_masks(positions)
        self.assertEqual((masks.shape, masks.dtype), ((300, agon.ACTION_COUNT), bool))
        for position, mask in zip(positions, masks):
            actions = agon.legal_actions(position)
            self.assertEqual(actions.dtype, numpy.uint16)
            self.assertEqual([agon.Move.from_action(int(a)) for a in actions],
                             list(position.legal_moves))
            self.assertEqual(set(numpy.flatnonzero(mask)), set(actions.tolist()))

    def test_out(self):
        positions = random_positions(4)
        for dtype in numpy.uint8, numpy.float32:
            out = numpy.full((4, 11, 11, 11), 9, dtype)
            self.assertIs(agon.planes(positions, out), out)
            numpy.testing.assert_array_equal(out, agon.planes(positions))
        big = numpy.zeros((8, agon.ACTION_COUNT), bool)
        agon.action_masks(positions, out=big[4:])
        self.assertFalse(big[:4].any())
        numpy.testing.assert_array_equal(big[4:], agon.action_masks(positions))
        locked = numpy.zeros((4, 11, 11, 11), numpy.uint8)
        locked.flags.writeable = False
        for out in (numpy.zeros((3, 11, 11, 11), numpy.uint8),
                    numpy.zeros((4, 11, 11), numpy.uint8), numpy.zeros((4, 11, 11, 11)),
                    numpy.zeros((11, 11, 11, 4), numpy.uint8).T,
                    numpy.zeros((8, 11, 11, 11), numpy.uint8)[::2], locked, [0] * 4, "x"):
            with self.assertRaises(TypeError):
                agon.planes(positions, out)

    def test_wrong_items(self):
        for items in [None], [agon.Position(), "x"], [agon.Move.null()]:
            with self.assertRaises(TypeError):
                agon.planes(items)
        with self.assertRaises(TypeError):
            agon.planes(3)


class Environment(unittest.TestCase):
    def test_the_documented_loop(self):
        """The loop in PettingZoo's documentation (AEC API, Usage)."""
        for rules in "classic", "bloody-queen", "way-to-play", "german":
            env = agon.env.AgonEnv(rules, no_progress=30)
            env.reset(seed=42)
            steps, seen = 0, {"white": 0, "black": 0}
            for agent in env.agent_iter():
                observation, reward, termination, truncation, info = env.last()
                seen[agent] += reward
                if termination or truncation:
                    action = None
                else:
                    self.assertEqual(agent == "white", env.game.chooser)
                    for key, space in env.observation_space(agent).items():
                        self.assertIn(observation[key], space)
                    action = env.action_space(agent).sample(observation["action_mask"])
                    self.assertIn(agon.Move.from_action(action), env.game.legal_moves)
                    steps += 1
                env.step(action)
            env.close()
            self.assertEqual((env.agents, env.num_agents, env.max_num_agents), ([], 0, 2))
            self.assertEqual(steps, len(env.game))
            winner = env.game.outcome().winner
            won = {agon.WHITE: 1, agon.BLACK: -1, None: 0}[winner]
            self.assertEqual(seen, {"white": won, "black": -won})

    def test_the_seed_repeats_a_game(self):
        def play(seed):
            env = agon.env.AgonEnv()
            env.reset(seed=seed)
            for agent in env.agent_iter(40):
                env.step(env.action_space(agent).sample(env.action_mask()))
            return env.game.fen()

        self.assertEqual(play(1), play(1))
        self.assertNotEqual(play(1), play(2))

    def test_a_win(self):
        env = agon.env.AgonEnv(render_mode="ansi")
        env.reset(options={"fen": "5q/7/gggggg2/9/4GG4/4GQG4/4G1G3/9/8/7/6 w - - 0 1"})
        self.assertEqual(env.agent_selection, "white")
        mask = env.observe("black")["action_mask"]
        self.assertFalse(mask.any())
        wins = [move for move in env.game.legal_moves
                if env.game.position.apply(move).is_game_over()]
        env.step(wins[0].action)
        self.assertEqual(env.rewards, {"white": 1, "black": -1})
        self.assertEqual(env.terminations, {"white": True, "black": True})
        self.assertEqual(env.truncations, {"white": False, "black": False})
        self.assertFalse(env.last()[0]["action_mask"].any())
        with self.assertRaises(agon.Error):
            env.step(0)
        self.assertEqual({env.agent_selection: env.last(observe=False)[1]},
                         {env.agent_selection: env.rewards[env.agent_selection]})
        self.assertIsNone(env.last(observe=False)[0])
        env.step(None)
        env.step(None)
        with self.assertRaises(agon.Error):
            env.step(None)
        self.assertIn("Q", env.render())

    def test_refusals(self):
        env = agon.env.AgonEnv()
        with self.assertRaises(agon.Error):
            env.step(1)
        env.reset()
        before = env.game.fen()
        illegal = agon.Move.from_uci("a1l11").action
        for action in None, illegal, -1, agon.ACTION_COUNT:
            with self.assertRaises(agon.Error):
                env.step(action)
        self.assertEqual(env.game.fen(), before)
        with self.assertRaises(agon.Error):
            agon.env.AgonEnv(render_mode="rgb_array")


if __name__ == "__main__":
    unittest.main()

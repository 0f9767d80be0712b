#!/usr/bin/env python3
"""A bot that learns to evaluate positions from its own games. It needs the Python module agon.

With --learn it plays against itself for --minutes, or for --games, and writes WEIGHTS, an .npz file
of numpy. Otherwise it plays: it speaks UGI and UCI on standard input and output.
"""
import argparse
import random
import time

import numpy
import agon.bot

RINGS = numpy.zeros((6, 11, 11), numpy.float32)  # the squares of each ring
for s in range(91):
    RINGS[agon.square_ring(s), agon.square_rank(s), agon.square_file(s)] = 1
PIECES = slice(agon.PLANES.index("own queen"), agon.PLANES.index("enemy captured") + 1)
FEATURES = 6 * 6 + 4  # six kinds of pieces by ring; whose turn it is, reserves and clock
HIDDEN, LAMBDA, RATE, STEPS = 32, 1.0, 0.005, 4  # steps of gradient descent for each game


def features(positions):
    """The network's inputs for positions, each from its chooser's side: (positions, FEATURES)."""
    planes = agon.planes(positions)
    pieces = planes[:, PIECES].reshape(-1, 121).astype(numpy.float32) @ RINGS.reshape(6, 121).T
    rest = planes[:, PIECES.stop:, 0, 0] / numpy.float32([1, 6, 6, 100])
    return numpy.hstack([pieces.reshape(len(planes), -1), rest])


class Network:
    """One hidden layer; the value is from -1 to 1, from the chooser's side."""

    def __init__(self, rng):
        self.weights = [rng.normal(0, 0.2, (FEATURES, HIDDEN)), numpy.zeros(HIDDEN),
                        rng.normal(0, 0.2, HIDDEN), numpy.zeros(1)]
        self.moments = [[numpy.zeros_like(w), numpy.zeros_like(w)] for w in self.weights]
        self.steps = 0

    def values(self, x):
        self.hidden = numpy.tanh(x @ self.weights[0] + self.weights[1])
        return numpy.tanh(self.hidden @ self.weights[2] + self.weights[3])

    def learn(self, x, targets):
        """A step of Adam towards the targets."""
        y = self.values(x)
        slope = (y - targets) * (1 - y * y) / len(y)
        inner = numpy.outer(slope, self.weights[2]) * (1 - self.hidden ** 2)
        gradients = [x.T @ inner, inner.sum(0), self.hidden.T @ slope, slope.sum(keepdims=True)]
        self.steps += 1
        for w, (mean, square), g in zip(self.weights, self.moments, gradients):
            mean += 0.1 * (g - mean)
            square += 0.001 * (g * g - square)
            w -= RATE * (mean / (1 - 0.9 ** self.steps) /
                         (numpy.sqrt(square / (1 - 0.999 ** self.steps)) + 1e-8))


def best(network, game, moves):
    """The action that leads to the greatest value for the chooser; repetitions only if it must."""
    position, seen, back = game.position, set(), game.copy()
    while len(back):
        back.pop()
        seen.add(back.position.key)
    after = [position.apply(move) for move in moves]
    worth = network.values(features(after))
    for i, child in enumerate(after):
        if outcome := child.outcome():
            worth[i] = 1 if outcome.winner == position.chooser else -1
        elif child.key in seen:
            worth[i] = -0.99
        elif child.chooser != position.chooser:
            worth[i] = -worth[i]
    return moves[int(worth.argmax())]


def learn_game(network, rng, exploration):
    """Plays itself and learns from the game: TD(lambda). `exploration`: the share of random actions."""
    game, seen = agon.Game(), []
    while not game.is_game_over():
        seen.append(game.position)
        moves = list(game.legal_moves)
        game.push(rng.choice(moves) if rng.random() < exploration else best(network, game, moves))
    winner = game.outcome().winner
    target = 0 if winner is None else 1 if winner == agon.WHITE else -1  # to white
    x = features(seen)
    signs = numpy.array([1 if position.chooser == agon.WHITE else -1 for position in seen])
    values = network.values(x) * signs
    targets = numpy.empty(len(seen))
    for i in reversed(range(len(seen))):
        targets[i] = target
        target = LAMBDA * target + (1 - LAMBDA) * values[i]
    for _ in range(STEPS):
        network.learn(x, targets * signs)


def learn(network, file, minutes, games, rng):
    end, played = time.monotonic() + 60 * minutes, 0
    while time.monotonic() < end if games is None else played < games:
        learn_game(network, rng, 1 if played < 500 else 0.2)  # random games first, which are fast
        played += 1
    numpy.savez(open(file, "wb"), *network.weights)  # numpy would add .npz to a name
    print(f"{played} games")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("weights")
    parser.add_argument("--learn", action="store_true")
    parser.add_argument("--minutes", type=float, default=3)
    parser.add_argument("--games", type=int)
    args, net = parser.parse_args(), Network(numpy.random.default_rng(1))
    try:
        open(args.weights, "ab" if args.learn else "rb").close()  # fails now, not after minutes of learning
    except OSError as fault:
        parser.error(f"{fault}" + ("" if args.learn else "; --learn makes it"))
    if args.learn:
        learn(net, args.weights, args.minutes, args.games, random.Random(1))
    else:
        net.weights = list(numpy.load(args.weights).values())
        agon.bot.serve("Learner", lambda game, moves, clock: best(net, game, moves))

#!/usr/bin/env python3
"""A bot that plays by Monte-Carlo tree search (UCT). It needs the Python module agon.

usage: mcts.py

It speaks UGI and UCI on standard input and output.
"""
import math
import random
import sys

import agon
import agon.bot

EXPLORATION = 0.7
PLAYOUT = 30  # actions; a game played at random to its end takes hundreds


class Node:
    """A node of the tree: the number of visits, and the mean value, from -1 to 1, for the side that
    chose the action that leads to it."""

    def __init__(self, move=None, mover=None):
        self.move, self.mover = move, mover
        self.visits, self.total = 0, 0.0
        self.children = []
        self.untried = None  # actions without a child; None before the first visit

    def best_child(self):
        log = math.log(self.visits)
        return max(self.children, key=lambda child: child.total / child.visits +
                   EXPLORATION * math.sqrt(log / child.visits))


def standing(position):
    """How near white's pieces are to the throne, minus the same for black; from -1 to 1."""
    near = 0
    for color, sign in ((agon.WHITE, 1), (agon.BLACK, -1)):
        near += sign * sum(5 - agon.square_ring(square) for square in position.guards(color))
        near += sign * 2 * (5 - agon.square_ring(position.queen(color)))
    return math.tanh(near / 10)


def playout(game):
    """The value to white of random play from here."""
    for _ in range(PLAYOUT):
        moves = game.legal_moves
        if not moves:
            break
        game.push(random.choice(moves))
    outcome = game.position.outcome()
    if outcome:
        return 1 if outcome.winner == agon.WHITE else -1
    return standing(game.position)


def iterate(root, game):
    """One descent: to a new node, a playout from there, and back."""
    path, node = [root], root
    while True:
        outcome = game.outcome() if len(path) > 1 else None
        if outcome:
            value = {agon.WHITE: 1, agon.BLACK: -1, None: 0}[outcome.winner]
            break
        if node.untried is None:
            node.untried = list(game.legal_moves)
            random.shuffle(node.untried)
        if node.untried:
            child = Node(node.untried.pop(), game.chooser)
            node.children.append(child)
            path.append(child)
            game.push(child.move)
            value = playout(game)
            break
        node = node.best_child()
        path.append(node)
        game.push(node.move)
    for node in path:
        node.visits += 1
        node.total += value if node.mover == agon.WHITE else -value


def choose(game, moves, clock):
    root = Node()
    root.untried = list(moves)
    while not clock.expired():
        iterate(root, game.copy())
    if not root.children:
        return moves[0]
    return max(root.children, key=lambda child: child.visits).move


if __name__ == "__main__":
    if len(sys.argv) > 1:
        sys.exit(__doc__.strip() if sys.argv[1] in ("-h", "--help") else
                 f"mcts.py: unexpected argument '{sys.argv[1]}'")
    agon.bot.serve("MCTS", choose)

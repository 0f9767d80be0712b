#!/usr/bin/env python3
"""A bot that looks one action ahead. It needs the Python module agon.

usage: greedy.py

It speaks UGI and UCI on standard input and output.
"""
import random
import sys

import agon
import agon.bot


def value(position, side):
    """The value of a position for a side: pieces near the throne, and enemies to be relocated."""
    outcome = position.outcome()
    if outcome:
        return 1000 if outcome.winner == side else -1000
    total = 0
    for color in (agon.WHITE, agon.BLACK):
        rings = [agon.square_ring(square) for square in position.guards(color)]
        own = sum(5 - max(ring, 1) for ring in rings) + 3 * rings.count(1)
        own += 2 * (5 - agon.square_ring(position.queen(color)))
        total += own if color == side else -own
    for square in position.captured:
        piece = position.piece_at(square)
        worth = 8 if piece in "Qq" else 3
        total += -worth if piece.isupper() == side else worth
    return total


def choose(game, moves, clock):
    position = game.position
    return max(moves, key=lambda move: (value(position.apply(move), position.chooser),
                                        random.random()))


if __name__ == "__main__":
    if len(sys.argv) > 1:
        sys.exit(__doc__.strip() if sys.argv[1] in ("-h", "--help") else
                 f"greedy.py: unexpected argument '{sys.argv[1]}'")
    agon.bot.serve("Greedy", choose)

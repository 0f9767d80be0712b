#!/usr/bin/env python3
"""Measures the Python module; tools/python/README.md has figures. The program agon must be on the PATH.

usage: speed.py
"""
import random
import subprocess
import sys
import time

import agon
import numpy


def seconds(work, repeat=5):
    """The shortest time of several runs."""
    times = []
    for _ in range(repeat):
        begun = time.perf_counter()
        work()
        times.append(time.perf_counter() - begun)
    return min(times)


def playouts(count):
    """Plays games at random; returns the number of actions."""
    actions = 0
    for _ in range(count):
        game = agon.Game()
        while not game.is_game_over():
            game.push(random.choice(game.legal_moves))
        actions += len(game)
    return actions


def playouts_by_ugi(count):
    """The same over UGI: asks a process for the legal actions and for the end of the game."""
    agon_process = subprocess.Popen(["agon"], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                    text=True)

    def ask(line, last):
        agon_process.stdin.write(line + "\n")
        agon_process.stdin.flush()
        for answer in agon_process.stdout:
            if answer.split()[:1] == [last]:
                return answer.split()[1:]

    ask("ugi", "ugiok")
    actions = 0
    for _ in range(count):
        line = "position startpos moves"
        while ask(line + "\nquery gameover", "response") == ["false"]:
            line += " " + random.choice(ask("query legalmoves", "response"))
            actions += 1
    agon_process.communicate("quit\n")
    return actions


def rate(play, count):
    random.seed(1)
    begun = time.perf_counter()
    actions = play(count)
    time_taken = time.perf_counter() - begun
    print(f"{play.__name__}({count}): {count / time_taken:.1f} playouts, "
          f"{actions / time_taken:,.0f} actions a second, {actions / count:.0f} actions each")


if len(sys.argv) > 1:
    sys.exit(__doc__.strip())
DEPTH = 6
nodes = agon.perft(agon.Position(), DEPTH)
took = seconds(lambda: agon.perft(agon.Position(), DEPTH))
print(f"perft({DEPTH}): {nodes / took:,.0f} per second")
rate(playouts, 200)
rate(playouts_by_ugi, 5)
rng, positions, game = random.Random(1), [], agon.Game()
while len(positions) < 4096:
    game = agon.Game() if game.is_game_over() else game
    positions.append(game.position)
    game.push(rng.choice(game.legal_moves))
print(f"planes of 4096 positions: {1000 * seconds(lambda: agon.planes(positions)):.2f} ms")
print(f"masks of 4096 positions: {1000 * seconds(lambda: agon.action_masks(positions)):.2f} ms")
batch = agon.VectorGames(1024)
begun = time.perf_counter()
lengths = batch.random_playouts(1)[2]
print(f"playouts of a batch: {lengths.sum() / (time.perf_counter() - begun):,.0f} actions a second")
source = numpy.random.default_rng(1)


def step():
    """Plays an action in each game of the batch, chosen by numpy."""
    actions, starts = batch.legal_actions()
    chosen = starts[:-1] + source.integers(numpy.diff(starts))
    batch.step(actions[chosen])


STEPS = 300
begun, evaluating = time.perf_counter(), 0
for _ in range(STEPS):
    step()
print(f"steps of a batch: {STEPS * len(batch) / (time.perf_counter() - begun):,.0f} actions a second")
for _ in range(STEPS):
    step()
    begun = time.perf_counter()
    batch.evaluate()
    evaluating += time.perf_counter() - begun
print(f"evaluations of a batch: {STEPS * len(batch) / evaluating:,.0f} a second, a step between them")

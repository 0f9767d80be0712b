#!/usr/bin/env python3
"""A bot that walks inward: it speaks UGI and leaves the rules to `agon`.

Usage: inward.py [path to agon]. Replace choose() by your own idea.
"""
import random
import subprocess
import sys

agon = subprocess.Popen([sys.argv[1] if len(sys.argv) > 1 else "agon"], text=True, bufsize=1,
                        stdin=subprocess.PIPE, stdout=subprocess.PIPE)


def tell(line):
    agon.stdin.write(line + "\n")


def ask(line):
    """The words after `response`."""
    tell(line)
    for answer in agon.stdout:
        if answer.startswith("response"):
            return answer.split()[1:]
    sys.exit("inward.py: agon has gone")


def ring(cell):
    file, row = "abcdefghjkl".index(cell[0]) - 5, int(cell[1:]) - 6
    return max(abs(file), abs(row), abs(file - row))


def target(move):
    """`a1b2` goes to b2; `f3`, a placement, to f3."""
    second = next((i for i in range(1, len(move)) if move[i].isalpha()), 0)
    return move[second:]


def choose(moves):
    """The one that ends nearest to the throne, by lot among equals."""
    return min(moves, key=lambda m: (6 if m == "pass" else ring(target(m)), random.random()))


tell("ugi")
for line in sys.stdin:
    word = line.split(" ")[0].strip()
    if word == "ugi":
        print("id name Inward\nid author you\nugiok", flush=True)
    elif word == "isready":
        print("readyok", flush=True)
    elif word in ("position", "setoption", "uginewgame"):
        tell(line.strip())
    elif word == "query":
        print("response", *ask(line.strip()), flush=True)
    elif word == "go":
        print("bestmove", choose(ask("query legalmoves")), flush=True)
    elif word == "quit":
        break
agon.stdin.close()

#!/usr/bin/env python3
"""A bot that speaks UGI and moves towards the throne. It asks agon for the rules.

usage: inward.py [PATH OF AGON]
"""
import collections
import random
import re
import shutil
import subprocess
import sys

if {"-h", "--help"} & set(sys.argv):
    sys.exit(print(__doc__.strip()))
program = (sys.argv[1:] or ["agon"])[0]
if not shutil.which(program):
    sys.exit(f"inward.py: no program '{program}'; give its path: inward.py PATH")
agon = subprocess.Popen([program], text=True, bufsize=1,
                        stdin=subprocess.PIPE, stdout=subprocess.PIPE)
OPTIONS = ("UCI_Variant", "VariantPath", "Setup", "RepetitionLimit", "NoProgressLimit")
Position = collections.namedtuple("Position", "pieces turn captured")
held = []  # lines read during `go infinite`, to be handled after it


def ask(line, last):
    """Sends a line to agon and returns the words after `last` in its answer. Meanwhile, passes on
    agon's error messages (`info string`) and the options that arenas set."""
    agon.stdin.write(line + "\n")
    for answer in agon.stdout:
        words = answer.split() or [""]
        if words[:2] == ["info", "string"] or words[0] == "option" and words[2] in OPTIONS:
            print(answer, end="", flush=True)
        if words[0] == last:
            return words[1:]
    sys.exit("inward.py: agon has ended")


def ring(cell):
    file, row = "abcdefghjkl".index(cell[0]) - 5, int(cell[1:]) - 6
    return max(abs(file), abs(row), abs(file - row))


def read_position(text):
    """A position text (rules.md section 8): the pieces and their cells, whose turn it is, the captured pieces."""
    board, turn, captured = text.split()[:3]
    pieces = {}
    for row, line in zip(range(11, 0, -1), board.split("/")):
        file = max(0, row - 6)  # the first file of the row
        for word in re.findall(r"\d+|\D", line):
            if word.isalpha():
                pieces["abcdefghjkl"[file] + str(row)] = word  # Q G white, q g black
            file += 1 if word.isalpha() else int(word)
    return Position(pieces, turn, [] if captured == "-" else captured.split(","))


def choose(position, moves):
    """Your idea here: one of the moves, as `a1b2`, `f3` for a placement, or `pass`. This one goes to
    the cell nearest to the throne, and prefers a guard to the queen if it gets as near."""
    def worth(move):
        cells = re.findall(r"[a-l]\d+", move)
        queen = len(cells) == 2 and position.pieces[cells[0]] in "Qq"
        return ring(cells[-1]) if cells else 6, queen, random.random()
    return min(moves, key=worth)


def read():
    return (sys.stdin.readline() or "quit").strip()


sys.stdin.reconfigure(encoding="utf-8-sig", errors="replace")
for line in iter(lambda: held.pop(0) if held else read(), "quit"):
    if line == "isready":
        print("readyok", flush=True)
    elif line == "ugi":
        print("id name Inward\nid author you")
        ask("ugi", "ugiok")
        print("ugiok", flush=True)
    elif line.split()[:1] == ["query"]:
        print("response", *ask(line, "response"), flush=True)
    elif line.split()[:1] == ["go"]:
        ask(line + "\nstop", "bestmove")  # only for error messages about the words of `go`
        while "infinite" in line.split() and "quit" not in held and (late := read()) != "stop":
            print("readyok", flush=True) if late == "isready" else held.append(late)
        moves = ask("query legalmoves", "response")
        position = read_position(" ".join(ask("query fen", "response")))
        print("bestmove", choose(position, moves) if moves else "(none)", flush=True)
    else:
        ask(line + "\nquery gameover", "response")

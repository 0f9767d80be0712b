#!/usr/bin/env python3
"""A bot that walks inward, by UGI: inward.py [path to agon], which knows the rules for it."""
import random
import subprocess
import sys

agon = subprocess.Popen(sys.argv[1:2] or ["agon"], text=True, bufsize=1,
                        stdin=subprocess.PIPE, stdout=subprocess.PIPE)
OPTIONS = ("UCI_Variant", "VariantPath", "Setup", "RepetitionLimit", "NoProgressLimit")
held = []  # lines that came during a `go infinite`


def ask(line, last):
    """What agon says after `last`; its options and complaints before that are passed on."""
    agon.stdin.write(line + "\n")
    for answer in agon.stdout:
        words = answer.split() or [""]
        if words[:2] == ["info", "string"] or words[0] == "option" and words[2] in OPTIONS:
            print(answer, end="", flush=True)
        if words[0] == last:
            return words[1:]
    sys.exit("inward.py: agon has gone")


def ring(cell):
    file, row = "abcdefghjkl".index(cell[0]) - 5, int(cell[1:]) - 6
    return max(abs(file), abs(row), abs(file - row))


def choose(moves):
    """Your idea here. This one goes nearest to the throne: a1b2 to b2, f3 (a placement) to f3."""
    targets = {m: m[max(i for i, c in enumerate(m) if c.isalpha()):] for m in moves if m != "pass"}
    return min(moves, key=lambda m: (ring(targets[m]) if m in targets else 6, random.random()),
               default="(none)")


def read():
    return (sys.stdin.readline() or "quit").strip()


sys.stdin.reconfigure(errors="replace")
for line in iter(lambda: held.pop(0) if held else read(), "quit"):
    if line == "isready":
        print("readyok", flush=True)
    elif line == "ugi":
        print("id name Inward\nid author you")
        ask("ugi", "ugiok")
        print("ugiok", flush=True)
    elif line.startswith("query"):
        print("response", *ask(line, "response"), flush=True)
    elif line.split(" ")[0] == "go":
        ask(line + "\nstop", "bestmove")  # for its complaints about the words of `go`
        for late in iter(read, "stop") if "infinite" in line else ():
            if late == "quit":
                sys.exit()
            print("readyok", flush=True) if late == "isready" else held.append(late)
        print("bestmove", choose(ask("query legalmoves", "response")), flush=True)
    else:
        ask(line + "\nquery gameover", "response")

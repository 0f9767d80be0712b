#!/usr/bin/env python3
"""A bot that speaks UGI and moves towards the throne. It asks agon for the rules.

usage: inward.py [PATH OF AGON]
"""
import random
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
held = []  # lines read during `go infinite`, to be handled after it


def ask(line, last):
    """Sends a line to agon and returns the words after `last` in its answer. On the way, passes on
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


def choose(moves):
    """Your idea here. This one chooses the target nearest to the throne: b2 of a1b2, f3 of the
    placement f3."""
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
        ask(line + "\nstop", "bestmove")  # only for error messages about the words of `go`
        for late in iter(read, "stop") if "infinite" in line else ():
            if late == "quit":
                sys.exit()
            print("readyok", flush=True) if late == "isready" else held.append(late)
        print("bestmove", choose(ask("query legalmoves", "response")), flush=True)
    else:
        ask(line + "\nquery gameover", "response")

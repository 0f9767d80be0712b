"""What OpenBench's worker makes of what agon-match and agon print (arena.md, OpenBench, and
arena.md, Standard output). AGON_BIN in the environment is the folder of executables."""

import collections
import os
import pathlib
import re
import subprocess

BIN = pathlib.Path(os.environ["AGON_BIN"])
DEV, BASE = "Agon-0123ABCD", "Agon-89ABCDEF"  # the engine and the first digits of a commit

HALF_POINTS = {"0-1": 0, "1/2-1/2": 1, "1-0": 2}
FAULT_WORDS = {"crash": ("disconnect", "stalls"), "time": ("on time",), "illegal": ("illegal",)}


def version_of(program):
    """The first number that it prints, as the worker compares it."""
    text = subprocess.run([program, "--version"], capture_output=True, text=True).stdout
    return re.search(r"\d+\.\d+(\.\d+)?", text).group()


def genfens(count, seed):
    """Openings as a worker orders them to generate data: four fields, two operations."""
    command = [BIN / "agon", f"genfens {count} seed {seed} book None ", "quit"]
    book = []
    for line in subprocess.run(command, capture_output=True, text=True).stdout.splitlines():
        if line.startswith("info string genfens "):
            *fields, clock, number = line.split("genfens ")[1].split()
            assert len(fields) == 4, line
            book.append(f"{' '.join(fields)} hmvc {clock}; fmvn {number};")
    return book


def position_text(epd):
    fields, clock, number = re.fullmatch(r"(.*) hmvc (\d+); fmvn (\d+);", epd).groups()
    return f"{fields} {clock} {number}"


class Reading:
    """Sums up a match's output as the worker does."""

    def __init__(self, lines):
        self.faults = collections.Counter()
        self.results = {}
        self.titles = {}
        for line in lines:
            if "Finished game" not in line:
                continue
            words = line.split()
            self.results[int(words[2])] = words[6]
            self.titles[int(words[2])] = (words[3].lstrip("("), words[5].rstrip("):"), words[6])
            for fault, marks in FAULT_WORDS.items():
                self.faults[fault] += any(mark in line.split(":")[1] for mark in marks)
        self.trinomial, self.pentanomial = [0] * 3, [0] * 5
        for odd in range(1, max(self.results, default=0), 2):
            # The first engine is white in the odd game of a pair, black in the even one.
            won = HALF_POINTS[self.results[odd]]
            returned = 2 - HALF_POINTS[self.results[odd + 1]]
            self.trinomial[won] += 1
            self.trinomial[returned] += 1
            self.pentanomial[won + returned] += 1


def read_pgn(path):
    """Tags and text of each game; a blank line ends either."""
    parts = path.read_text().split("\n\n")
    assert parts.pop().strip() == ""
    tags = [dict(re.findall(r'^\[(\w+) "(.*)"\]$', part, re.M)) for part in parts[::2]]
    return list(zip(tags, parts[1::2], strict=True))

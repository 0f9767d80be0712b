"""The games of a study: cells, and the openings of their batches."""

import dataclasses
import json
import os
import pathlib
import random
import re
import subprocess
import zlib

SETUPS = ["standard", "placement", "flanked"]
KINDS = ["equals", "unequals"]
ADVANTAGE = 4      # the nodes of the stronger side of unequals, as a multiple of the other's
PLACED = 4         # random placements of an opening; the other eight are the engines'
CELLS = [(file, row) for row in range(1, 12) for file in range(1, 12) if abs(file - row) <= 5]


class Refused(Exception):
    """Why the study cannot continue."""


@dataclasses.dataclass(frozen=True)
class Cell:
    """Games of one rule set, setup, number of nodes and kind."""
    preset: str
    setup: str
    nodes: int
    kind: str

    def __str__(self):
        return f"{self.preset}, {self.setup}, {self.nodes} nodes, {self.kind}"

    def folder(self, work):
        return work / self.preset / self.setup / f"{self.nodes}-{self.kind}"

    def journals(self, work):
        """The journals of its batches, by number."""
        return {int(file.stem): file for file in sorted(self.folder(work).glob("*.jsonl"))}

    def limits(self):
        """Nodes of an action of either side."""
        return [self.nodes, self.nodes * (ADVANTAGE if self.kind == "unequals" else 1)]


def cells_in(work):
    """All cells of a folder, in order."""
    found = [Cell(folder.parts[-3], folder.parts[-2], int(nodes), kind)
             for folder in work.glob("*/*/*-*")
             for nodes, _, kind in [folder.name.partition("-")] if kind in KINDS and nodes.isdigit()]
    return sorted(found, key=lambda cell: (cell.preset, cell.setup, cell.nodes, cell.kind))


def run(*command):
    """The output of a program; raises Refused with its message if it fails."""
    try:
        done = subprocess.run(command, capture_output=True, text=True, stdin=subprocess.DEVNULL)
    except OSError as fault:
        raise Refused(f"cannot run {command[0]}: {fault.strerror}") from None
    if done.returncode != 0:
        raise Refused(done.stderr.strip().rpartition("\n")[2] or f"{command[0]} failed")
    return done.stdout


def rules_file(file):
    """The arguments that pass a rules file to the engine's commands, if there is one."""
    return ["--variant-path", str(file)] if file else []


def rule_sets(agon, file):
    """Each preset's own setup: of the engine's presets, and of those of a rules file if given."""
    table = run(agon, "rules", *rules_file(file)).split("\n\n")[0].splitlines()[2:]
    return {words[0]: words[-1] for words in map(str.split, table)}


def placements(count, seed):
    """Position texts after PLACED random placements, two of each side."""
    chance = random.Random(seed)
    for _ in range(count):
        board = {(1, 1): "Q", (11, 11): "q"}
        vacant = [cell for cell in CELLS if cell not in board and cell != (6, 6)]
        board.update(zip(chance.sample(vacant, PLACED), "Gg" * PLACED))
        rows = ("".join(board.get(cell, " ") for cell in CELLS if cell[1] == row)
                for row in range(11, 0, -1))
        text = re.sub(" +", lambda run: str(len(run[0])), "/".join(rows))
        left = 6 - PLACED // 2
        yield f"{text} w - {'G' * left}{'g' * left} 0 {1 + PLACED // 2}"


def openings(cell, count, batch, options):
    """Position texts, the same for all sizes and kinds of games."""
    number = zlib.crc32(f"{options.seed} {cell.preset} {cell.setup} {batch}".encode())
    if cell.setup == "placement":
        return list(placements(count, number))
    return run(options.agon, "genfens", str(count), "--variant", cell.preset, "--setup", cell.setup,
               "--seed", str(number), *rules_file(options.variant_path)).splitlines()


def heads(journal):
    """The finished games of a journal without their actions."""
    with open(journal, "rb") as lines:
        next(lines, None)
        for line in lines:
            if line.endswith(b"\n"):  # otherwise a kill has truncated it
                yield json.loads(line[:line.index(b',"fen":')] + b"}")


def settled(work, settings):
    """Records what all games of a folder must share, and refuses different settings."""
    file = pathlib.Path(work) / "settings.json"

    def kept():
        found = json.loads(file.read_text()) if file.exists() else {}
        for key in found.keys() & settings.keys():
            if settings[key] != found[key]:
                raise Refused(f"{file}: begun with {key} {found[key]!r}, got {settings[key]!r}")
        return found

    before = kept()
    if settings.keys() - before.keys():
        own = file.with_suffix(f".{os.getpid()}")
        own.write_text(json.dumps(before | settings, indent=1) + "\n")
        own.replace(file)  # atomic: parts may begin together,
        kept()             # and with different settings

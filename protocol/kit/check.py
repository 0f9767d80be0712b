#!/usr/bin/env python3
"""Checks a program's rules of Agon against the files of this folder.

    check.py [OPTION...] -- PROGRAM [ARGUMENT...]     a program that speaks UGI
    check.py [OPTION...] --adapter FILE.py            a Python module; README.md has one in ten lines

Prints what differs and the section of Agon's rules that says it, the simplest rules first. Exit status 1
when something differs.
"""
import argparse
import importlib.util
import json
import pathlib
import re
import subprocess
import sys

KIT = pathlib.Path(__file__).resolve().parent
RESULTS = {"none": "none", "draw": "draw", "p1win": "white wins", "p2win": "black wins"}


class Ended(Exception):
    """The program has ended."""


class Ugi:
    """A program on a pipe. An adapter has the same four methods."""

    def __init__(self, command):
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.send("ugi")
        while self.line() != "ugiok":
            pass

    def send(self, *lines):
        try:
            self.process.stdin.write("".join(line + "\n" for line in lines))
            self.process.stdin.flush()
        except BrokenPipeError:
            raise Ended(f"{self.process.args[0]} has ended") from None

    def line(self):
        line = self.process.stdout.readline()
        if not line:
            raise Ended(f"{self.process.args[0]} has ended")
        return line.strip()

    def ask(self, position, *queries):
        """A program may refuse the position, a query, or both: `isready` tells where each answer ends."""
        for query in queries:
            self.send(position, f"query {query}", "isready")

    def answer(self):
        said = "nothing"
        while (line := self.line()) != "readyok":
            if line.startswith("response"):
                said = line[len("response"):].strip()
            elif line.startswith("error"):
                self.until_ready()
                return line
        return said

    def until_ready(self):
        while self.line() != "readyok":
            pass

    def rules(self, name, fields):
        """The rules to go by from now on."""
        self.send(f"setoption name VariantPath value {KIT / 'rules.ini'}", f"setoption name UCI_Variant value {name}",
                  "isready")
        self.until_ready()

    def position(self, text):
        """(chooser, result, {action: position after it})"""
        self.ask(f"position fen {text}", "p1turn", "result", "legalmoves")
        chooser = {"true": "white", "false": "black"}.get(self.answer(), "?")
        result = self.answer()
        actions = self.answer()
        actions = [] if actions.startswith("error") else actions.split()
        for action in actions:
            self.ask(f"position fen {text} moves {action}", "fen")
        return chooser, RESULTS.get(result, result), {action: self.answer() for action in actions}

    def game(self, start, actions):
        """(result, last position), draws included"""
        self.ask(f"position fen {start} moves {' '.join(actions)}", "result", "fen")
        result = self.answer()
        return RESULTS.get(result, result), self.answer()


def adapter(name):
    spec = importlib.util.spec_from_file_location("adapter", name)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module.Rules()


def perft(program, position, depth, known):
    """The number of sequences of so many actions."""
    if position not in known:
        known[position] = program.position(position)[2]
    if depth == 1:
        return len(known[position])
    return sum(perft(program, after, depth - 1, known) for after in known[position].values())


def faults_of_position(program, case, effect, depth):
    """Pairs (section, what differs)."""
    chooser, result, actions = program.position(case["position"])
    section, expected = case["section"], case["actions"]
    if result != case["result"].partition(" (")[0]:
        end = {"bloody": "7.5", "remove": "4.10"}.get(effect, "4.8")
        yield end if case["result"] == "none" else section, f"result {result}, not {case['result']}"
        return
    if case["result"] == "none" and chooser != case["chooser"]:
        yield "4.5", f"{chooser} chooses, not {case['chooser']}"
    missing, added = sorted(expected.keys() - actions.keys()), sorted(actions.keys() - expected.keys())
    if missing:
        yield section, f"missing {' '.join(missing)}"
    if added:
        yield section, f"not legal {' '.join(added)}"
    for action in sorted(expected.keys() & actions.keys()):
        if actions[action] == expected[action]:
            continue
        got, want = actions[action].split(), expected[action].split()
        if got[:4] == want[:4]:
            section = "8"
        elif section in ("4.1", "4.3") or effect == "relocate" and (got[:2], got[3:4]) == (want[:2], want[3:4]):
            # The action is right, and what it captures is not.
            section = "4.3" if re.sub(r"^[a-l]\d+", "", action) in set(got[2].split(",")) ^ set(want[2].split(",")) else "4.4"
        yield section, f"{action} leads to {actions[action]}, not {expected[action]}"
        return
    for plies in range(2, min(depth, len(case["perft"])) + 1):
        count = perft(program, case["position"], plies, {case["position"]: actions})
        if count != case["perft"][plies - 1]:
            yield "10", f"perft {plies} is {count}, not {case['perft'][plies - 1]}"
            return


def faults_of_game(program, game, fields):
    result, last = program.game(game["start"], game["actions"])
    section = {"relocate": "4.8", "remove": "4.10", "bloody": "7.5"}[fields["effect"]]
    if "(repetition)" in game["result"] or "(no progress)" in game["result"]:
        section = "4.9"
        if fields["repetition"] == "loses" and "(repetition)" in game["result"]:
            section = "5 (Other readings)"
    if last != game["position"]:
        yield "4", f"the game leads to {last}, not {game['position']}"
    elif result != game["result"].partition(" (")[0]:
        yield section, f"result {result}, not {game['result']}"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("command", nargs="*", metavar="PROGRAM", help="speaks UGI")
    parser.add_argument("--adapter", metavar="FILE.py", type=pathlib.Path, help="a module with a class Rules")
    parser.add_argument("--rules", nargs="+", metavar="NAME", help="rule sets (all)")
    parser.add_argument("--depth", type=int, default=1, metavar="N", help="perft as well, to this depth, 4 at most (1)")
    parser.add_argument("--first", action="store_true", help="stop at the first difference")
    args = parser.parse_args()
    if bool(args.command) == bool(args.adapter):
        parser.error("expected either a program or --adapter")
    files = {path.stem: json.loads(path.read_text(encoding="utf-8"))
             for path in sorted(KIT.glob("*.json")) if path.stem != "schema"}
    for name in args.rules or ():
        if name not in files:
            parser.error(f"--rules: no rule set '{name}'; there are {', '.join(files)}")
    try:
        program = adapter(args.adapter) if args.adapter else Ugi(args.command)
    except Ended as ended:
        sys.exit(str(ended))
    except OSError as fault:
        parser.error(f"cannot run {args.adapter or args.command[0]}: {fault.strerror}")
    work = [(case["case"], name, case) for name, file in files.items() for case in file["positions"]]
    work += [(100, name, game) for name, file in files.items() for game in file["games"]]
    last, checked, found = None, 0, []
    for number, name, item in sorted(work, key=lambda each: each[:2]):
        if args.rules and name not in args.rules:
            continue
        if name != last:
            program.rules(name, files[name]["fields"])
            last = name
        fields = files[name]["fields"]
        faults = (faults_of_game(program, item, fields) if number == 100
                  else faults_of_position(program, item, fields["effect"], args.depth))
        checked += 1
        try:
            faults = list(faults)
        except Ended as ended:
            faults, args.first = [(item.get("section", "4"), str(ended))], True
        for section, what in faults:
            found.append(section)
            print(f"section {section}, {name}: {item.get('position') if number < 100 else item['start']}\n"
                  f"    ({item.get('shows', 'a whole game')}) {what}", flush=True)
        if found and args.first:
            break
    if found:
        print(f"{len(found)} differences in {checked} positions and games; the first is of section {found[0]} of the rules")
        sys.exit(1)
    print(f"all {checked} positions and games agree")


if __name__ == "__main__":
    main()

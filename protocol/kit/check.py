#!/usr/bin/env python3
"""Checks a program's rules of Agon against the files of this folder.

    check.py [OPTION...] -- PROGRAM [ARGUMENT...]     a program that speaks UGI
    check.py [OPTION...] --adapter FILE.py            a Python module; README.md has a short one

Prints what differs and the section of Agon's rules that covers it, the simplest rules first. Exit status 1
when something differs.
"""
import argparse
import collections
import importlib.machinery
import importlib.util
import json
import pathlib
import queue
import re
import subprocess
import sys
import threading
import time
import traceback

KIT = pathlib.Path(__file__).resolve().parent
RESULTS = {"none": "none", "draw": "draw", "p1win": "white wins", "p2win": "black wins"}
FIELDS = ("BOARD", "TURN", "CAPTURED", "RESERVE", "CLOCK", "NUMBER")  # of a position text, section 8
UNFLUSHED = ("its answer came when the input ended: it does not flush its output after each line "
             "(in Python print(..., flush=True))")


class Ended(Exception):
    """The program no longer answers."""


class Refusal(str):
    """What the program wrote instead of an answer."""


class Ugi:
    """A program on a pipe. An adapter has the methods rules(), position() and game()."""

    def __init__(self, command, patience):
        self.name, self.patience = command[0], patience
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
                                        errors="replace")
        self.lines = queue.SimpleQueue()
        threading.Thread(target=self.read, daemon=True).start()
        try:
            self.send("ugi")
            self.until("ugiok")
        except Ended:
            self.close()
            raise

    def read(self):
        for line in self.process.stdout:
            self.lines.put(line.strip())
        self.lines.put(None)

    def close(self):
        self.process.kill()
        self.process.wait()

    def send(self, *lines):
        try:
            self.process.stdin.write("".join(line + "\n" for line in lines))
            self.process.stdin.flush()
        except BrokenPipeError:
            raise Ended(f"{self.name} has ended") from None

    def until(self, last):
        """Reads the lines before `last`."""
        lines, end = [], time.monotonic() + self.patience
        try:
            while (line := self.lines.get(timeout=max(0, end - time.monotonic()))) != last:
                if line is None:
                    raise Ended(f"{self.name} has ended")
                lines.append(line)
        except queue.Empty:
            fault = f"{self.name}: no '{last}' within {self.patience:g} s"
            raise Ended(f"{fault}; {UNFLUSHED}" if self.flushes_at_end(last) else fault) from None
        return lines

    def flushes_at_end(self, last):
        """Whether the line comes once the input has ended: then it was written but not flushed."""
        try:
            self.process.stdin.close()
            while (line := self.lines.get(timeout=min(self.patience, 5))) is not None:
                if line == last:
                    return True
        except (OSError, queue.Empty):
            pass
        return False

    def ask(self, queries):
        """Writes all of [(position, query)]. A program may refuse either or both: `isready` shows where each answer ends."""
        self.send(*(line for position, query in queries for line in (f"position fen {position}", f"query {query}", "isready")))

    def answer(self):
        said = Refusal("no response")
        for line in self.until("readyok"):
            if line.startswith("error") and not said.startswith("error"):
                said = Refusal(line)
            elif line.startswith("response") and not said.startswith("error"):
                said = line[len("response"):].strip()
        return said

    def rules(self, name, fields):
        """Sets the rules for the calls that follow."""
        self.send(f"setoption name VariantPath value {KIT / 'rules.ini'}", f"setoption name UCI_Variant value {name}",
                  "isready")
        self.until("readyok")

    def position(self, text):
        """(chooser, result, {action: position after it})"""
        self.ask([(text, "p1turn"), (text, "result"), (text, "legalmoves")])
        chooser = self.answer()
        chooser = {"true": "white", "false": "black"}.get(chooser, chooser)
        result = self.answer()
        actions = self.answer()
        if not isinstance(actions, Refusal):
            actions = actions.split()
            self.ask([(f"{text} moves {action}", "fen") for action in actions])
            actions = {action: self.answer() for action in actions}
        return chooser, RESULTS.get(result, result), actions

    def counts(self, positions):
        """The number of actions in each."""
        self.ask([(text, "legalmoves") for text in positions])
        answers = [self.answer() for _ in positions]
        return [0 if isinstance(actions, Refusal) else len(set(actions.split())) for actions in answers]

    def game(self, start, actions):
        """(result, last position), draws included"""
        end = f"{start} moves {' '.join(actions)}"
        self.ask([(end, "result"), (end, "fen")])
        result = self.answer()
        return RESULTS.get(result, result), self.answer()


class Adapter:
    """The class Rules of a Python module. Any error in it becomes a one-line Ended."""

    def __init__(self, file):
        self.file = file
        file.read_bytes()  # an OSError if it is not there
        loader = importlib.machinery.SourceFileLoader("adapter", str(file))
        module = importlib.util.module_from_spec(importlib.util.spec_from_loader("adapter", loader))
        self.call("the module", loader.exec_module, module)
        if not hasattr(module, "Rules"):
            raise Ended(f"{file}: there is no class Rules")
        self.adapter = self.call("Rules()", module.Rules)

    def call(self, what, function, *arguments):
        try:
            return function(*arguments)
        except (Exception, SystemExit) as fault:
            lines = [frame.lineno for frame in traceback.extract_tb(fault.__traceback__)
                     if frame.filename == str(self.file)]
            if isinstance(fault, SyntaxError) and not lines:
                lines = [fault.lineno]
            where = f"{self.file}:{lines[-1]}" if lines else self.file
            text = " ".join(str(getattr(fault, "msg", fault)).split())
            raise Ended(f"{where}: {what} raises {type(fault).__name__}: {text}") from None

    def method(self, name, *arguments):
        if not hasattr(self.adapter, name):
            raise Ended(f"{self.file}: Rules has no method {name}()")
        return self.call(f"{name}()", getattr(self.adapter, name), *arguments)

    def need(self, good, name, form, got):
        if not good:
            raise Ended(f"{self.file}: {name}() returns {got!r:.80}, not {form}")

    def close(self):
        pass

    def rules(self, name, fields):
        self.method("rules", name, fields)

    def position(self, text):
        got = self.method("position", text)
        self.need(isinstance(got, tuple) and list(map(type, got)) == [str, str, dict]
                  and all(type(word) is str for pair in got[2].items() for word in pair),
                  "position", "(chooser, result, {action: position})", got)
        return got

    def counts(self, positions):
        return [len(self.position(text)[2]) for text in positions]

    def game(self, start, actions):
        got = self.method("game", start, actions)
        self.need(isinstance(got, tuple) and list(map(type, got)) == [str, str], "game",
                  "(result, last position)", got)
        return got


def perft(program, actions, depth):
    """The number of sequences of `depth` actions, 2 or more, that begin with `actions`: {action: position after it}."""
    ways = collections.Counter(actions.values())
    for _ in range(depth - 2):
        following = collections.Counter()
        for text, number in ways.items():
            after = program.position(text)[2]
            for each in () if isinstance(after, Refusal) else after.values():
                following[each] += number
        ways = following
    return sum(number * count for number, count in zip(ways.values(), program.counts(ways), strict=True))


def differing(yours, kit):
    """The fields of two position texts that differ."""
    yours, kit = yours.split(), kit.split()
    if len(yours) != len(kit):
        return "position"
    return " and ".join(name for name, a, b in zip(FIELDS, yours, kit, strict=True) if a != b)


def faults_of_position(program, case, effect, depth):
    """(section, field, yours, the kit's) of what differs."""
    chooser, result, actions = program.position(case["position"])
    section, expected = case["section"], case["actions"]
    if result != case["result"].partition(" (")[0]:
        end = {"bloody": "7.5", "remove": "4.10"}.get(effect, "4.8")
        yield end if case["result"] == "none" else section, "result", result, case["result"]
        return
    if case["result"] == "none" and chooser != case["chooser"]:
        yield "4.5", "chooser", chooser, case["chooser"]
    if isinstance(actions, Refusal):
        yield section, "actions", actions, " ".join(expected)
        return
    missing = " ".join(sorted(expected.keys() - actions.keys()))
    added = " ".join(sorted(actions.keys() - expected.keys()))
    if missing or added:
        def words(here, there):
            return ", ".join(how + these for how, these in (("without ", here), ("with ", there)) if these)
        yield section, "actions", words(missing, added), words(added, missing)
    for action in sorted(expected.keys() & actions.keys()):
        if actions[action] == expected[action]:
            continue
        got, want = actions[action].split(), expected[action].split()
        if got[:4] == want[:4] or len(got) != len(want):
            section = "8"
        elif section in ("4.1", "4.3") or effect == "relocate" and (got[:2], got[3:4]) == (want[:2], want[3:4]):
            # The action is right, and what it captures is not.
            section = "4.3" if re.sub(r"^[a-l]\d+", "", action) in set(got[2].split(",")) ^ set(want[2].split(",")) else "4.4"
        yours, kit = actions[action], expected[action]
        yield section, f"{differing(yours, kit)} after {action}", yours, kit
        return
    for plies in range(2, min(depth, len(case["perft"])) + 1):
        count = perft(program, actions, plies)
        if count != case["perft"][plies - 1]:
            yield "10", f"perft {plies}", count, case["perft"][plies - 1]
            return


def faults_of_game(program, game, fields):
    result, last = program.game(game["start"], game["actions"])
    section = {"relocate": "4.8", "remove": "4.10", "bloody": "7.5"}[fields["effect"]]
    if "(repetition)" in game["result"] or "(no progress)" in game["result"]:
        section = "4.9"
        if fields["repetition"] == "loses" and "(repetition)" in game["result"]:
            section = "5 (Other readings)"
    if last != game["position"]:
        yield "4", f"{differing(last, game['position'])} after the game", last, game["position"]
    elif result != game["result"].partition(" (")[0]:
        yield section, "result", result, game["result"]


class Display:
    """Prints differences on standard output, and progress on standard error if that is a terminal."""

    def __init__(self, total):
        self.total, self.found, self.checked, self.shown = total, [], 0, 0.0

    def clear(self):
        if self.shown:
            print("\r\033[K", end="", file=sys.stderr, flush=True)
        self.shown = 0.0

    def step(self):
        self.checked += 1
        if sys.stderr.isatty() and time.monotonic() - self.shown > 0.1:
            print(f"\r\033[K{self.checked} of {self.total} positions and games", end="", file=sys.stderr, flush=True)
            self.shown = time.monotonic()

    def differs(self, section, name, item, lines):
        self.clear()
        self.found.append(section)
        print(f"section {section}, {name}: {item.get('position') if 'shows' in item else item['start']}\n"
              f"    {item.get('shows', 'a whole game')}: " + "\n    ".join(lines), flush=True)

    def finish(self):
        self.clear()
        if self.found:
            several = "difference" if len(self.found) == 1 else "differences"
            print(f"{len(self.found)} {several} in {self.checked} positions and games; the first is of section "
                  f"{self.found[0]} of the rules")
            sys.exit(1)
        print(f"all {self.checked} positions and games agree")


def compare(program, work, files, args):
    display, last = Display(len(work)), None
    for number, name, item in work:
        fields = files[name]["fields"]
        display.step()
        try:
            if name != last:
                program.rules(name, fields)
                last = name
            faults = list(faults_of_game(program, item, fields) if number == 100
                          else faults_of_position(program, item, fields["effect"], args.depth))
        except Ended as ended:
            display.differs(item.get("section", "4"), name, item, [str(ended)])
            break
        for section, field, yours, kit in faults:
            display.differs(section, name, item, [field, f"yours:   {yours}", f"the kit: {kit}"])
        if display.found and args.first:
            break
    display.finish()


def read_kit(parser):
    files = {}
    for path in sorted(KIT.glob("*.json")):
        if path.stem == "schema":
            continue
        try:
            files[path.stem] = json.loads(path.read_text(encoding="utf-8"))
            files[path.stem]["fields"], files[path.stem]["positions"], files[path.stem]["games"]
        except (KeyError, TypeError, ValueError) as fault:
            parser.error(f"{path}: not a file of the kit: {fault}; `agon kit DIR` makes them")
    if not files:
        parser.error(f"no rule sets in {KIT}; `agon kit DIR` makes them")
    return files


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("command", nargs="*", metavar="PROGRAM", help="speaks UGI")
    parser.add_argument("--adapter", metavar="FILE.py", type=pathlib.Path, help="a module with a class Rules")
    parser.add_argument("--rules", nargs="+", metavar="NAME", help="rule sets (all)")
    parser.add_argument("--depth", type=int, default=1, choices=range(1, 5), metavar="N",
                        help="perft as well, to this depth, 1 to 4; some positions have only 2 (1)")
    parser.add_argument("--first", action="store_true", help="stop at the first difference")
    parser.add_argument("--timeout", type=float, default=30, metavar="SECONDS",
                        help="how long an answer may take (30)")
    args = parser.parse_args()
    if bool(args.command) == bool(args.adapter):
        parser.error("expected either a program or --adapter")
    if not 0 < args.timeout < 1e6:
        parser.error(f"--timeout: expected seconds, got {args.timeout:g}")
    files = read_kit(parser)
    for name in args.rules or ():
        if name not in files:
            parser.error(f"--rules: no rule set '{name}'; there are {', '.join(files)}")
    work = [(case["case"], name, case) for name, file in files.items() for case in file["positions"]]
    work += [(100, name, game) for name, file in files.items() for game in file["games"]]
    work = sorted((each for each in work if not args.rules or each[1] in args.rules), key=lambda each: each[:2])
    try:
        program = Adapter(args.adapter) if args.adapter else Ugi(args.command, args.timeout)
    except Ended as ended:
        sys.exit(str(ended))
    except OSError as fault:
        parser.error(f"cannot run {args.adapter or args.command[0]}: {fault.strerror}")
    try:
        compare(program, work, files, args)
    finally:
        program.close()


if __name__ == "__main__":
    try:
        main()
    except KeyboardInterrupt:
        sys.exit(130)

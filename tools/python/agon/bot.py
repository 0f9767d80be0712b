"""A program that plays by UGI or UCI, around a function that chooses an action.

    agon.bot.serve("Mine", lambda game, moves, clock: random.choice(moves))
"""
from __future__ import annotations

import codecs
import contextlib
import os
import queue
import re
import sys
import threading
import time
import traceback
from typing import Any, Callable, NoReturn, Optional

from . import _agon
from ._agon import Error, Game, Move, Position, Rules

DEFAULT_SECONDS = 1.0  # for `go` without a time
MARGIN = 0.02  # seconds reserved for the delay to the arena
NUMBERS = {"movetime", "wtime", "btime", "winc", "binc", "p1time", "p2time", "p1inc", "p2inc",
           "movestogo", "depth", "nodes", "mate"}
MAX_NUMBER = 2**63 - 1
LIMITS = {"RepetitionLimit": 1000, "NoProgressLimit": 1000000}  # the highest values
GRACE = 10.0  # seconds for choose() to return after the end of input, or `quit`


class Clock:
    """When to answer. `seconds` are for this action, infinity with `go infinite`; `nodes` is the
    number of calls of expired() that the arena allows, or None."""

    def __init__(self, seconds: float, nodes: Optional[int]) -> None:
        self.seconds = seconds
        self.nodes = nodes
        self.calls = 0
        self.stopped = threading.Event()
        self.begun = time.monotonic()

    def start(self) -> None:
        """Starts counting now."""
        self.begun = time.monotonic()

    def expired(self) -> bool:
        """Whether it is time to answer. Call it for each node."""
        self.calls += 1
        return (self.stopped.is_set() or self.nodes is not None and self.calls > self.nodes or
                time.monotonic() - self.begun >= self.seconds)


writing = threading.Lock()


def say(text: str) -> None:
    """Writes a line of the protocol at once, not mixed with those of other threads. Text from outside
    is made printable ASCII. Ends the process if the reader is gone."""
    line = re.sub("[\0-\x1f\x7f]", "?", text.encode("ascii", "backslashreplace").decode()) + "\n"
    try:
        with writing:
            sys.stdout.write(line)
            sys.stdout.flush()
    except (OSError, ValueError) as error:
        end(1, f"standard output: {error}")


def complain(text: str) -> None:
    """Writes an `info string` of one line."""
    text = "".join(c if " " <= c <= "~" else "?" for c in text)
    say("info string " + (text if len(text) <= 300 else text[:297] + "..."))


def warn(text: str) -> None:
    """Writes a line to standard error, if there is one."""
    with contextlib.suppress(OSError, ValueError):
        if sys.stderr is not None:
            sys.stderr.write(text.rstrip("\n") + "\n")
            sys.stderr.flush()


def end(status: int, why: str = "") -> NoReturn:
    """Ends the process, even if threads are running."""
    if why:
        warn(why)
    os._exit(status)


def integer(text: str, low: int, high: int) -> Optional[int]:
    """The number, or None unless the text is an integer in this range."""
    found = re.fullmatch("(-?)0*([0-9]{1,19})", text)
    number = int(found[1] + found[2]) if found else None
    return number if number is not None and low <= number <= high else None


class Session:
    """A conversation. The main thread reads, so that `stop` and `isready` take effect at once;
    another thread does everything else in order."""

    def __init__(self, name: str, choose: Callable[[Game, list[Move], Clock], Move]) -> None:
        self.name = name
        self.choose = choose
        self.options = {"VariantPath": "", "UCI_Variant": "classic", "Setup": "preset",
                        "RepetitionLimit": 3, "NoProgressLimit": 100}
        self.variants = _agon.preset_names()
        self.rules = Rules()
        self.game = self.start()
        self.tasks: queue.Queue[Optional[tuple[list[str], Optional[Clock]]]] = queue.Queue()
        self.done = 0  # tasks
        self.clocks: list[Clock] = []  # of searches that have not been answered or stopped
        self.lock = threading.Lock()  # of `clocks`, and held until a `bestmove` is written
        self.warned = False

    def run(self) -> None:
        """Reads until `quit` or the end of input, then ends the process."""
        worker = threading.Thread(target=self.work, daemon=True)
        worker.start()
        first = True
        for line in sys.stdin.buffer:
            if first:
                line, first = line.removeprefix(codecs.BOM_UTF8), False
            words = line.decode(errors="replace").split()
            if words[:1] == ["quit"]:
                break
            self.hear(words)
        self.finish(worker)

    def hear(self, words: list[str]) -> None:
        if words[:1] == ["stop"]:
            with self.lock:
                if self.clocks:
                    self.clocks.pop(0).stopped.set()
        elif words[:1] == ["isready"]:
            with self.lock:
                if not self.clocks:
                    self.tasks.put((words, None))
                    return
            say("readyok")
        elif words[:1] == ["go"]:
            clock = Clock(0, None)
            with self.lock:
                self.clocks.append(clock)
            self.tasks.put((words, clock))
        elif words:
            self.tasks.put((words, None))

    def finish(self, worker: threading.Thread) -> None:
        """Ends the process when all commands received are done. Searches must end at once."""
        self.tasks.put(None)
        with self.lock:
            for clock in self.clocks:
                clock.stopped.set()
        done = None
        while worker.is_alive():
            if done == self.done:
                end(0, f"{self.name}: choose() has not returned within {GRACE:g} s of the end")
            done = self.done
            worker.join(GRACE)
        end(0)

    def work(self) -> None:
        for words, clock in iter(self.tasks.get, None):
            try:
                if clock:
                    self.go(words[1:], clock)
                elif method := getattr(self, "do_" + words[0], None):
                    method(words[1:])
                elif not words[0].startswith("#"):
                    complain(f"unknown command '{words[0][:60]}'")
            except Exception as error:  # any: later commands still need answers
                complain(f"{words[0]}: {str(error) or type(error).__name__}")
            self.done += 1

    def start(self) -> Game:
        return self.started(self.options, self.rules)

    @staticmethod
    def started(options: dict[str, Any], rules: Rules) -> Game:
        setup = None if options["Setup"] == "preset" else options["Setup"]
        return Game(Position(None, rules, setup), repetition=options["RepetitionLimit"],
                    no_progress=options["NoProgressLimit"])

    def do_ugi(self, _: list[str], word: str = "ugi") -> None:
        say(f"id name {self.name}")
        say("id author you")
        say("option name VariantPath type string default <empty>")
        say("option name UCI_Variant type combo default classic var " + " var ".join(self.variants))
        say("option name Setup type combo default preset var preset var " +
            " var ".join(_agon.SETUPS))
        for name, default in ("RepetitionLimit", 3), ("NoProgressLimit", 100):
            say(f"option name {name} type spin default {default} min 0 max {LIMITS[name]}")
        say(word + "ok")

    def do_uci(self, words: list[str]) -> None:
        self.do_ugi(words, "uci")

    def do_isready(self, _: list[str]) -> None:
        say("readyok")

    def do_ponderhit(self, _: list[str]) -> None:
        pass

    def do_ucinewgame(self, _: list[str]) -> None:
        self.game = self.start()

    do_uginewgame = do_ucinewgame

    def do_setoption(self, words: list[str]) -> None:
        if words[:1] != ["name"]:
            raise Error("'name' is missing")
        value = words.index("value") if "value" in words else len(words)
        name, text = " ".join(words[1:value]), " ".join(words[value + 1:])
        known = {option.lower(): option for option in self.options}
        if name.lower() not in known:
            raise Error(f"no option is named '{name[:60]}'")
        name = known[name.lower()]
        given: Any = text.replace("<empty>", "")
        if name in LIMITS:
            given = integer(text, 0, LIMITS[name])
            if given is None:
                raise Error(f"{name}: expected an integer from 0 to {LIMITS[name]}, "
                            f"got '{text[:60]}'")
        options = {**self.options, name: given}
        try:
            variants = _agon.preset_names(options["VariantPath"])
            rules = Rules(options["UCI_Variant"], options["VariantPath"])
            game = self.started(options, rules)
        except (Error, ValueError) as error:
            raise Error(f"{name}: {error}") from None
        self.options, self.variants, self.rules, self.game = options, variants, rules, game

    def do_position(self, words: list[str]) -> None:
        moves = words.index("moves") if "moves" in words else len(words)
        text = " ".join(words[words[:1] == ["fen"]:moves])
        game = self.start()
        if text != "startpos":
            game = Game(Position(text, self.rules), repetition=game.repetition,
                        no_progress=game.no_progress)
        for number, word in enumerate(words[moves + 1:], 1):
            try:
                game.push_uci(word)
            except Error as error:
                raise Error(f"action {number}: {error}") from None
        self.game = game

    def do_query(self, words: list[str]) -> None:
        outcome = self.game.outcome()
        if words == ["gameover"]:
            answer = str(outcome is not None).lower()
        elif words == ["p1turn"]:
            answer = str(self.game.chooser == _agon.WHITE).lower()
        elif words == ["result"]:
            results = {_agon.WHITE: "p1win", _agon.BLACK: "p2win", None: "draw"}
            answer = results[outcome.winner] if outcome else "none"
        elif words == ["legalmoves"]:
            moves = [] if outcome else self.game.legal_moves
            answer = " ".join(move.uci() for move in moves)
        elif words == ["fen"]:
            answer = self.game.fen()
        else:
            raise Error("expected gameover, p1turn, result, legalmoves or fen")
        say("response " + answer)

    def go(self, words: list[str], clock: Clock) -> None:
        best = "(none)"
        try:
            moves = self.read_go(words, clock)
            clock.start()
            if not self.game.is_game_over():
                best = self.chosen(moves, clock)
            if clock.seconds == float("inf"):
                clock.stopped.wait()
        finally:
            with self.lock:
                if clock in self.clocks:  # else `stop` has removed it
                    self.clocks.remove(clock)
                say(f"bestmove {best}")

    def chosen(self, moves: list[Move], clock: Clock) -> str:
        """The result of choose(), which must be one of the moves."""
        try:
            best = self.choose(self.game.copy(), list(moves), clock)
            text = "(none)" if best is None else str(best)[:60]
        except BaseException:
            end(1, traceback.format_exc())
        names = [str(move) for move in moves]
        if text not in names and not self.warned:
            self.warned = True
            what = "nothing" if best is None else f"'{text}'"
            warn(f"{self.name}: choose() returned {what}, which is not one of the moves, in "
                 f"{self.game.fen()}: {' '.join(names)}")
        return text

    def read_go(self, words: list[str], clock: Clock) -> list[Move]:
        """Sets the clock. Returns the actions to choose from."""
        numbers: dict[str, int] = {}
        infinite = False
        moves: list[Move] = []
        words = words[::-1]
        while words:
            word = words.pop()
            if word in NUMBERS:
                text = words.pop() if words else ""
                number = integer(text, -MAX_NUMBER, MAX_NUMBER)
                if number is None:
                    complain(f"go: {word}: expected an integer, got '{text[:60]}'; read as 0")
                numbers[word] = max(0, number or 0)
            elif word == "infinite":
                infinite = True
            elif word == "searchmoves":
                while words and words[-1] not in NUMBERS | {"infinite"}:
                    text = words.pop()
                    try:
                        moves.append(self.game.parse_uci(text))
                    except Error as error:
                        complain(f"go: searchmoves: {error}")
            else:
                complain(f"go: unknown word '{word[:60]}'")
        clock.seconds = float("inf") if infinite else self.seconds(numbers)
        clock.nodes = numbers.get("nodes")
        return moves or list(self.game.legal_moves)

    def seconds(self, numbers: dict[str, int]) -> float:
        """The time for this action."""
        if "movetime" in numbers:
            return max(0, numbers["movetime"] / 1000 - MARGIN)
        if not any(key.endswith("time") for key in numbers):
            return DEFAULT_SECONDS
        white = self.game.chooser == _agon.WHITE

        def given(*names: str) -> float:
            return next((numbers[name] / 1000 for name in names if name in numbers), 0)

        left = given("wtime", "p1time") if white else given("btime", "p2time")
        more = given("winc", "p1inc") if white else given("binc", "p2inc")
        return max(0, min(left / 30 + more, left - MARGIN))


def serve(name: str, choose: Callable[[Game, list[Move], Clock], Move]) -> None:
    """Plays until standard input ends, then ends the process.

    choose(game, moves, clock) returns one of `moves`. It is called in a separate thread with a
    copy of the game, which is not over, and must return soon after clock.expired(). The first
    time that it returns something else, a message goes to standard error. If it raises an exception,
    the process ends with status 1. Standard output belongs to the protocol: write to it with say().
    """
    if sys.stdin is None or sys.stdout is None:
        end(1, f"{name}: standard input or output is closed")
    Session(name, choose).run()

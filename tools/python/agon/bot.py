"""A program that plays by UGI or UCI, around a function that chooses an action.

    agon.bot.serve("Mine", lambda game, moves, clock: random.choice(moves))
"""
from __future__ import annotations

import contextlib
import os
import queue
import sys
import threading
import time
import traceback
from typing import Callable, Optional

from . import _agon
from ._agon import Error, Game, Move, Position, Rules

DEFAULT_SECONDS = 1.0  # for `go` without a time
MARGIN = 0.02  # seconds kept back for the way to the arena
NUMBERS = {"movetime", "wtime", "btime", "winc", "binc", "p1time", "p2time", "p1inc", "p2inc",
           "movestogo", "depth", "nodes", "mate"}


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
        """Counts from now."""
        self.begun = time.monotonic()

    def expired(self) -> bool:
        """Whether it is time to answer. Call it for each node."""
        self.calls += 1
        return (self.stopped.is_set() or self.nodes is not None and self.calls > self.nodes or
                time.monotonic() - self.begun >= self.seconds)


def say(text: str) -> None:
    """Writes a line of the protocol at once; text from outside is made printable ASCII."""
    print(text.encode("ascii", "backslashreplace").decode(), flush=True)


def complain(text: str) -> None:
    """Writes an `info string` of one line."""
    text = "".join(c if " " <= c <= "~" else "?" for c in text)
    say("info string " + (text if len(text) <= 300 else text[:297] + "..."))


class Session:
    """A conversation. The main thread reads, so that `stop`, `isready` and `quit` are heard at
    once; another thread does everything else in order."""

    def __init__(self, name: str, choose: Callable[[Game, list[Move], Clock], Move]) -> None:
        self.name = name
        self.choose = choose
        self.ugi = True
        self.options = {"VariantPath": "", "UCI_Variant": "classic", "Setup": "preset",
                        "RepetitionLimit": 3, "NoProgressLimit": 100}
        self.rules = Rules()
        self.game = self.start()
        self.tasks: queue.Queue[Optional[tuple[list[str], Optional[Clock]]]] = queue.Queue()
        self.clocks: list[Clock] = []  # of searches that have not been answered or stopped

    def run(self) -> None:
        """Reads until `quit` or the end of input, then ends the process."""
        sys.stdin.reconfigure(errors="replace")
        worker = threading.Thread(target=self.work, daemon=True)
        worker.start()
        for line in sys.stdin:
            words = line.split()
            if words[:1] == ["quit"]:
                os._exit(0)  # without waiting for a search
            elif words[:1] == ["stop"]:
                if self.clocks:
                    self.clocks.pop(0).stopped.set()
            elif words[:1] == ["isready"] and self.clocks:
                say("readyok")
            elif words[:1] == ["go"]:
                self.clocks.append(Clock(0, None))
                self.tasks.put((words, self.clocks[-1]))
            elif words:
                self.tasks.put((words, None))
        self.tasks.put(None)
        for clock in list(self.clocks):
            clock.stopped.set()
        worker.join()
        os._exit(0)

    def work(self) -> None:
        for words, clock in iter(self.tasks.get, None):
            try:
                if clock:
                    self.go(words[1:], clock)
                elif method := getattr(self, "do_" + words[0], None):
                    method(words[1:])
                elif not words[0].startswith("#"):
                    complain(f"unknown command '{words[0][:60]}'")
            except (Error, ValueError, IndexError) as error:
                complain(f"{words[0]}: {error}")

    def start(self) -> Game:
        setup = None if self.options["Setup"] == "preset" else self.options["Setup"]
        return self.game_from(Position(None, self.rules, setup))

    def game_from(self, position: Position) -> Game:
        return Game(position, repetition=self.options["RepetitionLimit"],
                    no_progress=self.options["NoProgressLimit"])

    def do_ugi(self, _: list[str], word: str = "ugi") -> None:
        self.ugi = word == "ugi"
        names = _agon.preset_names(self.options["VariantPath"])
        say(f"id name {self.name}")
        say("id author you")
        say("option name VariantPath type string default <empty>")
        say("option name UCI_Variant type combo default classic var " + " var ".join(names))
        say("option name Setup type combo default preset var preset var " +
            " var ".join(_agon.SETUPS))
        say("option name RepetitionLimit type spin default 3 min 0 max 1000")
        say("option name NoProgressLimit type spin default 100 min 0 max 1000000")
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
        value = words.index("value") if "value" in words else len(words)
        name, text = " ".join(words[1:value]), " ".join(words[value + 1:])
        known = {option.lower(): option for option in self.options}
        if name.lower() not in known:
            raise Error(f"no option '{name[:60]}'")
        before = dict(self.options)
        name = known[name.lower()]
        try:
            text = text.replace("<empty>", "")
            self.options[name] = int(text) if name.endswith("Limit") else text
            if name == "VariantPath":
                _agon.preset_names(text)
            else:
                self.rules = Rules(self.options["UCI_Variant"], self.options["VariantPath"])
            self.game = self.start()
        except (Error, ValueError):
            self.options = before
            raise

    def do_position(self, words: list[str]) -> None:
        moves = words.index("moves") if "moves" in words else len(words)
        text = " ".join(words[words[:1] == ["fen"]:moves])
        game = self.start() if text == "startpos" else self.game_from(Position(text, self.rules))
        for word in words[moves + 1:]:
            game.push_uci(word)
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
        numbers, infinite, moves = self.read_go(words)
        white = self.game.chooser == _agon.WHITE

        def given(*names: str) -> float:
            return next((numbers[name] / 1000 for name in names if name in numbers), 0)

        if infinite:
            clock.seconds = float("inf")
        elif "movetime" in numbers:
            clock.seconds = max(0, numbers["movetime"] / 1000 - MARGIN)
        elif any(key.endswith("time") for key in numbers):
            left = given("wtime", "p1time") if white else given("btime", "p2time")
            more = given("winc", "p1inc") if white else given("binc", "p2inc")
            clock.seconds = max(0, min(left / 30 + more, left - MARGIN))
        else:
            clock.seconds = DEFAULT_SECONDS
        clock.nodes = numbers.get("nodes")
        clock.start()
        best = None
        if not self.game.is_game_over():
            try:
                best = self.choose(self.game.copy(), moves, clock)
            except BaseException:
                traceback.print_exc()
                os._exit(1)
        if infinite:
            clock.stopped.wait()
        with contextlib.suppress(ValueError):  # `stop` has taken it away
            self.clocks.remove(clock)
        say(f"bestmove {'(none)' if best is None else best}")

    def read_go(self, words: list[str]) -> tuple[dict[str, int], bool, list[Move]]:
        """Numbers by their words, whether to wait for `stop`, and the actions to choose from."""
        numbers, infinite, moves = {}, False, []
        words = words[::-1]
        while words:
            word = words.pop()
            if word in NUMBERS:
                text = words.pop() if words else ""
                try:
                    numbers[word] = max(0, int(text))
                except ValueError:
                    complain(f"go: {word}: expected an integer, got '{text[:60]}'; read as 0")
                    numbers[word] = 0
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
        return numbers, infinite, moves or list(self.game.legal_moves)


def serve(name: str, choose: Callable[[Game, list[Move], Clock], Move]) -> None:
    """Plays until standard input ends, then ends the process.

    choose(game, moves, clock) returns one of `moves`. It is called by a thread of its own with a
    copy of the game, which is not over, and has to return soon after clock.expired().
    """
    Session(name, choose).run()

"""Engines in other processes, by UCI or UGI. Names are those of chess.engine in python-chess.

    with agon.engine.SimpleEngine.popen_uci("agon") as engine:
        print(engine.play(agon.Game(), agon.engine.Limit(time=0.1)).move)
"""
from __future__ import annotations

import dataclasses
import queue
import shlex
import subprocess
import threading
import time
from typing import Any, Mapping, Optional, Sequence, Union

from ._agon import WHITE, Error, Game, Move, Position


NO_LIMIT = 1e9  # seconds


class EngineError(RuntimeError):
    """The engine does not do what its protocol asks of it."""


class EngineTerminatedError(EngineError):
    """The engine's process has ended."""


@dataclasses.dataclass
class Limit:
    """What ends a search. Times are in seconds; nodes of all threads; depth in plies; mate in
    actions of the chooser."""
    time: Optional[float] = None
    depth: Optional[int] = None
    nodes: Optional[int] = None
    mate: Optional[int] = None
    white_clock: Optional[float] = None
    black_clock: Optional[float] = None
    white_inc: Optional[float] = None
    black_inc: Optional[float] = None
    remaining_moves: Optional[int] = None

    def words(self, ugi: bool) -> str:
        """The words after `go`."""
        clocks = ("p1time p2time p1inc p2inc" if ugi else "wtime btime winc binc").split()
        given = [("movetime", self.time, 1000), ("depth", self.depth, 1), ("nodes", self.nodes, 1),
                 ("mate", self.mate, 1), (clocks[0], self.white_clock, 1000),
                 (clocks[1], self.black_clock, 1000), (clocks[2], self.white_inc, 1000),
                 (clocks[3], self.black_inc, 1000), ("movestogo", self.remaining_moves, 1)]
        words = " ".join(f"{name} {round(value * unit)}"
                         for name, value, unit in given if value is not None)
        if not words:
            raise Error("a search needs a limit")
        return words


@dataclasses.dataclass
class Score:
    """From the chooser's view: centipawns, or its actions until a forced end."""
    cp: Optional[int] = None
    mate: Optional[int] = None


@dataclasses.dataclass
class PlayResult:
    """The engine's action, None when the game is over; the reply that it expects; and the last
    value of each word of its `info` lines: `depth`, `seldepth`, `nodes`, `nps`, `hashfull` as
    numbers, `time` in seconds, `score` as Score, `pv` as a list of Move."""
    move: Optional[Move]
    ponder: Optional[Move]
    info: dict[str, Any]


def _read_info(line: str, position: Position, info: dict[str, Any]) -> None:
    words = line.split()[1:]
    if words[:1] == ["string"] or "multipv" in words and words[words.index("multipv") + 1] != "1":
        return
    if "lowerbound" in words or "upperbound" in words:
        return
    while words:
        key = words.pop(0)
        if key in ("depth", "seldepth", "nodes", "nps", "hashfull", "multipv"):
            info[key] = int(words.pop(0))
        elif key == "time":
            info[key] = int(words.pop(0)) / 1000
        elif key == "score":
            kind, value = words.pop(0), int(words.pop(0))
            info[key] = Score(mate=value) if kind == "mate" else Score(cp=value)
        elif key == "pv":
            info[key] = []
            for word in words:
                info[key].append(position.parse_uci(word))
                position = position.apply(info[key][-1])
            return


class SimpleEngine:
    """An engine's process. Not for two threads at once."""

    def __init__(self, command: Union[str, Sequence[str]], protocol: str, *,
                 timeout: float = 10.0, **popen_args: Any) -> None:
        """Use popen_uci() or popen_ugi(). timeout: seconds that the engine may be late."""
        self.protocol = protocol
        self.timeout = timeout
        self.id: dict[str, str] = {}
        self.options: dict[str, str] = {}  # by name, the lines that list them
        self._sent: dict[str, str] = {}
        self._lines: queue.Queue[Optional[str]] = queue.Queue()
        words = shlex.split(command) if isinstance(command, str) else list(command)
        self._process = subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                         text=True, errors="replace", bufsize=1, **popen_args)
        threading.Thread(target=self._read, daemon=True).start()
        try:
            self._send(protocol)
            for line in self._until(protocol + "ok", timeout):
                words = line.split()
                if words[:1] == ["id"] and len(words) > 2:
                    self.id[words[1]] = " ".join(words[2:])
                elif words[:2] == ["option", "name"] and "type" in words:
                    self.options[" ".join(words[2:words.index("type")])] = line
        except BaseException:
            self.close()
            raise

    @classmethod
    def popen_uci(cls, command: Union[str, Sequence[str]], *, timeout: float = 10.0,
                  **popen_args: Any) -> SimpleEngine:
        """Starts a UCI engine: a command line, or a list of words. Other arguments are those of
        subprocess.Popen."""
        return cls(command, "uci", timeout=timeout, **popen_args)

    @classmethod
    def popen_ugi(cls, command: Union[str, Sequence[str]], *, timeout: float = 10.0,
                  **popen_args: Any) -> SimpleEngine:
        """Starts a UGI engine."""
        return cls(command, "ugi", timeout=timeout, **popen_args)

    def _read(self) -> None:
        with self._process.stdout as lines:
            for line in lines:
                self._lines.put(line.rstrip("\r\n"))
        self._lines.put(None)

    def _send(self, line: str) -> None:
        try:
            self._process.stdin.write(line + "\n")
            self._process.stdin.flush()
        except (OSError, ValueError):
            raise EngineTerminatedError("the engine has ended") from None

    def _until(self, last: str, seconds: float):
        """The lines up to and including the one that begins with the word `last`."""
        end = time.monotonic() + seconds
        while True:
            try:
                line = self._lines.get(timeout=max(0.0, end - time.monotonic()))
            except queue.Empty:
                raise EngineError(f"no '{last}' within {seconds:g} s") from None
            if line is None:
                self._lines.put(None)
                raise EngineTerminatedError(f"the engine ended before '{last}'")
            yield line
            if line.split()[:1] == [last]:
                return

    def configure(self, options: Mapping[str, Any]) -> None:
        """Sets options. Raises EngineError when the engine has no such option."""
        for name, value in options.items():
            if name not in self.options:
                raise EngineError(f"the engine has no option '{name}'")
            text = str(value).lower() if isinstance(value, bool) else str(value)
            if self._sent.get(name) != text:
                self._send(f"setoption name {name} value {text}")
                self._sent[name] = text
        self.ping()

    def ping(self) -> None:
        """Waits until the engine has done what it was sent."""
        self._send("isready")
        for _ in self._until("readyok", self.timeout):
            pass

    def new_game(self) -> None:
        """Says that the next search is of another game."""
        self._send("uginewgame" if self.protocol == "ugi" else "ucinewgame")
        self.ping()

    def play(self, game: Union[Game, Position], limit: Limit, *,
             root_moves: Optional[Sequence[Move]] = None) -> PlayResult:
        """Searches, after telling the engine the rules, the draw limits and the position."""
        if isinstance(game, Position):
            game = Game(game)
        rules = {"VariantPath": game.rules.file or "", "UCI_Variant": game.rules.name,
                 "RepetitionLimit": game.repetition, "NoProgressLimit": game.no_progress}
        if not game.rules.file and not self._sent.get("VariantPath"):
            del rules["VariantPath"]
        self.configure(rules)
        moves = "".join(f" {move}" for move in game.move_stack)
        self._send(f"position fen {game.root().fen()}" + (moves and " moves" + moves))
        searched = "".join(f" {move}" for move in root_moves or ())
        self._send("go " + limit.words(self.protocol == "ugi") +
                   (searched and " searchmoves" + searched))
        info: dict[str, Any] = {}
        for line in self._until("bestmove", self._longest(game, limit)):
            if line.startswith("info "):
                try:
                    _read_info(line, game.position, info)
                except (Error, IndexError, ValueError):
                    pass  # skips a line that cannot be read
        words = line.split()
        try:
            move = None if words[1:2] == ["(none)"] else game.parse_uci(words[1])
            ponder = None
            if words[2:3] == ["ponder"]:
                ponder = game.position.apply(move).parse_uci(words[3])
        except (Error, IndexError) as error:
            raise EngineError(f"'{line}': {error}") from None
        return PlayResult(move, ponder, info)

    def analyse(self, game: Union[Game, Position], limit: Limit, *,
                root_moves: Optional[Sequence[Move]] = None) -> dict[str, Any]:
        """play().info."""
        return self.play(game, limit, root_moves=root_moves).info

    def _longest(self, game: Game, limit: Limit) -> float:
        """Seconds until an answer has to be there."""
        clock = limit.white_clock if game.chooser == WHITE else limit.black_clock
        times = [time for time in (limit.time, clock) if time is not None]
        return min(times) + self.timeout if times else NO_LIMIT

    def quit(self) -> None:
        """Asks the engine to end, and waits."""
        try:
            self._send("quit")
            self._process.wait(self.timeout)
        except (EngineTerminatedError, subprocess.TimeoutExpired):
            pass
        self.close()

    def close(self) -> None:
        """Kills the process if it has not ended."""
        if self._process.poll() is None:
            self._process.kill()
        self._process.wait()
        try:
            self._process.stdin.close()
        except OSError:
            pass

    def __enter__(self) -> SimpleEngine:
        return self

    def __exit__(self, *_: Any) -> None:
        self.quit()

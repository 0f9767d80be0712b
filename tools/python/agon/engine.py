"""Engines in other processes, by UCI or UGI. Names follow chess.engine in python-chess.

    with agon.engine.SimpleEngine.popen_uci("agon") as engine:
        print(engine.play(agon.Game(), agon.engine.Limit(time=0.1)).move)
"""
from __future__ import annotations

import dataclasses
import numbers
import operator
import queue
import shlex
import subprocess
import threading
import time
from typing import Any, Iterable, Iterator, Mapping, Optional, Sequence, Union

from ._agon import WHITE, Error, Game, Move, Position, Rules
from ._refusals import refusal

NO_LIMIT = 1e9  # seconds
MAX_COUNT = 2**31 - 1
MAX_NODES = 2**63 - 1


class EngineError(RuntimeError):
    """The engine violates its protocol."""


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
        """The words after `go`. Raises Error, naming the value, if one is not a number or out of range."""
        clocks = ("p1time p2time p1inc p2inc" if ugi else "wtime btime winc binc").split()
        given = [("movetime", _milliseconds("time", self.time)),
                 ("depth", _count("depth", self.depth, MAX_COUNT)),
                 ("nodes", _count("nodes", self.nodes, MAX_NODES)),
                 ("mate", _count("mate", self.mate, MAX_COUNT)),
                 (clocks[0], _milliseconds("white_clock", self.white_clock)),
                 (clocks[1], _milliseconds("black_clock", self.black_clock)),
                 (clocks[2], _milliseconds("white_inc", self.white_inc)),
                 (clocks[3], _milliseconds("black_inc", self.black_inc)),
                 ("movestogo", _count("remaining_moves", self.remaining_moves, MAX_COUNT))]
        words = " ".join(f"{name} {number}" for name, number in given if number is not None)
        if not words:
            raise Error("a search needs a limit")
        return words


def _seconds(name: str, value: Any) -> float:
    if not isinstance(value, numbers.Real) or not 0 <= value <= NO_LIMIT:  # nan fails too
        raise Error(f"{name}: expected 0 to {NO_LIMIT:.0f} seconds, got {value!r}")
    return float(value)


def _milliseconds(name: str, value: Any) -> Optional[int]:
    return None if value is None else round(_seconds(name, value) * 1000)


def _count(name: str, value: Any, most: int) -> Optional[int]:
    if value is None:
        return None
    try:
        number = operator.index(value)
    except TypeError:
        number = 0
    if not 1 <= number <= most:
        raise Error(f"{name}: expected an integer from 1 to {most}, got {value!r}")
    return number


@dataclasses.dataclass
class Score:
    """From the chooser's view: centipawns, or its actions until a forced end."""
    cp: Optional[int] = None
    mate: Optional[int] = None


@dataclasses.dataclass
class PlayResult:
    """The engine's action, None if the game is over; the reply that it expects; and the last
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


def _read_option(line: str) -> Optional[str]:
    """The name that a line `option name ...` declares."""
    words = line.split()
    if words[:2] != ["option", "name"] or "type" not in words:
        return None
    return " ".join(words[2:words.index("type")])


class SimpleEngine:
    """An engine's process. Not thread-safe.

    A call that an exception interrupts, such as Ctrl-C or a timeout, leaves the engine usable: the
    next call first ends the search that is still running and drops its answer. If the
    engine does not end it, every further call raises EngineError.
    """

    def __init__(self, command: Union[str, Sequence[str]], protocol: str, *,
                 timeout: float = 10.0, **popen_args: Any) -> None:
        """Use popen_uci() or popen_ugi(). timeout: seconds by which the engine can be late."""
        self.protocol = protocol
        self.timeout = _seconds("timeout", timeout)
        self.id: dict[str, str] = {}
        self.options: dict[str, str] = {}  # by name, the lines that list them
        self._sent: dict[str, str] = {}
        self._rules: Optional[Rules] = None  # as last sent to the engine
        self._owed = {"bestmove": 0, "readyok": 0}  # answers that are still to come
        self._lines: queue.Queue[Optional[str]] = queue.Queue()
        words = shlex.split(command) if isinstance(command, str) else list(command)
        self._process = subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                         **popen_args)
        threading.Thread(target=self._read, daemon=True).start()
        try:
            self._send(protocol)
            for line in self._until(protocol + "ok", self.timeout):
                words = line.split()
                if words[:1] == ["id"] and len(words) > 2:
                    self.id[words[1]] = " ".join(words[2:])
                elif name := _read_option(line):
                    self.options[name] = line
        except BaseException:
            self.close()
            raise

    @classmethod
    def popen_uci(cls, command: Union[str, Sequence[str]], *, timeout: float = 10.0,
                  **popen_args: Any) -> SimpleEngine:
        """Starts a UCI engine from a command line or a list of words. Other arguments are those of
        subprocess.Popen."""
        return cls(command, "uci", timeout=timeout, **popen_args)

    @classmethod
    def popen_ugi(cls, command: Union[str, Sequence[str]], *, timeout: float = 10.0,
                  **popen_args: Any) -> SimpleEngine:
        """Starts a UGI engine."""
        return cls(command, "ugi", timeout=timeout, **popen_args)

    def _read(self) -> None:
        encoding = "utf-8-sig"  # a byte order mark may come first
        with self._process.stdout as lines:
            for line in lines:
                self._lines.put(line.decode(encoding, "replace").strip())
                encoding = "utf-8"
        self._lines.put(None)

    def _send(self, line: str) -> None:
        try:
            self._process.stdin.write(line.encode("utf-8", "surrogateescape") + b"\n")
            self._process.stdin.flush()
        except UnicodeEncodeError:
            raise Error(f"{line!a:.60}: has an invalid character") from None
        except (OSError, ValueError):
            raise self._ended() from None

    def _ended(self) -> EngineTerminatedError:
        try:
            status = f"status {self._process.wait(1)}"
        except subprocess.TimeoutExpired:
            status = "it closed its output"
        return EngineTerminatedError(f"the engine has ended ({status})")

    def _take(self, seconds: float) -> str:
        """The next line. Raises queue.Empty."""
        line = self._lines.get(timeout=seconds) if seconds > 0 else self._lines.get_nowait()
        if line is None:
            self._lines.put(None)
            raise self._ended()
        word = (line.split() or [""])[0]
        if self._owed.get(word, 0) > 0:
            self._owed[word] -= 1
        return line

    def _until(self, last: str, seconds: float) -> Iterator[str]:
        """The lines up to and including the one that begins with the word `last`; if several such
        lines are still owed, up to the last of them."""
        end = time.monotonic() + seconds
        while True:
            try:
                line = self._take(end - time.monotonic())
            except queue.Empty:
                raise EngineError(f"no '{last}' within {seconds:g} s") from None
            yield line
            if line.split()[:1] == [last] and self._owed.get(last, 0) == 0:
                return

    def _end_search(self) -> None:
        """Ends a search that was interrupted or is late."""
        if self._owed["bestmove"] == 0:
            return
        self._send("stop")
        try:
            for _ in self._until("bestmove", self.timeout):
                pass
        except EngineTerminatedError:
            raise
        except EngineError as error:
            raise EngineError(f"the engine does not end the previous search: {error}") from None

    def _ping(self) -> list[str]:
        """The lines up to the engine's answer."""
        self._owed["readyok"] += 1
        self._send("isready")
        return list(self._until("readyok", self.timeout))

    def configure(self, options: Mapping[str, Any]) -> None:
        """Sets options; case does not matter in their names. A button's value is ignored. Raises
        EngineError, with the engine's words, if the engine refuses one, and before anything is
        sent if it has no such option."""
        self._configure(options.items())

    def _configure(self, options: Iterable[tuple[str, Any]]) -> None:
        """Sets options in this order."""
        known = {name.lower(): name for name in self.options}
        sent, lines, values = dict(self._sent), [], []
        for given, value in options:
            name = known.get(given.lower())
            if name is None:
                raise EngineError(f"the engine has no option '{given}'")
            if self.options[name].split(" type ", 1)[-1].startswith("button"):
                lines.append(f"setoption name {name}")
                continue
            text = str(value).lower() if isinstance(value, bool) else str(value)
            if any(character in text for character in "\r\n\0"):
                raise Error(f"option {name}: {text!a:.60} is not one line of text")
            if sent.get(name) != text:
                sent[name] = text
                values.append(text)
                lines.append(f"setoption name {name} value {text}")
                self._sent.pop(name, None)  # until the engine has accepted it
        self._end_search()
        while not self._lines.empty():  # from before
            self._take(0)
        for line in lines:
            self._send(line)
        answers = self._ping()
        if refusals := [words for line in answers if (words := refusal(line, values))]:
            raise EngineError("the engine refuses an option: " + "; ".join(refusals))
        for line in answers:
            if name := _read_option(line):  # its choices have changed
                self.options[name] = line
        self._sent = sent

    def ping(self) -> None:
        """Waits until the engine has processed all commands."""
        self._ping()

    def new_game(self) -> None:
        """Tells the engine that the next search is of another game."""
        self._end_search()
        self._send("uginewgame" if self.protocol == "ugi" else "ucinewgame")
        self.ping()

    def play(self, game: Union[Game, Position], limit: Limit, *,
             root_moves: Optional[Sequence[Move]] = None) -> PlayResult:
        """Searches, after telling the engine the rules, the draw limits and the position.

        Waits `timeout` longer than the limit's time or the chooser's clock; without these, waits without
        limit. Raises Error for an invalid limit or invalid root moves, and EngineError, before
        the search, for what the engine refuses.
        """
        if isinstance(game, Position):
            game = Game(game)
        go = "go " + limit.words(self.protocol == "ugi")
        if root_moves is not None:
            if not root_moves:
                raise Error("root_moves: no action")
            go += " searchmoves"
            go += "".join(f" {game.parse_uci(str(move))}" for move in root_moves)
        self._set_rules(game)
        moves = "".join(f" {move}" for move in game.move_stack)
        self._send(f"position fen {game.root().fen()}" + (moves and " moves" + moves))
        self._owed["bestmove"] += 1
        self._send(go)
        info: dict[str, Any] = {}
        for line in self._until("bestmove", self._longest(game, limit)):
            if line.split()[:1] == ["info"]:
                try:
                    _read_info(line, game.position, info)
                except (Error, IndexError, ValueError):
                    pass  # skips a line that cannot be read
        words = line.split()
        try:
            move = None if words[1:2] == ["(none)"] else game.parse_uci(words[1])
            ponder = None
            if move and words[2:3] == ["ponder"]:
                ponder = game.position.apply(move).parse_uci(words[3])
        except (Error, IndexError) as error:
            raise EngineError(f"'{line}': {error}") from None
        return PlayResult(move, ponder, info)

    def _set_rules(self, game: Game) -> None:
        rules, before = game.rules, self._rules
        path, path_before = [r.file or "" if r else "" for r in (rules, before)]
        options: list[tuple[str, Any]] = [("UCI_Variant", rules.name),
                                          ("RepetitionLimit", game.repetition),
                                          ("NoProgressLimit", game.no_progress)]
        if (rules, path) != (before, path_before):  # a file of that name may have changed too
            self._sent.pop("VariantPath", None)
        if "VariantPath" not in self._sent and (path or path_before):
            # An engine keeps the old file while the new one lacks the variant that it plays.
            options[:0] = [("UCI_Variant", "classic"), ("VariantPath", path)]
        self._rules = rules
        self._configure(options)

    def analyse(self, game: Union[Game, Position], limit: Limit, *,
                root_moves: Optional[Sequence[Move]] = None) -> dict[str, Any]:
        """play().info."""
        return self.play(game, limit, root_moves=root_moves).info

    def _longest(self, game: Game, limit: Limit) -> float:
        """Seconds until an answer is due."""
        clock = limit.white_clock if game.chooser == WHITE else limit.black_clock
        times = [time for time in (limit.time, clock) if time is not None]
        return min(times) + self.timeout if times else NO_LIMIT

    def quit(self) -> None:
        """Asks the engine to end, and waits."""
        try:
            self._send("quit")
            self._process.stdin.close()
            self._process.wait(self.timeout)
        except (EngineTerminatedError, OSError, subprocess.TimeoutExpired):
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

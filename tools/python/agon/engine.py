"""Engines in other processes, by UCI or UGI. Names follow chess.engine in python-chess.

    with agon.engine.SimpleEngine.popen_uci("agon") as engine:
        print(engine.play(agon.Game(), agon.engine.Limit(time=0.1)).move)

In asyncio, popen_uci() starts an engine whose calls are awaited.
"""
from __future__ import annotations

import asyncio
import collections
import dataclasses
import numbers
import operator
import queue
import shlex
import subprocess
import threading
import time
from typing import Any, Callable, Iterable, Iterator, Mapping, NoReturn, Optional, Sequence, Union

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


def _own_game(game: Any) -> Game:
    """A copy, or the game that begins at a Position: the caller may play on meanwhile."""
    if isinstance(game, Position):
        return Game(game)
    if isinstance(game, Game):
        return game.copy()
    hint = ": agon.Position() makes one from a position text" if isinstance(game, str) else ""
    raise TypeError(f"game: expected agon.Game or agon.Position, got {game!a:.60}{hint}")


def _check_limit(limit: Any) -> None:
    if not isinstance(limit, Limit):
        raise TypeError(f"limit: expected agon.engine.Limit, got {limit!a:.60}")


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
    numbers, `time` in seconds, `score` as Score, `wdl` as three thousandths, `pv` as a list of Move."""
    move: Optional[Move]
    ponder: Optional[Move]
    info: dict[str, Any]


def _parse_info(line: str, position: Position, info: dict[str, Any]) -> None:
    words = line.split()[1:]
    if words[:1] == ["string"]:
        info["string"] = line.split(None, 2)[2] if len(words) > 1 else ""
        return
    while words:
        key = words.pop(0)
        if key in ("depth", "seldepth", "nodes", "nps", "hashfull", "multipv", "currmovenumber"):
            info[key] = int(words.pop(0))
        elif key == "time":
            info[key] = int(words.pop(0)) / 1000
        elif key == "score":
            kind, value = words.pop(0), int(words.pop(0))
            info[key] = Score(mate=value) if kind == "mate" else Score(cp=value)
        elif key in ("lowerbound", "upperbound"):
            info[key] = True
        elif key == "wdl":
            info[key] = tuple(int(words.pop(0)) for _ in range(3))
        elif key == "currmove":
            info[key] = position.parse_uci(words.pop(0))
        elif key == "pv":
            info[key] = []
            for word in words:
                info[key].append(position.parse_uci(word))
                position = position.apply(info[key][-1])
            return


def _read_info(line: str, position: Position, info: dict[str, Any]) -> None:
    """Of the best line only, and of exact scores."""
    words = line.split()[1:]
    if words[:1] == ["string"] or "multipv" in words and words[words.index("multipv") + 1] != "1":
        return
    if "lowerbound" in words or "upperbound" in words or "currmove" in words:
        return
    _parse_info(line, position, info)


def _read_bestmove(line: str, game: Game) -> tuple[Optional[Move], Optional[Move]]:
    words = line.split()
    try:
        move = None if words[1:2] == ["(none)"] else game.parse_uci(words[1])
        ponder = None
        if move and words[2:3] == ["ponder"]:
            ponder = game.position.apply(move).parse_uci(words[3])
    except (Error, IndexError) as error:
        raise EngineError(f"'{line}': {error}") from None
    return move, ponder


def _read_option(line: str) -> Optional[str]:
    """The name that a line `option name ...` declares."""
    words = line.split()
    if words[:2] != ["option", "name"] or "type" not in words:
        return None
    return " ".join(words[2:words.index("type")])


class AnalysisComplete(Exception):
    """The analysis has ended, and all its reports have been read."""


@dataclasses.dataclass
class BestMove:
    """The engine's action, None if the game is over, and the reply that it expects."""
    move: Optional[Move]
    ponder: Optional[Move]


class SimpleAnalysisResult:
    """A running analysis, of SimpleEngine.analysis(). At the end of `with` it is stopped.

    info, multipv: the last value of each word of the reports, as in PlayResult; of each line, the
    best one first. A report has only the words of one line of the engine, also `multipv`, `wdl`,
    `lowerbound`, `upperbound`, `currmove` and `string`.
    """

    def __init__(self, engine: SimpleEngine, game: Game, longest: float) -> None:
        self._engine = engine
        self._game = game
        self._due = time.monotonic() + longest
        self._reports: collections.deque[dict[str, Any]] = collections.deque()
        self._best: Union[BestMove, EngineError, None] = None
        self._on_end: Optional[Callable[[], None]] = None
        self.multipv: list[dict[str, Any]] = [{}]

    @property
    def info(self) -> dict[str, Any]:
        return self.multipv[0]

    def _read(self, line: str) -> None:
        word = (line.split() or [""])[0]
        if word == "bestmove":
            self._end_with(line)
        if word != "info":
            return
        info: dict[str, Any] = {}
        try:
            _parse_info(line, self._game.position, info)
        except (Error, IndexError, ValueError):
            return  # skips a line that cannot be read
        self._reports.append(info)
        number = info.get("multipv", 1)
        if "string" in info or not 1 <= number <= len(self.multipv) + 1:
            return
        if number > len(self.multipv):
            self.multipv.append({})
        if "lowerbound" not in info and "upperbound" not in info and "currmove" not in info:
            self.multipv[number - 1].update(info)

    def _end_with(self, line: str) -> None:
        try:
            self._best = BestMove(*_read_bestmove(line, self._game))
        except EngineError as error:
            self._best = error
        if self._engine._analysis is self:
            self._engine._analysis = None
        if self._on_end is not None:
            self._on_end()

    def _wait_for_line(self) -> None:
        """Reads the engine's next line."""
        while True:
            try:
                # Not for long: stop() may have brought the end forward.
                self._engine._take(max(0.0, min(self._due - time.monotonic(), 1.0)))
                return
            except queue.Empty:
                if time.monotonic() >= self._due:
                    raise EngineError("no 'bestmove' in time") from None
            except EngineTerminatedError as error:
                if self._best is None:
                    self._best = error
                raise

    def _read_on(self) -> None:
        """Reads the engine's next line, unless the search has ended."""
        if self._best is None:
            self._wait_for_line()

    def stop(self) -> None:
        """Asks the engine to end the search; does not wait. May be called from another thread."""
        with self._engine._lock:
            if self._best is None and self._engine._analysis is self:
                self._due = min(self._due, time.monotonic() + self._engine.timeout)
                self._engine._send("stop")

    def wait(self) -> BestMove:
        """Waits for the end of the search and returns its answer. Raises EngineTerminatedError if
        the engine has ended, and EngineError for an answer that is illegal or late."""
        while self._best is None:
            self._wait_for_line()
        if isinstance(self._best, EngineError):
            raise self._best
        return self._best

    def empty(self) -> bool:
        """Whether get() would wait, or raise."""
        return not self._reports

    def get(self) -> dict[str, Any]:
        """Waits for the next report. Raises AnalysisComplete when there are no more, and as wait()."""
        while not self._reports:
            if isinstance(self._best, EngineError):
                raise self._best
            if self._best is not None:
                raise AnalysisComplete()
            self._wait_for_line()
        return self._reports.popleft()

    def next(self) -> Optional[dict[str, Any]]:
        """The same, but None at the end."""
        try:
            return self.get()
        except AnalysisComplete:
            return None

    def __iter__(self) -> Iterator[dict[str, Any]]:
        return self

    def __next__(self) -> dict[str, Any]:
        try:
            return self.get()
        except AnalysisComplete:
            raise StopIteration from None

    def __enter__(self) -> SimpleAnalysisResult:
        return self

    def __exit__(self, *_: Any) -> None:
        try:
            self.stop()
        except EngineTerminatedError:
            pass  # the next call says so


class SimpleEngine:
    """An engine's process. Not thread-safe.

    A call that an exception interrupts, such as Ctrl-C or a timeout, leaves the engine usable: the
    next call first ends the search that is still running and drops its answer. If the
    engine does not end it, every further call raises EngineError.
    """

    def __init__(self, command: Union[str, Sequence[str]], protocol: str, *,
                 timeout: float = 10.0, **popen_args: Any) -> None:
        """Use popen_uci() or popen_ugi(). timeout: seconds by which the engine can be late."""
        words = shlex.split(command) if isinstance(command, str) else list(command)
        if not words or not words[0]:
            raise Error("command: expected a program, got no word")
        self.protocol = protocol
        self.timeout = _seconds("timeout", timeout)
        self.id: dict[str, str] = {}
        self.options: dict[str, str] = {}  # by name, the lines that list them
        self._sent: dict[str, str] = {}
        self._rules: Optional[Rules] = None  # as last sent to the engine
        self._lines_wanted = False  # MultiPV was set for an analysis
        self._analysis: Optional[SimpleAnalysisResult] = None  # whose bestmove is owed
        self._owed = {"bestmove": 0, "readyok": 0}  # answers that are still to come
        # For other threads. The lock is held while a search begins, and while `stop` is sent: so it never
        # reaches the search after the one that it is for.
        self._lock = threading.RLock()
        self._cancelled = False  # the present call: it begins no search and waits for nothing
        self._ending = False  # quit() will come: no search begins
        self._lines: queue.Queue[Optional[str]] = queue.Queue()
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
        if self._analysis is not None:
            self._analysis._read(line)
        return line

    def _until(self, last: str, seconds: float) -> Iterator[str]:
        """The lines up to and including the one that begins with the word `last`; if several such
        lines are still owed, up to the last of them."""
        end = time.monotonic() + seconds
        while True:
            if self._cancelled:
                raise EngineError("the call was cancelled")
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

    def _stop_search(self) -> None:
        """Tells a search to stop; does not wait."""
        with self._lock:
            if self._owed["bestmove"] > 0:
                try:
                    self._send("stop")
                except EngineTerminatedError:
                    pass  # the next call says so

    def _cancel(self) -> None:
        """Ends the present call, which runs in another thread, and its search."""
        with self._lock:
            self._cancelled = True
            self._stop_search()
        self._lines.put("")  # it may wait for a line

    def _ping(self) -> list[str]:
        """The lines up to the engine's answer."""
        self._owed["readyok"] += 1
        self._send("isready")
        return list(self._until("readyok", self.timeout))

    def configure(self, options: Mapping[str, Any]) -> None:
        """Sets options; case does not matter in their names. A button's value is ignored. Raises
        EngineError, with the engine's words, if the engine refuses one, and before anything is
        sent if it has no such option."""
        if not isinstance(options, Mapping):
            raise TypeError(f"options: expected a dict, got {options!a:.60}")
        self._configure(options.items())

    def _configure(self, options: Iterable[tuple[str, Any]]) -> None:
        """Sets options in this order."""
        known = {name.lower(): name for name in self.options}
        sent, lines, values = dict(self._sent), [], []
        for given, value in options:
            if not isinstance(given, str):
                raise TypeError(f"options: expected the name of an option, got {given!a:.60}")
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
        game = _own_game(game)
        _check_limit(limit)
        self._go(game, limit, root_moves, None)
        info: dict[str, Any] = {}
        for line in self._until("bestmove", self._longest(game, limit)):
            if line.split()[:1] == ["info"]:
                try:
                    _read_info(line, game.position, info)
                except (Error, IndexError, ValueError):
                    pass  # skips a line that cannot be read
        move, ponder = _read_bestmove(line, game)
        return PlayResult(move, ponder, info)

    def _go(self, game: Game, limit: Optional[Limit], root_moves: Optional[Sequence[Move]],
            multipv: Optional[int]) -> None:
        """Starts a search, without a limit an endless one. It has one line unless `multipv` is given."""
        go = "go " + ("infinite" if limit is None else limit.words(self.protocol == "ugi"))
        if root_moves is not None:
            if not root_moves:
                raise Error("root_moves: no action")
            go += " searchmoves"
            go += "".join(f" {game.parse_uci(str(move))}" for move in root_moves)
        if multipv is not None:
            self._configure([("MultiPV", _count("multipv", multipv, MAX_COUNT))])
            self._lines_wanted = True
        elif self._lines_wanted:
            self._configure([("MultiPV", 1)])
            self._lines_wanted = False
        self._set_rules(game)
        moves = "".join(f" {move}" for move in game.move_stack)
        self._send(f"position fen {game.root().fen()}" + (moves and " moves" + moves))
        with self._lock:
            if self._cancelled:
                raise EngineError("the call was cancelled")
            if self._ending:
                raise EngineTerminatedError("the engine is about to end")
            self._owed["bestmove"] += 1
            self._send(go)

    def analysis(self, game: Union[Game, Position], limit: Optional[Limit] = None, *,
                 multipv: Optional[int] = None,
                 root_moves: Optional[Sequence[Move]] = None) -> SimpleAnalysisResult:
        """Starts a search, endless unless a limit is given, whose reports can be read one by one:

            with engine.analysis(agon.Game()) as analysis:
                for info in analysis:
                    if info.get("depth", 0) >= 10:
                        break

        Any other call of the engine ends it first; its answer stays readable. Raises as play().
        """
        game = _own_game(game)
        if limit is not None:
            _check_limit(limit)
        self._go(game, limit, root_moves, multipv)
        longest = NO_LIMIT if limit is None else self._longest(game, limit)
        self._analysis = SimpleAnalysisResult(self, game, longest)
        return self._analysis

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

    def __reduce__(self) -> NoReturn:
        raise TypeError("a SimpleEngine cannot be copied or pickled: start one in each process")

    def __enter__(self) -> SimpleEngine:
        return self

    def __exit__(self, *_: Any) -> None:
        self.quit()


class AnalysisResult:
    """A running analysis, of AsyncEngine.analysis(): as SimpleAnalysisResult, but wait(), get() and
    next() are awaited, and it is read by `async for`."""

    def __init__(self, engine: AsyncEngine, simple: SimpleAnalysisResult) -> None:
        self._engine = engine
        self._simple = simple
        self._next: Optional[asyncio.Future[Any]] = None  # done when another line has been read
        loop = asyncio.get_running_loop()
        simple._on_end = lambda: _call_in(loop, self._wake)

    def _wake(self) -> None:
        """Called at the end of the search, which another call may have read."""
        if self._next is not None and not self._next.done():
            self._next.set_result(None)

    async def _line(self) -> None:
        """Waits until the engine's next line has been read. All tasks that wait share it, and it is read
        even if they are cancelled: so none keeps the thread longer than that."""
        if self._next is None or self._next.done():
            self._next = self._engine._submit(self._simple._read_on).future
        await asyncio.shield(self._next)

    @property
    def info(self) -> dict[str, Any]:
        return self._simple.info

    @property
    def multipv(self) -> list[dict[str, Any]]:
        return self._simple.multipv

    def stop(self) -> None:
        """Asks the engine to end the search; does not wait."""
        self._simple.stop()

    async def wait(self) -> BestMove:
        """Other tasks can read the reports meanwhile."""
        while self._simple._best is None:
            await self._line()
        return self._simple.wait()

    def empty(self) -> bool:
        return self._simple.empty()

    async def get(self) -> dict[str, Any]:
        """If it is cancelled, no report is lost: the next call returns it."""
        while self._simple.empty() and self._simple._best is None:
            await self._line()
        return self._simple.get()

    async def next(self) -> Optional[dict[str, Any]]:
        try:
            return await self.get()
        except AnalysisComplete:
            return None

    def __aiter__(self) -> AnalysisResult:
        return self

    async def __anext__(self) -> dict[str, Any]:
        try:
            return await self.get()
        except AnalysisComplete:
            raise StopAsyncIteration from None

    def __enter__(self) -> AnalysisResult:
        return self

    def __exit__(self, *_: Any) -> None:
        self._simple.__exit__()


def _call_in(loop: asyncio.AbstractEventLoop, function: Callable[..., None], *arguments: Any) -> None:
    """Calls a function soon in the thread of the loop, unless that has been closed."""
    try:
        loop.call_soon_threadsafe(function, *arguments)
    except RuntimeError:
        pass


class _Call:
    """A call of an AsyncEngine: `future` has its result for the loop, `result` for any thread."""

    def __init__(self, function: Callable[[], Any]) -> None:
        self.function = function
        self.loop = asyncio.get_running_loop()
        self.future: asyncio.Future[Any] = self.loop.create_future()
        self.result: Any = None
        self.cancelled = False

    def settle(self, error: Optional[BaseException]) -> None:
        if self.future.done():
            return
        if error is None:
            self.future.set_result(self.result)
        else:
            self.future.set_exception(error)
            self.future.exception()  # it is not reported again if nobody waits any more


class AsyncEngine:
    """An engine's process for asyncio, of popen_uci() and popen_ugi(). The methods are those of
    SimpleEngine, awaited; they run one after another in a thread of their own. A call ends the analysis
    before it. A call that is cancelled before it has begun is never run; later, its search is ended too.
    """

    def __init__(self) -> None:
        self._engine: Optional[SimpleEngine] = None
        self._ended = False  # so the thread takes no more calls
        self._calls: queue.SimpleQueue[Optional[_Call]] = queue.SimpleQueue()
        self._lock = threading.Lock()  # of `_running`, and of what becomes of each call
        self._running: Optional[_Call] = None
        # A daemon, which does not keep the interpreter from ending.
        threading.Thread(target=self._work, daemon=True).start()

    def _work(self) -> None:
        while (call := self._calls.get()) is not None:
            with self._lock:
                if call.cancelled:
                    continue
                self._running = call
                if self._engine is not None:
                    self._engine._cancelled = False
            result = error = None
            try:
                result = call.function()
            except BaseException as raised:
                error = raised
            with self._lock:
                self._running = None
                call.result = result
            _call_in(call.loop, call.settle, error)
        if self._engine is not None:  # still, if popen_uci() was cancelled
            self._engine.close()

    def _submit(self, function: Callable[[], Any]) -> _Call:
        call = _Call(function)
        if self._ended:
            call.settle(EngineTerminatedError("the engine has ended"))
        else:
            self._calls.put(call)
        return call

    def _cancel(self, call: _Call) -> None:
        with self._lock:
            call.cancelled = True
            if self._running is call and self._engine is not None:
                self._engine._cancel()
        if isinstance(call.result, SimpleAnalysisResult):  # which nobody will read
            call.result.__exit__()

    async def _call(self, function: Callable[[], Any]) -> Any:
        analysis = None if self._engine is None else self._engine._analysis
        if analysis is not None:  # the thread may wait for its next line
            analysis.__exit__()
        call = self._submit(function)
        try:
            return await asyncio.shield(call.future)
        except asyncio.CancelledError:
            self._cancel(call)
            raise

    async def _open(self, command: Union[str, Sequence[str]], protocol: str, timeout: float,
                    popen_args: Any) -> None:
        def start() -> None:
            self._engine = SimpleEngine(command, protocol, timeout=timeout, **popen_args)
        await self._call(start)

    @property
    def id(self) -> dict[str, str]:
        return self._simple.id

    @property
    def options(self) -> dict[str, str]:
        return self._simple.options

    @property
    def _simple(self) -> SimpleEngine:
        assert self._engine is not None
        return self._engine

    async def configure(self, options: Mapping[str, Any]) -> None:
        await self._call(lambda: self._simple.configure(options))

    async def ping(self) -> None:
        await self._call(self._simple.ping)

    async def new_game(self) -> None:
        await self._call(self._simple.new_game)

    async def play(self, game: Union[Game, Position], limit: Limit, *,
                   root_moves: Optional[Sequence[Move]] = None) -> PlayResult:
        game = _own_game(game)  # as it is now, not when the thread is free
        return await self._call(lambda: self._simple.play(game, limit, root_moves=root_moves))

    async def analyse(self, game: Union[Game, Position], limit: Limit, *,
                      root_moves: Optional[Sequence[Move]] = None) -> dict[str, Any]:
        game = _own_game(game)
        return await self._call(lambda: self._simple.analyse(game, limit, root_moves=root_moves))

    async def analysis(self, game: Union[Game, Position], limit: Optional[Limit] = None, *,
                       multipv: Optional[int] = None,
                       root_moves: Optional[Sequence[Move]] = None) -> AnalysisResult:
        game = _own_game(game)
        return AnalysisResult(self, await self._call(lambda: self._simple.analysis(
            game, limit, multipv=multipv, root_moves=root_moves)))

    async def quit(self) -> None:
        """Asks the engine to end, and waits. Does nothing if it has ended."""
        if self._ended:
            return
        engine = self._simple
        engine._ending = True
        engine._stop_search()  # so that the thread is soon free
        try:
            await self._call(engine.quit)
        except asyncio.CancelledError:
            engine._ending = False
            raise
        self._end_thread()

    def close(self) -> None:
        """Kills the process."""
        self._simple.close()
        self._end_thread()

    def __reduce__(self) -> NoReturn:
        raise TypeError("an AsyncEngine cannot be copied or pickled: start one in each process")

    def _end_thread(self) -> None:
        self._ended = True
        self._calls.put(None)


async def popen_uci(command: Union[str, Sequence[str]], *, timeout: float = 10.0,
                    **popen_args: Any) -> tuple[subprocess.Popen[bytes], AsyncEngine]:
    """Starts a UCI engine. Returns its process, where python-chess has a transport, and the engine:

        process, engine = await agon.engine.popen_uci("agon")
    """
    return await _popen(command, "uci", timeout, popen_args)


async def popen_ugi(command: Union[str, Sequence[str]], *, timeout: float = 10.0,
                    **popen_args: Any) -> tuple[subprocess.Popen[bytes], AsyncEngine]:
    """Starts a UGI engine."""
    return await _popen(command, "ugi", timeout, popen_args)


async def _popen(command: Union[str, Sequence[str]], protocol: str, timeout: float,
                 popen_args: Any) -> tuple[subprocess.Popen[bytes], AsyncEngine]:
    engine = AsyncEngine()
    try:
        await engine._open(command, protocol, timeout, popen_args)
    except BaseException:
        engine._calls.put(None)
        raise
    return engine._simple._process, engine

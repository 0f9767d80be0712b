"""Plays the stored conversations of tests/data with any engine that speaks lines."""

import pathlib
import queue
import re
import subprocess
import threading
import time

DATA = pathlib.Path(__file__).resolve().parents[1] / "data"
SIGNATURE = (DATA.parents[1] / "bench/signature").read_text().strip()


def bench_line():
    """The last line of `agon bench`."""
    return rf"^{SIGNATURE} nodes \d+ nps$"


class Speaker:
    """Something with line(seconds)."""

    def until(self, pattern, seconds=60):
        while not re.match(pattern, line := self.line(seconds)):
            pass
        return line


class Process(Speaker):
    """A program that speaks lines. Lines to it end with `line_end`; the options are those of Popen."""

    def __init__(self, command, line_end="\n", **options):
        self.process = subprocess.Popen(command, bufsize=0, stdin=subprocess.PIPE, stdout=subprocess.PIPE, **options)
        self.line_end = line_end
        self.lines = queue.Queue()
        threading.Thread(target=self.read, daemon=True).start()

    def read(self):
        for line in self.process.stdout:
            self.lines.put(line.decode().rstrip("\n"))

    def send(self, *lines):
        for line in lines:
            try:
                self.process.stdin.write((line + self.line_end).encode())
            except BrokenPipeError as error:
                raise AssertionError(f"{line}: it ended with status {self.process.wait(30)}") from error

    def line(self, seconds=60):
        return self.lines.get(timeout=seconds)

    def end(self):
        """Closes its input; the exit status must be 0."""
        if (status := self.close()) != 0:
            raise AssertionError(f"exit status {status}")

    def close(self):
        """Closes its input and returns its exit status."""
        self.process.stdin.close()
        try:
            return self.process.wait(30)
        finally:
            self.process.kill()
            self.process.stdout.close()

    def quickest_stop(self, go, answer, limit, tries):
        """Seconds from `stop` to the answer. It tries again if that is over the limit: the machine may be busy."""
        waits = []
        while not waits or (min(waits) > limit and len(waits) < tries):
            self.send(go, "isready")
            self.until("readyok")
            time.sleep(0.3)
            begin = time.monotonic()
            self.send("stop")
            self.until(answer)
            waits.append(time.monotonic() - begin)
        return min(waits)


def transcripts(file):
    """Reads a file in the format of tests/protocol/transcript.hpp."""
    name = None
    for number, line in enumerate((DATA / file).read_text().splitlines(), 1):
        if line.startswith("== "):
            if name:
                yield name, lines
            name, lines = line[3:], []
        elif name:
            lines.append((f"{file}:{number}", line))
    yield name, lines


def matches(pattern, line):
    return re.fullmatch(".*".join(map(re.escape, pattern.split("..."))), line) is not None


class Conversations:
    """Tests for a TestCase whose engine() starts an engine."""

    MAX_THREADS = 256  # of the engine; the transcripts have this number
    OMITTED = ()  # transcripts of what this engine cannot do

    def test_perft(self):
        engine = self.engine()
        for line in (DATA / "perft-setups.txt").read_text().splitlines():
            if line.startswith("#"):
                continue
            preset, setup, counts = (part.strip() for part in line.split("|"))
            engine.send(f"setoption name UCI_Variant value {preset}", f"setoption name Setup value {setup}")
            for depth, count in ((i, n) for i, n in enumerate(counts.split()[:5], 1) if n != "-"):
                engine.send(f"perft {depth}")
                self.assertEqual(engine.until("Nodes searched: "), f"Nodes searched: {count}", line)

    def play(self, file):
        for name, lines in transcripts(file):
            if name in self.OMITTED:
                continue
            engine = self.engine()
            if file == "ugi.txt":
                engine.send("ugi")
                engine.until("ugiok")
            self.play_one(engine, lines)
            engine.end()

    def play_one(self, engine, lines):
        meanwhile = None
        for where, line in lines:
            kind, text = line[:1], re.sub(r"^(.*\bThreads\b.*\b)256\b", rf"\g<1>{self.MAX_THREADS}", line[2:])
            if kind == ">":
                engine.send(text)
            elif kind == "*":
                meanwhile = text
            elif kind == "<":
                while not matches(text, said := engine.line()):
                    self.assertTrue(meanwhile is not None and matches(meanwhile, said), f"{where}: said {said}")
                meanwhile = None
            elif kind == "=":
                end = time.monotonic() + int(text) / 1000
                while (left := end - time.monotonic()) > 0:
                    try:
                        said = engine.line(left)
                    except queue.Empty:
                        break
                    self.assertTrue(meanwhile is not None and matches(meanwhile, said), f"{where}: said {said}")
        if any(line == "> quit" for _, line in lines):
            return
        engine.send("isready")
        self.assertEqual(engine.line(), "readyok", lines[-1])

    def test_uci_transcripts(self):
        self.play("uci.txt")

    def test_ugi_transcripts(self):
        self.play("ugi.txt")

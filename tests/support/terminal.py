"""A program on a pseudo-terminal of its own, of 24 lines of 80 columns."""

import fcntl
import os
import pathlib
import pty
import re
import select
import struct
import subprocess
import tempfile
import termios
import unittest

LINES, COLUMNS = 24, 80
CLEAR = "\x1b[H\x1b[2J\x1b[3J"
COLOUR = re.compile(r"\x1b\[[0-9;]*m")


class Terminal:
    def __init__(self, folder, command, **environment):
        self.master, slave = pty.openpty()
        fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", LINES, COLUMNS, 0, 0))
        variables = {**os.environ, "TERM": "xterm", **environment}
        if "NO_COLOR" not in environment:
            variables.pop("NO_COLOR", None)

        def take_terminal():  # so that Ctrl-C reaches the program
            os.setsid()
            fcntl.ioctl(0, termios.TIOCSCTTY, 0)

        self.process = subprocess.Popen(command, cwd=folder, stdin=slave, stdout=slave,
                                        stderr=slave, env=variables,
                                        preexec_fn=take_terminal)
        os.close(slave)
        self.shown = ""

    def read_until(self, pattern):
        """What is shown until it has the pattern, colours aside."""
        while not re.search(pattern, COLOUR.sub("", self.shown)):
            if not self._read():
                raise AssertionError(f"no {pattern!r} in:\n{self.shown}")
        shown, self.shown = self.shown, ""
        return shown

    def read_until_quiet(self, seconds):
        """What is shown until nothing comes for so long."""
        while select.select([self.master], [], [], seconds)[0] and self._read():
            pass
        shown, self.shown = self.shown, ""
        return shown

    def press(self, keys):
        os.write(self.master, keys.encode())

    def end(self):
        """The last words and the exit status."""
        while self._read():
            pass
        return self.shown, self.process.wait(timeout=60)

    def close(self):
        self.process.kill()
        self.process.wait()
        os.close(self.master)

    def is_plain(self):
        """Whether lines are edited and keys shown, as a shell has it."""
        flags = termios.tcgetattr(self.master)[3]
        return bool(flags & termios.ICANON and flags & termios.ECHO)

    def _read(self):
        try:
            text = os.read(self.master, 65536).decode()
        except OSError:  # the program has left
            text = ""
        self.shown += text.replace("\r\n", "\n")
        return text


class TerminalTest(unittest.TestCase):
    """Tests in a folder of their own."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def open(self, command, kind=Terminal, **environment):
        terminal = kind(self.folder, command, **environment)
        self.addCleanup(terminal.close)
        return terminal

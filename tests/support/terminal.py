"""A program on its own pseudo-terminal, of 24 lines of 80 columns."""

import fcntl
import os
import pathlib
import pty
import re
import select
import signal
import struct
import subprocess
import tempfile
import termios
import unittest

LINES, COLUMNS = 24, 80
CLEAR = "\x1b[H\x1b[2J\x1b[3J"
COLOUR = re.compile(r"\x1b\[[0-9;]*m")


END = re.compile("\0(-?[0-9]+)\0")  # the exit status, after all output of the program


class Terminal:
    def __init__(self, folder, command, **environment):
        self.master, slave = pty.openpty()
        fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", LINES, COLUMNS, 0, 0))
        variables = {**os.environ, "TERM": "xterm", **environment}
        if "NO_COLOR" not in environment:
            variables.pop("NO_COLOR", None)
        out, pid = os.pipe()
        self.leader = os.fork()
        if self.leader == 0:
            try:
                _lead(slave, pid, command, cwd=folder, env=variables)
            finally:
                os._exit(1)
        os.close(slave)
        os.close(pid)
        self.program = int(os.read(out, 20) or 0)
        os.close(out)
        self.shown = ""

    def read_until(self, pattern):
        """Reads until the pattern is shown, ignoring colours."""
        while not re.search(pattern, COLOUR.sub("", self.shown)):
            if not self._read():
                raise AssertionError(f"no {pattern!r} in:\n{self.shown}")
        shown, self.shown = self.shown, ""
        return shown

    def read_until_quiet(self, seconds):
        """Reads until nothing is shown for this number of seconds."""
        while select.select([self.master], [], [], seconds)[0] and self._read():
            pass
        shown, self.shown = self.shown, ""
        return shown

    def press(self, keys):
        os.write(self.master, keys.encode())

    def end(self):
        """The rest of the output and the exit status, which is -N after signal N."""
        while not (end := END.search(self.shown)):
            self._read()
        return self.shown[:end.start()], int(end[1])

    def close(self):
        os.kill(self.leader, signal.SIGKILL)
        os.waitpid(self.leader, 0)
        os.close(self.master)

    def is_plain(self):
        """Whether line editing and echo are on, as in a shell."""
        flags = termios.tcgetattr(self.master)[3]
        return bool(flags & termios.ICANON and flags & termios.ECHO)

    def _read(self):
        if END.search(self.shown):
            return False
        if not select.select([self.master], [], [], 60)[0]:
            raise AssertionError(f"nothing more for a minute after:\n{self.shown}")
        self.shown += os.read(self.master, 65536).decode().replace("\r\n", "\n")
        return True


def _lead(slave, pid, command, **settings):
    """Leads the terminal's session, as a shell does: what the program wrote last is lost when the
    leader leaves before it is read."""
    os.setsid()
    fcntl.ioctl(slave, termios.TIOCSCTTY, 0)  # so that Ctrl-C reaches the program
    for number in signal.SIGINT, signal.SIGHUP, signal.SIGTERM:
        signal.signal(number, lambda *_: None)
    program = subprocess.Popen(command, stdin=slave, stdout=slave, stderr=slave, **settings)
    os.write(pid, str(program.pid).encode())
    os.close(pid)
    os.write(slave, f"\0{program.wait()}\0".encode())
    while True:
        signal.pause()


class TerminalTest(unittest.TestCase):
    """Tests in their own folder."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def open(self, command, kind=Terminal, **environment):
        terminal = kind(self.folder, command, **environment)
        self.addCleanup(terminal.close)
        return terminal

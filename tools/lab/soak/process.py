"""An engine's process, and the log of its conversation."""
import asyncio
import pathlib
import re
import subprocess
import time


class Fault(Exception):
    """What an engine did wrong; the kind of fault comes first."""


class Process:
    """An engine and the conversation with it."""

    process = None

    async def start(self, command):
        self.process = await asyncio.create_subprocess_exec(
            *command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, limit=1 << 20)
        self.log, self.begin = [], time.monotonic()
        self.lines, self.readies = asyncio.Queue(), asyncio.Queue()  # (when, line)
        self.reader = asyncio.create_task(self.read())

    async def read(self):
        async for line in self.process.stdout:
            line = line.decode("ascii", "replace").rstrip("\n")
            self.log.append(f"# {time.monotonic() - self.begin:.3f} < {line}")
            queue = self.readies if line == "readyok" else self.lines
            queue.put_nowait((time.monotonic(), line))
        for queue in self.lines, self.readies:
            queue.put_nowait((time.monotonic(), None))

    def say(self, line):
        self.log += [f"# {time.monotonic() - self.begin:.3f}", line]
        self.process.stdin.write(f"{line}\n".encode())

    def kill(self):
        if self.process and self.process.returncode is None:
            self.process.kill()

    async def hear(self, queue, seconds):
        """The next line of a queue and when it came."""
        try:
            when, line = queue.get_nowait()
        except asyncio.QueueEmpty:
            when, line = await asyncio.wait_for(queue.get(), seconds)
        if line is None:
            raise Fault(f"it ended: status {await self.process.wait()}")
        return when, line

    def memory(self):
        status = pathlib.Path(f"/proc/{self.process.pid}/status").read_text()
        return int(re.search(r"VmRSS:\s+(\d+)", status)[1])

"""The conversation with an engine under test: checks that each answer is as expected and in time."""
import asyncio
import dataclasses
import random
import re
import time

from process import Fault, Process

PATIENCE = 40       # margins to wait for a search that only nodes or depth limit
TABLE_MARGINS = 10  # the operating system may take long to find the memory of a new hash table


@dataclasses.dataclass
class Expected:
    """An expected answer."""
    asked: str
    last: str                # how its last line begins
    check: callable = None   # a coroutine that gets its lines
    others: str = "(?!)"     # pattern of the lines before the last
    kind: str = "at once"    # under which its lateness is counted
    due: float | None = 0.0  # None: after PATIENCE
    earliest: float = 0.0


class Conversation:
    """The conversation with one engine; the seed and its number determine the random numbers."""

    def __init__(self, settings, number, counts, late):
        self.settings, self.counts, self.late = settings, counts, late
        protocol = settings.protocols[number % len(settings.protocols)]
        self.ugi = protocol == "ugi"
        self.name = f"{protocol}-{number + 1}"
        self.random = random.Random(f"{settings.seed} {number}")
        self.engine = Process()
        self.new_table = False

    def say(self, line):
        self.counts["commands"] += 1
        self.counts[line.split()[0]] += 1
        self.engine.say(line)

    def margin(self):
        return self.settings.margin / 1000 * (TABLE_MARGINS if self.new_table else 1)

    def count_late(self, kind, asked, late):
        self.late["after a new table" if self.new_table else kind].append(max(0.0, 1000 * late))
        if late > self.margin():
            raise Fault(f"late answer: to '{asked}', by {1000 * late:.0f} ms")

    async def hear(self, queue, asked, due):
        try:
            return await self.engine.hear(queue, due + self.margin() - time.monotonic())
        except asyncio.TimeoutError:
            raise Fault(f"late answer: none to '{asked}'") from None

    async def answer(self, expected):
        due = expected.due
        if due is None:
            due = time.monotonic() + (PATIENCE - 1) * self.margin()
        lines = []
        while not lines or not lines[-1].startswith(expected.last):
            if lines and not re.match(expected.others, lines[-1]):
                raise Fault(f"unexpected line: '{lines[-1]}', answering '{expected.asked}'")
            when, line = await self.hear(self.engine.lines, expected.asked, due)
            lines.append(line)
        if when < expected.earliest:
            raise Fault(f"early answer: '{line}' to '{expected.asked}'")
        if expected.due is not None:
            self.count_late(expected.kind, expected.asked, when - due)
        if expected.check:
            await expected.check(lines)

    async def is_ready(self):
        asked = time.monotonic()
        self.say("isready")
        when, _ = await self.hear(self.engine.readies, "isready", asked)
        self.count_late("readyok", "isready", when - asked)

    async def settle(self):
        """Checks that everything was answered and no other line was written."""
        await self.is_ready()
        for queue in self.engine.lines, self.engine.readies:
            if not queue.empty():
                raise Fault(f"unasked answer: '{queue.get_nowait()[1]}'")
        self.new_table = False

    async def pause(self, milliseconds):
        await asyncio.sleep(self.random.randrange(milliseconds + 1) / 1000)

    def percent(self, chance):
        return self.random.randrange(100) < chance

"""The games, searches and storms of commands that an engine under test goes through."""
import asyncio
import itertools
import re
import statistics
import sys
import time

from conversation import Conversation, Expected
from process import Fault, Process

START = 2.0         # seconds until a process gives its first answer
QUIT = 0.1          # seconds until the exit (protocols.md, Conduct)
LONGEST_GAME = 160
EPISODES_PER_RESET = 40
MEMORY_LIMIT = 4096   # kB between the third quarter of the samples and the last
MEMORY_SAMPLES = 24   # the minimum; the first half is warm-up

# Options that do not change the rules, the usual value first. The last one is a button.
TRIALS = {
    "Hash": ["16", "1", "1", "2", "7", "64"],
    "Threads": ["1", "2", "3", "4"],
    "MultiPV": ["1", "1", "1", "2", "5"],
    "Move Overhead": ["10", "0", "30"],
    "Ponder": ["false", "true"],
    "Contempt": ["0", "-50", "50"],
    "UCI_Elo": ["700", "500", "600"],
    "UCI_LimitStrength": ["false", "false", "true"],
    "Level": ["10", "1", "5"],
    "Level Seed": ["0", "7"],
    "UCI_ShowWDL": ["false", "true"],
    "Clear Hash": [""],
}


class Board(dict):
    """The position after `command` under the options `rules`, as agon shows it."""

    def __init__(self, lines, command="", rules=()):
        super().__init__(line.split(": ", 1) for line in lines if ": " in line)
        self.command, self.rules = command, rules
        self.legal = sorted(self.get("Legal", "").split())
        self.over = self["Result"] != "none"

    def after(self, actions):
        moves = "" if " moves " in self.command else " moves"
        return self.command + moves + " " + " ".join(actions)


class Session(Conversation):
    """One engine under test; if `leaves`, it quits after some episodes and is started again."""

    def __init__(self, settings, number, counts, late):
        super().__init__(settings, number, counts, late)
        self.leaves = number >= settings.engines
        self.judge = Process()  # shows each board
        self.samples = []       # of memory, kB

    # The game.

    async def show(self, command, rules):
        """The board after a `position` command; None if it is refused."""
        for line in *rules.values(), command, "d":
            self.judge.say(line)
        lines = [""]
        while not lines[-1].startswith("Result: "):
            lines.append((await self.judge.hear(self.judge.lines, 60))[1])
        refused = any(line.startswith("info string position: ") for line in lines)
        return None if refused else Board(lines, command, rules)

    async def play(self, most):
        for _ in range(self.random.randrange(most)):
            if self.board.over:
                break
            self.moves.append(self.random.choice(self.board.legal))
            self.board = await self.show(self.board.after(self.moves[-1:]), self.rules)
        command = self.board.command
        if self.percent(20):
            command = f"position fen {self.board['Fen']}"
            self.board = await self.show(command, self.rules)
        self.refused = False
        self.say(command)

    async def new_game(self):
        self.say("uginewgame" if self.ugi else "ucinewgame")
        self.moves = []
        self.board = await self.show("position startpos", self.rules)

    async def other_game(self):
        for option, chance in ("UCI_Variant", 70), ("Setup", 40):
            if self.choices.get(option) and self.percent(chance):
                self.set_rule(option, self.random.choice(self.choices[option]))
        if not self.settings.plain and self.percent(40):
            self.set_rule("RepetitionLimit", self.random.choice([0, 2, 3]))
            self.set_rule("NoProgressLimit", self.random.choice([0, 20, 100]))
        await self.new_game()
        await self.play(60)  # captures and relocations are frequent only in the middle of a game

    def set_rule(self, name, value):
        self.rules = {**self.rules, name: f"setoption name {name} value {value}"}
        if name in self.choices:
            self.say(self.rules[name])

    def set_option(self, name, value):
        self.new_table |= name == "Hash"
        self.say(f"setoption name {name}" + (f" value {value}" if value else ""))

    def other_option(self):
        name = self.random.choice([name for name in TRIALS if name in self.choices] or [""])
        if name:
            self.set_option(name, self.random.choice(TRIALS[name]))

    # Checks.

    def search(self, words, kind="", bound=None, allowed=()):
        """The answer to `go`, sent now. After a refused `position` it can report that it searches the
        previous position."""
        board, refused, self.refused = self.board, self.refused, False
        if board.over:
            kind, bound = "at once", 0
        return Expected(words, "bestmove", lambda lines: self.check(lines, board, allowed),
                        "info " if refused else "info (?!string )", kind,
                        None if bound is None else time.monotonic() + bound)

    async def check(self, lines, board, allowed):
        def refuse(kind):
            raise Fault(f"{kind}: '{lines[-1]}' in the position {board['Fen']}")

        words = lines[-1].split()
        if board.over and words != ["bestmove", "(none)"]:
            refuse("illegal answer")
        if not board.over and (len(words) < 2 or words[1] not in board.legal):
            refuse("illegal answer")
        if not any(" score " in line for line in lines):
            refuse("no score before")
        if allowed and words[1] not in allowed:
            refuse("answer not in searchmoves")
        if len(words) > 2 and (self.ugi or len(words) != 4 or words[2] != "ponder"):
            refuse("ill-formed answer")
        variations = [words[1::2]] if len(words) > 2 else []
        if not self.settings.plain:
            variations += [line.split(" pv ")[1].split() for line in lines if " pv " in line][-1:]
        for variation in variations:
            if not board.over and not await self.show(board.after(variation), board.rules):
                raise Fault(f"illegal variation: '{' '.join(variation)}' in {board.command}")

    def display(self):
        board = self.board

        async def check(lines):
            shown = Board(lines)
            for key in "Fen", "Key", "Chooser", "Legal", "Result":
                if shown.get(key) != board[key]:
                    raise Fault(f"wrong answer: '{key}: {shown.get(key)}' in {board.command}")

        self.say("d")
        return Expected("d", "Result: ", check, "(?!info |bestmove)")

    # Requests.

    def timed_go(self):
        """Words, kind and seconds of a search that ends by itself."""
        choose = self.random.choice
        kind = choose(["movetime", "movetime", "clock", "clock", "nodes", "depth"])
        if kind == "movetime":
            limit = choose([0, 1, 10, 30, 60, 120, 250])
            return f"go movetime {limit}", "movetime" if limit else "at once", limit / 1000
        if kind == "clock":
            white, black = ("p1", "p2") if self.ugi else ("w", "b")
            clocks = [choose([-20, 0, 10, 40, 150, 500, 1500]) for _ in range(2)]
            words = f"go {white}time {clocks[0]} {black}time {clocks[1]}"
            if self.percent(50):
                words += f" {white}inc {choose([0, 20, 200])} {black}inc {choose([0, 20, 200])}"
            if self.percent(20):
                words += f" movestogo {choose([0, 1, 5, 40])}"
            limit = max(0, clocks[self.board.get("Chooser") == "black"])
            return words, "clock" if limit else "at once", limit / 1000
        limits = {"nodes": [0, 1, 100, 3000, 20000], "depth": [0, 1, 2, 3, 4]}
        return f"go {kind} {choose(limits[kind])}", "", None

    async def one_search(self):
        mode = self.random.choice(["timed", "timed", "timed", "infinite", "infinite", "ponder"])
        words, kind, bound = self.timed_go()
        allowed = ()
        if mode == "infinite":
            words = "go infinite"
        if mode == "ponder":
            words += " ponder"
        if mode == "timed" and not self.settings.plain and not self.board.over and self.percent(10):
            allowed = [self.random.choice(self.board.legal) for _ in range(3)]
            words += " searchmoves " + " ".join(allowed)
        expected = self.search(words, kind, bound, allowed)
        self.say(words)
        if self.percent(30):
            await self.pause(50)
            await self.is_ready()
        if mode == "infinite" and self.percent(20):
            self.say("ponderhit")
        end = {"timed": "stop" if self.percent(15) else "", "infinite": "stop",
               "ponder": "ponderhit" if self.percent(70) else "stop"}[mode]
        if end:
            await self.pause(40 if mode == "timed" else 200)
            now = time.monotonic()
            if mode != "timed":
                expected.earliest = now
            if end == "stop" and (mode != "timed" or expected.due is None or now < expected.due):
                expected.kind, expected.due = "stop", now
            elif end == "ponderhit":
                expected.kind = "ponderhit"
                if expected.due is not None:
                    expected.due = now + (0 if self.board.over else bound)
            self.say(end)
        await self.answer(expected)

    async def storm(self):
        """Commands that do not wait for earlier answers."""
        expected, searches = [], 0
        actions = ["go", "go", "go", "infinite", "ponder", "play", "game", "option", "new", "ready",
                   "stop", "ponderhit", "refused"]
        if not self.settings.plain:
            actions += ["display", "display"]
        for _ in range(self.random.randint(3, 10)):
            if self.percent(50):
                await self.pause(50)
            action = self.random.choice(actions)
            if action in ("go", "infinite", "ponder"):
                words = "go infinite" if action == "infinite" else self.timed_go()[0]
                if action == "ponder":
                    words += " ponder"
                expected.append(self.search(words))
                self.say(words)
                searches += 1
            elif action == "play":
                await self.play(6)
            elif action == "game":
                await self.other_game()
            elif action == "option":
                self.other_option()
            elif action == "new":
                await self.new_game()
                await self.play(1)
            elif action == "ready":
                await self.is_ready()
            elif action in ("stop", "ponderhit"):
                self.say(action)
            elif action == "refused":
                # A refused line must leave none of its actions on the board.
                line = self.board.after(self.board.legal[:1] + ["a1l11"])
                self.say(line)
                self.refused = True
                expected.append(Expected(line, "info string "))
            elif action == "display":
                expected.append(self.display())
        await self.pause(150)
        for _ in range(searches):
            self.say("stop")
        due = time.monotonic()
        for answer in expected:
            answer.kind, answer.due = "storm", due
            await self.answer(answer)

    # The life of a process.

    async def reset(self):
        """Sets the usual options and repeats the same search, to compare the memory after it."""
        hello = "ugi" if self.ugi else "uci"
        self.engine.log = [hello]
        for name, values in TRIALS.items():
            if name in self.choices:
                self.set_option(name, values[0])
        for name, value in [("UCI_Variant", "classic"), ("Setup", "preset"),
                            ("RepetitionLimit", 0 if self.settings.plain else 3),
                            ("NoProgressLimit", 0 if self.settings.plain else 100)]:
            self.set_rule(name, value)
        await self.new_game()
        await self.play(1)
        await self.settle()
        expected = self.search("go depth 4")
        self.say("go depth 4")
        await self.answer(expected)
        await self.settle()
        if not self.leaves:
            self.samples.append(self.engine.memory())
        await self.other_game()

    async def episode(self):
        self.counts["episodes"] += 1
        if self.board.over or len(self.moves) > LONGEST_GAME or self.percent(5):
            await self.other_game()
        else:
            await self.play(6)
        if self.percent(20):
            self.other_option()
        await self.settle()
        await (self.one_search() if self.percent(60) else self.storm())
        await self.settle()

    async def start(self):
        self.engine, self.judge = Process(), Process()
        await self.engine.start(self.settings.engine)
        await self.judge.start([self.settings.agon, "--protocol", "uci"])
        self.refused, self.choices, self.rules = False, {}, {}
        hello = "ugi" if self.ugi else "uci"

        async def read_options(lines):
            for line in lines:
                if match := re.match(r"option name (.+?) type ", line):
                    self.choices[match[1]] = re.findall(r" var (\S+)", line)

        self.say(hello)
        await self.answer(Expected(hello, hello + "ok", read_options, "id |option ", "start",
                                   time.monotonic() + START))

    async def quit(self, by_word):
        for line in self.random.choice([[], ["go infinite"], ["go movetime 3000"],
                                        ["go infinite", "go ponder", "go movetime 5000"]]):
            self.say(line)
        told = time.monotonic()
        if by_word:
            self.say("quit")
        else:
            self.engine.process.stdin.close()
        try:
            status = await asyncio.wait_for(self.engine.process.wait(), QUIT + self.margin())
        except asyncio.TimeoutError:
            raise Fault("late exit: none after 'quit' or the end of input") from None
        if status != 0:
            raise Fault(f"bad exit: status {status}")
        self.count_late("exit", "quit", time.monotonic() - told - QUIT)
        self.counts["exits"] += 1
        self.judge.process.stdin.close()

    async def run(self, end):
        try:
            for runs in itertools.count():
                await self.start()
                most = self.random.randint(2, 12) if self.leaves else sys.maxsize
                for episode in range(most):
                    await (self.episode() if episode % EPISODES_PER_RESET else self.reset())
                    if time.monotonic() >= end:
                        break
                await self.quit(by_word=runs % 2 == 0)
                if time.monotonic() >= end:
                    break
            if (self.growth() or 0) > MEMORY_LIMIT:
                raise Fault(f"memory grows: {self.growth():.0f} kB")
        except Fault as fault:
            file = self.settings.log_folder / f"soak-{self.name}.log"
            file.write_text("\n".join([f"# {fault}", *self.engine.log]) + "\n")
            raise Fault(f"{self.name}: {fault} ({file})") from None

    def growth(self):
        """The growth of the memory in kB; None if there are too few samples."""
        quarter = len(self.samples) // 4
        if len(self.samples) < MEMORY_SAMPLES:
            return None
        return (statistics.median(self.samples[-quarter:]) -
                statistics.median(self.samples[-2 * quarter:-quarter]))

"""Plays the batches of a study, and estimates the time."""

import collections
import itertools
import math
import os
import subprocess
import sys

import estimates
from cells import Cell, Refused, heads, openings

SAMPLE_NODES = 1000
ACTIONS = 300        # of a game, if none has been played
MAX_ACTIONS = 1000  # of each side; then a game is drawn


def span(seconds):
    minutes = math.ceil(seconds / 60)
    return f"{minutes} min" if minutes < 60 else f"{minutes // 60} h {minutes % 60} min"


class Tally:
    """The games played of a cell, by complete batch."""

    def __init__(self):
        self.games = self.decided = 0

    def add(self, game):
        if game["termination"] not in ("normal", "adjudication"):
            raise Refused(f"game {game['game']} ended by '{game['termination']}'")
        self.games += 1
        self.decided += game["result"] != "1/2-1/2"

    def __str__(self):
        if not self.games:
            return "no game yet"
        return (f"{self.games} games, decided {100 * self.decided / self.games:.1f} % "
                f"+/- {estimates.half_width(self.decided, self.games):.1f}")


class Study:
    def __init__(self, options, cells):
        self.options, self.cells = options, cells
        self.tallies = collections.defaultdict(Tally)
        self.pace = collections.defaultdict(lambda: [0.0, 0.0])  # seconds and nodes per action, by preset
        for number, cell in enumerate(cells):
            for batch, journal in cell.journals(options.work).items():
                for game in heads(journal):
                    self.add_pace(cell, game)
                    if options.width or self.mine(number + batch):
                        self.tallies[cell].add(game)

    # Games played, and games to play.

    def add_pace(self, cell, game):
        entry = self.pace[cell.preset]
        entry[0] += (game["ended"] - game["begun"]) / 1000
        entry[1] += sum(cell.limits()) / 2

    def seconds(self, cell):
        """The expected seconds of a game of the cell."""
        nodes = sum(cell.limits()) / 2
        if cell.preset in self.pace:
            seconds, played = self.pace[cell.preset]
            return nodes * seconds / played
        return nodes * ACTIONS / self.options.nps

    def wanted(self, cell):
        """The expected number of games of the cell."""
        options, tally = self.options, self.tallies[cell]
        games = options.games
        if options.width:
            # Until some games are known, assumes that half are decided, which needs the most games.
            share = tally.decided / tally.games if tally.games >= 20 else 0.5
            games = max(games, estimates.games_for(options.width, share))
        return math.ceil(games / options.batch) * options.batch

    def mine(self, index):
        part, parts = self.options.shard
        return index % parts == part - 1

    def left(self, running=0):
        """Games and seconds to play; `running` games are played but in no tally yet."""
        games = seconds = 0
        parts = 1 if self.options.width else self.options.shard[1]
        for index, cell in enumerate(self.cells):
            if self.options.width and not self.mine(index):
                continue
            more = max(0, self.wanted(cell) / parts - self.tallies[cell].games)
            games += more
            seconds += more * self.seconds(cell)
        return max(0, round(games) - running), seconds / self.options.concurrency

    def enough(self, cell, batches):
        """Whether the first batches complete the cell."""
        tally, options = Tally(), self.options
        if batches * options.batch < options.games:
            return False
        if not options.width:
            return True
        for batch, journal in cell.journals(options.work).items():
            if batch <= batches:
                for game in heads(journal):
                    tally.add(game)
        return estimates.half_width(tally.decided, tally.games) <= options.width

    # Playing.

    def sample(self):
        """Plays two games of each preset whose pace is unknown."""
        for cell in {cell.preset: cell for cell in reversed(self.cells)}.values():
            if cell.preset not in self.pace:
                nodes = min(SAMPLE_NODES, *(other.nodes for other in self.cells))
                trial = Cell(cell.preset, cell.setup, nodes, "equals")
                work = self.options.work / "sample" / str(self.options.shard[0])
                for game in heads(self.run(trial, 1, work, 2)):
                    self.add_pace(trial, game)

    def play(self):
        for number, cell in enumerate(self.cells):
            if self.options.width and not self.mine(number):
                continue
            for batch in itertools.count(1):
                if self.enough(cell, batch - 1):
                    break
                if self.options.width or self.mine(number + batch):
                    self.play_batch(cell, batch)
        self.tell("done: " + self.where(), end="\n")

    def play_batch(self, cell, batch):
        journal = cell.journals(self.options.work).get(batch)
        before = sum(1 for _ in heads(journal)) if journal else 0
        if before == self.options.batch:
            return
        journal = self.run(cell, batch, self.options.work, self.options.batch)
        for game in itertools.islice(heads(journal), before, None):
            self.tallies[cell].add(game)
            self.add_pace(cell, game)
        self.tell(f"{cell}: {self.tallies[cell]}; {self.where()}", end="\n")

    def run(self, cell, batch, work, games):
        """Plays what is missing of a batch. Returns its journal."""
        options, folder = self.options, cell.folder(work)
        folder.mkdir(parents=True, exist_ok=True)
        pairs = cell.kind == "unequals"
        book, journal = folder / f"{batch}.epd", folder / f"{batch}.jsonl"
        rounds = games // 2 if pairs else games
        book.write_text("\n".join(openings(cell, rounds, batch, options)) + "\n")
        engines = [word for name, nodes in zip(["one", "more" if pairs else "other"], cell.limits())
                   for word in ("-engine", f"cmd={options.agon}", f"name={name}", f"nodes={nodes}")]
        settings = [f"option.{setting}" for setting in options.option]
        if options.variant_path:
            settings.append(f"option.VariantPath={options.variant_path}")
        # Equal engines would play a pair's second game as its first, so theirs are single games.
        command = [options.match, *engines,
                   "-each", "option.Hash=16", f"option.UCI_Variant={cell.preset}",
                   f"option.Setup={cell.setup}", *settings,
                   "-rounds", str(rounds), "-games", "2" if pairs else "1",
                   "-openings", f"file={book}", "format=epd", "-maxmoves", str(MAX_ACTIONS),
                   "-concurrency", str(min(options.concurrency, games)), "-ratinginterval", "0",
                   "-journal", f"file={journal}"]
        if sys.platform == "linux":  # a match must not outlive a study that was killed
            command = ["setpriv", "--pdeathsig", "TERM", *command]
        running = 0
        with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                              stdin=subprocess.DEVNULL) as match:
            for line in match.stdout:
                if line.startswith("Finished game") and os.isatty(2):
                    running += 1
                    self.tell(f"{cell}: {self.tallies[cell]}; {self.where(running)}")
            fault = match.stderr.read().strip()
        if match.returncode < 0 or match.returncode == 130:
            raise KeyboardInterrupt
        if match.returncode != 0:
            raise Refused(f"{cell}: {fault or 'agon-match failed'}")
        return journal

    # Progress.

    def where(self, running=0):
        games, seconds = self.left(running)
        return f"about {games} games and {span(seconds)} left"

    def tell(self, text, end=""):
        start = "\r\033[K" if os.isatty(2) else ""
        print(f"{start}{text}", end=end, file=sys.stderr, flush=True)

    def announce(self):
        """Reports the total time before anything is played."""
        measured = all(cell.preset in self.pace for cell in self.cells)
        how = ("estimated from timed games" if measured
               else f"assuming {self.options.nps} nodes a second and {ACTIONS} actions a game")
        self.tell(f"{len(self.cells)} cells, {self.where()} with {self.options.concurrency} at a time, "
                  f"{how}", end="\n")

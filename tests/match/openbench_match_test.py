"""Matches as OpenBench's worker orders and reads them."""

import collections
import os
import pathlib
import re
import shlex
import subprocess
import tempfile
import unittest

from openbench_worker import BASE, BIN, DEV, Reading, genfens, position_text, read_pgn

OPTIONS = "option.Threads=1 option.Hash=8 option.UCI_Variant=classic"
BOOK_SIZE = 6


class WorkerFolder(unittest.TestCase):
    """A folder like the one that a worker runs in."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        for name in ("Engines", "Books", "PGNs"):
            (self.folder / name).mkdir()
        for name in (DEV, BASE):
            (self.folder / "Engines" / name).symlink_to(BIN / "agon")
        (self.folder / "fastchess-ob").symlink_to(BIN / "agon-match")
        self.pgn = self.folder / "PGNs" / "7.9.1700000000.0.pgn"
        self.book = genfens(BOOK_SIZE, 5)
        self.assertEqual(len(set(self.book)), BOOK_SIZE)
        (self.folder / "Books" / "agon.epd").write_text("\n".join(self.book) + "\n")

    def play(self, control="tc=inf nodes=100", rounds=2, games=2, adjudication="  ",
             options=OPTIONS, book="order=random start=1 -srand 7", base_control=None):
        self.pgn.unlink(missing_ok=True)
        self.pgn.with_suffix(".jsonl").unlink(missing_ok=True)
        concurrency = min(2, os.cpu_count())
        engines = " ".join(
            f"-engine dir=Engines/ cmd=./{command} proto=uci {clock} {options} name=Agon-{branch}"
            for command, branch, clock in ((DEV, "dev", control),
                                           (BASE, "base", base_control or control)))
        command = (
            f"./fastchess-ob -recover -variant standard -testEnv"
            f" -concurrency {concurrency} -rounds {rounds} -games {games} {adjudication} {engines}"
            f" -openings file=Books/agon.epd format=epd {book}"
            f" -pgnout file=PGNs/{self.pgn.name} seldepth=true nodes=true"
            f" match_line='^info string pgncomment .*'")
        done = subprocess.run(shlex.split(command), cwd=self.folder, capture_output=True)
        self.errors = done.stderr.decode()
        self.assertEqual(done.returncode, 0, self.errors)
        self.lines = done.stdout.decode("ascii").removesuffix("\n").split("\n")
        # The worker takes an empty line for the end.
        self.assertTrue(all(line.strip() for line in self.lines), self.lines)
        reading = Reading(self.lines)
        self.assertEqual(sorted(reading.results), list(range(1, rounds * games + 1)))
        self.records = read_pgn(self.pgn)
        self.assertEqual(
            sorted((tags["White"], tags["Black"], tags["Result"]) for tags, _ in self.records),
            sorted(reading.titles.values()))
        return reading

    def openings(self):
        """Position texts by round, in which games of a pair agree."""
        of_round = {}
        for tags, _ in self.records:
            of_round.setdefault(int(tags["Round"]), set()).add(tags["FEN"])
        self.assertTrue(all(len(positions) == 1 for positions in of_round.values()))
        return [of_round[number].pop() for number in sorted(of_round)]


class Matches(WorkerFolder):
    def test_a_match(self):
        reading = self.play(
            control="tc=inf nodes=300", base_control="tc=inf nodes=60", rounds=4,
            adjudication="-resign movecount=3 score=400 -draw movenumber=40 movecount=8 score=10"
                         " -tb /syzygy -tbpieces 6",
            options=OPTIONS + " option.SyzygyPath=/syzygy")
        self.assertEqual(sum(reading.faults.values()), 0)
        self.assertNotIn("match_line", self.errors)
        self.assertEqual(sum(reading.pentanomial), 4)
        losses, draws, wins = reading.trinomial
        self.assertIn(f"Wins: {wins}, Losses: {losses}, Draws: {draws},", "\n".join(self.lines))
        self.assertIn(f"Ptnml(0-2): {reading.pentanomial}", "\n".join(self.lines))
        self.assertEqual(len(set(self.openings())), 4)
        by_round = collections.Counter((tags["Round"], tags["White"]) for tags, _ in self.records)
        self.assertEqual(set(by_round.values()), {1})
        for tags, moves in self.records:
            self.assertEqual(tags["Variant"], "classic")
            self.assertIn(tags["Termination"], ("normal", "adjudication"))
            words = re.sub(r"\{[^}]*\}", "", moves).split()
            self.assertEqual(words.pop(), tags["Result"])
            actions = [word for word in words if not word.endswith(".")]
            self.assertEqual(len(actions), int(tags["PlyCount"]))
            # A comment each, with what the worker looks for in it.
            comments = re.findall(r"\{([^}]*)\}", moves)
            self.assertEqual(len(comments), len(actions))
            for comment in comments:
                self.assertRegex(" ".join(comment.split()),
                                 r"^[+-]M?[\d.]+/\d+ [\d.]+s, n=\d+, sd=\d+(, [^,]*)?$")

    def test_the_order_of_openings_is_a_shuffle_turned_by_start(self):
        def order(start, seed):
            self.play("tc=inf depth=1", BOOK_SIZE, book=f"order=random start={start} -srand {seed}")
            return self.openings()

        shuffled = order(1, 7)
        self.assertEqual(sorted(shuffled), sorted(map(position_text, self.book)))
        self.assertNotEqual(shuffled, [position_text(epd) for epd in self.book])
        self.assertNotEqual(shuffled, order(1, 8))
        self.assertEqual(order(3, 7), shuffled[2:] + shuffled[:2])
        # The server counts on, beyond the end of the book.
        self.assertEqual(order(3 + BOOK_SIZE, 7), shuffled[2:] + shuffled[:2])

    def test_games_for_data_are_single(self):
        reading = self.play(rounds=4, games=1, book="order=sequential start=3")
        self.assertEqual(self.openings(), [position_text(epd) for epd in self.book[2:6]])
        self.assertEqual([reading.titles[game][0] for game in (1, 2, 3, 4)],
                         ["Agon-dev", "Agon-base"] * 2)

    def test_every_kind_of_clock(self):
        for control in ("tc=inf nodes=50", "tc=inf depth=2", "st=0.01 timemargin=250",
                        "tc=0.30+0.00 timemargin=250", "tc=40/0.30+0.01 timemargin=250"):
            with self.subTest(control):
                self.play(control, rounds=1)

    def test_faults_are_told_apart(self):
        for behaviour, fault, termination in (("die-move 2", "crash", "abandoned"),
                                              ("leave 2", "crash", "abandoned"),
                                              ("stall 2", "crash", "stalled"),
                                              ("illegal 2", "illegal", "illegal move"),
                                              ("late 2", "time", "time forfeit")):
            base = self.folder / "Engines" / BASE
            base.unlink()
            # Its last words are not ASCII, and are there for the worker to misread.
            base.write_text("#!/bin/sh\nprintf 'illegal disconnect on time \\303\\251\\n' >&2\n"
                            f"exec {shlex.quote(str(BIN))}/mock_engine uci {behaviour}\n")
            base.chmod(0o755)
            with self.subTest(behaviour):
                reading = self.play("tc=0.20+0.00 timemargin=250", rounds=1)
                self.assertEqual(reading.faults[fault], 2)
                self.assertEqual(sum(reading.faults.values()), 2)
                self.assertEqual(reading.pentanomial, [0, 0, 0, 0, 1])
                self.assertEqual([tags["Termination"] for tags, _ in self.records],
                                 [termination] * 2)


if __name__ == "__main__":
    unittest.main()

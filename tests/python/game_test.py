"""Games, draws, PGN and pictures of the Python module."""

import copy
import datetime
import io
import os
import pathlib
import pickle
import random
import re
import subprocess
import tempfile
import time
import unittest
import xml.etree.ElementTree
from unittest import mock

import agon
import agon.pgn

BIN = pathlib.Path(os.environ["AGON_BIN"])
CIRCLE = ["a1b1", "l11k11", "b1a1", "k11l11"]  # queens along the outer ring and back


def random_game(rules, rng, length=200):
    game = agon.Game(rules=rules)
    while not game.is_game_over() and len(game) < length:
        game.push(rng.choice(game.legal_moves))
    return game


class Mine(agon.Game):
    """A subclass, which pickle must find by its name."""


class Games(unittest.TestCase):
    def test_push_and_pop(self):
        game = agon.Game()
        first = game.position
        self.assertEqual(game.push_uci("a1b2"), agon.Move.from_uci("a1b2"))
        game.push(agon.Move.from_uci("l11k10"))
        self.assertEqual([move.uci() for move in game.move_stack], ["a1b2", "l11k10"])
        self.assertEqual((len(game), game.peek().uci()), (2, "l11k10"))
        self.assertEqual(game.root(), first)
        self.assertEqual(game.pop().uci(), "l11k10")
        self.assertEqual(game.turn, agon.BLACK)
        game.pop()
        self.assertEqual(game.position, first)
        for method in game.pop, game.peek:
            with self.assertRaises(IndexError):
                method()
        with self.assertRaisesRegex(agon.Error, "a1c3"):
            game.push_uci("a1c3")
        self.assertEqual(len(game), 0)

    def test_copies(self):
        game = agon.Game()
        game.push_uci("a1b2")
        for other in game.copy(), copy.copy(game), copy.deepcopy(game):
            other.pop()
            self.assertEqual((len(game), len(other)), (1, 0))

    def assert_same(self, game, other):
        self.assertIs(type(other), type(game))
        for name in "position", "rules", "move_stack", "repetition", "no_progress":
            self.assertEqual(getattr(other, name), getattr(game, name))
        self.assertEqual((other.root(), other.outcome()), (game.root(), game.outcome()))

    def test_pickles_and_copies_of_everything(self):
        """By every pickle protocol; and the error for an object that cannot be pickled."""
        rng, game = random.Random(1), agon.Game(rules="german", repetition=2, no_progress=50)
        while len(game) < 40 and not game.is_game_over():
            game.push(rng.choice(game.legal_moves))
        drawn = agon.Game()
        for move in CIRCLE * 2:
            drawn.push_uci(move)
        engine = agon.Engine(hash=1)
        found = engine.search(agon.Position(), nodes=2000, multipv=2)
        ways = [copy.copy, copy.deepcopy] + [
            lambda thing, protocol=protocol: pickle.loads(pickle.dumps(thing, protocol))
            for protocol in range(pickle.HIGHEST_PROTOCOL + 1)]
        for way in ways:
            for one in (game, drawn, agon.Game(agon.Position(rules="ham", setup="flanked"))):
                other = way(one)
                self.assert_same(one, other)
                if len(one):
                    other.pop()
                    self.assertEqual(len(one), len(other) + 1)
            for thing in (game.position, game.rules, game.peek(), agon.Move.null(),
                          agon.Move.placement(4), drawn.outcome(), agon.Termination.THRONE):
                self.assertEqual(way(thing), thing)
                self.assertEqual(hash(way(thing)), hash(thing))
            self.assertEqual(list(way(game.legal_moves)), list(game.legal_moves))
            walk = iter(game.legal_moves)
            next(walk)
            self.assertEqual(list(way(walk)), list(game.legal_moves)[1:])
            other = way(found)
            for name in "move", "ponder", "pv", "score", "mate", "bound", "depth", "nodes", "time":
                self.assertEqual(getattr(other, name), getattr(found, name))
            self.assertEqual(len(other.lines), 2)
            for one, line in zip(found.lines, other.lines):
                for name in "pv", "score", "mate", "bound", "wdl", "depth", "seldepth":
                    self.assertEqual(getattr(line, name), getattr(one, name))
            with self.assertRaisesRegex(TypeError, "an Engine cannot be"):
                way(engine)

    def test_pickles_of_a_subclass(self):
        game = Mine()
        game.note = ["x"]
        game.push_uci("a1b2")
        for other in copy.copy(game), copy.deepcopy(game), pickle.loads(pickle.dumps(game, 0)):
            self.assert_same(game, other)
            self.assertEqual(other.note, ["x"])

    def test_bad_pickles(self):
        first = agon.Position()
        for state in ((), (1,), "x", None, (first, 3, 100, [8372], {}), (first, -1, 100, [], {}),
                      (first, 3, 100, [10**9], {}), (None, 3, 100, ["a1b2"], {})):
            with self.assertRaises((agon.Error, TypeError, IndexError, RuntimeError)):
                agon.Game.__new__(agon.Game).__setstate__(state)
        with self.assertRaises(agon.Error):
            agon.LegalMoves.__new__(agon.LegalMoves).__setstate__([agon.Move.null()] * 100000)

    def test_text_instead_of_an_object(self):
        game, position, engine = agon.Game(), agon.Position(), agon.Engine(hash=1)
        for call in (game.push, game.is_legal, position.apply, position.is_legal,
                     game.legal_moves.__contains__, lambda move: position.svg(lastmove=move),
                     lambda move: engine.search(position, nodes=1, root_moves=[move])):
            with self.assertRaisesRegex(TypeError, r"'a1b2'.*push_uci\(\).*parse_uci\(\)"):
                call("a1b2")
        with self.assertRaisesRegex(TypeError, r"agon\.Position\(\) makes one"):
            agon.Game(position.fen())
        self.assertNotEqual(agon.Move.from_uci("a1b2"), "a1b2")  # as Python compares
        self.assertEqual(len(game), 0)

    def test_draws(self):  # rules.md 4.9
        game = agon.Game()
        for i, move in enumerate(CIRCLE * 2):
            self.assertIsNone(game.outcome(), i)
            game.push_uci(move)
        self.assertEqual((game.outcome().winner, game.result()), (None, "1/2-1/2"))
        self.assertEqual(game.outcome().termination, agon.Termination.REPETITION)
        game.repetition = 4
        self.assertFalse(game.is_game_over())
        game.no_progress = 8
        self.assertEqual(game.outcome().termination, agon.Termination.NO_PROGRESS)
        game.no_progress = 9
        self.assertFalse(game.is_game_over())
        self.assertFalse(game.position.is_game_over())
        limits = agon.Game(repetition=0, no_progress=0)
        for move in CIRCLE * 30:
            limits.push_uci(move)
        self.assertFalse(limits.is_game_over())
        for value in -1, "x":
            with self.assertRaises((agon.Error, TypeError)):
                game.repetition = value
        self.assertEqual(game.repetition, 4)

    def test_from_positions(self):
        position = agon.Position(rules="ham", setup="flanked")
        self.assertEqual(agon.Game(position).rules, agon.Rules("ham"))
        self.assertEqual(agon.Game(rules="same-ring").position, agon.Position(rules="same-ring"))
        with self.assertRaises(agon.Error):
            agon.Game(position, rules="ham")


class Lockstep(unittest.TestCase):
    def ask(self, process, *lines):
        """The words of the next answer, after sending the lines, of which only the last has one."""
        for line in lines:
            process.stdin.write(line + "\n")
        process.stdin.flush()
        return process.stdout.readline().split()[1:]

    def test_random_games_beside_agon(self):
        with subprocess.Popen([BIN / "agon"], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                              text=True) as process:
            process.stdin.write("ugi\n")
            process.stdin.flush()
            self.assertIn("ugiok\n", iter(process.stdout.readline, ""))  # "" if it has died
            results = {"1-0": ["p1win"], "0-1": ["p2win"], "1/2-1/2": ["draw"], "*": ["none"]}
            endings = set()
            for number, rules in enumerate(agon.preset_names() * 2):
                rng, limit = random.Random(number), 100 if number % 2 else 9
                game = agon.Game(rules=rules, no_progress=limit)
                self.ask(process, f"setoption name UCI_Variant value {rules}",
                         f"setoption name NoProgressLimit value {limit}", "query fen")
                line = f"position fen {game.fen()} moves"
                while True:
                    legal = self.ask(process, line, "query legalmoves")
                    fen = self.ask(process, "query fen")
                    result = self.ask(process, "query result")
                    p1turn = self.ask(process, "query p1turn")
                    self.assertEqual(" ".join(fen), game.fen())
                    self.assertEqual(result, results[game.result()])
                    self.assertEqual(p1turn == ["true"], game.chooser)
                    if game.is_game_over() or len(game) == 150:
                        break
                    self.assertEqual(legal, [move.uci() for move in game.legal_moves])
                    line += " " + str(rng.choice(game.legal_moves))
                    game.push_uci(line.split()[-1])
                endings.add(game.result())
            process.stdin.write("quit\n")
        self.assertGreater(len(endings), 1)


class Pgn(unittest.TestCase):
    def test_round_trip(self):
        rng = random.Random(1)
        games = [random_game(rules, rng) for rules in agon.preset_names()]
        read = agon.read_pgn("".join(map(agon.to_pgn, games)))
        self.assertEqual(len(read), len(games))
        for (tags, game), expected in zip(read, games):
            self.assertEqual(game.rules, expected.rules)
            self.assertEqual(game.root(), expected.root())
            self.assertEqual(game.move_stack, expected.move_stack)
            self.assertEqual(tags["Result"], expected.result())
            self.assertEqual(tags["Variant"], expected.rules.name)

    def test_text(self):
        game = agon.Game()
        game.push_uci("a1b2")
        game.push_uci("l11k10")
        date = datetime.datetime(2000, 1, 2, 3, 4, 5, tzinfo=datetime.timezone.utc)
        self.assertEqual(agon.to_pgn(game, white="A", black='"B"', round=3, date=date), """\
[Event "?"]
[Site "?"]
[Date "2000.01.02"]
[Round "3"]
[White "A"]
[Black "\\"B\\""]
[Result "*"]
[Variant "classic"]
[SetUp "1"]
[FEN "1g1G1q/G6/7G/9/g8g/11/G8G/9/g7/6g/Q1g1G1 w - - 0 1"]
[PlyCount "2"]
[TimeControl "-"]
[GameStartTime "2000-01-02T03:04:05Z"]
[GameEndTime "2000-01-02T03:04:05Z"]
[Termination "unterminated"]

1. a1b2 l11k10 *

""")

    def test_midnight_means_an_unknown_time_of_day(self):
        day = datetime.datetime(2000, 1, 2, tzinfo=datetime.timezone.utc)
        pgn = agon.to_pgn(agon.Game(), date=day)
        self.assertIn('[Date "2000.01.02"]', pgn)
        self.assertNotIn("StartTime", pgn)

    @unittest.skipUnless(hasattr(time, "tzset"), "the time zone cannot be set")
    def test_time_zones(self):
        def written(*date, zone=None):
            pgn = agon.to_pgn(agon.Game(), date=datetime.datetime(*date, tzinfo=zone))
            return re.search('GameStartTime "(.*)"', pgn)[1]

        hour = datetime.timedelta(hours=1)
        self.addCleanup(time.tzset)
        with mock.patch.dict(os.environ, TZ="XXX5"):  # 5 hours west
            time.tzset()
            self.assertEqual(written(2024, 1, 1, 12, zone=datetime.timezone.utc), "2024-01-01T12:00:00Z")
            self.assertEqual(written(2024, 1, 1, 12, zone=datetime.timezone(2 * hour)), "2024-01-01T10:00:00Z")
            self.assertEqual(written(2024, 1, 1, 12), "2024-01-01T17:00:00Z")
            self.assertEqual(written(1678, 1, 1, 1), "1678-01-01T06:00:00Z")
            self.assertEqual(written(2261, 12, 31, 23, 59, 59), "2262-01-01T04:59:59Z")

    def test_what_is_no_date(self):
        for year in 1, 1677, 2262, 9999:
            with self.assertRaisesRegex(agon.Error, f"date: expected a year from 1678 to 2261, got {year}"):
                agon.to_pgn(agon.Game(), date=datetime.datetime(year, 6, 1))
        for thing in datetime.time(1, 2), datetime.date(2024, 1, 1), datetime.timedelta(1), 0, "2024.01.01":
            with self.assertRaisesRegex(TypeError, "date: expected datetime.datetime, got "):
                agon.to_pgn(agon.Game(), date=thing)

    def test_text_of_other_programs(self):
        text = """\ufeff% a line
[White "The "Open" M\u00fcller"]
1. a1b2!? ; one
(1. a1b1 ; ) two
) 1. ... l11k10?! *
"""
        (tags, game), = agon.read_pgn(text)
        self.assertEqual(tags, {"White": 'The "Open" M\u00fcller', "Result": "*"})
        self.assertEqual([move.uci() for move in game.move_stack], ["a1b2", "l11k10"])
        (tags, _), = agon.read_pgn(agon.to_pgn(game, white=tags["White"]))
        self.assertEqual(tags["White"], 'The "Open" M\u00fcller')

    def test_a_result_without_a_tag(self):
        for result in "1-0", "0-1", "1/2-1/2", "*":
            text = f'[Variant "ham"]\n1. a1b2 l11k10 {result}\n'
            (tags, game), = agon.read_pgn(text)
            self.assertEqual((tags, len(game)), ({"Variant": "ham", "Result": result}, 2))
            self.assertEqual(agon.pgn.read_game(io.StringIO(text)).headers["Result"], result)
        (tags, _), = agon.read_pgn('[Result "0-1"]\n1. a1b2 1-0\n')  # the tag, as in read_game()
        self.assertEqual(tags, {"Result": "0-1"})
        (tags, _), = agon.read_pgn("1. a1b2\n")
        self.assertEqual(tags, {})

    def test_the_arena_reads_it(self):
        game = agon.Game()
        for move in "a1b2", "l11k10", "b2c3", "k10j9":
            game.push_uci(move)
        with tempfile.TemporaryDirectory() as folder:
            book = pathlib.Path(folder) / "book.pgn"
            book.write_text(agon.to_pgn(game))
            done = subprocess.run(
                [BIN / "agon-match", "-engine", f"cmd={BIN}/agon", "name=a", "-engine",
                 f"cmd={BIN}/agon", "name=b", "-each", "nodes=1", "-rounds", "1", "-maxmoves", "5",
                 "-openings", f"file={book}", "format=pgn", "-pgnout", "file=games.pgn"],
                cwd=folder, capture_output=True, text=True)
            self.assertEqual(done.returncode, 0, done.stderr)
            (_, played), _ = agon.read_pgn((pathlib.Path(folder) / "games.pgn").read_text())
            self.assertEqual(played.move_stack[:4], game.move_stack)

    def test_faults(self):
        for text, fault in (("\n[FEN \"bad\"]\n\n*", "line 2: 'bad'"),
                            ("1. a1b2\na1b2 *", "line 2: 'a1b2'"),
                            ("[Variant \"chess\"]\n\n*", "line 1: .*chess"),
                            ("1. a1b2 {", "line 1: a comment does not end")):
            with self.assertRaisesRegex(agon.Error, fault):
                agon.read_pgn(text)
        with self.assertRaisesRegex(agon.Error, "variant 'ham'"):
            agon.read_pgn('[Variant "ham"]\n\n*', rules="classic")
        self.assertEqual(agon.read_pgn(""), [])
        for path in "/no/such/file", "games.pgn", __file__, "~/x", "./x":
            with self.assertRaisesRegex(agon.Error, r"takes an open file, or its text: open\(path\)"):
                agon.read_pgn(path)
        with self.assertRaisesRegex(TypeError, r"takes an open file, or its text: open\(path\)"):
            agon.read_pgn(pathlib.Path("games.pgn"))

    def test_an_open_file(self):
        text = agon.to_pgn(agon.Game(), white="Zoë")
        for file in io.StringIO(text), io.BytesIO(text.encode()):
            (tags, _), = agon.read_pgn(file)
            self.assertEqual(tags["White"], "Zoë")
        file.close()
        with self.assertRaises(ValueError):
            agon.read_pgn(file)

    def test_equality(self):
        game, other = agon.Game(), agon.Game()
        self.assertEqual(game, other)
        game.push_uci("a1b2")
        self.assertNotEqual(game, other)
        other.push_uci("a1b2")
        self.assertEqual(game, other)
        self.assertEqual(game, game.copy())
        self.assertNotEqual(game, agon.Game(game.position))  # whose history is another
        other.repetition = 0
        self.assertNotEqual(game, other)
        self.assertNotEqual(agon.Game(rules="ham"), agon.Game())
        for thing in None, 5, "x", game.position:
            self.assertNotEqual(game, thing)
            self.assertFalse(game == thing)
        with self.assertRaises(TypeError):
            hash(game)  # it can change


class Pictures(unittest.TestCase):
    def test_text(self):
        lines = str(agon.Position()).splitlines()
        self.assertEqual(lines[0].split(), ["11", ".", "g", ".", "G", ".", "q"])
        self.assertEqual(lines, str(agon.Game()).splitlines())

    def test_svg(self):
        game = agon.Game()
        for picture in (game.position._repr_svg_(), game._repr_svg_(), game.svg("a caption <")):
            root = xml.etree.ElementTree.fromstring(picture)
            self.assertTrue(root.tag.endswith("svg"))
            cells = [e for e in root.iter() if "hex" in e.get("class", "").split()]
            self.assertEqual(len(cells), 91)
        game.push_uci("a1b2")
        self.assertEqual(game.svg(), game.position.svg(lastmove=agon.Move.from_uci("a1b2")))
        self.assertNotEqual(game.svg(), game.position.svg())


if __name__ == "__main__":
    unittest.main()

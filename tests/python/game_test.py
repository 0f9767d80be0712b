"""Games, draws, PGN and pictures of the Python module."""

import copy
import datetime
import os
import pathlib
import random
import subprocess
import tempfile
import unittest
import xml.etree.ElementTree

import agon

BIN = pathlib.Path(os.environ["AGON_BIN"])
CIRCLE = ["a1b1", "l11k11", "b1a1", "k11l11"]  # queens along the outer ring and back


def random_game(rules, rng, length=200):
    game = agon.Game(rules=rules)
    while not game.is_game_over() and len(game) < length:
        game.push(rng.choice(game.legal_moves))
    return game


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
        """The last word list of the answers to the lines, each of which has one answer."""
        for line in lines:
            process.stdin.write(line + "\n")
        process.stdin.flush()
        return process.stdout.readline().split()[1:]

    def test_random_games_beside_agon(self):
        with subprocess.Popen([BIN / "agon"], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                              text=True) as process:
            process.stdin.write("ugi\n")
            process.stdin.flush()
            self.assertIn("ugiok\n", iter(process.stdout.readline, ""))  # "" when it has died
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
        date = datetime.datetime(2000, 1, 2, tzinfo=datetime.timezone.utc)
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
[GameStartTime "2000-01-02T00:00:00Z"]
[GameEndTime "2000-01-02T00:00:00Z"]
[Termination "unterminated"]

1. a1b2 l11k10 *

""")

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

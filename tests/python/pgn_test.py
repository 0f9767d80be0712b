"""Games with variations and comments, agon.pgn."""

import copy
import io
import os
import pathlib
import pickle
import tempfile
import unittest

import agon
import agon.pgn

TREE = """[Event "a \\"b\\" \\\\c"]
[Site "?"]
[Date "2024.01.02"]
[Round "1"]
[White "Ada"]
[Black "Bob"]
[Result "1-0"]
[Annotator "Cy"]

{before} 1. a1b2 {good} (1. a1b1 {other} 1... l11k11 (1... l11k10 {deep})) (1. a1a2) 1... l11k10 {last} 1-0
"""
BAD = '[Event "bad"]\n\n1. a1b2 a1b2 l11k10\na1b1 1-0\n'


def read(text, **arguments):
    return agon.pgn.read_game(io.StringIO(text), **arguments)


def texts(moves):
    return [str(move) for move in moves]


class Trees(unittest.TestCase):
    def test_a_tree(self):
        game = read(TREE)
        self.assertEqual(game.headers["Event"], 'a "b" \\c')
        self.assertEqual(list(game.headers)[-1], "Annotator")
        self.assertEqual(game.comment, "before")
        self.assertEqual(texts(game.mainline_moves()), ["a1b2", "l11k10"])
        self.assertEqual(texts(node.move for node in game.variations), ["a1b2", "a1b1", "a1a2"])
        self.assertEqual([node.comment for node in game.mainline()], ["good", "last"])
        aside = game.variation(1)
        self.assertEqual((aside.comment, texts(n.move for n in aside.variations)), ("other", ["l11k11", "l11k10"]))
        deep = aside[1]
        self.assertEqual((deep.comment, deep.ply(), deep.uci()), ("deep", 2, "l11k10"))
        self.assertEqual(texts(deep.board().move_stack), ["a1b1", "l11k10"])
        self.assertFalse(deep.is_mainline())
        lone = agon.pgn.Game()
        removed = lone.add_variation(agon.Move.from_uci("a1b2"))
        lone.remove_variation(removed)
        self.assertFalse(removed.is_mainline())
        self.assertTrue(game.end().is_mainline() and game.end().is_end())
        self.assertIs(deep.game(), game)
        self.assertIs(game.next(), game.variations[0])

    def test_there_and_back(self):
        game = read(TREE)
        again = read(str(game))
        self.assertEqual(str(again), str(game))
        self.assertEqual(again._nodes(), game._nodes())
        for name, value in game.headers.items():
            self.assertEqual(again.headers[name], value)
        for rules in "ham", "way-to-play", "kanare":
            board = agon.Game(rules=rules)
            for _ in range(300):
                if board.is_game_over():
                    break
                board.push(board.legal_moves[len(board) * 7 % len(board.legal_moves)])
            back = read(str(agon.pgn.Game.from_board(board))).end().board()
            self.assertEqual(back.move_stack, board.move_stack, rules)
            self.assertEqual(back, board)

    def test_building(self):
        game = agon.pgn.Game({"White": "Ada"})
        first = agon.Move.from_uci("a1b2")
        node = game.add_variation(first, comment="one }")
        self.assertIs(game.add_variation(first), node)
        other = game.add_main_variation(agon.Move.from_uci("a1b1"))
        self.assertIs(game.variations[0], other)
        self.assertIn(first, game)
        game.promote(node)
        self.assertIs(game.variations[0], node)
        game.demote(node)
        self.assertIs(game.variations[1], node)
        game.promote_to_main(first)
        game.remove_variation(other)
        self.assertEqual(game.variations, [node])
        before = str(game)
        line = [agon.Move.from_uci(text) for text in ("l11k10", "a1a2")]
        with self.assertRaises(agon.Error):
            node.add_line(line)  # nothing stands on a1 any more
        with self.assertRaises(agon.Error):
            game.add_variation(agon.Move.from_uci("a1l11"))
        with self.assertRaises(KeyError):
            game.variation(1)
        self.assertEqual(str(game), before)
        self.assertEqual(read(before).variations[0].comment, "one )")

    def test_what_cannot_be_written(self):
        game = agon.pgn.Game()
        game.headers["Result"] = "won"
        with self.assertRaisesRegex(agon.Error, "Result: expected one of .*'won'"):
            str(game)
        game = agon.pgn.Game()
        for name in "a b", 5, None:
            game = agon.pgn.Game()
            game.headers[name] = "x"
            with self.assertRaisesRegex(agon.Error, f"{name!r} cannot be the name of a tag"):
                str(game)
        game = agon.pgn.Game({"White": 'x"]\n[Black "y'})
        self.assertEqual(read(str(game)).headers["White"], 'x"]?[Black "y')
        self.assertEqual(read(str(game)).headers["Black"], "?")

    def test_what_has_the_wrong_type(self):
        first = agon.Move.from_uci("a1b2")
        for comment in None, 5, b"x":
            game = agon.pgn.Game()
            game.comment = comment
            with self.assertRaisesRegex(TypeError, f"comment: expected str, got {comment!r} in <Game of 0 actions"):
                str(game)
            game = agon.pgn.Game()
            game.add_variation(first).comment = comment
            with self.assertRaisesRegex(TypeError, f"comment: expected str, got {comment!r} in <ChildNode of ply 1"):
                str(game)
        game.variations[0] = agon.pgn.ChildNode(game, "a1b2")
        with self.assertRaisesRegex(TypeError, "move: expected agon.Move, got 'a1b2' in <ChildNode of ply 1"):
            str(game)
        game = agon.pgn.Game()
        game.comment = "x\ud800\u00eb"
        self.assertEqual(read(str(game)).comment, "x?\u00eb")
        with self.assertRaisesRegex(TypeError, "position: expected agon.Position, got 'x'"):
            agon.pgn.Game(position="x")
        with self.assertRaisesRegex(TypeError, "board: expected agon.Game, got 'x'"):
            agon.pgn.Game.from_board("x")


class Mine(agon.pgn.Game):
    """A subclass, which pickle must find by its name."""


class Copies(unittest.TestCase):
    """By copy, and by every pickle protocol."""

    WAYS = [copy.copy, copy.deepcopy] + [
        lambda thing, protocol=protocol: pickle.loads(pickle.dumps(thing, protocol))
        for protocol in range(pickle.HIGHEST_PROTOCOL + 1)]

    def test_a_game(self):
        game = read(TREE)
        game.variation(1).note = ["x"]
        for way in self.WAYS:
            other = way(game)
            self.assertEqual(str(other), str(game))
            self.assertEqual(list(other.headers.items()), list(game.headers.items()))
            self.assertEqual(other.variation(1).note, ["x"])
            self.assertTrue(all(node.game() is other for _, node in other._tree()))
            other.headers["White"] = "Eve"
            other.variation(1).note.append("y")
            other.remove_variation(0)
        self.assertEqual((game.headers["White"], len(game.variations)), ("Ada", 3))
        self.assertEqual(game.variation(1).note, ["x"])

    def test_a_game_deeper_than_the_stack(self):
        circle = ["a1b1", "l11k11", "b1a1", "k11l11"]
        game = Mine()
        game.add_line(agon.Move.from_uci(text) for text in circle * 1250)
        for way in self.WAYS:
            other = way(game)
            self.assertIs(type(other), Mine)
            self.assertEqual(str(other), str(game))
            self.assertEqual(way(game.end()).ply(), 5000)

    def test_a_node(self):
        """It brings its game, the same as the other nodes that are copied with it."""
        game = read(TREE)
        deep = game.variation(1)[1]
        for way in self.WAYS:
            node = way(deep)
            self.assertEqual((node.comment, texts(node._line())), ("deep", texts(deep._line())))
            self.assertEqual(str(node.game()), str(game))
            self.assertIsNot(node.game(), game)
        for way in self.WAYS[1:]:
            whole, end, node = way((game, game.end(), deep))
            self.assertIs(whole.end(), end)
            self.assertIs(node.game(), whole)
        game.remove_variation(1)
        for way in self.WAYS:
            with self.assertRaisesRegex(agon.Error, "a node that was removed from its game cannot be"):
                way(deep)


class Files(unittest.TestCase):
    def test_one_game_after_another(self):
        file = io.StringIO(TREE + "\n" + TREE.replace("Ada", "Eve"))
        self.assertEqual([agon.pgn.read_game(file).headers["White"] for _ in range(2)], ["Ada", "Eve"])
        self.assertIsNone(agon.pgn.read_game(file))
        self.assertIsNone(agon.pgn.read_game(file))
        file.seek(0)
        self.assertEqual(agon.pgn.read_game(file).headers["White"], "Ada")
        binary = io.BytesIO(TREE.replace("Ada", "Zoë").encode())
        self.assertEqual(agon.pgn.read_game(binary).headers["White"], "Zoë")

    def test_games_without_a_result(self):
        """The tag that begins the next one is read together with the game before it, and not lost."""
        file = io.StringIO('[White "a"]\n\n1. a1b2\n\n[White "b"]\n\n1. a1b1\n')
        games = [agon.pgn.read_game(file) for _ in range(3)]
        self.assertEqual([game and game.headers["White"] for game in games], ["a", "b", None])
        self.assertEqual(texts(games[1].mainline_moves()), ["a1b1"])

    def test_a_bad_game_is_named_and_the_next_one_read(self):
        file = io.StringIO(TREE + "\n" + BAD + "\n" + TREE)
        agon.pgn.read_game(file)
        line = TREE.count("\n") + 4
        with self.assertRaisesRegex(agon.Error, f"^game 2, line {line}: 'a1b2' is illegal"):
            agon.pgn.read_game(file)
        self.assertEqual(agon.pgn.read_game(file).headers["White"], "Ada")
        self.assertIsNone(agon.pgn.read_game(file))
        # Lines are still counted from the beginning after it.
        file = io.StringIO(BAD + "\n" + BAD)
        for number, line in (1, 3), (2, 3 + BAD.count("\n") + 1):
            with self.assertRaisesRegex(agon.Error, f"^game {number}, line {line}: "):
                agon.pgn.read_game(file)
        self.assertIsNone(agon.pgn.read_game(file))

    def test_faults(self):
        for text, fault in (("1. a1b2 (", "a variation does not end"), ("{", "a comment does not end"),
                            ("(a1b2)", "before the action that it replaces"),
                            ("1. a1b2 ( )", "a variation has no actions"),
                            ("1. a1b2 (1. zz9) *", "'zz9'"),
                            ('[Variant "chess"]\n\n*', "chess"), ('[FEN "x"]\n\n*', "x")):
            with self.assertRaisesRegex(agon.Error, "^game 1, line [0-9]+: .*" + fault):
                read(text)
        with self.assertRaisesRegex(agon.Error, "of variant 'ham'"):
            read('[Variant "ham"]\n\n*', rules="classic")
        for thing in "a.pgn", pathlib.Path("a.pgn"), 5, None, b"1-0":
            with self.assertRaisesRegex(TypeError, "expected an open file"):
                agon.pgn.read_game(thing)

        class Numbers(io.StringIO):
            def readline(self, size=-1):
                return 5
        with self.assertRaisesRegex(TypeError, "readline"):
            agon.pgn.read_game(Numbers())

        class Broken(io.StringIO):
            def readline(self, size=-1):
                raise OSError("gone")
        with self.assertRaisesRegex(OSError, "gone"):
            agon.pgn.read_game(Broken())
        closed = io.StringIO(TREE)
        closed.close()
        with self.assertRaises(ValueError):
            agon.pgn.read_game(closed)
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / "latin.pgn"
            path.write_bytes(b'[White "\xff"]\n\n*\n')
            with open(path, encoding="utf-8") as file, self.assertRaises(UnicodeDecodeError):
                agon.pgn.read_game(file)
            with open(path, "rb") as file:
                self.assertEqual(agon.pgn.read_game(file).headers["White"], "\xff")

    def test_a_large_file_is_not_read_whole(self):
        class Endless(io.StringIO):
            lines = 0

            def readline(self, size=-1):
                assert 0 < size <= 2**20
                Endless.lines += 1
                return TREE.splitlines(keepends=True)[(Endless.lines - 1) % TREE.count("\n")]
        file = Endless()
        for _ in range(50):
            agon.pgn.read_game(file)
        self.assertLessEqual(Endless.lines, 51 * TREE.count("\n"))
        with self.assertRaisesRegex(agon.Error, "at most [0-9]+ actions"):  # as an analysis has
            read("1. " + "a1b1 l11k11 b1a1 k11l11 " * 2000)

    def test_pipes(self):
        reading, writing = os.pipe()
        with open(reading) as file:
            with open(writing, "w") as out:
                out.write(TREE + "\n" + TREE)
            self.assertEqual([agon.pgn.read_game(file) is None for _ in range(3)], [False, False, True])


if __name__ == "__main__":
    unittest.main()

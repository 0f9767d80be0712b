"""Rule sets, positions, legal actions and perft of the Python module."""

import copy
import pathlib
import pickle
import tempfile
import unittest

import agon

ROOT = pathlib.Path(__file__).resolve().parents[2]
DATA = ROOT / "tests" / "data"
STANDARD = "1g1G1q/G6/7G/9/g8g/11/G8G/9/g7/6g/Q1g1G1 w - - 0 1"  # rules.md section 3
# White's six guards surround the throne, its queen is elsewhere (rules.md 4.8 c).
SURROUNDED = "5q/7/gggggg2/9/4GG4/4G1G4/4GG4/9/8/7/Q5 b - - 0 1"


def rows(file):
    for line in (DATA / file).read_text().splitlines():
        if line and not line.startswith("#") and "+" not in line:  # a preset with one field changed
            yield [field.strip() for field in line.split("|")]


class RuleSets(unittest.TestCase):
    def test_presets(self):
        names = agon.preset_names()
        self.assertEqual(names[0], "classic")
        self.assertIn("bloody-queen", names)
        self.assertEqual(agon.Rules().name, "classic")
        self.assertEqual(agon.Rules("ham").fields["forfeit"], "no-own-queen")  # rules.md section 5
        self.assertEqual(agon.Rules("ham"), agon.Rules("queens-guard"))
        self.assertEqual(hash(agon.Rules("ham")), hash(agon.Rules("queens-guard")))
        self.assertNotEqual(agon.Rules("ham"), agon.Rules("classic"))
        self.assertIn("Ham", agon.Rules("ham").describe())
        self.assertIn("throne", agon.Rules("ham").difference(agon.Rules("classic")))
        self.assertEqual(eval(repr(agon.Rules("ham")), {"Rules": agon.Rules}), agon.Rules("ham"))

    def test_rules_file(self):
        with tempfile.TemporaryDirectory() as folder:
            file = pathlib.Path(folder) / "mine.ini"
            file.write_text("[mine:classic]\nqueen_chooser = opponent\n")
            rules = agon.Rules("mine", file)
            self.assertEqual(rules.parent, "classic")
            self.assertEqual(rules.file, str(file))
            self.assertEqual(rules.fields["queen_chooser"], "opponent")
            self.assertEqual(agon.preset_names(file)[-1], "mine")
            self.assertIsNone(agon.Rules("ham", file).file)
            self.assertEqual(eval(repr(rules), {"Rules": agon.Rules}), rules)
            file.write_text("[mine:classic]\nqueen_chooser = nobody\n")
            with self.assertRaisesRegex(agon.Error, "mine.ini:2: .*nobody"):
                agon.Rules("mine", file)
        with self.assertRaises(agon.Error):
            agon.Rules("classic", "/no/such/file.ini")

    def test_errors(self):
        with self.assertRaisesRegex(ValueError, "ham"):
            agon.Rules("hamm")
        for rules in 7, None, b"classic":
            with self.assertRaises(TypeError):
                agon.Position(rules=rules)


class Squares(unittest.TestCase):
    def test_numbers_and_names(self):
        self.assertEqual(len(agon.SQUARE_NAMES), 91)
        self.assertEqual((agon.SQUARE_NAMES[0], agon.SQUARE_NAMES[90]), ("a1", "l11"))
        self.assertEqual(agon.SQUARE_NAMES[agon.THRONE], "f6")
        for square, name in enumerate(agon.SQUARE_NAMES):
            self.assertEqual(agon.parse_square(name), square)
            self.assertEqual(agon.square_name(square), name)
            # rules.md section 1
            file, row = "abcdefghjkl".index(name[0]), int(name[1:]) - 1
            self.assertEqual((agon.square_file(square), agon.square_rank(square)), (file, row))
            self.assertEqual(agon.square_ring(square),
                             max(abs(file - 5), abs(row - 5), abs(file - row)))
            self.assertEqual(agon.square_distance(square, agon.THRONE), agon.square_ring(square))
        for name in "i6", "a7", "", "f06":
            with self.assertRaises(agon.Error):
                agon.parse_square(name)
        for square in -1, 91, 10**6:
            with self.assertRaises(agon.Error):
                agon.square_name(square)

    def test_moves(self):
        step = agon.Move.from_uci("A1b2")
        self.assertEqual(step, agon.Move(agon.parse_square("a1"), agon.parse_square("b2")))
        self.assertEqual((step.uci(), str(step), bool(step)), ("a1b2", "a1b2", True))
        placement = agon.Move.from_uci("f3")
        self.assertEqual(placement, agon.Move.placement(agon.parse_square("f3")))
        self.assertIsNone(placement.from_square)
        self.assertEqual((agon.Move.null().uci(), bool(agon.Move.null())), ("pass", False))
        self.assertEqual(len({step, agon.Move.from_uci("a1b2"), placement}), 2)
        for text in "a1", "f3", "a1b2", "l11f6", "pass":
            move = agon.Move.from_uci(text)
            self.assertEqual(agon.Move.from_action(move.action), move)
        self.assertEqual(agon.Move.from_uci("b1a1").action, 91)
        self.assertEqual(agon.Move.from_uci("a1").action, 91 * 91)
        self.assertEqual(agon.Move.null().action, agon.ACTION_COUNT - 1)
        for text in "a1a1", "", "x", "a1b2c3":
            with self.assertRaises(agon.Error):
                agon.Move.from_uci(text)
        for action in -1, 0, agon.ACTION_COUNT, 92:  # 0 and 92 lead from a cell to itself
            with self.assertRaises(agon.Error):
                agon.Move.from_action(action)


class Positions(unittest.TestCase):
    def test_setups(self):
        self.assertEqual(agon.Position().fen(), STANDARD)
        self.assertEqual(agon.Position(setup="placement").reserve(agon.BLACK), 6)
        self.assertEqual(agon.Position(rules="same-ring"),
                         agon.Position(rules="same-ring", setup="flanked"))
        with self.assertRaisesRegex(agon.Error, "standard placement flanked"):
            agon.Position(setup="none")
        with self.assertRaises(agon.Error):
            agon.Position(STANDARD, setup="standard")

    def test_fields(self):
        position = agon.Position(STANDARD.replace("w - - 0 1", "b - - 7 9"))
        self.assertEqual((position.turn, position.chooser), (agon.BLACK, agon.BLACK))
        self.assertEqual((position.halfmove_clock, position.fullmove_number), (7, 9))
        self.assertEqual(position.queen(agon.WHITE), 0)
        self.assertEqual(position.piece_at(90), "q")
        self.assertIsNone(position.piece_at(agon.THRONE))
        self.assertEqual(len(position.guards(agon.BLACK)), 6)
        self.assertEqual(len(position.piece_map()), 14)
        self.assertEqual(position.captured, [])
        # The opponent places a captured queen (rules.md section 5).
        fen = "6/G6/8/9/2G1Ggg3/4GQg4/3gg5/1G1qg4/8/7/4G1 w f6 - 0 312"
        self.assertEqual(agon.Position(fen).chooser, agon.WHITE)
        handed = agon.Position(fen, "way-to-play")
        self.assertEqual((handed.turn, handed.chooser), (agon.WHITE, agon.BLACK))
        self.assertEqual(handed.captured, [agon.THRONE])

    def test_equality(self):
        position = agon.Position()
        self.assertEqual(position, agon.Position(STANDARD))
        self.assertEqual(hash(position), hash(agon.Position(STANDARD)))
        self.assertNotEqual(position, agon.Position(rules="ham"))
        self.assertNotEqual(position, agon.Position(STANDARD.replace(" 1", " 2")))
        self.assertNotEqual(position, STANDARD)
        self.assertEqual(eval(repr(position), {"Position": agon.Position, "Rules": agon.Rules}),
                         position)

    def test_copies(self):
        for value in (agon.Position(rules="german"), agon.Rules("ham"), agon.Move.from_uci("f3"),
                      agon.Move.null()):
            for other in (copy.copy(value), copy.deepcopy(value),
                          pickle.loads(pickle.dumps(value))):
                self.assertEqual(other, value)

    def test_actions(self):
        position = agon.Position()
        moves = position.legal_moves
        self.assertEqual((len(moves), moves.count()), (27, 27))  # tests/data/perft-setups.txt
        self.assertEqual(len(set(moves)), 27)
        self.assertEqual(moves[-1], list(moves)[26])
        with self.assertRaises(IndexError):
            moves[27]
        after = position.apply(agon.Move.from_uci("a1b2"))
        self.assertEqual(position.fen(), STANDARD)
        self.assertEqual(after.queen(agon.WHITE), agon.parse_square("b2"))
        self.assertEqual(after.turn, agon.BLACK)
        self.assertIn(position.parse_uci("a1b2"), moves)
        self.assertTrue(position.is_legal(agon.Move.from_uci("a1b2")))
        for text, reason in (("a1c3", "adjacent"), ("f6a1", "no white piece on f6"),
                             ("pass", "only without another"), ("f3", "no guards are in reserve")):
            self.assertNotIn(agon.Move.from_uci(text), moves)
            with self.assertRaisesRegex(agon.Error, reason):
                position.apply(agon.Move.from_uci(text))

    def test_results(self):
        self.assertIsNone(agon.Position().outcome())
        self.assertEqual(agon.Position().result(), "*")
        over = agon.Position(SURROUNDED)
        self.assertTrue(over.is_game_over())
        self.assertEqual((over.outcome().winner, over.result()), (agon.BLACK, "0-1"))
        self.assertEqual(over.outcome().termination, agon.Termination.FORFEIT)
        self.assertEqual(str(over.outcome()), "black wins (forfeit)")
        self.assertFalse(over.legal_moves)

    def test_white_space_around_a_text(self):
        """A line of a file has some."""
        for text in STANDARD + "\n", STANDARD + "\r\n", " \t" + STANDARD + " ", "\v\f\n" + STANDARD + "\n\n":
            self.assertEqual(agon.Position(text), agon.Position(STANDARD))
            self.assertEqual(agon.Position(fen=text, rules="ham").fen(), STANDARD)
        for text in "", " ", "\n", STANDARD.replace(" ", "\n", 1), STANDARD + "\u00a0":
            with self.assertRaises(agon.Error):
                agon.Position(text)

    def test_faulty_texts(self):
        for fen, field in (("x", "is not a position"), ("1g1G1q/G6 w - - 0 1", "board"),
                           (STANDARD.replace(" w", " x"), "turn"),
                           (STANDARD + " more", "trailing|more")):
            with self.assertRaisesRegex(agon.Error, "(?i)" + field):
                agon.Position(fen)


class Perft(unittest.TestCase):
    def test_setups(self):
        for preset, setup, counts in rows("perft-setups.txt"):
            position = agon.Position(rules=preset, setup=setup)
            for depth, count in enumerate(counts.split(), 1):
                if count != "-" and int(count) < 10**6:
                    self.assertEqual(agon.perft(position, depth), int(count),
                                     (preset, setup, depth))

    def test_positions(self):
        for preset, fen, counts in rows("perft-positions.txt"):
            position = agon.Position(fen, preset)
            for depth, count in enumerate(map(int, counts.split()), 1):
                self.assertEqual(agon.perft(position, depth, hash=1), count, (preset, fen, depth))
            # The same by applying each action.
            self.assertEqual(sum(len(position.apply(move).legal_moves)
                                 for move in position.legal_moves), int(counts.split()[1]))

    def test_divide(self):
        counts = agon.perft_divide(agon.Position(), 3, threads=2)
        self.assertEqual(list(counts), list(agon.Position().legal_moves))
        self.assertEqual(sum(counts.values()), 18417)
        self.assertEqual(agon.perft(agon.Game(), 0), 1)

    def test_errors(self):
        position = agon.Position()
        for arguments in ({"depth": -1}, {"depth": 101}, {"depth": 1, "threads": 0},
                          {"depth": 1, "hash": 10**12}):
            with self.assertRaises(agon.Error):
                agon.perft(position, **arguments)


class Symmetries(unittest.TestCase):
    def test_they_keep_the_rules(self):
        for preset, fen, counts in rows("perft-positions.txt"):
            position = agon.Position(fen, preset)
            images = position.symmetries()
            self.assertEqual(images[0], position)
            self.assertEqual(len(images), 12)
            for symmetry, image in enumerate(images):
                self.assertEqual(image, agon.Position(image.fen(), preset))  # with its own key too
                self.assertEqual(image.key, agon.Position(image.fen(), preset).key)
                self.assertEqual(agon.perft(image, 2), int(counts.split()[1]))
                self.assertEqual(image.canonical(), position.canonical())
                move = position.legal_moves[0]
                self.assertEqual(position.apply(move).transform(symmetry),
                                 image.apply(move.transform(symmetry)))
            self.assertEqual(position.mirror().canonical(), position.canonical())
            self.assertEqual(position.mirror().mirror(), position)

    def test_turns(self):
        move = agon.Move.from_uci("a1b2")
        self.assertEqual(move.transform(3).uci(), "l11k10")  # half a circle
        self.assertEqual(move.transform(6), move)  # the line of a1 and l11 is the mirror's
        self.assertEqual(agon.Move.from_uci("a2").transform(6).uci(), "b1")
        self.assertEqual(agon.Move.null().transform(5), agon.Move.null())
        for symmetry in -1, 12:
            with self.assertRaises(agon.Error):
                move.transform(symmetry)
            with self.assertRaises(agon.Error):
                agon.Position().transform(symmetry)


if __name__ == "__main__":
    unittest.main()

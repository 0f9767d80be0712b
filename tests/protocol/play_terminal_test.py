"""`agon play` on a pseudo-terminal of 24 lines of 80 columns, as a person sees it."""

import os
import pathlib
import re
import signal
import subprocess
import sys
import time
import unittest

sys.path.append(str(pathlib.Path(__file__).resolve().parents[1] / "support"))
from terminal import CLEAR, COLOUR, COLUMNS, LINES, Terminal, TerminalTest

AGON = os.path.join(os.environ["AGON_BIN"], "agon")
PROMPT = re.compile(r"(^|\n)(white|black)?> $")

# A whole game from the standard setup, which white wins on the throne.
GAME = """a1b2 a3a4 k5j5 g11g10 e10f10 g2f2 j11h10 g10a6 a5h3 a4a5 h3g3 f2g11 b2c3 l11k10 e1e2
c1b1 l9k8 k10j9 k8j8 g11h11 h10j10 j9k9 c3d4 b1a1 d4e5 b7b6 e2e3 a1b2 g3g4 h11g11 f10f9
l7l6 f9f8 l6k5 j5h5 b6c6 j10h9 a6b7 h9g8 g11f10 f8f7 b7a6 f7e6 k9k8 e5f6 k8k9 e3e4 b2c3
g8f7 c6c5 g4g5 c5c6 h5h6 k5j4 h6g6 c6d7 e4e5 f10g10 j8h7 a6b6 h7g7 c3d3 g5f5""".split()

# rules.md 4.1 to 4.5: white's queen stands on c2; f3 is between two black guards.
BETWEEN = "5q/6g/7g/8g/5G3g/11/G9/G8/G3g1g1/G1Q2G1/6 w - - 0 1"


class Person(Terminal):
    """`agon play` and the person at the terminal."""

    def prompt(self):
        """Reads up to the next prompt."""
        return self.read_until(PROMPT)

    def say(self, line):
        self.press(line + "\n")
        return self.prompt()


class Play(TerminalTest):
    def start(self, *arguments, **environment):
        terminal = self.open([AGON, "play", "--delay", "0", *arguments], Person, **environment)
        self.first = terminal.prompt()
        return terminal

    def records(self):
        return [file.read_text() for file in sorted(self.folder.glob("games/*.pgn"))]

    def check_screen(self, shown):
        lines = COLOUR.sub("", shown.rsplit(CLEAR, 1)[-1]).split("\n")
        self.assertLessEqual(len(lines), LINES)
        self.assertLessEqual(max(map(len, lines)), COLUMNS)

    def test_a_whole_game(self):
        terminal = self.start("--side", "both")
        self.check_screen(self.first)
        for action in GAME:
            shown = terminal.say(action)
            self.assertIn(f"played {action}", COLOUR.sub("", shown))
            self.check_screen(shown)
        self.assertIn("White wins: the queen is on the throne", shown)
        self.assertIn("the game is over", terminal.say("a1b2"))
        terminal.press("quit\n")
        last, status = terminal.end()
        self.assertEqual(status, 0)
        self.assertIn("The game is saved in games/", last)
        [record] = self.records()
        for part in ('[Result "1-0"]', f'[PlyCount "{len(GAME)}"]', "White wins (throne)"):
            self.assertIn(part, record)

    def test_every_command_against_the_engine(self):
        terminal = self.start("--level", "1")
        self.assertIn("black: agon level 1", self.first)
        for line, answer in (
                ("help", "save FILE"), ("moves", "a5 to "), ("moves a1", "a1 to b1 a2 b2"),
                ("hint", "The engine would play "), ("eval", " for white. Of 100 games"),
                ("rules", "throne"), ("board", "White's turn."), ("flip", "l   k   j   h   g   f"),
                ("flip", "a   b   c   d   e   f"), ("A1-B2", "Black played "),
                ("save copy.pgn", "Saved in copy.pgn"), ("undo", "White's turn."),
                ("redo", "Black played "), ("resign", "White resigns."), ("undo", "White's turn."),
                ("new", "The previous game is saved in games/"), ("b2", "Black played ")):
            with self.subTest(line=line):
                self.assertIn(answer, COLOUR.sub("", terminal.say(line)))
        terminal.press("quit\n")
        self.assertEqual(terminal.end()[1], 0)
        self.assertEqual(len(self.records()), 2)
        self.assertIn("a1b2", (self.folder / "copy.pgn").read_text())

    def test_every_kind_of_refusal(self):
        terminal = self.start("--side", "both", "--fen", BETWEEN)
        for line, reason in (
                ("f3", "f3 is between two black pieces"), ("c2c2", "c2 is not vacant"),
                ("f6", "only a queen enters the throne"), ("c2c1", "a step never goes outward"),
                ("c2e5", "a step goes to an adjacent cell"), ("e5c2", "no white piece on e5"),
                ("h11", "no white piece can go to h11"), ("f2", "say where the piece goes"),
                ("b4", "several pieces can go to b4: "), ("pass", "passing is legal only without"),
                ("a1a99", "'a1a99' is not an action"), ("hnt", "did you mean 'hint'?"),
                ("hello", "neither an action nor a command"), ("moves i5", "'i5' is not a cell"),
                ("moves f6", "no legal action from f6"), ("undo", "nothing to take back"),
                ("redo", "nothing to play again"), ("save", "save to which file?"),
                ("save x.pgn", "nothing has been played yet")):
            with self.subTest(line=line):
                shown = terminal.say(line)
                self.assertIn(reason, shown)
                self.assertNotIn(CLEAR, shown)
        terminal.say("c2d3")
        for line, reason in (("save no/x.pgn", "there is no directory no"),
                             ("save games", "games already exists")):
            with self.subTest(line=line):
                self.assertIn(reason, terminal.say(line))

    def test_colour_only_where_it_is_wanted(self):
        self.start("--side", "both")
        self.assertRegex(self.first, COLOUR)
        self.start("--side", "both", NO_COLOR="1")
        self.assertNotRegex(self.first, COLOUR)
        self.assertIn(CLEAR, self.first)
        piped = subprocess.run([AGON, "play", "--side", "both"], cwd=self.folder, input="a1b2\n",
                               capture_output=True, text=True, timeout=60)
        self.assertEqual((piped.returncode, piped.stderr), (0, ""))
        self.assertNotIn("\x1b", piped.stdout)
        self.assertIn("The game is saved in games/", piped.stdout)

    def test_an_interrupted_game_is_kept(self):
        for keys, sent, status in (("\x03", None, -signal.SIGINT), ("\x04", None, 0),
                                   ("", signal.SIGHUP, -signal.SIGHUP),
                                   ("", signal.SIGKILL, -signal.SIGKILL)):
            with self.subTest(keys=keys, sent=sent):
                before = len(self.records())
                terminal = self.start("--side", "both")
                terminal.say("a1b2")
                terminal.press(keys)
                if sent:
                    os.kill(terminal.program, sent)
                self.assertEqual(terminal.end()[1], status)
                self.assertEqual(len(self.records()), before + 1)
                self.assertIn("1. a1b2 {", self.records()[-1])
                self.assertIn('[Result "*"]', self.records()[-1])

    def test_without_an_action_there_is_no_file(self):
        terminal = self.start("--side", "both")
        terminal.press("\x03")
        self.assertEqual(terminal.end()[1], -signal.SIGINT)
        self.assertEqual(list(self.folder.glob("games/*")), [])

    def test_a_game_to_watch_ends_the_program(self):
        # One step from the win (rules.md 4.8 a): g6 is the last vacant cell around the throne.
        position = "gggggq/g6/8/9/4GG4/4GQG4/5G4/4G4/8/7/6 w - - 0 1"
        command = [AGON, "play", "--side", "none", "--movetime", "10", "--fen", position]
        piped = subprocess.run(command, cwd=self.folder, stdin=subprocess.DEVNULL,
                               capture_output=True, text=True, timeout=60)
        self.assertEqual((piped.returncode, piped.stderr), (0, ""))
        for part in ("The engine plays both sides", "White played e4e5.", "White wins: ",
                     "The game is saved in games/"):
            self.assertIn(part, piped.stdout)
        terminal = self.open([*command, "--delay", "10"], Person)
        shown, status = terminal.end()
        self.assertEqual(status, 0)
        self.check_screen(shown)
        self.assertIn("White wins: ", shown)
        self.assertEqual([re.search('Result "(.*)"', record)[1] for record in self.records()],
                         ["1-0", "1-0"])

    def test_options_of_a_game_to_watch(self):
        for arguments, fault in ((["--opening", "1"], "--opening needs --side none"),
                                 (["--side", "none", "--opening", "x"], "--opening: expected"),
                                 (["--side", "none", "--opening", "1", "--setup", "flanked"],
                                  "--opening cannot be combined with")):
            with self.subTest(arguments=arguments):
                done = subprocess.run([AGON, "play", *arguments], cwd=self.folder,
                                      stdin=subprocess.DEVNULL, capture_output=True, text=True,
                                      timeout=60)
                self.assertEqual((done.returncode, done.stdout), (2, ""))
                self.assertIn(fault, done.stderr)

    def said(self, *arguments, input=""):
        done = subprocess.run([AGON, "play", *arguments], cwd=self.folder, input=input, capture_output=True, text=True,
                              timeout=60)
        return done.returncode, done.stdout, done.stderr

    def test_puzzles_refuse_the_options_of_a_game(self):
        for option in ("--level=3", "--side=black", "--fen=x", "--pgn=x", "--setup=flanked", "--moves=a1b2", "--elo=600",
                       "--movetime=5", "--delay=5", "--opening=1", "--variant-path=x"):
            self.assertEqual(self.said("--puzzles", option),
                             (2, "", f"agon: --puzzles cannot be combined with {option.split('=')[0]}\n"))
        self.assertEqual(self.said("--puzzles", "--variant=ham", "--threads=1", input="quit\n")[::2], (0, ""))

    def test_lessons(self):
        answers = ("d6e6", "a5b5", "f5-f6", "j7h6", "e7a1", "h9g8", "e4f6", "h9h8", "d5e6")  # to those of classic
        status, said, _ = self.said("--side=both", input="learn\n" + "\n".join(answers) + "\na1b2\nlearn 10\nquit\n")
        self.assertEqual(status, 0)
        self.assertEqual([said.count(f"Lesson {number} of 9: ") for number in range(1, 11)], [1] * 9 + [0])
        self.assertEqual(said.count("lesson> Right. White played "), 9)
        self.assertIn("You won your first game!", said)
        self.assertIn("The game goes on.", said)
        self.assertIn("1. White played a1b2.", said)
        self.assertIn("learn: expected an integer from 1 to 9, got '10'", said)
        said = self.said("--side=both", input="learn 4\na1b2\nf4f5\nhint\nhint\nsolution\nundo\nplay\nquit\n")[1]
        for part in ("Lesson 4 of 9: Catch one between two", "'a1b2' is illegal: ", "Not quite. Stand on the far side",
                     "lesson> Stand on the far side", "lesson> j7h6.", "lesson> j7h6 does it.", "'undo' is not an action", "white> "):
            self.assertIn(part, said)
        self.assertEqual(len(self.records()), 1)  # of a1b2 in the first

    def test_lessons_of_several_actions(self):
        said = self.said("--side=both", "--variant=bloody-queen", input="learn 4\nj7h6\nsolution\ng5h5\nlearn 6\nquit\n")[1]
        for part in ("Lesson 4 of 10: Trap one, put it back", "lesson> Right. White played j7h6", " does it.",
                     "lesson> Right. White played g5h5", "Lesson 5 of 10: The queen takes", "Lesson 6 of 10: Her guard pays"):
            self.assertIn(part, said)

    def test_puzzles_in_a_game(self):
        said = self.said("--side=both", input="a1b2\npuzzle ham hard\nhint\nhint\nsolution\nnext 2\npuzzle nobody\n"
                         "puzzle agon\npuzzle easy\nagain\nlearn\nplay\nl11k10\nquit\n")[1]
        for part in ("Puzzle 1 of ", ", hard, rules ham. ", "puzzle> Look at the piece on ", "That was the solution: ", "Puzzle 2 of ",
                     "puzzle: expected a rule set or any, or easy, medium or hard, got 'nobody'", "there are no puzzles of these rules",
                     ", easy, rules classic. ", "Lesson 1 of 9", "2. Black played l11k10."):
            self.assertIn(part, said)
        self.assertEqual(said.count(", easy, rules "), 2)
        [record] = self.records()
        self.assertIn("1. a1b2 l11k10", re.sub(r" \{[^}]*\}", "", record).replace(" 1...", ""))

    def test_the_engine_takes_its_time(self):
        terminal = self.start("--level", "1", "--delay", "300")
        begin = time.monotonic()
        terminal.say("a1b2")
        self.assertGreaterEqual(time.monotonic() - begin, 0.3)


class Review(TerminalTest):
    def test_a_person_sees_what_review_in_a_game_shows(self):
        (self.folder / "g.pgn").write_text('[White "me"]\n[Black "you"]\n\n1. a1b2 l11k10 2. b2c3 *\n\n' * 2)
        shown, status = self.open([AGON, "review", "g.pgn", "--nodes", "50"]).end()
        self.assertEqual(status, 0)
        for part in ("Game 1: me and you, *", "Game 2: me and you, *",
                     "White's chances in tenths, from the first position to the last:"):
            self.assertIn(part, shown)
        self.assertNotIn("%eval", shown)
        piped = subprocess.run([AGON, "review", "g.pgn", "--nodes", "50"], cwd=self.folder, text=True,
                               capture_output=True, timeout=60)
        self.assertEqual((piped.stdout.count("[%eval"), piped.stderr), (8, ""))


if __name__ == "__main__":
    unittest.main()

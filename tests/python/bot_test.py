"""A bot around agon.bot: it answers any input, in whole lines, until the end."""

import pathlib
import random
import re
import subprocess
import sys
import tempfile
import unittest

import agon

HANGS = 120  # seconds after which a process counts as hanging
FIRST = "lambda game, moves, clock: moves[0]"
LINE = re.compile(r"id (name|author) .+|option name .+|(ugi|uci)ok|readyok|info string .+|response .+|"
                  r"bestmove ([a-l]\d+([a-l]\d+)?|pass|\(none\))")


def run(text, choose=FIRST, **arguments):
    """The lines of a bot that is sent `text` and then the end of input, and its standard error."""
    program = f"import agon.bot, time\nagon.bot.serve('Tested', {choose})"
    text = text if isinstance(text, bytes) else text.encode()
    done = subprocess.run([sys.executable, "-c", program], input=text, capture_output=True,
                          timeout=HANGS, **arguments)
    if done.returncode != 0:
        raise AssertionError(f"status {done.returncode}: {done.stderr.decode()}")
    return done.stdout.decode("ascii").splitlines(), done.stderr.decode()


class Bot(unittest.TestCase):
    def test_two_threads_write_whole_lines(self):
        lines, _ = run("go movetime 0\nisready\n" * 3000)
        self.assertEqual(lines.count("readyok"), 3000)
        self.assertEqual([line for line in lines if not re.fullmatch(r"readyok|bestmove \w+", line)], [])
        self.assertEqual(len(lines), 6000)

    def test_numbers_from_outside(self):
        """One that is too large is reported, and the bot continues."""
        words = ["movetime", "wtime", "btime", "winc", "movestogo", "depth", "nodes", "mate"]
        huge = ["9" * 20, "9" * 400, "9" * 5000, "-" + "9" * 400, "1e9", "nan", "inf", "1_0", "\u0663", ""]
        text = "".join(f"go movetime 0 {word} {number}\n" for word in words for number in huge)
        lines, _ = run(text)
        self.assertEqual(sum(line.startswith("bestmove ") for line in lines), len(words) * len(huge))
        self.assertEqual(sum("expected an integer" in line for line in lines), len(words) * len(huge))
        for option, most in ("RepetitionLimit", 1000), ("NoProgressLimit", 1000000):
            for number in [*huge, "-1", str(most + 1)]:
                lines, _ = run(f"setoption name {option} value {number}\nisready\nquery gameover\n")
                self.assertEqual(len(lines), 3, lines)
                self.assertIn(f"{option}: expected an integer from 0 to {most}, got", lines[0])
                self.assertEqual(lines[1:], ["readyok", "response false"])

    def test_a_limit_that_was_refused_changes_nothing(self):
        moves = " ".join(["a1b1", "l11k11", "b1a1", "k11l11"] * 2)
        lines, _ = run("setoption name RepetitionLimit value 0\n"
                       f"setoption name RepetitionLimit value {10**20}\n"
                       f"position startpos moves {moves}\nquery gameover\n")
        self.assertEqual(lines[-1], "response false")

    def test_the_path_of_rules_reloads_them(self):
        """As the option of agon does; a file without the rules being played is refused."""
        with tempfile.TemporaryDirectory() as folder:
            def file(name, text):
                path = pathlib.Path(folder) / name
                path.write_text(text)
                return path
            flanked = file("a.ini", "[mine:classic]\nsetup = flanked\n")
            standard = file("b.ini", "[mine:classic]\nsetup = standard\n")
            without = file("c.ini", "[other:classic]\n")
            lines, _ = run(f"setoption name VariantPath value {flanked}\n"
                           "setoption name UCI_Variant value mine\nquery fen\n"
                           f"setoption name VariantPath value {standard}\nquery fen\n"
                           f"setoption name VariantPath value {without}\nquery fen\n"
                           f"setoption name VariantPath value {flanked}-\nquery fen\n"
                           f"setoption name VariantPath value\nugi\nquery fen\n")
            fens = [line for line in lines if line.startswith("response ")]
            expected = [agon.Position(setup=setup).fen() for setup in ("flanked", "standard")]
            self.assertEqual(fens, [f"response {expected[0]}"] + [f"response {expected[1]}"] * 4)
            self.assertEqual(sum(line.startswith("info string setoption: VariantPath: ")
                                 for line in lines), 3)
            self.assertRegex("\n".join(lines), r"option name UCI_Variant .* var mine\n")

    def test_quit_lets_what_stands_before_it_be_done(self):
        for end in "quit\n", "", "quit\nugi\ngo\n":
            lines, err = run("ugi\nposition startpos\ngo movetime 100\nquery p1turn\n" + end)
            self.assertEqual((lines[0], lines[-3], err), ("id name Tested", "ugiok", ""))
            self.assertRegex(lines[-2], "bestmove [a-l]")
            self.assertEqual(lines[-1], "response true")
        waits = "lambda game, moves, clock: [time.sleep(0.001) for _ in iter(clock.expired, True)] and moves[0]"
        for go in "go infinite\n", "go movetime 10000000\n", "go infinite\ngo movetime 10000000\n":
            lines, _ = run(go + "quit\n", waits)
            self.assertEqual(len(lines), go.count("go"))

    def test_a_choice_that_is_none_of_the_moves(self):
        for returned, named in (("None", "nothing"), ("'a1l11'", "'a1l11'"), ("7", "'7'"),
                                ("'x\\nreadyok'", "'x\nreadyok'"),
                                ("agon.Move.null()", "'pass'"), ("moves.clear()", "nothing")):
            lines, err = run("go\ngo\nisready\n", f"lambda game, moves, clock: {returned}")
            self.assertEqual([line.split()[0] for line in lines if line != "readyok"], ["bestmove"] * 2)
            self.assertEqual(err.count("choose() returned"), 1, err)
            self.assertIn(f"Tested: choose() returned {named}, which is not one of the moves", err)
            for move in agon.Position().legal_moves:
                self.assertIn(f" {move}", err)
        lines, err = run("go searchmoves a1b1 a1b2\n", "lambda game, moves, clock: agon.Move.from_uci('a3a4')")
        self.assertTrue(err.rstrip().endswith(": a1b1 a1b2"), err)
        self.assertEqual(run("go\n", "lambda game, moves, clock: str(moves[0])")[1], "")

    def test_protocol_words(self):
        """Blanks around them do not count, nor does a byte order mark before the first."""
        lines, _ = run(b"\xef\xbb\xbfugi\n \tisready \r\n\n \tquery\tgameover \n\tquit \nugi\n")
        self.assertEqual(lines.count("ugiok"), 1)
        self.assertEqual(set(lines[-2:]) | {"ugiok"}, {"ugiok", "readyok", "response false"})

    def test_whatever_it_is_sent(self):
        """Random lines, huge numbers, bytes that are not text: each `go` and each `isready` is
        answered, in lines of the protocol."""
        rng = random.Random(1)
        words = ("ugi uci isready ucinewgame setoption position go stop ponderhit query debug d name value fen "
                 "startpos moves VariantPath UCI_Variant Setup RepetitionLimit NoProgressLimit movetime wtime "
                 "nodes depth searchmoves infinite legalmoves gameover result p1turn a1b2 l11k11 pass classic ham "
                 "flanked <empty> # __init__ ugi\0 1g1G1q/G6/7G/9/g8g/11/G8G/9/g7/6g/Q1g1G1 w - 0 1").split()

        def word():
            kind = rng.random()
            if kind < 0.8:
                return rng.choice(words).encode()
            if kind < 0.9:
                return str(rng.choice([-1, 1]) * 10 ** rng.randint(0, 420)).encode()
            return bytes(rng.choice([0, 9, 13, 27, 32, 0x80, 0xc3, 0xed, 0xff]) for _ in range(rng.randint(1, 9)))

        numbers = "movetime wtime btime winc nodes depth mate movestogo".split()
        options = "VariantPath UCI_Variant Setup RepetitionLimit NoProgressLimit Hash".split()

        def line():
            kind = rng.random()
            if kind < 0.2:
                return f"go {rng.choice(numbers)} ".encode() + word() + b"\nstop"
            if kind < 0.4:
                return f"setoption name {rng.choice(options)} value ".encode() + word()
            made = b" ".join(word() for _ in range(rng.choice([1, 2, 3, 5, 9])))
            return made + b"\nstop" if made.split()[:1] == [b"go"] else made

        sent = [line() for _ in range(4000)]
        sent.append(b"x" * 1000000)
        text = b"\n".join(sent) + b"\n"
        lines, err = run(text)
        self.assertEqual(err, "")
        self.assertEqual([line for line in lines if not LINE.fullmatch(line)], [])
        commands = [line.decode(errors="replace").split()[:1] for line in text.split(b"\n")]
        for command, answer in (["go"], "bestmove"), (["isready"], "readyok"):
            self.assertGreater(commands.count(command), 40)
            self.assertEqual(sum(line.split()[0] == answer for line in lines), commands.count(command))

    def test_the_other_end_is_closed(self):
        """It ends with a message if it has no reader, or no input."""
        program = f"import agon.bot\nagon.bot.serve('Tested', {FIRST})"
        for closed, status in ("<&-", 1), (">&-", 1), ("2>&-", 0), ("| true", 0):
            done = subprocess.run(["sh", "-c", f'yes go movetime 0 | head -n 20000 | "$0" -c "$1" {closed}',
                                   sys.executable, program], capture_output=True, text=True, timeout=HANGS)
            self.assertEqual(done.returncode, status, done.stderr)
            self.assertNotIn("Traceback", done.stderr)


if __name__ == "__main__":
    unittest.main()

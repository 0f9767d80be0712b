"""agon-prove and its checker, as a user runs them; the checker refuses invalid proofs."""

import os
import pathlib
import random
import re
import signal
import subprocess
import sys
import tempfile
import time
import unittest
import unittest.mock
import zlib

PROVE = pathlib.Path(os.environ["AGON_BIN"]) / "agon-prove"
CHECK = pathlib.Path(__file__).resolve().parents[2] / "tools/lab/prove/check.py"
TABLE = CHECK.parents[1] / "tables/1-1.agt"
sys.path.insert(0, str(CHECK.parent))
import check as checker  # noqa: E402


def prove(*arguments):
    with tempfile.TemporaryDirectory() as folder:
        file = pathlib.Path(folder) / "proof.txt"
        subprocess.run([PROVE, "--output", file, *arguments], check=True, stdout=subprocess.PIPE)
        return file.read_text(encoding="ascii")


def check(text):
    return subprocess.run([sys.executable, CHECK], input=text, capture_output=True, text=True)


class Prove(unittest.TestCase):
    def test_fortresses_refuse_an_option_that_would_do_nothing(self):
        for option in ("--setup=flanked", "--side=white", "--output=proof.txt", "--nodes=5"):
            for mode in ("--fortresses", "--walls"):
                done = subprocess.run([PROVE, mode, option], capture_output=True, text=True)
                self.assertEqual((done.returncode, done.stdout), (2, ""))
                self.assertIn(option.split("=")[0], done.stderr)
        done = subprocess.run([PROVE, "--fortresses", "--walls"], capture_output=True, text=True)
        self.assertEqual((done.returncode, done.stdout), (2, ""))
        self.assertIn("only one of them", done.stderr)

    def test_an_interrupted_search_is_kept_and_continued(self):
        with tempfile.TemporaryDirectory() as folder:
            kept = pathlib.Path(folder) / "kept.search"
            command = [PROVE, "--variant", "classic", "--setup", "standard", "--actions", "45", "--checkpoint", kept]
            run = subprocess.Popen([*command, "--nodes", "100000000"], stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                                   text=True)
            self.assertRegex(run.stderr.readline(), "^plans of [0-9]+ turns, of 45 at most; [0-9]+ nodes of 100000000, ")
            run.send_signal(signal.SIGINT)
            out, err = run.communicate()
            self.assertEqual((run.returncode, out), (130, ""))
            self.assertRegex(err, "(?m)^agon-prove: interrupted after [0-9]+ nodes; --resume continues the search$")
            before = kept.read_bytes()
            nodes = int(re.search(rb"(?m)^nodes ([0-9]+)$", before)[1])
            done = subprocess.run(command, capture_output=True, text=True)
            self.assertEqual((done.returncode, done.stdout), (1, ""))
            self.assertIn("kept.search holds a search; --resume continues it", done.stderr)
            self.assertEqual(kept.read_bytes(), before)
            done = subprocess.run([*command, "--resume", "--nodes", str(nodes + 300)], capture_output=True, text=True)
            self.assertEqual(done.returncode, 1)
            self.assertIn(f"classic standard: not proved for black; nodes {nodes + 300}\n", done.stdout)
            self.assertIn(f"\nnodes {nodes + 300}\n", kept.read_text(encoding="ascii"))
            done = subprocess.run([*command, "--resume", "--side", "white"], capture_output=True, text=True)
            self.assertIn("kept.search, line 5: expected 'side white', got 'side black'", done.stderr)

    def test_the_walls(self):
        done = subprocess.run([PROVE, "--walls"], check=True, capture_output=True, text=True)
        self.assertIn("pieces d4 f4 d6 h6 f8 h8, closed e4 d5 g5 e7 h7 g8, the throne is free, ", done.stdout)
        self.assertIn("\n6 pieces: 34 classes that nobody can capture from outside, 30 of them without a piece on the "
                      "edge; ", done.stdout)
        done = subprocess.run([PROVE, "--walls", "--variant", "ludii"], capture_output=True, text=True)
        self.assertEqual((done.returncode, done.stdout), (1, ""))
        self.assertIn("ludii: only rules with flank = line", done.stderr)

    def test_black_has_a_refuge_in_same_ring(self):
        done = check(prove("--variant", "same-ring"))
        self.assertEqual(done.stderr, "")
        self.assertIn("S6: 142506 sets of five guards on ring 5, each with at least 7 exits\n", done.stdout)
        self.assertIn("S2: 27375 sets of four guards on ring 5; 12276 ways to block them;", done.stdout)
        self.assertIn("same-ring flanked: black cannot lose; ", done.stdout)
        self.assertIn("in at most 8 turns to guards or pair or throne\n", done.stdout)

    def test_nobody_is_driven_out_of_the_refuges(self):
        done = subprocess.run([sys.executable, CHECK, "--sets"], capture_output=True, text=True)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.assertIn("S: 1502 states of ring 1\n", done.stdout)
        # Four guards in one row, or three of them and one on ring 4, can be blocked by fewer pieces.
        with unittest.mock.patch.object(checker, "ROWS_OF_GUARDS", frozenset()):
            self.assertRaisesRegex(ValueError, "five pieces block S2", checker.check_guards)

    def test_white_reaches_the_throne_in_same_ring_and_a_broken_proof_is_refused(self):
        proof = prove("--variant", "same-ring", "--side", "white", "--throne")
        done = check(proof)
        self.assertIn("same-ring flanked: white cannot lose; ", done.stdout)
        self.assertIn("in at most 5 turns to throne\n", done.stdout)
        lines = proof.splitlines(keepends=True)
        self.assertTrue(lines[6].startswith("2gggq/6g/7g/8g/10/11/10/G8/G7/G6/QGGG2 w - - "))
        for wrong, fault in (
                (lines[:-1], "no answer in"),
                (lines[:6] + [lines[6].rsplit(" ", 1)[0] + " a1c3\n"] + lines[7:], "illegal answer"),
                (lines + [lines[-1]], "answered twice"),
                (lines + [lines[6].replace("w - -", "w a1 -")], "never needed"),
                ([line.replace("refuges throne", "refuges throne gap") for line in lines],
                 "refuges that these rules do not have"),
                ([line.replace("variant same-ring", "variant neto") for line in lines],
                 "not the rules of neto"),
                ([line.replace("variant same-ring", "variant kanare") for line in lines],
                 "no proof is known for kanare")):
            with self.assertRaisesRegex(ValueError, fault):
                checker.check_proof(wrong)
        done = check("".join(lines[:3] + lines[4:]))
        self.assertEqual(done.returncode, 1)
        self.assertEqual(done.stderr, "NOT PROVED: standard input: no proof of agon-prove: without setup\n")

    def test_whites_queen_reaches_the_throne_in_classic_and_the_words_claim_no_more(self):
        proof = prove("--variant", "classic", "--side", "white", "--throne")
        self.assertNotIn("cannot lose", proof)
        done = check(proof)
        self.assertEqual(done.stderr, "")
        self.assertRegex(done.stdout, "^classic standard: white's queen reaches the throne; .*, in at most 7 turns\n$")
        lines = proof.splitlines(keepends=True)[:9]
        self.assertEqual(lines[5], "reaches throne\n")
        for wrong, fault in ((lines[:-1], "no answer in"), (lines + [lines[-1]], "answered twice"),
                             (lines[:5] + ["refuges throne\n"] + lines[6:], "refuges that these rules do not have"),
                             (lines[:5] + ["refuges fortress\n"] + lines[6:], "no answer in"),
                             (lines[:5] + ["reaches f6\n"] + lines[6:], "reaches: expected throne"),
                             (lines[:6] + ["refuges throne\n"] + lines[6:], "a second line 'refuges'")):
            with self.subTest(fault=fault), self.assertRaisesRegex(ValueError, fault):
                checker.check_proof(wrong)

    def test_a_win_with_the_throne_empty_is_no_arrival(self):
        forfeit = {"standard": "qQ4/7/8/9/4gg4/4g1g4/4gg4/9/8/GGG4/GGG3 w - -"}  # Black's: rules.md 4.8
        head = ["variant classic", "rules", "setup standard", "side white"]
        with unittest.mock.patch.dict(checker.SETUPS, forfeit):
            self.assertIn("white cannot lose; 0 positions", checker.check_proof([*head, "refuges fortress"]))
            with self.assertRaisesRegex(ValueError, "won without the throne"):
                checker.check_proof([*head, "reaches throne"])

    def test_a_search_until_there_is_a_plan(self):
        done = check(prove("--variant", "classic", "--setup", "flanked", "--side", "white", "--until-plan")).stdout
        self.assertRegex(done, "classic flanked: white cannot lose; .* to fortress or seal\n")
        for arguments in (["--until-plan"], ["--until-plan", "--variant", "classic", "--throne"]):
            done = subprocess.run([PROVE, *arguments], capture_output=True, text=True)
            self.assertEqual((done.returncode, done.stdout), (2, ""))
            self.assertIn("--until-plan: only for rules with seals, without --throne", done.stderr)

    def test_white_reaches_seals_in_classic_and_a_broken_plan_is_refused(self):
        proof = prove("--variant", "classic", "--setup", "flanked", "--side", "white")
        self.assertRegex(check(proof).stdout, "classic flanked: white cannot lose; .* to fortress or seal\n")
        lines = [line.split() for line in proof.splitlines()[6:]]
        rules, words = checker.Rules([]), max((line for line in lines if "seal" in line), key=len)
        state, plan = checker.read_state(words[:4]), list(map(checker.read_action, words[4:-2]))
        mover = checker.read_action(words[-1])
        self.assertGreater(len(plan), 5)
        checker.check_plan(rules, state, 0, plan, mover)
        queens, guards = state[1], state[2]
        near = next(c for c in checker.NEAR[plan[-1][1]] if c not in queens
                    and not (guards[0] | guards[1]) >> c & 1)
        enemy = checker.cells_of(guards[1])[0]
        for wrong, steps, seal, fault in (
                (state, plan[:-1], None, "no fortress"), (state, plan, mover[::-1], "no step to and fro"),
                (state, [*plan, None], mover, "a pass in a plan"),
                (state, plan[:-1], mover, "seal"), (state, plan[1:], mover, "no step|seal|captured"),
                (state, [*plan[:-1], (plan[-1][0], 0)], mover, "no step of a plan"),
                (state[:3] + (1 << enemy,), plan, mover, "captured pieces"),
                ((0, queens, (guards[0], guards[1] ^ (1 << enemy | 1 << plan[-1][1])), 0), plan, mover, "no step"),
                ((1, queens, (guards[0], guards[1] ^ (1 << enemy | 1 << near)), 0), plan, mover, "captured|no step")):
            with self.subTest(fault=fault, steps=len(steps)), self.assertRaisesRegex(ValueError, fault):
                checker.check_plan(rules, wrong, 0, steps, seal)
        for wrong, fault in (("refuges fortress", "a seal, which the claims do not name"),
                             ("refuges seal fortress throne", "refuges that these rules do not have")):
            with self.assertRaisesRegex(ValueError, fault):
                checker.check_proof(proof.replace("refuges fortress seal", wrong).splitlines())

    def test_what_the_checker_accepts_as_a_plan_survives_play(self):
        """Plans with their steps in other orders too: some are refused, because an enemy can come before the wall
        stands that keeps it out."""
        lines = prove("--variant", "classic", "--setup", "flanked", "--side", "white").splitlines()
        answers = [line.split() for line in lines if " seal " in line]
        longest = sorted(answers, key=len, reverse=True)[:60]
        rules, pick, accepted, refused = checker.Rules([]), random.Random(1), 0, 0
        for words in longest:
            state, plan = checker.read_state(words[:4]), list(map(checker.read_action, words[4:-2]))
            orders = [plan] + [pick.sample(plan, len(plan)) for _ in range(6)]
            for order in orders:
                try:
                    checker.check_plan(rules, state, 0, order, checker.read_action(words[-1]))
                except ValueError:
                    refused += 1
                    self.assertIsNot(order, plan)
                    continue
                accepted += order is not plan
                for _ in range(15):
                    self.play(rules, pick, state, order, checker.read_action(words[-1]))
        self.assertGreater(accepted, 5)
        self.assertGreater(refused, 20)

    def play(self, rules, pick, state, plan, mover):
        """White's steps against Black's actions, most of which go inward, then some turns in the seal."""
        steps = [*plan, *[mover, mover[::-1]] * 3]
        while steps:
            self.assertIsNone(rules.winner(state))
            legal = rules.legal(state)
            if state[0] == 0:
                self.assertIn(steps[0], legal)
                action = steps.pop(0)
            else:
                inward = [a for a in legal if a and checker.RING[a[1]] < checker.RING[a[0]]]
                action = pick.choice(inward if inward and pick.random() < 0.7 else legal)
            state = rules.play(state, action)
            self.assertFalse(state[3] & (state[2][0] | 1 << state[1][0]), "a white piece is captured")

    def test_a_wall_counts_once_it_stands(self):
        """Pieces on g9 and j11 shut h10. If Black steps to g9 last, a white guard comes to h10 first, is captured, and
        goes to l11, where the seal's mover must step."""
        def actions(text):
            return list(map(checker.read_action, text.split()))
        rules, mover = checker.Rules([]), checker.read_action("k11l11")
        state = checker.read_state("GG1gg1/2g3g/7g/2G6/5qg3/Q6G3/9G/9/8/7/G5 w - -".split())
        checker.check_plan(rules, state, 1, actions("g10g9 l10k9"), mover)
        with self.assertRaisesRegex(ValueError, "captured"):
            checker.check_plan(rules, state, 1, actions("l10k9 g10g9"), mover)
        for action in actions("g11h11 l10k9 h11h10 g10g9 h10l11"):
            self.assertIn(action, rules.legal(state))
            state = rules.play(state, action)
        self.assertNotIn(mover, rules.legal(state))

    def test_each_condition_of_a_seal_is_asked(self):
        """A guard within the star around the throne; the enemies come from the edge."""
        cell, edge = checker.NAMED, set(checker.ON_RING[5])
        star = "d4 f4 d6 h6 f8 h8 e5"
        def seal(pieces, mover, *inside):
            enemies = [{cell[name]} for name in inside] + [edge] * (7 - len(inside))
            checker.check_seal(sum(1 << cell[name] for name in pieces.split()), tuple(cell[name] for name in mover.split()),
                            enemies)
        seal(star, "e5 e6")
        seal(star, "e5 e6", "f6")  # the enemy's queen on the throne
        for pieces, mover, inside, fault in (
                (star, "e5 f7", "", "no step to and fro"), (star, "e6 e5", "", "no step to and fro"),
                (star, "e5 d4", "", "no step to and fro"), (star, "e5 e4", "", "no step to and fro"),
                (star, "e5 e6", "g7", "reaches the cells of a seal's mover"),
                ("d4 f4 d6 h6 h8 e5", "e5 e6", "", "reaches the cells of a seal's mover"),
                (star + " b3", "e5 e6", "", "a piece of a seal can be captured"),
                (star + " g7", "e5 e6", "f6", "a step of a seal may capture"),
                ("a1 b1", "a1 a2", "f6 e5 e6 f7 g7 g6 f5", "the enemy may win against a seal")):
            with self.subTest(fault=fault), self.assertRaisesRegex(ValueError, fault):
                seal(pieces, mover, *inside.split())

    def test_from_flanked_the_proofs_hold_for_all_other_values_of_the_fields(self):
        """No piece is captured on the way and no step goes between two enemies, so that neither
        `between` nor a field of relocations can matter; and a pair of S6 is one of S."""
        rules = [checker.Rules(f"flank=ring between={between} relocation_between=safe".split())
                 for between in ("illegal", "captured")]
        for side, options in (("black", []), ("white", ["--throne"])):
            lines = prove("--variant", "same-ring", "--side", side, *options).splitlines()[6:]
            answers = {checker.read_state(words[:4]): checker.read_action(words[4])
                       for words in map(str.split, lines)}
            number, refuges = ["white", "black"].index(side), {"pair"} if side == "black" else set()
            todo, seen = [checker.read_state(checker.SETUPS["flanked"].split())], set()
            while todo:
                state = todo.pop()
                self.assertEqual(state[3], 0)
                self.assertNotIn(checker.RING_1, state[2])  # no forfeit, whatever the field says
                if state in seen or rules[0].safe(state, number, refuges):
                    continue
                seen.add(state)
                legal = rules[0].legal(state)
                self.assertEqual(legal, rules[1].legal(state))
                todo += [rules[1].play(state, action) for action in
                         ([answers[state]] if state[0] == number else legal)]

    def test_what_cannot_be_proved_is_said(self):
        for arguments, words in ((["--variant", "kanare"], "only rules with effect = relocate"),
                                 (["--variant", "agon", "--throne"], "only rules with effect"),
                                 (["--variant", "classic", "--side", "white", "--throne", "--actions", "6"],
                                  "not proved for white, not within 6 turns by these means; nodes "),
                                 (["--variant", "classic", "--side", "white", "--throne", "--nodes", "99"],
                                  "not proved for white; nodes 99\n"),
                                 (["--variant", "classic", "--throne", "--actions", "8"],
                                  "not proved for black, not within 8 turns by these means; nodes "),
                                 (["--variant", "classic", "--setup", "flanked", "--nodes", "9"],
                                  "not proved for black; nodes 9"),
                                 (["--variant", "neto", "--setup", "placement"], "cannot place guards"),
                                 (["--variant", "classic", "--setup", "flanked", "--until-plan", "--actions", "2"],
                                  "not proved for black; nodes "),
                                 (["--variant", "neto", "--actions", "4"], "the plan fails after")):
            done = subprocess.run([PROVE, *arguments], capture_output=True, text=True)
            self.assertEqual(done.returncode, 1)
            self.assertIn(words, done.stdout + done.stderr)


class Checker(unittest.TestCase):
    """An invalid proof is refused in one sentence, which names the file and the line."""

    HEAD = ["# a comment", "variant same-ring",
            "rules flank=ring between=captured relocation_between=safe queen_chooser=opponent forfeit=no-own-queen",
            "setup flanked", "side white", "refuges throne"]
    START = "2gggq/6g/7g/8g/10/11/10/G8/G7/G6/QGGG2 w - -"

    def test_a_fault_names_file_and_line(self):
        claims, answer = "\n".join(self.HEAD) + "\n", self.START + " a1b2\n"
        with tempfile.TemporaryDirectory() as folder:
            file = pathlib.Path(folder) / "proof.txt"
            for text, fault in (
                    ("", f"{file}: no proof of agon-prove: without variant rules setup side refuges"),
                    ("A letter.\n", f"{file}:1: neither a claim nor a position and its answer: 'A letter.'"),
                    ("\xff\xfe\0\n", f"{file}:1: neither a claim "),
                    (claims + answer + "the end\n", f"{file}:8: neither a claim "),
                    (claims + answer + "side black\n", f"{file}:8: a second line 'side'"),
                    (answer + claims, f"{file}:3: a line 'variant' after the positions"),
                    (claims.replace("setup flanked", "setup flanked placement"), f"{file}:4: setup: expected one word"),
                    (claims.replace("side white", "side whit"), f"{file}: side: expected white or black"),
                    (claims.replace("flanked", "nowhere"), f"{file}: setup: expected standard or flanked"),
                    (claims.replace("flank=ring", "flank=rings"), f"{file}: rules: 'flank=rings' is not known here"),
                    (claims.replace("rules", "rules pace"), f"{file}: rules: 'pace=' is not known here"),
                    (claims + self.START + "\n", f"{file}:7: neither a claim "),
                    (claims + answer.replace("a1b2", "a1b2c3"), f"{file}:7: 'a1b2c3' is not an action"),
                    (claims + answer.replace("a1b2", "a1b2 ."), f"{file}:7: '.' is not an action"),
                    (claims + answer.replace("a1b2", "seal a1b9"), f"{file}:7: 'a1b9' is not an action"),
                    (claims + answer.replace("a1b2", "seal"), f"{file}:7: 'seal' is not an action"),
                    (claims + answer.replace("a1b2", "seal a1a2"), f"{file}:7: a seal, which the claims do not name"),
                    (claims + answer.replace("a1b2", "a1b9"), f"{file}:7: 'a1b9' is not an action"),
                    (claims + answer.replace("/6g/", "/6x/"), f"{file}:7: bad row '6x'"),
                    (claims + answer.replace("/6g/", "/7g/"), f"{file}:7: bad row '7g'"),
                    (claims + answer.replace("/6g/", "/"), f"{file}:7: 10 rows, not 11"),
                    (claims + answer.replace("Q", "G"), f"{file}:7: a queen is missing"),
                    (claims + answer.replace("g/8g", "g/8q"), f"{file}:7: two queens of a side"),
                    (claims + answer.replace(" - -", " f6 -"), f"{file}:7: a captured cell is vacant"),
                    (claims + answer.replace(" - -", " a1,zz -"), f"{file}:7: bad captured cells 'a1,zz'"),
                    (claims + answer.replace(" w ", " white "), f"{file}:7: bad turn or reserve"),
                    (claims + answer.replace("a1b2", "a1a6"), f"{file}:7: illegal answer in ")):
                with self.subTest(fault=fault):
                    file.write_text(text, encoding="latin-1")
                    self.refused(fault, file)
        self.refused(f"cannot read {file}: No such file", file)
        self.refused("cannot read /: Is a directory", "/")

    def refused(self, fault, file):
        done = subprocess.run([sys.executable, CHECK, file], capture_output=True, text=True)
        self.assertEqual(done.returncode, 1)
        self.assertTrue(done.stderr.startswith("NOT PROVED: " + fault), done.stderr)
        self.assertEqual(done.stderr.count("\n"), 1)
        self.assertNotIn("cannot lose", done.stdout)

    def test_an_unknown_option_is_no_file(self):
        done = subprocess.run([sys.executable, CHECK, "--set"], capture_output=True, text=True)
        self.assertEqual((done.returncode, done.stdout), (2, ""))
        self.assertIn("unknown option '--set'", done.stderr)

    def test_no_damage_is_anything_but_a_fault(self):
        choose = random.Random(1)
        proof = "\n".join([*self.HEAD, self.START + " a1b2", self.START.replace("w", "b") + " l11k10"]) + "\n"
        refused = 0
        for _ in range(3000):
            text = proof
            for _ in range(choose.randint(1, 3)):
                at, some = choose.randrange(len(text)), choose.choice(["", "/", " ", "\n", "q", "9", "=", "a1", "\udcff"])
                text = text[:at] + some + text[at + choose.randint(0, 3):]
            try:
                checker.read_proof(text.splitlines(keepends=True))
            except ValueError as fault:
                refused += 1
                self.assertNotIn("\n", str(fault))
        self.assertGreater(refused, 1000)


class Neighbour(unittest.TestCase):
    """Tests of a program beside agon-prove."""

    def run_program(self, *arguments, status=0):
        done = subprocess.run([PROVE.with_name(self.program), *arguments], capture_output=True, text=True)
        self.assertEqual(done.returncode, status, done.stderr)
        return done


class Puzzles(Neighbour):
    program = "agon-puzzles"

    def test_shards_and_broken_runs_make_the_same_puzzles(self):
        options = ["--games", "24", "--plies", "5", "--seed", "5"]
        with tempfile.TemporaryDirectory() as folder:
            whole = self.run_program(*options).stdout.splitlines()
            self.assertGreater(len(whole), 3)
            found = []
            for part in ("1/2", "2/2"):
                file = pathlib.Path(folder) / part[0]
                arguments = [*options, "--shard", part, "--output", file]
                self.run_program(*arguments)
                text = file.read_bytes()
                cut = text.index(b"# game 1", 100) + 3  # within a line
                file.write_bytes(text[:cut])
                self.run_program(*arguments)
                self.assertEqual(file.read_bytes(), text)
                found += [line for line in text.decode().splitlines() if not line.startswith("#")]
            self.assertEqual(sorted(found), sorted(whole))
            collected = self.run_program("--collect", "--quota", "1", *pathlib.Path(folder).iterdir()).stdout
            variants = [line.split(";")[0] for line in collected.splitlines()[1:]]
            self.assertEqual(len(set(variants)), len(variants))
            refused = self.run_program("--seed", "6", "--output", pathlib.Path(folder) / "1", status=1)
            self.assertIn("made by other options", refused.stderr)

    def test_games_of_a_pgn(self):
        with tempfile.TemporaryDirectory() as folder:
            file = pathlib.Path(folder) / "game.pgn"
            shipped = self.run_program("--games", "24", "--plies", "5", "--seed", "5").stdout.splitlines()[0]
            variant, position, line, plies, _, _ = shipped.split(";")
            file.write_text(f'[Variant "{variant}"]\n[FEN "{position}"]\n[Result "*"]\n\n{line} *\n')
            self.assertIn(shipped, self.run_program("--plies", plies, file).stdout.splitlines())
            file.write_text("classic;9;a1b2;3;1;\n")
            self.assertIn("game.pgn:1: ", self.run_program("--levels", file, status=1).stderr)


class Tables(Neighbour):
    program = "agon-tables"

    def test_what_a_table_knows(self):
        def shown(position, *options, status=0):
            return self.run_program("--output", TABLE.parent, "--show", position, *options, status=status)
        longest = shown("6/7/q7/9/10/G10/10/g8/8/7/2Q3 w - - 0 1").stdout.splitlines()
        self.assertEqual((len(longest), longest[0]), (2, "white wins in 41 actions"))
        self.assertEqual(longest[1].count(" "), 41)
        self.assertEqual(shown("6/7/8/9/10/11/10/9/8/7/QqgG2 w - - 0 1").stdout, "draw\n")
        # rules.md 4.10: white's queen is on the throne and her only guard on ring 1.
        self.assertEqual(shown("6/7/8/9/10/5Q5/4G5/9/8/7/qg4 b - - 0 1").stdout, "white wins in 0 actions\n")
        self.assertIn("no table for 2 white and 1 black guards",
                      shown("6/7/8/9/10/11/10/9/8/7/QqgGG1 w - - 0 1", status=1).stderr)
        self.assertIn("no tables for these rules",
                      shown("startpos", "--variant", "classic", status=1).stderr)

    def test_the_table_in_the_repository_is_what_the_maker_makes(self):
        with tempfile.TemporaryDirectory() as parent:
            folder = pathlib.Path(parent) / "new"
            made = self.run_program("--output", folder, "1-1").stdout
            self.assertIn("1-1: longest win 41 actions, 39 positions: ", made)
            file = folder / "1-1.agt"
            self.assertEqual(file.read_bytes(), TABLE.read_bytes())
            self.assertEqual(sorted(folder.iterdir()), [file])

    def test_a_run_that_is_broken_off_goes_on(self):
        with tempfile.TemporaryDirectory() as folder:
            saved, table, output = (pathlib.Path(folder) / name for name in ("1-1.unfinished", "1-1.agt", "output"))
            command = [PROVE.with_name("agon-tables"), "--output", folder, "--save", "0", "1-1"]
            with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as run:
                for line in run.stderr:
                    if line.endswith(" of length 12\n"):
                        run.kill()
            state = saved.read_bytes()

            # One byte is another: the program cannot know what it was.
            saved.write_bytes(state[:-9] + bytes([state[-9] ^ 1]) + state[-8:])
            done = subprocess.run(command, capture_output=True, text=True)
            self.assertEqual((done.returncode, done.stderr),
                             (1, f"agon-tables: {saved}: wrong checksum; remove it\n"))

            # Wins in 1 are saved as wins in 3: what the check refutes is not left behind.
            start = state.index(b"\n") + 1
            wrong = state[:start] + state[start:-4].replace(b"\3", b"\7")
            saved.write_bytes(wrong + zlib.crc32(wrong).to_bytes(4, "little"))
            done = subprocess.run(command, capture_output=True, text=True)
            self.assertEqual(done.returncode, 1)
            self.assertIn("a value that contradicts its successors", done.stderr)
            self.assertEqual(list(pathlib.Path(folder).iterdir()), [])

            # A table that is there has been checked, wherever a run is broken off.
            saved.write_bytes(state)
            with output.open("w") as out, subprocess.Popen(command, stdout=out, stderr=subprocess.PIPE, text=True) as run:
                while run.poll() is None and not table.exists():
                    time.sleep(0.01)
                self.assertIn(" checked\n", output.read_text())
                first = int(run.stderr.readline().split()[-1])
                self.assertEqual(run.wait(), 0)
            self.assertGreater(first, 10)
            self.assertEqual(table.read_bytes(), TABLE.read_bytes())

    def test_what_it_refuses(self):
        for arguments, fault in ((["1-9"], "CLASS: expected 1-1 to 3-3, got '1-9'"),
                                 (["1-1", "--variant", "classic"], "classic: no tables for these rules"),
                                 (["--check", "--output", "/nowhere"], "cannot read /nowhere: ")):
            done = subprocess.run([PROVE.with_name("agon-tables"), *arguments], capture_output=True, text=True)
            self.assertNotEqual(done.returncode, 0)
            self.assertIn(fault, done.stderr)


if __name__ == "__main__":
    unittest.main()

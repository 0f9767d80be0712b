"""tools/lab/soak/run: a short run finds no fault in the engine, and every kind of fault is found and named.
AGON_BIN in the environment is the folder of executables."""

import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

sys.path.append(str(pathlib.Path(__file__).resolve().parents[1] / "support"))
import side_by_side

BIN = pathlib.Path(os.environ["AGON_BIN"])
SOAK = pathlib.Path(__file__).resolve().parents[2] / "tools/lab/soak/run"
MOCK = f"{BIN}/mock_engine uci"
ONE = ["--engines", "1", "--leavers", "0", "--load", "0"]


class Soak(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def soak(self, *arguments):
        return subprocess.run(
            [sys.executable, SOAK, "--agon", BIN / "agon", "--log-folder", self.folder, *arguments],
            capture_output=True, text=True, timeout=250)

    def check_found(self, fault, *arguments):
        """The fault must be found and logged. Only late answers take time."""
        done = self.soak(*ONE, "--margin", "500" if fault.startswith("late") else "20000", *arguments)
        self.assertEqual(done.returncode, 1, done.stderr)
        self.assertIn(f"-1: {fault}", done.stderr)
        log, = self.folder.iterdir()
        self.assertTrue(log.read_text().startswith(f"# {fault}"))
        return log

    def test_the_engine_passes_under_both_protocols(self):
        done = self.soak("--seconds", "5", "--margin", "20000")
        self.assertEqual(done.returncode, 0, done.stderr)
        for word in " uci,", " ugi,", " exits,":
            self.assertIn(word, done.stdout)

    def test_an_engine_with_only_the_required_commands_passes_a_plain_soak(self):
        done = self.soak("--seconds", "3", "--margin", "20000", "--plain", "--protocols", "uci",
                         "--engine", MOCK)
        self.assertEqual(done.returncode, 0, done.stderr)

    def test_misconduct_is_found_and_named(self):
        for behaviour, fault in {
                "illegal 3": "illegal answer: 'bestmove a1l11'",
                "late 2": "late answer: none to 'go ",
                "stall": "late answer: none to ",
                "silent": "late answer: none to 'uci'",
                "twice": "un",  # "unexpected line" if another answer is expected
                "impatient": "early answer: ",
                "nothing": "illegal answer: 'bestmove'",
                "answers-stop": "un",
                "deaf": "late answer: none to 'isready'",
                "die-move 2": "it ended: status -9",
                "half-position": "illegal answer: "}.items():
            with self.subTest(behaviour=behaviour):
                self.check_found(fault, "--plain", "--engine",
                                 f"{MOCK} {behaviour}").unlink()

    def test_a_bad_exit_is_found_and_named(self):
        for behaviour, fault in {"bad-status": "bad exit: status 3",
                                 "ignore-quit": "late exit: "}.items():
            with self.subTest(behaviour=behaviour):
                self.check_found(fault, "--seconds", "2", "--plain", "--engine",
                                 f"{MOCK} {behaviour}").unlink()

    def test_a_wrong_answer_is_found(self):
        for protocol, falsify, fault in [
                ("uci", "s/ pv .*/ pv a1l11/", "illegal variation: 'a1l11'"),
                ("uci", "s/ score cp / value cp /", "no score before: "),
                ("uci", "s/^Result: none/Result: draw (repetition)/", "wrong answer: 'Result: "),
                ("uci", r"s/^\(bestmove [a-l0-9]*\).*/\1 ponder f6f6/", "illegal variation: "),
                ("uci", "/^readyok/p", "unasked answer: 'readyok'"),
                ("ugi", r"s/^\(bestmove [a-l0-9]*\)/\1 ponder a1b2/", "ill-formed answer: ")]:
            with self.subTest(falsify=falsify), tempfile.TemporaryDirectory() as folder:
                liar = pathlib.Path(folder) / "liar.sh"
                liar.write_text(f"{BIN}/agon \"$@\" | sed -u '{falsify}'\n")
                self.check_found(fault, "--protocols", protocol, "--engine",
                                 f"sh {liar}").unlink()

    def test_the_log_of_a_fault_can_be_sent_again(self):
        log = self.check_found("illegal answer", "--plain", "--engine",
                               f"{MOCK} illegal 9")
        with log.open() as lines:
            again = subprocess.run([BIN / "agon"], stdin=lines, capture_output=True, text=True)
        self.assertEqual(again.returncode, 0)
        self.assertGreaterEqual(again.stdout.count("\nbestmove "), 8)
        self.assertNotIn("Unknown command", again.stdout)

    def test_wrong_use(self):
        for wrong, status in ["--seconds x", 2], ["--engine /no/such/engine", 2], [
                "--log-folder /no/such/folder", 2]:
            with self.subTest(wrong=wrong):
                done = self.soak(*wrong.split())
                self.assertEqual((done.returncode, done.stdout), (status, ""))
                self.assertIn("tools/lab/soak/run: ", done.stderr)


if __name__ == "__main__":
    side_by_side.main()

"""`agon-match play` on a pseudo-terminal: pace, pause, and the terminal as it was before."""

import os
import pathlib
import re
import signal
import sys
import termios
import time
import unittest

sys.path.append(str(pathlib.Path(__file__).resolve().parents[1] / "support"))
from terminal import CLEAR, COLOUR, LINES, TerminalTest

BIN = os.environ["AGON_BIN"]


class Play(TerminalTest):
    def start(self, *arguments, **environment):
        return self.open([f"{BIN}/agon-match", "play", "--engine", f"{BIN}/mock_engine uci",
                          "--depth", "1", *arguments], **environment)

    def test_rules_and_players_come_first_and_the_screen_fits(self):
        terminal = self.start("--delay", "0", "--maxmoves", "2")
        shown = terminal.end()[0]
        self.assertTrue(shown.startswith(CLEAR + "Rules: classic. White: mock_engine-1, bl"))
        for screen in COLOUR.sub("", shown).split(CLEAR):
            lines = screen.split("\n")
            self.assertLessEqual(len(lines), LINES)
        self.assertRegex(shown, COLOUR)
        self.assertIn("report games/", shown)

    def test_no_colour(self):
        terminal = self.start("--delay", "0", "--maxmoves", "2", NO_COLOR="1")
        self.assertNotRegex(terminal.end()[0], COLOUR)

    def test_each_board_is_shown_for_a_while(self):
        begin = time.monotonic()
        terminal = self.start("--delay", "0.2", "--maxmoves", "2")
        self.assertEqual(terminal.end()[1], 0)
        self.assertGreaterEqual(time.monotonic() - begin, 4 * 0.2)  # between five boards

    def test_the_space_bar_pauses_and_resumes(self):
        terminal = self.start("--delay", "0.3", "--maxmoves", "40")
        shown = terminal.read_until("action 2, ")
        self.assertFalse(terminal.is_plain())
        terminal.press("x ")
        shown += terminal.read_until_quiet(1.5)  # five delays
        last = int(re.findall(r"action (\d+), ", COLOUR.sub("", shown))[-1])
        self.assertLess(last, 30)
        begin = time.monotonic()
        terminal.press(" ")
        terminal.read_until(f"action {last + 3}, ")
        self.assertGreaterEqual(time.monotonic() - begin, 2 * 0.3)  # between three boards
        terminal.press("  ")
        terminal.press("\x03")
        last, status = terminal.end()
        self.assertEqual(status, 130)
        self.assertIn("Result: * {Game broken off}", last)
        self.assertTrue(terminal.is_plain())

    def test_keys_are_read_again_after_a_shell_has_had_the_terminal(self):
        terminal = self.start("--delay", "0.2", "--maxmoves", "40")
        terminal.read_until("action 2, ")
        os.kill(terminal.program, signal.SIGSTOP)
        state = pathlib.Path(f"/proc/{terminal.program}/stat")
        while " T " not in state.read_text():
            time.sleep(0.01)
        mode = termios.tcgetattr(terminal.master)
        mode[3] |= termios.ICANON | termios.ECHO
        termios.tcsetattr(terminal.master, termios.TCSANOW, mode)
        os.kill(terminal.program, signal.SIGCONT)
        terminal.read_until("action 6, ")
        self.assertFalse(terminal.is_plain())
        terminal.press("\x03")
        self.assertEqual(terminal.end()[1], 130)
        self.assertTrue(terminal.is_plain())

    def test_ctrl_c_ends_a_pause(self):
        terminal = self.start("--delay", "0.3")
        terminal.read_until("action 2, ")
        terminal.press(" \x03")
        last, status = terminal.end()
        self.assertEqual(status, 130)
        self.assertIn("Saved in games/", last)
        names = sorted(file.suffix for file in self.folder.glob("games/*"))
        self.assertEqual(names, [".jsonl", ".pgn"])
        [record] = self.folder.glob("games/*.pgn")
        self.assertIn('[Result "*"]', record.read_text())
        self.assertTrue(terminal.is_plain())


if __name__ == "__main__":
    unittest.main()

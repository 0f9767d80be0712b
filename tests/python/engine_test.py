"""The search in this process, and engines in other processes."""

import os
import pathlib
import subprocess
import sys
import textwrap
import threading
import time
import unittest

import agon
import agon.engine

BIN = pathlib.Path(os.environ["AGON_BIN"])
# White's last guard steps beside the throne, where its queen is, and wins (rules.md 4.8 a).
WIN_IN_ONE = "5q/7/gggggg2/9/4GG4/4GQG4/4G1G3/9/8/7/6 w - - 0 1"
SCRIPT = """
import sys
for line in sys.stdin:
    words = line.split()
    if words[0] == "uci":
        print("id name Script\\nuciok", flush=True)
    elif words[0] == "isready":
        print("readyok", flush=True)
    elif words[0] == "go":
        {answer}
"""


def script(answer):
    return [sys.executable, "-c", SCRIPT.format(answer=answer)]


class InProcess(unittest.TestCase):
    def test_it_is_the_engine_of_agon(self):
        """Both are deterministic with one thread: the same nodes give the same answer."""
        for rules in "classic", "bloody-queen":
            done = subprocess.run(
                [BIN / "agon", f"setoption name UCI_Variant value {rules}", "position startpos",
                 "go nodes 3000", "quit"], capture_output=True, text=True, check=True)
            result = agon.Engine().search(agon.Position(rules=rules), nodes=3000)
            self.assertIn(f"bestmove {result.move} ponder {result.ponder}\n", done.stdout)
            last = [line for line in done.stdout.splitlines() if " pv " in line][-1]
            self.assertEqual(last.split(" pv ")[1], " ".join(map(str, result.pv)))
            self.assertIn(f"score cp {result.score} ", last)

    def test_results(self):
        engine = agon.Engine(hash=1, threads=2)
        result = engine.search(agon.Position(WIN_IN_ONE), depth=3)
        self.assertEqual((result.mate, result.score), (1, None))
        self.assertEqual(agon.Position(WIN_IN_ONE).apply(result.move).result(), "1-0")
        over = agon.Position(WIN_IN_ONE).apply(result.move)
        result = engine.search(over, nodes=10)
        self.assertEqual((result.move, result.ponder, result.pv), (None, None, []))
        lines = engine.search(agon.Game(), depth=2, multipv=3).lines
        self.assertEqual(len({line.pv[0] for line in lines}), 3)
        self.assertGreaterEqual(lines[0].score, lines[2].score)
        self.assertEqual(sum(lines[0].wdl), 1000)
        only = agon.Move.from_uci("a1b1")
        self.assertEqual(engine.search(agon.Game(), depth=2, root_moves=[only]).move, only)

    def test_a_drawn_game_has_no_best_action(self):
        game = agon.Game()
        for move in ["a1b1", "l11k11", "b1a1", "k11l11"] * 2:
            game.push_uci(move)
        self.assertIsNone(agon.Engine().search(game, nodes=100).move)
        self.assertIsNotNone(agon.Engine().search(game.position, nodes=100).move)

    def test_limits(self):
        engine = agon.Engine()
        begun = time.monotonic()
        engine.search(agon.Position(), time=0.05)
        self.assertLess(time.monotonic() - begun, 5)
        for limits in ({}, {"nodes": 0}, {"depth": 0}, {"depth": 201}, {"time": -1.0},
                       {"time": float("nan")}, {"mate": 0}, {"nodes": 1, "multipv": 0},
                       {"nodes": 1, "root_moves": []},
                       {"nodes": 1, "root_moves": [agon.Move.from_uci("a1l11")]}):
            with self.assertRaises(agon.Error, msg=limits):
                engine.search(agon.Position(), **limits)

    def test_options(self):
        engine = agon.Engine()
        for hash in 0, 2**20 + 1, 2**20:  # the last is more than machines of today have
            with self.assertRaises(agon.Error):
                engine.hash = hash
        self.assertEqual(engine.hash, 16)
        engine.hash, engine.threads = 2, 3
        self.assertEqual((engine.hash, engine.threads), (2, 3))
        engine.clear()
        for arguments in {"threads": 0}, {"threads": 257}, {"network": "/no/such.net"}, \
                {"contempt": 1001}:
            with self.assertRaises(agon.Error):
                agon.Engine(**arguments)

    def test_other_threads_run_on_and_may_stop_it(self):
        engine, results = agon.Engine(), []
        thread = threading.Thread(
            target=lambda: results.append(engine.search(agon.Position(), depth=200)))
        thread.start()
        refused = False
        while thread.is_alive():  # also before the search has begun
            try:
                engine.threads = 1
            except agon.Error as error:
                refused |= "searching" in str(error)
                engine.stop()
        thread.join()
        self.assertTrue(refused)
        self.assertIn(results[0].move, agon.Position().legal_moves)

    def test_ctrl_c(self):
        """In another process: SIGINT ends the search and the count with KeyboardInterrupt."""
        program = textwrap.dedent("""
            import agon, os, signal, threading
            for work in (lambda: agon.Engine().search(agon.Position(), depth=200),
                         lambda: agon.perft(agon.Position(), 20)):
                threading.Timer(0.2, os.kill, (os.getpid(), signal.SIGINT)).start()
                try:
                    work()
                except KeyboardInterrupt:
                    print("interrupted")
            """)
        done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True,
                              timeout=60)
        self.assertEqual((done.stdout, done.stderr), ("interrupted\n" * 2, ""))


class Processes(unittest.TestCase):
    def test_agon_by_both_protocols(self):
        for popen in agon.engine.SimpleEngine.popen_uci, agon.engine.SimpleEngine.popen_ugi:
            with popen([str(BIN / "agon")]) as engine:
                self.assertRegex(engine.id["name"], "Agon")
                self.assertIn("Hash", engine.options)
                engine.configure({"Hash": 1})
                game = agon.Game(rules="same-ring")
                for _ in range(6):
                    result = engine.play(game, agon.engine.Limit(nodes=500))
                    self.assertEqual(result.info["pv"][0], result.move)
                    self.assertGreater(result.info["nodes"], 0)
                    self.assertIsNotNone(result.info["score"].cp)
                    game.push(result.move)
                engine.new_game()
                won = agon.Position(WIN_IN_ONE)
                result = engine.play(won, agon.engine.Limit(depth=2))
                self.assertEqual(result.info["score"], agon.engine.Score(mate=1))
                self.assertIsNone(engine.play(won.apply(result.move),
                                              agon.engine.Limit(time=0.01)).move)
                only = agon.Move.from_uci("a1b1")
                self.assertEqual(engine.play(agon.Game(), agon.engine.Limit(
                    white_clock=1, black_clock=1), root_moves=[only]).move, only)
                self.assertIn("pv", engine.analyse(agon.Game(), agon.engine.Limit(depth=2)))
                with self.assertRaisesRegex(agon.engine.EngineError, "Nope"):
                    engine.configure({"Nope": 1})
                with self.assertRaises(agon.Error):
                    engine.play(agon.Game(), agon.engine.Limit())

    def test_it_is_the_engine_in_process(self):
        game = agon.Game()
        game.push_uci("a1b2")
        with agon.engine.SimpleEngine.popen_uci(str(BIN / "agon")) as engine:
            there = engine.play(game, agon.engine.Limit(nodes=2000))
        here = agon.Engine().search(game, nodes=2000)
        self.assertEqual((there.move, there.ponder, there.info["pv"]),
                         (here.move, here.ponder, here.pv))

    def test_faults(self):
        popen = agon.engine.SimpleEngine.popen_uci
        with self.assertRaises(FileNotFoundError):
            popen("/no/such/engine")
        with self.assertRaises(agon.engine.EngineTerminatedError):
            popen([sys.executable, "-c", "pass"])
        with self.assertRaisesRegex(agon.engine.EngineError, "no 'uciok' within 0.2 s"):
            popen([sys.executable, "-c", "input(); input()"], timeout=0.2)
        options = {"UCI_Variant": "", "RepetitionLimit": "", "NoProgressLimit": ""}
        for answer, fault in (("print('bestmove a1a3', flush=True)", "a1a3"),
                              ("print('bestmove', flush=True)", "bestmove"),
                              ("sys.exit()", "ended"), ("pass", "within")):
            with popen(script(answer), timeout=5) as engine:
                engine.options = dict(options)
                with self.assertRaisesRegex(agon.engine.EngineError, fault):
                    engine.play(agon.Game(), agon.engine.Limit(time=0))
        with popen(script("pass"), timeout=1) as engine:
            with self.assertRaisesRegex(agon.engine.EngineError, "no option 'UCI_Variant'"):
                engine.play(agon.Game(), agon.engine.Limit(time=0))


if __name__ == "__main__":
    unittest.main()

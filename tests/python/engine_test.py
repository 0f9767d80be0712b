"""The search in this process, and engines in other processes."""

import asyncio
import copy
import os
import pathlib
import pickle
import subprocess
import sys
import tempfile
import textwrap
import threading
import time
import unittest
from unittest import mock

import agon
import agon.engine
from agon import _refusals

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


class Scripted(agon.engine.SimpleEngine):
    """An engine that runs `bodies` for each line, with its `words` and say(); `sent` has the lines."""

    PROGRAM = """
import sys, time
def say(*lines):
    print(*lines, sep="\\n", flush=True)
options = ["UCI_Variant type string default classic", "VariantPath type string default <empty>",
           "RepetitionLimit type string default 3", "NoProgressLimit type string default 100",
           "Hash type spin default 1", "Clear Hash type button"]
searches = answered = 0
for line in sys.stdin:
    words = line.split()
    if words[0] == "uci":
        say("id name Script", *["option name " + option for option in options], "uciok")
    elif words[0] == "quit":
        break
    searches += words[0] == "go"
"""
    READY = """
    if words[0] == "isready":
        say("readyok")
"""

    def __init__(self, *bodies):
        self.sent = []
        body = "".join(textwrap.indent(textwrap.dedent(body), "    ") for body in bodies)
        super().__init__([sys.executable, "-c", self.PROGRAM + body], "uci", timeout=60.0)

    def _send(self, line):
        self.sent.append(line)
        super()._send(line)


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

    def test_bounds(self):
        """A search that ends within an iteration may report a bound, as the program does."""
        kinds = {" lowerbound ": "lower", " upperbound ": "upper"}
        fen, found = "G5/7/8/5q2G/3gG5/3g2G1g2/4g1g3/G1Q6/4g3/7/4G1 b - - 1 31", set()
        for nodes in range(1000, 40000, 1000):
            done = subprocess.run([BIN / "agon", f"position fen {fen}", f"go nodes {nodes}", "quit"],
                                  capture_output=True, text=True, check=True)
            last = [line for line in done.stdout.splitlines() if " pv " in line][-1]
            said = next((kind for word, kind in kinds.items() if word in last), None)
            result = agon.Engine().search(agon.Position(fen), nodes=nodes)
            copied = pickle.loads(pickle.dumps(result))
            self.assertEqual((result.bound, result.lines[0].bound, copied.bound), (said, said, said), last)
            found.add(said)
            if len(found) == 3:
                break
        self.assertGreater(len(found), 1)

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
        for hash in 0, 2**20 + 1, 2**20:  # the last exceeds the memory of today's machines
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
        for answer, fault, timeout in (("print('bestmove a1a3', flush=True)", "a1a3", 60),
                                       ("print('bestmove', flush=True)", "bestmove", 60),
                                       ("sys.exit()", "ended", 60), ("pass", "within", 0.2)):
            with popen(script(answer), timeout=60) as engine:
                engine.options, engine.timeout = dict(options), timeout
                with self.assertRaisesRegex(agon.engine.EngineError, fault):
                    engine.play(agon.Game(), agon.engine.Limit(time=0))
        with popen(script("pass"), timeout=60) as engine:
            with self.assertRaisesRegex(agon.engine.EngineError, "no option 'UCI_Variant'"):
                engine.play(agon.Game(), agon.engine.Limit(time=0))


class WrongArguments(unittest.TestCase):
    """The error says which argument is wrong; the engine is sent nothing."""

    WRONG = [(("text", agon.engine.Limit(nodes=1)), r"game: expected agon.Game .*'text': agon.Position\(\) makes"),
             ((None, agon.engine.Limit(nodes=1)), "game: expected agon.Game or agon.Position, got None"),
             ((agon.Game(), 0.1), "limit: expected agon.engine.Limit, got 0.1"),
             ((agon.Game(), {"nodes": 1}), "limit: expected agon.engine.Limit")]

    def test_searches(self):
        with Scripted(Scripted.READY) as engine:
            sent = list(engine.sent)
            for arguments, words in self.WRONG:
                for call in engine.play, engine.analyse, engine.analysis:
                    with self.assertRaisesRegex(TypeError, words):
                        call(*arguments)
            for call in engine.play, engine.analyse:
                with self.assertRaisesRegex(TypeError, "limit: expected agon.engine.Limit, got None"):
                    call(agon.Game(), None)
            for options, words in (None, "options: expected a dict"), ({1: 2}, "name of an option, got 1"):
                with self.assertRaisesRegex(TypeError, words):
                    engine.configure(options)
            self.assertEqual(engine.sent, sent)

    def test_asyncio(self):
        async def talk():
            engine = agon.engine.AsyncEngine()
            engine._engine = Scripted(Scripted.READY)
            sent = list(engine._engine.sent)
            for arguments, words in self.WRONG:
                for call in engine.play, engine.analyse, engine.analysis:
                    with self.assertRaisesRegex(TypeError, words):
                        await call(*arguments)
            self.assertEqual(engine._engine.sent, sent)
            with self.assertRaisesRegex(TypeError, "an AsyncEngine cannot be copied or pickled"):
                pickle.dumps(engine)
            await engine.quit()
            with self.assertRaisesRegex(agon.Error, "command: expected a program"):
                await agon.engine.popen_uci("")
        asyncio.run(asyncio.wait_for(talk(), 60))

    def test_no_program(self):
        for command in "", " ", [], [""], "''":
            for popen in agon.engine.SimpleEngine.popen_uci, agon.engine.SimpleEngine.popen_ugi:
                with self.assertRaisesRegex(agon.Error, "command: expected a program"):
                    popen(command)

    def test_copies(self):
        with Scripted(Scripted.READY) as engine:
            analysis = engine.analysis(agon.Game())
            for way in copy.copy, copy.deepcopy, pickle.dumps, lambda thing: pickle.dumps(thing, 0):
                for thing in engine, analysis:
                    if way is not copy.copy or thing is engine:
                        with self.assertRaisesRegex(TypeError, "a SimpleEngine cannot be copied or pickled"):
                            way(thing)
            engine.close()


FAST = agon.engine.Limit(nodes=1)
# Answers its first search late: when it is stopped, or when the next one begins.
SLOW_AT_FIRST = """
    if words[0] == "stop" or words[0] == "go" and searches > 1:
        while answered < searches:
            answered += 1
            say(f"info depth {answered}", f"bestmove a1b{min(answered, 2)}")
"""


class AfterABrokenCall(unittest.TestCase):
    """The next call never gets an answer owed to the previous one."""

    def interrupt(self, engine, call, after):
        """Raises KeyboardInterrupt in `call` while it waits, after it has sent this word."""
        take = engine._take

        def interrupted(seconds):
            if engine.sent[-1].split()[0] == after:
                raise KeyboardInterrupt
            return take(seconds)

        with mock.patch.object(engine, "_take", interrupted):
            with self.assertRaises(KeyboardInterrupt):
                call()

    def test_a_search_that_was_interrupted(self):
        for call in ("play", "new_game", "configure", "ping"):
            with self.subTest(call=call), Scripted(Scripted.READY, SLOW_AT_FIRST) as engine:
                self.interrupt(engine, lambda: engine.play(agon.Game(), FAST), "go")
                if call == "new_game":
                    engine.new_game()
                elif call == "configure":
                    engine.configure({"Hash": 2})
                elif call == "ping":
                    engine.ping()
                result = engine.play(agon.Game(), FAST)
                self.assertEqual((str(result.move), result.info), ("a1b2", {"depth": 2}))
                self.assertEqual(engine.sent.count("stop"), 1)
                self.assertEqual(str(engine.play(agon.Game(), FAST).move), "a1b2")
                self.assertEqual(engine.sent.count("stop"), 1)

    def test_agon_itself_interrupted_by_a_signal(self):
        program = textwrap.dedent(f"""
            import agon, agon.engine, os, signal, threading
            with agon.engine.SimpleEngine.popen_uci({str(BIN / "agon")!r}) as engine:
                engine.ping()
                threading.Timer(0.2, os.kill, (os.getpid(), signal.SIGINT)).start()
                try:
                    engine.play(agon.Game(), agon.engine.Limit(depth=200))
                except KeyboardInterrupt:
                    print("interrupted")
                game = agon.Game()
                for _ in range(3):
                    game.push(engine.play(game, agon.engine.Limit(nodes=300)).move)
                print(len(game))
            """)
        done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True,
                              timeout=60)
        self.assertEqual((done.stdout, done.stderr), ("interrupted\n3\n", ""))

    def test_an_answer_that_is_late(self):
        with Scripted(Scripted.READY, SLOW_AT_FIRST) as engine:
            engine.timeout = 0.2
            with self.assertRaisesRegex(agon.engine.EngineError, "no 'bestmove' within 0.2 s"):
                engine.play(agon.Game(), agon.engine.Limit(time=0))
            engine.timeout = 60.0
            self.assertEqual(str(engine.play(agon.Game(), FAST).move), "a1b2")

    def test_an_engine_that_never_ends_its_search(self):
        with Scripted(Scripted.READY) as engine:
            engine.timeout = 0.2
            with self.assertRaisesRegex(agon.engine.EngineError, "no 'bestmove'"):
                engine.play(agon.Game(), agon.engine.Limit(time=0))
            for _ in range(2):
                with self.assertRaisesRegex(agon.engine.EngineError, "does not end the previous search"):
                    engine.play(agon.Game(), FAST)
            self.assertEqual(sum(line.startswith("go") for line in engine.sent), 1)
            engine.timeout = 60.0

    def test_a_ping_that_was_interrupted(self):
        """Its answer is not taken for the next one's, so no refusal is missed."""
        refuses = """
            if words[0] == "setoption" and words[2] == "Hash":
                say("info string setoption: Hash: too large")
            """
        with Scripted(refuses, Scripted.READY) as engine:
            self.interrupt(engine, engine.ping, "isready")
            for _ in range(2):
                with self.assertRaisesRegex(agon.engine.EngineError, "Hash: too large"):
                    engine.configure({"Hash": 10**6})
            engine.configure({"Clear Hash": None})

    def test_an_engine_that_has_ended(self):
        with Scripted(Scripted.READY, """
                if words[0] == "go":
                    sys.exit(3)
                """) as engine:
            for _ in range(2):
                with self.assertRaisesRegex(agon.engine.EngineTerminatedError, "ended .status 3."):
                    engine.play(agon.Game(), FAST)
            for call in engine.ping, engine.new_game, lambda: engine.configure({}):
                with self.assertRaises(agon.engine.EngineTerminatedError):
                    call()


class Options(unittest.TestCase):
    def test_refusals_of_agon(self):
        """They are raised with the engine's words, and sent again the next time."""
        with agon.engine.SimpleEngine.popen_ugi(str(BIN / "agon")) as engine:
            for options, words in (({"Hash": 10**9}, "Hash: expected an integer"),
                                   ({"hash": 2, "threads": -1}, "Threads: expected an integer"),
                                   ({"SETUP": "nope"}, "Setup: expected one of"),
                                   ({"VariantPath": "/no/error"}, "cannot read /no/error")):
                for _ in range(2):
                    with self.assertRaisesRegex(agon.engine.EngineError, words):
                        engine.configure(options)
            engine.configure({"hAsH": 3, "clear hash": None, "Clear Hash": True})
            self.assertIsNotNone(engine.play(agon.Game(), FAST).move)
            with self.assertRaisesRegex(agon.engine.EngineError, "RepetitionLimit: expected"):
                engine.play(agon.Game(repetition=1001), FAST)

    def test_nothing_is_sent_when_one_is_wrong(self):
        with Scripted(Scripted.READY) as engine:
            sent = list(engine.sent)
            for options, kind in (({"Hash": 2, "Nope": 1}, agon.engine.EngineError),
                                  ({"Hash": "1\nquit"}, agon.Error), ({"Hash": "\0"}, agon.Error)):
                with self.assertRaises(kind):
                    engine.configure(options)
            self.assertEqual(engine.sent, sent)
            with self.assertRaisesRegex(agon.Error, "character"):
                engine.configure({"Hash": "\ud800"})
            engine.configure({"HASH": 2})
            self.assertIn("setoption name Hash value 2", engine.sent)

    def test_what_is_not_a_refusal(self):
        with Scripted("""
                if words[0] == "setoption":
                    say("info string " + words[-1] + " is taken", "info depth 1", "option name New type button")
                """, Scripted.READY) as engine:
            engine.configure({"Hash": "/a/wrong/error"})
            self.assertIn("New", engine.options)

    def test_the_words_are_those_of_the_arena(self):
        source = pathlib.Path(__file__).resolve().parents[2] / "tools/arena/conversation/engine_text.cpp"
        listed = source.read_text().split("FAULT_WORDS[] = {")[1].split("}")[0]
        self.assertEqual(tuple(word.strip().strip('"') for word in listed.split(",")),
                         _refusals.FAULT_WORDS)

    def test_files_of_rules_one_after_another(self):
        """Also for a file without the previous variant, and one that has changed since."""
        with tempfile.TemporaryDirectory() as folder, \
                agon.engine.SimpleEngine.popen_uci(str(BIN / "agon")) as engine:
            def rules(file, name, field):
                path = pathlib.Path(folder) / file
                path.write_text(f"[{name}:classic]\n{field}\n")
                return agon.Rules(name, path)

            captured = "1g1G1q/G6/7G/9/g8g/11/G8G/9/g7/6g/Q1g1G1 w a1 - 0 1"
            for args in (("a.ini", "mine", "queen_target = next-ring"), ("b.ini", "mine", "queen_target = anywhere"),
                         ("c.ini", "other", "queen_target = not-throne"),
                         ("c.ini", "other", "queen_target = next-ring"), None,
                         ("a.ini", "mine", "queen_target = not-throne")):
                position = agon.Position(captured, rules(*args) if args else "ham")
                engine.play(position, agon.engine.Limit(nodes=50))
                engine._send("d")
                legal = [line for line in engine._until("Result:", 60) if line.startswith("Legal:")]
                self.assertEqual(set(legal[0].split()[1:]), set(map(str, position.legal_moves)), args)


class Limits(unittest.TestCase):
    def test_they_are_checked_before_anything_is_sent(self):
        nan, inf = float("nan"), float("inf")
        times = [nan, inf, -inf, -0.001, -1, 1.1e9, 10**400, "1", [], 1j]
        counts = [nan, inf, -1, 0, 2.5, 10**400, 2**63, "1", []]
        names = {"time": times, "white_clock": times, "black_clock": times, "white_inc": times,
                 "black_inc": times, "depth": counts, "nodes": counts, "mate": counts,
                 "remaining_moves": counts}
        with Scripted(Scripted.READY, SLOW_AT_FIRST) as engine:
            sent = list(engine.sent)
            for name, values in names.items():
                for value in values:
                    with self.assertRaisesRegex(agon.Error, f"^{name}: expected "):
                        engine.play(agon.Game(), agon.engine.Limit(**{"depth": 1, name: value}))
            for moves in [], [agon.Move.from_uci("a1l11")], ["a1b2\nquit"]:
                with self.assertRaises(agon.Error):
                    engine.play(agon.Game(), FAST, root_moves=moves)
            self.assertEqual(engine.sent, sent)
        for timeout in nan, inf, -1, "1", None:
            with self.assertRaisesRegex(agon.Error, "^timeout: expected "):
                agon.engine.SimpleEngine.popen_uci("/no/such/engine", timeout=timeout)

    def test_words(self):
        limit = agon.engine.Limit(time=0.1, depth=2, nodes=2**62, white_clock=1, black_clock=0)
        self.assertEqual(limit.words(False),
                         f"movetime 100 depth 2 nodes {2**62} wtime 1000 btime 0")
        self.assertEqual(agon.engine.Limit(white_inc=1, black_inc=2).words(True), "p1inc 1000 p2inc 2000")


class Words(unittest.TestCase):
    def test_blanks_and_a_byte_order_mark(self):
        program = """
            import sys
            for line in sys.stdin:
                word = line.split()[0]
                if word == "uci":
                    sys.stdout.buffer.write(b"\\xef\\xbb\\xbf id name X \\n\\tuciok \\r\\n")
                elif word == "isready":
                    print("\\treadyok ")
                elif word == "quit":
                    break
                elif word == "go":
                    print(" info\\tdepth 3\\n\\tbestmove  a1b2 ")
                sys.stdout.flush()
            """
        program = textwrap.dedent(program).replace("\\\\", "\\")
        with agon.engine.SimpleEngine.popen_uci([sys.executable, "-c", program]) as engine:
            engine.options = {"UCI_Variant": "", "RepetitionLimit": "", "NoProgressLimit": ""}
            result = engine.play(agon.Game(), FAST)
            self.assertEqual((engine.id, str(result.move), result.info), ({"name": "X"}, "a1b2", {"depth": 3}))


class Analysis(unittest.TestCase):
    """SimpleEngine.analysis(), and the same in asyncio."""

    STREAM = """
if words[0] == "go":
    say("info depth 1 nodes 5 score cp 3 multipv 1 pv a1b2 l11k10", "info string hello there",
        "info depth 1 score cp -2 multipv 2 pv a1b1", "info depth 2 score cp 4 lowerbound multipv 1 pv a1b2",
        "info depth x")
    if "infinite" not in words:
        say("bestmove a1b2 ponder l11k10")
elif words[0] == "stop":
    say("bestmove a1b1")
"""

    def test_reports(self):
        with Scripted(self.STREAM, Scripted.READY) as engine:
            with engine.analysis(agon.Game(), agon.engine.Limit(depth=2)) as analysis:
                infos = list(analysis)
            self.assertEqual([info.get("depth") for info in infos], [1, None, 1, 2])
            self.assertEqual(infos[1]["string"], "hello there")
            self.assertEqual(infos[0]["score"], agon.engine.Score(cp=3))
            self.assertEqual([str(move) for move in infos[0]["pv"]], ["a1b2", "l11k10"])
            self.assertTrue(infos[3]["lowerbound"])
            self.assertEqual((analysis.info["depth"], analysis.multipv[1]["score"].cp), (1, -2))
            best = analysis.wait()
            self.assertEqual((str(best.move), str(best.ponder)), ("a1b2", "l11k10"))
            self.assertTrue(analysis.empty())
            self.assertIsNone(analysis.next())
            with self.assertRaises(agon.engine.AnalysisComplete):
                analysis.get()

    def test_stop_and_the_next_call(self):
        with Scripted(self.STREAM, Scripted.READY) as engine:
            with engine.analysis(agon.Game()) as analysis:
                self.assertEqual(analysis.get()["depth"], 1)
            self.assertEqual(str(analysis.wait().move), "a1b1")
            self.assertEqual(len(list(analysis)), 3)
            analysis.stop()  # nothing more to stop
            first = engine.analysis(agon.Game())
            second = engine.analysis(agon.Game())  # ends the first
            self.assertEqual(str(first.wait().move), "a1b1")
            self.assertEqual(len(list(first)), 4)
            engine.ping()  # not the second
            second.stop()
            self.assertEqual(str(second.wait().move), "a1b1")
            endless = engine.analysis(agon.Game())
            self.assertEqual(str(engine.play(agon.Game(), agon.engine.Limit(nodes=1)).move), "a1b2")
            self.assertEqual(str(endless.wait().move), "a1b1")
            self.assertEqual(engine.sent.count("stop"), 4)

    def test_the_engine_of_agon(self):
        with agon.engine.SimpleEngine.popen_uci([BIN / "agon"]) as engine:
            with engine.analysis(agon.Game(), multipv=3) as analysis:
                for info in analysis:
                    if info.get("depth", 0) >= 4:
                        break
            self.assertIn(analysis.wait().move, list(agon.Game().legal_moves))
            self.assertEqual(len({info["pv"][0] for info in analysis.multipv}), 3)
            depths = [info["depth"] for info in engine.analysis(agon.Game(), agon.engine.Limit(depth=3))]
            self.assertEqual(depths, [1, 2, 3])  # one line again
            for faulty in {"multipv": 0}, {"root_moves": []}, {"limit": agon.engine.Limit()}:
                with self.assertRaises(agon.Error):
                    engine.analysis(agon.Game(), **faulty)
            game = agon.Game()
            analysis = engine.analysis(game)
            game.push_uci("a1b2")  # which is not its game
            analysis.stop()
            self.assertIn(analysis.wait().move, list(agon.Game().legal_moves))

    def test_engines_that_end(self):
        dies = """
            if words[0] == "go":
                say("info depth 1 score cp 1 pv a1b2")
                sys.exit(3)
        """
        with Scripted(dies, Scripted.READY) as engine:
            analysis = engine.analysis(agon.Game())
            self.assertEqual(analysis.get()["depth"], 1)
            for call in analysis.get, analysis.wait, analysis.next, lambda: list(analysis):
                with self.assertRaisesRegex(agon.engine.EngineTerminatedError, "status 3"):
                    call()
            with analysis:
                pass
            with self.assertRaises(agon.engine.EngineTerminatedError):
                engine.analysis(agon.Game())
        engine = Scripted(self.STREAM, Scripted.READY)
        analysis = engine.analysis(agon.Game())
        engine.close()
        with self.assertRaises(agon.engine.EngineTerminatedError):
            analysis.wait()
        with self.assertRaises(agon.engine.EngineTerminatedError):
            engine.analysis(agon.Game())
        with Scripted(self.STREAM.replace("bestmove a1b2", "bestmove a1l11"), Scripted.READY) as engine:
            analysis = engine.analysis(agon.Game(), agon.engine.Limit(nodes=1))
            with self.assertRaisesRegex(agon.engine.EngineError, "a1l11"):
                analysis.wait()
        with Scripted(Scripted.READY) as engine:  # says nothing
            engine.timeout = 0.05
            analysis = engine.analysis(agon.Game())
            analysis.stop()
            with self.assertRaisesRegex(agon.engine.EngineError, "in time"):
                analysis.wait()

    def test_asyncio(self):
        async def talk():
            process, engine = await agon.engine.popen_uci([str(BIN / "agon")])
            self.assertIsNone(process.poll())
            self.assertTrue(engine.id["name"].startswith("Agon "))
            result, _ = await asyncio.gather(engine.play(agon.Game(), agon.engine.Limit(nodes=500)),
                                             engine.ping())
            self.assertIn(result.move, list(agon.Game().legal_moves))
            with await engine.analysis(agon.Game()) as analysis:
                async for info in analysis:
                    if info.get("depth", 0) >= 3:
                        break
            self.assertIn((await analysis.wait()).move, list(agon.Game().legal_moves))
            first = await engine.analysis(agon.Game())
            second = await engine.analysis(agon.Game())
            self.assertIsNotNone((await first.wait()).move)
            second.stop()
            self.assertIsNotNone((await second.wait()).move)
            while await second.next() is not None:
                pass
            with self.assertRaises(agon.engine.AnalysisComplete):
                await second.get()
            with self.assertRaises(agon.Error):
                await engine.play(agon.Game(), agon.engine.Limit())
            with self.assertRaises(asyncio.TimeoutError):  # the search goes with it
                await asyncio.wait_for(engine.play(agon.Game(), agon.engine.Limit(depth=200)), 0.1)
            self.assertEqual((await engine.analyse(agon.Game(), agon.engine.Limit(depth=2)))["depth"], 2)
            await engine.configure({"Hash": 2})
            await engine.new_game()
            await engine.quit()
            self.assertEqual(process.wait(10), 0)
            await ended(engine)
            with self.assertRaises(FileNotFoundError):
                await agon.engine.popen_uci("/no/such/engine")
            process, engine = await agon.engine.popen_ugi([str(BIN / "agon")])
            analysis = await engine.analysis(agon.Game())
            process.kill()
            with self.assertRaises(agon.engine.EngineTerminatedError):
                await analysis.wait()
            engine.close()
            await ended(engine)

        async def ended(engine):
            """Nothing waits for an answer that cannot come, as in a `finally` after quit()."""
            for call in (engine.ping, engine.new_game, lambda: engine.play(agon.Game(), agon.engine.Limit(depth=1)),
                         lambda: engine.analysis(agon.Game())):
                with self.assertRaises(agon.engine.EngineTerminatedError):
                    await call()
            await engine.quit()
            engine.close()
        asyncio.run(asyncio.wait_for(talk(), 120))


class Asyncio(unittest.TestCase):
    """Several tasks, one engine, and tasks that are cancelled."""

    # A search with a depth ends by "stop" or "Free"; an analysis reports twice, and by "Late".
    ENGINE = """
if words[0] == "isready":
    say("readyok")
elif words[0] == "go":
    if "infinite" in words:
        say("info depth 1", "info depth 2")
    elif "depth" not in words:
        say("bestmove a1b2")
elif words[0] == "stop":
    say("bestmove a1b1")
elif words[0] == "Free":
    say("bestmove a1a2")
elif words[0] == "Late":
    say("info depth 9")
"""
    # Each readyok needs a "Ready" after the question.
    SLOW_TO_BEGIN = """
if words[0] == "isready":
    while sys.stdin.readline() != "Ready\\n":
        pass
    say("readyok")
elif words[0] == "stop":
    say("bestmove a1b1")
"""
    LONG, FAST = agon.engine.Limit(depth=9), agon.engine.Limit(nodes=1)

    def talk(self, body, dialogue):
        """Runs dialogue(engine, sent)."""
        async def run():
            engine = agon.engine.AsyncEngine()
            engine._engine = Scripted(body)
            try:
                await asyncio.wait_for(dialogue(engine, engine._engine.sent), 60)
            finally:
                engine.close()
        asyncio.run(run())

    async def until(self, reached):
        while not reached():
            await asyncio.sleep(0.001)

    async def begun(self, sent, word="go", times=1):
        await self.until(lambda: sum(line.split()[0] == word for line in sent) == times)

    async def cancel(self, task):
        task.cancel()
        with self.assertRaises(asyncio.CancelledError):
            await task

    def test_a_call_that_is_cancelled_before_it_begins(self):
        """It is never run, and the search of another task goes on."""
        async def dialogue(engine, sent):
            first = asyncio.create_task(engine.play(agon.Game(), self.LONG))
            await self.begun(sent)
            later = [asyncio.create_task(call) for call in (
                engine.play(agon.Game(), self.LONG), engine.analysis(agon.Game()), engine.new_game(), engine.ping())]
            await self.until(lambda: engine._calls.qsize() == len(later))
            for task in later:
                await self.cancel(task)
            engine._engine._send("Free")
            self.assertEqual(str((await first).move), "a1a2")
            self.assertEqual(str((await engine.play(agon.Game(), self.FAST)).move), "a1b2")
            self.assertEqual([line for line in sent if line.split()[0] in ("stop", "ucinewgame")], [])
            self.assertEqual(sum(line.startswith("go") for line in sent), 2)
        self.talk(self.ENGINE, dialogue)

    def test_a_quit_that_is_cancelled_before_it_begins(self):
        async def dialogue(engine, sent):
            first = asyncio.create_task(engine.play(agon.Game(), self.LONG))
            await self.begun(sent)
            end = asyncio.create_task(engine.quit())
            await self.until(lambda: engine._calls.qsize() == 1)
            await self.cancel(end)
            engine._engine._send("Free")
            await first
            self.assertEqual(str((await engine.play(agon.Game(), self.FAST)).move), "a1b2")
        self.talk(self.ENGINE.replace('say("bestmove a1b1")', "pass"), dialogue)

    def test_whose_search_is_stopped(self):
        async def dialogue(engine, sent):
            first = asyncio.create_task(engine.play(agon.Game(), self.LONG))
            await self.begun(sent)
            second, third = (asyncio.create_task(engine.play(agon.Game(), self.LONG)) for _ in range(2))
            await self.until(lambda: engine._calls.qsize() == 2)
            await self.cancel(second)
            self.assertNotIn("stop", sent)
            engine._engine._send("Free")
            self.assertEqual(str((await first).move), "a1a2")
            await self.begun(sent, times=2)
            await self.cancel(third)
            await engine.ping()
            self.assertEqual(sent.count("stop"), 1)
        self.talk(self.ENGINE, dialogue)

    def test_a_call_that_is_cancelled_before_its_search_begins(self):
        async def dialogue(engine, sent):
            for call in (lambda: engine.play(agon.Game(), self.LONG)), lambda: engine.analysis(agon.Game()):
                task = asyncio.create_task(call())
                await self.begun(sent, "isready")
                await self.cancel(task)
                engine._engine._send("Ready")
                ping = asyncio.create_task(engine.ping())
                await self.begun(sent, "isready", 2)
                engine._engine._send("Ready")
                await ping
                self.assertEqual([line for line in sent if line.split()[0] in ("go", "stop")], [])
                sent.clear()
        self.talk(self.SLOW_TO_BEGIN, dialogue)

    def test_quit_before_a_search_begins(self):
        """It does not wait for that search."""
        async def dialogue(engine, sent):
            searches = [asyncio.create_task(engine.play(agon.Game(), self.LONG)) for _ in range(2)]
            await self.begun(sent, "isready")
            end = asyncio.create_task(engine.quit())
            await self.until(lambda: engine._calls.qsize() == 2)
            for number in 1, 2:
                engine._engine._send("Ready")
                with self.assertRaises(agon.engine.EngineTerminatedError):
                    await searches[number - 1]
                if number == 1:
                    await self.begun(sent, "isready", 2)
            await end
            self.assertNotIn("go", " ".join(sent))
        self.talk(self.SLOW_TO_BEGIN, dialogue)

    def test_an_engine_that_ignores_stop(self):
        """The next call says so; it does not wait for the search that was cancelled."""
        async def dialogue(engine, sent):
            task = asyncio.create_task(engine.play(agon.Game(), self.LONG))
            await self.begun(sent)
            await self.cancel(task)
            engine._engine.timeout = 0.2
            with self.assertRaisesRegex(agon.engine.EngineError, "does not end the previous search"):
                await engine.play(agon.Game(), self.FAST)
        self.talk(Scripted.READY, dialogue)

    def test_an_analysis_that_nobody_gets(self):
        """It is cancelled when it runs, but its result has not arrived."""
        async def dialogue(engine, sent):
            task = asyncio.create_task(engine.analysis(agon.Game()))
            await asyncio.sleep(0)
            while engine._engine._analysis is None or engine._running is not None:
                time.sleep(0.001)  # the loop stands still
            await self.cancel(task)
            self.assertEqual(sent[-1], "stop")
        self.talk(self.ENGINE, dialogue)

    def test_a_program_whose_start_is_cancelled(self):
        """It does not stay behind."""
        programs, Popen = [], subprocess.Popen

        def started(*arguments, **options):
            programs.append(Popen(*arguments, **options))
            return programs[-1]

        async def dialogue():
            with tempfile.TemporaryDirectory() as folder, mock.patch("subprocess.Popen", started):
                may_start = pathlib.Path(folder) / "may start"
                task = asyncio.create_task(agon.engine.popen_uci([sys.executable, "-c", textwrap.dedent(f"""
                    import os, sys, time
                    while os.path.exists({folder!r}) and not os.path.exists({str(may_start)!r}):
                        time.sleep(0.001)
                    print("uciok", flush=True)
                    sys.stdin.read()
                    """)], timeout=60))
                await self.until(lambda: programs)
                await self.cancel(task)
                may_start.touch()
                await self.until(lambda: programs[0].returncode is not None)
        asyncio.run(asyncio.wait_for(dialogue(), 60))

    def test_reading_while_another_task_waits(self):
        async def dialogue(engine, sent):
            analysis = await engine.analysis(agon.Game())
            waiting = asyncio.create_task(analysis.wait())
            self.assertEqual([(await analysis.get())["depth"] for _ in range(2)], [1, 2])
            reading = [asyncio.create_task(analysis.get()) for _ in range(2)]
            await self.until(lambda: analysis._next and not analysis._next.done())
            engine._engine._send("Late")
            engine._engine._send("Late")
            self.assertEqual([report["depth"] for report in await asyncio.gather(*reading)], [9, 9])
            await self.cancel(waiting)
            engine._engine._send("Late")
            self.assertEqual((await analysis.get())["depth"], 9)
            analysis.stop()
            self.assertEqual([report async for report in analysis], [])
            self.assertEqual(str((await analysis.wait()).move), "a1b1")
        self.talk(self.ENGINE, dialogue)

    def test_a_game_that_goes_on_before_its_search_begins(self):
        async def dialogue(engine, sent):
            first = asyncio.create_task(engine.play(agon.Game(), self.LONG))
            await self.begun(sent)
            game = agon.Game()
            second = asyncio.create_task(engine.play(game, self.LONG))
            await self.until(lambda: engine._calls.qsize() == 1)
            game.push_uci("a1b2")
            engine._engine._send("Free")
            await first
            await self.begun(sent, times=2)
            self.assertNotIn("moves", " ".join(sent))
            await self.cancel(second)
        self.talk(self.ENGINE, dialogue)

    def test_a_report_that_is_queued(self):
        """get() returns it at once, whoever has the thread; wait() does not wait for the next call."""
        async def dialogue(engine, sent):
            analysis = await engine.analysis(agon.Game())
            waiting = asyncio.create_task(analysis.wait())
            await self.until(lambda: len(analysis._simple._reports) == 2)
            play = asyncio.create_task(engine.play(agon.Game(), self.LONG))
            self.assertEqual(str((await waiting).move), "a1b1")
            self.assertFalse(analysis.empty())
            self.assertEqual([report["depth"] async for report in analysis], [1, 2])
            self.assertFalse(play.done())
            await self.begun(sent, times=2)
            engine._engine._send("Free")
            self.assertEqual(str((await play).move), "a1a2")
        self.talk(self.ENGINE, dialogue)

    def test_a_cancelled_get_loses_no_report(self):
        async def dialogue(engine, sent):
            analysis = await engine.analysis(agon.Game())
            for _ in range(2):
                await analysis.get()
            reading = asyncio.create_task(analysis.get())
            await self.until(lambda: analysis._next and not analysis._next.done())
            await self.cancel(reading)
            engine._engine._send("Late")
            self.assertEqual((await analysis.get())["depth"], 9)
        self.talk(self.ENGINE, dialogue)


if __name__ == "__main__":
    unittest.main()

"""No misuse ends the interpreter: wrong types, stale objects, threads, the interpreter's end."""

import gc
import importlib.machinery
import importlib.util
import inspect
import itertools
import pathlib
import pickle
import random
import subprocess
import sys
import tempfile
import textwrap
import threading
import unittest

import agon
from agon import _agon

ODD = [None, True, -1, 0, 7, 91, 2**31, 2**63, -2**63, 2**200, 1.5, float("nan"), float("inf"), "",
       "classic", "a1b2", "\0", "\ud800", "x" * 10000, b"", b"\xff", (), [], {}, object(), int,
       agon.Move.null(), agon.Move.from_uci("a1b2"), agon.Position(), agon.Rules("bloody-queen"),
       agon.Game(rules="german"), agon.Position().legal_moves, [agon.Position()], {"a": 1}]
EXPECTED = (agon.Error, TypeError, ValueError, IndexError, OverflowError, MemoryError,
            AttributeError, UnicodeError)
# These can run for long; other tests call them.
LONG = {"perft", "perft_divide", "search", "_stop_all_work"}


def names(owner):
    return [name for name in dir(owner) if not name.startswith("__") and name not in LONG]


class WrongTypes(unittest.TestCase):
    def call(self, function, *arguments):
        try:
            function(*arguments)
        except EXPECTED:
            pass

    def test_everything_with_odd_arguments(self):
        rng = random.Random(1)
        classes = [c for c in vars(_agon).values() if inspect.isclass(c) and c is not agon.Engine]
        objects = [agon.Position(), agon.Game(), agon.Move.from_uci("a1b2"), agon.Rules(),
                   agon.Position().legal_moves]
        calls = classes + [getattr(_agon, name) for name in names(_agon)
                           if callable(getattr(_agon, name)) and name != "Engine"]
        for owner in classes + objects:
            calls += [getattr(owner, name) for name in names(owner)
                      if callable(getattr(owner, name, None))]
        calls += [getattr(o, name) for o in objects
                  for name in ("__getitem__", "__contains__", "__eq__", "__init__", "__setattr__")
                  if hasattr(o, name) and name != "__init__"]
        for function in calls:
            self.call(function)
            for argument in ODD:
                self.call(function, argument)
            for _ in range(60):
                self.call(function, *rng.choices(ODD, k=rng.randint(2, 4)))
        for arguments in itertools.product(ODD, repeat=2):
            self.call(agon.perft, arguments[0], -1)
            self.call(lambda: agon.Engine(hash=0, network=arguments[0], threads=arguments[1]))
        self.assertEqual(agon.perft(agon.Position(), 2), 713)

    def test_texts_that_are_no_text(self):
        """Lone surrogates and bytes that are not UTF-8, as any text argument."""
        class Odd:
            def __repr__(self):
                return "\ud800"

        odd = ["\ud800", "a\udcff", "/tmp/\udcff.ini", "/tmp/\ud800", Odd(), b"\xff"]
        names = ("rules fen setup name file white black event site text caption network position move uci "
                 "root_moves positions out lastmove date").split()
        owners = [_agon, agon.Position(), agon.Game(), agon.Move.null(), agon.Rules(), agon.Game().legal_moves]
        calls = [getattr(owner, name) for owner in owners for name in dir(owner)
                 if name not in LONG and (not name.startswith("__") or name == "__setstate__")]
        raised = set()
        for function in filter(callable, calls):
            for text in odd:
                for arguments in [text], [agon.Position(), text], [agon.Game(), text], [None, text], [(text,) * 5]:
                    for keywords in {}, *({name: text} for name in names):
                        try:
                            function(*arguments, **keywords)
                        except Exception as fault:
                            raised.add(type(fault))
                for keywords in ({name: text} for name in names):
                    try:
                        function(**keywords)
                    except Exception as fault:
                        raised.add(type(fault))
        self.assertEqual([kind for kind in raised if not issubclass(kind, (TypeError, ValueError))], [])

    def test_faults_of_texts_that_are_no_text(self):
        for rules in "\ud800", "a\udcff":
            for function in (lambda: agon.Position(rules=rules), lambda: agon.Game(rules=rules),
                             lambda: agon.read_pgn("1. a1b1 *", rules=rules), lambda: agon.Position(None, rules)):
                with self.assertRaises(UnicodeEncodeError):
                    function()
        for function in lambda: agon.Rules("mine", b"/tmp/no\xff"), lambda: agon.preset_names("/tmp/no\udcff"):
            with self.assertRaisesRegex(agon.Error, r"/tmp/no\\xff"):
                function()
        with tempfile.TemporaryDirectory() as folder:
            file = pathlib.Path(folder) / "r\udcff.ini"
            file.write_text("[mine:classic]\n")
            rules = agon.Rules("mine", file)
            self.assertEqual(rules.file, str(file))
            self.assertEqual(eval(repr(rules), {"Rules": agon.Rules}), rules)
            self.assertEqual(pickle.loads(pickle.dumps(rules)).file, str(file))

    def test_objects_that_were_not_made(self):
        for kind in (agon.Position, agon.Game, agon.Move, agon.Rules, agon.Engine):
            hollow = kind.__new__(kind)
            for name in names(kind):
                try:
                    value = getattr(hollow, name)
                    if callable(value):
                        value()
                except EXPECTED:
                    pass
        for kind in (agon.LegalMoves, agon.Outcome, agon.SearchResult, agon.Line):
            with self.assertRaises(TypeError):
                kind()

    def test_subclasses_that_do_not_call_init(self):
        class Mine(agon.Position):
            def __init__(self):
                pass

        with self.assertRaises(TypeError):
            Mine()


class StaleObjects(unittest.TestCase):
    def test_parts_outlive_the_whole(self):
        moves = agon.Game().legal_moves
        walk = iter(agon.Position().legal_moves)
        rules = agon.Game(rules="ham").rules
        pv = agon.Engine(hash=1).search(agon.Position(), depth=2).pv
        gc.collect()
        self.assertEqual((len(moves), len(list(walk)), rules.name), (27, 27, "ham"))
        self.assertIn(pv[0], moves)

    def test_moves_of_another_position(self):
        """Every action, tried in positions of every rule set: either legal or refused."""
        every = []
        for action in range(agon.ACTION_COUNT):
            try:
                every.append(agon.Move.from_action(action))
            except agon.Error:
                pass
        self.assertEqual(len(every), 91 * 90 + 91 + 1)
        rng = random.Random(2)
        for rules in agon.preset_names():
            game = agon.Game(rules=rules)
            for _ in range(3):
                for _ in range(rng.randint(1, 30)):
                    if not game.is_game_over():
                        game.push(rng.choice(game.legal_moves))
                legal = set(game.legal_moves)
                accepted = set()
                for move in every:
                    try:
                        game.push(move)
                        game.pop()
                        accepted.add(move)
                    except agon.Error:
                        pass
                self.assertEqual(accepted, legal)


class Threads(unittest.TestCase):
    def test_one_game_in_many_threads(self):
        game, engine, faults = agon.Game(repetition=0, no_progress=0), agon.Engine(hash=1), []

        def work(seed):
            rng = random.Random(seed)
            try:
                for i in range(300):
                    try:
                        if rng.random() < 0.5:
                            game.push(rng.choice(game.legal_moves))
                        else:
                            game.pop()
                        agon.planes([game, game.position])
                        str(game), game.svg(), game.copy().outcome()
                        if i % 50 == 0:
                            engine.search(game, nodes=200)
                            agon.perft(game, 2)
                    except (agon.Error, IndexError):
                        pass
            except BaseException as fault:
                faults.append(fault)

        threads = [threading.Thread(target=work, args=(seed,)) for seed in range(8)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(faults, [])
        self.assertEqual(game.fen(), agon.Position(game.fen()).fen())

    def test_the_interpreter_ends_while_threads_search(self):
        program = textwrap.dedent("""
            import agon, threading, time
            for work in (lambda: agon.Engine().search(agon.Position(), depth=200),
                         lambda: agon.perft(agon.Position(), 20, threads=2)) * 2:
                threading.Thread(target=work, daemon=True).start()
            time.sleep(0.3)
            """)
        done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True,
                              timeout=60)
        self.assertEqual((done.returncode, done.stderr), (0, ""))


HANGS = 60  # seconds after which a process counts as hanging


def run(program):
    """Exit status, standard output and standard error of a program in Python."""
    done = subprocess.run([sys.executable, "-W", "ignore::DeprecationWarning", "-c", program],
                          capture_output=True, text=True, timeout=HANGS)
    return done.returncode, done.stdout, done.stderr


class Forks(unittest.TestCase):
    BEGIN = textwrap.dedent("""
        import agon, os, signal, sys, threading, time
        engine, position = agon.Engine(hash=1), agon.Position()

        def busy(engine):
            try:
                engine.hash = engine.hash
            except agon.Error as error:
                return str(error)

        def begin(engine):
            thread = threading.Thread(target=engine.search, args=(position,), kwargs={"depth": 200},
                                      daemon=True)
            thread.start()
            while not busy(engine):
                time.sleep(0.001)
            return thread

        def status(child):
            return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
        """)

    def check(self, program, *printed):
        status, out, err = run(self.BEGIN + textwrap.dedent(program))
        self.assertEqual((status, out.splitlines(), err), (0, list(printed), ""))

    def test_a_child_searches_and_ends_while_its_parent_searches(self):
        self.check("""
            thread = begin(engine)
            child = os.fork()
            if child == 0:
                move = agon.Engine(hash=1, threads=2).search(position, nodes=500).move
                print(move in position.legal_moves, agon.perft(position, 3, threads=2))
                print(busy(engine), flush=True)
                engine.stop()
                sys.exit(7)
            print(status(child))
            engine.stop()
            thread.join()
            print(busy(engine))
            """, "True 18417", "the engine was searching when this process was forked; make another",
            "7", "None")

    def test_a_child_of_a_child(self):
        self.check("""
            begin(engine)
            if os.fork() == 0:
                begin(agon.Engine(hash=1))
                child = os.fork()
                if child == 0:
                    print("grandchild", agon.perft(position, 2), flush=True)
                    sys.exit()
                print("child", status(child), flush=True)
                sys.exit()
            print("parent", os.waitstatus_to_exitcode(os.wait()[1]))
            """, "grandchild 713", "child 0", "parent 0")

    def test_a_handler_of_a_signal_forks_in_the_middle_of_a_search(self):
        self.check("""
            parent = os.getpid()

            def fork(*_):
                child = os.fork()
                if child:
                    print("parent", status(child), flush=True)
                    engine.stop()

            signal.signal(signal.SIGALRM, fork)
            signal.setitimer(signal.ITIMER_REAL, 0.1)
            try:
                engine.search(position, depth=200)
            except agon.Error as error:
                print(error)
                print(busy(engine), flush=True)
                sys.exit()
            print(busy(engine), os.getpid() == parent)
            """, "a forked child cannot continue its parent's work",
            "the engine was searching when this process was forked; make another", "parent 0",
            "None True")

    def test_multiprocessing(self):
        """With every start method, while the parent searches: arguments and results are pickled."""
        with tempfile.TemporaryDirectory() as folder:
            file = pathlib.Path(folder) / "workers.py"
            file.write_text(self.BEGIN + textwrap.dedent("""
                import multiprocessing

                def work(game):
                    return game, agon.Engine(hash=1).search(game, nodes=300), game.legal_moves

                if __name__ == "__main__":
                    begin(engine)
                    games = [agon.Game(rules=rules) for rules in ("classic", "ham")]
                    games[1].push(games[1].legal_moves[0])
                    for way in multiprocessing.get_all_start_methods():
                        with multiprocessing.get_context(way).Pool(1) as pool:
                            for game, (back, found, moves) in zip(games, pool.map(work, games)):
                                assert back.move_stack == game.move_stack, way
                                assert back.position == game.position, way
                                assert found.move in game.legal_moves and found.nodes, way
                                assert list(moves) == list(game.legal_moves), way
                """))
            done = subprocess.run([sys.executable, "-W", "ignore::DeprecationWarning", file],
                                  capture_output=True, text=True, timeout=HANGS)
            self.assertEqual((done.returncode, done.stdout, done.stderr), (0, "", ""))


class Interpreters(unittest.TestCase):
    """Only the main interpreter can import the module: another one gets an ImportError, whether it
    comes first or second, and the process ends normally if it still exists at the end."""

    INSIDE = f"import sys; sys.path[:] = {sys.path!r}; import "
    REFUSED = "ImportError.* subinterpreter"

    def check(self, program, *printed):
        if not importlib.util.find_spec("_xxsubinterpreters"):
            self.skipTest("this Python has no _xxsubinterpreters")
        begin = textwrap.dedent(f"""
            import _xxsubinterpreters as interpreters

            def inside(name):
                other = interpreters.create()
                try:
                    interpreters.run_string(other, {self.INSIDE!r} + name)
                    print("imported")
                except interpreters.RunFailedError as fault:
                    print(fault)
            """)
        status, out, err = run(begin + textwrap.dedent(program))
        self.assertEqual((status, err), (0, ""))
        self.assertEqual(len(out.splitlines()), len(printed), out)
        for line, expected in zip(out.splitlines(), printed):
            self.assertRegex(line, expected)

    def test_one_that_comes_first(self):
        self.check("""
            inside("agon")
            inside("agon._agon")
            import agon
            print(agon.perft(agon.Position(), 3))
            """, self.REFUSED, self.REFUSED, "18417")

    def test_one_that_comes_second(self):
        self.check("""
            import agon
            inside("agon")
            inside("agon._agon")
            inside("agon.engine")
            print(agon.Engine(hash=1).search(agon.Position(), nodes=300).move is not None)
            """, self.REFUSED, self.REFUSED, self.REFUSED, "True")

    def test_the_main_interpreter_imports_it_twice(self):
        """After the module is removed from sys.modules, classes and objects stay the same."""
        self.check("""
            import agon, pickle, sys
            first, move = agon._agon, agon.Move.null()
            for name in [name for name in sys.modules if name.startswith("agon")]:
                del sys.modules[name]
            import agon
            print(agon._agon is first and agon.Move is type(move) and agon.Position.__module__)
            print(pickle.loads(pickle.dumps(agon.Position())) == agon.Position())
            """, "agon._agon", "True")


class Import(unittest.TestCase):
    def fault(self, *names):
        """The package's message when these files are beside its sources."""
        source = pathlib.Path(agon.__file__).resolve().parent / "__init__.py"
        with tempfile.TemporaryDirectory() as folder:
            package = pathlib.Path(folder) / "agon"
            package.mkdir()
            (package / "__init__.py").write_text(source.read_text())
            for name in names:
                (package / name).write_bytes(b"")
            status, printed, said = run(f"import sys; sys.path[:0] = [{folder!r}]; import agon")
        self.assertEqual((status, printed), (1, ""))
        return said.splitlines()[-1]

    def test_another_version_of_python(self):
        this = "this is CPython %d.%d " % sys.version_info[:2]
        said = self.fault("_agon.cpython-399-x86_64-linux-gnu.so")
        for words in "built for CPython 3.99", this, "run python3.99", "pip install tools/python":
            self.assertIn(words, said)
        self.assertIn("built for pypy39-pp73", self.fault("_agon.pypy39-pp73-x86_64-linux-gnu.so"))
        for words in "no _agon in", "'tools/build'", "pip install tools/python":
            self.assertIn(words, self.fault())
        self.assertIn("file too short", self.fault("_agon" + importlib.machinery.EXTENSION_SUFFIXES[0]))


if __name__ == "__main__":
    unittest.main()

"""No misuse ends the interpreter: wrong types, stale objects, threads, the interpreter's end."""

import gc
import inspect
import itertools
import random
import subprocess
import sys
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
# These would run long by right: they are called elsewhere.
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
        """Every action, tried in positions of every rule set: legal or refused, nothing else."""
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


if __name__ == "__main__":
    unittest.main()

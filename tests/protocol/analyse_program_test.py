"""`agon analyse` as programs use it: the clients of protocol/analysis, thousands of queries, a closed pipe."""

import collections
import json
import os
import pathlib
import random
import resource
import shutil
import subprocess
import sys
import time
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
CLIENTS = ROOT / "protocol/analysis/clients"
BIN = os.environ["AGON_BIN"]
ENVIRONMENT = {**os.environ, "PATH": BIN + os.pathsep + os.environ["PATH"]}
FIGURES = os.environ.get("AGON_FIGURES")
STRESS = 10_000


def analyse(queries, *options):
    """The answers to lines of text or queries."""
    text = "".join((line if isinstance(line, str) else json.dumps(line)) + "\n" for line in queries)
    done = subprocess.run([BIN + "/agon", "analyse", *options], input=text, text=True, check=True, capture_output=True)
    assert done.stderr == "", done.stderr
    return [json.loads(line) for line in done.stdout.splitlines()]


class Engine:
    """One that is asked one query after the other."""

    def __init__(self, *options):
        self.process = subprocess.Popen([BIN + "/agon", "analyse", *options], text=True, stdin=subprocess.PIPE,
                                        stdout=subprocess.PIPE)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.stdin.close()
        self.process.stdout.close()
        self.process.wait()

    def send(self, **query):
        print(json.dumps(query), file=self.process.stdin, flush=True)

    def next(self):
        return json.loads(self.process.stdout.readline())


class Clients(unittest.TestCase):
    ACTIONS = ("a1b2", "l11k10", "b2c3")

    def check(self, *command):
        for client in CLIENTS.iterdir():
            self.assertLessEqual(len(client.read_text().splitlines()), 31)
        done = subprocess.run([*command, *self.ACTIONS], check=True, capture_output=True, text=True, env=ENVIRONMENT)
        rows = [line.split() for line in done.stdout.splitlines()]
        self.assertEqual([row[0] for row in rows], ["0", "1", "2", "3"])
        self.assertEqual([row[1] for row in rows], ["white", "black", "white", "black"])
        legal = {answer["ply"]: answer["legal"] for answer in analyse(
            [{"id": "1", "actions": self.ACTIONS, "plies": [0, 1, 2, 3], "nodes": 1, "includeLegal": True}])}
        for row in rows:
            self.assertIn(row[2], legal[int(row[0])])
            self.assertRegex(row[3], r"^-?\d+$")
        return done.stdout

    def test_python(self):
        self.check(sys.executable, CLIENTS / "analyse.py")

    @unittest.skipUnless(shutil.which("node"), "Node.js is missing")
    def test_javascript(self):
        # Both ask the same, so they show the same.
        self.assertEqual(self.check("node", CLIENTS / "analyse.mjs"), self.check(sys.executable, CLIENTS / "analyse.py"))


FAULTS = [
    ("not JSON at all", None), ('{"id":"%s"', None), ('{"id":"%s","nodes":0}', "nodes"),
    ('{"id":"%s","nodes":1e400}', None), ('{"id":"%s","actions":["a1a1"]}', "actions"),
    ('{"id":"%s","rules":"chess"}', "rules"), ('{"id":"%s","plies":[9]}', "plies"),
    ('{"id":"%s","lines":true}', "lines"), ('{"id":"%s","lnes":1}', "lnes"),
    ('{"id":"%s","position":"1/2"}', "position"), ('{"id":"%s","actions":' + "[" * 900 + "]" * 900 + "}", "actions"),
]


class Stress(unittest.TestCase):
    def test_each_question_is_answered_once(self):
        """10,000 mixed lines: queries of one or more plies, faulty ones, actions."""
        chance = random.Random(58)
        openings = [[], ["a1b2"], ["a1b2", "l11k10"], ["a1b2", "l11k10", "l9k8"]]
        lines, expected, nameless = [], collections.Counter(), 0
        for number in range(STRESS):
            name = f"q{number}"
            kind = chance.randrange(10)
            if kind < 3:
                text, field = chance.choice(FAULTS)
                lines.append(text.replace("%s", name))
                if field:
                    expected[name, field] += 1
                else:
                    nameless += 1
            elif kind == 3:
                action = chance.choice(["query_version", "clear_cache", "terminate"])
                query = {"id": name, "action": action}
                if action == "terminate":
                    query["terminateId"] = f"q{chance.randrange(STRESS)}"
                lines.append(query)
                expected[name, action] += 1
            else:
                actions = chance.choice(openings)
                plies = chance.sample(range(len(actions) + 1), chance.randint(1, len(actions) + 1))
                lines.append({"id": name, "actions": actions, "plies": plies, "nodes": chance.choice([1, 50, 200]),
                              "rules": chance.choice(["classic", "ham", "german", {"pace": "all-in-turn"}]),
                              "lines": chance.choice([1, 2]), "priority": chance.randrange(3)})
                for ply in plies:
                    expected[name, ply] += 1
        seen, unnamed = collections.Counter(), 0
        for answer in analyse(lines, "--searches", "3", "--hash", "1"):
            if "id" not in answer:
                unnamed += 1
            elif "error" in answer:
                seen[answer["id"], answer["field"]] += 1
            else:
                seen[answer["id"], answer.get("action", answer.get("ply"))] += 1
        self.assertEqual(seen - expected, {})
        self.assertEqual(expected - seen, {})
        self.assertEqual(unnamed, nameless)

    def test_the_same_input_gives_the_same_answers(self):
        queries = [{"id": f"{i}", "actions": ["a1b2", "l11k10"], "plies": [2, 0, 1], "nodes": 500 + i} for i in range(30)]
        once = analyse(queries)
        self.assertEqual(analyse(queries), once)
        by_question = lambda answer: (int(answer["id"]), answer["ply"])
        self.assertEqual(sorted(analyse(queries, "--searches", "3"), key=by_question), sorted(once, key=by_question))


class Process(unittest.TestCase):
    def test_input_is_read_while_a_search_runs(self):
        with Engine() as engine:
            engine.send(id="long", movetime=10**9)
            engine.send(id="v", action="query_version")
            self.assertEqual(engine.next()["id"], "v")
            engine.send(id="wrong", nodes=0)
            self.assertEqual(engine.next()["field"], "nodes")
            engine.send(id="t", action="terminate", terminateId="long")
            self.assertEqual({engine.next()["id"], engine.next()["id"]}, {"t", "long"})

    def test_closed_output_ends_it(self):
        process = subprocess.Popen([BIN + "/agon", "analyse"], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                   stderr=subprocess.PIPE, text=True)
        process.stdout.close()
        print(json.dumps({"id": "a", "nodes": 10}), file=process.stdin, flush=True)
        self.assertEqual(process.wait(60), 1)
        self.assertEqual(process.stderr.read(), "agon: standard output cannot be written\n")
        process.stdin.close()
        process.stderr.close()

    def test_rules_file(self):
        query = {"id": "a", "rules": "club", "nodes": 10}
        self.assertEqual(analyse([query])[0]["field"], "rules")
        file = ["--variant-path", str(ROOT / "tools/custom-rules.ini")]
        self.assertEqual(len(analyse([query, {**query, "rules": {"preset": "club", "setup": "flanked"}}], *file)), 2)


@unittest.skipUnless(FIGURES, "only with AGON_FIGURES=ROUNDS")
class Figures(unittest.TestCase):
    def test_side_by_side(self):
        """Nodes of searches side by side, to those of the same, one after the other on both cores: in a second, and in
        a second of CPU, which other work on the machine affects less."""
        openings = [[], ["a1b2"], ["a1b2", "l11k10"], ["a1b2", "l11k10", "l9k8"]]
        queries = [{"id": rules, "rules": rules, "nodes": 250_000, "actions": actions}
                   for rules in ("classic", "ham", "german", "kanare") for actions in openings]

        def speeds(*options):
            before, begin = resource.getrusage(resource.RUSAGE_CHILDREN), time.monotonic()
            nodes = sum(answer["nodes"] for answer in analyse(queries, *options))
            after, seconds = resource.getrusage(resource.RUSAGE_CHILDREN), time.monotonic() - begin
            return nodes / seconds, nodes / (after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)

        rounds = int(FIGURES)
        for searches in ("2", "4"):
            pairs = [(speeds("--searches", searches), speeds("--threads", "2")) for _ in range(rounds)]
            for which, name in enumerate(("seconds", "seconds of CPU")):
                ratios = sorted(side[which] / one[which] for side, one in pairs)
                print(f"{searches} searches, ratio by {name}: {ratios[0]:.2f} to {ratios[-1]:.2f}, "
                      f"median {ratios[rounds // 2]:.3f}", flush=True)

    def test_remembered(self):
        with Engine() as engine:
            query = {"id": "a", "nodes": 1_000_000, "actions": ["a1b2"]}
            engine.send(**query)
            first = engine.next()
            times = []
            for _ in range(100):
                begin = time.monotonic()
                engine.send(**query)
                self.assertEqual(engine.next(), first)
                times.append((time.monotonic() - begin) * 1000)
            times.sort()
            print(f"a remembered answer: median {times[50]:.2f} ms, slowest {times[-1]:.2f} ms")
            self.assertLess(times[50], 5)


if __name__ == "__main__":
    unittest.main()

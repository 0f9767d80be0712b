"""`agon kit`: its files match its schema and cover every case of the rules. They agree with the engine by UGI, with the Python adapter of its page, and with rules.js, which was written only from
engine/rules.md. Deliberate faults in rules.js are reported with the section of the rules that they violate."""

import concurrent.futures
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests" / "support"))
from terminal import Terminal  # noqa: E402

AGON = pathlib.Path(os.environ["AGON_BIN"]) / "agon"
NODE = shutil.which("node")

# Passes the engine's lines on without flushing.
UNFLUSHED = r"""
import subprocess, sys
engine = subprocess.Popen(sys.argv[1], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
sys.stdout.reconfigure(write_through=False)
for line in sys.stdin:
    engine.stdin.write(line)
    engine.stdin.flush()
    last = {"ugi": "ugiok", "isready": "readyok", "query": "response"}.get(line.split()[0])
    while last:
        answer = engine.stdout.readline()
        print(answer, end="")
        if not answer or answer.startswith(last):
            break
"""

# Adapters that fail, and the report on each.
ADAPTERS = [
    ("x = (", r"wrong.py:1: the module raises SyntaxError: "),
    ("x = 1\n1 / 0", r"wrong.py:2: the module raises ZeroDivisionError: division by zero"),
    ("import nosuchmodule", r"wrong.py:1: the module raises ModuleNotFoundError: "),
    ("x = 1", r"wrong.py: there is no class Rules"),
    ("class Rules:\n    def __init__(self):\n        raise SystemExit(3)", r"wrong.py:3: Rules\(\) raises SystemExit: 3"),
    ("class Rules:\n    def __init__(self, rules): pass", r"wrong.py: Rules\(\) raises TypeError: "),
    ("class Rules: pass", r"wrong.py: Rules has no method rules\(\)"),
    *((f"class Rules:\n    def rules(self, name, fields): pass\n    def position(self, text):\n        {body}", fault)
      for body, fault in (
          ("return {}['a']", r"wrong.py:4: position\(\) raises KeyError: 'a'"),
          ("raise ValueError('one\\ntwo')", r"wrong.py:4: position\(\) raises ValueError: one two"),
          ("pass", r"wrong.py: position\(\) returns None, not \(chooser, result, {action: position}\)"),
          ("return 'white', 'none'", r"wrong.py: position\(\) returns \('white', 'none'\), not "),
          ("return 'white', 'none', ['a1b2']", r"wrong.py: position\(\) returns .*, not "),
          ("return 'white', 'none', {'a1b2': None}", r"wrong.py: position\(\) returns .*, not "),
          ("return 1, 'none', {}", r"wrong.py: position\(\) returns .*, not "))),
]

# Refuses one position of the engine, and every query about it.
REFUSING = r"""
import subprocess, sys
engine = subprocess.Popen(sys.argv[1], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
refused = False
for line in sys.stdin:
    if line.startswith("position"):
        refused = sys.argv[2] in line
    if refused and line.startswith(("position", "query")):
        print("error: refused", flush=True)
        continue
    engine.stdin.write(line)
    engine.stdin.flush()
    last = {"ugi": "ugiok", "isready": "readyok", "query": "response"}.get(line.split()[0])
    while last:
        answer = engine.stdout.readline()
        print(answer, end="", flush=True)
        if not answer or answer.startswith(last):
            break
"""

# Sections that a report can name, text that occurs once in rules.js, text in its place.
FAULTS = [
    ("3", '"outer-ring" ? 5 : 1', '"outer-ring" ? 5 : 0'),
    ("5 (Other readings)", '"outer-ring" ? 5 : 1', '"outer-ring" ? 1 : 1'),
    ("3", "if (s.reserve[s.turn] === 0) return [];", ""),
    ("4.1", "ring(to) > ring(from)) continue", "ring(to) >= ring(from)) continue"),
    ("4.1", "ring(to) > ring(from)) continue", "ring(to) > ring(from) + 1) continue"),
    ("4.1", "if (to === THRONE && !isQueen(s.board[from])) continue;", ""),
    ("4.3", 'if (this.between === "illegal" && this.isBetween', "if (false && this.isBetween"),
    ("4.3", 'if (this.between === "illegal" && this.isBetween', "if (this.isBetween"),
    ("4.3", 'if (this.between === "captured" &&', "if (false &&"),
    ("4.3|4.4", "[0, 1, 2].map", "[0, 1].map"),
    ("4.4", "if (owner(s.board[prey]) !== other(side)) continue;", 'if (s.board[prey] === "") continue;'),
    ("4.4", "of taken)", "of taken.slice(0, 1))"),
    ("4.4", "if (pair.includes(landed) &&", "if ("),
    ("4.4", 'if (this.relocation_captures === "yes") this.capture(s, to);', ""),
    ("4.4|4.5", 'if (this.relocation_captures === "yes") this.capture(s, to);', "this.capture(s, to);"),
    ("4.5", "queen === undefined ? pieces : [queen]", "pieces"),
    ("4.5", "open.filter((to) => ring(to) === 5)", "open.filter((to) => ring(to) >= 4)"),
    ("4.5", 'to !== THRONE || target === "anywhere"', "true"),
    ("4.5", 'to !== THRONE || target === "anywhere"', "to !== THRONE"),
    ("4.5", 'this.relocation_between === "safe" ||', "true ||"),
    ("4.5", 'this.relocation_between === "safe" ||', "false ||"),
    ("4.5", "if (near.length > 0) return near;", "return near;"),
    ("4.5", "CELLS[from].neighbours.includes(to) && ring(to)", "ring(to)"),
    ("4.5", 'queen && this.queen_chooser === "opponent"', "false"),
    ("4.5", "this.waiting(s).some((cell) => isQueen(s.board[cell]))", "this.waiting(s).length > 0"),
    ("4.6", 'this.pace === "all-in-turn" && this.waiting(s).length > 0', "false"),
    ("4.5|4.6", 'this.pace === "all-in-turn" && this.waiting(s).length > 0', "this.waiting(s).length > 0"),
    ("3|4.7", '["pass"]', "[]"),
    ("4.8", "const all = guards.length === 6 && inside;", "const all = guards.filter((c) => ring(c) === 1).length >= 5;"),
    ("4.8", 'this.forfeit === "no-own-queen" || ', ""),
    ("4.8", '(this.forfeit === "empty-throne" && empty)', 'this.forfeit === "empty-throne"'),
    ("4.8", "&& empty)) return other(side);", "&& empty)) return side;"),
    ("4.9", 'repetition && this.rules.repetition === "draw"', 'repetition + 1 && this.rules.repetition === "draw"'),
    ("4.9", "this.state.clock >= no_progress", "this.state.clock > no_progress"),
    ("4.10", "if (this.removes)", "if (false)"),
    ("4.10", "if (this.bloody || this.removes)", "if (this.bloody)"),
    ("5 (Other readings)", 'if (this.forfeit === "draw" && empty) return "draw";', ""),
    ("5 (Other readings)", 'this.no_action !== "loses"', "true"),
    ("5 (Other readings)", "return other(this.mover);", "return this.mover;"),
    ("7.1", "isQueen(s.board[landed]) || isQueen(s.board[partner])", "isQueen(s.board[landed])"),
    ("7.2", "ring(cell) === highest", "ring(cell) > 0"),
    ("7.3", 'this.firstRing(ALL.filter((to) => s.board[to] === ""), from)', 'ALL.filter((to) => s.board[to] === "")'),
    ("7.4", "return this.bloody && s.captured.size > 0; // 7.4", "return false;"),
    ("7.5", "const enough = this.bloody || this.removes", "const enough = this.removes"),
    ("8", "ring(to) < ring(from) ? 0 : s.clock + 1", "s.clock + 1"),
    ("8", 'if (s.turn === "b") ++s.number;', 'if (s.turn === "w") ++s.number;'),
    ("8", 'if (text === "pass" || text === "0000") ++s.clock;', 'if (text === "pass") s.clock += 0;'),
]


# Each difference names the field and shows both its values.
FIELD = (r"(result|chooser|actions|perft \d|(BOARD|TURN|CAPTURED|RESERVE|CLOCK|NUMBER)( and [A-Z]+)* after (the game|\S+)|"
         r"position after \S+)")
FORM = rf"\A(section [\d.]+( \(Other readings\))?, [a-z-]+: .*\n    .+: {FIELD}\n    yours:   \S.*\n    the kit: \S.*\n)+\d"


class Kit(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.kit = pathlib.Path(folder.name) / "kit"
        subprocess.run([AGON, "kit", cls.kit], check=True, capture_output=True)

    def check(self, *arguments, **options):
        return subprocess.run([sys.executable, self.kit / "check.py", *arguments], capture_output=True, text=True,
                              cwd=self.kit, **options)

    def agrees(self, *arguments):
        done = self.check(*arguments)
        self.assertEqual((done.returncode, done.stderr), (0, ""), done.stdout[-2000:])
        self.assertRegex(done.stdout, r"^all [1-9]\d* positions and games agree\n$")

    def fits(self, value, schema, where):
        """The part of JSON Schema that schema.json uses."""
        if "$ref" in schema:
            return self.fits(value, self.schema["$defs"][schema["$ref"].rsplit("/", 1)[1]], where)
        types = {"object": dict, "array": list, "string": str, "integer": int}
        if "type" in schema:
            self.assertIsInstance(value, types[schema["type"]], where)
        if "const" in schema:
            self.assertEqual(value, schema["const"], where)
        if "enum" in schema:
            self.assertIn(value, schema["enum"], where)
        if "pattern" in schema:
            self.assertRegex(value, schema["pattern"], where)
        self.assertLessEqual(set(schema.get("required", ())), set(value) if isinstance(value, dict) else set(), where)
        if isinstance(value, dict):
            known = schema.get("properties", {})
            for key, part in value.items():
                self.assertTrue(key in known or "additionalProperties" in schema, f"{where}: {key}")
                self.fits(part, known.get(key, schema.get("additionalProperties")), f"{where}: {key}")
        for part in value if isinstance(value, list) else ():
            self.fits(part, schema["items"], where)

    def test_files(self):
        self.schema = json.loads((self.kit / "schema.json").read_text())
        files = [path for path in self.kit.glob("*.json") if path.name != "schema.json"]
        self.assertEqual(len(files), 15 + 4)
        cases = {}
        for path in files:
            data = json.loads(path.read_text(encoding="ascii"))
            self.assertEqual(data["rules"], path.stem)
            self.fits(data, self.schema, path.name)
            for item in data["positions"]:
                cases.setdefault(item["case"], set()).add(item["section"])
                self.assertEqual(len(item["actions"]), item["perft"][0])
            ends = {game["result"] for game in data["games"]}
            self.assertTrue({"white wins (throne)", "black wins (throne)", "draw (no progress)"} <= ends, path.name)
            self.assertTrue(any(end.endswith("(repetition)") for end in ends), path.name)
        self.assertEqual(sorted(cases), list(range(22)))  # none is missing
        for path in self.kit.iterdir():
            self.assertLess(path.stat().st_size, 1 << 20, path.name)

    def test_sections_are_those_of_the_rules(self):
        headings = re.findall(r"^#+ (\d[\d.]*|Other readings)\b", (ROOT / "engine/rules.md").read_text(), re.M)
        for path in self.kit.glob("*.json"):
            for item in json.loads(path.read_text()).get("positions", ()):
                number, _, title = item["section"].partition(" (")
                self.assertIn(title.rstrip(")") or number, [each.rstrip(".") for each in headings])

    def test_the_engine_by_ugi(self):
        self.agrees("--depth", "2", "--", AGON)

    def test_the_adapter_of_the_page(self):
        try:
            import agon  # noqa: F401
        except ImportError:
            self.skipTest("no Python module agon")
        code = re.search(r"```python\n(.*?)```", (self.kit / "README.md").read_text(), re.S)[1]
        (self.kit / "adapter.py").write_text(code)
        self.agrees("--adapter", "adapter.py", "--rules", "classic", "bloody-queen", "no-action-loses")

    def test_wrong_use(self):
        self.assertIn("expected either a program or --adapter", self.check().stderr)
        self.assertIn("no rule set 'chess'", self.check("--rules", "chess", "--", AGON).stderr)
        self.assertIn("cannot run ./none", self.check("--", "./none").stderr)
        self.assertIn("has ended", self.check("--", "true").stderr)
        for depth in ("0", "5", "9", "-1", "x"):
            self.assertIn("argument --depth: invalid ", self.check("--depth", depth, "--", AGON).stderr)
        self.assertIn("--timeout: expected seconds, got 0", self.check("--timeout", "0", "--", AGON).stderr)
        done = subprocess.run([AGON, "kit", "/dev/null/kit"], capture_output=True, text=True)
        self.assertNotEqual(done.returncode, 0)
        self.assertIn("cannot make the folder /dev/null/kit", done.stderr)

    def test_a_refused_position_is_the_only_difference(self):
        refused = json.loads((self.kit / "classic.json").read_text())["positions"][3]["position"]
        (self.kit / "refusing.py").write_text(REFUSING)
        done = self.check("--rules", "classic", "--", sys.executable, "refusing.py", AGON, refused)
        self.assertRegex(done.stdout, rf"\Asection [\d.]+, classic: {re.escape(refused)}\n"
                                      r"    .*: result\n    yours:   error: refused\n    the kit: none\n"
                                      r"1 difference in \d+ ")

    def test_a_program_that_does_not_flush_is_reported_as_such(self):
        (self.kit / "unflushed.py").write_text(UNFLUSHED)
        environment = {key: value for key, value in os.environ.items() if key != "PYTHONUNBUFFERED"}
        done = self.check("--timeout", "2", "--", sys.executable, "unflushed.py", AGON, env=environment)
        self.assertEqual((done.returncode, done.stdout), (1, ""))
        self.assertRegex(done.stderr, r"\A\S+: no 'ugiok' within 2 s; its answer came when the input ended: it does not "
                                      r"flush its output after each line .*\n\Z")

    def test_a_program_that_is_silent_is_not_waited_for(self):
        done = self.check("--timeout", "0.2", "--", "sleep", "1000")
        self.assertEqual((done.returncode, done.stdout, done.stderr), (1, "", "sleep: no 'ugiok' within 0.2 s\n"))
        (self.kit / "silent.py").write_text("input()\nprint('ugiok', flush=True)\ninput()\nwhile True: pass\n")
        done = self.check("--timeout", "5", "--", sys.executable, "silent.py")
        self.assertEqual(done.returncode, 1)
        self.assertRegex(done.stdout, r"\Asection 3, .*\n    .*: \S+: no 'readyok' within 5 s\n1 difference in 1 ")

    def test_a_faulty_adapter_is_named_with_its_line(self):
        for code, fault in ADAPTERS:
            with self.subTest(code=code):
                (self.kit / "wrong.py").write_text(code + "\n")
                done = self.check("--adapter", "wrong.py")
                self.assertEqual(done.returncode, 1)
                said = done.stderr or done.stdout
                self.assertRegex(said, fault)
                self.assertNotIn("Traceback", said)
                self.assertLessEqual(said.count("\n"), 3)
        self.assertIn("cannot run none.py: No such file", self.check("--adapter", "none.py").stderr)

    def test_an_invalid_position_is_a_difference(self):
        for after in "", "x", "no response", "a b c d e f g":
            (self.kit / "wrong.py").write_text(f"""import json
class Rules:
    def rules(self, name, fields):
        self.cases = {{case["position"]: case for case in json.load(open(name + ".json"))["positions"]}}
    def position(self, text):
        case = self.cases[text]
        return case["chooser"], case["result"].partition(" (")[0], dict.fromkeys(case["actions"], "{after}")
""")
            done = self.check("--rules", "classic", "--first", "--adapter", "wrong.py")
            self.assertEqual((done.returncode, done.stderr), (1, ""))
            self.assertRegex(done.stdout, rf"\Asection 8, classic: .*\n    .*: position after \S+\n    yours:   {after}\n")

    def test_a_damaged_kit_is_named(self):
        with tempfile.TemporaryDirectory() as folder:
            check = shutil.copy(self.kit / "check.py", folder)

            def run():
                return subprocess.run([sys.executable, check, "--", AGON], capture_output=True, text=True)
            self.assertIn(f"no rule sets in {folder}; `agon kit DIR` makes them", run().stderr)
            for text in ("{", "[]", '{"fields": {}}', "null"):
                (pathlib.Path(folder) / "classic.json").write_text(text)
                done = run()
                self.assertEqual((done.returncode, done.stdout), (2, ""))
                self.assertIn("classic.json: not a file of the kit: ", done.stderr)
                self.assertNotIn("Traceback", done.stderr)

    def test_progress_is_for_a_terminal(self):
        terminal = Terminal(self.kit, [sys.executable, "check.py", "--rules", "classic", "--", str(AGON)])
        self.addCleanup(terminal.close)
        shown, status = terminal.end()
        self.assertEqual(status, 0)
        self.assertRegex(shown, r"\r\x1b\[K1 of \d+ positions and games")
        self.assertRegex(shown, r"\r\x1b\[Kall \d+ positions and games agree")

    @unittest.skipUnless(NODE, "no Node.js")
    def test_rules_js(self):
        self.assertLessEqual(len((self.kit / "rules.js").read_text().splitlines()), 300)
        self.agrees("--", NODE, "rules.js", ".")

    @unittest.skipUnless(NODE, "no Node.js")
    def test_faults_are_named_by_their_section(self):
        subprocess.run([AGON, "kit", self.kit, "--positions", "2"], check=True, capture_output=True)
        self.addCleanup(subprocess.run, [AGON, "kit", self.kit], check=True, capture_output=True)
        text = (self.kit / "rules.js").read_text()
        self.assertGreaterEqual(len(FAULTS), 40)

        def named(number):
            sections, right, wrong = FAULTS[number]
            self.assertEqual(text.count(right), 1, right)
            (self.kit / f"wrong{number}.js").write_text(text.replace(right, wrong))
            done = self.check("--first", "--", NODE, f"wrong{number}.js", ".")
            found = re.search(r"the first is of section (.+) of the rules", done.stdout)
            if " has ended\n" not in done.stdout:
                self.assertRegex(done.stdout, FORM)
            return None if found and found[1] in sections.split("|") else (sections, wrong, found and found[1])

        with concurrent.futures.ThreadPoolExecutor(2) as pool:
            missed = [fault for fault in pool.map(named, range(len(FAULTS))) if fault]
        print(f"{len(FAULTS) - len(missed)} of {len(FAULTS)} faults are named by their section; not {missed}")
        self.assertLessEqual(len(missed), len(FAULTS) - 39, missed)


if __name__ == "__main__":
    unittest.main()

"""The npm package of tools/wasm in Node.js and in Chromium: the same answers as the native engine, by lines
and by promises. AGON_BIN in the environment is the folder of native executables."""

import contextlib
import json
import os
import pathlib
import queue
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.append(str(ROOT / "tests/support"))
import browser
from conversations import SIGNATURES, Conversations, Process, Speaker, bench_line
from serving import BIN, Files

PACKAGE = ROOT / "build/wasm/npm"
ENGINE = ["node", str(PACKAGE / "node.js")]
LIMIT = 0.3  # seconds from `stop` to `bestmove`


def missing():
    if not shutil.which("node"):
        return "node is not installed"
    files = ("agon-worker.wasm", "agon-threads.wasm", "package.json")
    if not all((PACKAGE / name).is_file() for name in files):
        return f"no package in {PACKAGE}: tools/wasm makes it"
    return ""


def setUpModule():
    if why := missing():
        print(f"SKIPPED: {why}")
        raise unittest.SkipTest(why)


class Engine(Process):
    def __init__(self, *arguments, command=ENGINE, cwd=None):
        super().__init__([*command, *arguments], cwd=cwd)

    def memory(self):
        status = pathlib.Path(f"/proc/{self.process.pid}/status").read_text()
        return int(re.search(r"VmRSS:\s*(\d+) kB", status)[1]) / 1024


class Node(Conversations, unittest.TestCase):
    def engine(self, *arguments, **options):
        engine = Engine(*arguments, **options)
        self.addCleanup(engine.close)
        return engine

    def test_signature(self):
        for threads in ([], ["--threads"]):
            said = subprocess.run([*ENGINE, *threads, "bench", "quit"], check=True, capture_output=True, text=True)
            self.assertRegex(said.stdout.splitlines()[-1], bench_line("in WebAssembly"))

    def test_stop(self):
        for threads in ([], ["--threads"]):
            engine = self.engine(*threads)
            engine.send("isready")
            engine.until("readyok")
            for long, answer in (("go infinite", "bestmove "), ("go ponder", "bestmove "),
                                 ("perft 9", ".*perft: stopped"), ("bench", ".*bench: stopped")):
                self.assertLess(engine.quickest_stop(long, answer, LIMIT, 3), LIMIT, (threads, long))
            engine.send("go infinite", "quit")
            engine.until("bestmove ")
            self.assertEqual(engine.process.wait(10), 0)

    def test_end_of_input(self):
        for threads in ([], ["--threads"]):
            said = subprocess.run([*ENGINE, *threads], input="go infinite\ngo perft 3\n", text=True, timeout=30,
                                  capture_output=True, check=True).stdout.splitlines()
            self.assertRegex(said[-30], "^bestmove ")
            self.assertEqual(said[-1], "Nodes searched: 18417")

    def test_files(self):
        """VariantPath and EvalFile name files of the machine."""
        engine = self.engine()
        engine.send(f"setoption name VariantPath value {ROOT}/tools/custom-rules.ini")
        self.assertIn(" var club", engine.line())
        engine.send(f"setoption name EvalFile value {ROOT}/nothing.net", "isready")
        self.assertRegex(engine.line(), "^info string .*nothing.net")

    def test_out_of_memory(self):
        engine = self.engine()
        engine.send("setoption name Hash value 4096")
        self.assertEqual(engine.line(), "info string setoption: Hash: no memory for 4096 MB, 16 MB kept")
        engine.send("go depth 3")
        engine.until("bestmove ")

    def script(self, text, **options):
        """What a module prints that has the package as `agon`."""
        with tempfile.TemporaryDirectory() as folder:
            modules = pathlib.Path(folder) / "node_modules"
            modules.mkdir()
            (modules / "agon").symlink_to(PACKAGE)
            (pathlib.Path(folder) / "main.mjs").write_text(text)
            return subprocess.run(["node", "main.mjs"], cwd=folder, capture_output=True, text=True, check=True,
                                  timeout=240, **options).stdout

    def test_promises(self):
        said = json.loads(self.script("""
            import {Agon} from "agon";
            const agon = await Agon.start(), said = {};
            const game = agon.game();
            said.legal = game.legal.length;
            game.play("a1b2");
            said.state = [game.turn, game.chooser, game.last, game.result, game.over, game.actions];
            for (const wrong of [() => game.play("a1b2"), () => agon.game({variant: "nine"}), () => agon.readPgn(""),
                                 () => agon.search(game, {seconds: 3}), () => agon.game({setup: "upside"})])
              try { wrong(); (said.wrong ??= []).push(null); } catch (error) { (said.wrong ??= []).push(error.message); }
            said.same = game.actions.length;
            const infos = [];
            const found = await agon.search(game, {depth: 6, onInfo: (info) => infos.push(info.depth)});
            said.found = [game.legal.includes(found.action), found.depth, found.line[0] === found.action, infos];
            said.pair = (await Promise.all([agon.search(game, {nodes: 500}), agon.search(agon.game({variant: "german",
              setup: "placement"}), {nodes: 500})])).map(({action}) => action.length > 2);
            const stopper = new AbortController();
            setTimeout(() => stopper.abort(), 200);
            said.stopped = game.legal.includes((await agon.search(game, {infinite: true, signal: stopper.signal})).action);
            said.svg = game.svg().startsWith("<svg") && game.svg() !== game.svg({turned: true});
            said.pgn = agon.readPgn(game.pgn()).actions;
            said.undone = game.undo().actions;
            agon.addRules("[mine:classic]\\nguard_target = next-ring\\n");
            said.mine = (await agon.search(agon.game({variant: "mine"}), {depth: 2})).depth;
            agon.send("perft 2");
            for await (const line of agon) if (line.startsWith("Nodes")) { said.perft = line; break; }
            const rest = (async () => { let count = 0; for await (const line of agon) ++count; return count; })();
            agon.close();
            said.rest = await rest;
            try { agon.send("d"); } catch (error) { said.closed = error.message; }
            console.log(JSON.stringify(said));
        """))
        self.assertEqual(said["legal"], 27)
        self.assertEqual(said["state"], ["black", "black", said["state"][2], "*", False, ["a1b2"]])
        self.assertIn("a1b2", said["state"][2])
        for fault, word in zip(said["wrong"], ("a1b2", "nine", "no game", "seconds", "upside"), strict=True):
            self.assertIn(word, fault)
        self.assertEqual(said["same"], 1)
        self.assertEqual(said["found"], [True, 6, True, [1, 2, 3, 4, 5, 6]])
        self.assertEqual(said["pair"][0], True)
        self.assertEqual([said[name] for name in ("stopped", "svg", "pgn", "undone", "mine", "perft", "rest", "closed")],
                         [True, True, ["a1b2"], [], 2, "Nodes searched: 713", 0, "the engine has ended"])

    def test_many_games(self):
        """A thousand, of at most 16 actions, without growth."""
        early, late, games = json.loads(self.script("""
            import {Agon} from "agon";
            const agon = await Agon.start();
            const variants = agon.variants();
            let games = 0;
            const some = async (count) => {
              for (let i = 0; i < count; ++i, ++games) {
                const game = agon.game({variant: variants[games % variants.length]});
                game.play(game.legal[games % game.legal.length]);
                while (!game.over && game.actions.length < 16) game.play((await agon.search(game, {nodes: 20})).action);
                game.pgn();
              }
              return process.memoryUsage().rss / 2 ** 20;
            };
            const early = await some(300), late = await some(700);
            agon.close();
            console.log(JSON.stringify([early, late, games]));
        """))
        self.assertEqual(games, 1000)
        self.assertLess(late, early + 20, "MB")


class Installed(unittest.TestCase):
    """What npm packs, installed elsewhere."""

    @classmethod
    def setUpClass(cls):
        if not shutil.which("npm"):
            raise unittest.SkipTest("npm is not installed")
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.folder = pathlib.Path(folder.name)
        packed = subprocess.run(["npm", "pack", "--silent", str(PACKAGE)], cwd=folder.name, check=True,
                                capture_output=True, text=True).stdout.split()[-1]
        (cls.folder / "package.json").write_text('{"type": "module"}')
        subprocess.run(["npm", "install", "--silent", "--offline", "--no-audit", f"./{packed}"], cwd=folder.name,
                       check=True)

    def test_files(self):
        files = {path.name for path in (self.folder / "node_modules/agon").iterdir()}
        self.assertEqual(files, {"LICENSE", "README.md", "agon-threads.js", "agon-threads.wasm", "agon-worker.js",
                                 "agon-worker.wasm", "agon.d.ts", "agon.js", "node.js", "package.json"})

    def test_match(self):
        """agon-match plays `npx agon`."""
        engines = [["-engine", "cmd=npx", "args=agon", "name=web", "nodes=50"],
                   ["-engine", f"cmd={BIN}/agon", "name=native", "nodes=50"]]
        subprocess.run([f"{BIN}/agon-match", *engines[0], *engines[1], "-rounds", "10", "-repeat", "-pgnout",
                        "file=games.pgn", "-openings", f"file={pathlib.Path(BIN).parent}/books/standard.epd", "format=epd"],
                       cwd=self.folder, check=True, stdout=subprocess.DEVNULL, timeout=200)
        games = (self.folder / "games.pgn").read_text()
        self.assertEqual(len(re.findall(r"^\[Event ", games, re.MULTILINE)), 20)
        for fault in ("time forfeit", "illegal", "abandoned", "stalled"):
            self.assertNotIn(fault, games)

    def registry(self, *packages):
        """Installs them, or skips."""
        found = subprocess.run(["npm", "install", "--silent", "--no-audit", "--no-save", *packages], cwd=self.folder,
                               capture_output=True, text=True, timeout=180)
        if found.returncode != 0:
            self.skipTest(f"npm gives no {packages}")

    def test_bundler(self):
        """Vite without configuration, and the types by TypeScript."""
        self.registry("vite@5", "typescript@5")
        (self.folder / "index.html").write_text('<!doctype html><p id="says"></p><script type="module" src="main.ts"></script>')
        (self.folder / "main.ts").write_text("""
            import {Agon, type SearchResult} from "agon";
            const agon: Agon = await Agon.start();
            const game = agon.game({variant: "german"});
            const found: SearchResult = await agon.search(game, {depth: 5});
            if (found.action) game.play(found.action);
            document.querySelector("#says")!.textContent = `${found.depth} ${game.actions.length}`;
        """)
        subprocess.run(["npx", "tsc", "--noEmit", "--strict", "--target", "esnext", "--module", "esnext",
                        "--moduleResolution", "bundler", "--lib", "esnext,dom,dom.iterable", "main.ts"],
                       cwd=self.folder, check=True)
        subprocess.run(["npx", "vite", "build", "--base", "./", "--logLevel", "error", "--target", "esnext"],
                       cwd=self.folder, check=True)
        if not browser.PROGRAM:
            self.skipTest("no chromium is installed to look at what Vite made")
        with site(self.folder / "dist") as host, window() as shown:
            shown.open(host.url).wait("document.querySelector('#says').textContent === '5 1'")


ISOLATED = {"Cross-Origin-Opener-Policy": "same-origin", "Cross-Origin-Embedder-Policy": "require-corp"}


def site(folder, isolated=False):
    """A static host of a folder, below a path; `isolated`: with the headers that threads need."""
    return contextlib.closing(Files(folder, "some/where/", ISOLATED if isolated else {}))


def window():
    return contextlib.closing(browser.Browser())


class PageEngine(Speaker):
    """The package's engine in a page of Chromium, not isolated."""

    def __init__(self, page):
        self.page = page
        page.value("""(async () => {
            const {AgonWorker} = await import("./agon/agon.js");
            globalThis.agon = new AgonWorker();
            globalThis.lines = [];
            globalThis.wake = () => {};
            agon.onmessage = ({data}) => { lines.push(data); wake(); }; })()""")

    def send(self, *lines):
        self.page.value(f"{json.dumps(lines)}.forEach((line) => agon.postMessage(line))")

    def line(self, seconds=60):
        said = self.page.value(f"""(async () => {{
            if (!lines.length) await new Promise((go) => {{ wake = go; setTimeout(go, {1000 * seconds}); }});
            return lines.shift() ?? null; }})()""")
        if said is None:
            raise queue.Empty
        return said

    def end(self):
        self.page.value("agon.terminate()")


@unittest.skipUnless(browser.PROGRAM, "no chromium is installed")
class Pages(Conversations, unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        (self.folder / "agon").symlink_to(PACKAGE)

    def open(self, html, isolated=False):
        (self.folder / "index.html").write_text(html)
        host = self.enterContext(site(self.folder, isolated))
        page = self.enterContext(window()).open(host.url)
        page.wait("document.readyState === 'complete'")
        return page

    def enterContext(self, context):  # of Python 3.11
        self.addCleanup(context.__exit__, None, None, None)
        return context.__enter__()

    def value(self, script, isolated=False):
        """Of the body of an asynchronous function."""
        page = self.open("<!doctype html><p>", isolated)
        self.assertEqual(page.value("crossOriginIsolated"), isolated)
        return page.value(f'(async () => {{ const {{Agon, AgonWorker}} = await import("./agon/agon.js"); {script} }})()')

    def engine(self):
        if not hasattr(self, "page"):
            self.page = self.open("<!doctype html><p>")
        return PageEngine(self.page)

    def test_signature_and_stop(self):
        """Without threads: with the headers stop comes by memory, without them by a URL."""
        for isolated in (False, True):
            said = self.value("""
                const agon = await Agon.start();
                agon.send("bench");
                let bench; for await (const line of agon) if (/ nps$/.test(line)) { bench = line; break; }
                const waits = [];
                for (const line of ["go infinite", "go ponder", "perft 9", "go infinite", "go ponder", "perft 9"]) {
                  agon.send(line);
                  await new Promise((go) => setTimeout(go, 500));
                  const lines = agon[Symbol.asyncIterator](), begin = performance.now();
                  agon.stop();
                  for await (const line of lines) if (/^bestmove|stopped/.test(line)) break;
                  waits.push(performance.now() - begin);
                }
                return [bench, waits];""", isolated)
            self.assertEqual(said[0].split()[0], SIGNATURES["in WebAssembly"])
            quicker = list(map(min, said[1][:3], said[1][3:]))  # the machine may be busy
            self.assertLess(max(quicker), 1000 * LIMIT, (isolated, said))

    def test_two_engines_and_threads(self):
        script = """
            const [one, two] = await Promise.all([Agon.start(), Agon.start({threads: THREADS})]);
            if (THREADS) two.send("setoption name Threads value 2");
            const game = one.game();
            while (!game.over && game.actions.length < 6)
              game.play((await (game.chooser === "white" ? one : two).search(game, {movetime: 50})).action);
            const both = await Promise.all([one.search(game, {nodes: 5000}), two.search(game, {nodes: 5000})]);
            return [game.actions.length, both.every(({action}) => game.legal.includes(action))];"""
        self.assertEqual(self.value(script.replace("THREADS", "false")), [6, True])
        self.assertEqual(self.value(script.replace("THREADS", "true"), isolated=True), [6, True])

    def test_threads_without_headers(self):
        self.assertIn("Cross-Origin-Opener-Policy", self.value(
            "try { await Agon.start({threads: true}); } catch (error) { return error.message; }"))

    def test_missing_file(self):
        """An error that says so, not silence."""
        (self.folder / "agon").unlink()
        shutil.copytree(PACKAGE, self.folder / "agon")
        for name in ("agon-worker.wasm", "agon-worker.js"):
            (self.folder / "agon" / name).unlink()
            self.assertIn("agon-worker", self.value(
                "try { await Agon.start(); } catch (error) { return String(error); }"), name)

    def test_out_of_memory(self):
        said = self.value("""
            const agon = await Agon.start();
            agon.send("setoption name Hash value 4000");
            for await (const line of agon) return [line, (await agon.search(agon.game(), {depth: 3})).depth];""")
        self.assertEqual(said, ["info string setoption: Hash: no memory for 4000 MB, 16 MB kept", 3])

    @unittest.skipUnless(os.environ.get("AGON_FIGURES"), "only on request")
    def test_figures(self):
        """Prints those of tools/npm/README.md."""
        for _ in range(3):
            for name, command in (("native", [f"{BIN}/agon"]), ("Node.js", ENGINE)):
                print(name, subprocess.check_output([*command, "bench"], text=True).splitlines()[-1])
        bench = """const agon = await Agon.start({threads: THREADS > 0});
            agon.send("bench 16 " + Math.max(THREADS, 1));
            for await (const line of agon) if (/ nps$/.test(line)) return line;"""
        for threads in (0, 1, 2):
            print("Chromium,", threads, "threads:", self.value(bench.replace("THREADS", str(threads)), threads > 0))
        page = self.open("""<script type=module>import {Agon} from "./agon/agon.js"; const agon = await Agon.start();
            agon.game().legal; globalThis.started = Math.round(performance.now());</script>""")
        for kind in ("cold", "warm", "warm"):
            print(kind, page.wait("globalThis.started"), "ms to the first legal actions, engine ready")
            page.value("globalThis.started = 0, location.reload()")

    def test_readme(self):
        """Its page plays."""
        html = re.search(r"```html\n(.*?)```", (PACKAGE / "README.md").read_text(), re.DOTALL)[1]
        self.assertLessEqual(html.count("\n"), 15)
        page = self.open(html)
        for turn in range(3):
            page.wait("actions.options.length > 1 && says.textContent.startsWith('White')")
            page.value("actions.selectedIndex = 1, actions.dispatchEvent(new Event('change'))")
            page.wait("says.textContent.startsWith('Black')")


if __name__ == "__main__":
    unittest.main()

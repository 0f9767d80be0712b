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
from conversations import SIGNATURE, Conversations, Process, Speaker, bench_line
from serving import BIN, Files

HERE = pathlib.Path(__file__).resolve().parent
PACKAGE = ROOT / "build/wasm/npm"
ENGINE = ["node", str(PACKAGE / "cli.js")]
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
    MAX_THREADS = 1
    # `stop` and `ponderhit` are flags there, without words, and no file can be written.
    OMITTED = ("surplus_words_of_signals", "bad_file_to_write")

    def engine(self, *arguments, **options):
        engine = Engine(*arguments, **options)
        self.addCleanup(engine.close)
        return engine

    def test_signature(self):
        for threads in ([], ["--threads"]):
            said = subprocess.run([*ENGINE, *threads, "bench", "quit"], check=True, capture_output=True, text=True)
            self.assertRegex(said.stdout.splitlines()[-1], bench_line())

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

    def test_threads_where_there_are_none(self):
        engine = self.engine()
        engine.send("uci")
        self.assertEqual(engine.until("option name Threads "), "option name Threads type spin default 1 min 1 max 1")
        engine.until("uciok")
        engine.send("setoption name Threads value 2", "bench 16 2", "go depth 3")
        self.assertRegex(engine.line(), "^info string setoption: Threads: .*2")
        self.assertRegex(engine.line(), "^info string bench: threads: .*2")
        self.assertRegex(engine.until("bestmove "), "^bestmove [a-l]")

    def test_many_searches_in_one_write(self):
        for threads in ([], ["--threads"]):
            engine = self.engine(*threads)
            engine.send("go infinite\nstop" + 64 * "\ngo depth 1")
            for _ in range(65):
                engine.until("bestmove ")
            engine.send("isready")
            self.assertEqual(engine.line(), "readyok", threads)

    def test_arguments(self):
        """The end of the arguments stops only what has no limit; `quit` waits, as in `agon`."""
        for threads in ([], ["--threads"]):
            for arguments in (["go depth 6"], ["go depth 6", "quit", "d"], ["go infinite", "go depth 6"],
                              ["go infinite", "stop", "go DEPTH 6"]):
                said = subprocess.run([*ENGINE, *threads, *arguments], capture_output=True, text=True, timeout=120,
                                      check=True).stdout.splitlines()
                self.assertRegex(said[-1], "^bestmove ", arguments)
                self.assertRegex(said[-2], "^info depth 6 ", arguments)
                self.assertEqual(sum(line.startswith("bestmove ") for line in said), len(re.findall("go", str(arguments))))

    def test_usage(self):
        def said(*arguments):
            done = subprocess.run([*ENGINE, *arguments], stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=60)
            return done.returncode, done.stdout, done.stderr
        for help_option in ("--help", "-h"):
            status, text, errors = said(help_option)
            self.assertEqual((status, errors), (0, ""))
            self.assertTrue(text.startswith("agon [OPTIONS]") and "Examples:" in text, text)
            self.assertLessEqual(max(map(len, text.splitlines())), 100)
        version = json.loads((PACKAGE / "package.json").read_text())["version"]
        self.assertEqual(said("--version"), (0, f"agon {version}\n", ""))
        for arguments, fault in ((["frob"], "unknown command 'frob'; see 'agon --help'"),
                                 (["bnch"], "unknown command 'bnch'; did you mean 'bench'?"),
                                 (["d", "frob depth 3"], "unknown command 'frob'; see 'agon --help'"),
                                 ([""], "unknown command ''; see 'agon --help'"),
                                 (["perft", "3"], "unknown command '3'; see 'agon --help'"),
                                 (["--frob", "d"], "unknown option '--frob'; see 'agon --help'"),
                                 (["--treads"], "unknown option '--treads'; did you mean '--threads'?")):
            self.assertEqual(said(*arguments), (2, "", f"agon: {fault}\n"), arguments)
        # Whatever the engine lists is a command here.
        commands = [line.split()[0] for first in ("uci", "ugi") for line in said(first, "help")[1].splitlines()
                    if re.search(r"^\S+( \S+)*  +\S", line) and not line.startswith(("id ", "option "))]
        self.assertIn("genfens", commands)
        for command in sorted(set(commands)):
            short = {"bench": "bench 1 1 1", "speedtest": "speedtest 1 1 1"}.get(command, command)
            self.assertEqual(said(short)[0], 0, command)
        self.assertIn("export_net: this program cannot write files", said("export_net a.net")[1])

    def test_odd_lines(self):
        """Noise on standard input is reported, and the session goes on."""
        said = subprocess.run(ENGINE, input=b"\0\ngo depth 1\0\n\xff\xfe\nisready\n", capture_output=True, timeout=60,
                              check=True).stdout.decode().splitlines()
        self.assertEqual(said[-1], "readyok")
        self.assertEqual(len(said), 4, said)
        for line in said[:3]:
            self.assertRegex(line, "^info string ")

    def test_files(self):
        """VariantPath and EvalFile name files of the machine, from the folder where it runs."""
        with tempfile.TemporaryDirectory() as folder:
            deep = pathlib.Path(folder) / "a/b"
            deep.mkdir(parents=True)
            shutil.copy(ROOT / "tools/custom-rules.ini", deep / "custom.ini")
            for path in ("custom.ini", "./custom.ini", "../b/custom.ini", "../b/../b//custom.ini", str(deep / "custom.ini")):
                engine = self.engine(cwd=deep)
                engine.send(f"setoption name VariantPath value {path}")
                self.assertIn(" var club", engine.line(), path)
            for path in ("absent.ini", "../b", "custom.ini/", "/", "."):
                engine = self.engine(cwd=deep)
                engine.send(f"setoption name VariantPath value {path}", "isready")
                self.assertRegex(engine.line(), f"^info string setoption: VariantPath: .*{re.escape(path)}")
                self.assertEqual(engine.line(), "readyok")
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
        """The output of a module that imports the package as `agon`."""
        with tempfile.TemporaryDirectory() as folder:
            modules = pathlib.Path(folder) / "node_modules"
            modules.mkdir()
            (modules / "agon").symlink_to(PACKAGE)
            (pathlib.Path(folder) / "main.mjs").write_text(text)
            said = subprocess.run(["node", "main.mjs"], cwd=folder, capture_output=True, text=True, timeout=240, **options)
            self.assertEqual(said.returncode, 0, said.stderr)
            return said.stdout

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

    def test_a_network_that_is_missing_or_damaged(self):
        """The search fails and says why, other rules can be searched, and the next search tries again."""
        with tempfile.TemporaryDirectory() as folder:
            package = pathlib.Path(folder) / "agon"
            shutil.copytree(PACKAGE, package)
            good = (package / "networks/german.net.gz").read_bytes()
            (package / "networks/german.net.gz").unlink()
            (pathlib.Path(folder) / "main.mjs").write_text("""
                import {rmSync, writeFileSync, readFileSync} from "node:fs";
                import {gunzipSync, gzipSync} from "node:zlib";
                import {Agon} from "./agon/node.js";
                const file = new URL("./agon/networks/german.net.gz", import.meta.url);
                const threads = process.argv[2] === "threads"; // a process remembers what it loaded
                rmSync(file, {force: true});
                const agon = await Agon.start({threads}), german = agon.game({variant: "german"}), said = [];
                const settled = (promise) => promise.then(({action}) => action.length, (error) => error.message);
                said.push(await settled(agon.search(german, {depth: 2})));
                const analysed = (rules) => agon.analyse({rules, depth: 2}).then(
                  ([{lines}]) => lines[0].action.length, ({message, field}) => message + (field ?? ""));
                said.push(await analysed("german"), await analysed("classic"));
                const other = readFileSync(new URL("./agon/networks/all.net.gz", import.meta.url));
                const good = readFileSync(new URL("./good", import.meta.url)), flipped = Buffer.from(good);
                flipped[9000] ^= 1;
                for (const bytes of [other, gunzipSync(other), "", "<!doctype html>", good.subarray(0, -1), flipped,
                                     gzipSync(Buffer.alloc(17_000_000)), gzipSync(gunzipSync(good).subarray(1))]) {
                  writeFileSync(file, bytes);
                  said.push(await settled(agon.search(german, {depth: 2})));
                }
                said.push(await settled(agon.search(agon.game(), {depth: 2})));
                writeFileSync(file, threads ? good : gunzipSync(good)); // unpacked is as good
                said.push(await settled(agon.search(german, {depth: 2})), await analysed("csiro"));
                agon.close();
                console.log(JSON.stringify(said));
                """)
            (pathlib.Path(folder) / "good").write_bytes(good)
            for threads in ("", "threads"):
                line = subprocess.run(["node", "main.mjs", threads], cwd=folder, check=True, capture_output=True, text=True,
                                      timeout=120).stdout
                fault = "the network german.net cannot be loaded: "
                missing, asked, analysed, *refused, classic, german, csiro = json.loads(line)
                self.assertRegex(missing, f"^go: {fault}ENOENT")
                self.assertRegex(asked, f"^{fault}ENOENT")
                other = "it is another network, or one of another version"
                for text, why in zip(refused, (other, other, "not a network of agon", "not a network of agon", "it is damaged: ",
                                               "it is damaged: ", "it is damaged: ", "not a network of agon"), strict=True):
                    self.assertRegex(text, f"^go: {fault}{why}")
                self.assertEqual([analysed, classic, german, csiro], [4] * 4)
            # By lines each `go` has its answer.
            (package / "networks/german.net.gz").unlink()
            said = subprocess.run(["node", package / "cli.js", "setoption name UCI_Variant value german", "go depth 3", "eval", "perft 2"],
                                  check=True, capture_output=True, text=True, timeout=60).stdout.splitlines()
            self.assertRegex(said[0], "^info string go: the network german.net cannot be loaded: ")
            self.assertRegex(said[1], "^bestmove [a-l]")
            self.assertRegex(said[2], "^info string eval: the network german.net cannot be loaded: ")
            self.assertEqual(said[-1], "Nodes searched: 713")

    ANALYSES = """
        const agon = await Agon.start({threads: THREADS}), said = {};
        agon.addRules("[mine:classic]\\nguard_target = next-ring\\n");
        const queries = [
          {id: "game", actions: ["a1b2", "l11k10"], plies: [2, 0, 1], nodes: 400, lines: 2, includeLegal: true},
          {id: "rules", rules: {preset: "ham", pace: "all-in-turn"}, setup: "placement", depth: 2, includeLegal: true},
          {id: "over", position: "q5/7/8/9/4GG4/4GQG4/4GG4/9/8/7/gggggg w - - 0 1", includeLegal: true}];
        said.answers = await Promise.all(queries.map((query) => agon.analyse(query)));
        said.mine = (await agon.analyse({rules: "mine", nodes: 50}))[0].ply;
        const refused = (...call) => agon.analyse(...call).catch(({message, field}) => [message, field]);
        said.refused = [await refused({nodes: 0}), await refused({id: 5}), await refused({nods: 1}),
                        await refused({rules: "nine"}), await refused({actions: ["a1b2", "a1b2"]})];
        for (const wrong of [() => agon.analyse(), () => agon.analyse([]), () => agon.analyse({}, {onReport: 1}),
                             () => agon.analyse({}, {signal: 1})])
          try { wrong(); (said.wrong ??= []).push(null); } catch ({message}) { (said.wrong ??= []).push(message); }
        const reports = [], stopper = new AbortController();
        const endless = agon.analyse({actions: ["a1b2"], plies: [0, 1], movetime: 1e9, reportDuringSearchEvery: 0.05},
          {signal: stopper.signal, onReport: (answer) => { if (reports.push(answer.isDuringSearch) === 2) stopper.abort(); }});
        said.ended = (await endless).map(({ply, lines, noResults}) => [ply, lines?.length ?? 0, noResults ?? false]);
        said.reports = reports.slice(0, 2);
        said.thrown = await refused({movetime: 1e9, reportDuringSearchEvery: 0.05}, {onReport: () => { throw new Error("mine"); }});
        const game = agon.game({variant: "german"});
        said.after = game.legal.includes((await agon.search(game, {depth: 2})).action);
        const open = refused({movetime: 1e9});
        agon.close();
        said.closed = [(await open)[0], (await refused({}))[0]];"""

    def check_analyses(self, said):
        """Which nodes a search visits differs a little between machines, so it is the questions that are compared."""
        native = subprocess.run([f"{BIN}/agon", "analyse"], check=True, capture_output=True, text=True, input="""
            {"id": "game", "actions": ["a1b2", "l11k10"], "plies": [2, 0, 1], "nodes": 400, "includeLegal": true}
            {"id": "rules", "rules": {"preset": "ham", "pace": "all-in-turn"}, "setup": "placement", "depth": 2, "includeLegal": true}
            {"id": "over", "position": "q5/7/8/9/4GG4/4GQG4/4GG4/9/8/7/gggggg w - - 0 1", "includeLegal": true}\n""").stdout
        answers = [answer for some in said["answers"] for answer in some]
        for mine, theirs in zip(answers, map(json.loads, native.splitlines()), strict=True):
            for field in ("id", "ply", "chooser", "legal", "outcome", "isDuringSearch"):
                self.assertEqual(mine.get(field), theirs.get(field))
            for line in mine["lines"]:
                self.assertIn(line["action"], mine["legal"])
        self.assertEqual([len(answer["lines"]) for answer in answers], [2, 2, 2, 1, 0])
        self.assertEqual(said["mine"], 0)
        self.assertEqual([field for _, field in said["refused"]], ["nodes", "id", "nods", "rules", "actions"])
        self.assertEqual(said["refused"][0][0], "nodes: expected an integer from 1 to 18446744073709551615, got 0")
        for fault, words in zip(said["wrong"], ("query: .*undefined", "query: .*list", "onReport", "signal"), strict=True):
            self.assertRegex(fault, words)
        self.assertEqual((said["ended"], said["reports"]), ([[0, 1, False], [1, 0, True]], [True, True]))
        self.assertEqual((said["thrown"], said["after"]), (["mine", None], True))
        self.assertEqual(said["closed"], ["the engine has ended"] * 2)

    def test_analyse(self):
        for threads in ("false", "true"):
            self.check_analyses(json.loads(self.script('import {Agon} from "agon";' + self.ANALYSES.replace("THREADS", threads)
                                                       + "console.log(JSON.stringify(said));")))

    def test_abuse(self):
        self.assertEqual(self.script((HERE / "wasm_abuse.mjs").read_text()), "done\n")

    def test_texts(self):
        said = json.loads(self.script((HERE / "wasm_texts.mjs").read_text()))
        self.assertEqual(said["faults"][:5], [])
        self.assertGreater(said["tried"], 150)

    def test_search_is_tied_to_its_answer(self):
        said = json.loads(self.script("""
            import {Agon} from "agon";
            const said = {};
            const settled = (promise) => promise.then((found) => found.action, (error) => error.message);
            const agon = await Agon.start(), other = await Agon.start();
            const game = agon.game(), german = agon.game({variant: "german"}).play("a1b2");
            // The question is that of the call.
            const asked = agon.search(game, {depth: 2}), legal = game.legal;
            game.play("a1b2");
            said.early = legal.includes((await asked).action);
            // Each of these moved the answers by one.
            said.thrown = await settled(agon.search(game, {depth: 3, onInfo: () => { throw new Error("mine"); }}));
            said.afterThrow = game.legal.includes((await agon.search(game, {depth: 2})).action);
            agon.send("position startpos"), agon.send("go depth 2");
            said.afterSend = german.legal.includes((await agon.search(german, {depth: 2})).action);
            const stopper = new AbortController();
            const [first, second] = [agon.search(game, {signal: stopper.signal}), agon.search(german, {depth: 2})];
            stopper.abort();
            said.afterAbort = [game.legal.includes((await first).action), german.legal.includes((await second).action)];
            said.aborted = (await agon.search(game, {signal: stopper.signal}).catch((error) => error)).name;
            agon.send("setoption name UCI_Variant value csiro"), agon.send("setoption name Setup value flanked");
            said.afterOptions = german.legal.includes((await agon.search(german, {depth: 2})).action);
            agon.send("setoption name MultiPV value 5");
            const several = await agon.search(game, {depth: 3});
            said.best = several.action === several.line[0];
            // What the engine refuses.
            said.refused = [];
            for (const limits of [{level: 99}, {level: "high"}, {movetime: NaN}, {depth: -1}, {depth: Infinity}])
              said.refused.push(await settled(agon.search(game, limits)));
            // Rules of another instance: the same ones, others, none.
            agon.addRules("[mine:classic]\\n[same:classic]\\nsetup = flanked\\n");
            said.unknown = await settled(other.search(agon.game({variant: "mine"}), {depth: 1}));
            other.addRules("[mine:classic]\\nsetup = flanked\\n[same:classic]\\nsetup = flanked\\n");
            said.others = await settled(other.search(agon.game({variant: "mine"}), {depth: 1}));
            const same = agon.game({variant: "same"});
            said.same = same.legal.includes(await settled(other.search(same, {depth: 1})));
            agon.send("setoption name VariantPath value <empty>"); // the engine forgets them
            said.forgotten = await settled(agon.search(agon.game({variant: "mine"}), {infinite: true}));
            // close() and abort() in one tick; nobody waits for the first search.
            const last = new AbortController();
            agon.search(game, {signal: last.signal});
            const open = settled(agon.search(german, {signal: last.signal}));
            agon.close();
            last.abort();
            said.closed = [await open, await settled(agon.search(german))];
            other.close();
            console.log(JSON.stringify(said));
        """))
        for name in ("early", "afterThrow", "afterSend", "afterOptions", "best", "same"):
            self.assertEqual(said[name], True, name)
        self.assertEqual((said["thrown"], said["afterAbort"], said["aborted"]), ("mine", [True, True], "AbortError"))
        for fault, words in zip(said["refused"], ("Level: .*99", "Level: .*high", "movetime: .*NaN", "depth: .*-1", "depth: .*Infinity"),
                                strict=True):
            self.assertRegex(fault, words)
        self.assertRegex(said["unknown"], "'mine'")
        self.assertEqual(said["others"], "variant: the game has other rules than this engine's 'mine'")
        self.assertRegex(said["forgotten"], "^setoption: UCI_Variant: .*mine")
        self.assertEqual(said["closed"], ["the engine has ended"] * 2)

    def test_many_games(self):
        """A thousand games of at most 16 actions use no more memory."""
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
                                 "agon-worker.wasm", "agon.d.ts", "agon.js", "cli.js", "networks", "node-worker.js",
                                 "node.js", "package.json", "serve-engine.js", "text.js", "worker.js"})

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
        """Installs packages, or skips the test."""
        found = subprocess.run(["npm", "install", "--silent", "--no-audit", "--no-save", "--prefer-offline", *packages],
                               cwd=self.folder, capture_output=True, text=True, timeout=180)
        if found.returncode != 0:
            self.skipTest(f"npm gives no {' '.join(packages)}")

    def node(self, *arguments, text="", status=0):
        said = subprocess.run(["node", *arguments], input=text, cwd=self.folder, capture_output=True, text=True, timeout=60)
        self.assertEqual(said.returncode, status, said.stderr)
        return said.stdout

    def test_ways_to_import(self):
        use = """Agon.start().then(async (agon) => {
            console.log((await agon.search(agon.game(), {depth: 4})).depth); agon.close(); });"""
        module = f'import {{Agon}} from "agon"; {use}'
        (self.folder / "main2.js").write_text(module)
        for arguments in (["main2.js"], ["main2"], ["--input-type=module", "-e", module]):
            self.assertEqual(self.node(*arguments), "4\n", arguments)
        self.assertEqual(self.node("--input-type=module", "-", text=module), "4\n")
        self.assertEqual(self.node("-", text=f'import("agon").then(({{Agon}}) => {{ {use} }})'), "4\n")
        # A user's worker with the names that the package's own once had.
        (self.folder / "names.js").write_text("""
            import {Worker, isMainThread, workerData} from "node:worker_threads";
            const {Agon} = await import("agon");
            if (isMainThread) new Worker(new URL(import.meta.url), {name: "agon", workerData: {agon: "agon-worker"}});
            else {
              const agon = await Agon.start();
              console.log(workerData.agon, agon.game().legal.length);
              agon.close();
            }
        """)
        self.assertEqual(self.node("names.js"), "agon-worker 27\n")
        major, minor = map(int, self.node("-p", "process.versions.node").split(".")[:2])
        if (major, minor) >= (22, 12) or major == 20 and minor >= 19:
            self.assertEqual(self.node("--input-type=commonjs", "-e", f'const {{Agon}} = require("agon"); {use}'), "4\n")

    def test_types(self):
        """The first example of README.md, by TypeScript and by Node.js."""
        self.registry("typescript@5")
        example = re.search(r"```js\n(.*?)```", (PACKAGE / "README.md").read_text(), re.DOTALL)[1]
        self.assertLess(example.count("\n"), 10)
        (self.folder / "example.ts").write_text(example)
        for module, resolution in (("esnext", "bundler"), ("nodenext", "nodenext")):
            subprocess.run(["npx", "tsc", "--noEmit", "--strict", "--target", "esnext", "--module", module,
                            "--moduleResolution", resolution, "--lib", "esnext,dom,dom.iterable", "example.ts"],
                           cwd=self.folder, check=True)
        self.assertRegex(self.node("--input-type=module", "-", text=example), "(?s)White.*(cp|mate).*\\[")

    MAIN = """
        import {Agon} from "agon";
        Agon.start().then(async (agon) => {
            const game = agon.game({variant: "german"}), found = await agon.search(game, {depth: 5});
            game.play(found.action);
            document.querySelector("#says").textContent = `${found.depth} ${game.actions.length}`;
        }, (error) => { document.querySelector("#says").textContent = error.message; });
    """
    COPIED = ("worker.js", "serve-engine.js", "agon-worker.js", "agon-worker.wasm", "networks")  # as README.md says

    def bundle(self, packages, *commands, copied=()):
        """What a bundler makes of MAIN in dist/, without configuration, must play in Chromium."""
        self.registry(*packages)
        shutil.rmtree(self.folder / "dist", ignore_errors=True)
        (self.folder / "index.html").write_text('<!doctype html><p id="says"></p><script type="module" src="main.js"></script>')
        (self.folder / "main.js").write_text(self.MAIN)
        for command in commands:
            subprocess.run(["npx", *command], cwd=self.folder, check=True, stdout=subprocess.DEVNULL)
        for name in copied:
            source = self.folder / "node_modules/agon" / name
            (shutil.copytree if source.is_dir() else shutil.copy)(source, self.folder / "dist" / name)
        if not (self.folder / "dist/index.html").is_file():
            shutil.copy(self.folder / "index.html", self.folder / "dist")
        if not browser.PROGRAM:
            self.skipTest("no chromium is installed to look at what it made")
        with site(self.folder / "dist") as host, window() as shown:
            page = shown.open(host.url)
            page.wait("document.querySelector('#says').textContent")
            self.assertEqual(page.value("document.querySelector('#says').textContent"), "5 1")

    def test_vite(self):
        self.bundle(["vite@5"], ["vite", "build", "--base", "./", "--logLevel", "error"])

    def test_webpack(self):
        self.bundle(["webpack@5", "webpack-cli@6"], ["webpack", "./main.js", "--mode", "production", "-o", "dist"])

    def test_esbuild(self):
        self.bundle(["esbuild"], ["esbuild", "main.js", "--bundle", "--format=esm", "--outdir=dist", "--log-level=error"],
                    copied=self.COPIED)

    def test_rollup(self):
        self.bundle(["rollup@4", "@rollup/plugin-node-resolve"],
                    ["rollup", "main.js", "--dir", "dist", "--plugin", "node-resolve={browser:true}", "--silent"],
                    copied=self.COPIED)


ISOLATED = {"Cross-Origin-Opener-Policy": "same-origin", "Cross-Origin-Embedder-Policy": "require-corp"}


def site(folder, isolated=False, policy=""):
    """A static host of a folder, below a path; `isolated`: with the headers that threads need."""
    headers = {**(ISOLATED if isolated else {}), **({"Content-Security-Policy": policy} if policy else {})}
    return contextlib.closing(Files(folder, "some/where/", headers))


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
    MAX_THREADS = 1
    # `stop` and `ponderhit` are flags there, without words, and no file can be written.
    OMITTED = ("surplus_words_of_signals", "bad_file_to_write")

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        (self.folder / "agon").symlink_to(PACKAGE)

    def open(self, html, isolated=False, policy=""):
        (self.folder / "index.html").write_text(html)
        host = self.enterContext(site(self.folder, isolated, policy))
        page = self.enterContext(window()).open(host.url)
        page.wait("document.readyState === 'complete'")
        return page

    def enterContext(self, context):  # of Python 3.11
        self.addCleanup(context.__exit__, None, None, None)
        return context.__enter__()

    def value(self, script, isolated=False, policy=""):
        """The value of an asynchronous function with this body."""
        page = self.open("<!doctype html><p>", isolated, policy)
        self.assertEqual(page.value("crossOriginIsolated"), isolated)
        return page.value(f'(async () => {{ const {{Agon, AgonWorker}} = await import("./agon/agon.js"); {script} }})()')

    def engine(self):
        if not hasattr(self, "page"):
            self.page = self.open("<!doctype html><p>")
        return PageEngine(self.page)

    def test_signature_and_stop(self):
        """Without threads: `stop` arrives through shared memory with the headers, through a URL without."""
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
            self.assertEqual(said[0].split()[0], SIGNATURE)
            quicker = list(map(min, said[1][:3], said[1][3:]))  # the machine may be busy
            self.assertLess(max(quicker), 1000 * LIMIT, (isolated, said))

    def test_networks_are_loaded_when_a_search_needs_them(self):
        """Each once for all engines of a page."""
        host = self.enterContext(site(self.folder))
        (self.folder / "index.html").write_text("<!doctype html><p>")
        page = self.enterContext(window()).open(host.url)
        page.wait("document.readyState === 'complete'")
        page.value("""(async () => {
            const {Agon} = await import("./agon/agon.js");
            globalThis.engines = await Promise.all([Agon.start(), Agon.start()]);
            globalThis.search = (variant) => Promise.all(engines.map((agon) =>
              agon.search(agon.game({variant}), {depth: 2}).then(({action}) => action.length))); })()""")
        self.assertEqual(host.networks(), [])
        for variant, known in (("classic", ["classic"]), ("ham", ["classic"]), ("csiro", ["classic", "german"]),
                               ("classic", ["classic", "german"]), ("neto", ["classic", "german", "all"])):
            self.assertEqual(len(page.value(f"search('{variant}')")), 2)
            self.assertEqual(host.networks(), list(known), variant)

    def test_analyse(self):
        """Aborted through a URL, and with the headers through shared memory or a message."""
        for threads, isolated in (("false", False), ("false", True), ("true", True)):
            Node.check_analyses(self, self.value(Node.ANALYSES.replace("THREADS", threads) + "return said;", isolated))

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
        """A missing file is an error, not silence."""
        (self.folder / "agon").unlink()
        shutil.copytree(PACKAGE, self.folder / "agon")
        (self.folder / "agon/agon-threads.wasm").unlink()
        self.assertIn("agon-threads.wasm", self.value(
            "try { await Agon.start({threads: true}); } catch (error) { return String(error); }", isolated=True))
        for name in ("agon-worker.wasm", "agon-worker.js"):
            (self.folder / "agon" / name).unlink()
            self.assertIn("agon-worker", self.value(
                "try { await Agon.start(); } catch (error) { return String(error); }"), name)

    def test_content_security_policy(self):
        """Without blob: in connect-src no search could be stopped, which must not pass for `stop`."""
        script = """
            let agon;
            try { agon = await Agon.start(); } catch (error) { return error.message; }
            const game = agon.game(), depth = (await agon.search(game, {depth: 6})).depth, stopper = new AbortController();
            setTimeout(() => stopper.abort(), 200);
            return [depth, game.legal.includes((await agon.search(game, {signal: stopper.signal})).action)];"""
        policy = "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'"
        readme = (PACKAGE / "README.md").read_text()
        for needed in ("script-src 'self' 'wasm-unsafe-eval'", "connect-src 'self' blob:"):
            self.assertIn(needed, readme)
        self.assertEqual(self.value(script, policy=policy + " blob:"), [6, True])
        self.assertRegex(self.value(script, policy=policy), "connect-src 'self' blob:")
        self.assertEqual(self.value(script, isolated=True, policy=policy), [6, True])
        self.assertIn("wasm", self.value(script, policy="default-src 'self'; connect-src 'self' blob:").lower())

    def test_a_worker_called_agon(self):
        """A user's worker of that name can use the package too."""
        (self.folder / "mine.js").write_text("""
            import {Agon} from "./agon/agon.js";
            onmessage = async ({data}) => {
                const agon = await Agon.start();
                postMessage([data, (await agon.search(agon.game(), {depth: 4})).depth]);
                agon.close();
            };""")
        self.assertEqual(self.value("""
            const mine = new Worker("mine.js", {type: "module", name: "agon"});
            mine.postMessage("hello");
            return new Promise((done) => { mine.onmessage = ({data}) => done(data); });"""), ["hello", 4])

    def test_out_of_memory(self):
        said = self.value("""
            const agon = await Agon.start();
            agon.send("setoption name Hash value 4000");
            for await (const line of agon) return [line, (await agon.search(agon.game(), {depth: 3})).depth];""")
        self.assertEqual(said, ["info string setoption: Hash: no memory for 4000 MB, 16 MB kept", 3])

    @unittest.skipUnless(os.environ.get("AGON_FIGURES"), "only on request")
    def test_figures(self):
        """Prints the figures of protocol/web/npm/README.md."""
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
        """The page in the README plays."""
        html = re.search(r"```html\n(.*?)```", (PACKAGE / "README.md").read_text(), re.DOTALL)[1]
        self.assertLessEqual(html.count("\n"), 15)
        page = self.open(html)
        for turn in range(3):
            page.wait("actions.options.length > 1 && says.textContent.startsWith('White')")
            page.value("actions.selectedIndex = 1, actions.dispatchEvent(new Event('change'))")
            page.wait("says.textContent.startsWith('Black')")


if __name__ == "__main__":
    unittest.main()

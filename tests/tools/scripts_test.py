"""The scripts of tools/, .ci/ and bench/: help, usage, asking before installing. The tests install nothing: stubs of
apt-get, dpkg-query, sudo and cmake come first on the PATH and log their arguments. AGON_BIN in the environment is
the folder of executables."""

import json
import os
import pathlib
import pty
import shutil
import subprocess
import sys
import tempfile
import unittest

BIN = pathlib.Path(os.environ["AGON_BIN"])
ROOT = pathlib.Path(__file__).resolve().parents[2]
SCRIPTS = sorted(path.relative_to(ROOT) for path in (ROOT / "tools").rglob("*")
                 if path.is_file() and not path.suffix and os.access(path, os.X_OK)
                 and "debian" not in path.parts) # which Debian's programs call
SCRIPTS += [pathlib.Path(".ci/run"), pathlib.Path("bench/page")]
STUBS = {
    **{name: f'echo {name} "$@" >>"$CALLS"' for name in ("apt-get", "cmake", "mmdebstrap")},
    "sudo": 'exec "$@"',
    "dpkg-query": '[[ " $MISSING " == *" ${@: -1} "* || $MISSING == all ]] || printf installed',
}
# Wrong arguments of each script. Its message must name the last of them.
WRONG = {
    "../.ci/run": ["--frob", "foo", "--help-me", "--yes --frob"],
    "../bench/page": ["--frob", "nowhere", "--games x", "--clicks -1"],
    "build": ["--frob", "--preset", "--preset nosuch"],
    "fuzz": ["--frob", "nosuchtarget", "0", "--keep 10 nosuchtarget", "10 action --keep"],
    "lab/fit-elo": ["--frob", "--games 0", "--games 3", "--rungs 1", "--rungs x", "--concurrency 0",
                "--agon /no/agon", "--agon /bin/true --match /no/match", "nosuch.jsonl",
                "--agon /bin/true --match /bin/true --work /dev/null"],
    "lab/fit-wdl": ["--frob", "nosuch.jsonl"],
    "lab/plant-blunders": ["--frob", "nosuch.pgn"],
    "lab/mutate": ["--frob", "nosuchfault"],
    "lab/soak/run": ["--frob", "--seconds 0", "--seconds x", "--engines -1", "--load -1", "--margin -5",
             "--protocols gtp", "--agon /no/agon", "--agon /bin/true --engine /no/engine",
             "--log-folder /no/folder"],
    "lab/study/run": ["--frob", "nosuch", "play", "play work --batch 3", "play work --presets nosuch",
              "play work --agon /no/agon", "show /no/work -o out", "compare one.json /no/other"],
    "cluster/openbench/pack": ["--frob", "dir own/er", "one two three"],
    "wasm": ["--frob", "--yes --frob"],
    "packages": ["--frob", "No_Package", "g++ ../foo"],
    "play": [], # its options are those of `agon play`
    "lab/prove/make-suite": ["--frob", "/no/folder", ". foo"],
    "release/check": ["--frob", "foo", "--yes foo", "static foo", "--from", "--from /no/old.deb"],
    "release/cross": ["--frob", "foo", "--compiler", "--compiler tcc", "-R", "-Q", "-R perft foo"],
    "release/make": ["--frob", "foo", "--yes foo"],
    "release/manpage": ["--frob", "one", "/no/program summary page.1.gz"],
    "release/screenshots": ["--frob", "--lang xx", "--width x", "--theme x", "folder nosuch", "/dev/null/folder"],
    "release/spdx": ["--frob", "/no/file"],
    "sanitize": ["--frob", "foo", "asan foo"],
    "cluster/slurm/match": ["--frob", "--help-me -engine", "dir"],
    "cluster/slurm/train": ["--frob", "--help-me --games", "dir"],
    "test": ["--frob", "foo", "-R", "-R perft foo", "--yes foo", "tools/test", "-R perft --frob", "-j x"],
    "tidy": ["--frob", "foo", "README.md", "engine/nosuch.cpp", "engine/game/game.hpp"],
    "lab/train/recipe": ["--frob", "classic 0", "classic x", "classic 1 0", "classic 1 x",
                     "classic 1 2 /dev/null/dir", "classic 1 2 dir foo"],
}


class Scripts(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = pathlib.Path(folder.name)
        for name in ["tools/packages", "tools/build", "tools/test", "tools/play", "CMakePresets.json"]:
            (self.root / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / name, self.root / name)
        (self.root / "stubs").mkdir()
        for name, body in STUBS.items():
            stub = self.root / "stubs" / name
            stub.write_text(f"#!/usr/bin/env bash\n{body}\n")
            stub.chmod(0o755)
        self.environment = {**os.environ, "CALLS": str(self.root / "calls"), "MISSING": "",
                            "PATH": f"{self.root}/stubs{os.pathsep}{os.environ['PATH']}"}

    def run_script(self, *command, answer=None, missing="", cwd=None):
        """Runs a script of the copy without a terminal, or on one where `answer` is typed."""
        given = subprocess.DEVNULL
        if answer is not None:
            terminal, given = pty.openpty()
            self.addCleanup(os.close, terminal)
            self.addCleanup(os.close, given)
            os.write(terminal, (answer + "\n").encode())
        return subprocess.run(command, cwd=cwd or self.root, stdin=given, capture_output=True, text=True,
                              env={**self.environment, "MISSING": missing}, timeout=60)

    def calls(self):
        """What apt-get and cmake were called with, a line each."""
        file = self.root / "calls"
        return file.read_text().splitlines() if file.exists() else []

    def test_help_of_every_script(self):
        self.assertIn(pathlib.Path("tools/packages"), SCRIPTS)
        for script in SCRIPTS:
            for option in "-h", "--help":
                with self.subTest(script=str(script), option=option):
                    done = self.run_script(ROOT / script, option)
                    self.assertEqual((done.returncode, done.stderr), (0, ""))
                    self.assertIn("usage: ", done.stdout.splitlines()[0])
                    self.assertIn(script.name, done.stdout.splitlines()[0])
        self.assertEqual(self.calls(), [])

    def test_the_deliberate_faults_fit_the_sources(self):
        done = self.run_script(ROOT / "tools/lab/mutate", "--list")
        self.assertEqual((done.returncode, done.stderr), (0, ""))

    def test_wrong_arguments_end_before_anything_begins(self):
        """No installation, build or file; status 2, and a message that names the fault."""
        self.assertEqual(sorted(WRONG), sorted(os.path.relpath(script, "tools") for script in SCRIPTS))
        work = self.root / "work"
        work.mkdir()
        for script, wrong in WRONG.items():
            for arguments in wrong:
                with self.subTest(script=script, arguments=arguments):
                    (self.root / "calls").unlink(missing_ok=True)
                    done = self.run_script(ROOT / "tools" / script, *arguments.split(),
                                           missing="all", cwd=work)
                    self.assertEqual((done.returncode, done.stdout), (2, ""), done.stderr)
                    self.assertNotIn("Traceback", done.stderr)
                    self.assertNotIn("line ", done.stderr)  # an error of bash itself
                    self.assertIn(pathlib.Path(script).name, done.stderr)
                    self.assertTrue(arguments.split()[-1] in done.stderr or
                                    "usage: " in done.stderr, done.stderr)
                    self.assertEqual((self.calls(), os.listdir(work)), ([], []))

    def test_packages_are_named_and_installed_without_a_terminal(self):
        done = self.run_script("tools/packages", missing="ninja-build doctest-dev")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("ninja-build doctest-dev", done.stderr)
        self.assertEqual(len(self.calls()), 1)
        self.assertTrue(self.calls()[0].endswith(" ninja-build doctest-dev"))

    def test_on_a_terminal_packages_are_asked_for(self):
        for answer, status in ("n", 1), ("no", 1), ("what", 1), ("y", 0), ("", 0):
            with self.subTest(answer=answer):
                (self.root / "calls").unlink(missing_ok=True)
                done = self.run_script("tools/packages", answer=answer, missing="cmake")
                self.assertEqual(done.returncode, status)
                self.assertIn("cmake", done.stderr)
                self.assertEqual(len(self.calls()), 1 - status)

    def test_yes_asks_nothing(self):
        for command in ["tools/packages", "tools/build", "tools/test", "tools/play"]:
            with self.subTest(command=command):
                (self.root / "calls").unlink(missing_ok=True)
                self.run_script(command, "--yes", answer="n", missing="cmake")
                self.assertIn("apt-get", self.calls()[0])

    def test_nothing_missing_nothing_said(self):
        done = self.run_script("tools/packages", answer="n")
        self.assertEqual((done.returncode, done.stdout, done.stderr, self.calls()), (0, "", "", []))

    def test_build_hands_on_preset_and_targets(self):
        self.run_script("tools/build", "--preset", "dev", "agon", "agon-match")
        self.assertEqual(self.calls(), ["cmake --preset dev -G Ninja",
                                        "cmake --build --preset dev --target agon agon-match"])

    def test_play_builds_only_the_engine(self):
        self.run_script("tools/play", "--movetime", "1")
        self.assertEqual(self.calls()[-1], "cmake --build --preset release --target agon")

    def test_no_test_is_a_failure(self):
        build = self.root / "build/release"
        build.mkdir(parents=True)
        (build / "CTestTestfile.cmake").write_text('add_test(there "true")\n')
        self.assertEqual(self.run_script("tools/test", "-R", "there").returncode, 0)
        self.assertNotEqual(self.run_script("tools/test", "-R", "nosuchtest").returncode, 0)

    def test_a_failure_beside_a_skipped_case_is_a_failure(self):
        """To CTest a test is skipped if its output matches this expression, whatever its exit status."""
        listed = subprocess.run(["ctest", "--test-dir", BIN.parent, "--show-only=json-v1"], check=True,
                                capture_output=True, text=True).stdout
        found = {test["name"]: property["value"] for test in json.loads(listed)["tests"]
                 for property in test["properties"] if property["name"] == "SKIP_REGULAR_EXPRESSION"}
        self.assertRegex("Ran 2 tests\n\nOK (skipped=1)\n", "|".join(found["arena/serve_browser"]))
        for name, expressions in found.items():
            self.assertNotRegex("Ran 2 tests\n\nFAILED (failures=1, skipped=1)\n", "|".join(expressions), name)

    def test_the_bot_names_a_missing_agon(self):
        bot = [sys.executable, ROOT / "tools/bots/inward.py"]
        done = self.run_script(*bot, "/no/such/agon")
        self.assertEqual(done.returncode, 1)
        self.assertEqual(len(done.stderr.splitlines()), 1, done.stderr)
        self.assertIn("/no/such/agon", done.stderr)
        self.assertIn("usage: ", self.run_script(*bot, "--help").stdout)


if __name__ == "__main__":
    unittest.main()

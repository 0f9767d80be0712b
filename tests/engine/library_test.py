"""The installed library: each of its headers, and the examples, built as another project builds them, with
find_package(agon). AGON_BUILD in the environment is the build folder, AGON_CXX the compiler."""

import os
import pathlib
import re
import subprocess
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]


def run(*command, **options):
    done = subprocess.run(command, capture_output=True, text=True, timeout=280, **options)
    if done.returncode:
        raise AssertionError(f"{command}: {done.stdout}{done.stderr}")
    return done.stdout


def install(folder):
    run("cmake", "--install", os.environ["AGON_BUILD"], "--component", "library", "--prefix", f"{folder}/prefix")


class Library(unittest.TestCase):
    def test_each_header_alone(self):
        """Each header compiles against only the installed prefix, so it includes all that it needs. The umbrella
        header includes all of them."""
        with tempfile.TemporaryDirectory() as folder:
            install(folder)
            include = pathlib.Path(folder, "prefix/include/agon")
            headers = sorted(str(path.relative_to(include)) for path in include.rglob("*.hpp"))
            self.assertGreater(len(headers), 20)
            umbrella = (include / "engine/agon.hpp").read_text(encoding="utf-8")
            self.assertEqual([name for name in headers if f'"{name}"' not in umbrella], ["engine/agon.hpp"])
            for name in headers:
                run(os.environ["AGON_CXX"], "-std=c++20", "-fsyntax-only", "-Wall", "-Wextra", f"-I{include}",
                    "-x", "c++", "-", input=f'#include "{name}"\n')

    def test_examples(self):
        with tempfile.TemporaryDirectory() as folder:
            install(folder)
            run("cmake", "-S", ROOT / "engine/examples", "-B", f"{folder}/build", "-G", "Ninja",
                f"-DCMAKE_PREFIX_PATH={folder}/prefix", "-DCMAKE_BUILD_TYPE=Debug")
            run("cmake", "--build", f"{folder}/build")
            self.assertEqual(len(list(pathlib.Path(folder, "prefix").rglob("*.a"))), 1)
            counts = (ROOT / "tests/data/perft-setups.txt").read_text(encoding="utf-8")
            for preset in ("classic", "neto"):
                expected = re.search(rf"^{preset} \| (\w+) \| (.*?)\s*$", counts, re.MULTILINE)
                shown = run(f"{folder}/build/perft", "3", preset).splitlines()[1:]
                self.assertEqual([line.split()[1] for line in shown],
                                 expected[2].split()[:3])
            game = '[Variant "classic"]\n\n1. a1b2 l11k10 *\n'
            shown = run(f"{folder}/build/pgn", input=game)
            self.assertIn("White", shown.splitlines()[-1])
            self.assertGreater(len(shown.splitlines()), 11)
            wrong = subprocess.run([f"{folder}/build/pgn"], input="\n1. a1f6 *\n", text=True,
                                   capture_output=True, check=False)
            self.assertEqual(wrong.returncode, 1)
            self.assertIn("line 2: ", wrong.stderr)


if __name__ == "__main__":
    unittest.main()

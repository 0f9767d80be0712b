"""The examples, built as another project builds them: from an installed library that find_package(agon)
finds. AGON_BUILD in the environment is the build folder."""

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


class Library(unittest.TestCase):
    def test_examples(self):
        with tempfile.TemporaryDirectory() as folder:
            run("cmake", "--install", os.environ["AGON_BUILD"], "--component", "library",
                "--prefix", f"{folder}/prefix")
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

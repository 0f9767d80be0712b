"""The recipes of tools/slurm: parts of a match, merged, are the match.
AGON_BIN in the environment is the folder of executables."""

import os
import pathlib
import re
import shutil
import subprocess
import tempfile
import unittest

BIN = pathlib.Path(os.environ["AGON_BIN"])
SCRIPT = pathlib.Path(__file__).resolve().parents[2] / "tools" / "slurm" / "match"
ROUNDS = 7
OPTIONS = [
    "-engine", f"cmd={BIN}/agon", "name=A", "nodes=150", "-engine", f"cmd={BIN}/agon", "name=B",
    "nodes=60", "-each", "option.Hash=1", "-rounds", str(ROUNDS), "-repeat",
    "-openings", "file=book.epd", "format=epd", "order=random", "-srand", "3"
]


class Shards(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        book = self.run_here([BIN / "agon", "genfens", str(ROUNDS), "--seed", "11"])
        (self.folder / "book.epd").write_text(book)
        self.environment = {"AGON_MATCH": str(BIN / "agon-match"),
                            "PATH": f"{BIN}{os.pathsep}{os.environ['PATH']}"}

    def run_here(self, command, **variables):
        done = subprocess.run(command, cwd=self.folder, capture_output=True, text=True,
                              env={**os.environ, **variables})
        self.assertEqual(done.returncode, 0, done.stderr)
        return done.stdout

    @staticmethod
    def table(output):
        """The last table of an output, from its rates on; the lines before name files or shards."""
        table = output[output.rindex("Elo: "):output.rindex("Endings: ")]
        return table.replace("-" * 50 + "\n", "")

    def check_merged(self, journals):
        self.assertTrue(all((self.folder / journal).exists() for journal in journals))
        whole = self.run_here([BIN / "agon-match", *OPTIONS])
        merged = self.run_here([BIN / "agon-match", "merge", *journals])
        self.assertIn(f"Games: {2 * ROUNDS}, ", merged)
        self.assertEqual(self.table(merged), self.table(whole))

    def slurm(self, task, count, first, arguments=("games", *OPTIONS)):
        return subprocess.run(
            [SCRIPT, *arguments], cwd=self.folder, capture_output=True, text=True,
            env={**os.environ, **self.environment, "SLURM_ARRAY_TASK_ID": str(task),
                 "SLURM_ARRAY_TASK_COUNT": str(count), "SLURM_ARRAY_TASK_MIN": str(first)})

    def test_a_job_array(self):
        games = []
        for task in (5, 6, 7):
            done = self.slurm(task, 3, 5)
            self.assertEqual(done.returncode, 0, done.stderr)
            games += re.findall(r"^Finished game (\d+) ", done.stdout, re.M)
        self.assertEqual(sorted(map(int, games)), list(range(1, 2 * ROUNDS + 1)))
        self.assertEqual(len(list((self.folder / "games").iterdir())), 3)
        # Submitted again, a part has nothing left to do.
        self.assertNotIn("Started game", self.slurm(6, 3, 5).stdout)
        self.check_merged([f"games/shard-{part}.jsonl" for part in (1, 2, 3)])

    def test_a_tuning_as_a_job_array(self):
        tuning = ["spsa", "-engine", f"cmd={BIN}/agon", "nodes=50", "-param", "Contempt",
                  "-iterations", "2", "-games-per-iteration", "2"]
        for task in (1, 2):
            done = self.slurm(task, 2, 1, ("tunings", *tuning))
            self.assertEqual(done.returncode, 0, done.stderr)
        merged = self.run_here([BIN / "agon-match", "merge", "tunings/shard-1.jsonl",
                                "tunings/shard-2.jsonl"])
        self.assertIn("Contempt", merged)

    def test_what_is_no_whole_array_is_refused(self):
        self.assertIn("gaps", self.slurm(9, 2, 1).stderr)
        self.assertIn("usage", self.slurm(1, 2, 1, OPTIONS).stderr)
        done = subprocess.run([SCRIPT, "games", *OPTIONS], capture_output=True, text=True)
        self.assertNotEqual(done.returncode, 0)
        self.assertIn("sbatch --array", done.stderr)

    @unittest.skipUnless(shutil.which("parallel"), "GNU parallel is not installed")
    def test_gnu_parallel(self):
        self.run_here(["parallel", "-q", "agon-match", *OPTIONS, "--shard", "{}/4",
                       "-journal", "file=shard-{}.jsonl", ":::", "1", "2", "3", "4"],
                      **self.environment)
        self.check_merged(sorted(path.name for path in self.folder.glob("shard-*.jsonl")))


if __name__ == "__main__":
    unittest.main()

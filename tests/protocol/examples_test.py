"""The program answers as in the conversations that the documents show, apart from times."""

import os
import pathlib
import re
import shlex
import subprocess
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
AGON = os.environ["AGON_BIN"] + "/agon"
BLOCKS = [block for file in ("README.md", "protocol/protocols.md")
          for block in re.findall(r"^```\n(.*?)^```", (ROOT / file).read_text(), re.DOTALL | re.MULTILINE)]


def timeless(text):
    return re.sub(r"\b(nps|time) \d+", r"\1 N", text).splitlines()


class Examples(unittest.TestCase):
    def test_commands(self):
        examples = [block for block in BLOCKS if block.startswith('$ agon "')]
        self.assertEqual(len(examples), 3)
        for example in examples:
            command, said = example.split("\n", 1)
            done = subprocess.run([AGON, *shlex.split(command)[2:]], check=True, capture_output=True, text=True)
            self.assertEqual(timeless(done.stdout), timeless(said))

    def test_analyse(self):
        example = re.search(r"^\$ (echo .*agon analyse)\n(.*)$", (ROOT / "protocol/analysis/README.md").read_text(),
                            re.MULTILINE)
        done = subprocess.run(example[1], shell=True, check=True, capture_output=True, text=True,
                              env={**os.environ, "PATH": os.environ["AGON_BIN"] + os.pathsep + os.environ["PATH"]})
        self.assertEqual(done.stdout, example[2] + "\n")

    def test_a_session_in_uci(self):
        session = next(block for block in BLOCKS if block.startswith("> uci\n"))
        lines = timeless(session)
        commands = [line[2:] for line in lines if line.startswith("> ")]
        answers = [line[2:] for line in lines if line.startswith("< ")]
        with subprocess.Popen([AGON], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as agon:
            print(*commands[:-1], sep="\n", file=agon.stdin, flush=True)
            said = ""
            for line in agon.stdout:
                said += line
                if line.startswith("bestmove"):
                    break
            agon.communicate(commands[-1])
        self.assertEqual([line for line in timeless(said) if line in answers], answers)


if __name__ == "__main__":
    unittest.main()

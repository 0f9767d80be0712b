"""The stored inputs of the fuzzers have every word of their format, since they are libFuzzer's dictionary: commands and
options of the sessions, keys of what a page sends. AGON_BIN in the environment is the folder of executables."""

import os
import pathlib
import re
import subprocess
import tarfile
import unittest

AGON = pathlib.Path(os.environ["AGON_BIN"]) / "agon"
ROOT = pathlib.Path(__file__).resolve().parents[2]


def stored(target):
    """All that the inputs of a target contain."""
    with tarfile.open(ROOT / f"tests/fuzz/corpus/{target}.tar.xz") as archive:
        return "\n".join(archive.extractfile(entry).read().decode(errors="replace") for entry in archive)


def answer(protocol, command):
    return subprocess.run([AGON, "--protocol", protocol], input=f"{command}\nquit\n", check=True,
                          capture_output=True, text=True, timeout=60).stdout


class Words(unittest.TestCase):
    def check(self, words, target):
        self.assertGreater(len(words), 10)
        text = stored(target)
        missing = [word for word in words if not re.search(rf"(?<!\w){re.escape(word)}(?!\w)", text, re.IGNORECASE)]
        self.assertEqual(missing, [], target)

    def test_sessions(self):
        options = re.findall(r"^option name (.*) type ", answer("uci", "uci"), re.MULTILINE)
        commands = [line.split()[0] for protocol in ("uci", "ugi") for line in answer(protocol, "help").splitlines()]
        self.check(options + commands, "uci")
        self.check(answer("gtp", "list_commands").strip("= \n").split(), "gtp")

    def test_messages_of_a_page(self):
        source = (ROOT / "protocol/web/room/requests.cpp").read_text(encoding="utf-8")
        for target in ("messages", "request"):
            self.check(sorted(set(re.findall(r'"([a-z]+)"', source))), target)


if __name__ == "__main__":
    unittest.main()

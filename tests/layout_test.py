"""Checks every #include of our sources against ALLOWED: which folder may include which.

Sub-folders are listed on their own. Add an arrow only on purpose, and only in the direction
engine <- search <- protocol <- main.
"""

import pathlib
import re
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[1]
SOURCES = sorted(
    path.relative_to(ROOT)
    for top in ("engine", "search", "protocol", "bench", "tools", "tests")
    for path in (ROOT / top).rglob("*.[ch]pp")
)

ALLOWED = {
    "engine": "",
    "engine/rulesets": "engine engine/draw",
    "engine/draw": "engine",
    "search/score": "",
    "search/control": "engine search/score",
    "search/nnue": "engine search/score",
    "search/tree": "engine search/control search/nnue search/score",
    "search": "engine search/control search/nnue search/score search/tree",
    "bench": "engine engine/rulesets search search/control",
    "protocol/program": "",
    "protocol/session": "engine engine/rulesets search search/control search/nnue",
    "protocol/text": "bench engine engine/draw protocol/program protocol/session search search/nnue",
    "protocol/uci": "bench engine protocol/program protocol/session protocol/text search/control",
    "protocol/gtp": "engine engine/draw protocol/program protocol/session protocol/text protocol/uci"
                    " search/control",
    # The record of a game is the arena's.
    "protocol/play": "engine engine/draw engine/rulesets protocol/program protocol/session"
                     " protocol/text tools/match/game tools/match/tournament",
    "protocol/commands": "bench engine engine/draw engine/rulesets protocol/gtp protocol/play"
                         " protocol/program protocol/session protocol/text protocol/uci"
                         " search/control",
    "protocol": "protocol/commands protocol/program",
    "tools/book": "engine engine/rulesets protocol/program search",
    "tools/prove": "engine engine/rulesets protocol/program",
    "tools/solve": "engine engine/rulesets protocol/program",
    "tools/train": "engine engine/rulesets protocol/program search search/nnue search/score"
                   " tools/match/formats tools/match/schedule",
    # The arena uses the rules and nothing of the search; it talks to engines in text.
    "tools/match/engines": "engine",
    "tools/match/game": "engine engine/rulesets tools/match/engines",
    "tools/match/formats": "engine engine/rulesets tools/match/game",
    "tools/match/schedule": "engine tools/match/game",
    "tools/match/stats": "engine tools/match/game tools/match/schedule",
    "tools/match/tournament": "engine protocol/program tools/match/engines tools/match/formats"
                              " tools/match/game tools/match/schedule tools/match/stats",
    "tools/match/spsa": "engine protocol/program tools/match/engines tools/match/formats"
                        " tools/match/game tools/match/schedule tools/match/tournament",
    "tools/match/report": "engine engine/draw tools/match/formats tools/match/game"
                          " tools/match/schedule tools/match/spsa tools/match/stats"
                          " tools/match/tournament",
    "tools/match/check": "engine tools/match/engines tools/match/game",
    "tools/match/web": "engine engine/draw engine/rulesets protocol/program tools/match/engines"
                       " tools/match/formats tools/match/game tools/match/report tools/match/stats"
                       " tools/match/tournament",
    "tools/match/commands": "engine engine/draw engine/rulesets protocol/program tools/match/check"
                            " tools/match/engines tools/match/formats tools/match/game"
                            " tools/match/report tools/match/schedule tools/match/spsa"
                            " tools/match/stats tools/match/tournament tools/match/web",
    "tools/match": "protocol/program tools/match/commands tools/match/engines tools/match/tournament"
                   " tools/match/web",
    "tools/python": "engine engine/draw engine/rulesets protocol/program protocol/session"
                    " protocol/text search tools/match/formats",
    # Tests may include all other folders; between folders of tests, only this.
    "tests": "",
    "tests/naive": "",
    "tests/support": "tests/naive",
    "tests/engine": "tests/naive tests/support",
    "tests/search": "tests/naive tests/support",
    "tests/protocol": "tests/naive tests/search tests/support",
    "tests/match": "tests/naive tests/support",
    "tests/tools": "tests/naive tests/support",
    "tests/fuzz": "tests/protocol tests/support",
}
ALLOWED = {folder: set(arrows.split()) for folder, arrows in ALLOWED.items()}


def includes(path):
    text = (ROOT / path).read_text(encoding="utf-8")
    return re.findall(r'^\s*#\s*include\s*"([^"]+)"', text, re.MULTILINE)


def circle(graph):
    """The nodes of one circle, in order, or None."""
    done, way = set(), []

    def visit(node):
        if node in way:
            return way[way.index(node):]
        if node in done:
            return None
        way.append(node)
        found = next(filter(None, map(visit, sorted(graph.get(node, ())))), None)
        way.pop()
        done.add(node)
        return found

    return next(filter(None, map(visit, sorted(graph))), None)


class Layout(unittest.TestCase):
    def test_arrows(self):
        wrong, drawn = [], {folder: set() for folder in ALLOWED}
        for path in SOURCES:
            folder = path.parent.as_posix()
            for name in includes(path):
                target = pathlib.PurePosixPath(name).parent.as_posix()
                if not (ROOT / name).is_file():
                    wrong.append(f'{path}: "{name}" is not a file (paths begin at the root)')
                elif target == folder:
                    continue
                elif folder.startswith("tests") and not target.startswith("tests"):
                    continue
                elif target not in ALLOWED.get(folder, ()):
                    wrong.append(f"{path}: {folder} may not include {target} ({name})")
                else:
                    drawn[folder].add(target)
        self.assertEqual(wrong, [])
        unused = {folder: arrows - drawn[folder] for folder, arrows in ALLOWED.items()}
        self.assertEqual({folder: arrows for folder, arrows in unused.items() if arrows}, {},
                         "allowed, but not used any more")

    def test_no_circle(self):
        self.assertIsNone(circle(ALLOWED))
        self.assertIsNone(circle({path.as_posix(): includes(path) for path in SOURCES}))

    def test_circle_finds_one(self):
        self.assertEqual(circle({"a": {"b"}, "b": {"c"}, "c": {"b"}}), ["b", "c"])

    def test_every_folder_has_a_readme(self):
        folders = {path.parent for path in SOURCES}
        self.assertEqual([f.as_posix() for f in sorted(folders)
                          if not (ROOT / f / "README.md").is_file()], [])


if __name__ == "__main__":
    unittest.main()

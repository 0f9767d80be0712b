"""Checks how the sources are laid out: every #include against ALLOWED, and the tree in CONTRIBUTING.md
against the folders.

Sub-folders are listed on their own. Add an arrow only on purpose, and only in the direction
engine <- search <- bench <- protocol, engine <- protocol/record <- tools/arena. Two folders need next to nothing
of ours, so that everything may use them: protocol/os, what differs between systems, and protocol/cli, the
options and the exit status of a command line, which knows only how the engine names files. protocol/record and protocol/web/room come right after engine,
and the arena and the pages without a server share them.
"""

import pathlib
import re
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[1]
TOPS = ("engine", "search", "bench", "protocol", "tools", "tests")
SOURCES = sorted(
    path.relative_to(ROOT)
    for top in TOPS
    for path in (ROOT / top).rglob("*.[ch]pp")
    if path != ROOT / "engine/agon.hpp" # the umbrella header: all of engine, and library_test checks it
)
SHIPPED = [path for path in SOURCES if path.parts[0] != "tests"]

ALLOWED = {
    "engine": "",
    "engine/rules": "engine",
    "engine/board": "",
    "engine/game": "engine engine/board engine/rules",
    "engine/notation": "engine engine/game",
    "engine/draw": "engine/game engine/notation engine/rules",
    "engine/examples": "engine engine/draw engine/game engine/notation engine/rules",
    "protocol/os": "",
    "search/score": "",
    "search/nnue": "engine engine/game search/score",
    "search": "engine engine/board engine/game protocol/os search/nnue search/score",
    "bench": "engine engine/game engine/notation engine/rules search",
    "protocol/cli": "engine protocol/os",
    "protocol/record": "engine engine/board engine/game engine/notation engine/rules protocol/os search/score",
    "protocol/uci/text": "engine protocol/record",
    "protocol/lessons": "engine engine/board engine/game engine/notation engine/rules",
    "protocol/puzzles": "engine engine/game engine/notation engine/rules",
    "protocol/web/room": "engine engine/draw engine/game engine/notation engine/rules protocol/lessons"
                         " protocol/puzzles protocol/record protocol/uci/text",
    "protocol/web/page": "protocol/web/room",
    "protocol/session": "engine engine/draw engine/game engine/notation engine/rules protocol/cli protocol/os"
                        " protocol/record search search/nnue",
    "protocol/analysis": "engine engine/game engine/notation engine/rules protocol/cli protocol/os protocol/record"
                         " protocol/session protocol/web/room search search/score",
    "protocol/uci": "bench engine engine/game engine/notation protocol/cli protocol/os protocol/record"
                    " protocol/session search search/score",
    "protocol/gtp": "engine engine/board engine/draw engine/game engine/notation protocol/cli protocol/record"
                    " protocol/session protocol/uci search",
    "protocol/terminal": "engine engine/board engine/draw engine/game engine/notation engine/rules"
                         " protocol/analysis protocol/cli protocol/lessons protocol/os protocol/puzzles protocol/record"
                         " protocol/session protocol/web/room search",
    "protocol/commands": "bench engine engine/draw engine/game engine/rules protocol/analysis protocol/cli protocol/os"
                         " protocol/session protocol/terminal protocol/uci search",
    "protocol/kit": "engine engine/game engine/notation engine/rules protocol/cli protocol/commands"
                    " protocol/record",
    "protocol": "engine protocol/cli protocol/commands protocol/gtp protocol/os protocol/session protocol/uci"
                " search",
    "protocol/web/wasm": "engine engine/draw engine/game engine/notation engine/rules protocol/analysis"
                         " protocol/record protocol/session"
                         " protocol/uci protocol/uci/text protocol/web/room search/nnue",
    # The arena talks to engines in text: nothing of the search, nothing of the engine's protocols.
    "tools/arena/conversation": "engine engine/board protocol/cli protocol/os protocol/record"
                                " protocol/uci/text",
    "tools/arena/schedule": "engine protocol/record",
    "tools/arena/stats": "engine protocol/record tools/arena/schedule",
    "tools/arena/journal": "engine engine/notation engine/rules protocol/record protocol/web/room"
                           " tools/arena/conversation tools/arena/schedule tools/arena/stats",
    "tools/arena/match": "engine engine/notation protocol/cli protocol/record tools/arena/conversation"
                         " tools/arena/journal tools/arena/schedule tools/arena/stats",
    "tools/arena/foreign": "engine engine/game engine/notation protocol/record",
    "tools/arena/tuning": "engine protocol/cli protocol/record tools/arena/conversation tools/arena/journal"
                          " tools/arena/match tools/arena/schedule",
    "tools/arena/check": "engine engine/game engine/notation protocol/os protocol/record protocol/uci/text"
                         " tools/arena/conversation",
    "tools/arena/web": "engine engine/game engine/notation protocol/cli protocol/record"
                       " protocol/web/page protocol/web/room tools/arena/conversation tools/arena/journal"
                       " tools/arena/match tools/arena/schedule tools/arena/stats tools/arena/tuning",
    "tools/arena/cli": "engine engine/draw engine/game engine/notation engine/rules protocol/cli protocol/os"
                       " protocol/record tools/arena/check tools/arena/conversation tools/arena/foreign"
                       " tools/arena/journal tools/arena/match tools/arena/schedule tools/arena/stats"
                       " tools/arena/tuning tools/arena/web",
    "tools/arena": "protocol/cli tools/arena/cli tools/arena/conversation tools/arena/match tools/arena/web",
    "tools/python": "engine engine/board engine/draw engine/game engine/notation engine/rules protocol/cli"
                    " protocol/record protocol/session search search/nnue",
    "tools/openings/make": "engine engine/game engine/notation engine/rules protocol/cli protocol/record"
                           " search",
    "tools/lab/train": "engine engine/game engine/notation engine/rules protocol/cli protocol/record search"
                       " search/nnue search/score tools/arena/schedule",
    "tools/lab/prove": "engine engine/board engine/game engine/notation engine/rules protocol/cli protocol/os"
                       " protocol/puzzles protocol/record search tools/arena/cli tools/arena/schedule",
    "tools/lab/tables": "engine engine/board engine/game engine/notation engine/rules protocol/cli"
                        " protocol/os protocol/record search/nnue",
    # Tests may include all other folders; between folders of tests, only this.
    "tests": "",
    "tests/naive": "",
    "tests/support": "tests/naive",
    "tests/engine": "tests/naive tests/support",
    "tests/search": "tests/naive tests/support",
    "tests/protocol": "tests/naive tests/search tests/support",
    "tests/record": "tests/support",
    "tests/arena": "tests/naive tests/support",
    "tests/tools": "tests/naive tests/support",
    "tests/lab": "tests/naive tests/support",
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


def tree():
    """The folders of CONTRIBUTING's tree in order."""
    text = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    block = re.search(r"^## The tree\n.*?^```\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)[1]
    return [line.split()[0].rstrip("/") for line in block.splitlines()]


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

    def test_edges(self):
        """Nothing points up: engine, search, bench and protocol never include a tool, and the arena includes
        nothing that uses the search."""
        wrong = []
        for path in SHIPPED:
            for name in includes(path):
                if path.parts[0] != "tools":
                    up = name.startswith(("tools/", "tests/"))
                elif path.parts[1] == "arena":
                    up = (name.startswith("protocol/")
                          and not name.startswith(("protocol/os/", "protocol/cli/", "protocol/record/",
                                                   "protocol/uci/text/", "protocol/web/page/", "protocol/web/room/")))
                else:
                    up = False
                if up:
                    wrong.append(f"{path}: {name}")
        self.assertEqual(wrong, [])

    def test_tree(self):
        self.maxDiff = None
        folders = tree()
        self.assertEqual(sorted(folders), sorted({path.parent.as_posix() for path in SHIPPED}))
        for number, folder in enumerate(folders):
            below = ALLOWED[folder] - set(folders[:number])
            self.assertEqual(below, set(), f"{folder} includes a folder that the tree has below it")

    def test_systems(self):
        """What differs between operating systems is in protocol/os and, for processes and keys, in files of the arena
        that are named after a system. The Python module is for POSIX."""
        foreign = re.compile(r"^\s*#\s*(if|elif).*(_WIN32|__linux|__APPLE__|__unix)"
                             r"|^\s*#\s*include <(sys/.*|unistd|windows|io|fcntl|poll|sched|termios)\.h>", re.MULTILINE)
        self.assertEqual([path.as_posix() for path in SHIPPED
                          if path.parts[:2] not in (("protocol", "os"), ("tools", "python"))
                          and path.stem.split("_")[-1] not in ("posix", "windows")
                          and foreign.search((ROOT / path).read_text(encoding="utf-8"))], [])

    def test_helper_threads(self):
        """HelperThreads: std::async() of libc++ hangs where no thread can be started. The Python module needs
        the result of one."""
        self.assertEqual([path.as_posix() for path in SHIPPED if path.parts[:2] != ("tools", "python")
                          and re.search(r"\bstd::async\(\w", (ROOT / path).read_text(encoding="utf-8"))], [])

    def test_imports_are_used(self):
        """Every name that a module of the pages imports occurs in it."""
        def unused(text):
            imports = re.compile(r"^import \{([^}]*)\} from .*$", re.MULTILINE)
            names = [name.split(" as ")[-1].strip() for found in imports.finditer(text) for name in found[1].split(",")]
            return [name for name in names if not re.search(rf"(?<![\w$])(?<!(?<!\.\.)\.){re.escape(name)}(?![\w$])", imports.sub("", text))]

        self.assertEqual(unused("import {a, b as c, d} from 'x';\nimport {e} from 'y';\n[...d, x.a, e2]"), ["a", "c", "e"])
        modules = sorted(path for folder in ("protocol/web", "tools/arena/web") for path in (ROOT / folder).rglob("*.js"))
        self.assertGreater(len(modules), 30)
        self.assertEqual({str(path.relative_to(ROOT)): names for path in modules
                          if (names := unused(path.read_text(encoding="utf-8")))}, {})

    def test_files_of_a_user(self):
        """A file that a user names is opened by open_regular, which never waits for a FIFO."""
        opened = {path.as_posix() for path in SHIPPED
                  if re.search(r"\bifstream \w+[({](?!const )", (ROOT / path).read_text(encoding="utf-8"))}
        opened.remove("engine/open_file.cpp") # open_regular itself
        self.assertEqual(opened, { # files of the system
            "tools/arena/conversation/child_posix.cpp", "tools/arena/conversation/resources_posix.cpp",
            "protocol/os/posix.cpp"})

    def test_texts_of_paths(self):
        """In what runs on Windows, utf8_of() makes a text of a path: string() would be in the system's encoding.
        What path_of() does looks like any construction, so the test tools/windows looks for others in the object
        files."""
        self.assertEqual([path.as_posix() for path in SHIPPED
                          if path.parts[:2] not in (("tools", "lab"), ("tools", "python"), ("tools", "openings"))
                          and not path.stem.endswith("posix")
                          and re.search(r"\.(generic_)?string\(\)", (ROOT / path).read_text(encoding="utf-8"))], [])

    def test_files_that_are_written(self):
        """A file is opened for output in one place, by the classes that lock, replace and keep it."""
        streams = re.compile(r"\b(ofstream|fopen|fstream \w+[({]|basic_file_sink|basic_logger|_wfopen)")
        numbers = re.compile(r"platform::(open_to_append|open_new|open_log)\b")
        text = {path.as_posix(): (ROOT / path).read_text(encoding="utf-8") for path in SHIPPED}
        self.assertEqual([path for path in text if streams.search(text[path])], [])
        self.assertEqual([path for path in text if numbers.search(text[path])],
                         ["protocol/record/record_file.cpp", "protocol/session/traffic_log.cpp"])

    def test_closed_streams(self):
        """Every program first replaces closed standard streams: main() is a call of run_main()."""
        mains = {path.as_posix(): (ROOT / path).read_text(encoding="utf-8") for path in SHIPPED
                 if path.parts[:2] != ("engine", "examples")} # which open no file
        mains = {path: text for path, text in mains.items() if re.search(r"^int main\(", text, re.MULTILINE)}
        self.assertEqual(len(mains), 9)
        self.assertEqual([path for path, text in mains.items()
                          if not re.search(r"return (agon::)?program::run_main\(", text)], [])


if __name__ == "__main__":
    unittest.main()

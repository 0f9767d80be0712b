"""What tools/openbench hands to an OpenBench server and its workers."""

import hashlib
import io
import json
import os
import pathlib
import re
import shlex
import shutil
import subprocess
import tarfile
import tempfile
import unittest
import zipfile

from openbench_worker import BIN, DEV, version_of

ROOT = pathlib.Path(__file__).resolve().parents[2]
OPENBENCH = ROOT / "tools" / "openbench"
BOOK = b"6/4g2/8/9/3Q1GG2g/1Gg1g6/3ggGG3/4q4/3G4/7/6 b - - hmvc 3;\n"


class Descriptions(unittest.TestCase):
    def test_the_runner_is_as_new_as_asked_for(self):
        config = json.loads((OPENBENCH / "config.json").read_text())
        self.assertEqual(config["fastchess_min_version"], version_of(BIN / "agon-match"))
        self.assertIn(f"project(agon VERSION {config['fastchess_min_version']} ",
                      (ROOT / "CMakeLists.txt").read_text())

    def test_the_engine(self):
        engine = json.loads((OPENBENCH / "Engines" / "Agon.json").read_text())
        config = json.loads((OPENBENCH / "config.json").read_text())
        for field, kind in (("private", bool), ("nps", int), ("source", str), ("build", dict)):
            self.assertIs(type(engine[field]), kind, field)
        for field, kind in (("path", str), ("compilers", list), ("cpuflags", list),
                            ("systems", list)):
            self.assertIs(type(engine["build"][field]), kind, field)
        self.assertEqual(engine["build"]["path"], str(OPENBENCH.relative_to(ROOT)))
        said = subprocess.run([BIN / "agon"], input="uci\nquit\n", capture_output=True, text=True)
        known = set(re.findall(r"^option name (.*?) type", said.stdout, re.M))
        for kind in ("test_presets", "datagen_presets"):
            presets = engine[kind]
            self.assertIn(presets["default"]["book_name"], config["books"] + ["NONE"])
            for name, preset in presets.items():
                if name == "default":
                    continue
                options = dict(word.split("=") for word in preset["both_options"].split())
                self.assertLessEqual({"Threads", "Hash"}, set(options))
                self.assertLessEqual(set(options), known)
                self.assertRegex(preset["both_time_control"], r"^(N=\d+|[\d.]+\+[\d.]+)$")


class Packing(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name) / "packed"
        # A copy of the sources, with a book of which all is known.
        self.root = pathlib.Path(folder.name) / "root"
        for name in ("engine", "search", "bench", "protocol", "tools"):
            shutil.copytree(ROOT / name, self.root / name)
        for name in ("CMakeLists.txt", "LICENSE"):
            shutil.copy(ROOT / name, self.root)
        with tarfile.open(self.root / "tools/openings/books/books.tar.xz", "w:xz") as archive:
            book = tarfile.TarInfo("sample.epd")
            book.size = len(BOOK)
            archive.addfile(book, io.BytesIO(BOOK))

    def pack(self, *arguments):
        return subprocess.run([self.root / "tools" / "openbench" / "pack", *arguments], capture_output=True, text=True)

    def build(self, folder, *arguments):
        """As the worker does, with this build in the place of the compiler's work."""
        bin_folder = self.folder.parent / "path"
        bin_folder.mkdir(exist_ok=True)
        cmake = bin_folder / "cmake"
        cmake.write_text(
            "#!/bin/sh\n"
            'if [ "$1" = --build ] && [ "$3" = --target ]; then\n'
            f'    mkdir -p "$2/bin" && exec cp {shlex.quote(str(BIN))}/"$4" "$2/bin/$4"\n'
            "fi\n"
            f'PATH=${{PATH#*:}} exec cmake "$@"\n')
        cmake.chmod(0o755)
        path = f"{bin_folder}{os.pathsep}{os.environ['PATH']}"
        done = subprocess.run(["make", "-j", *arguments], cwd=folder, capture_output=True,
                              text=True, env={**os.environ, "PATH": path})
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)

    def test_what_is_there_stays(self):
        self.folder.mkdir()
        (self.folder / "mine").write_text("")
        done = self.pack(self.folder)
        self.assertEqual(done.returncode, 1)
        self.assertIn("not an empty folder", done.stderr)
        self.assertEqual([path.name for path in self.folder.iterdir()], ["mine"])
        self.assertEqual(self.pack(self.folder / "mine").returncode, 1)
        self.assertEqual(self.pack().returncode, 2)

    @unittest.skipUnless(shutil.which("make"), "no make")
    def test_the_tree_builds_under_the_workers_names(self):
        self.assertEqual(self.pack(self.folder, "someone").returncode, 0)
        # GitHub's archive, as Python unpacks it, has lost who may execute what.
        for path in self.folder.rglob("*"):
            if path.is_file():
                path.chmod(0o644)
        self.build(self.folder, "CXX=g++")
        self.assertEqual(version_of(self.folder / "fastchess"), version_of(BIN / "agon-match"))
        engine = self.folder / "tools" / "openbench"
        self.build(engine, f"EXE={DEV}", "CXX=g++")
        self.assertTrue(version_of(engine / DEV))

    def test_the_server_gets_its_files(self):
        self.assertEqual(self.pack(self.folder, "someone").returncode, 0)
        server = self.folder / "server"
        config = json.loads((server / "config.json").read_text())
        self.assertEqual(config["fastchess_repo_url"], "https://github.com/someone/agon-fastchess")
        engine = json.loads((server / "Engines" / "Agon.json").read_text())
        self.assertEqual(engine["source"], "https://github.com/someone/agon")
        book = json.loads((server / "Books" / "agon-sample.epd.json").read_text())
        self.assertEqual(book, {
            "sha": hashlib.sha256(BOOK).hexdigest(),
            "source": "https://github.com/someone/agon-fastchess/raw/main/Books/agon-sample.epd.zip"
        })
        with zipfile.ZipFile(self.folder / "Books" / "agon-sample.epd.zip") as archive:
            self.assertEqual(archive.namelist(), ["agon-sample.epd"])
            self.assertEqual(archive.read("agon-sample.epd"), BOOK)

    @unittest.skipUnless((ROOT / "tools" / "books").is_dir(), "no books")
    def test_the_books_of_the_configuration_are_ours(self):
        self.assertEqual(self.pack(self.folder).returncode, 0)
        config = json.loads((OPENBENCH / "config.json").read_text())
        for name in config["books"]:
            self.assertTrue((self.folder / "server" / "Books" / f"{name}.json").exists(), name)
            self.assertTrue((self.folder / "Books" / f"{name}.zip").exists(), name)


if __name__ == "__main__":
    unittest.main()

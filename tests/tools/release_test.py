"""The parts of a release: the version, the man pages, bash completion, installed files, where Python looks for
the module, the list of parts, hardening, and when tools/release/make refuses. AGON_BIN in the environment is the folder of executables."""

import gzip
import hashlib
import json
import os
import pathlib
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
import unittest

BIN = pathlib.Path(os.environ["AGON_BIN"])
ROOT = pathlib.Path(__file__).resolve().parents[2]
# The commands that --help lists.
COMMANDS = {"agon": {"play", "analyse", "bench", "perft", "legal", "show", "eval", "rules", "genfens"},
            "agon-match": {"play", "merge", "check", "report", "replay"}}


def text_of(name):
    return (ROOT / name).read_text(encoding="utf-8")


def output(*command, **options):
    return subprocess.run(command, check=True, capture_output=True, text=True, timeout=60,
                          **options).stdout


class Release(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def test_one_version(self):
        version = re.search(r"project\(agon VERSION (\S+)", text_of("CMakeLists.txt"))[1]
        for program in COMMANDS:
            first = output(BIN / program, "--version").splitlines()[0]
            self.assertEqual(first, f"{program} {version}")
        self.assertIn(f"< id name Agon {version}\n", text_of("protocol/protocols.md"))
        self.assertIn('dynamic = ["version"]', text_of("tools/python/pyproject.toml"))
        self.assertRegex(text_of("CHANGELOG.md"), rf"^# Changelog\n\n## (Unreleased|{version})\n")

    def test_man_pages(self):
        for program, commands in COMMANDS.items():
            pages = [self.folder / name for name in ("a.1.gz", "b.1.gz")]
            for page in pages:
                output(sys.executable, ROOT / "tools/release/manpage", BIN / program, "a summary", page)
            self.assertEqual(pages[0].read_bytes(), pages[1].read_bytes())
            text = gzip.decompress(pages[0].read_bytes()).decode()
            self.assertIn(program.replace("-", "\\-") + " \\- a summary\n", text)
            sections = set(re.findall(r"^\.SS (\S+)$", text, re.MULTILINE))
            self.assertLessEqual(commands, sections)
            for command in sections:
                self.assertIn(f"\n{program} {command} ".replace("-", "\\-"), text)
            self.assertLessEqual(set(re.findall(r"^['.]\S*", text, re.MULTILINE)),
                                 {".TH", ".SH", ".SS", ".B", ".nf", ".fi"})

    def complete(self, *words):
        """The completions that bash offers for the last word."""
        script = '. "$0"; COMP_WORDS=("$@") COMP_CWORD=$(($# - 1)); _agon "$1" "${!#}"; ' \
                 'printf "%s\\n" "${COMPREPLY[@]}"'
        path = f"{BIN}{os.pathsep}{os.environ['PATH']}"
        return set(output("bash", "-c", script, ROOT / "tools/release/completion.bash", *words,
                          env={**os.environ, "PATH": path}).split())

    def test_completion(self):
        for program, commands in COMMANDS.items():
            self.assertLessEqual(commands | {"--help", "--version"}, self.complete(program, ""))
        self.assertEqual(self.complete("agon", "per"), {"perft"})
        self.assertEqual(self.complete("agon", "perft", "--d"), {"--divide"})
        self.assertEqual(self.complete("agon", "--variant", "x"), set())
        self.assertEqual(self.complete("agon-match", "-opening"), {"-openings"})
        self.assertEqual(self.complete("agon-match", "report", "--o"), {"--output"})

    def test_installed(self):
        output("cmake", "--install", BIN.parent, "--prefix", self.folder)
        for name in ("bin/agon", "bin/agon-match", "share/agon/bots/inward.py",
                     "share/agon/books/standard.epd", "share/agon/custom-rules.ini",
                     "share/bash-completion/completions/agon-match", "share/doc/agon/copyright"):
            self.assertTrue((self.folder / name).is_file(), name)
        moved = output(self.folder / "bin/agon", "rules", "club", "--variant-path",
                       self.folder / "share/agon/custom-rules.ini")
        self.assertIn("club", moved)

    def test_programs_come_without_the_library(self):
        output("cmake", "--install", BIN.parent, "--prefix", self.folder, "--component", "Unspecified")
        self.assertEqual(sorted(path.name for path in self.folder.iterdir()), ["bin", "share"])
        for name in ("make", "Containerfile"):
            for line in text_of(f"tools/release/{name}").splitlines():
                if "cmake --install" in line:
                    self.assertIn(" --component ", line, name)

    def test_debian_packages_find_their_files(self):
        output("cmake", "--install", BIN.parent, "--prefix", self.folder / "usr")
        sometimes = {"usr/share/man": "tools/agon.1.gz", "usr/lib/python3": "python"} # what not every build makes
        for file in sorted((ROOT / "tools/release/debian").glob("*.install")):
            for path in file.read_text().split():
                if not (BIN.parent / sometimes.get(path, "")).exists():
                    continue
                # Debian has a folder for the architecture, and its own one for the module.
                here = path.replace("lib/*/", "lib*/**/").replace("python3", "python3*")
                self.assertTrue(any(self.folder.glob(here)), f"{file.name}: {path}")

    def python_dir(self, python, prefix):
        """Where CMake installs the Python module below a prefix."""
        return output(python, "-I", ROOT / "tools/python/install_dir.py", prefix).rstrip("\n")

    def test_python_finds_the_module(self):
        prefix = self.folder / "environment"
        output(sys.executable, "-m", "venv", "--without-pip", prefix)
        python = prefix / "bin/python3"
        (prefix / self.python_dir(python, prefix) / "module_of_agon.py").write_text("print('found')")
        self.assertEqual(output(python, "-I", "-c", "import module_of_agon"), "found\n")
        version = "python%d.%d" % sys.version_info[:2]
        self.assertEqual(self.python_dir(sys.executable, self.folder), f"lib/{version}/site-packages")

    @unittest.skipUnless(os.path.isdir("/usr/lib/python3/dist-packages"), "not Debian")
    def test_debian_python_finds_the_module(self):
        """The folders are those of Debian's Python policy, 2.5."""
        python = "/usr/bin/python3"
        version = output(python, "-c", "import sys; print('python%d.%d' % sys.version_info[:2])").strip()
        for prefix, folder in (("/usr", "lib/python3/dist-packages"),
                               ("/usr/local", f"lib/{version}/dist-packages"),
                               (self.folder, f"lib/{version}/site-packages")):
            self.assertEqual(self.python_dir(python, prefix), folder)

    @unittest.skipUnless(shutil.which("dpkg-query"), "no dpkg-query")
    def test_list_of_parts(self):
        """Each file with its checksum; a static program contains even the C library, a wheel loads it; Debian's
        module loads all that a wheel contains."""
        names = ("agon-1-linux-x86-64-v2.tar.gz", "agon-1-cp311-cp311-any.whl", "agon-1.tar.gz", "python3-agon_1.deb")
        for name in names:
            (self.folder / name).write_text(name)
        made = [output(sys.executable, ROOT / "tools/release/spdx", *names, cwd=self.folder,
                       env={**os.environ, "SOURCE_DATE_EPOCH": "0"}) for _ in range(2)]
        self.assertEqual(made[0], made[1])
        made = json.loads(made[0])
        self.assertEqual(made["creationInfo"]["created"], "1970-01-01T00:00:00Z")
        parts = {part["SPDXID"]: part for part in made["packages"]}
        self.assertEqual(len(parts), len(made["packages"]))
        sums = {part["name"]: part["checksums"][0]["checksumValue"] for part in parts.values()
                if "checksums" in part}
        self.assertEqual(sums, {name: hashlib.sha256(name.encode()).hexdigest() for name in names})
        links = {(parts[link["spdxElementId"]]["name"], parts[link["relatedSpdxElement"]]["name"].split()[0]):
                 link["relationshipType"] for link in made["relationships"] if link["spdxElementId"] in parts}
        self.assertEqual(links[names[0], "libc6-dev"], "STATIC_LINK")
        self.assertEqual(links[names[1], "libc6-dev"], "DYNAMIC_LINK")
        self.assertEqual([link for link in links if link[0] == names[2]], [])
        for library in ("zlib1g-dev", "liblzma-dev", "libzstd-dev", "libboost-program-options-dev"):
            self.assertEqual(links[names[1], library], "STATIC_LINK")
            self.assertEqual(links[names[3], library], "DYNAMIC_LINK")

    @unittest.skipUnless(shutil.which("dpkg-query"), "no dpkg-query")
    def test_parts_in_webassembly_are_those_of_its_compiler(self):
        """The compiler is where tools/wasm keeps it."""
        others = {key: value for key, value in os.environ.items() if key not in ("AGON_WASM_ROOT", "XDG_CACHE_HOME")}
        (self.folder / "agon-1.tgz").touch()
        for number, (variable, value, root) in enumerate((("AGON_WASM_ROOT", "mine", "mine"),
                                                          ("XDG_CACHE_HOME", "cache", "cache/agon/wasm"),
                                                          ("HOME", "me", "me/.cache/agon/wasm"))):
            installed = self.folder / root / "var/lib/dpkg/status"
            installed.parent.mkdir(parents=True)
            installed.write_text("".join(f"Package: {name}\nStatus: install ok installed\nMaintainer: me\n"
                                         f"Architecture: all\nVersion: {number}\nDescription: it\n\n"
                                         for name in ("emscripten", "libboost1.83-dev", "libfmt-dev", "libspdlog-dev",
                                                      "nlohmann-json3-dev")))
            made = json.loads(output(sys.executable, ROOT / "tools/release/spdx", "agon-1.tgz", cwd=self.folder,
                                     env={**others, variable: str(self.folder / value)}))
            self.assertEqual({part["versionInfo"] for part in made["packages"][1:]}, {str(number)}, variable)

    @unittest.skipUnless(shutil.which("dpkg-buildflags"), "no dpkg-buildflags")
    def test_hardening(self):
        flags = output("make", "--silent", "--file", ROOT / "tools/release/debian/rules", "flags")
        for flag in ("-fstack-protector-strong", "-D_FORTIFY_SOURCE=", "-Wl,-z,relro -Wl,-z,now"):
            self.assertIn(flag, flags)
        self.assertRegex(flags, "-fcf-protection|-mbranch-protection=standard")

    @unittest.skipUnless(shutil.which("dpkg-buildflags"), "no dpkg-buildflags")
    def test_debian_selects_tests_that_exist(self):
        rules = output("make", "--dry-run", "--file", ROOT / "tools/release/debian/rules", "override_dh_auto_test")
        command = shlex.split(rules)
        self.assertEqual(command[:2], ["ctest", "--test-dir"])
        command[2] = BIN.parent

        def names(*words):
            return {test["name"] for test in json.loads(output(*words, "--show-only=json-v1"))["tests"]}
        left_out = names(*command[:command.index("-E")]) - names(*command)
        self.assertEqual(left_out, {"engine/lockstep", "search/forced_win"})

    def test_uncommitted_changes_are_refused(self):
        (self.folder / "tools/release").mkdir(parents=True)
        shutil.copy(ROOT / "tools/release/make", self.folder / "tools/release/make")
        output("git", "init", "--quiet", self.folder)
        done = subprocess.run([self.folder / "tools/release/make"], capture_output=True, text=True,
                              timeout=60)
        self.assertEqual((done.returncode, done.stdout), (1, ""))
        self.assertIn("?? tools/", done.stderr)


if __name__ == "__main__":
    unittest.main()

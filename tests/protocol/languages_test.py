"""A language is one file: the build finds it, and every page gets what it needs of it. No word is idle, and what the
scripts repeat of the room is the same there."""

import pathlib
import re
import shutil
import subprocess
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
PAGE, ARENA = "protocol/web/page", "tools/arena/web"
TABLES = ("shared", "page", "viewer", "arena")
MARK = "\u2042"  # what every text of the new language begins with
STRING = r'"(?:[^"\\]|\\.)*"'


class OneMore(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.folder = root = pathlib.Path(folder.name)
        for part in (PAGE, ARENA):
            shutil.copytree(ROOT / part, root / part)
        english = (root / PAGE / "words.en.js").read_text()
        # The texts of a table come after a colon, a bracket or another text; its keys do not.
        texts = re.sub(rf'((?:: |\[)){STRING}', lambda found: found[0].replace('"', f'"{MARK}', 1), english)
        (root / PAGE / "words.xx.js").write_text(texts.replace('name = "English"', 'name = "Test"'))
        (root / "CMakeLists.txt").write_text(f"""cmake_minimum_required(VERSION 3.22)
            project(pages NONE)
            include({PAGE}/files.cmake)
            agon_page_copies(files ${{CMAKE_SOURCE_DIR}}/served ${{AGON_PAGE_FILES}} ${{AGON_VIEWER_FILES}} {ARENA}/arena.words.js)
            agon_page_html(served/index.html ${{files}})
            """)
        subprocess.run(["cmake", "-S", root, "-B", root / "build"], check=True)

    def served(self, name):
        return (self.folder / "served" / name).read_text()

    def tables(self, language):
        text = (self.folder / PAGE / f"words.{language}.js").read_text()
        parts = re.split(r"export const (?:%s) = {\n" % "|".join(TABLES), text)[1:]
        return {name: set(re.findall(STRING, part)) for name, part in zip(TABLES, parts)}

    def test_the_page_offers_it(self):
        names = re.search(r"LANGUAGES = {(.*?)}", self.served("words.js"))[1]
        self.assertEqual(names.rstrip(","), 'de: "Deutsch",en: "English",xx: "Test"')

    def test_each_page_has_its_tables_and_no_other(self):
        for language in ("en", "de", "xx"):
            tables = self.tables(language)
            text = {"page": self.served(f"words.{language}.js"), "viewer": self.served("viewer.words.js"), "arena": self.served("arena.words.js")}
            for page, wanted in (("page", {"shared", "page"}), ("viewer", {"shared", "viewer"}), ("arena", {"arena"})):
                here = set(re.findall(STRING, text[page]))
                for table, words in tables.items():
                    if table in wanted:
                        self.assertLessEqual(words, here, (language, page, table))
                    else:  # but for words that others have too
                        self.assertGreater(len(words - here), len(words) // 2, (language, page, table))

    def scripts(self):
        """Name and code, without comments."""
        for file in [*(ROOT / PAGE).glob("*.js"), *(ROOT / ARENA).glob("*.js")]:
            if not re.fullmatch(r"words\.\w+\.js", file.name):
                yield file.name, re.sub(r"(?m)^ *//.*|/\*[^*]*\*/|(?<=[;,{}]) +// .*", "", file.read_text())

    def test_no_other_file_has_words(self):
        """Neither a sentence nor the name of a language."""
        for name, code in self.scripts():
            with self.subTest(name):
                self.assertNotRegex(code, rf'{MARK}|"[A-Z][a-z]+ [a-z ]*[a-z][.!?]?"|[\u00c0-\u00d6\u00d8-\u017f]')

    def test_every_word_is_used(self):
        """A script or a page names its key, or the first part of it: `t(name + "More")`."""
        tables = re.sub(STRING, '""', re.sub(r"(?m)^//.*", "", (ROOT / PAGE / "words.en.js").read_text()))
        keys, depth = set(), 0
        for found in re.finditer(r"[{[]|[]}]|(\w+):", tables):
            if found[1] and depth == 1:
                keys.add(found[1])
            elif not found[1]:
                depth += 1 if found[0] in "{[" else -1
        self.assertGreater(len(keys), 400)
        code = [*(code for _, code in self.scripts()), *(file.read_text() for file in (ROOT / PAGE).glob("*.html"))]
        named = set(re.findall(r"""["'](\w+)["'.]""", "\n".join(code)))
        self.assertEqual([key for key in sorted(keys) if not {key, key.removesuffix("More")} & named], [])

    def test_numbers_that_the_room_has_too(self):
        for script, name, header, its in (("new.js", "MAX_RULES", "requests.hpp", "MAX_BYTES"),
                                          ("connection.js", "VERSION", "lobby.hpp", "MESSAGES_VERSION")):
            page, room = (re.findall(rf"\b{word} = ([\d']+);", (ROOT / "protocol/web" / file).read_text())
                          for word, file in ((name, f"page/{script}"), (its, f"room/{header}")))
            with self.subTest(name):
                self.assertEqual(len(room), 1)
                self.assertEqual(page, [room[0].replace("'", "")])

    def test_a_file_without_a_table_is_refused(self):
        file = self.folder / PAGE / "words.yy.js"
        self.addCleanup(file.unlink)
        file.write_text('export const name = "Half";\n\nexport const shared = {\n};\n')
        made = subprocess.run(["cmake", "-S", self.folder, "-B", self.folder / "other"], capture_output=True, text=True)
        self.assertNotEqual(made.returncode, 0)
        self.assertIn("words.yy.js has not the tables of words.en.js", " ".join(made.stderr.split()))


if __name__ == "__main__":
    unittest.main()

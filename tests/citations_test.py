"""What sources, scripts and documents cite can be found: reads every citation and every link.

The documents with numbered or named sections, and how each is cited:

    rules.md 4.4               a section by its number; rules.md 4.8 c, rules.md 4.2 to 4.4 and 7
    rules.md section 4         the same for a whole section; rules.md sections 4, 5 and 7.5
    rules.md section 5 (Custom rules)    a heading below that section
    arena.md, Statistics       a heading of any level

protocols.md is cited like rules.md; all three allow both. Headings are compared without regard to
case. What follows a citation is free text. Lines of a comment count as one text.
A source names one of the three only in a citation or with its folder; a README may name it without its folder.

Other documents: `README.md, "Weights"` cites a heading of that file, and every *.md that is named has
to be there, seen from the citing file's folder or from the root. Links in documents lead to a file
and, with #, to one of its headings. In engine/, where everything is about rules.md, a number that is
called a section belongs to a citation.
"""

import functools
import pathlib
import re
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[1]
DOCUMENTS = {"rules.md": "engine/rules.md", "protocols.md": "protocol/protocols.md",
             "arena.md": "tools/arena/arena.md"}
TOPS = ("engine", "search", "protocol", "bench", "tools", "tests", ".ci")
NUMBER = r"\d+(?:\.\d+)?(?: [a-d]\b(?!\.)| i{1,3}\b)?"
NUMBERS = re.compile(rf" (?:sections? )?({NUMBER}(?:(?:, | to |,? and )(?:sections? )?{NUMBER})*)")
MENTION = re.compile(r"(?<![\w.$/-])([\w.][\w./-]*\.md)\b")


def files():
    yield from sorted(ROOT.glob("*.md"))
    yield ROOT / "CMakeLists.txt"
    for top in TOPS:
        for path in sorted((ROOT / top).rglob("*")):
            skipped = {"corpus", "__pycache__", "build"} & set(path.relative_to(ROOT).parts)
            if path.is_file() and not skipped and path != pathlib.Path(__file__).resolve():
                yield path


def text_of(path):
    """The file's text with comments and paragraphs in one line, or nothing for a binary file."""
    try:
        text = path.read_text(encoding="utf-8")
    except UnicodeDecodeError:
        return ""
    if path.suffix == ".md":
        return re.sub(r"\n[ \t]*(?=\S)(?![#|`-])", " ", text)
    return re.sub(r"\n[ \t]*(?://[/!<]*|#(?=[ \t]))[ \t]*(?=\S)", " ", text)


@functools.cache
def headings(path):
    """[(number or "", title, anchor)] of a document, in order."""
    found, fenced = [], False
    for line in path.read_text(encoding="utf-8").splitlines():
        fenced ^= line.startswith("```")
        match = re.match(r"#{1,6}\s+((?:(\d+(?:\.\d+)*)\.?\s+)?(.*))", line)
        if match and not fenced:
            anchor = re.sub(r"[^\w\- ]", "", match[1].lower()).replace(" ", "-")
            found.append((match[2] or "", match[3].replace("`", "").strip(), anchor))
    return found


def fault(path, text, end, name):
    """What is wrong with the citation of one of DOCUMENTS that ends its name at `end`, or nothing."""
    known = headings(ROOT / DOCUMENTS[name])
    tail = text[end:end + 200]
    numbers = NUMBERS.match(tail)
    if numbers:
        cited = re.findall(r"\d+(?:\.\d+)?", numbers[1])
        missing = [n for n in cited if n not in {k[0] for k in known}]
        if missing:
            return f"{name} has no section {', '.join(missing)}"
        below = re.match(r" \(([^)]*)\)", tail[numbers.end():])
        if below:
            parts = [k[0] for k in known]
            begin = parts.index(cited[-1])
            last = next((i for i in range(begin + 1, len(known))
                         if parts[i] and not parts[i].startswith(cited[-1] + ".")), len(known))
            if below[1].lower() not in {k[1].lower() for k in known[begin + 1:last]}:
                return f"{name} section {cited[-1]} has no heading '{below[1]}'"
        return None
    if tail.startswith(", "):
        if any(re.match(re.escape(k[1]) + r"(?![\w-])", tail[2:], re.IGNORECASE) for k in known):
            return None
        return f"{name} has no heading that begins '{tail[2:30]}...'"
    return None if path.suffix == ".md" else f"{name} without a section"


def exists(path, name):
    return (path.parent / name).is_file() or (ROOT / name).is_file()


class Citations(unittest.TestCase):
    def check(self, find):
        self.maxDiff = None
        wrong = []
        for path in files():
            text = text_of(path)
            wrong += [f"{path.relative_to(ROOT)}: {found}" for found in find(path, text) if found]
        self.assertEqual(wrong, [])

    def test_citations(self):
        def find(path, text):
            for match in MENTION.finditer(text):
                name = match[1].split("/")[-1]
                if name in DOCUMENTS and not ("/" in match[1] and path.suffix != ".md"):
                    yield fault(path, text, match.end(), name)
                elif not exists(path, match[1]):
                    yield f"there is no {match[1]}"
                elif quoted := re.match(r', "([^"]*)"', text[match.end():]):
                    document = path.parent / match[1]
                    if not document.is_file():
                        document = ROOT / match[1]
                    if quoted[1] not in {k[1] for k in headings(document)}:
                        yield f"{match[1]} has no heading '{quoted[1]}'"

        self.check(find)

    def test_forms(self):
        def found(text):
            match = MENTION.search(text)
            return fault(ROOT / "a.cpp", text, match.end(), match[1])

        for text in ("rules.md 4.4 to 4.7 and 7", "rules.md 4.8 c", "rules.md sections 4 and 7.5 ii",
                     "rules.md section 5 (Custom rules)", "arena.md, statistics of"):
            self.assertIsNone(found(text), text)
        for text in ("rules.md 4.99", "rules.md sections 4 and 99", "rules.md section 4 (Custom rules)",
                     "arena.md, Nowhere", "arena.md, Play-off", "rules.md says"):
            self.assertIsNotNone(found(text), text)

    def test_links(self):
        def find(path, text):
            if path.suffix != ".md":
                return
            text = re.sub(r"```.*?```|`[^`]*`", "", text, flags=re.DOTALL)
            for link in re.findall(r"\]\(([^)\s]+)\)", text):
                target, _, anchor = link.partition("#")
                if re.match(r"\w+:", link):
                    continue
                file = path.parent / target if target else path
                if not file.exists():
                    yield f"link to {link}"
                elif anchor and anchor not in {k[2] for k in headings(file)}:
                    yield f"link to {link}: no such heading"

        self.check(find)

    def test_sections_of_the_rules(self):
        def find(path, text):
            if path.suffix == ".md" or not path.relative_to(ROOT).parts[:1] == ("engine",):
                return
            cited = re.sub(rf"(?:rules|protocols)\.md{NUMBERS.pattern}", "", text)
            for match in re.finditer(r"\bsections? \d.{,30}", cited):
                yield f"'{match[0]}' of no document"

        self.check(find)


if __name__ == "__main__":
    unittest.main()

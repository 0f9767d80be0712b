"""Adds a rules field, `echo`, which closes the corners to steps, to a copy of the sources. The patch may
touch only the files that CONTRIBUTING.md lists, and everything must work with it."""

import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
COMPILER = os.environ.get("AGON_CXX", "")
UNITS = {  # the sources that a rule set needs, in four translation units
    "game": ["engine/*.cpp", "engine/game/*.cpp", "engine/notation/notation.cpp"],
    "rules": ["engine/rules/*.cpp", "engine/draw/*.cpp"],
    "naive": ["tests/naive/*.cpp"],
    "main": ["main.cpp"],
}

# File, text that occurs once in it, text to insert after it.
PATCH = [
    ("engine/rules.md", "| `placement` | anywhere, outer-ring |\n", "| `echo` | off, on |\n"),
    ("engine/rules.md", "### 4.3 Stepping between\n", "\nWith `echo = on` no piece steps to a corner.\n"),
    ("engine/rules/rules.hpp", "enum class Effect : std::uint8_t { Relocate, Bloody, Remove };\n",
     "\n/// Whether the corners are closed to steps (rules.md 4.3). On: a test.\n"
     "enum class Echo : std::uint8_t { Off, On };\n"),
    ("engine/rules/rules.hpp", "Effect effect = Effect::Relocate;\n", "    Echo echo = Echo::Off;\n"),
    ("engine/rules/rules.hpp", "RULE_FIELD_COUNT = 14", " + 1"),
    ("engine/rules/rules.cpp", "goes to any vacant cell of the outer ring.\"},\n};\n",
     'constexpr RuleValue ECHO[] = {{"off", "A piece may step to a corner."},\n'
     '                              {"on", "No piece may step to a corner."}};\n'),
    ("engine/rules/rules.cpp", ".values = PLACEMENT,\n                                .bloody = {}}),\n",
     '    field<&RuleSet::echo>({.key = "echo", .heading = {"", "echo"},\n'
     '                           .section = RuleSection::Blocking, .values = ECHO, .bloody = {}}),\n'),
    ("engine/game/steps.hpp", "                                         Bitboard enemies_between) {\n",
     "    if (rules.echo == Echo::On)\n"
     "        (vacant & OUTER_RING).for_each([&](Cell c) {\n"
     "            if (NEIGHBOURS[c].count() == 3) vacant -= Bitboard(c);\n"
     "        });\n"),
    ("tests/naive/referee.hpp", "enum class Effect { Relocate, Remove, Bloody };\n",
     "enum class Echo { Off, On };\n"),
    ("tests/naive/referee.hpp", "Effect effect = Effect::Relocate;\n", "    Echo echo = Echo::Off;\n"),
    ("tests/naive/rules.cpp", '"no_action",\n                                          "placement"', ', "echo"'),
    ("tests/naive/rules.cpp", '{"placement", {"anywhere", "outer-ring"}},\n', '    {"echo", {"off", "on"}},\n'),
    ("tests/naive/rules.cpp", 'if (key == "placement") rules.placement = static_cast<Placement>(index);\n',
     '    if (key == "echo") rules.echo = static_cast<Echo>(index);\n'),
    ("tests/naive/rules.cpp", 'if (key == "setup") return static_cast<int>(rules.setup);\n',
     '    if (key == "echo") return static_cast<int>(rules.echo);\n'),
    ("tests/naive/actions.cpp", "if (ring(to) == 0 && !is_queen(piece)) return false;\n",
     "    if (rules.echo == Echo::On && ring(to) == 5 && neighbours(to).size() == 3) return false;\n"),
]

# The program of the copy: the engine and the naive referee must agree on all rule sets.
MAIN = r"""
#include "engine/draw/rules_page.hpp"
#include "engine/error.hpp"
#include "engine/game/apply.hpp"
#include "engine/game/perft.hpp"
#include "tests/support/agreement.hpp"

#include <cstdlib>
#include <fstream>
#include <iostream>
#include <random>

namespace {

std::mt19937 random_number(1);

void need(bool condition, const std::string& what) {
    if (condition) return;
    std::cout << "wrong: " << what << std::endl;
    std::exit(1);
}

void play(const support::RulePair& rules, const std::string& setup) {
    agon::Position p = agon::parse_position(rules.engine, setup);
    naive::State state = naive::parse(setup);
    for (int ply = 0; ply < 60; ++ply) {
        const support::Agreement agreement = support::agreed(rules, p, state);
        if (agreement.moves.empty()) return;
        const agon::Move move = agreement.moves[random_number() % agreement.moves.size()];
        need(agon::is_legal(rules.engine, p, move), "is_legal");
        state = naive::play(rules.naive, state, agon::to_text(move));
        agon::apply(rules.engine, p, move);
    }
}

} // namespace

int main(int, char** argv) {
    agon::Presets presets;
    presets.load(std::filesystem::path(argv[1])); // written before the field existed
    need(presets.at("stored").rules.echo == agon::Echo::Off, "an absent key");
    need(presets.at("stored").rules.pace == agon::Pace::AllInTurn, "the key beside it");
    presets.load(std::filesystem::path(argv[2]));
    std::cout << agon::preset_page(presets.at("corners")) << agon::preset_table(presets)
              << agon::preset_difference(presets.at("classic"), presets.at("corners"));

    std::vector<support::RulePair> pairs = support::all_presets();
    for (const std::string& name : naive::preset_names()) {
        if (name == "bloody-queen") continue; // its fields are fixed
        pairs.push_back(support::preset(name));
        support::change(pairs.back(), "echo", "on");
    }
    for (const support::RulePair& rules : pairs) {
        const std::string setup = naive::setup_text("standard");
        const agon::Position first = agon::parse_position(rules.engine, setup);
        const naive::State state = naive::parse(setup);
        for (int depth = 1; depth <= 2; ++depth)
            need(agon::perft(rules.engine, first, depth) == naive::perft(rules.naive, state, depth),
                 "perft of " + rules.name);
        for (const char* name : {"standard", "flanked", "placement"})
            play(rules, naive::setup_text(name));
    }
    agon::RuleSet corners;
    corners.echo = agon::Echo::On;
    const agon::Position first = agon::setup_position(corners, agon::Setup::Standard);
    need(agon::perft({}, agon::setup_position({}, agon::Setup::Standard), 2) !=
             agon::perft(corners, first, 2), "the field has no effect");
    try {
        agon::parse_legal_move(corners, first, argv[3]);
    } catch (const agon::Error& error) {
        std::cout << error.what() << std::endl;
    }
}
"""


def reason_to_skip():
    """The reason why the test cannot run here, or None."""
    if not COMPILER or not shutil.which(COMPILER):
        return "no compiler"
    return None


def listed_files():
    """The number of files that the text states, and the files of the numbered list."""
    text = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    number, items = re.search(r"^A new field of `RuleSet` touches (\w+) files.*?:\n\n((?:\d\..*\n(?: .*\n)*)+)",
                              text, re.M).groups()
    return number, re.findall(r"^\d\. `([^`]+)`", items, re.M)


class NewRule(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.tree = pathlib.Path(folder.name)

    def copy_and_patch(self):
        """Returns the files that the patch changes, in patch order."""
        for top in ("engine", "tests/naive", "tests/support"):
            shutil.copytree(ROOT / top, self.tree / top)
        for name, anchor, new in PATCH:
            path = self.tree / name
            text = path.read_text(encoding="utf-8")
            self.assertEqual(text.count(anchor), 1, f"{name}: {anchor}")
            path.write_text(text.replace(anchor, anchor + new), encoding="utf-8")
        return list(dict.fromkeys(name for name, _, _ in PATCH))

    def build(self):
        (self.tree / "main.cpp").write_text(MAIN, encoding="utf-8")
        jobs = []
        for unit, patterns in UNITS.items():
            sources = sorted(path for pattern in patterns for path in self.tree.glob(pattern))
            source = self.tree / f"unit_{unit}.cpp"
            text = "".join(f'#include "{path}"\n' for path in sources)
            if unit == "rules":  # what the build embeds
                presets = (self.tree / "engine/rules/presets.ini").read_text(encoding="utf-8")
                text += f'namespace agon::embedded {{ const std::string_view PRESETS = R"ini({presets})ini"; }}\n'
            source.write_text(text, encoding="utf-8")
            jobs.append((source, [COMPILER, "-std=c++20", "-O0", "-DFMT_HEADER_ONLY", "-I", self.tree, "-c", source,
                                  "-o", source.with_suffix(".o")]))
        while jobs:  # two at a time
            running = [(source, subprocess.Popen(command, stderr=subprocess.PIPE, text=True))
                       for source, command in jobs[:2]]
            for source, process in running:
                said = process.communicate()[1]
                self.assertEqual(process.returncode, 0, f"{source.name}:\n{said[-3000:]}")
            jobs = jobs[2:]
        objects = sorted(self.tree.glob("unit_*.o"))
        subprocess.run([COMPILER, *objects, "-o", self.tree / "program", "-pthread"], check=True)

    def test_a_dummy_field_touches_the_listed_files(self):
        if reason := reason_to_skip():
            self.skipTest(reason)
        changed = self.copy_and_patch()
        number, listed = listed_files()
        self.assertLessEqual(len(changed), 7)
        self.assertEqual(sorted(listed), sorted(changed))
        self.assertEqual(number, ["one", "two", "three", "four", "five", "six", "seven"][len(listed) - 1])

        self.build()
        (self.tree / "stored.ini").write_text("[stored:ham]\npace = all-in-turn\n")
        (self.tree / "corners.ini").write_text("[corners:classic]\necho = on\n")
        done = subprocess.run([self.tree / "program", self.tree / "stored.ini", self.tree / "corners.ini",
                               "e1f1"], capture_output=True, text=True)
        self.assertEqual((done.returncode, done.stderr), (0, ""), done.stdout[-2000:])
        page = done.stdout
        self.assertIn("  No piece may step to a corner.\n      echo: on [", page)
        self.assertRegex(page, r"(?m)^preset +repetition +action +placement +echo$")
        self.assertRegex(page, r"(?m)^corners +draw .* on$")
        self.assertRegex(page, r"(?m)^stored +draw .* off$")
        self.assertIn("classic and corners differ in 1 rule:\n\necho\n  classic: off\n", page)
        self.assertTrue(page.endswith(" is closed to steps\n"), page[-300:])


if __name__ == "__main__":
    if reason_to_skip():
        print(f"SKIPPED: {reason_to_skip()}")
        sys.exit(0)
    unittest.main()

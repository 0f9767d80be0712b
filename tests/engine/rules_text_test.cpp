// Pages, table and differences of presets: complete, and in 80 columns.
#include "engine/draw/diagram.hpp"
#include "engine/draw/rules_page.hpp"
#include "engine/notation/notation.hpp"
#include "engine/rules/rule_chapters.hpp"
#include "tests/naive/referee.hpp"
#include "tests/support/text.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <map>
#include <set>
#include <sstream>

using namespace agon;
using support::lines_of;

namespace {

/// The words of the text with one space between.
std::string unwrapped(std::string_view text) {
    std::string result;
    for (const std::string& word : support::words_of(std::string(text)))
        result += (result.empty() ? "" : " ") + word;
    return result;
}

bool says(const std::string& page, std::string_view sentence) {
    return unwrapped(page).find(unwrapped(sentence)) != std::string::npos;
}

std::size_t columns(const std::string& line) {
    return static_cast<std::size_t>(
        std::ranges::count_if(line, [](char c) { return (c & 0xc0) != 0x80; }));
}

/// The fields of rules.md section 5 (Other readings), which no published rule set changes.
const std::set<std::string_view> FURTHER = {"repetition", "no_action", "placement"};

/// The naive referee's value as the table spells it.
std::string value_of(const std::string& preset, std::string_view key) {
    const std::string value = naive::get(naive::preset(preset), std::string(key));
    return value == "section-7" ? "bloody" : value;
}

} // namespace

TEST_CASE("the table has the fields of every preset, as rules.md section 5 has them") {
    // Blocks with an empty line between, each a heading and one line per preset.
    std::vector<std::vector<std::string>> blocks = {
        {"source", "effect", "setup"},
        {"flank", "between", "relocation_between", "relocation_captures", "forfeit"},
        {"queen_chooser", "queen_target", "guard_target", "pace"},
        {"repetition", "no_action", "placement"}};
    const Presets presets;
    const auto names = naive::preset_names();
    const auto lines = lines_of(preset_table(presets));
    std::size_t at = 0;
    for (const auto& block : blocks) {
        while (!lines.at(at).starts_with("preset")) ++at;
        for (const std::string& name : names) {
            std::string row = name;
            for (const std::string& key : block)
                row += ' ' + (key == "source" ? presets.at(name).book : value_of(name, key));
            CHECK(unwrapped(lines.at(++at)) == row);
        }
        ++at;
    }
    CHECK(unwrapped(preset_table(presets))
              .ends_with("`agon rules bloody-queen` explains \"bloody\"."));
}

TEST_CASE("the table's columns stand below each other, whatever letters a book has") {
    Presets presets;
    std::istringstream file("[x:classic]\nbook: K\xc3\xb6niginnenw\xc3\xa4"
                            "chter\n");
    presets.load(file, "my.ini");
    std::set<std::size_t> columns; // of "relocate", the next one
    for (const std::string& line : lines_of(preset_table(presets))) {
        const auto at = line.find("relocate ");
        if (line.find("standard") == std::string::npos || at == std::string::npos) continue;
        columns.insert(static_cast<std::size_t>(
            std::count_if(line.begin(), line.begin() + static_cast<std::ptrdiff_t>(at),
                          [](char c) { return (static_cast<unsigned char>(c) & 0xc0) != 0x80; })));
    }
    CHECK(columns.size() == 1);
}

TEST_CASE("rules.md sections 3 and 5 have the setups and the presets as they are played") {
    const std::string text = support::read_file(AGON_TEST_DATA "/../../engine/rules.md");
    const Presets presets;
    for (const Preset& preset : presets.all()) {
        std::string row = "| `" + preset.name + "` |";
        for (const RuleField& field : rule_fields())
            if (field.key != "effect" && !FURTHER.contains(field.key))
                row += ' ' + std::string(rule_value(preset.rules, field)) + " |";
        CAPTURE(row);
        CHECK(text.find(row + '\n') != std::string::npos);
    }
    for (const std::string_view name : setup_names()) {
        const Position setup = setup_position(RuleSet(), find_setup(name).value());
        std::string picture;
        for (const std::string& line : lines_of(text_diagram(setup)))
            picture += "    " + line + '\n';
        CHECK(text.find(picture) != std::string::npos);
    }
}

TEST_CASE("the table is aligned and fits 80 columns") {
    for (const std::string& line : lines_of(preset_table(Presets()))) {
        CAPTURE(line);
        CHECK(line.size() <= 80);
        CHECK(!line.ends_with(' '));
        // Every preset's first value is in the same column, after the longest name.
        if (!line.empty() && line[0] != ' ' && line[0] != '`' && !line.starts_with("In all"))
            CHECK(line.find_first_not_of(' ', 21) == 23);
    }
}

TEST_CASE("a loaded preset has its rows too") {
    Presets presets;
    std::istringstream file("[a-name-longer-than-all-the-others:ham]\nsetup = placement\n");
    presets.load(file, "my.ini");
    const std::string table = unwrapped(preset_table(presets));
    const std::string name = "a-name-longer-than-all-the-others";
    CHECK(table.find(name + " my.ini relocate placement") != std::string::npos);
    CHECK(table.find(name + " line illegal illegal yes no-own-queen") != std::string::npos);
    CHECK(table.find(name + " owner anywhere outer-ring one-per-turn") != std::string::npos);
    std::istringstream more("[club:ham]\nno_action = loses\nplacement = outer-ring\n");
    presets.load(more, "my.ini");
    CHECK(unwrapped(preset_table(presets)).find("club draw loses outer-ring") != std::string::npos);
}

TEST_CASE("a page has every field's value, sentence and source") {
    const Presets presets;
    for (const Preset& preset : presets.all()) {
        const std::string page = preset_page(preset);
        for (std::size_t i = 0; i < RULE_FIELD_COUNT; ++i) {
            const std::string key(rule_fields()[i].key);
            CAPTURE(preset.name);
            CAPTURE(key);
            CHECK(!rule_sentence(preset.rules, rule_fields()[i]).empty());
            CHECK(says(page, rule_sentence(preset.rules, rule_fields()[i])));
            CHECK(says(page,
                       key + ": " + value_of(preset.name, key) + " [" + preset.sources[i] + "]"));
        }
        for (std::size_t i = 0; i < COMMON_RULE_NAMES.size(); ++i) {
            const auto rule = static_cast<CommonRule>(i);
            CAPTURE(i);
            if (preset.source(rule).empty()) continue;
            CHECK(says(page, common_sentence(preset.rules, rule)));
            CHECK(says(page, '[' + preset.source(rule) + ']'));
        }
        CHECK(says(page, naive::setup_text(value_of(preset.name, "setup"))));
    }
}

TEST_CASE("a page draws its setup and does not send its reader to our documents") {
    const Presets presets;
    for (const Preset& preset : presets.all()) {
        CAPTURE(preset.name);
        const std::string page = preset_page(preset);
        std::string picture;
        const std::string setup = naive::setup_text(value_of(preset.name, "setup"));
        for (const std::string& line : lines_of(text_diagram(parse_position(preset.rules, setup))))
            picture += "    " + line + '\n';
        CHECK(page.find(picture) != std::string::npos);
        CHECK(page.find(".md") == std::string::npos);
        CHECK(page.find("section") == std::string::npos);
    }
}

TEST_CASE("a page says once where guards are placed, whatever its setup") {
    for (const auto& [placement, where] :
         {std::pair{"anywhere", "a guard goes to any vacant cell but the throne"},
          {"outer-ring", "a guard goes to any vacant cell of the outer ring"}})
        for (const char* setup : {"standard", "placement", "flanked"}) {
            const std::string logged(placement); // clang 14 captures no structured binding
            CAPTURE(logged);
            CAPTURE(setup);
            Presets presets;
            std::istringstream file("[mine:classic]\nplacement = " + std::string(placement) +
                                    "\nsetup = " + setup + '\n');
            presets.load(file, "my.ini");
            const std::string page = unwrapped(preset_page(presets.at("mine")));
            const auto begin = page.find(" Setup "), end = page.find(" Moving ");
            REQUIRE(begin < end);
            const std::string part = page.substr(begin, end - begin);
            CHECK(part.find(where) != std::string::npos);
            const auto cells = part.find("any vacant cell");
            CHECK(part.find("any vacant cell", cells + 1) == std::string::npos);
        }
}

TEST_CASE("a page goes through the game in order, in 80 columns, without loose ends") {
    const Presets presets;
    const std::vector<std::string> headings = {
        "Aim",       "Setup",      "Moving",           "Blocking",
        "Capturing", "Relocating", "Several captured", "End of the game",
        "Draws"};
    for (const Preset& preset : presets.all()) {
        CAPTURE(preset.name);
        std::vector<std::string> found;
        const auto lines = lines_of(preset_page(preset));
        for (std::size_t i = 3; i < lines.size(); ++i) {
            CAPTURE(lines[i]);
            CHECK(columns(lines[i]) <= 80);
            CHECK(!lines[i].ends_with(' '));
            if (!lines[i].empty() && lines[i][0] != ' ') found.push_back(lines[i]);
        }
        auto expected = headings;
        if (preset.rules.bloody()) expected[5] = "Settling";
        CHECK(found == expected);
        CHECK(lines[0] == preset.name);
    }
}

TEST_CASE("no two values of a field read alike") {
    for (std::size_t i = 0; i < RULE_FIELD_COUNT; ++i) {
        const RuleField& field = rule_fields()[i];
        std::set<std::string_view> sentences;
        for (std::size_t value = 0; value < field.values.size(); ++value) {
            RuleSet rules;
            field.set(rules, value);
            sentences.insert(rule_sentence(rules, rule_fields()[i]));
        }
        CAPTURE(field.key);
        CHECK(sentences.size() == field.values.size());
        CHECK(!sentences.contains(""));
    }
}

TEST_CASE("a page agrees with its book") {
    const Presets presets;
    // Each phrase is what rules.md sections 4 to 7 say of that row of the table.
    CHECK(says(preset_page(presets.at("german")), "any vacant cell but the throne"));
    CHECK(says(preset_page(presets.at("classic")), "any vacant cell, the throne included"));
    CHECK(says(preset_page(presets.at("way-to-play")), "The opponent chooses"));
    CHECK(says(preset_page(presets.at("same-ring")), "but is captured by that"));
    CHECK(says(preset_page(presets.at("penthalon")), "an adjacent cell on the next ring outward"));
    CHECK(says(preset_page(presets.at("ludii")), "captures nothing where it lands"));
    const std::string bloody = preset_page(presets.at("bloody-queen"));
    CHECK(says(bloody, "removed from the game at once, as part of the step"));
    CHECK(says(bloody, "exchanges her for one of that queen's outermost guards"));
    CHECK(says(bloody, "A side that has lost its last guard loses at once."));
    CHECK(says(bloody, "any vacant cell of the ring one outward"));
    CHECK(!says(bloody, "relocated"));
}

TEST_CASE("a difference lists exactly the fields that differ, both sides of each") {
    const Presets presets;
    for (const Preset& a : presets.all())
        for (const Preset& b : presets.all()) {
            const std::string text = preset_difference(a, b);
            const auto lines = lines_of(text);
            CAPTURE(text);
            std::size_t differing = 0;
            for (std::size_t i = 0; i < RULE_FIELD_COUNT; ++i) {
                const std::string key(rule_fields()[i].key);
                const std::string of_a = value_of(a.name, key);
                const std::string of_b = value_of(b.name, key);
                CAPTURE(key);
                const auto told = std::ranges::find(lines, key);
                CHECK((told != lines.end()) == (of_a != of_b));
                if (of_a == of_b || told == lines.end()) continue;
                ++differing;
                const auto from = std::find(told, lines.end(), "  " + a.name + ": " + of_a);
                const auto to = std::find(from, lines.end(), "  " + b.name + ": " + of_b);
                CHECK(from == told + 1);
                CHECK(to != lines.end());
                CHECK(says(text, rule_sentence(a.rules, rule_fields()[i])));
                CHECK(says(text, rule_sentence(b.rules, rule_fields()[i])));
                CHECK(says(text, '[' + a.sources[i] + ']'));
                CHECK(says(text, '[' + b.sources[i] + ']'));
            }
            for (const std::string& line : lines) CHECK(columns(line) <= 80);
            if (a.rules.effect != b.rules.effect) differing += 2;       // aim, queen first
            if (a.rules.removes() != b.rules.removes()) differing += 1; // no guards
            const std::string both = a.name + " and " + b.name;
            if (differing == 0)
                CHECK(text == both + " are the same rules.\n");
            else
                CHECK(lines[0] == both + " differ in " + std::to_string(differing) +
                                      (differing == 1 ? " rule:" : " rules:"));
        }
}

TEST_CASE("ham and queens-guard are the same rules, classic and german are not") {
    const Presets presets;
    CHECK(preset_difference(presets.at("ham"), presets.at("queens-guard")) ==
          "ham and queens-guard are the same rules.\n");
    const std::string text = preset_difference(presets.at("classic"), presets.at("german"));
    CHECK(text.starts_with("classic and german differ in 2 rules:\n\nqueen_target\n"));
    CHECK(preset_difference(presets.at("classic"), presets.at("bloody-queen"))
              .find("no guards\n  classic: no such rule\n  bloody-queen\n") != std::string::npos);
}

TEST_CASE("chapters: the page has all of them, and key and value find one text in all rules") {
    const Presets presets;
    std::map<std::pair<std::string, std::string>, std::string> texts;
    std::map<std::string, std::string> titles;
    const auto read = [&](const Preset& preset) {
        const std::string page = unwrapped(preset_page(preset));
        const auto says = [&](std::string_view text) {
            return page.find(unwrapped(text)) != std::string::npos;
        };
        std::set<std::string_view> fields;
        for (const RuleChapter& chapter : rule_chapters(preset)) {
            CHECK(says(chapter.heading));
            const auto title = titles.emplace(chapter.key, chapter.heading).first;
            CHECK(title->second == chapter.heading);
            CHECK(!chapter.lines.empty());
            for (const RuleLine& rule : chapter.lines) {
                CHECK(says(rule.sentence));
                CHECK(says(rule.source));
                if (find_rule_field(rule.key)) CHECK(fields.insert(rule.key).second);
                const auto text =
                    texts
                        .emplace(std::pair(std::string(rule.key), std::string(rule.value)),
                                 rule.sentence)
                        .first;
                CHECK(text->second == rule.sentence);
            }
        }
        CHECK(fields.size() == RULE_FIELD_COUNT);
    };
    for (const Preset& preset : presets.all()) {
        read(preset);
        for (const RuleField& field : rule_fields())
            for (std::size_t value = 0; value < field.values.size(); ++value) {
                Preset changed = preset;
                field.set(changed.rules, value);
                read(changed);
            }
    }
    std::size_t values = 0;
    for (const RuleField& field : rule_fields())
        for (const RuleValue& value : field.values)
            values += texts.contains({std::string(field.key), std::string(value.name)});
    std::size_t all = 0;
    for (const RuleField& field : rule_fields()) all += field.values.size();
    CHECK(values == all);
}

// Rules files (rules.md section 5 (Custom rules)): what they make, and every fault by its line.
#include "engine/quote.hpp"
#include "engine/rules/presets.hpp"

#include "engine/error.hpp"
#include "tests/naive/referee.hpp"
#include "tests/support/text.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <filesystem>
#include <sstream>

using namespace agon;

namespace {

Presets loaded(const std::string& text) {
    Presets presets;
    std::istringstream stream(text);
    presets.load(stream, "my.ini");
    return presets;
}

/// The message if the file is refused, else ""; checks that a refused file changes nothing.
std::string refusal(const std::string& text) {
    Presets presets;
    const auto names = [&] {
        std::vector<std::string> result;
        for (const Preset& preset : presets.all()) result.push_back(preset.name);
        return result;
    };
    const auto before = names();
    std::istringstream stream(text);
    const std::string fault = support::fault_of([&] { presets.load(stream, "my.ini"); });
    if (!fault.empty()) CHECK(names() == before);
    return fault;
}

/// Compares the open fields: the naive referee's "section-7" is not a value of the engine's.
void check_same(const RuleSet& rules, const naive::Rules& expected) {
    for (const RuleField& field : rule_fields()) {
        CAPTURE(field.key);
        const std::string value = naive::get(expected, std::string(field.key));
        if (value != "section-7") CHECK(field.text(rules) == value);
    }
}

std::string source(const Preset& preset, std::string_view key) {
    return preset.sources[find_rule_field(key).value()];
}

const std::string PRESETS = "classic ham german queens-guard queens-guard-opponent same-ring "
                            "way-to-play botermans penthalon bloody-queen ludii "
                            "csiro neto kanare agon";
const std::string KEYS = [] {
    std::string keys;
    for (const RuleField& field : rule_fields())
        keys += (keys.empty() ? "" : " ") + std::string(field.key);
    return keys;
}();

} // namespace

TEST_CASE("a section is its parent plus its keys") {
    const Presets presets = loaded("[my-agon:classic]\nqueen_chooser = opponent\n");
    REQUIRE(presets.all().size() == 16);
    const Preset& mine = presets.all().back();
    CHECK(mine.name == "my-agon");
    CHECK(mine.parent == "classic");
    CHECK(mine.book == "my.ini");
    RuleSet expected;
    expected.queen_chooser = QueenChooser::Opponent;
    CHECK(mine.rules == expected);
    CHECK(source(mine, "queen_chooser") == "my.ini:2");
    CHECK(source(mine, "flank") == source(presets.at("classic"), "flank"));
}

TEST_CASE("every key accepts every value of rules.md section 5, whatever the parent") {
    // The lists are those of "Custom rules"; the naive referee knows them too and throws on others.
    const std::vector<std::pair<std::string, std::vector<std::string>>> keys = {
        {"flank", {"line", "ring"}},
        {"between", {"illegal", "safe", "captured"}},
        {"relocation_between", {"illegal", "safe"}},
        {"relocation_captures", {"yes", "no"}},
        {"queen_chooser", {"owner", "opponent"}},
        {"queen_target", {"anywhere", "not-throne", "next-ring"}},
        {"guard_target", {"outer-ring", "next-ring"}},
        {"pace", {"one-per-turn", "all-in-turn"}},
        {"forfeit", {"empty-throne", "no-own-queen"}},
        {"setup", {"standard", "placement", "flanked"}},
        {"effect", {"relocate", "bloody"}},
    };
    for (const std::string& parent : naive::preset_names())
        for (const auto& [key, values] : keys)
            for (const std::string& value : values) {
                naive::Rules expected = naive::preset(parent);
                const bool refused =
                    expected.effect == naive::Effect::Bloody && key != "setup" && key != "effect";
                const std::string text = "[x:" + parent + "]\n" + key + "=" + value + "\n";
                CAPTURE(text);
                if (refused) {
                    CHECK(refusal(text) == "my.ini:2: key '" + key +
                                               "' where the effect is bloody; allowed keys: setup "
                                               "effect");
                } else {
                    naive::set(expected, key, value);
                    check_same(loaded(text).at("x").rules, expected);
                }
            }
}

TEST_CASE("the effect decides the starting values of the other fields") {
    const Presets presets = loaded("[a:same-ring]\n"
                                   "effect = bloody\n"
                                   "[b:a]\n"
                                   "setup = placement\n"
                                   "[c:b]\n"
                                   "pace = all-in-turn\n"
                                   "effect = relocate\n");
    RuleSet bloody = presets.at("bloody-queen").rules;
    bloody.setup = Setup::Flanked; // same-ring's
    CHECK(presets.at("a").rules == bloody);
    CHECK(source(presets.at("a"), "effect") == "my.ini:2");
    CHECK(source(presets.at("a"), "setup") == source(presets.at("same-ring"), "setup"));
    CHECK(source(presets.at("a"), "pace") == source(presets.at("bloody-queen"), "pace"));
    CHECK(presets.at("a").parent == "same-ring");
    CHECK(!presets.at("a").source(CommonRule::NoGuards).empty());

    bloody.setup = Setup::Placement;
    CHECK(presets.at("b").rules == bloody);

    RuleSet again;
    again.pace = Pace::AllInTurn;
    CHECK(presets.at("c").rules == again);
    CHECK(presets.at("c").parent == "b");
    CHECK(presets.at("c").source(CommonRule::NoGuards).empty());
}

TEST_CASE("comments, blank lines, spaces, CR LF and a byte order mark are ignored") {
    const Presets presets = loaded("\xef\xbb\xbf[ A.b_c-9 : classic ]  # name\r\n"
                                   "; comment\r\n"
                                   "\r\n"
                                   "  # another = comment\r\n"
                                   "\tflank\t=  ring ; Botermans\r\n"
                                   "[d:A.b_c-9]\r\n"
                                   "   \r\n"
                                   "pace=all-in-turn");
    CHECK(presets.all().size() == 17);
    CHECK(presets.at("A.b_c-9").rules.flank == Flank::Ring);
    CHECK(source(presets.at("A.b_c-9"), "flank") == "my.ini:5");
    CHECK(presets.at("d").rules.flank == Flank::Ring);
    CHECK(source(presets.at("d"), "pace") == "my.ini:8");
    CHECK(loaded("").all().size() == 15);
    CHECK(loaded("[same:ham]\n").at("same").rules == Presets().at("ham").rules);
}

TEST_CASE("rules have sources, which run over several lines") {
    const Presets presets = loaded("[a:ham]\n"
                                   "book: Our club; second edition # 1901\n"
                                   "flank = ring: page 3: \"on a ring; not\n"
                                   "  in a line\"   ; a comment\n"
                                   "  step: page 4\n"
                                   "pace : page 5\n"
                                   "  between = safe\n"
                                   "setup = placement:\n"
                                   "effect = relocate # not a source: a comment\n"
                                   "[b:a]\n");
    const Preset& a = presets.at("a");
    CHECK(a.book == "Our club; second edition");
    CHECK(a.rules.flank == Flank::Ring);
    CHECK(source(a, "flank") == "page 3: \"on a ring; not in a line\"");
    CHECK(a.source(CommonRule::Step) == "page 4");
    CHECK(source(a, "pace") == "page 5");
    CHECK(a.rules.pace == Presets().at("ham").rules.pace);
    CHECK(a.rules.between == Between::Safe);
    CHECK(source(a, "between") == "my.ini:7");
    CHECK(source(a, "setup") == "my.ini:8");
    CHECK(source(a, "effect") == "my.ini:9");
    CHECK(a.source(CommonRule::Aim) == Presets().at("ham").source(CommonRule::Aim));
    CHECK(presets.at("b").book == "my.ini");
    CHECK(source(presets.at("b"), "flank") == source(a, "flank"));

    CHECK(refusal("[x:classic]\nflank = ring: a book\n  betwen = safe\n")
              .starts_with("my.ini:3: unknown key 'betwen'; "));
    CHECK(refusal("[x:classic]\nstep = far: a book\n").starts_with("my.ini:2: unknown key 'step'"));
    CHECK(refusal("[x:classic]\npace:\n") == "my.ini:2: no source after 'pace':");
    CHECK(refusal("[x:classic]\npace: a\npace = all-in-turn\n")
              .starts_with("my.ini:3: duplicate key 'pace', set on line 2"));
    CHECK(refusal("[x:bloody-queen]\nflank: a book\n") == "");
}

TEST_CASE("a fault is reported with file, line and what is allowed") {
    const std::string good = "[good:classic]\n\nflank = ring\n";
    const auto check = [&](const std::string& text, const std::string& message) {
        CAPTURE(text);
        CHECK(refusal(good + text) == message);
    };
    check("pase = all-in-turn\n", "my.ini:4: unknown key 'pase'; allowed keys: " + KEYS);
    check("Pace = all-in-turn\n", "my.ini:4: unknown key 'Pace'; allowed keys: " + KEYS);
    check("= ring\n", "my.ini:4: unknown key ''; allowed keys: " + KEYS);
    check("pace = slow\n",
          "my.ini:4: unknown value 'slow' for pace; allowed values: one-per-turn all-in-turn");
    check("between =\n",
          "my.ini:4: unknown value '' for between; allowed values: illegal safe captured");
    check("pace = all-in-turn = 1\n", "my.ini:4: unknown value 'all-in-turn = 1' for pace; allowed "
                                      "values: one-per-turn all-in-turn");
    check("flank = ring\n", "my.ini:4: duplicate key 'flank', set on line 3; allowed: each key "
                            "once in a section");
    check("book: One\nbook: Two\n", "my.ini:5: duplicate key 'book', set on line 4; allowed: each "
                                    "key once in a section");
    check("all-in-turn\n",
          "my.ini:4: malformed line 'all-in-turn'; allowed forms: key = value, key "
          "= value: source, key: source, [name:parent], # comment");
    check("[x:chess]\n", "my.ini:4: unknown parent 'chess'; allowed parents: " + PRESETS + " good");
    check("[x:x]\n", "my.ini:4: unknown parent 'x'; allowed parents: " + PRESETS + " good");
    check("[x:]\n", "my.ini:4: unknown parent ''; allowed parents: " + PRESETS + " good");
    check("[x:later]\n[later:classic]\n",
          "my.ini:4: unknown parent 'later'; allowed parents: " + PRESETS + " good");
    check("[a:b:classic]\n",
          "my.ini:4: unknown parent 'b:classic'; allowed parents: " + PRESETS + " good");
    check("[x]\n", "my.ini:4: malformed section '[x]'; allowed form: [name:parent]");
    check("[x:classic\n", "my.ini:4: malformed section '[x:classic'; allowed form: [name:parent]");
    check("[x:classic] pace = all-in-turn\n",
          "my.ini:4: malformed section '[x:classic] pace = all-in-turn'; allowed form: "
          "[name:parent]");
    check("[\n", "my.ini:4: malformed section '['; allowed form: [name:parent]");
    for (const std::string name : {"", "my agon", "a/b", "a[b", "\xc3\xa4"})
        check("[" + name + ":classic]\n", "my.ini:4: unusable name " + in_quotes(name) +
                                              "; allowed characters: letters, digits, '-', '_', "
                                              "'.'");
    check("[classic:ham]\n",
          "my.ini:4: redefinition of 'classic'; allowed names: any but " + PRESETS + " good");
    check("[good:classic]\n",
          "my.ini:4: redefinition of 'good'; allowed names: any but " + PRESETS + " good");
    // UCI ignores case in names.
    check("[CLASSIC:kanare]\n",
          "my.ini:4: 'CLASSIC' differs from 'classic' only in case; allowed names: any but " +
              PRESETS + " good");
    check("[Good:classic]\n",
          "my.ini:4: 'Good' differs from 'good' only in case; allowed names: any but " + PRESETS +
              " good");
    CHECK(refusal("# first\nflank = ring\n" + good) ==
          "my.ini:2: line 'flank = ring' outside a section; allowed before it: [name:parent]");
}

TEST_CASE("under a bloody effect only setup may be set, wherever the effect stands") {
    const std::string fault =
        ": key 'flank' where the effect is bloody; allowed keys: setup effect";
    CHECK(refusal("[x:classic]\neffect = bloody\nflank = line\n") == "my.ini:3" + fault);
    CHECK(refusal("[x:classic]\nflank = line\neffect = bloody\n") == "my.ini:2" + fault);
    CHECK(refusal("[x:bloody-queen]\nsetup = flanked\nflank = line\n") == "my.ini:3" + fault);
    CHECK(refusal("[x:bloody-queen]\neffect = bloody\nflank = line\n") == "my.ini:3" + fault);
    CHECK(refusal("[x:classic]\neffect = bloody\n[y:x]\nflank = line\n[z:classic]\n") ==
          "my.ini:4" + fault);
    CHECK(loaded("[x:bloody-queen]\neffect = bloody\nsetup = flanked\n").at("x").rules.setup ==
          Setup::Flanked);
}

TEST_CASE("an indented line continues a source or a book, and a header is a header") {
    const Presets presets = loaded("[x:classic]\nbook: My\n  Book\nflank = ring: my\n  source\n\n"
                                   "  [y:classic] # indented\n  pace = all-in-turn\n");
    CHECK(presets.at("x").book == "My Book");
    CHECK(presets.at("x").sources[*find_rule_field("flank")] == "my source");
    CHECK(presets.at("x").rules.pace == Pace::OnePerTurn);
    CHECK(presets.at("y").rules.pace == Pace::AllInTurn);
    CHECK(presets.at("y").rules.flank == Flank::Line);
    CHECK(presets.at("y").book == "my.ini");
}

TEST_CASE("what a message quotes of a file is short and printable") {
    const std::string message = refusal("[x:classic]\n" + std::string(1000, 'k') + " = 1\n");
    CHECK(message.starts_with("my.ini:2: unknown key '" + std::string(60, 'k') + "...'; "));
    CHECK(refusal("[x:classic]\npa\x1b"
                  "ce\x01 = 1\n")
              .starts_with("my.ini:2: unknown key 'pa\\x1bce\\x01'"));
}

TEST_CASE("a later load adds presets, or changes nothing") {
    Presets presets = loaded("[a:classic]\nflank = ring\n");
    std::istringstream second("[b:a]\npace = all-in-turn\n");
    presets.load(second, "second.ini");
    CHECK(presets.at("b").rules.flank == Flank::Ring);
    CHECK(presets.at("b").book == "second.ini");
    std::istringstream third("[c:b]\n[a:classic]\n");
    CHECK_THROWS_AS(presets.load(third, "third.ini"), Error);
    CHECK(presets.find("c") == nullptr);
    CHECK(presets.all().size() == 17);
}

TEST_CASE("a file that cannot be read is named") {
    Presets presets;
    CHECK_THROWS_WITH_AS(presets.load(std::filesystem::path("/nowhere/my.ini")),
                         "cannot read /nowhere/my.ini: No such file or directory", Error);
    const auto folder = std::filesystem::temp_directory_path();
    CHECK_THROWS_WITH_AS(presets.load(folder),
                         ("cannot read " + folder.string() + ": it is a directory").c_str(), Error);
    CHECK(presets.all().size() == 15);
}

TEST_CASE("the example file is read by its path and shows keys with their values") {
    const std::filesystem::path path = AGON_TEST_DATA "/../../tools/custom-rules.ini";
    Presets presets;
    presets.load(path);
    const std::string text = support::read_file(path);
    std::size_t shown = 0;
    for (const RuleField& field : rule_fields()) {
        if (text.find("#   " + std::string(field.key) + ' ') == std::string::npos) continue;
        ++shown;
        std::string values;
        for (const RuleValue& value : field.values)
            values += (values.empty() ? "" : " | ") + std::string(value.name);
        CAPTURE(field.key);
        CHECK(text.find(values) != std::string::npos);
    }
    CHECK(shown >= 11);
    RuleSet club;
    club.queen_chooser = QueenChooser::Opponent;
    club.forfeit = Forfeit::NoOwnQueen;
    club.setup = Setup::Placement;
    CHECK(presets.at("club").rules == club);
    CHECK(source(presets.at("club"), "setup").starts_with(path.string() + ':'));
    club.pace = Pace::AllInTurn;
    CHECK(presets.at("club-fast").rules == club);
    CHECK(presets.at("gentle").rules.between == Between::Safe);
    CHECK(presets.at("bloody-placement").rules.bloody());
    CHECK(presets.all().size() == 19);
}

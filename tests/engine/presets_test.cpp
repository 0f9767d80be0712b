// The built-in presets against the naive referee's own copy of the table of rules.md section 5.
#include "engine/rules/presets.hpp"

#include "engine/error.hpp"
#include "engine/notation/notation.hpp"
#include "tests/naive/referee.hpp"

#include <doctest/doctest.h>

using namespace agon;

namespace {

std::vector<std::string> names(const Presets& presets) {
    std::vector<std::string> result;
    for (const Preset& preset : presets.all()) result.push_back(preset.name);
    return result;
}

} // namespace

TEST_CASE("the presets are those of rules.md section 5, in its order, then our own") {
    CHECK(names(Presets()) == std::vector<std::string>{"classic", "ham", "german", "queens-guard",
                                                       "queens-guard-opponent", "same-ring",
                                                       "way-to-play", "botermans", "penthalon",
                                                       "bloody-queen", "ludii", "csiro", "neto",
                                                       "kanare", "agon"});
    CHECK(names(Presets()) == naive::preset_names());
}

TEST_CASE("every field of every preset is as in rules.md section 5") {
    const Presets presets;
    for (const Preset& preset : presets.all()) {
        CAPTURE(preset.name);
        const naive::Rules expected = naive::preset(preset.name);
        for (const RuleField& field : rule_fields()) {
            CAPTURE(field.key);
            const std::string value = naive::get(expected, std::string(field.key));
            if (value != "section-7") CHECK(field.text(preset.rules) == value);
        }
    }
}

TEST_CASE("fields that rules.md section 7 decides are left as in classic, so that equal rules are "
          "equal") {
    const RuleSet bloody = Presets().at("bloody-queen").rules;
    const RuleSet classic;
    CHECK(bloody.queen_chooser == classic.queen_chooser);
    CHECK(bloody.queen_target == classic.queen_target);
    CHECK(bloody.guard_target == classic.guard_target);
    CHECK(bloody.pace == classic.pace);
}

TEST_CASE("a default-constructed rule set is the default preset") {
    CHECK(Presets().at(DEFAULT_PRESET).rules == RuleSet{});
    CHECK(Presets().all().front().name == DEFAULT_PRESET);
}

TEST_CASE("parents are those of rules.md section 5") {
    const Presets presets;
    for (const Preset& preset : presets.all()) {
        CAPTURE(preset.name);
        const bool booklet =
            preset.name == "queens-guard-opponent" || preset.name == "bloody-queen";
        CHECK(preset.parent == (preset.name == "classic" ? ""
                                : booklet                ? "queens-guard"
                                                         : "classic"));
        CHECK(preset.book != "presets.ini");
    }
}

TEST_CASE("every value has a source, and presets with their own text cite it") {
    const Presets presets;
    for (const Preset& preset : presets.all()) {
        CAPTURE(preset.name);
        for (const std::string& source : preset.sources) CHECK(!source.empty());
        for (std::size_t i = 0; i < COMMON_RULE_NAMES.size(); ++i)
            CHECK(preset.common_sources[i].empty() ==
                  (static_cast<CommonRule>(i) == CommonRule::NoGuards && !preset.rules.removes()));
    }
    const auto cites = [&](std::string_view preset, std::string_view key, std::string_view words) {
        const std::string& source = presets.at(preset).sources[find_rule_field(key).value()];
        CAPTURE(source);
        CHECK(source.find(words) != std::string::npos);
    };
    // The words are the books' own, from their texts.
    cites("classic", "guard_target", "any vacant cell of his choosing on the outer board ring");
    cites("ham", "pace", "only one piece per turn can be rescued");
    cites("german", "queen_target", "mit Ausnahme des Thrones");
    cites("queens-guard", "between", "no enemy piece can enter that hex");
    cites("queens-guard-opponent", "queen_chooser", "the trapping player, not the trapped player");
    cites("queens-guard-opponent", "queen_target", "it can be placed in the center hex");
    cites("same-ring", "flank", "all three pieces are on the same ring of the board");
    cites("way-to-play", "queen_chooser", "to any vacant square that his opponent requires");
    cites("botermans", "flank", "in the same ring");
    cites("penthalon", "guard_target", "an adjacent hexagon within the next outer band");
    cites("bloody-queen", "queen_target", "The exchanged guard is removed from the game.");
    cites("ludii", "forfeit", "his queen is not between them");
    cites("csiro", "queen_target", "anywhere on the board except the centre");
    cites("neto", "guard_target", "any empty cell in the next outer ring");
    cites("kanare", "effect", "captured pieces leave play");
}

TEST_CASE("setups begin with the positions of rules.md section 3") {
    for (const std::string_view name : setup_names()) {
        CAPTURE(name);
        const Setup setup = find_setup(name).value();
        CHECK(setup_text(setup) == naive::setup_text(std::string(name)));
        CHECK(to_text(setup_position(RuleSet{}, setup)) == setup_text(setup));
    }
    CHECK(setup_names().size() == 3);
    CHECK(!find_setup("default").has_value());
}

TEST_CASE("an unknown name is answered with the names that exist") {
    const Presets presets;
    CHECK(presets.find("Classic") == nullptr);
    CHECK(presets.find("") == nullptr);
    CHECK(presets.find("agon") == &presets.all().back());
    CHECK_THROWS_WITH_AS(
        (void)presets.at("chess"),
        "unknown preset 'chess'; allowed presets: classic ham german queens-guard "
        "queens-guard-opponent same-ring way-to-play botermans penthalon bloody-queen ludii "
        "csiro neto kanare agon, and those of a rules file",
        Error);
}

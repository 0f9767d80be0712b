#include "engine/rules/rule_chapters.hpp"

#include <algorithm>

namespace agon {
namespace {

constexpr const char* OUR_READING = "our reading; the books do not say it";

std::string_view effect(const RuleSet& rules) {
    return rule_fields()[find_rule_field("effect").value()].text(rules);
}

class Chapters {
public:
    explicit Chapters(const Preset& preset) : preset_(preset) {}

    void begin(std::string_view key, std::string_view heading) {
        chapters_.push_back({key, heading, {}});
    }
    void sentence(std::string_view key, std::string_view value, std::string_view sentence,
                  const std::string& source) {
        add({key, value, std::string(sentence), source});
    }
    void common(CommonRule rule) {
        const std::string_view said = common_sentence(preset_.rules, rule);
        const bool plain = rule == CommonRule::NoGuards || said == common_sentence({}, rule);
        sentence(COMMON_RULE_NAMES[static_cast<std::size_t>(rule)],
                 plain ? "" : effect(preset_.rules), said, preset_.source(rule));
    }
    void field(std::string_view key) {
        const std::size_t i = find_rule_field(key).value();
        const RuleField& row = rule_fields()[i];
        const std::string_view said = rule_sentence(preset_.rules, row);
        const RuleValue& own = row.values[row.get(preset_.rules)];
        add({row.key, said == own.sentence ? own.name : effect(preset_.rules), std::string(said),
             preset_.sources[i], &row});
    }
    /// The fields of a section but `effect`, in the order of the table.
    void fields(RuleSection section) {
        for (const RuleField& row : rule_fields())
            if (row.section == section && row.key != "effect") field(row.key);
    }
    [[nodiscard]] std::vector<RuleChapter> take() { return std::move(chapters_); }

private:
    void add(RuleLine line) { chapters_.back().lines.push_back(std::move(line)); }

    const Preset& preset_;
    std::vector<RuleChapter> chapters_;
};

void add_capturing(Chapters& page, const RuleSet& rules) {
    page.begin("capturing", "Capturing");
    if (rules.bloody())
        page.sentence("captured", effect(rules),
                      "Trapped pieces stay on the board, and flank as before, until they are "
                      "settled.",
                      "our reading; the booklet does not say it");
    else if (rules.removes())
        page.sentence("captured", effect(rules),
                      "When a piece has stepped, every enemy piece that stands between it and "
                      "another piece of its side is captured. A captured queen stays on the board, "
                      "and blocks and flanks as before, until she is relocated, even if the pieces "
                      "that captured her move away meanwhile.",
                      OUR_READING);
    else
        page.sentence("captured", effect(rules),
                      "When a piece has stepped, every enemy piece that stands between it and "
                      "another piece of its side is captured. Captured pieces stay on the board, "
                      "and block and flank as before, until they are relocated, even if the pieces "
                      "that captured them move away meanwhile.",
                      OUR_READING);
    page.fields(RuleSection::Capturing);
}

void add_draws(Chapters& page, const RuleSet& rules) {
    page.begin("draws", "Draws");
    page.sentence("draws", effect(rules),
                  rules.bloody()
                      ? "The game is drawn after 100 actions in a row without an inward step, a "
                        "placement, an exchange, a removal or a guard put elsewhere, unless "
                        "another number is agreed on."
                  : rules.removes()
                      ? "The game is drawn after 100 actions in a row without an inward step, a "
                        "placement, a removal or a relocation, unless another number is agreed on."
                      : "The game is drawn after 100 actions in a row without an inward step, a "
                        "placement or a relocation, unless another number is agreed on.",
                  "our addition; the books have no draws");
}

/// A setup from which a rule set is solved (bench/solved.md); "" for none.
std::string_view solved_setup(const Preset& preset) {
    if (preset.name == "botermans" || preset.name == "neto") return "standard";
    constexpr std::string_view FROM_FLANKED[] = {
        "same-ring",   "classic",   "ham",  "german", "queens-guard", "queens-guard-opponent",
        "way-to-play", "penthalon", "csiro"};
    return std::ranges::count(FROM_FLANKED, preset.name) > 0 ? "flanked" : "";
}

} // namespace

std::vector<RuleChapter> rule_chapters(const Preset& preset) {
    const RuleSet& rules = preset.rules;
    Chapters page(preset);
    page.begin("aim", "Aim");
    page.common(CommonRule::Aim);
    page.begin("setup", "Setup");
    page.fields(RuleSection::Setup);
    page.sentence("letters", "",
                  "White is Q (queen) and G (guard), black q and g; * is the throne. A cell is "
                  "named by its file and row: the white queen stands on a1. This setup is the "
                  "default; the players may agree on any of the setups standard, placement and "
                  "flanked.",
                  "our addition");
    page.common(CommonRule::FirstPlayer);
    page.begin("moving", "Moving");
    page.common(CommonRule::Step);
    page.common(CommonRule::Throne);
    page.begin("blocking", "Blocking");
    page.fields(RuleSection::Blocking);
    add_capturing(page, rules);
    if (rules.bloody())
        page.begin("settling", "Settling");
    else
        page.begin("relocating", "Relocating");
    page.field("effect");
    page.fields(RuleSection::Relocating);
    page.begin("several", "Several captured");
    page.common(CommonRule::QueenFirst);
    page.fields(RuleSection::Several);
    page.begin("end", "End of the game");
    if (rules.removes()) page.common(CommonRule::NoGuards);
    page.fields(RuleSection::End);
    add_draws(page, rules);
    if (const auto setup = solved_setup(preset); !setup.empty())
        page.sentence("solved", setup,
                      "From the setup " + std::string(setup) +
                          ", neither side can force a win. If both sides play without a mistake, "
                          "the game is a draw.",
                      "proved, with endless play as a draw; agon-prove makes the proof");
    return page.take();
}

} // namespace agon

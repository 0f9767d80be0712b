#include "engine/rules/rules.hpp"

#include <algorithm>

namespace agon {
namespace {

constexpr RuleValue FLANK[] = {
    {"line", "A cell is between two enemy pieces when they hold two opposite neighbours of it, in "
             "a straight line."},
    {"ring", "A cell is between two enemy pieces when they hold both of its neighbours on its own "
             "ring. The throne, a ring by itself, is never between two."},
};
constexpr RuleValue BETWEEN[] = {
    {"illegal", "A piece may not step to a cell between two enemy pieces."},
    {"safe", "A piece may step to a cell between two enemy pieces, and is not captured by that."},
    {"captured", "A piece may step to a cell between two enemy pieces, but is captured by that."},
};
constexpr RuleValue RELOCATION_BETWEEN[] = {
    {"illegal", "A captured piece may not be put between two pieces of the other side, whoever "
                "chooses the cell."},
    {"safe", "A captured piece may be put between two pieces of the other side, and is not "
             "captured by that."},
};
constexpr RuleValue RELOCATION_CAPTURES[] = {
    {"no", "A relocated piece captures nothing where it lands."},
    {"yes", "A relocated piece captures where it lands, as a stepping piece does."},
};
constexpr RuleValue QUEEN_CHOOSER[] = {
    {"owner", "Her owner chooses the cell for a captured queen."},
    {"opponent",
     "The opponent chooses the cell for a captured queen; this spends her owner's turn."},
};
constexpr RuleValue QUEEN_TARGET[] = {
    {"anywhere", "A captured queen goes to any vacant cell, the throne included."},
    {"not-throne", "A captured queen goes to any vacant cell but the throne."},
    {"next-ring", "A captured queen goes to an adjacent cell on the next ring outward. If there is "
                  "none where she may be put, or she stands on the outer ring, she goes to any "
                  "cell of the outer ring where she may be put."},
    {"next-ring-any",
     "A captured queen goes to any cell of the next ring outward where she may be put. If that "
     "ring has none, she goes to the next one outward; from the outer ring, to the outer ring."},
};
constexpr RuleValue GUARD_TARGET[] = {
    {"outer-ring",
     "A captured guard goes to any vacant cell of the outer ring, of its owner's choice."},
    {"next-ring", "A captured guard goes to an adjacent cell on the next ring outward, of its "
                  "owner's choice. If there is none where it may be put, or it stands on the outer "
                  "ring, it goes to any cell of the outer ring where it may be put."},
    {"next-ring-any", "A captured guard goes to any cell of the next ring outward where it may be "
                      "put, of its owner's choice. If that ring has none, it goes to the next one "
                      "outward; from the outer ring, to the outer ring."},
};
constexpr RuleValue PACE[] = {
    {"one-per-turn",
     "One relocation is the whole turn, however many pieces of the side are captured."},
    {"all-in-turn", "A turn that begins with a relocation goes on until none of the side's pieces "
                    "is captured, and then ends."},
};
constexpr RuleValue FORFEIT[] = {
    {"empty-throne",
     "A side whose six guards fill the ring around the throne loses if the throne is empty."},
    {"no-own-queen", "A side whose six guards fill the ring around the throne loses unless its own "
                     "queen stands on the throne."},
    {"draw", "The game is drawn when the six guards of a side fill the ring around an empty "
             "throne."},
    {"none", "Nothing happens when the six guards of a side fill the ring around the throne "
             "without its own queen on it."},
};
constexpr RuleValue SETUP[] = {
    {"standard", "The queens stand in opposite corners, and each side's guards on the outer ring, "
                 "4, 9 and 13 cells each way from their own queen."},
    {"placement", "Only the queens stand on the board, in opposite corners. The sides place their "
                  "guards in turn, one at a time; until all are placed, nothing else is played and "
                  "nothing is blocked or captured."},
    {"flanked", "The queens stand in opposite corners, and each side's guards on the outer ring "
                "beside their own queen, three each way."},
};
constexpr RuleValue EFFECT[] = {
    {"relocate", "A captured piece is not removed but relocated: a side that has captured pieces "
                 "at its turn must relocate one of them, and may do nothing else. The cell that "
                 "the piece leaves does not count as vacant."},
    {"bloody", "The side that has trapped a piece settles it. A guard trapped by a pair that "
               "includes the queen is removed from the game at once, as part of the step."},
    {"remove",
     "A captured guard leaves the game at once, as part of the action that captures it. A captured "
     "queen is relocated: a side whose queen is captured at its turn must relocate her, and may do "
     "nothing else. The cell that she leaves does not count as vacant."},
};

constexpr RuleValue REPETITION[] = {
    {"draw", "The game is drawn when a position occurs for the third time, unless another number "
             "is agreed on."},
    {"loses", "A side whose action brings about a position for the third time loses, unless "
              "another number is agreed on."},
};
constexpr RuleValue NO_ACTION[] = {
    {"pass", "A side without a legal action passes; otherwise passing is illegal."},
    {"loses", "A side that has no legal action at its turn loses at once. Only while guards are "
              "placed it passes."},
};
constexpr RuleValue PLACEMENT[] = {
    {"anywhere", "Where guards are placed, a guard goes to any vacant cell but the throne."},
    {"outer-ring", "Where guards are placed, a guard goes to any vacant cell of the outer ring."},
};

/// The row, with access to the member that it describes.
template<auto member>
constexpr RuleField field(RuleField row) {
    using Value = std::remove_cvref_t<decltype(RuleSet{}.*member)>;
    row.get = [](const RuleSet& rules) { return static_cast<std::size_t>(rules.*member); };
    row.set = [](RuleSet& rules, std::size_t value) { rules.*member = static_cast<Value>(value); };
    return row;
}

constexpr std::array<RuleField, RULE_FIELD_COUNT> FIELDS = {
    field<&RuleSet::flank>(
        {.key = "flank",
         .heading = {"", "flank"},
         .section = RuleSection::Blocking,
         .values = FLANK,
         .bloody =
             "An enemy piece is trapped when it stands between the piece that has just stepped and "
             "another piece of that side, on opposite sides of it in a straight line."}),
    field<&RuleSet::between>({.key = "between",
                              .heading = {"", "between"},
                              .section = RuleSection::Blocking,
                              .values = BETWEEN,
                              .bloody = "There is no blocking: a piece may step to a cell between "
                                        "two enemy pieces, and is not trapped by that."}),
    field<&RuleSet::relocation_between>(
        {.key = "relocation_between",
         .heading = {"reloc.", "between"},
         .section = RuleSection::Relocating,
         .values = RELOCATION_BETWEEN,
         .bloody = "A settled piece may be put between two pieces of the other side, and is not "
                   "trapped by that."}),
    field<&RuleSet::relocation_captures>({.key = "relocation_captures",
                                          .heading = {"reloc.", "captures"},
                                          .section = RuleSection::Capturing,
                                          .values = RELOCATION_CAPTURES,
                                          .bloody = "Only a step traps; settling traps nothing."}),
    field<&RuleSet::queen_chooser>(
        {.key = "queen_chooser",
         .heading = {"queen", "chooser"},
         .section = RuleSection::Relocating,
         .values = QUEEN_CHOOSER,
         .bloody =
             "The side that trapped a queen exchanges her for one of that queen's outermost "
             "guards, those on the highest ring on which her side has guards, and chooses which.",
         .open = false}),
    field<&RuleSet::queen_target>(
        {.key = "queen_target",
         .heading = {"queen", "target"},
         .section = RuleSection::Relocating,
         .values = QUEEN_TARGET,
         .bloody = "The queen takes that guard's cell, and the guard leaves the game.",
         .open = false}),
    field<&RuleSet::guard_target>(
        {.key = "guard_target",
         .heading = {"guard", "target"},
         .section = RuleSection::Relocating,
         .values = GUARD_TARGET,
         .bloody = "The side that trapped a guard with two guards puts it on any vacant cell of "
                   "the ring one outward; if that ring is full, of the next ring outward; from "
                   "the outer ring, on any vacant cell of the outer ring.",
         .open = false}),
    field<&RuleSet::pace>({.key = "pace",
                           .heading = {"", "pace"},
                           .section = RuleSection::Several,
                           .values = PACE,
                           .bloody = "All trapped pieces are settled within the turn of the side "
                                     "that trapped them, one action each; then the turn ends.",
                           .open = false}),
    field<&RuleSet::forfeit>(
        {.key = "forfeit",
         .heading = {"", "forfeit"},
         .section = RuleSection::End,
         .values = FORFEIT,
         .bloody = "When nothing is left to settle, a side whose six guards fill the ring around "
                   "the throne loses unless its own queen stands on the throne."}),
    field<&RuleSet::setup>({.key = "setup",
                            .heading = {"default", "setup"},
                            .section = RuleSection::Setup,
                            .values = SETUP,
                            .bloody = {}}),
    field<&RuleSet::effect>({.key = "effect",
                             .heading = {"", "effect"},
                             .section = RuleSection::Relocating,
                             .values = EFFECT,
                             .bloody = {}}),
    field<&RuleSet::repetition>({.key = "repetition",
                                 .heading = {"", "repetition"},
                                 .section = RuleSection::End,
                                 .values = REPETITION,
                                 .bloody = {}}),
    field<&RuleSet::no_action>({.key = "no_action",
                                .heading = {"no", "action"},
                                .section = RuleSection::End,
                                .values = NO_ACTION,
                                .bloody = {}}),
    field<&RuleSet::placement>({.key = "placement",
                                .heading = {"", "placement"},
                                .section = RuleSection::Setup,
                                .values = PLACEMENT,
                                .bloody = {}}),
};

constexpr std::string_view SETUP_NAMES[] = {SETUP[0].name, SETUP[1].name, SETUP[2].name};

} // namespace

std::optional<std::size_t> RuleField::find_value(std::string_view text) const {
    const auto found = std::ranges::find(values, text, &RuleValue::name);
    if (found == values.end()) return std::nullopt;
    return static_cast<std::size_t>(found - values.begin());
}

const std::array<RuleField, RULE_FIELD_COUNT>& rule_fields() { return FIELDS; }

std::optional<std::size_t> find_rule_field(std::string_view key) {
    const auto found = std::ranges::find(FIELDS, key, &RuleField::key);
    if (found == FIELDS.end()) return std::nullopt;
    return static_cast<std::size_t>(found - FIELDS.begin());
}

std::string_view rule_value(const RuleSet& rules, const RuleField& field) {
    return rules.bloody() && !field.open ? "bloody" : field.text(rules);
}

std::string_view rule_sentence(const RuleSet& rules, const RuleField& field) {
    if (rules.bloody() && !field.bloody.empty()) return field.bloody;
    if (rules.effect == Effect::Remove && field.key == "guard_target")
        return "A captured guard is not put anywhere.";
    return field.values[field.get(rules)].sentence;
}

std::string_view setup_text(Setup setup) {
    switch (setup) {
    case Setup::Placement: return "5q/7/8/9/10/11/10/9/8/7/Q5 w - GGGGGGgggggg 0 1";
    case Setup::Flanked: return "2gggq/6g/7g/8g/10/11/10/G8/G7/G6/QGGG2 w - - 0 1";
    case Setup::Standard: break;
    }
    return "1g1G1q/G6/7G/9/g8g/11/G8G/9/g7/6g/Q1g1G1 w - - 0 1";
}

std::span<const std::string_view> setup_names() { return SETUP_NAMES; }

std::optional<Setup> find_setup(std::string_view name) {
    const auto found = std::ranges::find(SETUP, name, &RuleValue::name);
    if (found == std::end(SETUP)) return std::nullopt;
    return static_cast<Setup>(found - std::begin(SETUP));
}

} // namespace agon

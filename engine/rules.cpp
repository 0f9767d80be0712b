#include "engine/rules.hpp"

#include <algorithm>

namespace agon {
namespace {

using Names = std::span<const std::string_view>;

constexpr std::string_view FLANK[] = {"line", "ring"};
constexpr std::string_view BETWEEN[] = {"illegal", "safe", "captured"};
constexpr std::string_view RELOCATION_BETWEEN[] = {"illegal", "safe"};
constexpr std::string_view NO_YES[] = {"no", "yes"};
constexpr std::string_view QUEEN_CHOOSER[] = {"owner", "opponent"};
constexpr std::string_view QUEEN_TARGET[] = {"anywhere", "not-throne", "next-ring",
                                             "next-ring-any"};
constexpr std::string_view GUARD_TARGET[] = {"outer-ring", "next-ring", "next-ring-any"};
constexpr std::string_view PACE[] = {"one-per-turn", "all-in-turn"};
constexpr std::string_view FORFEIT[] = {"empty-throne", "no-own-queen"};
constexpr std::string_view SETUP[] = {"standard", "placement", "flanked"};
constexpr std::string_view EFFECT[] = {"relocate", "bloody", "remove"};

template<auto member>
constexpr RuleField field(std::string_view key, Names values) {
    using Value = std::remove_cvref_t<decltype(RuleSet{}.*member)>;
    return {key, values,
            [](const RuleSet& rules) { return static_cast<std::size_t>(rules.*member); },
            [](RuleSet& rules, std::size_t value) { rules.*member = static_cast<Value>(value); }};
}

constexpr std::array<RuleField, RULE_FIELD_COUNT> FIELDS = {
    field<&RuleSet::flank>("flank", FLANK),
    field<&RuleSet::between>("between", BETWEEN),
    field<&RuleSet::relocation_between>("relocation_between", RELOCATION_BETWEEN),
    field<&RuleSet::relocation_captures>("relocation_captures", NO_YES),
    field<&RuleSet::queen_chooser>("queen_chooser", QUEEN_CHOOSER),
    field<&RuleSet::queen_target>("queen_target", QUEEN_TARGET),
    field<&RuleSet::guard_target>("guard_target", GUARD_TARGET),
    field<&RuleSet::pace>("pace", PACE),
    field<&RuleSet::forfeit>("forfeit", FORFEIT),
    field<&RuleSet::setup>("setup", SETUP),
    field<&RuleSet::effect>("effect", EFFECT),
};

std::optional<std::size_t> find(Names names, std::string_view name) {
    const auto found = std::ranges::find(names, name);
    if (found == names.end()) return std::nullopt;
    return static_cast<std::size_t>(found - names.begin());
}

} // namespace

std::optional<std::size_t> RuleField::find_value(std::string_view text) const {
    return find(values, text);
}

const std::array<RuleField, RULE_FIELD_COUNT>& rule_fields() { return FIELDS; }

std::optional<std::size_t> find_rule_field(std::string_view key) {
    const auto found = std::ranges::find(FIELDS, key, &RuleField::key);
    if (found == FIELDS.end()) return std::nullopt;
    return static_cast<std::size_t>(found - FIELDS.begin());
}

std::string_view setup_text(Setup setup) {
    switch (setup) {
    case Setup::Placement: return "5q/7/8/9/10/11/10/9/8/7/Q5 w - GGGGGGgggggg 0 1";
    case Setup::Flanked: return "2gggq/6g/7g/8g/10/11/10/G8/G7/G6/QGGG2 w - - 0 1";
    case Setup::Standard: break;
    }
    return "1g1G1q/G6/7G/9/g8g/11/G8G/9/g7/6g/Q1g1G1 w - - 0 1";
}

std::span<const std::string_view> setup_names() { return SETUP; }

std::optional<Setup> find_setup(std::string_view name) {
    const auto found = find(SETUP, name);
    if (!found) return std::nullopt;
    return static_cast<Setup>(*found);
}

} // namespace agon

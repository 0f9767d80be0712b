// The data of the built-in presets (rules.md section 5). Each value cites its source.
#pragma once

#include "engine/rules/presets.hpp"

namespace agon {

struct PresetData {
    std::string_view name;
    std::string_view parent; ///< an earlier preset; empty for the first, which sets every field
    std::string_view book;
    std::string_view rules; ///< for rule_sources()
};

/// In the order of the table in rules.md section 5.
[[nodiscard]] std::span<const PresetData> preset_data();

/// Parses PresetData::rules into its entries, in text order.
[[nodiscard]] std::vector<RuleSource> rule_sources(std::string_view text);

} // namespace agon

// What the built-in presets are made of (rules.md section 5), each value with its source.
#pragma once

#include "engine/rulesets/presets.hpp"

namespace agon {

/// A preset's own sentence for a value that it shares with its parent.
struct OwnWords {
    std::string_view key;
    std::string_view source;
};

/// The same for a rule that is no field.
struct CommonWords {
    CommonRule rule;
    std::string_view source;
};

struct PresetData {
    std::string_view name;
    std::string_view parent; ///< an earlier preset; empty for the first, which gives every field
    std::string_view book;
    std::span<const RuleDifference> differences;
    std::span<const OwnWords> own_words;
    std::span<const CommonWords> common_words;
};

/// In the order of section 5.
[[nodiscard]] std::span<const PresetData> preset_data();

} // namespace agon

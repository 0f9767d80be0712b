// Rule sets in words: what `agon rules` shows, and lessons.
#pragma once

#include "engine/game/move.hpp"
#include "engine/game/position.hpp"
#include "engine/rules/presets.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace agon {

/// The table of rules.md section 5 in three blocks, with one line per preset: the sources, then two
/// blocks of fields. 80 columns, unless a loaded preset has a longer name.
[[nodiscard]] std::string preset_table(const Presets& presets);

/// The whole game in sentences, each with its source in brackets, and the setup drawn; at most 80
/// columns of UTF-8 except where a single word is longer.
[[nodiscard]] std::string preset_page(const Preset& preset);

/// The fields in which two presets differ, each with both values, sentences and sources; one line
/// if they are the same rules.
[[nodiscard]] std::string preset_difference(const Preset& a, const Preset& b);

/// A position in which white has a task that teaches a rule.
struct Lesson {
    std::string_view title;
    std::string text; ///< the rule in sentences
    std::string task; ///< what to do, in sentences
    Position position;
    std::vector<Move> solutions; ///< the legal actions that do it; at least one
};

/// At most eight lessons, in order. A rule that `rules` lacks gets no lesson.
[[nodiscard]] std::vector<Lesson> lessons(const RuleSet& rules);

} // namespace agon

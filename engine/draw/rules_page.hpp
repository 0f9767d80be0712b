// Rule sets in words: what `agon rules` shows.
#pragma once

#include "engine/rules/presets.hpp"

#include <string>

namespace agon {

/// The table of rules.md section 5 in three blocks, with one line per preset: the sources, then two
/// blocks of fields. 80 columns, unless a loaded preset has a longer name or book.
[[nodiscard]] std::string preset_table(const Presets& presets);

/// The whole game in sentences, each with its source in brackets, and the setup drawn; at most 80
/// columns of UTF-8 except where a single word is longer.
[[nodiscard]] std::string preset_page(const Preset& preset);

/// The fields in which two presets differ, each with both values, sentences and sources; one line
/// if they are the same rules.
[[nodiscard]] std::string preset_difference(const Preset& a, const Preset& b);

} // namespace agon

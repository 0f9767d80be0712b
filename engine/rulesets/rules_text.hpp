// Rule sets in words: what `agon rules` shows.
#pragma once

#include "engine/rulesets/presets.hpp"

#include <string>
#include <string_view>

namespace agon {

/// A field's value as the table of rules.md section 5 spells it: that of rule_fields(), and
/// "bloody" for the four fields that Bloody Queen does not leave open. `field` is an index into
/// rule_fields(), here and below.
[[nodiscard]] std::string_view rule_value(const RuleSet& rules, std::size_t field);

/// What a field's value means in play, as one or more sentences.
[[nodiscard]] std::string_view rule_sentence(const RuleSet& rules, std::size_t field);

/// The same for a rule that is no field; empty for NoGuards where no guards are lost.
[[nodiscard]] std::string_view common_sentence(const RuleSet& rules, CommonRule rule);

/// The table of rules.md section 5 in three blocks, each with a line a preset: the sources, then
/// two blocks of fields. 80 columns, unless a loaded preset has a longer name.
[[nodiscard]] std::string preset_table(const Presets& presets);

/// The whole game in sentences, each with its source in brackets, and the setup drawn; at most 80
/// columns of UTF-8 except where a single word is longer.
[[nodiscard]] std::string preset_page(const Preset& preset);

/// The fields in which two presets differ, each with both values, sentences and sources; one line
/// when they are the same rules.
[[nodiscard]] std::string preset_difference(const Preset& a, const Preset& b);

} // namespace agon

// A rule set in sentences, for everything that explains it.
#pragma once

#include "engine/rules/presets.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace agon {

struct RuleLine {
    /// Of rule_fields(), one of COMMON_RULE_NAMES, or "letters", "captured", "draws", "solved".
    std::string_view key;
    /// Key and value stand for the sentence: of a field its value, or the effect if under that it
    /// means something else; of other rules the effect where the sentence depends on it, or "".
    std::string_view value;
    std::string sentence; ///< or several
    std::string source;
    const RuleField* field = nullptr; ///< null for other rules
};

struct RuleChapter {
    std::string_view key; ///< "aim", "setup", "moving", "blocking", "capturing", "relocating",
                          ///< "settling", "several", "end" or "draws"
    std::string_view heading;
    std::vector<RuleLine> lines;
};

/// The whole game, in the order in which it is explained.
[[nodiscard]] std::vector<RuleChapter> rule_chapters(const Preset& preset);

} // namespace agon

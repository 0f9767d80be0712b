// The command line of what reads the journals of a match: JOURNAL... [-o FILE].
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace agon::match {

struct JournalArguments {
    std::vector<std::string> journals; ///< at least one
    std::string output;                ///< empty when no -o was given
};

/// Nothing when only help was wanted: `usage`, what it `makes` and the options have then been
/// printed. Throws Error for any other option, and one that says `usage` when no journal is named.
[[nodiscard]] std::optional<JournalArguments>
read_journal_arguments(const std::vector<std::string>& words, const std::string& usage,
                       const std::string& makes);

} // namespace agon::match

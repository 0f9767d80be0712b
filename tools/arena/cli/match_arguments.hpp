// A match on a command line, in fastchess's spelling.
#pragma once

#include "tools/arena/journal/settings.hpp"
#include "tools/arena/web/server.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace agon::arena {

struct MatchArguments {
    MatchSettings settings;
    std::optional<ServerSettings> http; ///< serves a page while the match runs
    std::vector<std::string> warnings;  ///< about options without meaning here, each once
};

/// Throws Error naming the wrong option.
[[nodiscard]] MatchArguments parse_match_arguments(const std::vector<std::string>& words);

/// What `--help` prints.
[[nodiscard]] std::string_view match_help();

} // namespace agon::arena

// The pages of the sites, embedded when the program is built.
#pragma once

#include "tools/match/web/site.hpp"

namespace agon::match {

/// A file of the page of a game, by its path; nothing when there is no such file.
[[nodiscard]] std::optional<Document> serve_asset(std::string_view path);

/// The same of the page of a match.
[[nodiscard]] std::optional<Document> live_asset(std::string_view path);

} // namespace agon::match

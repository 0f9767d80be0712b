// The sources of the pages, embedded when the program is built.
#pragma once

#include "tools/arena/web/server.hpp"

#include <string_view>

namespace agon::match {

// The pages of the sites, embedded when the program is built.

/// A file of the page of a game, by its path; nothing when there is no such file.
[[nodiscard]] std::optional<Document> serve_asset(std::string_view path);

/// The same of the page of a match.
[[nodiscard]] std::optional<Document> live_asset(std::string_view path);

// The page's own sources, of the folder report/, embedded when the program is built.

// Those of HTML have places to be filled, as {{title}}.
extern const std::string_view PAGE_HTML; ///< the frame of all pages
extern const std::string_view PAGE_CSS;
extern const std::string_view MATCH_HTML; ///< the body of a match's page
extern const std::string_view MATCH_JS;
extern const std::string_view STUDY_HTML;
extern const std::string_view STUDY_JS;
extern const std::string_view TUNING_HTML;
extern const std::string_view TUNING_JS;
extern const std::string_view CHART_JS; ///< a part of these scripts that other pages use

} // namespace agon::match

// The pages: their sources, their frame, and those of a study and of a tuning.
#pragma once

#include "protocol/page/page_file.hpp"
#include "tools/arena/journal/json_lines.hpp"
#include "tools/arena/tuning/tuning.hpp"
#include "tools/arena/web/server.hpp"

#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

namespace agon::match {

inline constexpr std::size_t MOST_POINTS = 400; ///< of a curve; more cannot be seen

// The frame of the pages: style, data and script in one document.

/// The text with each `{{name}}` replaced by the text of that name.
[[nodiscard]] std::string filled(std::string_view text,
                                 const std::map<std::string_view, std::string>& texts);

/// One of everything that a board can show, as SVG, for the page's script to copy: both queens, all
/// guards in reserve, a captured piece, and a last action from the left to the right.
[[nodiscard]] std::string sample_board();

/// `title` of the data, for `{{title}}`.
[[nodiscard]] std::string escaped_title(const Json& data);

/// An HTML document that needs nothing else. The script finds `data` in the element of that name.
[[nodiscard]] std::string page_of(const Json& data, const std::string& body,
                                  std::string_view script);

// A study of rule sets as one HTML page: two of them side by side, and games of each on a board.

/// An HTML document that needs nothing else. `study` is what tools/lab/study/run writes
/// (tools/lab/study, README). Throws Error when it is something else.
[[nodiscard]] std::string study_page(const nlohmann::ordered_json& study);

// A tuning as one HTML page: its table, and the course of each parameter.

/// What the page shows:
///  - `title`, `summary`, `missing` (missing_text()), `options` (option_words()), `rows`
///    (value_rows()).
///  - `variant`, `setup`, `settings` (those of the journal).
///  - `courses`: for each parameter its `name`, `start`, `c_end` and a line for each shard: `name`
///    and about 400 `points` [iteration, value].
[[nodiscard]] Json tuning_json(const Tunings& tunings);

/// An HTML document that needs nothing else.
[[nodiscard]] std::string tuning_page(const Tunings& tunings);

} // namespace agon::match

/// The sources of the pages, which the build embeds (tools/CMakeLists.txt).
namespace agon::embedded {

// A page that is one file. HTML has places to be filled, as {{title}}.
extern const std::string_view PAGE_HTML; ///< the frame of all pages
extern const std::string_view PAGE_CSS;
extern const std::string_view MATCH_HTML, MATCH_JS; ///< the body of a match's page, its script
extern const std::string_view STUDY_HTML, STUDY_JS;
extern const std::string_view TUNING_HTML, TUNING_JS;

// The sites of `serve` and of a running match.
extern const std::string_view SERVE_HTML, SERVE_CSS, SERVE_JS, LEARN_JS, PUZZLES_TXT;
extern const std::string_view LIVE_HTML, LIVE_JS; ///< its style is PAGE_CSS

} // namespace agon::embedded

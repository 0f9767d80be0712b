// The sources of the pages, which the build embeds (tools/CMakeLists.txt).
#pragma once

#include <string_view>

namespace agon::embedded {

// Pages of one file. The HTML has placeholders, such as {{title}}.
extern const std::string_view PAGE_HTML; ///< the frame of all pages
extern const std::string_view PAGE_CSS;
extern const std::string_view MATCH_HTML, MATCH_JS; ///< the body of a match's page, and its script
extern const std::string_view STUDY_HTML, STUDY_JS;
extern const std::string_view TUNING_HTML, TUNING_JS;

// The site of a running match.
extern const std::string_view LIVE_HTML, LIVE_JS; ///< its style is PAGE_CSS

} // namespace agon::embedded

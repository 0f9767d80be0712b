// The page's own sources, of the folder report/, embedded when the program is built.
#pragma once

#include <string_view>

namespace agon::match {

extern const std::string_view PAGE_HTML; ///< with places to be filled, as {{title}}
extern const std::string_view PAGE_CSS;
extern const std::string_view PAGE_JS;
extern const std::string_view CHART_JS; ///< a part of PAGE_JS that other pages use
extern const std::string_view STUDY_HTML; ///< with places, as PAGE_HTML; its style is PAGE_CSS
extern const std::string_view STUDY_JS;

} // namespace agon::match

// The modules and the style of the arena's pages, which the build embeds (tools/CMakeLists.txt).
#pragma once

#include <string_view>

namespace agon::embedded {

extern const std::string_view ARENA_WORDS_JS, CHART_JS, FRAME_JS, GAMES_JS, LIVE_JS, REPORT_JS,
    SETTINGS_JS, STUDY_JS, TABLES_JS, TUNING_JS;
extern const std::string_view REPORT_CSS;
extern const std::string_view LIVE_HTML; ///< {{pieces}} are to be filled in

} // namespace agon::embedded

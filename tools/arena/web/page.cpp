#include "tools/arena/web/page.hpp"

#include "protocol/record/win_curve.hpp"
#include "protocol/web/page/files.hpp"
#include "protocol/web/room/inline_page.hpp"
#include "tools/arena/web/embedded_pages.hpp"

#include <algorithm>
#include <array>

namespace agon::arena {
namespace {

using page::Module;

std::array<Module, 10> own_modules() {
    using namespace embedded;
    return {{{"arena.words.js", ARENA_WORDS_JS},
             {"chart.js", CHART_JS},
             {"frame.js", FRAME_JS},
             {"games.js", GAMES_JS},
             {"live.js", LIVE_JS},
             {"report.js", REPORT_JS},
             {"settings.js", SETTINGS_JS},
             {"study.js", STUDY_JS},
             {"tables.js", TABLES_JS},
             {"tuning.js", TUNING_JS}}};
}

/// The modules of the page that show a game.
constexpr std::array<std::string_view, 9> SHARED = {"board.js",  "game.js",         "parts.js",
                                                    "safe.js",   "storage.js",      "ui.js",
                                                    "viewer.js", "viewer.words.js", "words.js"};

} // namespace

std::string served_module(std::string_view source) {
    constexpr std::string_view NAME = "\"agon/";
    std::string text;
    for (std::size_t at = 0; at < source.size();) {
        const std::size_t next = std::min(source.find(NAME, at), source.size());
        text += source.substr(at, next - at);
        if (next < source.size()) text += "\"./";
        at = next + NAME.size();
    }
    return text;
}

std::optional<std::string_view> page_part(std::string_view name) {
    if (name == "report.css") return embedded::REPORT_CSS;
    for (const Module& module : own_modules())
        if (module.name == name) return module.source;
    return page::page_file(name);
}

std::string page_of(const Json& data, std::string_view start) {
    page::InlinePage page{.title = data.at("title").get<std::string>(),
                          .styles = {},
                          .body = std::string(page::pieces_html()),
                          .modules = {},
                          .start = start,
                          .data = data};
    for (const std::string_view name : {"agon.css", "viewer.css", "report.css"})
        page.styles.push_back(page_part(name).value());
    for (const std::string_view name : SHARED)
        page.modules.push_back({name, page_part(name).value()});
    std::ranges::copy_if(own_modules(), std::back_inserter(page.modules), [&](const Module& own) {
        // Those that others import, and the one that starts.
        constexpr std::array<std::string_view, 4> STARTS = {"live.js", "report.js", "study.js",
                                                            "tuning.js"};
        return own.name == start || std::ranges::find(STARTS, own.name) == STARTS.end();
    });
    return inline_page(page);
}

Json curve_json() { return win_curve(); }

} // namespace agon::arena

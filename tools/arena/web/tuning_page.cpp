#include "tools/arena/web/tuning_page.hpp"

#include "engine/notation/notation.hpp"
#include "tools/arena/web/page.hpp"

#include <cmath>

namespace agon::arena {
namespace {

Json points_of(const Tuning& tuning, std::size_t parameter) {
    const auto& course = tuning.course();
    const std::size_t step = course.size() / MAX_POINTS + 1;
    Json points = Json::array();
    for (std::size_t i = 0; i < course.size(); ++i)
        if (i % step == 0 || i + 1 == course.size())
            points.push_back({i, std::round(course[i][parameter] * 1000) / 1000});
    return points;
}

} // namespace

Json tuning_json(const Tunings& tunings) {
    const Json& settings = tunings.parts.front().settings();
    Json courses = Json::array();
    for (std::size_t i = 0; i < tunings.parameters().size(); ++i) {
        const Parameter& parameter = tunings.parameters()[i];
        Json lines = Json::array();
        for (const Tuning& part : tunings.parts)
            lines.push_back({{"name", "shard " + to_text(part.spsa().settings().shard)},
                             {"points", points_of(part, i)}});
        courses.push_back({{"name", parameter.name},
                           {"start", parameter.start},
                           {"c_end", parameter.c_end},
                           {"lines", std::move(lines)}});
    }
    return {{"title", "Tuning of " + settings["engines"][0]["name"].get<std::string>()},
            {"summary", summary_text(tunings)},
            {"missing", missing_text(tunings.missing)},
            {"options", option_words(tunings)},
            {"rows", value_rows(tunings)},
            {"variant", settings["variant"]},
            {"setup", settings["setup"]},
            {"settings", settings},
            {"courses", std::move(courses)}};
}

std::string tuning_page(const Tunings& tunings) {
    return page_of(tuning_json(tunings), "tuning.js");
}

} // namespace agon::arena

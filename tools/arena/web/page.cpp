#include "tools/arena/web/page.hpp"

#include "engine/draw/diagram.hpp"
#include "engine/draw/markup.hpp"
#include "engine/error.hpp"
#include "engine/record/notation.hpp"

#include <cmath>

namespace agon::match {
namespace {

/// As the content of a `script` element: nothing in it ends the element or begins a comment.
std::string script_json(const Json& json) {
    std::string text;
    for (const char c : one_line(json)) c == '<' ? text += "\\u003c" : text += c;
    return text;
}

} // namespace

std::string filled(std::string_view text, const std::map<std::string_view, std::string>& texts) {
    std::string result;
    for (auto open = text.find("{{"); open != std::string_view::npos; open = text.find("{{")) {
        const auto close = text.find("}}", open);
        result += text.substr(0, open);
        result += texts.at(text.substr(open + 2, close - open - 2));
        text.remove_prefix(close + 2);
    }
    return result += text;
}

std::string sample_board() {
    Position position = setup_position(RuleSet{}, Setup::Placement);
    position.captured = position.queen(Side::White);
    return svg_diagram(position, {.last = Move(*Cell::parse("a6"), *Cell::parse("l6"))});
}

std::string escaped_title(const Json& data) {
    return attribute_escaped(data.at("title").get<std::string>());
}

std::string page_of(const Json& data, const std::string& body, std::string_view script) {
    return filled(embedded::PAGE_HTML, {{"title", escaped_title(data)},
                                        {"css", std::string(embedded::PAGE_CSS)},
                                        {"body", body},
                                        {"data", script_json(data)},
                                        {"js", std::string(script)}});
}

std::string study_page(const nlohmann::ordered_json& study) {
    if (!study.is_object() || study.value("study", Json()) != 1 || !study.contains("cells") ||
        study["cells"].empty())
        throw Error("not a study of games, as tools/lab/study/run writes it");
    nlohmann::ordered_json data = study;
    data["title"] = "Rules of Agon, side by side";
    return page_of(
        data,
        filled(embedded::STUDY_HTML, {{"title", escaped_title(data)}, {"board", sample_board()}}),
        embedded::STUDY_JS);
}

namespace {

Json points_of(const Tuning& tuning, std::size_t parameter) {
    const auto& course = tuning.course();
    const std::size_t step = course.size() / MOST_POINTS + 1;
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
    const Json data = tuning_json(tunings);
    return page_of(data, filled(embedded::TUNING_HTML, {{"title", escaped_title(data)}}),
                   embedded::TUNING_JS);
}

} // namespace agon::match

#include "tools/match/report/html.hpp"

#include "engine/draw/diagram.hpp"
#include "engine/notation.hpp"

namespace agon::match {

std::string sample_board() {
    Position position = setup_position(RuleSet{}, Setup::Placement);
    position.captured = position.queen(Side::White);
    return svg_diagram(position, {.last = Move(*Cell::parse("a6"), *Cell::parse("l6"))});
}

std::string script_json(const nlohmann::ordered_json& json) {
    using Json = nlohmann::ordered_json;
    std::string text;
    for (const char c : json.dump(-1, ' ', true, Json::error_handler_t::replace))
        c == '<' ? text += "\\u003c" : text += c;
    return text;
}

std::string filled(std::string_view page, const std::map<std::string_view, std::string>& texts) {
    std::string result;
    for (auto open = page.find("{{"); open != std::string_view::npos; open = page.find("{{")) {
        const auto close = page.find("}}", open);
        result += page.substr(0, open);
        result += texts.at(page.substr(open + 2, close - open - 2));
        page.remove_prefix(close + 2);
    }
    return result += page;
}

} // namespace agon::match

#include "tools/arena/web/page.hpp"

#include "engine/draw/diagram.hpp"
#include "engine/draw/markup.hpp"
#include "engine/notation/notation.hpp"
#include "protocol/web/room/json.hpp"
#include "tools/arena/web/embedded_pages.hpp"

namespace agon::arena {

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
    return svg_diagram(position, {.last = Move(*Cell::parse("d8"), *Cell::parse("h4"))});
}

std::string escaped_title(const Json& data) {
    return attribute_escaped(data.at("title").get<std::string>());
}

std::string page_of(const Json& data, const std::string& body, std::string_view script) {
    return filled(embedded::PAGE_HTML, {{"title", escaped_title(data)},
                                        {"css", std::string(embedded::PAGE_CSS)},
                                        {"body", body},
                                        {"data", page::script_json(data)},
                                        {"js", std::string(script)}});
}

} // namespace agon::arena

#include "tools/match/report/page.hpp"

#include "engine/draw/diagram.hpp"
#include "engine/draw/markup.hpp"
#include "engine/error.hpp"
#include "engine/notation.hpp"
#include "tools/match/report/assets.hpp"

#include <fstream>

namespace agon::match {
namespace {

/// As the content of a `script` element: nothing in it ends the element or begins a comment.
std::string script_json(const Json& json) {
    std::string text;
    for (const char c : json.dump(-1, ' ', true, Json::error_handler_t::replace))
        c == '<' ? text += "\\u003c" : text += c;
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
    return filled(PAGE_HTML, {{"title", escaped_title(data)},
                              {"css", std::string(PAGE_CSS)},
                              {"body", body},
                              {"data", script_json(data)},
                              {"js", std::string(script)}});
}

void write_page(const std::string& file, const std::string& page) {
    std::ofstream out(file);
    out << page << std::flush;
    if (!out) throw Error("cannot write " + file);
}

} // namespace agon::match

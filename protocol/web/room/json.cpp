#include "protocol/web/room/json.hpp"

#include "engine/error.hpp"

#include <cstddef>
#include <string>
#include <string_view>

namespace agon::page {
namespace {

/// Whether the text is nested more deeply than MAX_JSON_DEPTH, as far as it is JSON.
bool may_be_deep(std::string_view text) {
    int depth = 0;
    bool quoted = false;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char c = text[i];
        if (c == '"')
            quoted = !quoted;
        else if (quoted)
            i += c == '\\' ? 1 : 0;
        else if (c == '[' || c == '{') {
            if (++depth > MAX_JSON_DEPTH) return true;
        } else if (c == ']' || c == '}')
            --depth;
    }
    return false;
}

} // namespace

bool check_json_depth(int around, Json::parse_event_t event, const Json&) {
    const bool begins =
        event == Json::parse_event_t::object_start || event == Json::parse_event_t::array_start;
    if (begins && around >= MAX_JSON_DEPTH)
        throw Error("lists and objects are nested more than " + std::to_string(MAX_JSON_DEPTH) +
                    " deep");
    return true;
}

Json parse_json(std::string_view text) {
    // With a callback the parser looks through a whole list after each of its objects: seconds for
    // the actions of a long game.
    if (may_be_deep(text)) return Json::parse(text, check_json_depth, false);
    return Json::parse(text, nullptr, false);
}

std::string one_line(const Json& json) {
    return json.dump(-1, ' ', true, Json::error_handler_t::replace);
}

std::string script_json(const Json& json) {
    std::string text;
    for (const char c : one_line(json)) c == '<' ? text += "\\u003c" : text += c;
    return text;
}

} // namespace agon::page

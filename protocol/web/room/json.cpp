#include "protocol/web/room/json.hpp"

#include "engine/error.hpp"

#include <string>
#include <string_view>

namespace agon::page {

bool check_json_depth(int around, Json::parse_event_t event, const Json&) {
    const bool begins =
        event == Json::parse_event_t::object_start || event == Json::parse_event_t::array_start;
    if (begins && around >= MAX_JSON_DEPTH)
        throw Error("lists and objects are nested more than " + std::to_string(MAX_JSON_DEPTH) +
                    " deep");
    return true;
}

Json parse_json(std::string_view text) { return Json::parse(text, check_json_depth, false); }

std::string one_line(const Json& json) {
    return json.dump(-1, ' ', true, Json::error_handler_t::replace);
}

std::string script_json(const Json& json) {
    std::string text;
    for (const char c : one_line(json)) c == '<' ? text += "\\u003c" : text += c;
    return text;
}

} // namespace agon::page

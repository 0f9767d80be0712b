#include "tools/match/formats/json.hpp"

#include "engine/error.hpp"

#include <string>

namespace agon::match {
namespace {

bool check_depth(int around, Json::parse_event_t event, const Json&) {
    const bool begins =
        event == Json::parse_event_t::object_start || event == Json::parse_event_t::array_start;
    if (begins && around >= MOST_JSON_DEPTH)
        throw Error("lists and objects are nested more than " + std::to_string(MOST_JSON_DEPTH) +
                    " deep");
    return true;
}

} // namespace

Json parse_json(std::string_view text) { return Json::parse(text, check_depth, false); }

Json parse_json(std::istream& in) { return Json::parse(in, check_depth, false); }

} // namespace agon::match

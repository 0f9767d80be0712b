// JSON from files and from browsers. Every reader uses this: unlimited nesting overflows the stack
// when the value is copied or written.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

namespace agon::page {

using Json = nlohmann::ordered_json;

/// The deepest nesting of lists and objects. Our own JSON has fewer than ten.
constexpr int MAX_JSON_DEPTH = 64;

/// For the parser of Json: throws Error when the text is nested more deeply than MAX_JSON_DEPTH.
bool check_json_depth(int around, Json::parse_event_t event, const Json&);
/// Discarded if the text is not JSON. Throws as check_json_depth().
[[nodiscard]] Json parse_json(std::string_view text);
/// In one line of ASCII. Bytes that are not UTF-8 become U+FFFD.
[[nodiscard]] std::string one_line(const Json& json);
/// one_line() as the content of a `script` element: no text in it ends the element or begins a
/// comment.
[[nodiscard]] std::string script_json(const Json& json);

} // namespace agon::page

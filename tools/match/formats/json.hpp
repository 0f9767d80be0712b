// JSON from files and from browsers. Every reader uses this: what is nested without a limit overflows
// the stack where it is copied or written.
#pragma once

#include <nlohmann/json.hpp>

#include <istream>
#include <string_view>

namespace agon::match {

using Json = nlohmann::ordered_json;

/// Lists and objects in each other. What we write has less than ten.
constexpr int MOST_JSON_DEPTH = 64;

/// Discarded when the text is no JSON. Throws Error when it is nested more deeply than
/// MOST_JSON_DEPTH.
[[nodiscard]] Json parse_json(std::string_view text);
/// Reads to the end; blocks on reading.
[[nodiscard]] Json parse_json(std::istream& in);

} // namespace agon::match

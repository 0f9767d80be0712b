// A study of rule sets as one HTML page: two of them side by side, and games of each on a board.
#pragma once

#include <nlohmann/json.hpp>

#include <string>

namespace agon::match {

/// An HTML document that needs nothing else. `study` is what tools/study writes (tools/studies,
/// README). Throws Error when it is something else.
[[nodiscard]] std::string study_page(const nlohmann::ordered_json& study);

} // namespace agon::match

// A study of rule sets as one HTML page: two of them side by side, and games of each on a board.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

namespace agon::arena {

/// A self-contained HTML document. `study` is what tools/lab/study/run writes
/// (tools/lab/study, README). Throws Error if it is something else.
[[nodiscard]] std::string study_page(const nlohmann::ordered_json& study);

} // namespace agon::arena

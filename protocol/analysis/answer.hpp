// The answers of `agon analyse` (README.md), each a line of JSON in ASCII.
#pragma once

#include "engine/game/game.hpp"
#include "protocol/analysis/analyse.hpp"
#include "protocol/analysis/query.hpp"

#include <cstddef>
#include <string>

namespace agon::analysis {

[[nodiscard]] std::string fault_text(const QueryFault& fault);

/// What a special action is answered.
[[nodiscard]] std::string echo_text(const Terminate& terminate);
[[nodiscard]] std::string echo_text(const QueryVersion& query);
[[nodiscard]] std::string echo_text(const ClearCache& clear);

/// Of a position whose search never began.
[[nodiscard]] std::string no_results_text(const Query& query, std::size_t ply);
/// Of a position that the system cannot search.
[[nodiscard]] std::string failure_text(const Query& query, std::size_t ply,
                                       const std::string& reason);

/// The fields that the question decides: those of a search of `game`.
[[nodiscard]] std::string findings_text(const Game& game, const Analysed& analysed, bool legal);
/// The answer with these fields.
[[nodiscard]] std::string answer_text(const Query& query, std::size_t ply, bool during_search,
                                      const std::string& findings);

} // namespace agon::analysis

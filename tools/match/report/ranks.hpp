// Standings for the pages of a match.
#pragma once

#include "tools/match/report/rounds.hpp"
#include "tools/match/stats/score_table.hpp"

#include <nlohmann/json.hpp>

#include <string>
#include <vector>

namespace agon::match {

/// `ranks` of report_json(): by Elo, or in the order of the standings of a Swiss, where there are
/// any.
[[nodiscard]] nlohmann::ordered_json ranks_json(const std::vector<std::string>& names,
                                                const ScoreTable& scores,
                                                const std::vector<SwissStanding>& standings);

/// Adds a point to the curve of each engine that has played a whole unit: `curves` is `elo` of
/// report_json(), with its error where `duel`.
void add_elo(nlohmann::ordered_json& curves, std::size_t games, const ScoreTable& scores,
             bool duel);

} // namespace agon::match

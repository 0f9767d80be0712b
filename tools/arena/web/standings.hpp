// Standings for the pages of a match, and who met whom in each round.
#pragma once

#include "tools/arena/journal/journals.hpp"
#include "tools/arena/schedule/played_schedule.hpp"
#include "tools/arena/schedule/schedule.hpp"
#include "tools/arena/stats/score_table.hpp"

#include <cstddef>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace agon::arena {

/// The schedule of a knockout or a Swiss after the games that are finished; of other tournaments,
/// whose standings are by Elo, before the first game. Throws Error for a game that it does not
/// hand out, and a std::exception for faulty settings.
[[nodiscard]] PlayedSchedule schedule_of(const MatchHistory& match,
                                         const std::vector<std::string>& names);

/// A list for each round, of `players` (names, or one name for a bye), `points`, `winner` and
/// `game` if there are any.
[[nodiscard]] nlohmann::ordered_json rounds_json(const std::vector<Round>& rounds,
                                                 const MatchHistory& match,
                                                 const std::vector<std::string>& names);

/// `ranks` of report_json(): by the rating list, or in the order of the standings of a Swiss, if
/// there are any.
[[nodiscard]] nlohmann::ordered_json ranks_json(const std::vector<std::string>& names,
                                                const ScoreTable& scores,
                                                const std::vector<Standing>& standings);

/// `ratio` of report_json().
[[nodiscard]] nlohmann::ordered_json ratio_json(const Sprt& sprt, const ScoreTable& scores);

/// Adds a point to the curve of each engine that has played a whole unit: `curves` is `elo` of
/// report_json(), with its error if `duel`.
void add_elo(nlohmann::ordered_json& curves, std::size_t games, const ScoreTable& scores,
             bool duel);

} // namespace agon::arena

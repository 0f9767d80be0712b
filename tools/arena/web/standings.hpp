// Standings for the pages of a match, and who met whom in each round.
#pragma once

#include "tools/arena/journal/journals.hpp"
#include "tools/arena/stats/score_table.hpp"

#include <array>
#include <cstddef>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

namespace agon::match {

// Who met whom in each round: the bracket of a knockout, the rounds of a Swiss.

struct Pairing {
    std::size_t first;                        ///< an engine by its place in the settings
    std::optional<std::size_t> second;        ///< nothing for a bye
    std::array<std::size_t, 2> half_points{}; ///< of both
    std::optional<std::size_t> winner;        ///< who goes on in a knockout, once it is known
    int game = 0;                             ///< number of the first one; 0 for a bye
};
using Round = std::vector<Pairing>;

/// The rounds of a knockout or a Swiss, the first one first; none for other tournaments. Rounds of
/// a knockout are in the order of the bracket: neighbours meet in the next. Throws Error when a
/// game is of engines that `names` lacks.
[[nodiscard]] std::vector<Round> rounds_of(const MatchHistory& match,
                                           const std::vector<std::string>& names);

/// Who won the final; nothing while there is none.
[[nodiscard]] std::optional<std::size_t> knockout_winner(const std::vector<Round>& rounds);

struct SwissStanding {
    std::size_t engine;
    std::size_t half_points; ///< with those of byes: a bye is an encounter won
    std::size_t buchholz;    ///< half points of the opponents; a bye counts as an equal one
};

/// The standings after the rounds of a Swiss, the first one first; none for other tournaments.
/// Throws as rounds_of().
[[nodiscard]] std::vector<SwissStanding> swiss_standings(const MatchHistory& match,
                                                         const std::vector<std::string>& names);

/// A list for each round, of `players` (names, or one name for a bye), `points`, `winner` and
/// `game` where there are any.
[[nodiscard]] Json rounds_json(const std::vector<Round>& rounds,
                               const std::vector<std::string>& names);

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

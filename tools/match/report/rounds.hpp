// Who met whom in each round: the bracket of a knockout, the rounds of a Swiss.
#pragma once

#include "tools/match/tournament/journals.hpp"

#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace agon::match {

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

} // namespace agon::match

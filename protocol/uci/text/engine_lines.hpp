// What engines write while they think (protocols.md section 1): `info` and `bestmove`, read.
#pragma once

#include "protocol/record/evaluation.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace agon {

/// Updates `evaluation` by an `info` line. A line without a score, or with a bound instead of a
/// score (`lowerbound`, `upperbound`), updates only the nodes, so the last exact score of the
/// search stays. `info string` and variations of MultiPV of another `rank` are ignored, and so are
/// invalid numbers. A score is at most MAX_SCORE, and a negative depth is 0. Returns the actions of
/// the variation, "" where the line has none.
std::string_view read_info(std::string_view line, Evaluation& evaluation, int rank = 1);

/// Updates the speed, the fill of the hash table and the time of an `info` line: `nps`, `hashfull`
/// and `time`. As in read_info() nothing after `string` or `pv` counts, and invalid or negative
/// numbers do not either. Variations of any rank do.
void read_details(std::string_view line, Evaluation& evaluation);

struct BestMove {
    std::string best;   ///< as the engine wrote it; may be empty
    std::string ponder; ///< may be empty
};

/// Returns nullopt if the line is not a `bestmove`.
[[nodiscard]] std::optional<BestMove> read_best_move(std::string_view line);

} // namespace agon

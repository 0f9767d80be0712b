// Counting action sequences (rules.md section 10).
#pragma once

#include "engine/game/move.hpp"
#include "engine/game/position.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

namespace agon {

struct PerftOptions {
    std::size_t hash_mb = 0; ///< size of the table of counts; 0 for none
    int threads = 1;         ///< at least 1; fewer are used if the system cannot start them
    /// Polled by any thread. Once it is true, and it must stay so, a count of more than 5 plies
    /// ends early and is worthless.
    std::function<bool()> stop;
    /// Called after each part of the work, with the number of parts done and the total, by any
    /// thread but never by two at once.
    std::function<void(std::size_t, std::size_t)> progress;
};

/// The number of sequences of exactly `depth` actions; 1 at depth 0; from a finished game 0 at any
/// greater depth. Draws are ignored. Blocks until counted. Throws std::bad_alloc when there is no
/// memory for the table, and what `stop` and `progress` throw; all threads have ended by then.
[[nodiscard]] std::uint64_t perft(const RuleSet& rules, const Position& position, int depth,
                                  const PerftOptions& options = {});

struct DivideEntry {
    Move move;
    std::uint64_t count;
};

/// perft(depth) by first action, in the order of legal_moves(); empty for depth 0.
/// Blocks and throws as perft().
[[nodiscard]] std::vector<DivideEntry> perft_divide(const RuleSet& rules, const Position& position,
                                                    int depth, const PerftOptions& options = {});

} // namespace agon

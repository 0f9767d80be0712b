// Counting action sequences (rules.md section 10).
#pragma once

#include "engine/move.hpp"
#include "engine/position.hpp"

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

namespace agon {

struct PerftOptions {
    std::size_t hash_mb = 0; ///< at most so much for counts of positions met before; 0 for none
    int threads = 1;         ///< at least 1
    /// Looked at every so often; when set, the count ends early and means nothing.
    const std::atomic<bool>* stop = nullptr;
    /// Called as work gets done, by any thread but never by two at once: parts done, parts in all.
    std::function<void(std::size_t, std::size_t)> progress;
};

/// The number of sequences of exactly `depth` actions; 1 for depth 0, 0 from a finished game for
/// any other. Draws are ignored. Blocks until counted. Throws std::bad_alloc when there is no
/// memory for the hash table, std::system_error when there are no such threads to be had.
[[nodiscard]] std::uint64_t perft(const RuleSet& rules, const Position& position, int depth,
                                  const PerftOptions& options = {});

struct DivideEntry {
    Move move;
    std::uint64_t count;
};

/// perft(depth) told apart by first action, in the order of legal_moves(); empty for depth 0.
/// Blocks and throws as perft().
[[nodiscard]] std::vector<DivideEntry> perft_divide(const RuleSet& rules, const Position& position,
                                                    int depth, const PerftOptions& options = {});

} // namespace agon

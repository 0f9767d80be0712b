// What `agon bench` and `agon bench perft` measure: fixed searches, whose node count is a signature
// of the search, and the speed of move generation.
#pragma once

#include "search/engine.hpp"
#include "search/limits.hpp"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace agon::bench {

// The positions that bench searches.

struct BenchPosition {
    std::string_view preset;
    std::string_view text;
};

/// Openings, middle games, captured pieces and queens, reserves and races, two or more for every
/// built-in preset. The signature depends on the positions and on their order.
[[nodiscard]] std::span<const BenchPosition> positions();

// Fixed searches, whose node count is a signature of the search.

inline constexpr int DEFAULT_DEPTH = 13; ///< plies

struct SearchBenchOptions {
    std::size_t hash_mb = search::DEFAULT_HASH_MB;
    int threads = 1; ///< the signature is that of one thread
    int depth = DEFAULT_DEPTH;
};

/// The result of one position, for showing progress.
struct SearchBenchStep {
    std::size_t number, count; ///< 1 to count
    BenchPosition position;
    search::Answer answer;
};

struct SearchBenchResult {
    std::uint64_t nodes = 0; ///< of all positions and threads
    std::chrono::microseconds time{};
    bool stopped = false; ///< by `control`; the nodes are no signature then
};

/// Searches every position with an engine of its own and an empty table, and calls `on_step` after
/// each that was not stopped. Blocks until done or stopped. Throws std::bad_alloc when there is no
/// memory.
[[nodiscard]] SearchBenchResult
search_bench(const SearchBenchOptions& options, search::Control& control,
             const std::function<void(const SearchBenchStep&)>& on_step);

// The speed of move generation, preset by preset in one run.

struct PerftBenchOptions {
    int depth = 5;  ///< actions, at least 1
    int rounds = 5; ///< at least 1; the best of them counts
};

struct PerftRate {
    std::string preset;
    std::uint64_t leaves = 0;
    double per_second = 0; ///< leaves per second of processor time
    double to_classic = 0; ///< per_second divided by that of classic
};

/// perft from `standard` for every built-in preset, one thread, no hash table. A round goes over
/// all presets, so that other load on the machine affects all alike. Blocks until done.
[[nodiscard]] std::vector<PerftRate> perft_bench(const PerftBenchOptions& options);

} // namespace agon::bench

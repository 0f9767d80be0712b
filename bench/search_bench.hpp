// A fixed piece of work for the search, whose node count is a signature of what it does.
#pragma once

#include "bench/positions.hpp"
#include "search/control/control.hpp"
#include "search/engine.hpp"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>

namespace agon::bench {

inline constexpr int DEFAULT_DEPTH = 13; ///< plies

struct SearchBenchOptions {
    std::size_t hash_mb = search::DEFAULT_HASH_MB;
    int threads = 1; ///< the signature is that of one thread
    int depth = DEFAULT_DEPTH;
};

/// What one position took, for showing progress.
struct SearchBenchStep {
    std::size_t number, count; ///< 1 to count
    BenchPosition position;
    search::Answer answer;
};

struct SearchBenchResult {
    std::uint64_t nodes = 0; ///< of all positions and threads
    std::chrono::microseconds time{};
    bool stopped = false; ///< `control` ended it early: the nodes are no signature
};

/// Searches every position with an engine of its own whose table is cleared in between, and tells
/// of each that was not cut short. Blocks until done or stopped. Throws std::bad_alloc when there
/// is no such memory.
[[nodiscard]] SearchBenchResult
search_bench(const SearchBenchOptions& options, search::Control& control,
             const std::function<void(const SearchBenchStep&)>& on_step);

} // namespace agon::bench

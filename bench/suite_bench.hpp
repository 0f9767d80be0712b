// `agon bench --suite`: how many proved wins the search finds, in how many nodes and how much time.
#pragma once

#include "bench/suite.hpp"
#include "search/engine.hpp"
#include "search/limits.hpp"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>

namespace agon::bench {

inline constexpr std::uint64_t DEFAULT_SUITE_NODES = 200'000;

struct SuiteBenchOptions {
    std::size_t hash_mb = search::DEFAULT_HASH_MB;
    int threads = 1;
    search::Limits limits; ///< for each position; at least one of nodes, depth and move_time
};

/// The result of one position, for showing progress.
struct SuiteBenchStep {
    std::size_t number, count; ///< 1 to count
    const SuitePosition& position;
    std::optional<int> mate; ///< N of the first win reported; nullopt when unsolved
    search::Answer answer;
    std::chrono::microseconds time;
};

struct SuiteBenchResult {
    std::size_t solved = 0;
    std::size_t positions = 0;
    std::uint64_t nodes = 0;          ///< of all positions and threads
    std::chrono::microseconds time{}; ///< of the searches
};

/// Searches each position from an empty table until the search reports any win for the chooser or
/// reaches a limit. Blocks until done. Throws std::bad_alloc when memory is short.
[[nodiscard]] SuiteBenchResult
suite_bench(std::span<const SuitePosition> suite, const SuiteBenchOptions& options,
            const std::function<void(const SuiteBenchStep&)>& on_step);

} // namespace agon::bench

// `agon bench`: fixed searches, whose node count is a signature of the search.
#pragma once

#include "search/control.hpp"
#include "search/engine.hpp"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string_view>

namespace agon::bench {

struct BenchPosition {
    std::string_view preset;
    std::string_view text;
};

/// Openings, middle games, captured pieces and queens, reserves and races, two or more for every
/// built-in preset. The signature depends on the positions and on their order.
[[nodiscard]] std::span<const BenchPosition> positions();

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

/// Searches every position with a new engine and an empty table, and calls `on_step` after
/// each that was not stopped. Blocks until done or stopped. Throws std::bad_alloc when there is no
/// memory.
[[nodiscard]] SearchBenchResult
search_bench(const SearchBenchOptions& options, search::Control& control,
             const std::function<void(const SearchBenchStep&)>& on_step);

} // namespace agon::bench

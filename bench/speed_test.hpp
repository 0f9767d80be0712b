// UCI's `speedtest`: how many nodes a second this machine searches.
#pragma once

#include "search/control.hpp"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>

namespace agon::bench {

inline constexpr int DEFAULT_SPEED_SECONDS = 150;
inline constexpr int MAX_SPEED_SECONDS = 86'400;
inline constexpr std::size_t SPEED_HASH_MB = 128; ///< by default, for each thread

struct SpeedTestOptions {
    int threads = 1;
    std::size_t hash_mb = SPEED_HASH_MB;
    std::chrono::milliseconds time{
        std::chrono::seconds(DEFAULT_SPEED_SECONDS)}; ///< of all searches
};

struct SpeedTestStep {
    std::size_t number, count; ///< 1 to count
    bool warm_up;              ///< it is not part of the result
};

struct SpeedTestResult {
    std::size_t searched = 0, count = 0; ///< positions; fewer than all when it was stopped
    std::uint64_t nodes = 0;             ///< of all threads
    std::chrono::microseconds time{};    ///< of the searches
    int most_hash_full = 0,
        mean_hash_full = 0; ///< thousandths of the table, at the end of a search
};

/// Searches the positions of `agon bench` in their order, with a new engine, each for the same part
/// of `time`, and before that the first few to warm up. The table is emptied after the warm-up and
/// when the rules change, so that it fills as in a game. A search that `control` stops is not
/// counted. Calls `on_step` after each other search. Blocks until done or stopped. Throws
/// std::bad_alloc when there is no memory.
[[nodiscard]] SpeedTestResult speed_test(const SpeedTestOptions& options,
                                         const search::Control& control,
                                         const std::function<void(const SpeedTestStep&)>& on_step);

} // namespace agon::bench

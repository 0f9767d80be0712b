// How fast each preset's moves are generated, compared in one run.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace agon::bench {

struct PerftBenchOptions {
    int depth = 5;  ///< actions, at least 1
    int rounds = 5; ///< at least 1; the best of them counts
};

struct PerftRate {
    std::string preset;
    std::uint64_t leaves = 0;
    double per_second = 0; ///< leaves in a second of the processor's time
    double to_classic = 0; ///< per_second, as a part of classic's
};

/// perft from `standard` by every built-in preset, one thread, no hash table. Rounds go over all
/// presets in turn, so that whatever else the machine does falls on all alike. Blocks until done.
[[nodiscard]] std::vector<PerftRate> perft_bench(const PerftBenchOptions& options);

} // namespace agon::bench

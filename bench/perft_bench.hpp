// `agon bench perft`: the speed of move generation, preset by preset in one run.
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
    double per_second = 0; ///< leaves per second of processor time
    double to_classic = 0; ///< per_second divided by that of classic
};

/// perft from `standard` for every built-in preset, one thread, no hash table. A round goes over
/// all presets, so that other load on the machine affects all alike. Blocks until done.
[[nodiscard]] std::vector<PerftRate> perft_bench(const PerftBenchOptions& options);

} // namespace agon::bench

#include "bench/perft_bench.hpp"

#include "engine/game/perft.hpp"
#include "engine/notation/notation.hpp"
#include "engine/rules/presets.hpp"

#include <algorithm>
#include <cassert>
#include <ctime>

namespace agon::bench {
namespace {

double processor_seconds() {
    timespec time{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_nsec) * 1e-9;
}

} // namespace

std::vector<PerftRate> perft_bench(const PerftBenchOptions& options) {
    assert(options.depth >= 1 && options.rounds >= 1);
    const Presets presets;
    std::vector<PerftRate> rates;
    for (const Preset& preset : presets.all()) rates.push_back({.preset = preset.name});
    for (int round = 0; round < options.rounds; ++round) {
        for (PerftRate& rate : rates) {
            const RuleSet& rules = presets.at(rate.preset).rules;
            const Position position = setup_position(rules, Setup::Standard);
            const double begin = processor_seconds();
            rate.leaves = perft(rules, position, options.depth);
            const double seconds = std::max(processor_seconds() - begin, 1e-9);
            rate.per_second = std::max(rate.per_second, static_cast<double>(rate.leaves) / seconds);
        }
    }
    const auto classic = std::ranges::find(rates, DEFAULT_PRESET, &PerftRate::preset);
    for (PerftRate& rate : rates) rate.to_classic = rate.per_second / classic->per_second;
    return rates;
}

} // namespace agon::bench

#include "bench/search_bench.hpp"

#include "engine/notation.hpp"
#include "engine/rulesets/presets.hpp"

namespace agon::bench {

SearchBenchResult search_bench(const SearchBenchOptions& options, search::Control& control,
                               const std::function<void(const SearchBenchStep&)>& on_step) {
    const Presets presets;
    const search::SteadyClock clock;
    search::Engine engine(clock);
    engine.set_hash(options.hash_mb);
    engine.set_threads(options.threads);
    search::Limits limits;
    limits.depth = options.depth;

    SearchBenchResult result;
    search::Listener silent;
    std::size_t number = 0;
    const auto begin = clock.now();
    for (const BenchPosition& p : positions()) {
        const RuleSet& rules = presets.at(p.preset).rules;
        engine.clear();
        const search::Answer answer =
            engine.search(Game(rules, parse_position(rules, p.text)), limits, control, silent);
        result.nodes += answer.nodes;
        if (control.stopped()) {
            result.stopped = true;
            break;
        }
        on_step({++number, positions().size(), p, answer});
    }
    result.time = std::chrono::duration_cast<std::chrono::microseconds>(clock.now() - begin);
    return result;
}

} // namespace agon::bench

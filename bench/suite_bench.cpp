#include "bench/suite_bench.hpp"

#include "engine/game/game.hpp"
#include "engine/notation/notation.hpp"
#include "engine/rules/presets.hpp"
#include "search/clock.hpp"
#include "search/control.hpp"
#include "search/listener.hpp"

namespace agon::bench {
namespace {

/// Stops the search at the first win for the root's chooser.
class WinListener final : public search::Listener {
public:
    explicit WinListener(search::Control& control) : control_(control) {}

    void on_info(const search::Info& info) override {
        if (mate_ || info.bound == search::Bound::Upper || !search::is_win(info.score)) return;
        mate_ = search::mate_number(info.score);
        control_.stop();
    }

    [[nodiscard]] std::optional<int> mate() const { return mate_; }

private:
    search::Control& control_;
    std::optional<int> mate_;
};

} // namespace

SuiteBenchResult suite_bench(std::span<const SuitePosition> suite, const SuiteBenchOptions& options,
                             const std::function<void(const SuiteBenchStep&)>& on_step) {
    const Presets presets;
    const search::SteadyClock clock;
    search::Engine engine(clock);
    engine.set_hash(options.hash_mb);
    engine.set_threads(options.threads);

    SuiteBenchResult result{.positions = suite.size()};
    std::size_t number = 0;
    for (const SuitePosition& p : suite) {
        const RuleSet& rules = presets.at(p.preset).rules;
        engine.clear();
        search::Control control;
        WinListener listener(control);
        const auto begin = clock.now();
        const search::Answer answer = engine.search(Game(rules, parse_position(rules, p.text)),
                                                    options.limits, control, listener);
        const auto time =
            std::chrono::duration_cast<std::chrono::microseconds>(clock.now() - begin);
        result.nodes += answer.nodes;
        result.time += time;
        if (listener.mate()) ++result.solved;
        on_step({++number, suite.size(), p, listener.mate(), answer, time});
    }
    return result;
}

} // namespace agon::bench

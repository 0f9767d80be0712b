#include "bench/speed_test.hpp"

#include "bench/search_bench.hpp"
#include "search/clock.hpp"
#include "search/engine.hpp"
#include "search/limits.hpp"
#include "search/listener.hpp"

#include <algorithm>
#include <string>

namespace agon::bench {
namespace {

constexpr std::size_t WARM_UPS = 3;

/// Keeps how full the table was at the last report.
class HashListener final : public search::Listener {
public:
    void on_info(const search::Info& info) override { full_ = info.hash_full; }
    [[nodiscard]] int full() const { return full_; }

private:
    int full_ = 0;
};

} // namespace

SpeedTestResult speed_test(const SpeedTestOptions& options, const search::Control& control,
                           const std::function<void(const SpeedTestStep&)>& on_step) {
    const search::SteadyClock clock;
    search::Engine engine(clock);
    engine.set_threads(options.threads); // before the table: they clear it
    engine.set_hash(options.hash_mb);
    engine.options.move_overhead = {};
    const BenchGames games = default_games();
    search::Limits limits;
    limits.move_time =
        std::max(search::Milliseconds(1), options.time / static_cast<int>(games.count));

    SpeedTestResult result;
    result.count = games.count;
    std::int64_t hash_full = 0; // the sum
    /// Whether the search was not stopped.
    const auto search = [&](std::size_t index, bool warm_up) {
        const BenchGame p = games.at(index);
        search::Control own;
        stop_with(own, control);
        HashListener listener;
        const auto begin = clock.now();
        const search::Answer answer = engine.search(p.game, limits, own, listener);
        const auto time = clock.now() - begin;
        if (control.stopped()) return false;
        if (!warm_up) {
            ++result.searched;
            result.nodes += answer.nodes;
            result.time += std::chrono::duration_cast<std::chrono::microseconds>(time);
            result.most_hash_full = std::max(result.most_hash_full, listener.full());
            hash_full += listener.full();
            result.mean_hash_full =
                static_cast<int>(hash_full / static_cast<std::int64_t>(result.searched));
        }
        on_step({index + 1, warm_up ? WARM_UPS : games.count, warm_up});
        return true;
    };
    for (std::size_t i = 0; i < WARM_UPS; ++i)
        if (!search(i, true)) return result;
    std::string rules;
    for (std::size_t i = 0; i < games.count; ++i) {
        std::string next(positions()[i].preset);
        if (next != rules) engine.clear();
        rules = std::move(next);
        if (!search(i, false)) break;
    }
    return result;
}

} // namespace agon::bench

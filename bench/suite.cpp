#include "bench/suite.hpp"

#include "engine/game/game.hpp"
#include "engine/record/notation.hpp"
#include "engine/rules/presets.hpp"

#include <sstream>

namespace agon::embedded {
extern const std::string_view SUITE, PUZZLES;
}

namespace agon::bench {
namespace {

SuitePosition read_line(const Presets& presets, const std::string& line) {
    std::istringstream words(line);
    SuitePosition result;
    std::string kind;
    if (!(words >> result.preset >> result.mate >> result.plies >> kind))
        throw Error("expected PRESET N PLIES shortest|at-most POSITION");
    if (result.mate < 1 || result.plies < result.mate) throw Error("expected 1 <= N <= PLIES");
    if (kind != "shortest" && kind != "at-most")
        throw Error("expected shortest or at-most, got '" + kind + "'");
    result.shortest = kind == "shortest";
    std::getline(words >> std::ws, result.text);
    const RuleSet& rules = presets.at(result.preset).rules;
    if (Game(rules, parse_position(rules, result.text)).outcome()) throw Error("the game is over");
    return result;
}

} // namespace

std::vector<SuitePosition> read_suite(std::istream& stream, std::string_view name) {
    const Presets presets;
    std::vector<SuitePosition> suite;
    std::size_t number = 0;
    for (std::string line; std::getline(stream, line);) {
        ++number;
        if (line.empty() || line[0] == '#') continue;
        try {
            suite.push_back(read_line(presets, line));
        } catch (const Error& error) {
            throw Error(std::string(name) + ':' + std::to_string(number) + ": " + error.what());
        }
    }
    return suite;
}

std::string_view shipped_puzzles() { return embedded::PUZZLES; }

std::vector<SuitePosition> shipped_suite() {
    std::istringstream text{std::string(embedded::SUITE)};
    return read_suite(text, "bench/suite.txt");
}

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
        result.solved += listener.mate() ? 1 : 0;
        on_step({++number, suite.size(), p, listener.mate(), answer, time});
    }
    return result;
}

} // namespace agon::bench

#include "bench/search_bench.hpp"

#include "engine/game/game.hpp"
#include "engine/game/perft.hpp"
#include "engine/notation/notation.hpp"
#include "engine/rules/presets.hpp"
#include "search/clock.hpp"
#include "search/control.hpp"
#include "search/limits.hpp"
#include "search/listener.hpp"

namespace agon::bench {
namespace {

constexpr BenchPosition POSITIONS[] = {
    {"classic", "1g1G1q/G6/7G/9/g8g/11/G8G/9/g7/6g/Q1g1G1 w - - 0 1"},
    {"classic", "5q/7/8/9/10/11/10/9/8/7/Q5 w - GGGGGGgggggg 0 1"},
    {"classic", "2gggq/6g/7g/8g/10/11/10/G8/G7/G6/QGGG2 w - - 0 1"},
    {"classic", "5q/2g3G/5gG1/4G4/10/8G2/GG5g2/9/8/gQ5/g1g3 w - - 0 17"},
    {"classic", "6/7/8/3gG4/4G2g2/5QGG3/5GG2g/1g4gg1/6q1/7/6 w - - 2 218"},
    {"classic", "6/G6/8/9/2G1Ggg3/4GQg4/3gg5/1G1qg4/8/7/4G1 w f6 - 0 312"},
    {"classic", "6/7/8/4Q4/G3gGg3/4g1G4/4gg2G1/3qg4/2G5/6G/6 w g6,g7 - 2 288"},
    {"classic", "5q/6g/1G6/2gG5/6Gg2/2g6G1/10/9/3GG3/7/Q3g1 b - g 0 6"},
    {"ham", "3g2/7/8/3gQG1G1/5GGg2/5qg4/4g2G2/9/4g3/2G4/6 w - - 0 79"},
    {"ham", "6/7/1G3g2/4G4/3Gqggg2/2QGG6/4Gg4/9/5g2/7/6 b f7 - 3 166"},
    {"german", "6/1G2g2/8/2G1g4/4G5/3GGQg4/5gq3/3Ggg3/8/7/6 w - - 1 190"},
    {"german", "6/2q4/8/3G1g3/4g3G1/4G6/3gGg4/3G3g1/3G4/2Q4/5g w e5,e6 - 7 64"},
    {"german", "g5/7/5g2/G3g4/1G2gg4/4GqG4/4GG4/5Q3/8/7/1g4 b f6 - 0 284"},
    {"queens-guard", "5G/7/8/4Qg3/5g4/3GGq5/G3Gg1g2/3G1g3/8/5g1/6 w - - 1 206"},
    {"queens-guard", "6/1Q5/5G1G/9/2G1GqG3/2g4g3/4g5/5g3/2g3g1/4G2/6 b g7 - 3 52"},
    {"queens-guard-opponent", "6/7/8/3GGG3/3gGG4/3ggQgq3/4g1g3/2G6/8/7/6 w f6 - 3 424"},
    {"queens-guard-opponent", "6/7/g7/9/3GgG4/2g1g1G1g2/3gGGG3/5Q3/3q4/7/6 b e6,f7 - 2 218"},
    {"same-ring", "6/7/5q2/6G2/4gGg3/3gg1GG3/4GG4/3Qgg3/8/7/6 w d4 - 0 48"},
    {"same-ring", "6/4q2/8/5G3/1g1gGg4/2G3GG3/3Ggg4/9/3g4/2Q4/6 b g6,g7 - 0 66"},
    {"way-to-play", "6/7/8/4G1g2/4gG4/4gQG4/2gggGG3/3qG4/8/7/6 b - - 7 333"},
    {"way-to-play", "6/7/8/g8/3gGG4/4qQG4/3GgGG3/4g4/3g4/1g5/6 b e5,e6 - 0 150"},
    {"botermans", "6/7/8/4G4/4gqG3/3GgQgg3/4ggG3/3G1G3/8/7/6 b h6 - 69 475"},
    {"botermans", "6/7/G1g1q3/9/3gG1G3/3gg1Gg3/3QG5/9/4Gg2/7/6 b e6 - 2 63"},
    {"penthalon", "6/7/8/3g2g2/4Ggg3/4G1gGG2/4G1G3/3gqQ3/8/7/6 b - - 12 657"},
    {"penthalon", "6/7/8/5G3/3gGG4/4GQGq3/3ggGgg2/9/8/1g5/6 w f5,e6 - 0 115"},
    {"bloody-queen", "6/1G5/5G2/3GG4/3g2q3/4g4Gg/6g3/1ggG5/2Q5/7/6 b - - 2 47"},
    {"bloody-queen", "6/7/8/3Qgg3/4g1G3/4gqg4/3GgG4/3G5/8/7/6 w e5 - 2 112"},
    {"bloody-queen", "6/7/8/4Qg3/5q4/3gG1G4/4Gg4/4g4/8/7/6 w g7 - 0 112"},
    {"ludii", "6/7/1qG5/5G3/10/5QgG1Gg/3G2G3/9/2g5/1g3g1/2g3 b g6 - 0 41"},
    {"ludii", "6/5g1/2g5/5g3/3gGG4/4G1G4/3G1Gg3/3q1g3/6Q1/7/6 w - - 0 740"},
    {"csiro", "6/G3Gq1/2g4g/9/8G1/1g1g7/1G7G/4G2g1/8/1Q5/2g3 b - - 3 24"},
    {"csiro", "6/4g2/4G3/g3G4/4G1g3/3GgqG4/3ggQ4/1G7/8/7/6 b f6 - 0 231"},
    {"neto", "6/7/2G5/3G5/3Ggg4/3Ggqg4/4g1G3/2gQG4/8/7/6 w - - 19 101"},
    {"neto", "6/1G5/8/3qQg3/2g2G1g2/2GgG1gGG2/5g4/9/8/7/6 w g8 - 1 76"},
    {"kanare", "6/g4q1/5G2/G8/6g3/1G2G1gG3/10/9/5gg1/QG1g3/6 b - - 2 18"},
    {"kanare", "6/2G4/2gQq3/9/6G3/2gg7/G5G3/3g1G3/5g2/7/6 w g9 - 2 43"},
};

} // namespace

std::span<const BenchPosition> positions() { return POSITIONS; }

BenchGames default_games() {
    return {positions().size(), [](std::size_t index) {
                static const Presets presets;
                const BenchPosition& p = positions()[index];
                const RuleSet& rules = presets.at(p.preset).rules;
                return BenchGame{std::string(p.preset), Game(rules, parse_position(rules, p.text))};
            }};
}

void stop_with(search::Control& inner, const search::Control& outer) {
    inner.look_by([&](bool) {
        if (outer.stopped()) inner.stop();
    });
}

namespace {

search::Answer count_sequences(const Game& game, const SearchBenchOptions& options,
                               const search::Control& control) {
    search::Answer answer;
    answer.nodes = perft(game.rules(), game.position(), static_cast<int>(options.limit),
                         {.hash_mb = 0,
                          .threads = options.threads,
                          .stop = [&] { return control.stopped(); },
                          .progress = {}});
    return answer;
}

search::Limits limits_of(const SearchBenchOptions& options) {
    search::Limits limits;
    if (options.type == LimitType::Depth) limits.depth = static_cast<int>(options.limit);
    if (options.type == LimitType::Nodes) limits.nodes = options.limit;
    if (options.type == LimitType::MoveTime) limits.move_time = search::Milliseconds(options.limit);
    return limits;
}

} // namespace

SearchBenchResult search_bench(const SearchBenchOptions& options, const search::Control& control,
                               const std::function<void(const SearchBenchStep&)>& on_step,
                               const BenchGames& games) {
    const search::SteadyClock clock;
    search::Engine engine(clock);
    engine.set_hash(options.hash_mb);
    engine.set_threads(options.threads);
    engine.options.move_overhead = {}; // of a `movetime`, nothing is reserved for a GUI
    const search::Limits limits = limits_of(options);

    SearchBenchResult result;
    search::Listener nobody;
    const auto begin = clock.now();
    for (std::size_t i = 0; i < games.count && !result.stopped; ++i) {
        const BenchGame p = games.at(i);
        engine.clear();
        search::Control own;
        stop_with(own, control);
        const search::Answer answer = options.type == LimitType::Perft
                                          ? count_sequences(p.game, options, control)
                                          : engine.search(p.game, limits, own, nobody);
        result.stopped = control.stopped();
        if (result.stopped) break;
        result.nodes += answer.nodes;
        on_step({i + 1, games.count, p.rules, options.type, answer});
    }
    result.time = std::chrono::duration_cast<std::chrono::microseconds>(clock.now() - begin);
    return result;
}

} // namespace agon::bench

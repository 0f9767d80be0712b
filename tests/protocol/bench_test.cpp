#include "bench/perft_bench.hpp"
#include "bench/search_bench.hpp"

#include "engine/notation/notation.hpp"
#include "engine/rules/presets.hpp"
#include "tests/support/data_file.hpp"

#include <doctest/doctest.h>

#include <map>
#include <set>

using namespace agon;

TEST_CASE("bench's positions are unfinished, all different, and two or more for each preset") {
    const Presets presets;
    std::map<std::string, int> count;
    std::set<std::string_view> texts;
    bool captured_guard = false;
    bool captured_queen = false;
    bool reserve = false;
    for (const bench::BenchPosition& p : bench::positions()) {
        CAPTURE(p.text);
        const RuleSet& rules = presets.at(p.preset).rules;
        const Position position = parse_position(rules, p.text);
        CHECK(to_text(position) == p.text);
        CHECK_FALSE(Game(rules, position).outcome().has_value());
        CHECK(texts.insert(p.text).second);
        ++count[std::string(p.preset)];
        const Bitboard queens = position.queen(Side::White) | position.queen(Side::Black);
        captured_queen |= (position.captured & queens).any();
        captured_guard |= (position.captured - queens).any();
        reserve |= position.placing();
    }
    for (const Preset& preset : presets.all()) {
        CAPTURE(preset.name);
        const bool later =
            preset.name == "agon"; // bench stays unchanged: its signature is compared
        CHECK(count[preset.name] >= (later ? 0 : 2));
    }
    for (const Setup setup : {Setup::Standard, Setup::Placement, Setup::Flanked})
        CHECK(texts.contains(setup_text(setup)));
    CHECK(captured_guard);
    CHECK(captured_queen);
    CHECK(reserve);
}

TEST_CASE("bench counts the same nodes every time, whatever else the engine knows") {
    search::Control control;
    std::size_t steps = 0;
    std::uint64_t sum = 0;
    const auto count = [&](const bench::SearchBenchStep& step) {
        CHECK(step.number == ++steps);
        sum += step.answer.nodes;
    };
    const auto first = bench::search_bench({.hash_mb = 1, .limit = 3}, control, count);
    CHECK(steps == bench::positions().size());
    CHECK(first.nodes == sum);
    CHECK(first.nodes > bench::positions().size());
    CHECK_FALSE(first.stopped);
    const auto again = bench::search_bench({.hash_mb = 1, .limit = 3}, control, [](const auto&) {});
    CHECK(again.nodes == first.nodes);
}

TEST_CASE("bench can be stopped") {
    search::Control control;
    control.stop();
    CHECK(bench::search_bench({}, control, [](const auto&) {}).stopped);
}

TEST_CASE("the counts of bench perft are those of the tables") {
    std::map<std::string, std::uint64_t> expected;
    for (const auto& row : support::perft_rows("perft-setups.txt"))
        for (const auto& [depth, count] : row.counts)
            if (row.start == "standard" && depth == 4) expected[row.preset] = count;
    const auto rates = bench::perft_bench({.depth = 4, .rounds = 2});
    REQUIRE(rates.size() == Presets().all().size());
    for (const bench::PerftRate& rate : rates) {
        CAPTURE(rate.preset);
        CHECK(rate.leaves == expected.at(rate.preset));
        CHECK(rate.per_second > 0);
        if (rate.preset == DEFAULT_PRESET) CHECK(rate.to_classic == doctest::Approx(1));
    }
}

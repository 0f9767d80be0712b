// Every reference count, and the options of perft, which must not change a count (rules.md 10).
#include "engine/game/movegen.hpp"
#include "engine/game/perft.hpp"
#include "engine/notation/notation.hpp"
#include "protocol/record/fault.hpp"
#include "tests/support/arrange.hpp"
#include "tests/support/build_kind.hpp"
#include "tests/support/data_file.hpp"
#include "tests/support/player.hpp"
#include "tests/support/rule_pair.hpp"

#include <doctest/doctest.h>

#include <map>
#include <set>

namespace {

using namespace agon;

using support::SLOW_BUILD;
PerftOptions options(std::size_t hash_mb, int threads) {
    PerftOptions made;
    made.hash_mb = hash_mb;
    made.threads = threads;
    return made;
}

Position start(const RuleSet& rules, const std::string& text) {
    if (const auto setup = find_setup(text)) return setup_position(rules, *setup);
    return parse_position(rules, text);
}

/// Returns how many counts of a table were checked.
int check_counts(const std::vector<support::PerftRow>& rows, const std::string& preset,
                 int deepest) {
    const RuleSet rules = support::preset(preset).engine;
    int checked = 0;
    for (const auto& row : rows) {
        if (row.preset != preset) continue;
        const Position position = start(rules, row.start);
        for (const support::DepthCount& given : row.counts) {
            if (given.depth > deepest) continue;
            INFO(preset, ", ", row.start, ", depth ", given.depth);
            CHECK(perft(rules, position, given.depth) == given.count);
            ++checked;
        }
    }
    return checked;
}

// Per preset: depths 1 to 5 from `standard` and `flanked`, 1 to 3 from `placement`.
void check_setups(const std::string& preset) {
    CHECK(check_counts(support::perft_rows("perft-setups.txt"), preset, 5) == 13);
}

} // namespace

TEST_CASE("perft from the setups: classic") { check_setups("classic"); }
TEST_CASE("perft from the setups: ham") { check_setups("ham"); }
TEST_CASE("perft from the setups: german") { check_setups("german"); }
TEST_CASE("perft from the setups: queens-guard") { check_setups("queens-guard"); }
TEST_CASE("perft from the setups: queens-guard-opponent") { check_setups("queens-guard-opponent"); }
TEST_CASE("perft from the setups: same-ring") { check_setups("same-ring"); }
TEST_CASE("perft from the setups: way-to-play") { check_setups("way-to-play"); }
TEST_CASE("perft from the setups: botermans") { check_setups("botermans"); }
TEST_CASE("perft from the setups: penthalon") { check_setups("penthalon"); }
TEST_CASE("perft from the setups: bloody-queen") { check_setups("bloody-queen"); }
TEST_CASE("perft from the setups: ludii") { check_setups("ludii"); }
TEST_CASE("perft from the setups: csiro") { check_setups("csiro"); }
TEST_CASE("perft from the setups: neto") { check_setups("neto"); }
TEST_CASE("perft from the setups: kanare") { check_setups("kanare"); }
TEST_CASE("perft from the setups: agon") { check_setups("agon"); }

TEST_CASE("perft at depths 6 and 7 from the standard setup" * doctest::skip(SLOW_BUILD)) {
    const auto rows = support::perft_rows("perft-setups.txt");
    CHECK(check_counts(rows, "classic", 7) == 15);
    CHECK(check_counts(rows, "ludii", 6) == 14);
}

TEST_CASE("perft with the fields for other readings") {
    const auto rows = support::perft_rows("perft-positions.txt", support::Fields::Changed);
    std::set<std::string> names;
    for (const auto& row : rows) names.insert(row.preset);
    int checked = 0;
    for (const std::string& name : names) checked += check_counts(rows, name, 3);
    CHECK(names.size() == 4);
    CHECK(checked == 3 * static_cast<int>(rows.size()));
}

TEST_CASE("no row of the setup table goes uncounted") {
    std::map<std::string, int> rows;
    std::map<int, int> counts;
    for (const auto& row : support::perft_rows("perft-setups.txt")) {
        ++rows[row.preset];
        for (const auto& [depth, count] : row.counts) ++counts[depth];
    }
    CHECK(rows.size() == naive::preset_names().size());
    CHECK(rows["classic"] == 4); // three setups and one row of deeper counts
    CHECK(rows["ludii"] == 4);
    CHECK(counts ==
          std::map<int, int>{{1, 45}, {2, 45}, {3, 45}, {4, 30}, {5, 30}, {6, 2}, {7, 1}});
}

TEST_CASE("perft of reference positions") {
    const auto rows = support::perft_rows("perft-positions.txt");
    CHECK(rows.size() == 196);
    int checked = 0;
    for (const std::string& preset : naive::preset_names())
        checked += check_counts(rows, preset, 3);
    int given = 0;
    for (const auto& row : rows) given += static_cast<int>(row.counts.size());
    CHECK(checked == given);
    CHECK(given > 2 * 196);
}

TEST_CASE("perft of positions counted by Ludii") {
    const auto rows = support::epd_rows("ludii-positions.epd", "ludii");
    CHECK(rows.size() == 30);
    int given = 0;
    for (const auto& row : rows) given += static_cast<int>(row.counts.size());
    CHECK(check_counts(rows, "ludii", 3) == given);
    CHECK(given >= 2 * 30);
}

TEST_CASE("perft at depth 0 is 1, also for a finished game, which has no continuation") {
    const RuleSet rules;
    CHECK(perft(rules, setup_position(rules, Setup::Standard), 0) == 1);
    const Position won = parse_position( // 4.8 (a)
        rules, support::arranged("Qf6 Ge5 Gf5 Ge6 Gg6 Gf7 Gg7 qa1 ga2 ga3 ga4 ga5 gb1 gc1"));
    CHECK(perft(rules, won, 0) == 1);
    for (int depth = 1; depth <= 4; ++depth) CHECK(perft(rules, won, depth) == 0);
}

TEST_CASE("hash and threads change no count") {
    for (const support::RulePair& pair : support::all_presets()) {
        for (const Setup setup : {Setup::Standard, Setup::Flanked, Setup::Placement}) {
            const Position position = setup_position(pair.engine, setup);
            const int depth = setup == Setup::Placement ? 3 : SLOW_BUILD ? 4 : 5;
            INFO(pair.name, ", ", std::string(setup_text(setup)));
            const std::uint64_t plain = perft(pair.engine, position, depth);
            // One megabyte is too small for all positions, so they compete for slots.
            CHECK(perft(pair.engine, position, depth, options(1, 1)) == plain);
            CHECK(perft(pair.engine, position, depth, options(0, 3)) == plain);
            CHECK(perft(pair.engine, position, depth, options(1, 3)) == plain);
        }
    }
}

TEST_CASE("hash changes no count of positions that hold captured pieces") {
    for (const auto& row : support::perft_rows("perft-positions.txt")) {
        const RuleSet rules = support::preset(row.preset).engine;
        const auto& [depth, count] = row.counts.back();
        INFO(row.preset, ", ", row.start);
        CHECK(perft(rules, start(rules, row.start), depth, options(1, 2)) == count);
    }
}

TEST_CASE("divide lists the actions as legal_moves does and sums up to perft") {
    const RuleSet rules = support::preset("classic").engine;
    const Position position = setup_position(rules, Setup::Standard);
    CHECK(perft_divide(rules, position, 0).empty());
    MoveList moves;
    legal_moves(rules, position, moves);
    for (int depth = 1; depth <= 4; ++depth) {
        const auto entries = perft_divide(rules, position, depth);
        REQUIRE(entries.size() == moves.size());
        std::uint64_t total = 0;
        for (std::size_t i = 0; i < moves.size(); ++i) {
            CHECK(entries[i].move == moves[i]);
            CHECK(entries[i].count == perft(rules, after(rules, position, moves[i]), depth - 1));
            total += entries[i].count;
        }
        CHECK(total == perft(rules, position, depth));
    }
}

TEST_CASE("perft reports every part of its work, one at a time, and ends early when asked to") {
    const RuleSet rules;
    const Position position = setup_position(rules, Setup::Standard);
    std::vector<std::pair<std::size_t, std::size_t>> reports;
    PerftOptions reporting = options(0, 3);
    reporting.progress = [&](std::size_t done, std::size_t all) {
        reports.emplace_back(done, all);
    };
    (void)perft(rules, position, 4, reporting);
    REQUIRE(!reports.empty());
    for (std::size_t i = 0; i < reports.size(); ++i) {
        CHECK(reports[i].first == i + 1);
        CHECK(reports[i].second == reports.size());
    }

    // More than 10^11 sequences, which take minutes unless it ends early.
    PerftOptions stopped = options(1, 2);
    stopped.stop = [] { return true; };
    (void)perft(rules, position, 8, stopped);
}

TEST_CASE("rotated by 180 degrees, with the colours exchanged, a game is the same game") {
    for (const support::RulePair& pair : support::all_presets()) {
        INFO(pair.name);
        support::walk_from_setups(pair.engine, 5, 200, [&](const Position& position) {
            const Position other = flipped(pair.engine, position);
            REQUIRE(flipped(pair.engine, other) == position);
            REQUIRE(other == parse_position(pair.engine, to_text(other)));
            REQUIRE(perft(pair.engine, other, 2) == perft(pair.engine, position, 2));
        });
    }
}

TEST_CASE("an exception from the progress callback ends a count by any number of threads") {
    struct Failure {};
    const RuleSet rules;
    const Position first = setup_position(rules, Setup::Standard);
    for (const int threads : {1, 4}) {
        PerftOptions options;
        options.threads = threads;
        std::size_t calls = 0;
        options.progress = [&](std::size_t, std::size_t) {
            ++calls;
            throw Failure();
        };
        CHECK_THROWS_AS((void)perft(rules, first, 5, options), Failure);
        CHECK(calls <= static_cast<std::size_t>(threads)); // of hundreds
    }
}

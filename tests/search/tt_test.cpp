#include "engine/game/zobrist.hpp"
#include "search/repetition.hpp"
#include "search/score/score.hpp"
#include "search/tt.hpp"
#include "tests/support/build_kind.hpp"

#include <doctest/doctest.h>

#include <new>
#include <sys/resource.h>
#include <thread>
#include <vector>

using namespace agon;
using namespace agon::search;

namespace {

TTEntry entry(Score score, int depth, Bound bound = Bound::Exact) {
    return {Move(*Cell::parse("a1"), *Cell::parse("b2")), score, depth, bound};
}

std::uint64_t key(std::uint64_t i) { return zobrist::splitmix64(i); }

} // namespace

TEST_CASE("an entry is found as stored, with extreme values too") {
    TranspositionTable table(1);
    std::uint64_t i = 0;
    for (const Score score : {0, 1, -1, INFINITE_SCORE, -INFINITE_SCORE, win_in(Distance(3, 2))})
        for (const int depth : {0, 1, 255})
            for (const Bound bound : {Bound::Exact, Bound::Lower, Bound::Upper}) {
                const Score static_eval = i % 3 == 0   ? NO_EVALUATION
                                          : i % 3 == 1 ? LARGEST_EVALUATION
                                                       : -LARGEST_EVALUATION;
                TTEntry stored = entry(score, depth, bound);
                stored.static_eval = static_eval;
                table.store(key(++i), stored);
                const auto found = table.find(key(i));
                REQUIRE(found.has_value());
                CHECK(found->score == score);
                CHECK(found->depth == depth);
                CHECK(found->bound == bound);
                CHECK(found->static_eval == static_eval);
                CHECK(found->move == entry(0, 0).move);
            }
    CHECK_FALSE(table.find(key(++i)).has_value());
}

TEST_CASE("an entry without a move keeps the known move") {
    TranspositionTable table(1);
    table.store(key(1), entry(10, 3));
    table.store(key(1), {Move(), 20, 4, Bound::Upper});
    CHECK(table.find(key(1))->move == entry(0, 0).move);
    CHECK(table.find(key(1))->score == 20);
}

TEST_CASE("clear and resize empty the table, an impossible size changes nothing") {
    TranspositionTable table(1);
    table.store(key(1), entry(10, 3));
    if (!support::SLOW_BUILD) // the address sanitizer ends the program there
        CHECK_THROWS_AS(table.resize(std::size_t{1} << 43), std::bad_alloc);
    CHECK(table.find(key(1)).has_value());
    table.clear();
    CHECK_FALSE(table.find(key(1)).has_value());
    table.store(key(1), entry(10, 3));
    table.resize(2);
    CHECK_FALSE(table.find(key(1)).has_value());
}

TEST_CASE("threads together empty the whole table") {
    TranspositionTable table(33); // two parts and a remainder
    table.resize(65, 3);
    std::vector<std::uint64_t> keys;
    for (std::uint64_t i = 0; i < 50'000; ++i) keys.push_back(key(i));
    for (int round = 0; round < 2; ++round) {
        for (const std::uint64_t k : keys) CHECK_FALSE(table.find(k).has_value());
        for (const std::uint64_t k : keys) table.store(k, entry(10, 3));
        CHECK(table.find(keys.back()).has_value());
        table.clear(round == 0 ? 3 : 256);
    }
    for (const std::uint64_t k : keys) CHECK_FALSE(table.find(k).has_value());
}

TEST_CASE("a table is resized without both in memory at once") {
    if (support::SLOW_BUILD) return; // the address sanitizer keeps what is freed
    const auto peak_mb = [] {
        rusage usage{};
        getrusage(RUSAGE_SELF, &usage);
        return static_cast<std::size_t>(usage.ru_maxrss) / 1024;
    };
    TranspositionTable table(256);
    const std::size_t before = peak_mb();
    table.resize(257);
    CHECK(peak_mb() < before + 128);
}

TEST_CASE("entries of this search outlive those of an older one") {
    TranspositionTable table(1);
    const std::uint64_t count = (1 << 20) / 16;
    for (std::uint64_t i = 0; i < count; ++i) table.store(key(i), entry(1, 6));
    CHECK(table.hash_full() > 500);
    table.age();
    CHECK(table.hash_full() == 0);
    table.age();
    for (std::uint64_t i = 0; i < count / 2; ++i) table.store(key(count + i), entry(2, 1));
    std::uint64_t kept = 0;
    for (std::uint64_t i = 0; i < count / 2; ++i)
        if (table.find(key(count + i))) ++kept;
    // Two searches of age weigh as much as eight plies, so the shallow new ones go in. Only
    // buckets that more than four of them share lose any: with two to a bucket on average, the
    // Poisson tail is 3 % of them.
    CHECK(kept > count / 2 * 95 / 100);
}

TEST_CASE("no thread reads an entry that no thread stored") {
    TranspositionTable table(1);
    // Score and depth of an entry with key i depend on i.
    const auto work = [&](std::uint64_t seed) {
        for (std::uint64_t n = 0; n < 200'000; ++n) {
            const std::uint64_t i = zobrist::splitmix64(seed << 32 | n) % 100'000;
            if (n % 2 == 0) {
                table.store(key(i), entry(static_cast<Score>(i), static_cast<int>(i % 200)));
            } else if (const auto found = table.find(key(i))) {
                if (found->score != static_cast<Score>(i) ||
                    found->depth != static_cast<int>(i % 200))
                    return false;
            }
        }
        return true;
    };
    std::vector<char> sound(4);
    std::vector<std::jthread> threads;
    for (std::size_t t = 0; t < sound.size(); ++t)
        threads.emplace_back([&, t] { sound[t] = work(t) ? 1 : 0; });
    threads.clear();
    for (const char ok : sound) CHECK(ok == 1);
}

TEST_CASE("a shorter win is better, and of two equally long the one with fewer own actions") {
    CHECK(win_in(Distance(3, 3)) > win_in(Distance(4, 1)));
    CHECK(win_in(Distance(4, 1)) > win_in(Distance(4, 2)));
    CHECK(loss_in(Distance(4, 1)) > loss_in(Distance(3, 3)));
    CHECK(win_in(Distance(2 * MAX_PLY, 2 * MAX_PLY)) > LARGEST_EVALUATION);
    CHECK(is_win(win_in(Distance(2 * MAX_PLY, 0))));
    CHECK(is_loss(loss_in(Distance(2 * MAX_PLY, 0))));
    CHECK_FALSE(is_decisive(LARGEST_EVALUATION));
}

TEST_CASE(
    "mate counts the actions of the root's chooser (protocols.md section 1 (info and bestmove))") {
    // Taking turns: the winner makes the first and last of five actions.
    CHECK(mate_number(win_in(Distance(5, 3))) == 3);
    // The loser begins and the winner ends: two each.
    CHECK(mate_number(loss_in(Distance(4, 2))) == -2);
    // The loser ends the game by a forfeit of his own.
    CHECK(mate_number(win_in(Distance(2, 1))) == 1);
    CHECK(mate_number(loss_in(Distance(1, 0))) == -1);
    // Already over.
    CHECK(mate_number(win_in(Distance())) == 0);
}

TEST_CASE("a distance grows by an action at a time") {
    const Distance d = Distance().further(true).further(false).further(true);
    CHECK(d.plies() == 3);
    CHECK(d.winner_plies() == 2);
    CHECK(Distance::unpack(d.packed()).packed() == d.packed());
}

TEST_CASE("a position repeated within the searched line is a draw at once") {
    RepetitionHistory history({1, 2, 3});
    history.push(4, false);
    CHECK_FALSE(history.repeats(3));
    history.push(3, false); // the position of the root again
    CHECK(history.repeats(3));
    history.pop();
    history.push(5, false);
    history.push(4, false);
    CHECK(history.repeats(3));
}

TEST_CASE("a position from before the root needs its full number of occurrences") {
    RepetitionHistory history({7, 1, 7, 2});
    history.push(1, false); // the second time: not yet three
    CHECK_FALSE(history.repeats(3));
    CHECK(history.repeats(2));
    history.pop();
    history.push(7, false); // the third time
    CHECK(history.repeats(3));
    CHECK_FALSE(history.repeats(4));
}

TEST_CASE("limit 0 switches repetition off") {
    RepetitionHistory history({1, 1, 1});
    history.push(1, false);
    CHECK_FALSE(history.repeats(0));
}

TEST_CASE("no position is repeated across an irreversible action") {
    RepetitionHistory history({1, 2});
    history.push(3, true);
    history.push(2, false);
    CHECK_FALSE(history.repeats(2));
    history.push(3, false); // the position after it can be repeated
    CHECK(history.repeats(2));
    history.pop();
    history.pop();
    history.pop();
    history.push(2, false);
    CHECK(history.repeats(2));
}

TEST_CASE("keys with equal low bits are different keys") {
    RepetitionHistory history({0});
    history.push(1 << 12, false);
    history.push(2 << 12, false);
    CHECK_FALSE(history.repeats(2));
}

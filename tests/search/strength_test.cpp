// Limited strength: from rating to nodes, and the levels for people.
#include "search/limits.hpp"

#include "engine/game/movegen.hpp"
#include "engine/record/notation.hpp"
#include "tests/search/recorder.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <vector>

using namespace agon::search;

TEST_CASE("a rung's rating gives its nodes, and a higher rating never gives fewer") {
    for (const Rung& rung : LADDER) CHECK(nodes_for(rung.elo) == rung.nodes);
    for (int elo = MIN_ELO; elo < MAX_ELO; ++elo) CHECK(nodes_for(elo) <= nodes_for(elo + 1));
}

TEST_CASE("halfway between two rungs the nodes are their geometric mean") {
    for (std::size_t i = 0; i + 1 < LADDER.size(); ++i) {
        if ((LADDER[i].elo + LADDER[i + 1].elo) % 2 != 0) continue;
        const auto nodes = static_cast<double>(nodes_for((LADDER[i].elo + LADDER[i + 1].elo) / 2));
        const auto product = static_cast<double>(LADDER[i].nodes * LADDER[i + 1].nodes);
        CHECK(nodes * nodes == doctest::Approx(product).epsilon(0.02));
    }
}

TEST_CASE("a higher level never searches fewer nodes or plays more random actions") {
    for (int number = 1; number + 1 < HIGHEST_LEVEL; ++number) {
        CHECK(level(number).nodes <= level(number + 1).nodes);
        CHECK(level(number).chance >= level(number + 1).chance);
    }
}

TEST_CASE("a level plays its share of random actions, and each action is equally likely") {
    const std::vector<agon::Move> moves{agon::parse_move("a1a2"), agon::parse_move("a1b1"),
                                        agon::parse_move("a1b2")};
    constexpr int TRIALS = 30'000;
    std::array<int, 3> counts{};
    for (std::uint64_t key = 0; key < TRIALS; ++key)
        if (const auto move = action_by_chance(1, key, 7, moves))
            ++counts[static_cast<std::size_t>(std::ranges::find(moves, *move) - moves.begin())];
    // Five standard deviations of a binomial distribution are less than 500.
    for (const int count : counts)
        CHECK(std::abs(count - TRIALS * level(1).chance / 100 / 3) < 500);
}

TEST_CASE("a level's action is legal and depends only on the position and the seed") {
    const support::HandClock clock;
    Engine engine(clock);
    engine.options.level = 1;
    const agon::Game game(agon::RuleSet(),
                          agon::setup_position(agon::RuleSet(), agon::Setup::Standard));
    int different = 0;
    for (std::uint64_t seed = 0; seed < 20; ++seed) {
        engine.options.level_seed = seed;
        engine.clear();
        const auto first = support::search(engine, game, {}).answer;
        engine.clear();
        CHECK(support::search(engine, game, {}).answer.best == first.best);
        CHECK(agon::is_legal(game.rules(), game.position(), first.best));
        engine.options.level_seed = seed + 1;
        engine.clear();
        different += support::search(engine, game, {}).answer.best == first.best ? 0 : 1;
    }
    CHECK(different > 0);
}

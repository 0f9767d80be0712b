// Limited strength: from the rating to the nodes.
#include "search/control/strength.hpp"

#include <doctest/doctest.h>

using namespace agon::search;

TEST_CASE("each rung's rating gives its nodes, and a higher rating never fewer") {
    for (const Rung& rung : LADDER) CHECK(nodes_for(rung.elo) == rung.nodes);
    for (int elo = MIN_ELO; elo < MAX_ELO; ++elo) CHECK(nodes_for(elo) <= nodes_for(elo + 1));
}

TEST_CASE("half way between two rungs the nodes are their geometric mean") {
    for (std::size_t i = 0; i + 1 < LADDER.size(); ++i) {
        if ((LADDER[i].elo + LADDER[i + 1].elo) % 2 != 0) continue;
        const auto nodes = static_cast<double>(nodes_for((LADDER[i].elo + LADDER[i + 1].elo) / 2));
        const auto product = static_cast<double>(LADDER[i].nodes * LADDER[i + 1].nodes);
        CHECK(nodes * nodes == doctest::Approx(product).epsilon(0.02));
    }
}

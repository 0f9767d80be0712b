#include "search/score.hpp"

#include <doctest/doctest.h>

using namespace agon::search;

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
    // Over already.
    CHECK(mate_number(win_in(Distance())) == 0);
}

TEST_CASE("a distance grows by an action at a time") {
    const Distance d = Distance().further(true).further(false).further(true);
    CHECK(d.plies() == 3);
    CHECK(d.winner_plies() == 2);
    CHECK(Distance::unpack(d.packed()).packed() == d.packed());
}

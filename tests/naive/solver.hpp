// An exhaustive solver on the naive referee: plain minimax to a number of actions.
#pragma once

#include "tests/naive/referee.hpp"

#include <optional>
#include <string>
#include <vector>

namespace naive {

// A forced win is measured by the actions of both sides to the end of the game, and then by those
// that the winner makes as chooser. The winner minimises both in that order, the loser maximises
// them.
struct Solution {
    char winner = 'w';
    int plies = 0;
    int winner_actions = 0;
    std::vector<std::string> line;
};

// The exact measure if either side can force a win within max_plies actions, else nullopt.
// Draws are ignored. Zero plies when the game is decided already.
std::optional<Solution> solve(const Rules& rules, const State& state, int max_plies);

// The actions with which the chooser wins within max_plies actions, sorted. Looks no further where
// guards still need more steps inward than turns are left (4.1, 4.5, 4.6: a turn has at most one
// step, a step goes at most one ring inward, and no relocated guard comes inward), except where
// guards leave the board. `bounded = false` leaves this out, to compare.
std::vector<std::string> winning_actions(const Rules& rules, const State& state, int max_plies,
                                         bool bounded = true);

} // namespace naive

// A lower bound on the length of a win: its turns if the other side does not defend.
#pragma once

#include "engine/game/position.hpp"

namespace agon::solve {

/// The fewest turns that a win still needs.
struct Needed {
    int attacker = 0; ///< turns of the attacker until the throne can be won
    int guards = 0;   ///< of these, turns in which one of the attacker's guards steps
    int defender = 0; ///< turns of the defender until the attacker can win by forfeit
};

/// A step goes at most one ring inward, a turn has at most one step, and a relocation brings no
/// guard inward (rules.md 4.1, 4.5, 4.6); only a captured queen can. All are 0 if guards
/// can leave the game, and while guards are placed.
[[nodiscard]] Needed needed(const RuleSet& rules, const Position& position, Side attacker);

/// Whether the bound allows the attacker to win within `plies` actions, `winner_actions` of them
/// its own. Every turn has at least one action, so the side to move has at most (plies + 1) / 2
/// turns in `plies` actions.
[[nodiscard]] inline bool leaves_room(const Needed& turns, bool attackers_turn, int plies,
                                      int winner_actions) {
    const int movers = (plies + 1) / 2;
    const int others = plies / 2;
    if ((attackers_turn ? others : movers) >= turns.defender) return true;
    return turns.guards <= winner_actions && (attackers_turn ? movers : others) >= turns.attacker;
}

} // namespace agon::solve

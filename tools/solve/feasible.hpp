// Whether a side could win so soon at all, if the other did nothing against it.
#pragma once

#include "engine/position.hpp"

namespace agon::solve {

/// What a position lacks of its end, in turns; a bound from below.
struct Lacking {
    int attacker = 0; ///< turns of the attacker until the throne can be won
    int guards = 0;   ///< those among them in which a guard of the attacker's steps
    int defender = 0; ///< turns of the defender until the attacker can win by forfeit
};

/// A step goes inward by a ring at most, a turn has one step at most, and a relocation brings no
/// guard inward (rules.md 4.1, 4.5, 4.6); only a captured queen can come closer by one. In Bloody
/// Queen, and while guards are placed, all of it is 0.
[[nodiscard]] Lacking lacking(const RuleSet& rules, const Position& position, Side attacker);

/// Whether `plies` actions, `winner_actions` of them the attacker's, leave room for that. Every
/// turn has at least one action, so `plies` actions have at most (plies + 1) / 2 turns of the side
/// to move.
[[nodiscard]] inline bool leaves_room(const Lacking& lacking, bool attackers_turn, int plies,
                                      int winner_actions) {
    const int movers = (plies + 1) / 2;
    const int others = plies / 2;
    if ((attackers_turn ? others : movers) >= lacking.defender) return true;
    return lacking.guards <= winner_actions &&
           (attackers_turn ? movers : others) >= lacking.attacker;
}

} // namespace agon::solve

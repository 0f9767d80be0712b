// Forced wins proved by exhaustive search. Shares no code with the engine's search, so that it can
// check it.
#pragma once

#include "engine/move.hpp"
#include "engine/position.hpp"

#include <cstdint>
#include <optional>
#include <vector>

namespace agon::solve {

/// The length of a forced win as `mate N` counts it (`go mate`, protocols.md section 1 (go)): the
/// winner minimises `plies` and then `winner_actions`, the loser maximises them.
struct Length {
    int plies = 0;          ///< actions of anyone until the game is over
    int winner_actions = 0; ///< those among them that the winner chooses: N

    friend bool operator==(const Length&, const Length&) = default;
};

inline constexpr int MAX_PLIES = 99; ///< the hundredth action without progress draws (4.9)

struct Effort {
    int most_plies = 17;                   ///< of the win, 1 to MAX_PLIES
    std::uint64_t nodes = 2'000'000;       ///< of the exhaustive search
    std::uint64_t attack_nodes = 0;        ///< of the attack after it; 0 for none
    std::size_t table_entries = 1U << 18U; ///< a power of two, at least 4
};

struct Verdict {
    std::optional<Length> win{}; ///< for the position's chooser
    /// With a win: nothing shorter exists. Without: there is none within `most_plies`.
    bool exhaustive = false;
    std::uint64_t nodes = 0; ///< of the proof, without those that the line took
    /// With a win: the actions until it, each side's best. Shorter where the nodes are used up.
    std::vector<Move> line{};
};

/// The shortest win that the chooser can force, by iterative deepening over all actions. When its
/// nodes are used up, a narrower search goes on from the depth reached: the attacker steps only
/// inward or to capture, the defender does anything. What that finds is an upper bound of the
/// length.
///
/// Draws need no thought: every action of a shortest win comes nearer to the end, so no position is
/// repeated, and with the clock at 0 it is over before the limit on actions without progress. A
/// finished position has no win. Deterministic. Blocks. Precondition: `effort` is in its ranges.
[[nodiscard]] Verdict solve(const RuleSet& rules, const Position& position, const Effort& effort);

} // namespace agon::solve

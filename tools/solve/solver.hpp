// Forced wins proved by exhaustive search on the rules alone: a second source for what the engine's
// search claims, which shares no code with it.
#pragma once

#include "engine/position.hpp"

#include <cstdint>
#include <optional>

namespace agon::solve {

/// How long a forced win takes, in the measure of `mate N`: the winner makes `plies` small and then
/// `winner_actions`, the loser large (`go mate`, protocols.md section 1 (go)).
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
    std::uint64_t nodes = 0;
};

/// The shortest win that the chooser can force, by iterative deepening over every action of both
/// sides. When that comes to the end of its nodes, an attack follows from the depth it had come to:
/// there the attacker steps only inward or to capture, the defender does anything; what it proves
/// is a win in at most so many.
///
/// Draws are left out: the winner's way makes the end nearer with every action, so it repeats no
/// position, and it is shorter than the limit on actions without progress when the clock stands at
/// 0. A finished position has no win. The same verdict for the same arguments. Blocks.
[[nodiscard]] Verdict solve(const RuleSet& rules, const Position& position, const Effort& effort);

} // namespace agon::solve

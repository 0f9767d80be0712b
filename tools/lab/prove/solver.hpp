// Forced wins proved by exhaustive search. Shares no code with the engine's search, so that it can
// check it.
#pragma once

#include "engine/game/move.hpp"
#include "engine/game/position.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace agon::solve {

/// The length of a forced win as `mate N` counts it (`go mate`, protocols.md section 1 (go)): the
/// winner minimises `plies` and then `winner_actions`, the loser maximises them.
struct Length {
    int plies = 0;          ///< actions of both sides until the game is over
    int winner_actions = 0; ///< of these, the actions that the winner chooses: N

    friend bool operator==(const Length&, const Length&) = default;
};

inline constexpr int MAX_PLIES = 99; ///< the hundredth action without progress draws (4.9)

struct Effort {
    int max_plies = 17;                    ///< of the win, 1 to MAX_PLIES
    std::uint64_t nodes = 2'000'000;       ///< of the exhaustive search
    std::uint64_t attack_nodes = 0;        ///< of the attack after it; 0 for none
    std::size_t table_entries = 1U << 18U; ///< a power of two, at least 4
};

struct Verdict {
    std::optional<Length> win{}; ///< for the position's chooser
    /// With a win: there is no shorter one. Without: there is none within `max_plies`.
    bool exhaustive = false;
    std::uint64_t nodes = 0; ///< of the proof, not counting those of the line
    /// With a win: best play until it. Cut short if the nodes ran out.
    std::vector<Move> line{};
};

/// The shortest win that the chooser can force, by iterative deepening over all actions. When its
/// nodes run out, a narrower search continues from the depth reached: the attacker steps only
/// inward or to capture, the defender is not restricted. Its result is an upper bound on the
/// length.
///
/// Draws do not matter: every action of a shortest win brings the end nearer, so no position is
/// repeated, and with the clock at 0 the win comes before the limit on actions without progress. If
/// a repetition loses, earlier positions matter, and an Error is thrown. A finished position has no
/// win. Deterministic. Blocks. Precondition: `effort` is in its ranges.
[[nodiscard]] Verdict solve(const RuleSet& rules, const Position& position, const Effort& effort);

/// A win by exactly one first action.
struct OnlyWin {
    Length length;          ///< the shortest
    std::vector<Move> line; ///< to the end; its first action is the only one that keeps `length`
    /// Proved: if the other side could pass after the first action, the win would take longer.
    bool zugzwang = false;
};

/// The chooser's shortest win, if every other first action is proved not to win within its plies.
/// Returns nullopt also if `effort` is too small to tell; attack_nodes are not used. Blocks. Throws
/// as solve().
[[nodiscard]] std::optional<OnlyWin> only_win(const RuleSet& rules, const Position& position,
                                              const Effort& effort);

} // namespace agon::solve

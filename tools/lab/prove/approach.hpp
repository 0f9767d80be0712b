// How a side gets into a fortress.
#pragma once

#include "engine/game/position.hpp"
#include "engine/game/seal.hpp"
#include "tools/lab/prove/fortress.hpp"

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <tuple>
#include <vector>

namespace agon::prove {

/// Where all seven pieces stand in a fortress, and the cells that must be closed: sometimes
/// fewer than in Fort, since an enemy on some of them does no harm.
struct Garrison {
    Bitboard pieces, closed;
};

/// All garrisons, under each symmetry of the board. The first call blocks for about two seconds.
[[nodiscard]] const std::vector<Garrison>& garrisons();

/// Whether `side` is in a fortress: all its pieces are in a garrison, none is captured, and no
/// enemy is on a cell that must be closed. Either side may be to move. Precondition:
/// has_fortresses() of the rules.
[[nodiscard]] bool in_fortress(const Position& position, Side side);

using Pieces = std::array<Cell, 7>; ///< of one side, the queen first

inline constexpr int NO_WAY = 100;

/// Steps of a piece from one cell to another on an empty board; NO_WAY if it never gets there.
[[nodiscard]] int steps_between(Cell from, Cell to, bool is_queen);

/// Where each piece goes in a garrison.
struct Target {
    const Garrison* garrison;
    Pieces to;
    int actions; ///< the fewest, if no piece is in the way
};

/// How far a side is from a fortress, and a plan into one or into a seal.
struct Approach {
    int actions = 100; ///< to the nearest; 100 if none is within the limit
    /// A guide for the search: about how many actions too late the side is, plus its detour.
    int lack = 100;
    /// Steps into a fortress or a seal that no enemy can disturb. Empty if the side is in a
    /// fortress already; nullopt if no plan was found. After the last step the enemy may still have
    /// to relocate a captured piece.
    std::optional<std::vector<FortStep>> plan;
    std::optional<Seal> seal; ///< that the plan leads into; nullopt if it is a fortress
};

/// Finds approaches. Caches the targets of up to MAX_ARMIES armies, about 2 KB each.
class Approaches {
public:
    /// Precondition: has_seals(rules), and captured pieces are relocated. Only under rules that
    /// has_fortresses() may a plan lead into a fortress.
    explicit Approaches(const RuleSet& rules) : rules_(rules) {}

    /// Among targets of at most `most` actions; either side may be to move. A plan is found only
    /// if no piece is captured. Precondition: no guards in reserve.
    [[nodiscard]] Approach find(const Position& position, Side side, int most = 99);

private:
    static constexpr std::size_t MAX_ARMIES = 500'000;
    const std::vector<Target>& targets(const Pieces& pieces, Bitboard captured);

    RuleSet rules_;
    std::map<std::tuple<Pieces, std::uint64_t, std::uint64_t>, std::vector<Target>>
        targets_; ///< by army and captured pieces, the nearest first
};

} // namespace agon::prove

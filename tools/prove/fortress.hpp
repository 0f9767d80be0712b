// Fortresses: sets of pieces that nobody can capture, where pieces are flanked in straight lines
// (bench/solved.md).
#pragma once

#include "engine/game/position.hpp"

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <tuple>
#include <vector>

namespace agon::prove {

/// Where the pieces of a side stand, and the vacant cells that are closed to its enemy, since each
/// is between two of the pieces (rules.md 4.3).
struct Fort {
    Bitboard pieces, closed;

    friend bool operator==(const Fort&, const Fort&) = default;
};

struct FortStep {
    Cell from, to;
};

/// A fort whose pieces can step for ever if no enemy stands on a closed cell. No line through a
/// piece is open at both ends, so none is captured; the enemy never holds all of ring 1.
struct Fortress {
    Fort fort;
    FortStep step;       ///< the first of an endless sequence
    bool throne = false; ///< the enemy's queen may stand on the throne meanwhile
};

struct Fortresses {
    std::vector<Fortress> endless;
    std::vector<Fort> all; ///< no line is open, endless or not
};

/// One of each class of forts that a symmetry of the board makes equal, with `pieces` pieces (1 to
/// 7), at least one of them on ring 1 or the throne. Blocks, for about two seconds with 7.
[[nodiscard]] Fortresses find_fortresses(int pieces);

/// The fort after a step. Closed are the cells that are between two pieces then and were free of
/// the enemy before: closed cells, and `from`. Preconditions: a piece is on `from`; `to` is closed.
[[nodiscard]] Fort stepped(const Fort& fort, Cell from, Cell to);

/// Whether none of its pieces can be captured, and the enemy cannot hold all of ring 1.
[[nodiscard]] bool holds(const Fort& fort);

/// The first step of an endless sequence through forts that hold; nothing when there is none.
[[nodiscard]] std::optional<FortStep> endless_step(const Fort& fort);

/// Position text: Black in the fortress, and White, who acts, as near the throne as can be.
[[nodiscard]] std::string besieged(const Fortress& fortress);

/// Whether fortresses hold: line flanks, no step or relocation between two enemies, captured pieces
/// are relocated and not removed, and a repetition is a draw.
[[nodiscard]] bool has_fortresses(const RuleSet& rules);

/// "pieces b2 c2 b3 c3 e4 d5 e5, step c3-d3, closed d3 c4 d4, the throne is free"
[[nodiscard]] std::string to_text(const Fortress& fortress);

// How a side gets into a fortress.

/// Where all seven pieces stand in a fortress, and the cells that have to be closed: sometimes
/// fewer than in Fort, without those on which an enemy does no harm.
struct Garrison {
    Bitboard pieces, closed;
};

/// All garrisons, under each symmetry of the board. The first call blocks for about two seconds.
[[nodiscard]] const std::vector<Garrison>& garrisons();

/// Whether `side` is in a fortress: all its pieces are in a garrison, none is captured, and no
/// enemy is on a cell that has to be closed. Any side may be to move. Precondition:
/// has_fortresses() of the rules.
[[nodiscard]] bool in_fortress(const Position& position, Side side);

using Pieces = std::array<Cell, 7>; ///< of one side, the queen first

/// Where each piece goes in a garrison.
struct Target {
    const Garrison* garrison;
    Pieces to;
    int actions; ///< the fewest if nobody is in the way
};

/// How far a side is from a fortress.
struct Approach {
    int actions = 100; ///< to the nearest; 100 when there is none within the limit
    /// A guide for a search: by about how many actions the side is too late, and its detour.
    int lack = 100;
    /// Steps into a fortress that no enemy can disturb. Empty when the side is in one already;
    /// nullopt when no plan was found. After the last step the enemy may still have to relocate a
    /// captured piece.
    std::optional<std::vector<FortStep>> plan;
};

/// Finds approaches. Remembers the targets of each army that it met, some 2 KB each.
class Approaches {
public:
    /// Precondition: has_fortresses(rules).
    explicit Approaches(const RuleSet& rules) : rules_(rules) {}

    /// Among targets of at most `most` actions; either side may be to move. A plan is found only
    /// where nothing is captured. Precondition: no guards in reserve.
    [[nodiscard]] Approach find(const Position& position, Side side, int most = 99);

private:
    const std::vector<Target>& targets(const Pieces& pieces, Bitboard captured);

    RuleSet rules_;
    std::map<std::tuple<Pieces, std::uint64_t, std::uint64_t>, std::vector<Target>>
        targets_; ///< by army and captured pieces, the nearest first
};

} // namespace agon::prove

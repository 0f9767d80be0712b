// Fortresses: sets of pieces that nobody can capture, where pieces are flanked in straight lines
// (bench/solved.md).
#pragma once

#include "engine/game/position.hpp"
#include "tools/lab/prove/endless.hpp"

#include <optional>
#include <string>
#include <vector>

namespace agon::prove {

/// Where the pieces of a side stand, and the vacant cells closed to its enemy because each is
/// between two of the pieces (rules.md 4.3).
struct Fort {
    Bitboard pieces, closed;

    friend bool operator==(const Fort&, const Fort&) = default;
};

/// A fort whose pieces can go on stepping forever if no enemy stands on a closed cell. No line
/// through a piece is open at both ends, so none is captured; the enemy never holds all of ring 1.
struct Fortress {
    Fort fort;
    FortStep step;       ///< the first of an endless sequence
    bool throne = false; ///< the enemy's queen may stand on the throne meanwhile
};

struct Fortresses {
    std::vector<Fortress> endless;
    std::vector<Fort> all; ///< no line is open, endless or not
};

/// One fort of each class under the symmetries of the board, with `pieces` pieces (1 to 7), at
/// least one of them on ring 1 or the throne. Blocks, for about two seconds with 7.
[[nodiscard]] Fortresses find_fortresses(int pieces);

/// The fort after a step. Its closed cells are those between two pieces that were free of the enemy
/// before: closed cells, and `from`. Preconditions: a piece is on `from`; `to` is closed.
[[nodiscard]] Fort stepped(const Fort& fort, Cell from, Cell to);

/// Whether none of its pieces can be captured, and the enemy cannot hold all of ring 1.
[[nodiscard]] bool holds(const Fort& fort);

/// The first step of an endless sequence through forts that hold. Returns nullopt if there is none.
[[nodiscard]] std::optional<FortStep> endless_step(const Fort& fort);

/// Position text: Black in the fortress; White, to move, as near the throne as possible.
[[nodiscard]] std::string besieged(const Fortress& fortress);

/// The same for seven pieces of Black, of which `mover` is no queen if it stands there, and White's
/// on cells of `open`.
[[nodiscard]] std::string besieged(Bitboard pieces, Cell mover, Bitboard open);

/// Whether fortresses hold: line flanks, no step or relocation between two enemies, captured pieces
/// are relocated and not removed, and a repetition is a draw.
[[nodiscard]] bool has_fortresses(const RuleSet& rules);

/// "pieces b2 c2 b3 c3 e4 d5 e5, step c3-d3, closed d3 c4 d4, the throne is free"
[[nodiscard]] std::string to_text(const Fortress& fortress);

} // namespace agon::prove

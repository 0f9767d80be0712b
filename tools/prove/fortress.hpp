// Fortresses: sets of pieces that nobody can capture, where pieces are flanked in straight lines
// (bench/solved.md).
#pragma once

#include "engine/game/position.hpp"

#include <optional>
#include <string>
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

/// A fort whose pieces can step for ever, wherever the enemy stands but on closed cells. No line
/// that flanks a piece is open at both ends, so none is captured; the enemy never holds all of
/// ring 1.
struct Fortress {
    Fort fort;
    FortStep step;       ///< the first for ever
    bool throne = false; ///< the enemy's queen may stand on the throne meanwhile
};

struct Fortresses {
    std::vector<Fortress> endless; ///< one of each class
    std::vector<Fort> closed; ///< those and the sets that hold only while another piece can step
};

/// All with so many pieces of which one stands on ring 1 or the throne, but for the symmetries of
/// the board. Seven pieces take two seconds.
[[nodiscard]] Fortresses find_fortresses(int pieces);

/// The fort after the step of one of its pieces; closed are the cells that were kept free of the
/// enemy.
[[nodiscard]] Fort stepped(const Fort& fort, Cell from, Cell to);

/// Whether none of its pieces can be captured and ring 1 cannot be the enemy's.
[[nodiscard]] bool holds(const Fort& fort);

/// A step to a fort that holds and has such a step in turn, for ever; nothing when there is none.
[[nodiscard]] std::optional<FortStep> endless_step(const Fort& fort);

/// Position text: Black in the fortress, and White, who acts, as near the throne as can be.
[[nodiscard]] std::string besieged(const Fortress& fortress);

/// Whether fortresses hold under these rules: closed cells are closed to relocations too, captured
/// pieces stay, and to repeat a position is no loss.
[[nodiscard]] bool has_fortresses(const RuleSet& rules);

/// "pieces d3 e3 ..., step e5-f6, closed d4 e4"
[[nodiscard]] std::string to_text(const Fortress& fortress);

} // namespace agon::prove

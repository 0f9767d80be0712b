// What a review searches, how long, and what a search found.
#pragma once

#include "engine/game/move.hpp"
#include "protocol/record/evaluation.hpp"
#include "protocol/record/time_control.hpp"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace agon {

/// The default limits for a position. The nodes make reviews alike on all
/// machines; the time bounds them on slow ones, so that 300 actions take at most 60 s.
inline const TimeControl REVIEW_CONTROL{.move_time = Milliseconds(100), .nodes = 200'000};

/// A position to search: that after `ply` actions. Where an action looks like a mistake, the
/// positions before and after it are searched again and deeper, up to a third of all positions.
struct ReviewTask {
    static constexpr int DEEPER = 3; ///< times the limits
    static constexpr std::size_t SHARE = 3;

    std::size_t ply = 0;
    bool deeper = false;

    /// The limits of its search.
    [[nodiscard]] TimeControl control(TimeControl each = REVIEW_CONTROL) const {
        const int times = deeper ? DEEPER : 1;
        if (each.move_time) *each.move_time *= times;
        if (each.nodes) *each.nodes *= static_cast<std::uint64_t>(times);
        return each;
    }
};

/// What a search found. `line` is legal from the position, and may be empty.
struct Finding {
    Evaluation evaluation; ///< from the side of the chooser
    std::vector<Move> line;
    bool deeper = false;
};

} // namespace agon

// Every margin and constant of the selective search, in one place: what one of them is worth is
// only known from matches (search/README.md).
#pragma once

#include "search/score/score.hpp"

namespace agon::search::parameters {

// Aspiration windows, in score units.
inline constexpr Score ASPIRATION = 25;         ///< half the first window
inline constexpr Score WIDEST_ASPIRATION = 400; ///< beyond this the window is opened altogether
inline constexpr int FIRST_ASPIRED_DEPTH = 5;

// Internal iterative reduction: without a hash move the order is a guess, and depth ill spent.
inline constexpr int REDUCED_WITHOUT_HASH_MOVE = 4; ///< from this depth on

// Reverse futility: far enough above beta, the other side will not catch up within the depth.
inline constexpr int REVERSE_FUTILITY_DEPTH = 6;
inline constexpr Score REVERSE_FUTILITY_MARGIN = 40; ///< for each ply

// Late action pruning: after so many quiet actions the rest is not looked at.
inline constexpr int LATE_DEPTH = 5;
inline constexpr int LATE_STEPS = 8;       ///< with depth squared added, and halved
inline constexpr int LATE_RELOCATIONS = 5; ///< likewise

// Late action reductions: base + log(depth) * log(number) / divisor.
inline constexpr int REDUCTION_DEPTH = 3;  ///< from this depth on
inline constexpr int REDUCTION_NUMBER = 3; ///< so many actions are searched in full
inline constexpr double REDUCTION_BASE = 2.2;
inline constexpr double REDUCTION_DIVISOR = 2.0;
inline constexpr int REDUCTION_HISTORY = 12'000; ///< history that is worth one ply

// Quiescence: a capture is looked at when it could reach alpha.
inline constexpr Score CAPTURE_BASE = 60;
inline constexpr Score CAPTURE_RING = 30; ///< for each ring that the victim is thrown back
[[nodiscard]] constexpr Score capture_gain(int rings) {
    return CAPTURE_BASE + CAPTURE_RING * rings;
}

// Ordering, against a history of +-3 * 2^14 that soon overrules them.
inline constexpr int ORDER_INWARD = 1 << 10; ///< for each ring that a piece comes inward

} // namespace agon::search::parameters

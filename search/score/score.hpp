// Scores of the search, in centipawn-like units, from the side of the chooser.
#pragma once

#include "search/score/win_curve.hpp"

#include <cassert>
#include <cstdint>
#include <limits>

namespace agon::search {

/// Positive when the chooser is ahead. The sign changes with the chooser, not with the ply.
using Score = int;

/// Whether the true score is the one given, at least that, or at most that.
enum class Bound : std::uint8_t { Exact, Lower, Upper };

/// How far away the end of the game is: actions of both sides first, then actions of the winner,
/// packed so that comparing the numbers compares in that order. The winner minimises it and the
/// loser maximises it, so a forced win has one length, even if turns are uneven.
class Distance {
public:
    static constexpr int BITS = 10; ///< of the winner's actions

    constexpr Distance() = default;
    constexpr Distance(int plies, int winner_plies) : packed_(plies << BITS | winner_plies) {
        assert(0 <= winner_plies && winner_plies <= plies && winner_plies < 1 << BITS);
    }
    [[nodiscard]] static constexpr Distance unpack(int packed) {
        return Distance(packed >> BITS, packed & ((1 << BITS) - 1));
    }
    [[nodiscard]] constexpr int packed() const { return packed_; }
    /// One action more; `by_winner` says whose.
    [[nodiscard]] constexpr Distance further(bool by_winner) const {
        return unpack(packed_ + (1 << BITS) + (by_winner ? 1 : 0));
    }
    [[nodiscard]] constexpr int plies() const { return packed_ >> BITS; }
    [[nodiscard]] constexpr int winner_plies() const { return packed_ & ((1 << BITS) - 1); }

private:
    int packed_ = 0;
};

inline constexpr int MAX_PLY = 200; ///< the deepest ply of a search; the root is 0

inline constexpr Score DRAW = 0;
inline constexpr Score WIN = 4'000'000; ///< the game is won
inline constexpr Score LONGEST_WIN =
    WIN - (512 << Distance::BITS);                  ///< every proven win is at least this
inline constexpr Score INFINITE_SCORE = WIN + 1;    ///< above every score; windows.h takes INFINITE
inline constexpr Score LARGEST_EVALUATION = 32'000; ///< bound of a static evaluation, either sign
/// Of a searched repetition if the side that repeats loses: no proof, because the position may have
/// occurred only once before while the limit is 3 or more, so it is below LONGEST_WIN.
inline constexpr Score WIN_BY_REPETITION = 2 * LARGEST_EVALUATION;
/// Stands for a static evaluation that was not computed.
inline constexpr Score NO_EVALUATION = std::numeric_limits<std::int16_t>::min();
static_assert(2 * MAX_PLY < 512, "plies from the root and plies from a table entry add up");
static_assert(WIN_BY_REPETITION < LONGEST_WIN && NO_EVALUATION < -LARGEST_EVALUATION);

[[nodiscard]] constexpr bool is_win(Score score) { return score >= LONGEST_WIN; }
[[nodiscard]] constexpr bool is_loss(Score score) { return score <= -LONGEST_WIN; }
[[nodiscard]] constexpr bool is_decisive(Score score) { return is_win(score) || is_loss(score); }

[[nodiscard]] constexpr Score win_in(Distance distance) { return WIN - distance.packed(); }
[[nodiscard]] constexpr Score loss_in(Distance distance) { return distance.packed() - WIN; }

/// Of a decisive score.
[[nodiscard]] constexpr Distance distance(Score score) {
    assert(is_decisive(score));
    return Distance::unpack(WIN - (score < 0 ? -score : score));
}

/// UCI's `mate N` of a decisive score at the root: the actions of the root's chooser until the end,
/// negative when losing, 0 when the game is over.
[[nodiscard]] constexpr int mate_number(Score score) {
    const Distance d = distance(score);
    return score > 0 ? d.winner_plies() : -(d.plies() - d.winner_plies());
}

static_assert(mate_number(win_in(Distance(5, 3))) == 3 &&
              mate_number(loss_in(Distance(4, 2))) == -2);

} // namespace agon::search

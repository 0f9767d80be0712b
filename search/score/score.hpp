// Search scores: from the side of the chooser who is to act, in centipawn-like units.
#pragma once

#include <cstdint>

namespace agon::search {

/// Positive when the chooser stands better. Changes sign where the chooser changes, not by ply.
using Score = int;

/// Whether a score is exact, or the true one at least or at most so much.
enum class Bound : std::uint8_t { Exact, Lower, Upper };

/// How far away the end of a game is: first by actions of anyone, then by those of the winner,
/// packed so that comparing two numbers compares them in that order. The winner makes it small
/// and the loser large, so a forced win has one definite length under uneven turns too.
class Distance {
public:
    static constexpr int BITS = 10; ///< of the winner's actions

    constexpr Distance() = default;
    constexpr Distance(int plies, int winner_plies) : packed_(plies << BITS | winner_plies) {}
    [[nodiscard]] static constexpr Distance unpack(int packed) {
        return Distance(packed >> BITS, packed & ((1 << BITS) - 1));
    }
    [[nodiscard]] constexpr int packed() const { return packed_; }
    /// One action further; `by_winner` says whose.
    [[nodiscard]] constexpr Distance further(bool by_winner) const {
        return unpack(packed_ + (1 << BITS) + (by_winner ? 1 : 0));
    }
    [[nodiscard]] constexpr int plies() const { return packed_ >> BITS; }
    [[nodiscard]] constexpr int winner_plies() const { return packed_ & ((1 << BITS) - 1); }

private:
    int packed_ = 0;
};

inline constexpr int MAX_PLY = 200; ///< plies from the root that a search can look at

inline constexpr Score DRAW = 0;
inline constexpr Score WIN = 4'000'000;                             ///< a win already there
inline constexpr Score LONGEST_WIN = WIN - (512 << Distance::BITS); ///< every proven win is above
inline constexpr Score INFINITE = WIN + 1;                          ///< beyond every score
inline constexpr Score LARGEST_EVALUATION = 100'000; ///< bound of evaluate(), either sign
static_assert(2 * MAX_PLY < 512, "a line and what the table knows of its end make one distance");
static_assert(LARGEST_EVALUATION < LONGEST_WIN);

[[nodiscard]] constexpr bool is_win(Score score) { return score >= LONGEST_WIN; }
[[nodiscard]] constexpr bool is_loss(Score score) { return score <= -LONGEST_WIN; }
[[nodiscard]] constexpr bool is_decisive(Score score) { return is_win(score) || is_loss(score); }

[[nodiscard]] constexpr Score win_in(Distance distance) { return WIN - distance.packed(); }
[[nodiscard]] constexpr Score loss_in(Distance distance) { return distance.packed() - WIN; }

/// Of a decisive score.
[[nodiscard]] constexpr Distance distance(Score score) {
    return Distance::unpack(WIN - (score < 0 ? -score : score));
}

/// UCI's `mate N` of a decisive score at the root: the actions that the root's chooser makes until
/// the end, negative when losing. 0 when the game is over.
[[nodiscard]] constexpr int mate_number(Score score) {
    const Distance d = distance(score);
    return score > 0 ? d.winner_plies() : -(d.plies() - d.winner_plies());
}

static_assert(mate_number(win_in(Distance(5, 3))) == 3 &&
              mate_number(loss_in(Distance(4, 2))) == -2);

} // namespace agon::search

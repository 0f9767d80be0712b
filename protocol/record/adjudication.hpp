// Ends games by the engines' scores (arena.md, Referee).
#pragma once

#include "protocol/record/record.hpp"
#include "protocol/record/result.hpp"

#include <cstddef>
#include <optional>
#include <string>

namespace agon {

/// A draw when every score of the last `move_count` pairs of actions was within `score` of 0 and at
/// least `move_number` pairs have been played.
struct DrawRule {
    int move_number = 0;
    int move_count = 1;
    int score = 0; ///< centipawns
};

/// A loss for a side whose last `move_count` scores were all at most -`score`; with `two_sided`,
/// only when its opponent's last `move_count` scores were all at least `score`.
struct ResignRule {
    int move_count = 1;
    int score = 0; ///< centipawns
    bool two_sided = false;
};

/// Pairs of actions after which a game is a draw by default: games between equals
/// do not always end otherwise.
inline constexpr int USUAL_MAX_MOVES = 500;

struct Adjudication {
    /// Pairs of actions by either side, including those of the opening, after which it is a
    /// draw.
    std::optional<int> max_moves;
    std::optional<DrawRule> draw;
    std::optional<ResignRule> resign;
    /// A draw once both sides are in proved refuges or seals (engine/game/safety.hpp), which no
    /// side can be driven out of.
    bool refuges = false;
};

/// The move limit in words: "a game is drawn after 1000 actions, 500 of each side (-maxmoves 500)".
[[nodiscard]] std::string limit_text(const Adjudication& adjudication);

/// Follows the scores of one game. An action without a score resets every count. A mate score is
/// beyond any number of centipawns.
class Adjudicator {
public:
    explicit Adjudicator(const Adjudication& rules) : rules_(rules) {}

    /// Adds an action that an engine chose; `length` is the number of actions so far.
    void acted(const ActionRecord& action, std::size_t length);
    /// The end by the draw and resign rules; nullopt while neither applies. The other ends are the
    /// referee's.
    [[nodiscard]] std::optional<Verdict> verdict() const;

private:
    Adjudication rules_;
    std::size_t length_ = 0;
    int level_ = 0;             ///< actions in a row within the draw score
    PerSide<int> losing_{0, 0}; ///< by side: its losing scores in a row
    PerSide<int> winning_{0, 0};
};

} // namespace agon

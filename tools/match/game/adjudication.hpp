// When the arena ends a game that the rules do not (arena.md, referee).
#pragma once

#include "tools/match/game/record.hpp"

#include <array>
#include <optional>

namespace agon::match {

/// A draw when for `move_count` pairs of actions in a row every score was within `score` of 0, and
/// at least `move_number` pairs have been played.
struct DrawRule {
    int move_number = 0;
    int move_count = 1;
    int score = 0; ///< centipawns
};

/// A loss for who found itself `score` down, or more, in each of its last `move_count` actions;
/// with `two_sided`, only when its opponent's last `move_count` scores agree.
struct ResignRule {
    int move_count = 1;
    int score = 0; ///< centipawns
    bool two_sided = false;
};

struct Adjudication {
    std::optional<int> max_moves; ///< pairs of actions; then it is a draw
    std::optional<DrawRule> draw;
    std::optional<ResignRule> resign;
};

/// Follows the scores of one game. An action without a score begins every count anew, and a mate is
/// beyond any centipawns.
class Adjudicator {
public:
    explicit Adjudicator(const Adjudication& rules) : rules_(rules) {}

    /// Takes in an action that an engine chose; `length` is the number of actions so far.
    void acted(const ActionRecord& action, std::size_t length);
    /// By the draw and the resign rule; the move limit is the referee's. Nothing while neither
    /// holds.
    [[nodiscard]] std::optional<Verdict> verdict() const;

private:
    Adjudication rules_;
    std::size_t length_ = 0;
    int level_ = 0;                   ///< actions in a row within the draw score
    std::array<int, 2> losing_{0, 0}; ///< by side: its actions in a row at a loss
    std::array<int, 2> winning_{0, 0};
};

} // namespace agon::match

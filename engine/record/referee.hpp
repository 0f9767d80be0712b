// The referee of one game: legal actions, its end, adjudication by scores (arena.md, Referee).
#pragma once

#include "engine/game/game.hpp"
#include "engine/record/record.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace agon {

// Ends games by the engines' scores (arena.md, Referee).

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

/// Pairs of actions after which a game is a draw where the user names no number: games between
/// equals need not end otherwise.
inline constexpr int USUAL_MAX_MOVES = 500;

struct Adjudication {
    /// Pairs of actions, whoever did them and those of the opening included, after which it is a
    /// draw.
    std::optional<int> max_moves;
    std::optional<DrawRule> draw;
    std::optional<ResignRule> resign;
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
    /// By the draw and the resign rule; nothing while neither applies. The move limit is the
    /// referee's.
    [[nodiscard]] std::optional<Verdict> verdict() const;

private:
    Adjudication rules_;
    std::size_t length_ = 0;
    int level_ = 0;             ///< actions in a row within the draw score
    PerSide<int> losing_{0, 0}; ///< by side: its losing scores in a row
    PerSide<int> winning_{0, 0};
};

// The referee of one game: which actions are legal, and when it is over.

class Referee {
public:
    /// `start_is_setup`: `first` is the setup, which engines know as `startpos`.
    Referee(const RuleSet& rules, const Position& first, DrawLimits limits, bool start_is_setup,
            const Adjudication& adjudication);

    [[nodiscard]] const Game& game() const { return game_; }
    [[nodiscard]] Side chooser() const { return game_.chooser(); }

    /// Plays the answer of an engine. Throws Error with the reason when it is not legal, and then
    /// changes nothing. Precondition: no verdict.
    Move play(std::string_view action);

    /// Whether an illegal action can cost the chooser only its turn: it is the chooser's own turn,
    /// and the turn has not begun (rules.md section 6).
    [[nodiscard]] bool may_forfeit_turn() const;
    /// Passes the turn, as an action without progress. Engines are sent the new position text from
    /// then on, and repetitions are counted from there. Precondition: may_forfeit_turn(), no
    /// verdict.
    void forfeit_turn();

    /// By the rules, then by the move limit; nothing while the game goes on.
    [[nodiscard]] std::optional<Verdict> verdict() const;

    /// The effect of an action.
    struct Prospect {
        Move move;
        std::string position_line;
    };
    /// Nothing when `action` is illegal, ends the game, or does not make `side` the chooser.
    /// Precondition: no verdict.
    [[nodiscard]] std::optional<Prospect> prospect(std::string_view action, Side side) const;

    /// The line `position ...` of the game so far.
    [[nodiscard]] const std::string& position_line() const { return position_line_; }

private:
    Game game_; ///< since the last forfeited turn
    Adjudication adjudication_;
    std::string position_line_;
    std::size_t actions_ = 0; ///< of the whole game, forfeited turns included
    bool in_turn_ = false;    ///< the last action did not end its turn
};

/// The result by the rules: "White wins (throne)".
[[nodiscard]] Verdict verdict_of(const Outcome& outcome);

/// `side` loses by a fault.
[[nodiscard]] Verdict fault_verdict(Side side, const Failure& failure);

} // namespace agon

// The referee of one game: which actions are legal, and when it is over (arena.md, Referee).
#pragma once

#include "engine/game/game.hpp"
#include "protocol/record/adjudication.hpp"
#include "protocol/record/fault.hpp"
#include "protocol/record/result.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace agon {

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

    /// The end by the rules, by refuges, seals or the move limit; nullopt while the game goes on.
    [[nodiscard]] std::optional<Verdict> verdict() const;

    /// The effect of an action.
    struct Prospect {
        Move move;
        std::string position_line;
    };
    /// Returns nullopt if `action` is illegal, ends the game, or does not make `side` the chooser.
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

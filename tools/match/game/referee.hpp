// The judge of one game: what is legal, and when it is over.
#pragma once

#include "engine/game.hpp"
#include "tools/match/game/adjudication.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace agon::match {

class Referee {
public:
    /// `start_is_setup`: engines know `first` as `startpos`.
    Referee(const RuleSet& rules, const Position& first, DrawLimits limits, bool start_is_setup,
            const Adjudication& adjudication);

    [[nodiscard]] const Game& game() const { return game_; }
    [[nodiscard]] Side chooser() const { return game_.chooser(); }

    /// Plays what an engine answered. Throws Error, saying why, when it is not legal now; nothing
    /// has then changed. Precondition: no verdict.
    Move play(std::string_view action);

    /// Whether the touch rule can cost the chooser only its turn: it is the owner, and the turn has
    /// not begun (rules.md section 6).
    [[nodiscard]] bool may_forfeit_turn() const;
    /// The turn passes, as by an action without progress. The game goes on from the new position
    /// text, which engines are told from then on; so repetitions are counted anew.
    /// Precondition: may_forfeit_turn(), and no verdict.
    void forfeit_turn();

    /// By the rules, then by the move limit; nothing while the game goes on.
    [[nodiscard]] std::optional<Verdict> verdict() const;

    /// What an action would lead to.
    struct Prospect {
        Move move;
        std::string position_line;
    };
    /// Nothing when `action` is not legal now, ends the game, or leaves the choice to other than
    /// `side`. Precondition: no verdict.
    [[nodiscard]] std::optional<Prospect> prospect(std::string_view action, Side side) const;

    /// The line `position ...` that tells an engine the game so far.
    [[nodiscard]] const std::string& position_line() const { return position_line_; }

private:
    Game game_; ///< since the last forfeited turn
    Adjudication adjudication_;
    std::string position_line_;
    std::size_t actions_ = 0; ///< of the whole game, forfeited turns included
    bool in_turn_ = false;    ///< the last action did not end its turn
};

/// The verdict when `side` loses by a fault.
[[nodiscard]] Verdict fault_verdict(Side side, const Failure& failure);

} // namespace agon::match

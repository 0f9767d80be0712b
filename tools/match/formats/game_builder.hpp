// Makes the record of a game from the actions that a file lists.
#pragma once

#include "tools/match/game/match_rules.hpp"
#include "tools/match/game/record.hpp"
#include "tools/match/game/referee.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace agon::match {

class GameBuilder {
public:
    GameBuilder(const MatchRules& rules, const Position& first);

    [[nodiscard]] const Position& position() const { return referee_.game().position(); }
    [[nodiscard]] Side chooser() const { return referee_.chooser(); }
    /// By the board: no action can follow. A draw does not end it, since files differ in limits.
    [[nodiscard]] bool over() const { return referee_.verdict().has_value(); }

    /// Throws Error when the action is not legal, or the game is over.
    ActionRecord& play(std::string_view action);
    /// Throws Error where no turn can be forfeited.
    ActionRecord& forfeit_turn(const std::string& reason);

    /// The record so far. `said` is the verdict of the file; without one it is that of the rules.
    /// A reason that is empty is made up from the rules or the result. Throws Error when the board
    /// says otherwise.
    [[nodiscard]] GameRecord finish(std::optional<Verdict> said);

private:
    ActionRecord& add(Move move, Side chooser);

    Referee referee_;
    Game limited_; ///< the same game with the draw limits
    GameRecord record_;
};

} // namespace agon::match

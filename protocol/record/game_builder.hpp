// Builds a game record from the actions in a file.
#pragma once

#include "protocol/record/match_rules.hpp"
#include "protocol/record/record.hpp"
#include "protocol/record/referee.hpp"
#include "protocol/record/result.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace agon {

class GameBuilder {
public:
    GameBuilder(const MatchRules& rules, const Position& first);

    [[nodiscard]] const Position& position() const { return referee_.game().position(); }
    [[nodiscard]] Side chooser() const { return referee_.chooser(); }
    /// Whether the board ends the game. Draw limits do not, since they differ between files.
    [[nodiscard]] bool over() const { return referee_.verdict().has_value(); }

    /// Throws Error when the action is not legal, or the game is over.
    ActionRecord& play(std::string_view action);
    /// Throws Error when the turn cannot be forfeited.
    ActionRecord& forfeit_turn(const std::string& reason);

    /// The record so far. `said` is the file's verdict; without it, the rules decide. An empty
    /// reason is filled in from the rules or the result. Throws Error when `said` contradicts the
    /// board.
    [[nodiscard]] GameRecord finish(std::optional<Verdict> said);

private:
    ActionRecord& add(Move move, Side chooser);

    Referee referee_;
    Game limited_; ///< the same game with the draw limits
    GameRecord record_;
};

} // namespace agon

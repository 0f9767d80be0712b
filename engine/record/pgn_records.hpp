// Whole records of games from PGN.
#pragma once

#include "engine/record/match_rules.hpp"
#include "engine/record/pgn.hpp"
#include "engine/record/record.hpp"
#include "engine/record/referee.hpp"

#include <functional>
#include <istream>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace agon {

// A game with what a file of games says beside its record.

struct RecordedGame {
    GameRecord record;
    MatchRules rules;
    PgnOptions tags;
    std::set<std::string> left_out{}; ///< what the file has besides, in words: "tag ECO"
};

/// The rules of a game: of the variant and the setup that its file names, else of the defaults of
/// who reads. Throws Error when there are none of these names.
using FindRules = std::function<MatchRules(const std::optional<std::string>& variant,
                                           const std::optional<std::string>& setup)>;

// Whole records of games from PGN, as to_pgn() writes them.

/// The games in their order, numbered from 1, each an encounter of its own. What the tags and
/// comments of to_pgn() say is read; of other comments the last is the reason of the result. Throws
/// Error "LINE: why" when a game is no PGN or not of its rules. Blocks on reading.
[[nodiscard]] std::vector<RecordedGame> read_pgn(std::istream& in, const FindRules& find_rules);

// Makes the record of a game from the actions that a file lists.

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

} // namespace agon

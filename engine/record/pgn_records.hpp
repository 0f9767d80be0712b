// Reads complete game records from PGN.
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

// A game record with the other data that its file holds.

struct RecordedGame {
    GameRecord record;
    MatchRules rules;
    PgnOptions tags;
    std::set<std::string> left_out{}; ///< file content that was not read, in words: "tag ECO"
    /// The scores of a review, white's view, by the number of actions before; those that are
    /// missing have no kind. Empty where the file has none.
    std::vector<Evaluation> reviewed{};
    Variations tree{}; ///< where variations are read: all actions, with all comments
};

/// Returns the rules for the variant and setup that a game's file names. A missing name means the
/// reader's default. Throws Error when a name is unknown.
using FindRules = std::function<MatchRules(const std::optional<std::string>& variant,
                                           const std::optional<std::string>& setup)>;

// Reads the PGN that to_pgn() writes.

/// The games in file order, numbered from 1; each is its own encounter. Reads the tags and comments
/// of to_pgn(). The last of any other comments is the reason for the result. Throws Error
/// "LINE: why" when a game is not PGN or breaks its rules. Blocks on reading.
[[nodiscard]] std::vector<RecordedGame> read_pgn(std::istream& in, const FindRules& find_rules,
                                                 bool variations = false);

// Builds a game record from the actions in a file.

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

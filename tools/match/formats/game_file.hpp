// The file that keeps a game while it is played.
#pragma once

#include "tools/match/game/match_rules.hpp"
#include "tools/match/game/record.hpp"

#include <filesystem>
#include <string>

namespace agon::match {

/// The file is written anew after each action, so that a game is kept however the program ends.
/// There is never an empty file: without actions there is none. Blocks on writing.
class GameFile {
public:
    /// Games are added to `file`; when that is empty each gets a new file in the folder `games`.
    /// Throws Error when `file`, or a file in the folder, cannot be written.
    explicit GameFile(std::filesystem::path file);

    /// Writes the game as it stands, in the place of what it was before. Throws Error.
    void keep(const GameRecord& record, const MatchRules& rules);
    /// The next keep() begins another game.
    void begin_next();
    /// Where the game is; empty while it has no actions.
    [[nodiscard]] const std::filesystem::path& kept_in() const { return kept_in_; }

private:
    std::filesystem::path file_; ///< empty: a new file for each game
    std::filesystem::path kept_in_;
    std::string earlier_games_; ///< of the file, before this one
};

/// Writes one game to a file that does not exist yet. Throws Error.
void save_game(const std::filesystem::path& file, const GameRecord& record,
               const MatchRules& rules);

} // namespace agon::match

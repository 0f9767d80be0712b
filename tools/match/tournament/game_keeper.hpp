// The files of a game that a person plays, or that is watched in a browser.
#pragma once

#include "tools/match/engines/engine_config.hpp"
#include "tools/match/formats/game_file.hpp"

#include <array>
#include <filesystem>

namespace agon::match {

/// A PGN file and a journal of the same name, both written anew after each action. There are none
/// while nothing has been played. Where there is a journal of that name it gets a number behind it.
/// Blocks on writing.
class GameKeeper {
public:
    /// As GameFile(): `file` is the PGN. `engines` are the players as the journal lists them; their
    /// names differ.
    GameKeeper(std::filesystem::path file, std::array<EngineConfig, 2> engines)
        : engines_(std::move(engines)), pgn_(std::move(file)) {}

    /// Writes the game as it stands. Throws a std::exception when it cannot.
    void keep(const GameRecord& record, const MatchRules& rules);
    /// The next keep() begins another game.
    void begin_next();
    /// The PGN file; empty while there is none.
    [[nodiscard]] const std::filesystem::path& kept_in() const { return pgn_.kept_in(); }

private:
    std::array<EngineConfig, 2> engines_;
    GameFile pgn_;
    std::filesystem::path journal_; ///< of this game; empty while there is none
};

} // namespace agon::match

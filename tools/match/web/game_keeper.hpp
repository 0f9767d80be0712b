// The files of a game that is played in a browser.
#pragma once

#include "tools/match/engines/engine_config.hpp"
#include "tools/match/formats/game_file.hpp"

#include <array>
#include <filesystem>

namespace agon::match {

/// A PGN file and a journal of the same name in the folder `games`, both written anew after each
/// action. There are none while nothing has been played. Blocks on writing.
class GameKeeper {
public:
    /// `engines` are the players as the journal lists them.
    explicit GameKeeper(std::array<EngineConfig, 2> engines) : engines_(std::move(engines)) {}

    /// Writes the game as it stands. Throws a std::exception when it cannot.
    void keep(const GameRecord& record, const MatchRules& rules);
    /// The PGN file; empty while there is none.
    [[nodiscard]] const std::filesystem::path& kept_in() const { return pgn_.kept_in(); }

private:
    std::array<EngineConfig, 2> engines_;
    GameFile pgn_{{}};
};

} // namespace agon::match

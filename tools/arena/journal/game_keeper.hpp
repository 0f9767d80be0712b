// The files of a game that a person plays, or that is watched in a browser.
#pragma once

#include "protocol/record/game_file.hpp"
#include "protocol/record/match_rules.hpp"
#include "protocol/record/record.hpp"
#include "tools/arena/journal/settings.hpp"

#include <filesystem>
#include <optional>
#include <utility>

namespace agon::arena {

/// A PGN file and a journal of the same name, each with the current state of the game. Neither
/// exists before the first action. If the journal's name is taken, a journal in `games` gets a
/// number; if the user chose the name of the PGN, no journal is written. Blocks on reading and
/// writing.
class GameKeeper {
public:
    /// As GameFile(): `file` is the PGN. The journal lists `settings`, with the rules, the schedule
    /// and the names of the game.
    GameKeeper(std::filesystem::path file, MatchSettings settings)
        : named_(!file.empty()), settings_(std::move(settings)), pgn_(std::move(file)) {}
    /// Of one game in `games`. A file that has it already is gone on with, and so is its journal.
    GameKeeper(GameFile file, MatchSettings settings)
        : named_(false), settings_(std::move(settings)), pgn_(std::move(file)),
          goes_on_(!pgn_.kept_in().empty()) {}

    /// Writes the current state of the game. Throws a std::exception if it cannot.
    void keep(const GameRecord& record, const MatchRules& rules) {
        keep(record, rules, {record.first, true, {}});
    }
    void keep(const GameRecord& record, const MatchRules& rules, const Opening& opening);
    /// The next keep() begins another game.
    void begin_next();
    /// The files; empty while there are none.
    [[nodiscard]] const std::filesystem::path& kept_in() const { return pgn_.kept_in(); }
    [[nodiscard]] std::filesystem::path journal() const {
        return journal_ ? journal_->path() : std::filesystem::path();
    }

private:
    bool named_;
    MatchSettings settings_;
    GameFile pgn_;
    std::optional<KeptText> journal_; ///< of this game
    bool goes_on_ = false;            ///< the journal of an earlier program has not been opened yet
    bool taken_ = false;              ///< another file has its name
};

} // namespace agon::arena

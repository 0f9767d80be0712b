// The PGN files of games that people play or watch.
#pragma once

#include "protocol/record/kept_text.hpp"
#include "protocol/record/match_rules.hpp"
#include "protocol/record/output_file.hpp"
#include "protocol/record/pgn.hpp"
#include "protocol/record/record.hpp"

#include <filesystem>
#include <optional>

namespace agon {

/// A file to which games can be appended.
extern const FileKind PGN_KIND;

/// Saves a game after each action, so that it survives however the program ends. The
/// game in progress is the end of the file; earlier games are not written again. Never leaves an
/// empty file: a game with only opening actions is not written, unless a fault ended it. Blocks on
/// reading and writing.
///
/// A file that exists is locked from the beginning, so that a second writer is refused before
/// anything is played. A file that another process has created and locked meanwhile remains its
/// own: the games then go into `stem-2.pgn` and so on.
class GameFile {
public:
    /// Appends games to `file`. If that path is empty, each game gets a new file in the folder
    /// `games`. Throws Error when `file`, or a file in the folder, cannot be written, when `file`
    /// is not a PGN, or when another process is writing it.
    explicit GameFile(std::filesystem::path file);
    /// A new file in the folder `games`, whose name ends with `-MARK.pgn`; the game is written with
    /// the `options`. Throws Error.
    GameFile(std::string mark, PgnOptions options);
    /// Goes on with the only game of a file, which was `text`.
    GameFile(std::filesystem::path file, std::string text, PgnOptions options);

    /// Writes the current game over its previous version. Throws Error.
    void keep(const GameRecord& record, const MatchRules& rules);
    /// The next keep() starts a new game.
    void begin_next();
    /// The file of the current game; empty while it is not written.
    [[nodiscard]] const std::filesystem::path& kept_in() const { return kept_in_; }

private:
    void open(const std::filesystem::path& name);

    std::filesystem::path file_; ///< empty: a new file for each game
    std::string mark_;
    PgnOptions options_ = SINGLE_GAME;
    std::optional<std::string> before_; ///< the text of the file, until it is opened
    std::filesystem::path kept_in_;
    std::optional<KeptText> text_; ///< the open file
};

/// Writes one game to a file that does not exist yet. Throws Error.
void save_game(const std::filesystem::path& file, const GameRecord& record,
               const MatchRules& rules);

} // namespace agon

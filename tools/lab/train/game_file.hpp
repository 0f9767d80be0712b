// Games for training, as a file of blocks that `cat` can join. README.md describes the bytes.
#pragma once

#include "engine/error.hpp"
#include "engine/game/game.hpp"
#include "search/score/score.hpp"

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <optional>
#include <string>
#include <vector>

namespace agon::train {

/// Stored instead of a score if there was no search.
inline constexpr int NO_SCORE = search::NO_EVALUATION;

/// An action of a game, and the search's result for the position before it.
struct RecordedAction {
    Move played;
    int score = NO_SCORE;       ///< from the chooser; +-LARGEST_EVALUATION for a forced end
    bool best_captures = false; ///< the best action captures
    bool random = false;        ///< `played` is not the best action

    friend bool operator==(const RecordedAction&, const RecordedAction&) = default;
};

struct RecordedGame {
    std::uint64_t series = 0; ///< the series of the game: series_of()
    std::uint64_t number = 0; ///< of the game in the series
    RuleSet rules;
    Position start;
    std::optional<Side> winner; ///< nullopt for a draw
    std::vector<RecordedAction> actions;

    friend bool operator==(const RecordedGame&, const RecordedGame&) = default;
};

/// The bytes of one block.
[[nodiscard]] std::string encode(const RecordedGame& game);

/// The last block of a file is incomplete: the program that wrote it was killed, for example.
class CutOff : public Error {
public:
    using Error::Error;
};

/// Reads a file of blocks from its beginning. Blocks on reading.
class GameReader {
public:
    /// Throws Error when the file cannot be opened.
    explicit GameReader(const std::filesystem::path& file);

    /// Returns nullopt at the end of the file. Throws Error with the file, the offset of the block
    /// and the fault; CutOff if the file ends within the block.
    [[nodiscard]] std::optional<RecordedGame> next();
    /// Where the next block begins, in bytes.
    [[nodiscard]] std::uint64_t offset() const { return offset_; }

private:
    /// As std::istream::read(), but throws Error when the file cannot be read.
    std::size_t read(std::string& bytes);
    template<class Exception = Error>
    [[noreturn]] void fail(const std::string& fault) const;

    std::string name_;
    std::ifstream stream_;
    std::uint64_t offset_ = 0;
};

} // namespace agon::train

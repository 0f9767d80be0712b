// A file of texts derived from the games of a journal: PGN, EPD.
#pragma once

#include "engine/error.hpp"
#include "protocol/record/record_file.hpp"

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <string_view>

namespace agon {

/// A file of texts derived from the games of a journal. A resumed match adds all games of its
/// journal again; games already in the file are only compared. Content beyond the journal is moved
/// to another file, which a warning on standard error names. Blocks on reading and writing. All
/// methods throw Error naming the file when it cannot be read or written.
class DerivedFile {
public:
    /// As RecordFile(). Keeps the file's content.
    explicit DerivedFile(const std::filesystem::path& file) : file_(file) {}

    [[nodiscard]] std::uintmax_t size() const { return file_.size(); }
    /// As RecordFile::end_line().
    void end_line() { file_.end_line(); }

    /// The match's games begin at byte `begin`, or at the start of a file that has been moved away
    /// since, and so was written again. Call it before add() or not at all. Throws Error if the
    /// file cannot be read.
    void resume(std::uintmax_t begin);
    /// Compares `text` with the file, or appends it. If the file holds other games, throws Error
    /// and leaves the file unchanged.
    void add(std::string_view text);
    /// Call it after the last game of the journal. Throws Error if that has none, but the file is
    /// shorter than when the match began.
    void resumed();

private:
    [[nodiscard]] Error shorter() const;
    /// Moves everything after the games added so far to a new file.
    void set_aside();

    RecordFile file_;
    std::ifstream before_;     ///< games to compare with; closed at the end of the file
    std::uintmax_t begin_ = 0; ///< of the match's games, when it began
    std::uintmax_t added_ = 0; ///< bytes of the file verified so far, while before_ is open
};

} // namespace agon

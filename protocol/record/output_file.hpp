// Files that a command writes as a whole: pages, networks, certificates, tables.
//
// Every file that a user names for output is written in one of two ways. A file that grows
// (journal, PGN, EPD, log, training games) is a RecordFile, locked and then appended to. A file
// that is written as a whole is an OutputFile. Both follow symbolic links and keep the mode of the
// file. A command with inputs first checks that no output is one of them (distinct_files.hpp).
#pragma once

#include <filesystem>
#include <functional>
#include <string_view>

namespace agon {

/// What a command writes, and how it recognizes its own earlier files.
struct FileKind {
    std::string_view name; ///< "a page of Agon"
    /// Gets the first bytes of a file that is not empty, at most 4096.
    bool (*is)(std::string_view beginning);
};

/// Throws Error when `file` has content of another kind: a person or another program made it.
/// Blocks on reading.
void require_kind(const std::filesystem::path& file, const FileKind& kind);

/// A file that is replaced as a whole, or a device or pipe that takes the content.
class OutputFile {
public:
    /// Checks in advance what can be checked: throws Error when the file cannot be written,
    /// has content of another kind, or another process is writing it. Creates and changes nothing.
    OutputFile(std::filesystem::path file, const FileKind& kind);

    /// Writes a temporary file beside the target and renames it when it is complete and on
    /// disk. On failure, the target stays as it was and no temporary file is left. Throws Error,
    /// also for the reasons above. Blocks.
    void write(std::string_view text) const;

    [[nodiscard]] const std::filesystem::path& path() const { return file_; }

private:
    void check() const;

    std::filesystem::path file_;
    FileKind kind_;
};

/// Writes a file that must not exist. On failure, leaves none. Throws Error. Blocks.
void create_file(const std::filesystem::path& file, std::string_view text);

/// Writes the next part of a file.
using Append = std::function<void(std::string_view)>;
/// The same for a file that is too large to be held in memory: `fill` appends its parts. What
/// `fill` throws leaves no file either.
void create_file(const std::filesystem::path& file, const std::function<void(const Append&)>& fill);

} // namespace agon

// Files that a command makes in one piece: pages, networks, certificates, tables.
//
// Every file that a user names for output is written in one of two ways. A file that grows
// (journal, PGN, EPD, log, training games) is a RecordFile, locked and then appended to. A file
// that is made at once is an OutputFile. Both follow symbolic links and keep the mode of the file.
// A command with inputs checks first that no output is one of them (distinct_files.hpp).
#pragma once

#include <filesystem>
#include <string_view>

namespace agon {

/// What a command makes, and how it knows an earlier file of its own.
struct FileKind {
    std::string_view name; ///< "a page of Agon"
    /// Gets the first bytes of a file that is not empty, at most 4096.
    bool (*is)(std::string_view beginning);
};

/// Throws Error when `file` has content of another kind: a person or another program made it.
/// Blocks on reading.
void require_kind(const std::filesystem::path& file, const FileKind& kind);

/// A file that is replaced as a whole, or that a device or a pipe takes.
class OutputFile {
public:
    /// Checks what can be checked before the work: throws Error when the file cannot be written,
    /// has content of another kind, or another process is writing it. Creates and changes nothing.
    OutputFile(std::filesystem::path file, const FileKind& kind);

    /// Writes a temporary file beside the target and renames it when it is complete and on the
    /// disk. On failure, the target stays as it was and no temporary file is left. Throws Error,
    /// also for the reasons above. Blocks.
    void write(std::string_view text) const;

    [[nodiscard]] const std::filesystem::path& path() const { return file_; }

private:
    void check() const;

    std::filesystem::path file_;
    FileKind kind_;
};

/// Writes a file that must not exist yet. On failure, leaves none. Throws Error. Blocks.
void create_file(const std::filesystem::path& file, std::string_view text);

} // namespace agon

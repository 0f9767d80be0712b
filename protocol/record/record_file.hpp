// Files that grow: journals, PGN, EPD, logs, training games.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

namespace agon {

/// A file that one process at a time appends to. It is opened and locked, then read, then written.
/// The lock is released with this object, however the process ends. Devices and pipes are neither
/// locked nor truncated.
class RecordFile {
public:
    /// Opens or creates the file and locks it without waiting. Throws Error when it cannot be
    /// written or another process is writing it. The Error names the file, and the process if
    /// known. Prints a warning to standard error on a file system without locks.
    explicit RecordFile(const std::filesystem::path& file);
    /// Creates and locks the file. Returns nullopt if it exists. Throws Error.
    [[nodiscard]] static std::optional<RecordFile> create(const std::filesystem::path& file);
    /// Creates and locks `file`; if it exists, `stem-2.jsonl` and so on for `stem.jsonl`. Throws
    /// Error.
    [[nodiscard]] static RecordFile create_unused(const std::filesystem::path& file);
    RecordFile(RecordFile&& other) noexcept;
    RecordFile& operator=(RecordFile&& other) noexcept;
    ~RecordFile();

    [[nodiscard]] const std::filesystem::path& path() const { return file_; }
    /// In bytes.
    [[nodiscard]] std::uintmax_t size() const;
    /// False after another program has removed, renamed or replaced the file.
    [[nodiscard]] bool is_named() const;
    /// At most the last `bytes` bytes. Throws Error.
    [[nodiscard]] std::string tail(std::uintmax_t bytes) const;

    /// Truncates the file to its first `size` bytes. Throws Error.
    void cut(std::uintmax_t size);
    /// Passes all of `text` to the operating system. On failure, restores the file and throws
    /// Error.
    void append(std::string_view text);
    /// Writes `text` over `before`, the last bytes of a regular file. On failure, restores them and
    /// throws Error.
    void replace_tail(std::string_view before, std::string_view text);
    /// Appends a blank line if the last line has no end. Throws Error.
    void end_line();
    /// Blocks until everything appended would survive a power cut. Throws Error.
    void sync();

private:
    RecordFile() = default;
    void lock();
    void close();

    std::filesystem::path file_;
    int descriptor_ = -1;
    bool regular_ = false; ///< neither a device nor a pipe
    bool made_ = false;    ///< created here, and its folder not yet synced
};

/// Throws Error when another process has the file locked. The file must exist.
void require_unlocked(const std::filesystem::path& file);

} // namespace agon

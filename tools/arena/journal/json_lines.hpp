// A file with a JSON object per line. The program that writes it may be killed at any time.
#pragma once

#include "engine/error.hpp"
#include "protocol/record/record_file.hpp"
#include "protocol/web/room/json.hpp"
#include "tools/arena/journal/json.hpp"

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <optional>
#include <string>

namespace agon::arena {

/// Whether the file has a complete first line, whatever it contains. False if the file is absent or
/// a kill has cut its first line short. Throws Error, "FILE: not WHAT", if a first line cut short
/// does not begin with `begin`.
[[nodiscard]] bool has_first_line(const std::filesystem::path& file, const std::string& begin,
                                  const std::string& what);

/// Blocks on reading.
class JsonLinesReader {
public:
    /// Throws Error naming the file if it cannot be read.
    explicit JsonLinesReader(const std::filesystem::path& file);

    /// Returns nullopt at the end, and if the last line was cut short. Throws Error with file and
    /// line if a line is not an object.
    [[nodiscard]] std::optional<Json> next();
    /// An Error about the last line that next() returned, with file and line.
    [[nodiscard]] Error fault(const std::string& what) const;
    /// Bytes up to the end of the lines read so far. Only a line cut short can follow the last one.
    [[nodiscard]] std::uintmax_t size() const { return size_; }

private:
    std::filesystem::path file_;
    std::ifstream in_;
    std::uintmax_t size_;
    int line_ = 0;
};

/// Every line is handed to the operating system before write() returns.
class JsonLinesWriter {
public:
    /// Continues after the first `size` bytes; the rest is cut off. Throws Error.
    JsonLinesWriter(RecordFile file, std::uintmax_t size);

    /// Throws Error if it cannot be written.
    void write(const Json& line) { write_text(one_line(line) + '\n'); }
    /// Complete lines, each with its line feed.
    void write_text(const std::string& lines) { file_.append(lines); }
    /// As RecordFile::sync().
    void sync() { file_.sync(); }

private:
    RecordFile file_;
};

} // namespace agon::arena

// JSON from files.
#pragma once

#include "engine/error.hpp"
#include "engine/record/record_file.hpp"
#include "protocol/page/page_json.hpp"

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <istream>
#include <optional>
#include <string>

namespace agon::match {

using page::Json;
using page::one_line;
using page::parse_json;

/// Reads to the end; blocks on reading.
[[nodiscard]] Json parse_json(std::istream& in);

// A file with a JSON object per line. The program that writes it may be killed at any time.

/// Whether the file has a whole first line, whatever is in it. False when the file is absent or a
/// kill has cut its first line short. Throws Error, "FILE: not WHAT", when a first line cut short
/// does not begin with `begin`.
[[nodiscard]] bool has_first_line(const std::filesystem::path& file, const std::string& begin,
                                  const std::string& what);

/// Blocks on reading.
class JsonLinesReader {
public:
    /// Throws Error naming the file when it cannot be read.
    explicit JsonLinesReader(const std::filesystem::path& file);

    /// Nothing at the end, and where the last line was cut short. Throws Error with file and line
    /// when a line is not an object.
    [[nodiscard]] std::optional<Json> next();
    /// Error of the last line that next() gave, with file and line.
    [[nodiscard]] Error fault(const std::string& what) const;
    /// Bytes up to the end of the lines read so far. After the last only a line cut short follows.
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
    /// Goes on after the first `size` bytes; the rest is cut off. Throws Error.
    JsonLinesWriter(RecordFile file, std::uintmax_t size);

    /// Throws Error when it cannot be written.
    void write(const Json& line) { write_text(one_line(line) + '\n'); }
    /// Whole lines, with their ends.
    void write_text(const std::string& lines) { file_.append(lines); }
    /// As RecordFile::sync().
    void sync() { file_.sync(); }

private:
    RecordFile file_;
};

} // namespace agon::match

#include "tools/arena/journal/json_lines.hpp"

#include "engine/error.hpp"
#include "engine/open_file.hpp"
#include "engine/path_text.hpp"
#include "tools/arena/journal/json.hpp"

#include <algorithm>
#include <string>

namespace agon::arena {

bool has_first_line(const std::filesystem::path& file, const std::string& begin,
                    const std::string& what) {
    if (!std::filesystem::is_regular_file(file)) return false;
    std::ifstream in = open_text(file);
    std::string line;
    std::getline(in, line);
    if (!line.empty() && !in.eof()) return true;
    if (line.find_first_not_of('\0') == std::string::npos)
        return false; // as a power cut can leave it
    if (line.starts_with(begin) || begin.starts_with(line)) return false;
    throw Error(utf8_of(file) + ": not " + what);
}

JsonLinesReader::JsonLinesReader(const std::filesystem::path& file)
    : file_(file), in_(open_text(file)), size_(static_cast<std::uintmax_t>(in_.tellg())) {}

std::optional<Json> JsonLinesReader::next() {
    std::string line;
    // A last line without its end was being written when the program was killed; a power cut may
    // leave zeros in it.
    if (!std::getline(in_, line) || in_.eof()) return std::nullopt;
    if (line.find('\0') != std::string::npos && in_.peek() == std::ifstream::traits_type::eof())
        return std::nullopt;
    ++line_;
    size_ += line.size() + 1;
    Json json;
    try {
        json = parse_json(line);
    } catch (const Error& error) {
        throw fault(error.what());
    }
    if (!json.is_object()) throw fault("not a line of a journal");
    return json;
}

Error JsonLinesReader::fault(const std::string& what) const {
    return Error(utf8_of(file_) + ':' + std::to_string(std::max(line_, 1)) + ": " + what);
}

JsonLinesWriter::JsonLinesWriter(RecordFile file, std::uintmax_t size) : file_(std::move(file)) {
    file_.cut(size);
}

} // namespace agon::arena

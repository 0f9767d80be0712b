#include "tools/match/formats/json_lines.hpp"

#include "tools/match/formats/record_file.hpp"

#include <boost/date_time/posix_time/posix_time_types.hpp>

namespace agon::match {

bool has_first_line(const std::filesystem::path& file, const std::string& begin,
                    const std::string& what) {
    if (!std::filesystem::is_regular_file(file)) return false;
    std::ifstream in(file);
    std::string line;
    std::getline(in, line);
    if (!line.empty() && !in.eof()) return true;
    if (line.starts_with(begin) || begin.starts_with(line)) return false;
    throw Error(file.string() + ": not " + what);
}

JsonLinesReader::JsonLinesReader(const std::filesystem::path& file) : file_(file), in_(file) {
    if (!in_) throw Error("cannot read " + file.string());
}

std::optional<Json> JsonLinesReader::next() {
    std::string line;
    // A last line without its end was being written when the program was killed.
    if (!std::getline(in_, line) || in_.eof()) return std::nullopt;
    ++line_;
    size_ += line.size() + 1;
    Json json = Json::parse(line, nullptr, false);
    if (!json.is_object()) throw fault("not a line of a journal");
    return json;
}

Error JsonLinesReader::fault(const std::string& what) const {
    return Error(file_.string() + ':' + std::to_string(std::max(line_, 1)) + ": " + what);
}

JsonLinesWriter::JsonLinesWriter(const std::filesystem::path& file, std::uintmax_t size)
    : file_(file), out_(file, std::ios::app) {
    if (!out_) throw cannot_write(file);
    lock_ = boost::interprocess::file_lock(file.c_str());
    // A match that has just been killed may need a moment to end.
    if (!lock_.timed_lock(boost::posix_time::microsec_clock::universal_time() +
                          boost::posix_time::seconds(1)))
        throw Error("another match is writing " + file.string());
    std::error_code fault;
    std::filesystem::resize_file(file, size, fault);
    if (fault) throw Error("cannot write " + file.string() + ": " + fault.message());
}

void JsonLinesWriter::write(const Json& line) {
    out_ << line.dump(-1, ' ', true, Json::error_handler_t::replace) << '\n' << std::flush;
    if (!out_) throw cannot_write(file_);
}

} // namespace agon::match

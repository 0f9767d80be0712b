// Bytes as they arrive, cut into lines.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace agon::match {

/// Lines end in LF or CR LF. Of a line longer than LONGEST only the beginning is kept, so that an
/// engine cannot fill the arena's memory.
class LineSplitter {
public:
    static constexpr std::size_t LONGEST = 64 * 1024;

    /// Calls visit(std::string_view), without line end, for every line that `bytes` completes.
    template<class Visit>
    void feed(std::string_view bytes, Visit visit) {
        while (true) {
            const auto end = bytes.find('\n');
            keep(bytes.substr(0, end));
            if (end == std::string_view::npos) return;
            bytes.remove_prefix(end + 1);
            flush(visit);
        }
    }

    /// Hands out what came after the last line end, if anything did.
    template<class Visit>
    void finish(Visit visit) {
        if (!line_.empty()) flush(visit);
    }

private:
    void keep(std::string_view bytes) { line_ += bytes.substr(0, LONGEST - line_.size()); }

    template<class Visit>
    void flush(Visit visit) {
        std::string line;
        line.swap(line_); // visit may end in the destruction of this
        if (!line.empty() && line.back() == '\r') line.pop_back();
        visit(std::string_view(line));
    }

    std::string line_;
};

} // namespace agon::match

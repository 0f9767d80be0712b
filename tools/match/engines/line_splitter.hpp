// Cuts bytes into lines as they arrive.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace agon::match {

/// Lines end in LF or CR LF. Only the first LONGEST bytes of a line are kept, so that an engine
/// cannot fill the arena's memory.
class LineSplitter {
public:
    static constexpr std::size_t LONGEST = 64 * 1024;

    /// Calls visit(std::string_view) for every line that `bytes` completes, without its line end.
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

    /// Visits what came after the last line end, if anything.
    template<class Visit>
    void finish(Visit visit) {
        if (!line_.empty()) flush(visit);
    }

private:
    void keep(std::string_view bytes) { line_ += bytes.substr(0, LONGEST - line_.size()); }

    template<class Visit>
    void flush(Visit visit) {
        std::string line;
        line.swap(line_); // visit() may destroy this
        if (!line.empty() && line.back() == '\r') line.pop_back();
        visit(std::string_view(line));
    }

    std::string line_;
};

} // namespace agon::match

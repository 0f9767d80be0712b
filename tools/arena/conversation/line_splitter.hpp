// Cuts bytes into lines as they arrive.
#pragma once

#include "engine/byte_order_mark.hpp"

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>

namespace agon::arena {

/// Lines end in LF or CR LF. Only the first MAX_LINE bytes of a line are kept, so that an engine
/// cannot fill the arena's memory.
class LineSplitter {
public:
    static constexpr std::size_t MAX_LINE = 64 * 1024;

    /// Calls visit(std::string_view) for every line that `bytes` completes, without its line end;
    /// the first one without a byte order mark.
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

    /// Visits the text after the last line end, if there is any.
    template<class Visit>
    void finish(Visit visit) {
        if (!line_.empty()) flush(visit);
    }

private:
    void keep(std::string_view bytes) { line_ += bytes.substr(0, MAX_LINE - line_.size()); }

    template<class Visit>
    void flush(Visit visit) {
        std::string line;
        line.swap(line_); // visit() may destroy this
        if (!line.empty() && line.back() == '\r') line.pop_back();
        const bool first = std::exchange(first_, false);
        visit(first ? without_byte_order_mark(line) : std::string_view(line));
    }

    std::string line_;
    bool first_ = true;
};

} // namespace agon::arena

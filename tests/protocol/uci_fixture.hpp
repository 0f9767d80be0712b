// A UCI or UGI session in process.
#pragma once

#include "protocol/uci/uci_session.hpp"
#include "tests/protocol/line_sink.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace support {

struct UciFixture {
    explicit UciFixture(const agon::protocol::Dialect& dialect = agon::protocol::UCI)
        : session(host, sink, dialect) {}

    agon::search::SteadyClock clock;
    agon::protocol::Host host{clock};
    LineSink sink;
    agon::protocol::UciSession session;

    /// Handles the lines and returns the answers once the session is idle.
    template<class... Lines>
    std::vector<std::string> say(const Lines&... lines) {
        (session.handle(lines), ...);
        session.wait_until_idle();
        return sink.take_all();
    }
};

/// What follows `prefix` in the first line that begins with it; "" if there is none.
inline std::string after_prefix(const std::vector<std::string>& lines, std::string_view prefix) {
    for (const std::string& line : lines)
        if (line.starts_with(prefix)) return line.substr(prefix.size());
    return "";
}

/// The lines without their times, which differ from search to search.
inline std::vector<std::string> without_times(std::vector<std::string> lines) {
    for (std::string& line : lines)
        for (const std::string_view word : {" nps ", " time "})
            if (const auto at = line.find(word); at != std::string::npos)
                line.erase(at, line.find(' ', at + word.size()) - at);
    return lines;
}

} // namespace support

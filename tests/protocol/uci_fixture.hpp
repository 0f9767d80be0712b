// A UCI session without a process, and what it says.
#pragma once

#include "protocol/uci/uci_session.hpp"
#include "tests/protocol/line_sink.hpp"

#include <string>
#include <vector>

namespace support {

struct UciFixture {
    agon::search::SteadyClock clock;
    agon::protocol::Host host{clock};
    LineSink sink;
    agon::protocol::UciSession session{host, sink};

    /// What it says to these lines until it is idle.
    template<class... Lines>
    std::vector<std::string> say(const Lines&... lines) {
        (session.handle(lines), ...);
        session.wait_until_idle();
        return sink.take_all();
    }
};

/// The rest of the first line that begins so; "" if none does.
inline std::string after_prefix(const std::vector<std::string>& lines, std::string_view prefix) {
    for (const std::string& line : lines)
        if (line.starts_with(prefix)) return line.substr(prefix.size());
    return "";
}

} // namespace support

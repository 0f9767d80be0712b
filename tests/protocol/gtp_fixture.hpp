// A GTP session without a process, and its output.
#pragma once

#include "protocol/gtp/gtp_session.hpp"
#include "tests/protocol/line_sink.hpp"

#include <string>

namespace support {

struct GtpFixture {
    explicit GtpFixture(agon::protocol::GtpMoves moves = agon::protocol::GtpMoves::Text,
                        std::uint64_t nodes = 200)
        : session(host, sink, options(moves, nodes)) {}

    /// The reply without its last line, which is empty; lines separated by line feeds.
    std::string ask(const std::string& line) {
        session.handle(line);
        session.wait_until_idle();
        std::string text;
        for (const std::string& said : sink.take_all()) text += said + '\n';
        return text.substr(0, text.ends_with("\n\n") ? text.size() - 2 : text.size());
    }

    static agon::protocol::GtpOptions options(agon::protocol::GtpMoves moves, std::uint64_t nodes) {
        agon::protocol::GtpOptions options;
        options.moves = moves;
        options.limits.nodes = nodes;
        return options;
    }

    agon::search::SteadyClock clock;
    agon::protocol::Host host{clock};
    LineSink sink;
    agon::protocol::GtpSession session;
};

} // namespace support

#include "protocol/session/stream_session.hpp"

#include "protocol/session/tokens.hpp"

#include <cstdlib>

namespace agon::protocol {

void run_stream(Session& session, std::istream& input, StreamOutput& output) {
    using namespace std::chrono_literals;
    for (std::string line; !session.quit_said() && std::getline(input, line);) session.handle(line);
    if (!session.quit_said()) {
        session.end_of_input();
        session.wait_until_idle();
    } else if (!session.wait_until_idle_for(50ms) || !output.flush_within(20ms)) {
        std::_Exit(EXIT_SUCCESS); // a large table is being cleared, or nobody reads
    }
}

void run_lines(Session& session, const std::vector<std::string>& lines) {
    for (const std::string& line : lines) {
        if (Tokens(line).peek() == "quit") session.drain();
        session.handle(line);
    }
    session.drain();
}

} // namespace agon::protocol

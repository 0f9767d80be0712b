#include "protocol/session/run_session.hpp"

#include "protocol/session/tokens.hpp"

#include <istream>
#include <string>
#include <vector>

namespace agon::protocol {

bool run_stream(Session& session, std::istream& input, StreamOutput& output) {
    for (std::string line; !session.quit_said() && std::getline(input, line);) session.handle(line);
    if (!session.quit_said()) session.end_of_input();
    // Searches are stopped. A command before one may be slow, such as clearing a large
    // table, and must still be answered.
    session.wait_until_idle();
    return !session.quit_said() || session.result_awaited() || output.flush_while_read();
}

void run_lines(Session& session, const std::vector<std::string>& lines) {
    for (const std::string& line : lines) {
        const auto word = Tokens(line).peek();
        if (word == "quit" || word == "exit") session.drain();
        session.handle(line);
    }
    session.drain();
}

} // namespace agon::protocol

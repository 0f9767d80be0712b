#include "protocol/session/session.hpp"

#include "protocol/session/tokens.hpp"

#include <cassert>

namespace agon::protocol {

void Session::handle(std::string_view line) {
    if (quit_said_) return;
    if (line.ends_with('\r')) line.remove_suffix(1);
    traffic_.received(line);
    run(line);
}

void Session::close() {
    jobs_.close();
    jobs_.wait_until_idle();
}

void Session::quit() {
    quit_said_ = true;
    result_awaited_ = jobs_.result_outstanding();
    jobs_.end_of_input();
}

void Session::write(std::string_view line) {
    assert(line.find('\n') == std::string_view::npos);
    traffic_.sent(line);
    output_.write(line);
}

bool run_stream(Session& session, std::istream& input, StreamOutput& output) {
    for (std::string line; !session.quit_said() && std::getline(input, line);) session.handle(line);
    if (!session.quit_said()) session.end_of_input();
    // Searches are stopped. What stands before one may be slow, such as the clearing of a large
    // table, and its answer is owed all the same.
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

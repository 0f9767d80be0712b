#include "protocol/session/session.hpp"

#include "engine/platform/system.hpp"
#include "protocol/session/tokens.hpp"

#include <cassert>
#include <chrono>
#include <cstdlib>

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

using namespace std::chrono_literals;

void run_stream(Session& session, std::istream& input, StreamOutput& output) {
    for (std::string line; !session.quit_said() && std::getline(input, line);) session.handle(line);
    if (!session.quit_said()) session.end_of_input();
    if (!session.quit_said() || session.result_awaited()) return session.wait_until_idle();
    // Searches are stopped, so this is a matter of milliseconds, unless a large table is being
    // cleared, or nobody reads. On a busy machine it takes longer.
    const auto end = std::chrono::steady_clock::now() + 1s;
    bool done = session.wait_until_idle_for(1s) && output.flush_within(30ms);
    while (!done && platform::takes_output() && std::chrono::steady_clock::now() < end)
        done = output.flush_within(30ms);
    if (!done) std::_Exit(EXIT_SUCCESS);
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

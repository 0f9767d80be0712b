#include "protocol/session/session.hpp"

#include <cassert>
#include <string_view>

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
    jobs_.quit();
}

void Session::write(std::string_view line) {
    assert(line.find('\n') == std::string_view::npos);
    traffic_.sent(line);
    output_.write(line);
}

} // namespace agon::protocol

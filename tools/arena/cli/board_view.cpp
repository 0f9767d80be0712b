#include "tools/arena/cli/board_view.hpp"

#include "engine/draw/diagram.hpp"
#include "engine/record/notation.hpp"
#include "engine/record/pgn.hpp"
#include "protocol/cli/program.hpp"
#include "protocol/cli/terminal.hpp"

#include <fcntl.h>
#include <spdlog/fmt/fmt.h>
#include <unistd.h>
#include <utility>

namespace agon::match {

Keyboard::Keyboard() {
    program::add_ending_signals(signals_);
    signals_.async_wait([this](const auto&, int) { ended_ = true; });
    // Reopens the terminal: asio makes it non-blocking, and stdin may share its state with stdout.
    const char* const terminal = ttyname(STDIN_FILENO);
    const int keys = terminal == nullptr ? -1 : open(terminal, O_RDONLY | O_NOCTTY | O_CLOEXEC);
    if (keys < 0) return;
    keys_.assign(keys);
    termios mode{};
    if (tcgetattr(keys, &mode) != 0) return;
    before_ = mode;
    mode.c_lflag &= ~static_cast<tcflag_t>(ICANON | ECHO);
    tcsetattr(keys, TCSANOW, &mode);
    wait_for_key();
}

Keyboard::~Keyboard() {
    if (before_) tcsetattr(keys_.native_handle(), TCSANOW, &*before_);
}

void Keyboard::wait_for_key() {
    keys_.async_wait(keys_.wait_read, [this](const boost::system::error_code& fault) {
        char key = 0;
        if (fault || read(keys_.native_handle(), &key, 1) != 1) { // the terminal is gone
            paused_ = false;
            return;
        }
        if (key == ' ') {
            paused_ = !paused_;
            end_ = Steady::now();
        }
        wait_for_key();
    });
}

void Keyboard::pause(std::chrono::milliseconds patience) {
    end_ = Steady::now() + patience;
    while (!ended_ && (paused_ ? loop_.run_one() : loop_.run_one_until(end_)) != 0) {
    }
}

namespace {

/// "  1:05.3", or empty without a clock.
std::string clock_text(const Clock& clock) {
    const auto left = clock.remaining();
    if (!left) return "";
    const auto tenths = left->count() / 100;
    return fmt::format("  {}:{:02}.{}", tenths / 600, tenths / 10 % 60, tenths % 10);
}

} // namespace

void BoardView::began(const GameRecord& record, const Game& game) {
    draw(record, game, {Clock(record.controls[0]), Clock(record.controls[1])}, Move{});
}

void BoardView::acted(const GameRecord& record, const Game& game, const PerSide<Clock>& clocks) {
    draw(record, game, clocks, record.actions.back().move);
}

void BoardView::draw(const GameRecord& record, const Game& game, const PerSide<Clock>& clocks,
                     Move last) {
    using Time = std::chrono::steady_clock::time_point;
    const auto shown = std::chrono::floor<Milliseconds>(std::chrono::steady_clock::now() - drawn_);
    if (shown < settings_.delay) keyboard_.pause(settings_.delay - shown);
    const bool first = std::exchange(drawn_, std::chrono::steady_clock::now()) == Time{};
    if (settings_.redraw) out_ << program::CLEAR_SCREEN;
    if (settings_.redraw || first) out_ << settings_.title << '\n';
    out_ << text_diagram(game.position(), {.colour = settings_.colour, .last = last});
    for (const Side side : BOTH_SIDES) {
        const bool to_move = !game.outcome() && game.chooser() == side;
        out_ << fmt::format("{} {:6}{}{}\n", to_move ? '*' : ' ', name(side), record.names[side],
                            clock_text(clocks[side]));
    }
    if (!record.actions.empty()) {
        const ActionRecord& action = record.actions.back();
        out_ << fmt::format("  action {}, {}: {}  {}\n", record.actions.size(),
                            name(action.chooser), to_text(action.move), comment_text(action));
    }
    out_ << std::flush;
}

} // namespace agon::match

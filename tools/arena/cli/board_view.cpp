#include "tools/arena/cli/board_view.hpp"

#include "engine/draw/diagram.hpp"
#include "engine/record/notation.hpp"
#include "engine/record/pgn.hpp"
#include "protocol/cli/terminal.hpp"

#include <cerrno>
#include <poll.h>
#include <spdlog/fmt/fmt.h>
#include <unistd.h>
#include <utility>

namespace agon::match {
namespace {

using Steady = std::chrono::steady_clock;

enum class Event { None, Space, Signal };

/// Waits for the space bar; other keys are dropped. Without an end it waits for ever.
Event wait(bool has_keys, std::optional<Steady::time_point> end) {
    for (;;) {
        int patience = -1;
        if (end) {
            const auto left = std::chrono::ceil<std::chrono::milliseconds>(*end - Steady::now());
            if (left.count() <= 0) return Event::None;
            patience = static_cast<int>(left.count());
        }
        pollfd keys{STDIN_FILENO, POLLIN, 0};
        const int ready = poll(&keys, has_keys ? 1 : 0, patience);
        if (ready < 0 && errno == EINTR) return Event::Signal;
        if (ready <= 0) return Event::None;
        char key = 0;
        if (read(STDIN_FILENO, &key, 1) != 1)
            has_keys = false; // the terminal is gone
        else if (key == ' ')
            return Event::Space;
    }
}

} // namespace

Keyboard::Keyboard() {
    termios mode{};
    if (isatty(STDIN_FILENO) == 0 || tcgetattr(STDIN_FILENO, &mode) != 0) return;
    before_ = mode;
    mode.c_lflag &= ~static_cast<tcflag_t>(ICANON | ECHO);
    tcsetattr(STDIN_FILENO, TCSANOW, &mode);
}

Keyboard::~Keyboard() {
    if (before_) tcsetattr(STDIN_FILENO, TCSANOW, &*before_);
}

void Keyboard::pause(std::chrono::milliseconds patience) const {
    if (wait(before_.has_value(), Steady::now() + patience) == Event::Space)
        wait(true, std::nullopt);
}

namespace {

/// "  1:05.3", or nothing without a clock.
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

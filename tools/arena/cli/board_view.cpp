#include "tools/arena/cli/board_view.hpp"

#include "engine/draw/diagram.hpp"
#include "engine/record/notation.hpp"
#include "engine/record/pgn.hpp"
#include "protocol/cli/program.hpp"

#include <spdlog/fmt/fmt.h>
#include <utility>

namespace agon::match {

Keyboard::Keyboard() : keys_(loop_, [this](std::optional<char> key) { pressed(key); }) {
    program::add_ending_signals(signals_);
    signals_.async_wait([this](const auto&, int) { ended_ = true; });
}

void Keyboard::pressed(std::optional<char> key) {
    if (!key) { // the terminal is gone
        paused_ = false;
    } else if (*key == ' ') {
        paused_ = !paused_;
        end_ = Steady::now();
    }
}

void Keyboard::pause(std::chrono::milliseconds patience) {
    keys_.renew();
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

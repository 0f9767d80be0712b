#include "tools/arena/cli/board_view.hpp"

#include "engine/draw/diagram.hpp"
#include "engine/notation/notation.hpp"
#include "protocol/cli/ending_signals.hpp"
#include "protocol/cli/terminal.hpp"
#include "protocol/record/pgn.hpp"
#include "protocol/record/record.hpp"

#include <fmt/format.h>
#include <utility>

namespace agon::arena {
namespace {

/// "  1:05.3", or empty without a clock.
std::string clock_text(const GameClock& clock) {
    const auto left = clock.remaining();
    if (!left) return "";
    const auto tenths = left->count() / 100;
    return fmt::format("  {}:{:02}.{}", tenths / 600, tenths / 10 % 60, tenths % 10);
}

} // namespace

void BoardView::began(const GameRecord& record, const Game& game) {
    draw(record, game, {GameClock(record.controls[0]), GameClock(record.controls[1])}, Move{});
}

void BoardView::acted(const GameRecord& record, const Game& game,
                      const PerSide<GameClock>& clocks) {
    draw(record, game, clocks, record.actions.back().move);
}

void BoardView::draw(const GameRecord& record, const Game& game, const PerSide<GameClock>& clocks,
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

} // namespace agon::arena

#include "tools/match/commands/board_view.hpp"

#include "engine/draw/diagram.hpp"
#include "engine/notation.hpp"
#include "tools/match/formats/pgn.hpp"

#include <spdlog/fmt/fmt.h>

namespace agon::match {
namespace {

constexpr const char* CLEAR_SCREEN = "\x1b[H\x1b[2J\x1b[3J";

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

void BoardView::acted(const GameRecord& record, const Game& game,
                      const std::array<Clock, 2>& clocks) {
    draw(record, game, clocks, record.actions.back().move);
}

void BoardView::draw(const GameRecord& record, const Game& game, const std::array<Clock, 2>& clocks,
                     Move last) {
    if (terminal_) out_ << CLEAR_SCREEN;
    out_ << text_diagram(game.position(), {.colour = terminal_, .last = last});
    for (const Side side : BOTH_SIDES) {
        const bool to_move = !game.outcome() && game.chooser() == side;
        out_ << fmt::format("{} {:6}{}{}\n", to_move ? '*' : ' ', name(side),
                            record.names[index(side)], clock_text(clocks[index(side)]));
    }
    if (!record.actions.empty()) {
        const ActionRecord& action = record.actions.back();
        out_ << fmt::format("  action {}, {}: {}  {}\n", record.actions.size(),
                            name(action.chooser), to_text(action.move), comment_text(action));
    }
    out_ << std::flush;
}

} // namespace agon::match

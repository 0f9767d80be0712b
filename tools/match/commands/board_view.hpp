// A game drawn as it goes, for `agon-match play`.
#pragma once

#include "tools/match/commands/keyboard.hpp"
#include "tools/match/game/game_player.hpp"

#include <chrono>
#include <ostream>
#include <string>

namespace agon::match {

struct BoardViewSettings {
    std::string title;  ///< a line above the board, where they are not redrawn only the first
    bool redraw = true; ///< on a terminal: the board is drawn over the one before
    bool colour = true;
    Milliseconds delay{0}; ///< each board is shown at least so long; the space bar pauses
};

/// Blocks in between boards; the engines are idle then and their clocks stand.
class BoardView : public Spectator {
public:
    BoardView(std::ostream& out, BoardViewSettings settings)
        : out_(out), settings_(std::move(settings)) {}

    void began(const GameRecord& record, const Game& game) override;
    void acted(const GameRecord& record, const Game& game,
               const std::array<Clock, 2>& clocks) override;

private:
    void draw(const GameRecord& record, const Game& game, const std::array<Clock, 2>& clocks,
              Move last);

    std::ostream& out_;
    BoardViewSettings settings_;
    Keyboard keyboard_;
    std::chrono::steady_clock::time_point drawn_;
};

} // namespace agon::match

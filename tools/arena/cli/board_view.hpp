// A game drawn as it goes, for `agon-match play`.
#pragma once

#include "protocol/record/record.hpp"
#include "tools/arena/cli/keyboard.hpp"
#include "tools/arena/match/game_player.hpp"

#include <chrono>
#include <ostream>
#include <string>

namespace agon::arena {

struct BoardViewSettings {
    std::string title;  ///< a line above each board; without redraw only above the first
    bool redraw = true; ///< on a terminal: each board overwrites the previous one
    bool colour = true;
    Milliseconds delay{0}; ///< shortest time that each board is shown; the space bar pauses
};

/// Blocks between boards; meanwhile the engines are idle and their clocks stopped.
class BoardView : public Spectator {
public:
    BoardView(std::ostream& out, BoardViewSettings settings)
        : out_(out), settings_(std::move(settings)) {}

    void began(const GameRecord& record, const Game& game) override;
    void acted(const GameRecord& record, const Game& game,
               const PerSide<GameClock>& clocks) override;

private:
    void draw(const GameRecord& record, const Game& game, const PerSide<GameClock>& clocks,
              Move last);

    std::ostream& out_;
    BoardViewSettings settings_;
    Keyboard keyboard_;
    std::chrono::steady_clock::time_point drawn_;
};

} // namespace agon::arena

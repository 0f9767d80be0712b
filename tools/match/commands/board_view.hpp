// A game drawn as it goes, for `agon-match play`.
#pragma once

#include "tools/match/game/game_player.hpp"

#include <ostream>

namespace agon::match {

/// On a terminal the board is drawn over itself, in colour; elsewhere one picture follows another.
class BoardView : public Spectator {
public:
    BoardView(std::ostream& out, bool terminal) : out_(out), terminal_(terminal) {}

    void began(const GameRecord& record, const Game& game) override;
    void acted(const GameRecord& record, const Game& game,
               const std::array<Clock, 2>& clocks) override;

private:
    void draw(const GameRecord& record, const Game& game, const std::array<Clock, 2>& clocks,
              Move last);

    std::ostream& out_;
    bool terminal_;
};

} // namespace agon::match

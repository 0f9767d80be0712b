// A game drawn as it goes, and single keys from the terminal, for `agon-match play`.
#pragma once

#include "engine/platform/loop.hpp"
#include "tools/arena/match/game_player.hpp"

#include <boost/asio/io_context.hpp>
#include <boost/asio/signal_set.hpp>

#include <chrono>
#include <optional>
#include <ostream>
#include <string>

namespace agon::match {

// Single keys from the terminal, for `agon-match play`.

/// While it lives, keys are read as they are pressed and not shown. Does nothing when standard
/// input is not a terminal.
class Keyboard {
public:
    Keyboard();
    Keyboard(const Keyboard&) = delete;
    Keyboard& operator=(const Keyboard&) = delete;

    /// Blocks for `patience`. The space bar makes it block until the space bar is pressed again.
    /// Returns at once when a signal to end, such as Ctrl-C, has come since construction; the
    /// caller must handle that signal.
    void pause(std::chrono::milliseconds patience);

private:
    using Steady = std::chrono::steady_clock;

    void pressed(std::optional<char> key);

    boost::asio::io_context loop_; ///< of its own: a pause runs nothing of the game's
    boost::asio::signal_set signals_{loop_};
    Steady::time_point end_; ///< of the pause
    bool paused_ = false;    ///< by the space bar
    bool ended_ = false;     ///< by a signal
    platform::Keys keys_;
};

// A game drawn as it goes, for `agon-match play`.

struct BoardViewSettings {
    std::string title;  ///< a line above each board; without redraw above the first only
    bool redraw = true; ///< on a terminal: the board is drawn over the one before
    bool colour = true;
    Milliseconds delay{0}; ///< least time that each board is shown; the space bar pauses
};

/// Blocks between boards; meanwhile the engines are idle and their clocks stopped.
class BoardView : public Spectator {
public:
    BoardView(std::ostream& out, BoardViewSettings settings)
        : out_(out), settings_(std::move(settings)) {}

    void began(const GameRecord& record, const Game& game) override;
    void acted(const GameRecord& record, const Game& game, const PerSide<Clock>& clocks) override;

private:
    void draw(const GameRecord& record, const Game& game, const PerSide<Clock>& clocks, Move last);

    std::ostream& out_;
    BoardViewSettings settings_;
    Keyboard keyboard_;
    std::chrono::steady_clock::time_point drawn_;
};

} // namespace agon::match

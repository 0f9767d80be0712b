// A game of a person against the engine, or between two people, in lines of text (protocols.md
// section 4).
#pragma once

#include "protocol/record/evaluation.hpp"
#include "protocol/record/game_file.hpp"
#include "protocol/record/game_session.hpp"
#include "protocol/record/review.hpp"
#include "protocol/session/host.hpp"
#include "protocol/terminal/exercises.hpp"
#include "search/clock.hpp"
#include "search/control.hpp"
#include "search/limits.hpp"
#include "search/listener.hpp"
#include "search/options.hpp"

#include <array>
#include <chrono>
#include <cstddef>
#include <filesystem>
#include <optional>
#include <ostream>
#include <string>
#include <string_view>

namespace agon::protocol {

struct PlaySettings {
    PerSide<bool> person{true, false}; ///< by side: a person plays it, or the engine
    /// If the engine plays both sides: the one that it plays at WEAKER_LEVEL.
    std::optional<Side> weaker;
    std::string introduction;     ///< under the first board, if the engine plays both sides
    std::string engine;           ///< as the record names it
    search::Limits limits;        ///< of the engine's actions
    search::Limits advice_limits; ///< of `hint` and `eval`, at full strength
    std::chrono::milliseconds delay{1000}; ///< the minimum time that the engine takes
    bool redraw = false; ///< on a terminal: the board is drawn over the previous one
    bool colour = false;
    std::size_t width = 79; ///< columns that a line of words may fill
};

/// Not for two threads at once. Begins with the host's game.
class PlaySession {
public:
    /// The references must outlive the session; only the session may use `host`. The host's level
    /// and rating are those of the engine's actions. `file` is the PGN as for GameFile, and throws
    /// the same Error.
    PlaySession(Host& host, std::filesystem::path file, std::ostream& out, PlaySettings settings);

    /// Shows the board. Blocks while the engine acts, if it begins; if it plays both sides, until
    /// the game is over.
    void begin();
    /// An action or a command, without the line feed. Blocks while the engine searches. Invalid
    /// input is reported and changes nothing; a game whose file cannot be written goes on.
    void handle(std::string_view line);
    /// Prints where the record is. Call it once, after `quit` or the end of the input. Returns
    /// false if the game, or its end, could not be saved.
    [[nodiscard]] bool end();
    [[nodiscard]] bool quit_said() const { return quit_said_; }

private:
    struct CommandRow {
        std::string_view name, arguments, summary;
        void (PlaySession::*run)(std::string_view arguments);
    };
    static const std::array<CommandRow, 16> COMMANDS;

    void show_moves(std::string_view arguments);
    void hint(std::string_view arguments);
    void show_evaluation(std::string_view arguments);
    void show_review(std::string_view arguments);
    void save(std::string_view arguments);
    void new_game(std::string_view arguments);
    void show_rules(std::string_view arguments);
    void learn(std::string_view arguments);
    void solve_puzzles(std::string_view arguments);
    void help(std::string_view arguments);
    void show_board(std::string_view) { draw(); }
    void quit(std::string_view) { quit_said_ = true; }
    void flip(std::string_view) {
        turned_ = !turned_;
        draw();
    }
    template<void (GameSession::*what)()>
    void change(std::string_view) {
        (session_.*what)();
        go_on();
    }

    [[nodiscard]] const Game& game() const { return session_.game(); }
    [[nodiscard]] bool watched() const { return !session_.has_person(); }
    void act(std::string_view text);
    void go_on();
    void changed();
    void let_engine_act();
    [[nodiscard]] std::string where_saved(const std::string& what) const;
    void draw();
    void prompt();
    void say(const std::string& sentence);

    Host& host_;
    std::ostream& out_;
    PlaySettings settings_;
    GameFile files_;
    std::string unsaved_;                ///< why the game could not be saved; "" if it is
    GameSession session_;                ///< its game is also the host's
    search::Clock::TimePoint asked_;     ///< when the person's turn to choose began
    std::optional<Review> review_;       ///< the last, for `review` to go on with
    std::size_t reviewed_ = 0;           ///< the version of the session at that review
    std::optional<Exercises> exercises_; ///< while a lesson or a puzzle is shown
    bool turned_ = false;                ///< black's view
    bool quit_said_ = false;
};

} // namespace agon::protocol

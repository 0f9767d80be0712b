// A game of a person against the engine, or of two people, in lines of text (protocols.md section
// 4).
#pragma once

#include "engine/draw/rules_page.hpp"
#include "engine/record/game_file.hpp"
#include "engine/record/review.hpp"
#include "engine/record/sitting.hpp"
#include "protocol/cli/options.hpp"
#include "protocol/session/host.hpp"

#include <array>
#include <chrono>
#include <functional>
#include <istream>
#include <optional>
#include <ostream>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace agon::protocol {

// `agon play`.

/// As program::Command::run. Blocks until the person leaves.
[[nodiscard]] int play(const program::Words& args);

// Openings for a game to watch: one side stands better, and wins soon.

struct WatchedOpening {
    std::string_view position; ///< of the standard setup's pieces, none captured
    Side better;
};

/// The level of the worse side in such a game. Between equals half of them would not end: the
/// better side does not see a forced win yet.
inline constexpr int WEAKER_LEVEL = 7;

[[nodiscard]] std::span<const WatchedOpening> watched_openings();

// Actions as a person writes them.

/// Reads "a1b2", "A1-B2", "a1 b2", or the target alone, "b2", where only one piece can go there;
/// otherwise as parse_legal_move(). Throws Error with the reason when the text is no action, when
/// it is illegal, or when several pieces can go to the target.
[[nodiscard]] Move read_action(const RuleSet& rules, const Position& position,
                               std::string_view text);

/// A legal action as an example of how one is typed: "a1-b2", "f3" or "pass". A step of the piece
/// on `from` where a cell is given. Nothing when there is none.
[[nodiscard]] std::optional<std::string>
example_action(const RuleSet& rules, const Position& position, std::optional<Cell> from = {});

// Searches as records keep them.

/// The last exact report of a search's best line, and the answer.
struct LastReport final : search::Listener {
    void on_info(const search::Info& report) override;

    search::Info info;
    std::vector<Move> line; ///< not empty once the answer is there
    Move best;
};

/// A search by other options than the engine's.
[[nodiscard]] LastReport search_by(search::Options options, const search::Limits& limits,
                                   search::Engine& engine, const Game& game,
                                   search::Control& control);

[[nodiscard]] Evaluation evaluation_of(const search::Info& info);

// Reviews.

using platform::Interruption;

/// Goes on with a review at full strength, until it is complete or the user asks for its end; false
/// then. `shown` is called before each search. Blocks.
bool go_on(Review& review, search::Engine& engine, const TimeControl& control,
           const Interruption& interruption, const std::function<void()>& shown);

/// "57 of 120 positions".
[[nodiscard]] std::string progress_text(const Review& review);

/// White's chances and the mistakes, in lines.
[[nodiscard]] std::string summary_text(const Review& review);

/// `agon review`, as program::Command::run. Blocks until done.
[[nodiscard]] int review(const program::Words& args);

// The game.

struct PlaySettings {
    PerSide<bool> person{true, false}; ///< by side: a person plays it, or the engine
    /// Where the engine plays both sides: the one that it plays at WEAKER_LEVEL.
    std::optional<Side> weaker;
    std::string introduction;     ///< under the first board, where the engine plays both sides
    std::string engine;           ///< as the record names it
    search::Limits limits;        ///< of the engine's actions
    search::Limits advice_limits; ///< of `hint` and `eval`, at full strength
    std::chrono::milliseconds delay{1000}; ///< the least time that the engine takes
    bool redraw = false; ///< on a terminal: the board is drawn over the one before
    bool colour = false;
    std::size_t width = 79; ///< columns that a line of words may fill
};

/// Not for two threads at once. Begins with the host's game.
class PlaySession {
public:
    /// The references must outlive the session, which has `host` for itself. The host's level and
    /// rating are those of the engine's actions.
    /// `file` is the PGN as for GameFile, and throws Error as that does.
    PlaySession(Host& host, std::filesystem::path file, std::ostream& out, PlaySettings settings);

    /// Shows the board. Blocks while the engine acts, where it begins; where it plays both sides,
    /// until the game is over.
    void begin();
    /// An action or a command, without the line feed. Blocks while the engine searches. What is at
    /// fault is said and changes nothing; a game whose file cannot be written goes on.
    void handle(std::string_view line);
    /// Says where the record is. To be called once, after `quit` or the end of the input.
    void end();
    [[nodiscard]] bool quit_said() const { return quit_said_; }

private:
    struct CommandRow {
        std::string_view name, arguments, summary;
        void (PlaySession::*run)(std::string_view arguments);
    };
    static const std::array<CommandRow, 15> COMMANDS;

    void show_moves(std::string_view arguments);
    void hint(std::string_view arguments);
    void show_evaluation(std::string_view arguments);
    void show_review(std::string_view arguments);
    void save(std::string_view arguments);
    void new_game(std::string_view arguments);
    void show_rules(std::string_view arguments);
    void learn(std::string_view arguments);
    void help(std::string_view arguments);
    void show_board(std::string_view) { draw(); }
    void quit(std::string_view) { quit_said_ = true; }
    void flip(std::string_view) {
        turned_ = !turned_;
        draw();
    }
    template<void (Sitting::*what)()>
    void change(std::string_view) {
        (sitting_.*what)();
        go_on();
    }

    [[nodiscard]] const Game& game() const { return sitting_.game(); }
    [[nodiscard]] bool watched() const { return !sitting_.has_person(); }
    void show_lesson();
    void answer_lesson(std::string_view text);
    void act(std::string_view text);
    void go_on();
    void changed();
    void let_engine_act();
    void draw();
    void prompt();
    void say(const std::string& sentence);

    Host& host_;
    std::ostream& out_;
    PlaySettings settings_;
    GameFile files_;
    Sitting sitting_;                ///< its game is the host's, too
    search::Clock::TimePoint asked_; ///< when the person's turn to choose began
    std::optional<Review> review_;   ///< the last, for `review` to go on with
    std::size_t reviewed_ = 0;       ///< the version of the sitting that it is of
    std::vector<Lesson> course_;
    std::optional<std::size_t> lesson_; ///< that is being done, of the course
    bool turned_ = false;               ///< black's view
    bool quit_said_ = false;
};

/// The shipped puzzles, those of `variant` unless it is empty: reads actions and commands until
/// `quit` or the end of the input. Changes the host's rules and game. Throws Error when there are
/// none of these rules. Blocks.
void play_puzzles(Host& host, std::istream& in, std::ostream& out, std::string_view variant);

} // namespace agon::protocol

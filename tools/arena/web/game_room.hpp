// One game that is played or watched in a browser.
#pragma once

#include "engine/record/sitting.hpp"
#include "tools/arena/conversation/text_engine.hpp"
#include "tools/arena/journal/match_files.hpp"

#include <array>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace agon::match {

struct GameRoomSettings {
    MatchRules rules;
    std::array<std::optional<EngineConfig>, 2> engines; ///< by side; nothing for a person
    EngineConfig adviser;                               ///< gives hints; its limits bound time
    std::vector<std::string> moves;                     ///< that have been played already
    Milliseconds delay{500}; ///< between two actions of engines, so that they can be watched
};

/// Owns the engines' processes, which are started when they are needed first, and again when they
/// have died. The game is kept in files after each action. Nothing but those files blocks; all
/// happens in the event loop. A request that cannot be granted throws Error with the reason.
class GameRoom final : public Traffic {
public:
    /// `changed` is called after each change of what can be seen, but not from a constructor; it
    /// must not destroy this. Throws Error when an action of the settings is illegal.
    GameRoom(boost::asio::io_context& loop, GameRoomSettings settings,
             std::function<void()> changed);
    ~GameRoom() override;
    GameRoom(const GameRoom&) = delete;
    GameRoom& operator=(const GameRoom&) = delete;

    /// Lets engines act. To be called after the constructor and after rest().
    void wake();
    /// Ends the processes; the game stands still.
    void rest();

    /// As the sitting's; `ply` is the number of actions that the person has seen.
    void play(std::string_view action, std::size_t ply);
    /// As undo(), redo() or resign() of the sitting; between engines pauses, too.
    void change(void (Sitting::*what)());
    /// Asks the adviser; the answer comes as advice().
    void hint();
    /// The engine that thinks is to answer now.
    void hurry();
    void pause();
    void go_on();

    [[nodiscard]] const Sitting& sitting() const { return sitting_; }
    [[nodiscard]] bool thinking() const { return busy_; }
    [[nodiscard]] bool paused() const { return paused_; }
    /// The last fault of an engine or of the files; empty when there was none.
    [[nodiscard]] const std::string& notice() const { return notice_; }
    /// What the engine that thinks, or acted last, expects from this position on.
    [[nodiscard]] std::optional<Advice> expectation() const;

private:
    /// An engine and what it is doing.
    struct Seat {
        std::unique_ptr<TextEngine> engine;
        bool prepared = false;
        int failures = 0;        ///< in a row
        std::string line;        ///< the last variation that it reported, in text
        Evaluation evaluation;   ///< that came with it
        std::size_t version = 0; ///< of the sitting that it thinks about
    };

    void received(const TextEngine& engine, std::string_view line) override;
    void warned(const TextEngine& engine, std::string_view text) override;

    void changed();
    void proceed();
    void ask(Seat& seat, Side side);
    void answered(Seat& seat, Side side, std::size_t version, const Answer& answer);
    void failed(Seat& seat, const Failure& failure);
    void advise();
    void advised(std::size_t version, const Answer& answer);
    void later(boost::asio::steady_timer& timer, Milliseconds delay, std::function<void()> action);
    void tell_soon();
    void end_searches();
    void prepare(Seat& seat, const EngineConfig& config, TextEngine::Prepared done);
    [[nodiscard]] Seat& adviser() { return seats_[2]; }
    [[nodiscard]] std::vector<Move> legal_line(std::string_view text, bool after_last) const;

    boost::asio::io_context& loop_;
    std::shared_ptr<bool> life_ = std::make_shared<bool>(); ///< expires actions still queued
    GameRoomSettings settings_;
    std::function<void()> changed_;
    Sitting sitting_;
    std::array<Clock, 2> clocks_;
    std::array<Seat, 3> seats_;          ///< by side, then the adviser
    std::optional<std::size_t> hurried_; ///< version of the sitting that hurry() was for
    bool awake_ = false;
    bool busy_ = false; ///< an engine that plays has been asked, perhaps about an earlier position
    bool waiting_ = false; ///< between two actions of engines
    bool paused_ = false;
    bool adviser_busy_ = false;
    bool telling_ = false; ///< changed_ will be called soon
    std::string notice_;
    GameKeeper keeper_;
    std::chrono::steady_clock::time_point asked_ = std::chrono::steady_clock::now();
    boost::asio::steady_timer delay_;
    boost::asio::steady_timer telling_timer_;
};

} // namespace agon::match

// An engine as the arena converses with it: UCI or UGI over pipes.
#pragma once

#include "tools/match/engines/engine_text.hpp"
#include "tools/match/engines/fault.hpp"

#include <boost/asio/steady_timer.hpp>

#include <chrono>
#include <deque>
#include <functional>
#include <initializer_list>
#include <memory>
#include <optional>
#include <set>
#include <string>

namespace agon::match {

class TextEngine;

/// Hears the conversation; every method does nothing unless overridden.
class Traffic {
public:
    virtual ~Traffic() = default;
    virtual void sent(const TextEngine&, std::string_view /*line*/) {}
    virtual void received(const TextEngine&, std::string_view /*line*/) {}
    virtual void wrote_error(const TextEngine&, std::string_view /*line*/) {}
    /// Something that does not stop the match, for standard error.
    virtual void warned(const TextEngine&, std::string_view /*text*/) {}
};

/// What an engine is doing, for whoever hears the conversation.
struct Place {
    int game = 0; ///< its number; 0 before its first
    int ply = 0;  ///< the action that it thinks about, from 1; 0 while it gets ready
};

/// What an engine is asked.
struct Question {
    std::string position;               ///< the line `position ...`
    std::string go;                     ///< the line `go ...`
    std::optional<Microseconds> budget; ///< after which the answer is late; stall_limit if nothing
};

struct Answer {
    BestMove move;
    Evaluation evaluation;
    Microseconds elapsed{0};
    std::optional<Failure> failure; ///< Crash, Disconnect or Stall: then there is no move
};

/// One operation at a time: none may begin before the last has called back. Nothing blocks. All
/// calls come from the event loop, and one may begin the next operation or destroy this.
class TextEngine {
public:
    using Prepared = std::function<void(std::optional<Failure>)>;
    using Answered = std::function<void(Answer)>;
    using Stopped = std::function<void(std::optional<Failure>)>;

    /// `match_options` are those that every engine of the match must have (arena.md, handshake).
    TextEngine(boost::asio::io_context& loop, EngineConfig config, EngineOptions match_options,
               Traffic& traffic);
    ~TextEngine();
    TextEngine(const TextEngine&) = delete;
    TextEngine& operator=(const TextEngine&) = delete;

    [[nodiscard]] const EngineConfig& config() const { return config_; }
    [[nodiscard]] const std::string& name() const { return config_.name; }
    /// Whether the process lives, as far as is known.
    [[nodiscard]] bool running() const { return process_ != nullptr; }
    /// Whether it has ever listed its options and been found fit.
    [[nodiscard]] bool has_started() const { return started_; }

    [[nodiscard]] Place place() const { return place_; }
    /// Before an operation, whose lines will be of that place.
    void set_place(Place place) { place_ = place; }

    /// Makes it ready for a new game, first starting it when it is not running.
    void prepare(Prepared done);
    /// Asks for an action. An overdue engine is told to stop and has STOP_GRACE to answer.
    void ask(const Question& question, Answered done);

    /// Whether it ponders: it is to, has the option Ponder, and UGI has no pondering.
    [[nodiscard]] bool ponders() const;
    /// Lets it think on what the opponent may do; no budget. Then ponder_hit() or stop_pondering()
    /// comes before any other operation, and tells of what happened to it meanwhile.
    /// Precondition: ponders(), when it was last prepared.
    void ponder(const Question& question);
    /// The opponent has done so: as ask(), with its time running from now.
    void ponder_hit(std::optional<Microseconds> budget, Answered done);
    /// The opponent has not: its stale answer is awaited for STOP_GRACE, and dropped. Fails with
    /// Crash, Disconnect or Stall.
    void stop_pondering(Stopped done);

    /// Tells it to quit, and ends it when it has not gone after QUIT_GRACE.
    void quit(std::function<void()> done);
    /// Ends it at once, without a word; an operation in progress never calls back.
    void kill();

    static constexpr Milliseconds STOP_GRACE{1000};
    static constexpr Milliseconds QUIT_GRACE{1000};

private:
    enum class Awaiting : std::uint8_t {
        Nothing,
        Handshake,
        Ready,
        BestMove,
        Overdue,
        Event, ///< of the opponent, while it ponders
        StaleMove,
        End
    };

    void start();
    void on_line(std::string_view line);
    void on_end(const Exit& exit);
    void on_timeout();
    void settle();
    void await(Awaiting what, Microseconds limit);
    void later(std::function<void()> action);
    void send(std::initializer_list<std::string_view> lines);
    void remember(std::string_view line);
    void hear(std::string_view line);
    void choose_options();
    void prepared(std::optional<Failure> failure);
    void answered(Answer answer);
    void reply(BestMove move);
    void stopped(std::optional<Failure> failure);
    void fail(Fault fault, std::string detail);
    [[nodiscard]] Failure why_broken() const;
    [[nodiscard]] std::string last_words() const;
    [[nodiscard]] bool offers(std::string_view option) const;

    boost::asio::io_context& loop_;
    EngineConfig config_;
    EngineOptions match_options_;
    Traffic& traffic_;
    Place place_;
    std::shared_ptr<bool> life_ = std::make_shared<bool>(); ///< tells the loop what is gone
    boost::asio::steady_timer timer_;
    std::unique_ptr<Process> process_;
    bool started_ = false;
    Awaiting awaiting_ = Awaiting::Nothing;
    std::set<std::string> offered_;      ///< names of its options in lower case
    std::set<std::string> warned_;       ///< options already warned of
    std::deque<std::string> last_lines_; ///< of standard error, or of output before the handshake
    Evaluation evaluation_;
    std::optional<BestMove> early_; ///< of the pondering, which should not have ended
    std::optional<Failure> broken_; ///< that came when nothing was asked; told at the next question
    std::chrono::steady_clock::time_point asked_at_;
    Prepared prepared_;
    Answered answered_;
    Stopped stopped_;
    std::function<void()> gone_;
};

} // namespace agon::match

// An engine process that speaks UCI or UGI.
#pragma once

#include "protocol/record/evaluation.hpp"
#include "protocol/record/fault.hpp"
#include "protocol/record/match_rules.hpp"
#include "protocol/uci/text/engine_lines.hpp"
#include "tools/arena/conversation/engine_config.hpp"
#include "tools/arena/conversation/engine_text.hpp"
#include "tools/arena/conversation/offered_options.hpp"

#include <boost/asio/steady_timer.hpp>

#include <cstdint>
#include <deque>
#include <functional>
#include <initializer_list>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>

namespace agon::arena {

class TextEngine;

/// Receives a copy of the conversation. Every method does nothing unless overridden.
class Traffic {
public:
    virtual ~Traffic() = default;
    virtual void sent(const TextEngine&, std::string_view /*line*/) {}
    virtual void received(const TextEngine&, std::string_view /*line*/) {}
    virtual void wrote_error(const TextEngine&, std::string_view /*line*/) {}
    /// A fault that does not stop the match, for standard error.
    virtual void warned(const TextEngine&, std::string_view /*text*/) {}
    /// The engine's reply to a command-line option that it accepts, for standard error.
    virtual void informed(const TextEngine&, std::string_view /*text*/) {}
};

/// What an engine is working on.
struct Place {
    int game = 0; ///< number of the game; 0 before the first
    int ply = 0;  ///< the action that it searches, from 1; 0 during preparation
};

/// A search request.
struct Question {
    std::string position;               ///< the line `position ...`
    std::string go;                     ///< the line `go ...`
    std::optional<Microseconds> budget; ///< time until `stop` is sent; stall_limit if empty
};

struct EngineAnswer {
    BestMove move;
    Evaluation evaluation;
    Microseconds elapsed{0};        ///< from writing the question to reading the answer
    std::optional<Failure> failure; ///< Crash, Disconnect or Stall; then there is no move
    /// This program was suspended meanwhile (pulse.hpp): `elapsed` and `failure` do not tell
    /// what the engine did.
    bool suspended = false;
};

/// Nothing blocks: an operation calls back from the event loop when done. Only one operation runs
/// at a time. Its callback may start the next one or destroy this object.
class TextEngine {
public:
    using Prepared = std::function<void(std::optional<Failure>)>;
    using Answered = std::function<void(EngineAnswer)>;
    using Stopped = std::function<void(std::optional<Failure>)>;

    /// Every engine of the match must have the `match_options` (arena.md, Handshake). Engines with
    /// the same program share `started`.
    TextEngine(boost::asio::io_context& loop, EngineConfig config, EngineOptions match_options,
               Traffic& traffic, std::shared_ptr<bool> started = std::make_shared<bool>());
    ~TextEngine();
    TextEngine(const TextEngine&) = delete;
    TextEngine& operator=(const TextEngine&) = delete;

    [[nodiscard]] const EngineConfig& config() const { return config_; }
    [[nodiscard]] const std::string& name() const { return config_.name; }
    /// Whether there is a process; it may already have died unnoticed.
    [[nodiscard]] bool running() const { return process_ != nullptr; }
    /// Whether a handshake with the program has ever succeeded.
    [[nodiscard]] bool has_started() const { return *started_; }

    [[nodiscard]] Place place() const { return place_; }
    /// Call this before an operation: its lines then belong to that place.
    void set_place(Place place) { place_ = place; }

    /// Whether the process, or the last one, has listed the option.
    [[nodiscard]] bool offers(std::string_view option) const;
    /// Changes the value of an option in the settings, now or when the process starts.
    /// Precondition: no operation is in progress.
    void set_option(const std::string& name, const std::string& value);
    /// Prepares a new game. Starts the process when it is not running.
    void prepare(Prepared done);
    /// Starts a search. After the budget, sends `stop`; the engine has STOP_GRACE to answer.
    void ask(const Question& question, Answered done);

    /// Ends the search of ask() early, as if its time were up. Does nothing without a search.
    void hurry();

    /// Whether it ponders: the settings ask for it, and the engine speaks UCI and offers Ponder.
    [[nodiscard]] bool ponders() const;
    /// Starts pondering; the question has no budget. The next operation must be ponder_hit() or
    /// stop_pondering(). That call also reports failures in between. Precondition: ponders().
    void ponder(const Question& question);
    /// The opponent played the expected action. As ask(); the clock starts now.
    void ponder_hit(std::optional<Microseconds> budget, Answered done);
    /// The opponent played another action. The engine has STOP_GRACE to answer; the answer is
    /// dropped. Fails with Crash, Disconnect or Stall.
    void stop_pondering(Stopped done);

    /// Sends `quit`. Kills the process if it still runs after QUIT_GRACE.
    void quit(std::function<void()> done);
    /// Kills the process at once. An operation in progress never calls back.
    void kill();

    static constexpr Milliseconds STOP_GRACE{1000};
    static constexpr Milliseconds QUIT_GRACE{1000};
    /// How often a limit is granted again because this program was suspended while it ran.
    static constexpr int MAX_GRANTS = 10;

private:
    enum class Awaiting : std::uint8_t {
        Nothing,
        Handshake,
        Options, ///< `readyok` after an option
        Ready,
        BestMove,
        Overdue,
        Opponent, ///< while it ponders
        StaleMove,
        End
    };

    void start();
    void on_line(std::string_view line, Process::Time read);
    void on_written();
    void on_end(const Exit& exit);
    void on_timeout();
    void end_operation();
    void await(Awaiting what, Microseconds limit, int grants = MAX_GRANTS);
    void later(std::function<void()> action);
    void send(std::initializer_list<std::string_view> lines);
    void remember(std::string_view line);
    void read_output(std::string_view line);
    void choose_options();
    void send_next_option();
    void read_option_answer(std::string_view line);
    bool refuse(const std::string& text);
    bool lacks(const std::string& name);
    [[nodiscard]] bool lists_match_options();
    void prepared(std::optional<Failure> failure);
    void answered(EngineAnswer answer);
    void reply(BestMove move, Process::Time read);
    void start_clock(std::optional<Microseconds> budget);
    void stopped(std::optional<Failure> failure);
    void fail(Fault fault, std::string detail);
    [[nodiscard]] Failure why_broken() const;
    [[nodiscard]] std::string greeting() const { return to_text(config_.protocol); }
    [[nodiscard]] std::string other_protocol() const;
    [[nodiscard]] std::string last_words() const;

    boost::asio::io_context& loop_;
    EngineConfig config_;
    EngineOptions match_options_;
    Traffic& traffic_;
    Place place_;
    std::shared_ptr<bool> life_ = std::make_shared<bool>(); ///< cancels callbacks still queued
    boost::asio::steady_timer timer_;
    std::unique_ptr<Process> process_;
    std::shared_ptr<bool> started_;
    Awaiting awaiting_ = Awaiting::Nothing;
    bool heard_ = false; ///< it has written a line of output
    OfferedOptions offered_;
    std::deque<std::pair<std::string, std::string>> unsent_;       ///< options still to be sent
    std::optional<std::pair<std::string, std::string>> answering_; ///< the option sent last, until
                                                                   ///< the game begins
    std::set<std::string> warned_;                                 ///< options already warned about
    /// Of standard error, of output before the handshake, and with `bestmove` at a wrong place.
    std::deque<std::string> last_lines_;
    Evaluation evaluation_;
    Evaluation details_;            ///< what read_details() found, of the same search
    std::optional<BestMove> early_; ///< an answer to `go ponder` before it was due
    std::optional<Failure> broken_; ///< failure while idle; returned by the next request
    Microseconds budget_{0};
    Process::Time asked_at_;
    std::size_t suspensions_ = 0; ///< before the question
    Prepared prepared_;
    Answered answered_;
    Stopped stopped_;
    std::function<void()> gone_;
};

} // namespace agon::arena

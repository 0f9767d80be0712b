// A conversation with an engine under test, and its transcript.
#pragma once

#include "engine/game/game.hpp"
#include "protocol/record/match_rules.hpp"
#include "protocol/record/time_control.hpp"
#include "tools/arena/conversation/engine_config.hpp"
#include "tools/arena/conversation/engine_text.hpp"
#include "tools/arena/conversation/offered_options.hpp"

#include <boost/asio/io_context.hpp>
#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace agon::arena {

/// A fault of the engine: what was expected and what came, in one line.
class Misconduct : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

/// Why a check is skipped: the engine lacks something optional.
class NotApplicable : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

/// One process. The functions that expect something block and run this object's own event loop
/// meanwhile; they throw Misconduct if it does not arrive in time. A `bestmove` that comes while
/// something else is expected is misconduct, since there is exactly one for each `go`.
class Conversation {
public:
    /// Throws Error when the process cannot be started. `patience` is the time for an
    /// answer that has to come at once. `rules` must outlive this.
    Conversation(const EngineConfig& config, const MatchRules& rules, Milliseconds patience);
    ~Conversation();
    Conversation(const Conversation&) = delete;
    Conversation& operator=(const Conversation&) = delete;

    [[nodiscard]] const MatchRules& rules() const { return rules_; }
    [[nodiscard]] EngineProtocol protocol() const { return config_.protocol; }
    [[nodiscard]] Milliseconds patience() const { return patience_; }

    /// Does the handshake. Sets the user's options, and those of the match that the engine lists.
    /// Throws Error if it lacks or refuses one of the user's, unless refusal=allow; Syzygy... may
    /// be missing.
    void greet();
    /// With refusal=allow: "has no option X" or "refuses option.X=Y: why", for each.
    [[nodiscard]] const std::vector<std::string>& refusals() const { return refusals_; }
    /// What the engine has listed by the end of greet().
    [[nodiscard]] const OfferedOptions& options() const { return offered_; }

    void send(std::string_view line);
    void end_input();

    /// Waits for a line for which `holds` is true, without white space at its ends. `what` names it
    /// in the report.
    std::string expect(const std::string& what, const std::function<bool(std::string_view)>& holds,
                       Milliseconds limit);
    std::string expect_line(std::string_view line) { return expect_line(line, patience_); }
    std::string expect_line(std::string_view line, Milliseconds limit);
    /// Expects an `info string` that contains one of these words.
    void expect_complaint(const std::vector<std::string>& words);
    /// Expects a `bestmove` that is legal in `game` and has the form of its protocol. The limit is
    /// the patience plus `thinking`.
    Move expect_best_move(const Game& game, Milliseconds thinking = Milliseconds(0));
    /// Sends `isready` and expects `readyok`.
    void expect_ready();
    /// Expects neither a `bestmove` nor an exit for this time.
    void expect_no_best_move(Milliseconds time);
    /// Expects an exit with status 0.
    void expect_end();

    /// `>` before lines sent to the engine, `<` before lines from it, `#` before its standard error
    /// and remarks. Long lines, and long stretches of the engine's lines, are cut.
    [[nodiscard]] std::vector<std::string> transcript() const;

private:
    template<class Done>
    bool run_until(Done done, Milliseconds limit);
    void note(std::string_view prefix, std::string_view text);
    std::optional<std::string> send_option(const OfferedOption& option, const std::string& value);
    bool flushes_at_end(std::string_view owed);
    [[nodiscard]] std::string unwanted(const std::string& line) const;
    [[noreturn]] void fail(const std::string& expected, const std::string& came) const;

    boost::asio::io_context loop_;
    EngineConfig config_;
    const MatchRules& rules_;
    Milliseconds patience_;
    std::unique_ptr<Process> process_;
    std::deque<std::string> unread_;
    std::optional<Exit> exit_;
    std::vector<std::string> refusals_;
    OfferedOptions offered_;
    std::size_t gos_ = 0, answers_ = 0; ///< `go` sent, `bestmove` received
    std::vector<std::string> transcript_;
};

} // namespace agon::arena

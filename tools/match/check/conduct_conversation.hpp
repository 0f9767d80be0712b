// A conversation with an engine under test, written down for whoever has to mend it.
#pragma once

#include "engine/game.hpp"
#include "tools/match/engines/engine_config.hpp"
#include "tools/match/game/match_rules.hpp"

#include <boost/asio/io_context.hpp>

#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace agon::match {

/// What an engine did wrong: what was expected and what came, in one line.
class Misconduct : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

/// Why a check does not apply to an engine that may do without.
class NotApplicable : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

/// One process and what is said to it, one thing after the other. Whatever awaits something blocks
/// and meanwhile runs the event loop, which is this object's own; it throws Misconduct when that
/// does not come in time. A `bestmove` that is passed over while something else is awaited is
/// misconduct, since there is exactly one for each `go`.
class Conversation {
public:
    /// Throws Error when the process cannot be started. `patience` is the time for whatever has to
    /// come at once. `rules` must outlive this.
    Conversation(const EngineConfig& config, const MatchRules& rules, Milliseconds patience);
    ~Conversation();
    Conversation(const Conversation&) = delete;
    Conversation& operator=(const Conversation&) = delete;

    [[nodiscard]] const MatchRules& rules() const { return rules_; }
    [[nodiscard]] Dialect dialect() const { return config_.dialect; }
    [[nodiscard]] Milliseconds patience() const { return patience_; }

    /// Greets, and sets those of the match's and the user's options that are listed.
    void greet();
    /// The line that lists an option, or nothing. Case does not count.
    [[nodiscard]] std::optional<std::string> option(std::string_view name) const;

    void say(std::string_view line);
    void end_input();

    /// The next line that `holds`; waits for it. `what` names it for the report.
    std::string expect(const std::string& what, const std::function<bool(std::string_view)>& holds,
                       Milliseconds limit);
    std::string expect_line(std::string_view line) { return expect_line(line, patience_); }
    std::string expect_line(std::string_view line, Milliseconds limit);
    /// An `info string` with one of these in it.
    void expect_complaint(const std::vector<std::string>& words);
    /// A legal `bestmove` in `game`, by the dialect's form; `thinking` comes on top of the
    /// patience.
    Move expect_best_move(const Game& game, Milliseconds thinking = Milliseconds(0));
    /// `readyok` to an `isready`.
    void expect_ready();
    /// No `bestmove`, and no end, for so long.
    void expect_no_best_move(Milliseconds time);
    /// Its end with status 0.
    void expect_end();

    /// `>` before what was said, `<` before what came, `#` before standard error and remarks. Long
    /// lines and long stretches of the engine's lines are cut short.
    [[nodiscard]] std::vector<std::string> transcript() const;

private:
    template<class Done>
    bool run_until(Done done, Milliseconds limit);
    void note(std::string_view prefix, std::string_view text);
    [[noreturn]] void fail(const std::string& expected, const std::string& came) const;

    boost::asio::io_context loop_;
    EngineConfig config_;
    const MatchRules& rules_;
    Milliseconds patience_;
    std::unique_ptr<Process> process_;
    std::deque<std::string> unread_;
    std::optional<Exit> exit_;
    std::map<std::string, std::string> offered_; ///< by name in lower case
    std::vector<std::string> transcript_;
};

} // namespace agon::match

// What the games of a match share: its log, its watcher, its engine processes.
#pragma once

#include "engine/record/record.hpp"
#include "protocol/cli/program.hpp"
#include "tools/arena/conversation/text_engine.hpp"
#include "tools/arena/conversation/traffic_log.hpp"
#include "tools/arena/journal/settings.hpp"
#include "tools/arena/match/game_player.hpp"

#include <map>
#include <memory>
#include <ostream>
#include <set>
#include <utility>
#include <vector>

namespace agon::match {

// The log and the warnings of a match.

/// Logs the conversations, and prints each warning of an engine once, however many processes it
/// has.
class MatchLog : public TrafficLog {
public:
    /// A resumed match goes on with its log. The references must outlive this.
    MatchLog(const MatchSettings& settings, bool resuming, program::StatusLine& status_line,
             std::ostream& err)
        : TrafficLog(settings.log, settings.append_log || resuming), status_line_(status_line),
          recover_(settings.recover), err_(err) {}
    void warned(const TextEngine& engine, std::string_view text) override {
        print("Warning: " + engine.name() + ": " + std::string(text));
    }
    void informed(const TextEngine& engine, std::string_view text) override {
        print("Note: " + engine.name() + " says " + std::string(text));
    }

    /// Prints a line on standard error, unless it has been printed before.
    void print(std::string line) {
        const auto [added, is_new] = printed_.insert(std::move(line));
        if (!is_new) return;
        status_line_.clear();
        err_ << *added << std::endl;
    }

    /// Whether the match ends because an engine broke down in the game; never with -recover. If it
    /// ends, prints why.
    [[nodiscard]] bool ends_with(const GameRecord& record) {
        const auto& fault = record.verdict.fault;
        if (recover_ || !fault || *fault == Fault::Illegal || *fault == Fault::OnTime) return false;
        status_line_.clear();
        err_ << "agon-match: game " << record.number << ": " << record.verdict.reason
             << "; -recover goes on after that" << std::endl;
        return true;
    }

private:
    program::StatusLine& status_line_;
    bool recover_;
    std::ostream& err_;
    std::set<std::string> printed_;
};

// Who follows a match while it is played.

/// Called from the event loop of the match. Every method does nothing unless overridden, and none
/// may block or throw.
class MatchWatcher : public Spectator {
public:
    /// How many files it may have open.
    [[nodiscard]] virtual std::size_t most_files() const { return 0; }
    /// Before all others; `loop` lives until after left().
    virtual void started(boost::asio::io_context& /*loop*/) {}
    /// A game has finished. Games of an earlier run come before the first of this one. `total` is
    /// the number of games in all, as far as known.
    virtual void finished(const GameRecord&, std::size_t /*total*/) {}
    /// The match is over. Whatever keeps the loop running from now on ends soon by itself, and
    /// holds a copy of `closing` until then.
    virtual void stopped(const std::shared_ptr<void>& /*closing*/) {}
    /// The loop is about to be destroyed: let go of all that uses it. Always the last call; after
    /// an exception it may be the only one.
    virtual void left() {}
};

// The engine processes of a match, which are kept from game to game.

/// Throws Error when `-concurrency` needs more open files than the limit allows beside `others`.
void require_room(const MatchSettings& settings, std::size_t others = 0);

/// Nothing blocks. `engine` is a number in the settings; `player` numbers the games played at once.
class EnginePool {
public:
    /// The references must outlive this. `others`: as for require_room().
    EnginePool(boost::asio::io_context& loop, const MatchSettings& settings, Traffic& traffic,
               std::size_t others = 0);

    /// An idle process of the engine, or one to be started. Kills other idle processes if there is
    /// no room for that.
    [[nodiscard]] TextEngine& take(std::size_t engine, std::size_t player);
    /// After the game for which it was taken.
    void give_back(std::size_t engine, std::size_t player, TextEngine& given);
    /// Idle engines are sent `quit`, and each holds a copy of `closing` until it has gone; the
    /// others are killed.
    void end(const std::shared_ptr<void>& closing);
    /// Kills all.
    void kill();

private:
    [[nodiscard]] std::vector<TextEngine*>& idle(std::size_t engine, std::size_t player);
    void make_room();

    boost::asio::io_context& loop_;
    const MatchSettings& settings_;
    Traffic& traffic_;
    std::size_t most_;                           ///< processes
    std::vector<std::shared_ptr<bool>> started_; ///< by engine
    std::vector<std::unique_ptr<TextEngine>> engines_;
    std::map<std::pair<std::size_t, std::size_t>, std::vector<TextEngine*>> idle_;
};

} // namespace agon::match

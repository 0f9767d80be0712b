// Who follows a match while it is played.
#pragma once

#include "tools/match/game/game_player.hpp"

namespace agon::match {

/// Called from the event loop of the match. Every method does nothing unless overridden, and none
/// may block or throw.
class MatchWatcher : public Spectator {
public:
    /// How many files it may have open.
    [[nodiscard]] virtual std::size_t most_files() const { return 0; }
    /// Before all others; `loop` lives until after left().
    virtual void started(boost::asio::io_context& /*loop*/) {}
    /// A game of this run, or before its first one a game of an earlier run, of `total` in all as
    /// far as known.
    virtual void finished(const GameRecord&, std::size_t /*total*/) {}
    /// The match is over: nothing may keep the loop running now.
    virtual void stopped() {}
    /// The loop is about to go: nothing of it may be kept. Always the last, also where an exception
    /// has ended the match, and then perhaps the only one.
    virtual void left() {}
};

} // namespace agon::match

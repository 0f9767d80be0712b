// An observer of a match while it is played.
#pragma once

#include "protocol/record/record.hpp"
#include "tools/arena/match/game_player.hpp"

#include <boost/asio/io_context.hpp>
#include <cstddef>
#include <memory>

namespace agon::arena {

/// Called from the event loop of the match. Every method does nothing unless overridden, and none
/// may block or throw.
class MatchWatcher : public Spectator {
public:
    /// The maximum number of files that it has open.
    [[nodiscard]] virtual std::size_t max_files() const { return 0; }
    /// Before all others; `loop` lives until after left().
    virtual void started(boost::asio::io_context& /*loop*/) {}
    /// A game has finished. Games of an earlier run come before the first of this one. `total` is
    /// the number of games in all, as far as known.
    virtual void finished(const GameRecord&, std::size_t /*total*/) {}
    /// The match is over. Everything that keeps the loop running from now on ends soon by itself,
    /// and holds a copy of `closing` until then.
    virtual void stopped(const std::shared_ptr<void>& /*closing*/) {}
    /// The loop is about to be destroyed: let go of all that uses it. Always the last call; after
    /// an exception it may be the only one.
    virtual void left() {}
};

} // namespace agon::arena

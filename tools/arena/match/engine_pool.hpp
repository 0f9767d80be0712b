// The engine processes of a match, which are kept from game to game.
#pragma once

#include "tools/arena/conversation/text_engine.hpp"
#include "tools/arena/journal/settings.hpp"

#include <map>
#include <memory>
#include <utility>
#include <vector>

namespace agon::arena {

/// Throws Error if `-concurrency` needs more open files than the limit allows beside `others`.
void require_room(const MatchSettings& settings, std::size_t others = 0);

/// Nothing blocks. `engine` is a number in the settings; `player` numbers the games played at once.
class EnginePool {
public:
    /// The references must outlive this. `others`: as for require_room().
    EnginePool(boost::asio::io_context& loop, const MatchSettings& settings, Traffic& traffic,
               std::size_t others = 0);

    /// An idle process of the engine, or a new one. Kills other idle processes if there is
    /// no room for it.
    [[nodiscard]] TextEngine& take(std::size_t engine, std::size_t player);
    /// Called after the game for which it was taken.
    void give_back(std::size_t engine, std::size_t player, TextEngine& given);
    /// Sends `quit` to idle engines; each holds a copy of `closing` until it has exited. Kills
    /// the others.
    void end(const std::shared_ptr<void>& closing);
    /// Kills all.
    void kill();

private:
    [[nodiscard]] std::vector<TextEngine*>& idle(std::size_t engine, std::size_t player);
    void make_room();

    boost::asio::io_context& loop_;
    const MatchSettings& settings_;
    Traffic& traffic_;
    std::size_t max_;                            ///< processes
    std::vector<std::shared_ptr<bool>> started_; ///< by engine
    std::vector<std::unique_ptr<TextEngine>> engines_;
    std::map<std::pair<std::size_t, std::size_t>, std::vector<TextEngine*>> idle_;
};

} // namespace agon::arena

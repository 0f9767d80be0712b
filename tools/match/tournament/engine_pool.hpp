// The engine processes of a match, which stay from game to game.
#pragma once

#include "tools/match/engines/text_engine.hpp"
#include "tools/match/tournament/settings.hpp"

#include <map>
#include <memory>
#include <utility>
#include <vector>

namespace agon::match {

/// Throws Error when `-concurrency` needs more open files than there may be, beside so many others.
void require_room(const MatchSettings& settings, std::size_t others = 0);

/// Nothing blocks. An engine is its number in the settings; a player is one of the games at a time.
class EnginePool {
public:
    /// The references must outlive this. `others`: as for require_room().
    EnginePool(boost::asio::io_context& loop, const MatchSettings& settings, Traffic& traffic,
               std::size_t others = 0);

    /// An idle process of the engine, or one to be started; where there is no room for that, idle
    /// ones of other engines end.
    [[nodiscard]] TextEngine& take(std::size_t engine, std::size_t player);
    /// After the game for which it was taken.
    void give_back(std::size_t engine, std::size_t player, TextEngine& given);
    /// Idle engines are sent `quit`, the others killed.
    void end();

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

// The engine processes of a match, which stay from game to game.
#pragma once

#include "tools/match/engines/text_engine.hpp"
#include "tools/match/tournament/settings.hpp"

#include <map>
#include <memory>
#include <utility>
#include <vector>

namespace agon::match {

/// Nothing blocks. An engine is its number in the settings; a player is one of the games at a time.
class EnginePool {
public:
    /// The references must outlive this.
    EnginePool(boost::asio::io_context& loop, const MatchSettings& settings, Traffic& traffic)
        : loop_(loop), settings_(settings), traffic_(traffic) {}

    /// An idle process of the engine, or one to be started.
    [[nodiscard]] TextEngine& take(std::size_t engine, std::size_t player);
    /// After the game for which it was taken.
    void give_back(std::size_t engine, std::size_t player, TextEngine& given);
    /// Idle engines are sent `quit`, the others killed.
    void end();

private:
    [[nodiscard]] std::vector<TextEngine*>& idle(std::size_t engine, std::size_t player);

    boost::asio::io_context& loop_;
    const MatchSettings& settings_;
    Traffic& traffic_;
    std::vector<std::unique_ptr<TextEngine>> engines_;
    std::map<std::pair<std::size_t, std::size_t>, std::vector<TextEngine*>> idle_;
};

} // namespace agon::match

#include "tools/arena/match/engine_pool.hpp"

#include "engine/error.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <set>

namespace agon::arena {

void require_room(const MatchSettings& settings, std::size_t others) {
    const std::size_t most = max_processes(others);
    if (2 * settings.concurrency <= most) return;
    throw Error(
        fmt::format("-concurrency {}: {} engines at a time, and the limit of open files has "
                    "room for {} (ulimit -Hn)",
                    settings.concurrency, 2 * settings.concurrency, most));
}

EnginePool::EnginePool(boost::asio::io_context& loop, const MatchSettings& settings,
                       Traffic& traffic, std::size_t others)
    : loop_(loop), settings_(settings), traffic_(traffic), max_(max_processes(others)) {
    for (std::size_t i = 0; i < settings.engines.size(); ++i)
        started_.push_back(std::make_shared<bool>());
}

/// Makes room for one more process.
void EnginePool::make_room() {
    auto running = static_cast<std::size_t>(
        std::ranges::count_if(engines_, [](const auto& engine) { return engine->running(); }));
    for (const auto& [whose, engines] : idle_)
        for (TextEngine* const engine : engines)
            if (running >= max_ && engine->running()) {
                engine->kill();
                --running;
            }
}

/// Pinned engines serve only the player whose cores they have.
std::vector<TextEngine*>& EnginePool::idle(std::size_t engine, std::size_t player) {
    return idle_[{engine, settings_.cores.empty() ? 0 : player}];
}

TextEngine& EnginePool::take(std::size_t engine, std::size_t player) {
    auto& idle = this->idle(engine, player);
    if (idle.empty() || !idle.back()->running()) make_room();
    if (idle.empty()) {
        EngineConfig config = settings_.engines[engine];
        if (!settings_.cores.empty()) config.command.cores = settings_.cores[player];
        engines_.push_back(std::make_unique<TextEngine>(
            loop_, std::move(config), settings_.rules.options(), traffic_, started_[engine]));
        return *engines_.back();
    }
    TextEngine& taken = *idle.back();
    idle.pop_back();
    return taken;
}

void EnginePool::give_back(std::size_t engine, std::size_t player, TextEngine& given) {
    auto& idle = this->idle(engine, player);
    if (!settings_.engines[engine].restart) return idle.push_back(&given);
    given.quit([&idle, &given] { idle.push_back(&given); });
}

void EnginePool::end(const std::shared_ptr<void>& closing) {
    std::set<TextEngine*> idle;
    for (const auto& [whose, engines] : idle_) idle.insert(engines.begin(), engines.end());
    for (const auto& engine : engines_) {
        if (idle.contains(engine.get()))
            engine->quit([closing] {});
        else
            engine->kill();
    }
}

void EnginePool::kill() {
    for (const auto& engine : engines_) engine->kill();
}

} // namespace agon::arena

#include "tools/match/tournament/engine_pool.hpp"

#include <set>

namespace agon::match {

/// Those that are pinned serve only the player whose cores they have.
std::vector<TextEngine*>& EnginePool::idle(std::size_t engine, std::size_t player) {
    return idle_[{engine, settings_.cores.empty() ? 0 : player}];
}

TextEngine& EnginePool::take(std::size_t engine, std::size_t player) {
    auto& idle = this->idle(engine, player);
    if (idle.empty()) {
        EngineConfig config = settings_.engines[engine];
        if (!settings_.cores.empty()) config.command.cores = settings_.cores[player];
        engines_.push_back(std::make_unique<TextEngine>(loop_, std::move(config),
                                                        settings_.rules.options(), traffic_));
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

void EnginePool::end() {
    std::set<TextEngine*> idle;
    for (const auto& [whose, engines] : idle_) idle.insert(engines.begin(), engines.end());
    for (const auto& engine : engines_) {
        if (idle.contains(engine.get()))
            engine->quit([] {});
        else
            engine->kill();
    }
}

} // namespace agon::match

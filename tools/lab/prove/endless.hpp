// Whether a side can go on stepping forever.
#pragma once

#include "engine/board/cell.hpp"

#include <cstddef>
#include <map>
#include <optional>
#include <utility>
#include <vector>

namespace agon::prove {

struct FortStep {
    Cell from, to;
};

/// The first step of an endless sequence of states from `first`, nullopt if there is none. `next`
/// returns pairs of a step and the state after it; finitely many states, which have an order, can
/// be reached. Starts from all of them, and removes those without a step to another remaining one
/// until there are none to remove.
template<class State, class Next>
[[nodiscard]] std::optional<FortStep> first_endless_step(const State& first, Next next) {
    std::map<State, std::vector<std::pair<FortStep, State>>> steps{{first, {}}};
    std::vector<State> waiting{first};
    while (!waiting.empty()) {
        const State state = waiting.back();
        waiting.pop_back();
        steps[state] = next(state);
        for (const auto& [_, after] : steps[state])
            if (steps.try_emplace(after).second) waiting.push_back(after);
    }
    std::size_t dead = 1;
    while (dead > 0) {
        dead = std::erase_if(steps, [](const auto& entry) { return entry.second.empty(); });
        for (auto& [_, ways] : steps)
            std::erase_if(ways, [&](const auto& way) { return !steps.contains(way.second); });
    }
    const auto left = steps.find(first);
    return left == steps.end() ? std::nullopt : std::optional(left->second.front().first);
}

} // namespace agon::prove

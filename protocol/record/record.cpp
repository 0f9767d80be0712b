#include "protocol/record/record.hpp"

#include <algorithm>

namespace agon {

PerSide<std::uint64_t> forfeited_turns(const GameRecord& record) {
    PerSide<std::uint64_t> turns{};
    for (const ActionRecord& action : record.actions)
        if (!action.forfeited.empty()) ++turns[action.chooser];
    return turns;
}

} // namespace agon

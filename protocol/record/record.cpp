#include "protocol/record/record.hpp"

#include <charconv>

namespace agon {

int read_round(std::string_view text) {
    int round = GameRecord().round;
    std::from_chars(text.data(), text.data() + text.size(), round);
    return round;
}

PerSide<std::uint64_t> forfeited_turns(const GameRecord& record) {
    PerSide<std::uint64_t> turns{};
    for (const ActionRecord& action : record.actions)
        if (!action.forfeited.empty()) ++turns[action.chooser];
    return turns;
}

} // namespace agon

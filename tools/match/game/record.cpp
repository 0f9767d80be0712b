#include "tools/match/game/record.hpp"

namespace agon::match {

std::string_view to_text(Result result) {
    static constexpr std::string_view TEXTS[] = {"1-0", "0-1", "1/2-1/2", "*"};
    return TEXTS[static_cast<std::size_t>(result)];
}

std::string_view to_text(Termination termination) {
    static constexpr std::string_view TEXTS[] = {"normal",      "adjudication", "time forfeit",
                                                 "abandoned",   "stalled",      "illegal move",
                                                 "unterminated"};
    return TEXTS[static_cast<std::size_t>(termination)];
}

std::array<std::uint64_t, 2> forfeited_turns(const GameRecord& record) {
    std::array<std::uint64_t, 2> turns{};
    for (const ActionRecord& action : record.actions)
        if (!action.forfeited.empty()) ++turns[index(action.chooser)];
    return turns;
}

} // namespace agon::match

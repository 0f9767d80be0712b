#include "protocol/web/room/seats.hpp"

#include "engine/notation/sentences.hpp"
#include "engine/number.hpp"

#include <algorithm>
#include <map>

namespace agon::page {

PgnOptions seat_tags(const PerSide<std::optional<Chair>>& chairs) {
    PgnOptions options = SINGLE_GAME;
    for (const Side side : BOTH_SIDES) {
        const auto& chair = chairs[side];
        const std::string colour = capital_name(side);
        options.seats.emplace_back(colour + "Type", chair ? "program" : "human");
        if (!chair) continue;
        options.seats.emplace_back(colour + "Engine", chair->engine);
        if (chair->level > 0)
            options.seats.emplace_back(colour + "Level", std::to_string(chair->level));
    }
    return options;
}

PerSide<std::optional<Chair>> chairs_of(const PgnOptions& tags,
                                        const std::vector<std::string>& engines) {
    const std::map<std::string, std::string> seats(tags.seats.begin(), tags.seats.end());
    PerSide<std::optional<Chair>> chairs;
    for (const Side side : BOTH_SIDES) {
        const std::string colour = capital_name(side);
        const auto engine = seats.find(colour + "Engine");
        if (engine == seats.end() || std::ranges::count(engines, engine->second) == 0) continue;
        int level = 0;
        if (const auto said = seats.find(colour + "Level"); said != seats.end())
            (void)read_whole(said->second, level);
        chairs[side] = Chair{engine->second, level < 1 || level > MAX_LEVEL ? 0 : level};
    }
    return chairs;
}

} // namespace agon::page

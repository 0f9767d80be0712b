#include "tools/arena/schedule/schedule.hpp"

namespace agon::arena {

std::vector<std::size_t> Schedule::places() const {
    std::vector<std::size_t> engines;
    for (const Standing& standing : standings()) engines.push_back(standing.engine);
    return engines;
}

} // namespace agon::arena

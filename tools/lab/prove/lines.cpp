#include "tools/lab/prove/lines.hpp"

#include "engine/board/geometry.hpp"
#include "tools/lab/prove/by_cell.hpp"

namespace agon::prove {

const std::vector<Line>& lines_through(Cell cell) {
    static const auto table = [] {
        ByCell<std::vector<Line>> lines;
        BOARD.for_each([&](Cell c) {
            for (std::size_t d = 0; d < DIRECTION_COUNT; d += 2) {
                const auto near = detail::step(c, d), far = detail::step(c, d + 1);
                if (near && far) lines[at(c)].push_back({*near, *far});
            }
        });
        return lines;
    }();
    return table[at(cell)];
}

} // namespace agon::prove

// The straight lines through a cell.
#pragma once

#include "engine/board/cell.hpp"

#include <vector>

namespace agon::prove {

struct Line {
    Cell near, far; ///< two opposite neighbours of a cell
};

/// Only lines with both ends on the board.
[[nodiscard]] const std::vector<Line>& lines_through(Cell cell);

} // namespace agon::prove

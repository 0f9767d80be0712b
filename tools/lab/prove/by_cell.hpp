// Tables by cell, the empty one included.
#pragma once

#include "engine/board/cell.hpp"

#include <array>
#include <cstddef>

namespace agon::prove {

template<class Value>
using ByCell = std::array<Value, Cell::NONE + 1>; ///< by at()

[[nodiscard]] inline std::size_t at(Cell cell) { return static_cast<std::size_t>(cell.index()); }

} // namespace agon::prove

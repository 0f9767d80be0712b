// Positions as EPD (arena.md, EPD).
#pragma once

#include "engine/position.hpp"

#include <string>

namespace agon::match {

/// A line, without its end: the first four fields of rules.md section 8, then the clock as `hmvc
/// N;` and the number as `fmvn N;`. load_openings() reads it.
[[nodiscard]] std::string to_epd(const Position& position);

} // namespace agon::match

// Files of positions, a line each (EPD).
#pragma once

#include "engine/game/position.hpp"
#include "protocol/record/output_file.hpp"

#include <filesystem>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace agon {

/// Reads a position text of six fields, or four fields with the operations `hmvc N;` (the clock, 0
/// unless given) and `fmvn N;` (the number, 1 unless given). Other operations are skipped; an
/// operand in double quotes may have semicolons in it. Throws Error.
[[nodiscard]] Position parse_epd(const RuleSet& rules, std::string_view line);

/// Four fields, `hmvc N;` and `fmvn N;`.
[[nodiscard]] std::string to_epd(const Position& position);

/// The positions of a regular file of at most 256 MiB. Empty lines and lines that begin with `#`
/// are skipped. `check` may throw Error too. Throws Error "FILE:LINE: fault", or without a line
/// when the file cannot be read or has no position. Blocks on reading.
[[nodiscard]] std::vector<Position> read_epd(
    const RuleSet& rules, const std::filesystem::path& file,
    const std::function<void(const Position&)>& check = [](const Position&) {});

/// A file to which positions can be appended.
extern const FileKind EPD_KIND;

} // namespace agon

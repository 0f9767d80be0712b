// `agon-match merge`: the journals of a match's shards as one (arena.md, shards).
#pragma once

#include <string>
#include <vector>

namespace agon::match {

/// Prints the table and the SPRT of all games; `-o FILE` writes them as one journal, in the order
/// of the schedule. Blocks on reading. Returns the exit status, 0. Throws Error when journals are
/// not of one match, two of them hold the same game, or FILE is a journal already.
[[nodiscard]] int merge_command(const std::vector<std::string>& args);

} // namespace agon::match

// `agon play --puzzles`: positions with one winning action, in lines of text (protocols.md section
// 4).
#pragma once

#include "protocol/session/host.hpp"

#include <istream>
#include <ostream>
#include <string_view>

namespace agon::protocol {

/// The shipped puzzles, those of `variant` unless it is empty: reads actions and commands until
/// `quit` or the end of the input. Changes the host's rules and game. Throws Error if there are
/// none for these rules. Blocks.
void play_puzzles(Host& host, std::istream& in, std::ostream& out, std::string_view variant);

} // namespace agon::protocol

// The words after `position`, and a list of actions, as a game.
#pragma once

#include "protocol/session/host.hpp"
#include "protocol/session/tokens.hpp"

namespace agon::protocol {

/// Reads `startpos [moves …]`, `fen TEXT [moves …]` or `TEXT [moves …]`. Throws Error naming the
/// field of the text or the action and its place in the list, from 1.
[[nodiscard]] Game parse_position_command(const Host& host, Tokens words);

/// Plays the actions that are left in `words`. Throws Error as above; those before the one at fault
/// have then been played.
void play_all(Game& game, Tokens words);

} // namespace agon::protocol

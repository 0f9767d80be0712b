// The arguments of `position`, and lists of actions.
#pragma once

#include "protocol/session/host.hpp"
#include "protocol/session/tokens.hpp"

namespace agon::protocol {

/// Reads `startpos [moves …]`, `fen TEXT [moves …]` or `TEXT [moves …]`. Throws Error, which names
/// the invalid field, or the illegal action and its place in the list, from 1.
[[nodiscard]] Game parse_position_command(const Host& host, Tokens words);

/// Plays the actions in `words`, none after a win. Throws Error as above; the actions before the
/// illegal one have been played then.
void play_all(Game& game, Tokens words);

} // namespace agon::protocol

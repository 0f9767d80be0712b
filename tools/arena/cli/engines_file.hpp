// Engines from a file of cutechess or fastchess (arena.md, Engines).
#pragma once

#include "tools/arena/conversation/engine_config.hpp"

#include <string>

namespace agon::arena {

/// Applies the entry of one engine in a file: `value` is FILE.json:NAME, FILE.json if it has only
/// one, or NAME in engines.json. The file is cutechess's list of engines or fastchess's
/// config.json.
void read_conf(EngineConfig& engine, const std::string& what, const std::string& value);

} // namespace agon::arena

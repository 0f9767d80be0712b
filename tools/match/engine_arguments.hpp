// An engine on a command line, in fastchess's spelling (arena.md, engines).
#pragma once

#include "tools/match/engine_config.hpp"

#include <string>

namespace agon::match {

/// Takes in one KEY=VALUE of an engine. Throws Error when it has no meaning.
void read_engine(EngineConfig& engine, const std::string& key, const std::string& value);

/// Names an engine without name= by its program. Throws Error when it has no program, or a name
/// that is not ASCII without space and colon.
void name_engine(EngineConfig& engine);

} // namespace agon::match

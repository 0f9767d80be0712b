// An engine on a command line, in fastchess's spelling (arena.md, engines).
#pragma once

#include "tools/match/engines/engine_config.hpp"

#include <string>

namespace agon::match {

/// Sets what one KEY=VALUE of an engine says. Throws UsageError for an unknown key or value, or
/// Error for a faulty time.
void read_engine(EngineConfig& engine, const std::string& key, const std::string& value);

/// A program and its arguments in one text, with quotes as for a shell. Throws UsageError
/// that names `option` when there is no program.
[[nodiscard]] Command parse_command(const std::string& text, const std::string& option);

/// Names an engine without name= by its program. Throws UsageError when it has no program, or
/// a name that is not ASCII without space and colon.
void name_engine(EngineConfig& engine);

} // namespace agon::match

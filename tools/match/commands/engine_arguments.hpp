// An engine on a command line, in fastchess's spelling (arena.md, engines).
#pragma once

#include "tools/match/engines/engine_config.hpp"

#include <string>
#include <utility>
#include <vector>

namespace agon::match {

// All of these throw program::UsageError, whose text begins with `what` where that is given.

/// "KEY=VALUE" in two; a lone `ponder` is "ponder=on", as in cutechess.
[[nodiscard]] std::pair<std::string, std::string> key_value(const std::string& what,
                                                            const std::string& word);

/// Seconds with a fraction down to milliseconds.
[[nodiscard]] Milliseconds read_seconds(const std::string& what, const std::string& text);

/// A clock (parse_clock()) into `control`.
void read_clock(const std::string& what, const std::string& text, TimeControl& control);

/// Sets what one KEY=VALUE of an engine says.
void read_engine(EngineConfig& engine, const std::string& key, const std::string& value);

/// A program and its arguments in one text, with quotes as for a shell.
[[nodiscard]] Command parse_command(const std::string& text, const std::string& what);

/// The words after each `-NAME` (or `--NAME`) up to the next option, which are taken out of
/// `words`.
/// "-5" is no option.
[[nodiscard]] std::vector<std::vector<std::string>> take_groups(std::vector<std::string>& words,
                                                                const std::string& name);

/// The engine that is built beside the arena.
[[nodiscard]] std::string own_engine();

/// Names an engine without name= by its program. A name is ASCII without space and colon.
void name_engine(EngineConfig& engine);

} // namespace agon::match

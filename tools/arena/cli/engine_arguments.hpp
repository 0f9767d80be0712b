// Engines, an SPRT and `-http` on a command line, in fastchess's spelling.
#pragma once

#include "engine/record/match_rules.hpp"
#include "tools/arena/conversation/engine_text.hpp"
#include "tools/arena/stats/sprt.hpp"
#include "tools/arena/web/server.hpp"

#include <string>
#include <utility>
#include <vector>

namespace agon::match {

// An engine on a command line, in fastchess's spelling (arena.md, engines).

// All of these throw program::UsageError, whose text begins with `what` where that is given.

/// "KEY=VALUE" in two; a lone `ponder` is "ponder=on", as in cutechess.
[[nodiscard]] std::pair<std::string, std::string> key_value(const std::string& what,
                                                            const std::string& word);

/// Seconds with a fraction down to milliseconds.
[[nodiscard]] Milliseconds read_seconds(const std::string& what, const std::string& text);

/// The same, and more than none.
[[nodiscard]] Milliseconds read_some_seconds(const std::string& what, const std::string& text);

/// A clock (parse_clock()) into `control`.
void read_clock(const std::string& what, const std::string& text, TimeControl& control);

/// Sets what one KEY=VALUE of an engine says.
void read_engine(EngineConfig& engine, const std::string& key, const std::string& value);

/// make_match_rules(), and a name that is none has the names there are, with the one that was
/// probably meant. `variant` empty is the default preset. `what` are the options as typed.
[[nodiscard]] MatchRules read_rules(const std::string& what, const std::string& variant,
                                    const std::string& what_setup, const std::string& setup,
                                    const std::string& variant_path, DrawLimits limits = {});

/// Sets what a file of engines says of one: `value` is FILE.json:NAME, FILE.json where there is
/// only one, or NAME in engines.json. The file is cutechess's list of engines or fastchess's
/// config.json.
void read_conf(EngineConfig& engine, const std::string& what, const std::string& value);

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

// The settings of an SPRT on a command line, in fastchess's spelling (arena.md, SPRT).

/// Reads words KEY=VALUE; `what` is the option before them, as typed. Throws program::UsageError,
/// also where the hypotheses make no test.
[[nodiscard]] SprtSettings read_sprt(const std::string& what,
                                     const std::vector<std::string>& words);

// The option `-http` of a match and of `serve`.

/// Sets what one KEY=VALUE says: port=, address= or keep=. Throws program::UsageError.
void read_http(ServerSettings& settings, const std::string& key, const std::string& value);

} // namespace agon::match

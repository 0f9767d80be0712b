// A match, its engines, an SPRT and `-http` on a command line, in fastchess's spelling.
#pragma once

#include "engine/record/match_rules.hpp"
#include "tools/arena/conversation/engine_text.hpp"
#include "tools/arena/journal/settings.hpp"
#include "tools/arena/stats/sprt.hpp"
#include "tools/arena/web/server.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace agon::match {

// An engine on a command line, in fastchess's spelling (arena.md, engines).

// All of these throw program::UsageError. Its text begins with `what` if there is one.

/// Splits "KEY=VALUE"; a lone `ponder` is "ponder=on", as in cutechess.
[[nodiscard]] std::pair<std::string, std::string> key_value(const std::string& what,
                                                            const std::string& word);

/// Reads seconds, with a fraction down to milliseconds.
[[nodiscard]] Milliseconds read_seconds(const std::string& what, const std::string& text);

/// The same, but more than 0.
[[nodiscard]] Milliseconds read_some_seconds(const std::string& what, const std::string& text);

/// Reads a clock (parse_clock()) into `control`.
void read_clock(const std::string& what, const std::string& text, TimeControl& control);

/// Applies one KEY=VALUE of an engine.
void read_engine(EngineConfig& engine, const std::string& key, const std::string& value);

/// As make_match_rules(), but the error for an unknown name lists the known ones and suggests one.
/// An empty `variant` means the default preset. `what` and `what_setup` are the options as typed.
[[nodiscard]] MatchRules read_rules(const std::string& what, const std::string& variant,
                                    const std::string& what_setup, const std::string& setup,
                                    const std::string& variant_path, DrawLimits limits = {});

/// Applies the entry of one engine in a file: `value` is FILE.json:NAME, FILE.json if it has only
/// one, or NAME in engines.json. The file is cutechess's list of engines or fastchess's
/// config.json.
void read_conf(EngineConfig& engine, const std::string& what, const std::string& value);

/// A program and its arguments in one text, with quotes as for a shell.
[[nodiscard]] Command parse_command(const std::string& text, const std::string& what);

/// Removes from `words` each `-NAME` (or `--NAME`) with the words up to the next option; returns
/// those words, a group for each. "-5" is not an option.
[[nodiscard]] std::vector<std::vector<std::string>> take_groups(std::vector<std::string>& words,
                                                                const std::string& name);

/// The engine that is built beside the arena.
[[nodiscard]] std::string own_engine();

/// Names an engine without name= after its program. A name is ASCII without space and colon.
void name_engine(EngineConfig& engine);

// The settings of an SPRT on a command line, in fastchess's spelling (arena.md, SPRT).

/// Reads words KEY=VALUE; `what` is the option before them, as typed. Throws program::UsageError,
/// also for hypotheses that make no test.
[[nodiscard]] SprtSettings read_sprt(const std::string& what,
                                     const std::vector<std::string>& words);

// The option `-http` of a match and of `serve`.

/// Applies one KEY=VALUE: port=, address= or keep=. Throws program::UsageError.
void read_http(ServerSettings& settings, const std::string& key, const std::string& value);

// A match.

struct MatchArguments {
    MatchSettings settings;
    std::optional<ServerSettings> http; ///< serves a page while the match runs
    std::vector<std::string> warnings;  ///< about options that mean nothing here, each once
};

/// Throws Error naming the option at fault.
[[nodiscard]] MatchArguments parse_match_arguments(const std::vector<std::string>& words);

/// What `--help` prints.
[[nodiscard]] std::string_view match_help();

} // namespace agon::match

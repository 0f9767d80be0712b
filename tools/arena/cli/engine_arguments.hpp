// An engine on a command line, in fastchess's spelling (arena.md, Engines).
#pragma once

#include "protocol/record/match_rules.hpp"
#include "protocol/record/time_control.hpp"
#include "tools/arena/conversation/engine_config.hpp"

#include <string>
#include <utility>
#include <vector>

namespace agon::arena {

/// Options of the engines that belong to the match (MatchRules::options()).
inline constexpr const char* MATCH_OPTIONS[] = {"VariantPath", "UCI_Variant", "Setup",
                                                "RepetitionLimit", "NoProgressLimit"};

// All of these throw program::UsageError, whose text begins with `what` if there is one.

/// Splits "KEY=VALUE"; `ponder` without a value is "ponder=on", as in cutechess.
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

/// A program and its arguments in one text, with quotes as for a shell.
[[nodiscard]] Command parse_command(const std::string& text, const std::string& what);

/// Removes from `words` each `-NAME` (or `--NAME`) with the words up to the next option; returns
/// those words, a group for each. "-5" is not an option.
[[nodiscard]] std::vector<std::vector<std::string>> take_groups(std::vector<std::string>& words,
                                                                const std::string& name);

/// The engine that is built beside the arena.
[[nodiscard]] std::string own_engine();

/// Names an engine without name= after its program. A name is ASCII without colon; blanks
/// are between words, one each.
void name_engine(EngineConfig& engine);

} // namespace agon::arena

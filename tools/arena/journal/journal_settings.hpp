// The settings of a match in its journal.
#pragma once

#include "tools/arena/journal/journal.hpp"
#include "tools/arena/journal/settings.hpp"

#include <optional>
#include <span>
#include <string>

namespace agon::arena {

/// Everything that the games, their results and their records depend on: engines, rules, openings
/// (with a fingerprint of the file), schedule, shard, adjudication, SPRT. Not, for example, the
/// concurrency.
[[nodiscard]] Json settings_json(const MatchSettings& settings, std::span<const Opening> openings);

/// Like the functions below it throws Error for invalid settings, since JournalReader checks only
/// the rules in them.
[[nodiscard]] ScheduleSettings schedule_from(const Json& settings);

/// Returns nullopt if there is no SPRT.
[[nodiscard]] std::optional<SprtSettings> sprt_from(const Json& settings);

/// The shard, or the shards of a merged journal that lacks others; empty for a whole match.
[[nodiscard]] std::vector<Shard> shards_from(const Json& settings);

/// The engines, without what only a match needs: ponder, restart and the like.
[[nodiscard]] std::vector<EngineConfig> engines_from(const Json& settings);

/// Event and site, "?" if unknown.
[[nodiscard]] PgnOptions pgn_options_from(const Json& settings);

/// The settings with at least `rounds` rounds, if such a match may continue beyond the rounds it
/// began with: the games of a round-robin or gauntlet do not depend on how many rounds follow.
[[nodiscard]] Json extended(Json settings, std::size_t rounds);

/// The first difference, "engines/0/nodes: 1000, now 2000"; nullopt if they mean the same.
[[nodiscard]] std::optional<std::string> difference(const Json& journal, const Json& now);

/// A journal begun before matches had a default limit has none. The match (or tuning) that
/// continues it then has none either, unless the user gives one. Blocks on reading the journal's
/// first line.
void adopt_journal_limit(MatchSettings& settings);

} // namespace agon::arena

// What a journal says of the match it belongs to.
#pragma once

#include "tools/match/formats/journal.hpp"
#include "tools/match/tournament/settings.hpp"

#include <optional>
#include <span>
#include <string>

namespace agon::match {

/// What bears on which games are played, on what is written of them and on who wins: engines,
/// rules, openings (with a fingerprint of what the file held), schedule, shard, adjudication,
/// SPRT. What does not, such as concurrency, is left out.
[[nodiscard]] Json settings_json(const MatchSettings& settings, std::span<const Opening> openings);

/// Whether the games of such settings are in pairs, as ScheduleSettings::paired(). Like those below
/// it throws a std::exception where settings lack what it needs, which a journal's reader has not
/// looked at.
[[nodiscard]] bool paired_from(const Json& settings);

/// The SPRT of such settings; nothing when there is none.
[[nodiscard]] std::optional<SprtSettings> sprt_from(const Json& settings);

/// The engines of such settings, but for what only a match needs: ponder, restart and the like.
[[nodiscard]] std::vector<EngineConfig> engines_from(const Json& settings);

/// The first difference in words, "engines/0/nodes: 1000, now 2000"; nothing when they are equal.
[[nodiscard]] std::optional<std::string> difference(const Json& journal, const Json& now);

} // namespace agon::match

// What a match is played with: engines, rules, schedule, files.
#pragma once

#include "tools/match/engines/engine_config.hpp"
#include "tools/match/formats/openings.hpp"
#include "tools/match/formats/pgn.hpp"
#include "tools/match/game/adjudication.hpp"
#include "tools/match/game/match_rules.hpp"
#include "tools/match/schedule/schedule.hpp"
#include "tools/match/schedule/shard.hpp"
#include "tools/match/stats/sprt.hpp"

namespace agon::match {

struct MatchSettings {
    std::vector<EngineConfig> engines; ///< names differ
    MatchRules rules;
    Adjudication adjudication;
    ScheduleSettings schedule;
    OpeningSettings openings;
    std::size_t concurrency = 1;      ///< games at a time
    bool recover = false;             ///< a crash, disconnect or stall does not end the match
    std::size_t rating_interval = 10; ///< games between reports; 0 for none
    std::optional<SprtSettings> sprt; ///< for two engines
    std::optional<Shard> shard;       ///< of a round-robin or gauntlet; the SPRT is left to `merge`
    std::filesystem::path journal;    ///< what is gone on from, or begun; empty for none
    std::filesystem::path pgn;        ///< games are added to it; empty for none
    PgnOptions pgn_tags;
    bool bar = false; ///< how far the match is, in one line on `err`, a terminal, that changes
    std::filesystem::path epd; ///< last positions are added to it; empty for none
    std::filesystem::path log; ///< of engine traffic; empty for none
    bool append_log = true;    ///< false: what it held is lost
};

} // namespace agon::match

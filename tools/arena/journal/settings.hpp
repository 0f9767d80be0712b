// The settings of a match: engines, rules, schedule, files.
#pragma once

#include "protocol/record/adjudication.hpp"
#include "protocol/record/match_rules.hpp"
#include "protocol/record/openings.hpp"
#include "protocol/record/pgn.hpp"
#include "protocol/record/time_control.hpp"
#include "tools/arena/conversation/cores.hpp"
#include "tools/arena/conversation/engine_config.hpp"
#include "tools/arena/schedule/schedule.hpp"
#include "tools/arena/schedule/shard.hpp"
#include "tools/arena/stats/sprt.hpp"

namespace agon::arena {

struct MatchSettings {
    std::vector<EngineConfig> engines; ///< names differ
    MatchRules rules;
    Adjudication adjudication;
    bool usual_limit = false; ///< max_moves is the default: adopt_journal_limit() may drop it
    ScheduleSettings schedule;
    OpeningSettings openings;
    bool opening_by_round = false;    ///< all games of a round have one, not those of an encounter
    std::size_t concurrency = 1;      ///< games at a time
    Milliseconds wait{0};             ///< from the end of a game to the next in its place
    std::vector<Cores> cores{};       ///< one set for each of these games; empty: not pinned
    bool recover = false;             ///< continue after a crash, disconnect or stall
    std::size_t rating_interval = 10; ///< games between reports; 0 for none
    std::size_t score_interval = 0;   ///< games between lines with the score; 0 for none
    std::optional<SprtSettings> sprt; ///< for two engines
    std::optional<Shard> shard;       ///< of a round-robin or gauntlet; then `merge` runs the SPRT
    std::filesystem::path journal;    ///< resumed or begun; empty for none
    std::filesystem::path pgn;        ///< games are added to it; empty for none
    PgnOptions pgn_tags;
    bool bar = false;          ///< progress in one changing line on `err`, a terminal
    std::filesystem::path epd; ///< last positions are added to it; empty for none
    std::filesystem::path log; ///< empty for none
    bool append_log = true;    ///< false: the content of the log is lost
    std::vector<std::filesystem::path> inputs; ///< files read, such as openings; never written
};

} // namespace agon::arena

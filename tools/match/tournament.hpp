// A match of many games, several at a time.
#pragma once

#include "tools/match/adjudication.hpp"
#include "tools/match/engine_config.hpp"
#include "tools/match/match_rules.hpp"
#include "tools/match/openings.hpp"
#include "tools/match/pgn.hpp"
#include "tools/match/schedule.hpp"
#include "tools/match/shard.hpp"
#include "tools/match/sprt.hpp"

#include <iosfwd>

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

/// A match whose journal holds games goes on after them. Blocks until the match is over, the SPRT
/// decided, or SIGINT or SIGTERM has come. `out` gets the lines of arena.md, "standard output";
/// `err` warnings, and what fault ended the match. Returns the exit status: 0 when it was played, 1
/// when an engine's fault ended it, 130 when a signal did. Throws Error when the schedule or the
/// openings are at fault, the journal is that of another match, a file cannot be written or an
/// engine does not start.
[[nodiscard]] int run_match(const MatchSettings& settings, std::ostream& out, std::ostream& err);

} // namespace agon::match

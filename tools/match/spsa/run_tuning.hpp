// Plays a tuning, several games at a time.
#pragma once

#include "tools/match/spsa/tunings.hpp"

#include <functional>
#include <iosfwd>

namespace agon::match {

struct TuningSettings {
    /// Its two engines are the sides: the same but for their names. `rating_interval` is in
    /// iterations. Without schedule, SPRT, PGN and EPD.
    MatchSettings match;
    SpsaSettings spsa;
};

/// Gets the state after every `rating_interval` iterations and at the end.
using ShowTuning = std::function<void(const Tunings&)>;

/// Goes on after the iterations that the journal holds, one after the other; the games of one are
/// played at the same time. Blocks until all are done, or a signal to end arrives; the games of an
/// unfinished iteration are lost. Writes lines to `out` (arena.md, Tuning), warnings and a fault
/// to `err`. Returns the exit status as run_match() does, and throws the same.
[[nodiscard]] int run_tuning(const TuningSettings& settings, std::ostream& out, std::ostream& err,
                             const ShowTuning& show);

} // namespace agon::match

// Plays a tuning, several games at a time.
#pragma once

#include "tools/arena/journal/settings.hpp"
#include "tools/arena/tuning/spsa.hpp"
#include "tools/arena/tuning/tunings.hpp"

#include <functional>
#include <iosfwd>

namespace agon::arena {

struct TuningSettings {
    /// Its two engines are the sides, which differ only in their names. `rating_interval` is in
    /// iterations. It has no schedule, SPRT, PGN or EPD.
    MatchSettings match;
    SpsaSettings spsa;
};

/// Called with the state after every `rating_interval` iterations and at the end.
using ShowTuning = std::function<void(const Tunings&)>;

/// Continues after the iterations that the journal holds. Iterations run one after another; the
/// games of one run at the same time. Blocks until all are done, or a termination signal arrives;
/// the games of an unfinished iteration are lost. Writes lines to `out` (arena.md, Tuning), and
/// warnings and errors to `err`. Returns the exit status as run_match() does, and throws the same.
[[nodiscard]] int run_tuning(const TuningSettings& settings, std::ostream& out, std::ostream& err,
                             const ShowTuning& show);

} // namespace agon::arena

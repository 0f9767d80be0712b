// Tunings of the same settings, each a shard, and their combined result.
#pragma once

#include "tools/arena/tuning/parameters.hpp"
#include "tools/arena/tuning/tuning.hpp"

#include <string>
#include <vector>

namespace agon::arena {

struct Tunings {
    std::vector<Tuning> parts;    ///< at least one
    std::vector<Shard> missing{}; ///< without a journal

    [[nodiscard]] const std::vector<Parameter>& parameters() const {
        return parts.front().spsa().settings().parameters;
    }
};

/// Blocks on reading. Throws Error if a file is not the journal of a tuning, has other settings, or
/// repeats a shard. Precondition: `files` is not empty.
[[nodiscard]] Tunings read_tunings(const std::vector<std::string>& files);

/// By parameter, the mean of the parts.
[[nodiscard]] std::vector<double> mean_values(const Tunings& tunings);

/// "300 of 300 iterations, 2400 games: +812 =790 -798".
[[nodiscard]] std::string summary_text(const Tunings& tunings);

/// "option.X=12 option.Y=3", the means as whole numbers, also those that have not changed: the
/// start of a tuning is not always the engine's default.
[[nodiscard]] std::string option_words(const Tunings& tunings);

/// A row of text for each parameter: start, mean, bounds, c_end, change in units of c_end, and in
/// the same units how far chance would have moved it (a standard deviation). The first row
/// has the headings.
[[nodiscard]] std::vector<std::vector<std::string>> value_rows(const Tunings& tunings);

/// All of this as lines.
[[nodiscard]] std::string report_text(const Tunings& tunings);

} // namespace agon::arena

// Tunings of the same settings, each a shard, and what comes out of them together.
#pragma once

#include "tools/match/spsa/tuning.hpp"

#include <string>
#include <vector>

namespace agon::match {

struct Tunings {
    std::vector<Tuning> parts;    ///< at least one
    std::vector<Shard> missing{}; ///< of which there is no journal

    [[nodiscard]] const std::vector<Parameter>& parameters() const {
        return parts.front().spsa().settings().parameters;
    }
};

/// Blocks on reading. Throws Error when a file is no journal of a tuning, is of other settings, or
/// is a shard that another is. Precondition: there is a file.
[[nodiscard]] Tunings read_tunings(const std::vector<std::string>& files);

/// By parameter, the mean of the parts.
[[nodiscard]] std::vector<double> mean_values(const Tunings& tunings);

/// "300 of 300 iterations, 2400 games: +812 =790 -798".
[[nodiscard]] std::string summary_text(const Tunings& tunings);

/// "option.X=12 option.Y=3", the means as whole numbers, also those that have not changed:
/// where a tuning started is not always where the engine does.
[[nodiscard]] std::string option_words(const Tunings& tunings);

/// A row of text for each parameter: start, mean, bounds, c_end, change in units of c_end, and in
/// the same units how far chance alone would have moved it (a standard deviation). The first row
/// has the headings.
[[nodiscard]] std::vector<std::vector<std::string>> value_rows(const Tunings& tunings);

/// All of this as lines.
[[nodiscard]] std::string report_text(const Tunings& tunings);

} // namespace agon::match

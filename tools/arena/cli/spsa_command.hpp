// The command line of a tuning: its own options, and those of a match that mean something to it.
#pragma once

#include "tools/arena/tuning/spsa.hpp"
#include "tools/arena/tuning/tuning.hpp"

#include <string>
#include <vector>

namespace agon::match {

struct TuningArguments {
    TuningSettings settings;            ///< without the parameters
    std::vector<ParameterWords> params; ///< to be completed by make_parameters()
    std::string page;                   ///< or empty
};

/// Throws program::UsageError naming the option at fault.
[[nodiscard]] TuningArguments parse_tuning_arguments(std::vector<std::string> words);

/// What `--help` prints.
[[nodiscard]] std::string_view tuning_help();

} // namespace agon::match

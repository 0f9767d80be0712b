// What is tuned: from the command line, completed by what the engine says of its options.
#pragma once

#include "tools/match/engines/engine_config.hpp"
#include "tools/match/spsa/spsa.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace agon::match {

/// An option of an engine that is a number.
struct Spin {
    std::string name;
    int standard, least, most;
};

/// Of a line `option name NAME type spin default D min L max M`; nothing for other lines, and for
/// numbers that are no int.
[[nodiscard]] std::optional<Spin> read_spin(std::string_view line);

/// Starts the engine, and ends it. Blocks. Throws Error when it does not start.
[[nodiscard]] std::vector<Spin> ask_spins(const EngineConfig& engine,
                                          const EngineOptions& match_options);

/// One `-param`: what it says is of all its names.
struct ParameterWords {
    std::vector<std::string> names; ///< `all`: every spin but those that each UCI engine may have
    std::optional<int> start{}, least{}, most{};
    std::optional<double> c_end{}, r_end{};
};

/// The parameters in the order in which they are named first; what a later group says counts. What
/// none says is: the start as `options` of the command line have it, else the engine's default; the
/// engine's bounds; c_end a twentieth of the range, but at least 0.5. Throws program::UsageError
/// for a name that is no spin, and for numbers that do not fit together or into the engine's
/// bounds.
[[nodiscard]] std::vector<Parameter> make_parameters(const std::vector<ParameterWords>& groups,
                                                     const std::vector<Spin>& spins,
                                                     const EngineOptions& options);

} // namespace agon::match

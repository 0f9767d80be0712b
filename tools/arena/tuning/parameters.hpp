// The parameters to tune, from the command line, completed by the options that the engine offers.
#pragma once

#include "protocol/record/match_rules.hpp"
#include "tools/arena/conversation/engine_config.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace agon::arena {

/// A number that is tuned.
struct Parameter {
    std::string name; ///< of the engine's option
    int start = 0, least = 0, most = 0;
    double c_end = 0;     ///< perturbation in the last pair of games; above 0
    double r_end = 0.002; ///< step in the last pair for each point won, in units of c_end

    friend bool operator==(const Parameter&, const Parameter&) = default;
};

/// A numeric option of an engine.
struct Spin {
    std::string name;
    int standard, least, most;
};

/// Reads a line `option name NAME type spin default D min L max M`. Returns nullopt for other
/// lines, and for numbers that do not fit an int.
[[nodiscard]] std::optional<Spin> read_spin(std::string_view line);

/// Starts the engine, and ends it. Blocks. Throws Error if it does not start.
[[nodiscard]] std::vector<Spin> ask_spins(const EngineConfig& engine,
                                          const EngineOptions& match_options);

/// One `-param`: its values apply to all its names.
struct ParameterWords {
    std::vector<std::string> names; ///< `all`: every spin but resources, rules, levels of play
    std::optional<int> start{}, least{}, most{};
    std::optional<double> c_end{}, r_end{};
};

/// The parameters in the order in which they are first named; a later group overrides an earlier
/// one. Defaults: the start is the value in `options` of the command line, otherwise the engine's
/// default; the bounds are the engine's; c_end is a twentieth of the range, but at least 0.5.
/// Throws program::UsageError for a name that is not a spin, and for numbers that are inconsistent
/// or outside the engine's bounds.
[[nodiscard]] std::vector<Parameter> make_parameters(const std::vector<ParameterWords>& groups,
                                                     const std::vector<Spin>& spins,
                                                     const EngineOptions& options);

} // namespace agon::arena

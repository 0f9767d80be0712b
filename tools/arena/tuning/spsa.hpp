// SPSA, simultaneous perturbation stochastic approximation, and what it tunes (arena.md, Tuning).
#pragma once

#include "tools/arena/conversation/engine_text.hpp"
#include "tools/arena/schedule/shard.hpp"

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace agon::match {

// What is tuned: from the command line, completed by what the engine says of its options.

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

/// Reads a line `option name NAME type spin default D min L max M`; nothing for other lines, and
/// for numbers that do not fit an int.
[[nodiscard]] std::optional<Spin> read_spin(std::string_view line);

/// Starts the engine, and ends it. Blocks. Throws Error when it does not start.
[[nodiscard]] std::vector<Spin> ask_spins(const EngineConfig& engine,
                                          const EngineOptions& match_options);

/// One `-param`: its values apply to all its names.
struct ParameterWords {
    std::vector<std::string> names; ///< `all`: every spin but resources, rules, levels of play
    std::optional<int> start{}, least{}, most{};
    std::optional<double> c_end{}, r_end{};
};

/// The parameters in the order in which they are first named; a later group overrides an earlier
/// one. Defaults: the start is the value in `options` of the command line, else the engine's
/// default; the bounds are the engine's; c_end is a twentieth of the range, but at least 0.5.
/// Throws program::UsageError for a name that is no spin, and for numbers that do not fit together
/// or into the engine's bounds.
[[nodiscard]] std::vector<Parameter> make_parameters(const std::vector<ParameterWords>& groups,
                                                     const std::vector<Spin>& spins,
                                                     const EngineOptions& options);

// SPSA, simultaneous perturbation stochastic approximation: two engines play whose parameters are
// a little above and a little below, and their score moves all parameters at once (arena.md,
// Tuning).

struct SpsaSettings {
    std::vector<Parameter> parameters; ///< names differ; start is from least to most
    std::size_t iterations = 1;
    std::size_t pairs = 4; ///< of games in an iteration
    std::uint64_t seed = 0;
    Shard shard; ///< each has its own random numbers
};

/// The two sides of an iteration.
struct Probe {
    std::vector<int> flips;                 ///< 1 or -1 by parameter, of the first side
    std::array<std::vector<int>, 2> values; ///< of the options, by side and parameter
};

/// The course of the parameters. Deterministic: iteration k depends only on the settings and the
/// results before it.
class Spsa {
public:
    explicit Spsa(SpsaSettings settings);

    [[nodiscard]] const SpsaSettings& settings() const { return settings_; }
    [[nodiscard]] std::size_t finished() const { return finished_; }
    [[nodiscard]] bool over() const { return finished_ == settings_.iterations; }
    /// By parameter, within its bounds.
    [[nodiscard]] const std::vector<double>& values() const { return values_; }

    /// The perturbation c and the step R in the next iteration, as fishtest names them.
    struct Gains {
        double c, r;
    };
    [[nodiscard]] Gains gains(const Parameter& parameter) const;
    /// Of the next iteration. Precondition here and in finish(): not over().
    [[nodiscard]] Probe probe() const;
    /// Ends the next iteration: `result` is the points of its first side minus those of its second.
    void finish(int result);

private:
    SpsaSettings settings_;
    std::vector<double> values_;
    std::size_t finished_ = 0;
};

} // namespace agon::match

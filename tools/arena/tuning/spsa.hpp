// SPSA, simultaneous perturbation stochastic approximation (arena.md, Tuning): two engines play,
// whose parameters are a little above and a little below, and their score moves all parameters at
// once.
#pragma once

#include "tools/arena/schedule/shard.hpp"
#include "tools/arena/tuning/parameters.hpp"

#include <array>
#include <cstdint>
#include <vector>

namespace agon::arena {

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

} // namespace agon::arena

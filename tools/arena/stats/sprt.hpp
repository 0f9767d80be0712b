// The sequential probability ratio test (arena.md, SPRT).
#pragma once

#include "tools/arena/stats/first_passage.hpp"
#include "tools/arena/stats/statistics.hpp"

#include <cstdint>
#include <optional>
#include <string_view>

namespace agon::arena {

/// The unit of the hypotheses. Normalised and logistic Elo use pairs of games if there are any,
/// BayesElo always uses games.
enum class SprtModel : std::uint8_t { Normalized, Logistic, Bayesian };

/// "normalized", "logistic", "bayesian"; nullopt for other words.
[[nodiscard]] std::optional<SprtModel> parse_sprt_model(std::string_view text);
[[nodiscard]] std::string_view to_text(SprtModel model);

struct SprtSettings {
    double elo0 = 0;     ///< in the model's Elo
    double elo1 = 5;     ///< greater than elo0
    double alpha = 0.05; ///< greatest probability of accepting H1 if elo0 is true
    double beta = 0.05;  ///< greatest probability of accepting H0 if elo1 is true
    SprtModel model = SprtModel::Normalized;
};

class Sprt {
public:
    /// Throws Error unless -1000 <= elo0 < elo1 <= 1000, 0 < alpha, 0 < beta and alpha + beta < 1.
    explicit Sprt(const SprtSettings& settings);

    [[nodiscard]] const SprtSettings& settings() const { return settings_; }
    [[nodiscard]] double lower() const { return lower_; } ///< at or below: H0
    [[nodiscard]] double upper() const { return upper_; } ///< at or above: H1

    /// The generalised log likelihood ratio of H1 to H0, computed from the most likely distribution
    /// of scores under each. Always finite; 0 without units, and under the Bayesian model until
    /// both sides have won. Precondition: three or five cells, three under the Bayesian model.
    [[nodiscard]] double llr(Cells cells) const;

    /// "H0" or "H1" once the ratio has reached a bound.
    [[nodiscard]] std::optional<std::string_view> accepted(Cells cells) const;

    /// The expected number of further units if the difference is what it has been so far; 0 once
    /// the test is decided, nullopt without units.
    [[nodiscard]] std::optional<double> units_left(Cells cells) const;

    /// For a new test with a true difference of `elo` in the model's Elo: the probability that it
    /// accepts H1, and its length in units. `cells` give the spread of scores, which the normalised
    /// model does not need; without units, games are assumed to be independent and never drawn.
    /// Precondition: as for llr().
    [[nodiscard]] Passage expected(double elo, Cells cells) const;

private:
    SprtSettings settings_;
    double lower_;
    double upper_;
};

} // namespace agon::arena

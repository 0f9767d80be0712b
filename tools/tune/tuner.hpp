// From self-play to weights.
#pragma once

#include "engine/rulesets/presets.hpp"
#include "search/eval/weights.hpp"
#include "tools/tune/logistic.hpp"
#include "tools/tune/self_play.hpp"

#include <array>
#include <functional>
#include <string>

namespace agon::tune {

inline constexpr int LEAST_GAMES = 5; ///< one game of so many is held out

struct TuneSettings {
    std::string variant{DEFAULT_PRESET};
    int games = 8000;     ///< at least LEAST_GAMES
    int threads = 1;      ///< games at a time, at least 1
    double draws = 0.5;   ///< weight of a position of a drawn game, 0 or more; of a decided game 1
    double spread = 30.0; ///< standard deviation of the prior, above 0; score units
    PlaySettings play;
};

struct Tuned {
    search::Weights weights;
    std::array<std::size_t, 3> games{};   ///< won by white, drawn, won by black
    std::size_t learnt = 0, held_out = 0; ///< positions
    double loss_before = 0;               ///< of the engine's weights on the games held out
    double loss_after = 0;                ///< of `weights`
};

/// Called from any thread, one call at a time, after each game.
using GamePlayed = std::function<void()>;

/// Plays games and fits the weights to four of five; the fifth is held out. The evaluation keeps
/// its mean size, since the search's margins are in its units. Deterministic, whatever `threads`.
/// Blocks for minutes. Throws Error for an unknown variant, and as fit_weights(). Precondition: the
/// settings are in their ranges.
[[nodiscard]] Tuned tune_weights(const TuneSettings& settings, const GamePlayed& progress);

/// The fit alone, with the present weights as the prior. Coefficients are in the order of
/// free_weights(), then one for the handicap. Throws Error when no sample is of a decided game.
[[nodiscard]] search::Weights fit_weights(std::span<const Sample> samples,
                                          const search::Weights& present, double spread);

} // namespace agon::tune

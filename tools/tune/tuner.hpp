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

struct TuneSettings {
    std::string variant{DEFAULT_PRESET};
    int games = 8000;     ///< at least 5
    int threads = 1;      ///< games at a time
    double draws = 0.5;   ///< what a position of a drawn game counts, against one of a decided game
    double spread = 30.0; ///< how far a weight may stray where games say little; score units
    PlaySettings play;
};

struct Tuned {
    search::Weights weights;
    std::array<std::size_t, 3> games{};   ///< won by white, drawn, won by black
    std::size_t learnt = 0, held_out = 0; ///< positions
    double loss_before = 0; ///< on the games held out, of the weights that the engine has now
    double loss_after = 0;  ///< of `weights`
};

/// Called from any thread, one call at a time, after each game.
using GamePlayed = std::function<void()>;

/// Plays, and fits to four games of five; the fifth is held out. The evaluation keeps its mean
/// size, since the search's margins are in its units. The same for the same settings, whatever
/// `threads`. Blocks for minutes. Throws Error when the settings make no sense, and as
/// fit_weights().
[[nodiscard]] Tuned tune_weights(const TuneSettings& settings, const GamePlayed& progress);

/// The second half of it: weights from samples, from the present ones on. Coefficients are in the
/// order of free_weights(), and one more that is not of the evaluation: the handicap. Throws Error
/// when no sample is of a decided game.
[[nodiscard]] search::Weights fit_weights(std::span<const Sample> samples,
                                          const search::Weights& present, double spread);

} // namespace agon::tune

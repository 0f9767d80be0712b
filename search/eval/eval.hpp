// What a position is worth without looking further.
#pragma once

#include "engine/position.hpp"
#include "search/eval/weights.hpp"

#include <array>
#include <string_view>

namespace agon::search {

inline constexpr std::size_t EVAL_TERM_COUNT = 7;

/// A term of the evaluation, for showing it: each side's own share in score units.
struct EvalTerm {
    std::string_view name;
    std::array<Score, 2> share; ///< by side
};

/// The terms apart: the white shares less the black ones are evaluate() where white is the chooser,
/// and minus that where black is. The position must not be decided.
[[nodiscard]] std::array<EvalTerm, EVAL_TERM_COUNT>
evaluate_terms(const RuleSet& rules, const Weights& weights, const Position& position);

/// From the chooser's side, within +-LARGEST_EVALUATION by the weights of weights_for(), and linear
/// in the weights: with one of them 1 and the others 0 it is that weight's coefficient. The
/// position must not be decided.
[[nodiscard]] Score evaluate(const RuleSet& rules, const Weights& weights,
                             const Position& position);

} // namespace agon::search

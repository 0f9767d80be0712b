// The hand-made evaluation: what a position is worth without search.
#pragma once

#include "engine/position.hpp"
#include "search/eval/weights.hpp"

#include <array>
#include <string_view>

namespace agon::search {

inline constexpr std::size_t EVAL_TERM_COUNT = 7;

/// A term of the evaluation, for display: each side's share in score units.
struct EvalTerm {
    std::string_view name;
    std::array<Score, 2> share; ///< by side
};

/// The single terms. White's shares minus black's are evaluate() when white is the chooser, and
/// -evaluate() when black is. The position must not be decided.
[[nodiscard]] std::array<EvalTerm, EVAL_TERM_COUNT>
evaluate_terms(const RuleSet& rules, const Weights& weights, const Position& position);

/// From the chooser's side, within +-LARGEST_EVALUATION for the weights of weights_for(). Linear in
/// the weights: with one of them 1 and the others 0 it is that weight's coefficient. The position
/// must not be decided.
[[nodiscard]] Score evaluate(const RuleSet& rules, const Weights& weights,
                             const Position& position);

} // namespace agon::search

// The evaluation as a linear function: what each weight is multiplied by in a position.
#pragma once

#include "engine/position.hpp"
#include "search/eval/weights.hpp"

#include <string>
#include <vector>

namespace agon::tune {

/// The weights that can be fitted: those of search::weight_fields() that are not fixed at 0.
[[nodiscard]] std::vector<double> free_weights(const search::Weights& weights);

/// The inverse, rounded to the nearest whole numbers; fixed weights are 0. Precondition: as many
/// values as free_weights() gives.
[[nodiscard]] search::Weights to_weights(const std::vector<double>& values);

/// How many weights free_weights() gives.
[[nodiscard]] std::size_t free_weight_count();

/// In the order of free_weights(); the sum of their products with the weights is the evaluation
/// from white's side. Precondition: the position is not decided.
[[nodiscard]] std::vector<float> coefficients(const RuleSet& rules, const Position& position);

/// As search/eval/weights.cpp has them: the designated initialisers of a Weights.
[[nodiscard]] std::string to_source(const search::Weights& weights);

} // namespace agon::tune

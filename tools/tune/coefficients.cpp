#include "tools/tune/coefficients.hpp"

#include "search/eval/eval.hpp"

#include <spdlog/fmt/fmt.h>

#include <cassert>
#include <cmath>

namespace agon::tune {
namespace {

using search::Score;
using search::Weights;

/// Calls visit(Score&) for every weight that can be fitted.
template<class Visit>
void for_each_free(Weights& weights, Visit visit) {
    for (const search::WeightField& field : search::weight_fields())
        for (Score& weight : field.of(weights).subspan(field.first_free, field.free_count))
            visit(weight);
}

/// For each free weight the Weights in which it alone is 1.
std::vector<Weights> unit_weights() {
    std::vector<Weights> units(free_weight_count());
    for (std::size_t i = 0; i < units.size(); ++i) {
        std::size_t place = 0;
        for_each_free(units[i], [&](Score& weight) { weight = place++ == i ? 1 : 0; });
    }
    return units;
}

} // namespace

std::size_t free_weight_count() {
    std::size_t count = 0;
    for (const search::WeightField& field : search::weight_fields()) count += field.free_count;
    return count;
}

std::vector<double> free_weights(const Weights& weights) {
    Weights copy = weights;
    std::vector<double> values;
    for_each_free(copy, [&](Score weight) { values.push_back(weight); });
    return values;
}

Weights to_weights(const std::vector<double>& values) {
    assert(values.size() == free_weight_count());
    Weights weights{};
    std::size_t place = 0;
    for_each_free(
        weights, [&](Score& weight) { weight = static_cast<Score>(std::lround(values[place++])); });
    return weights;
}

std::vector<float> coefficients(const RuleSet& rules, const Position& position) {
    static const std::vector<Weights> UNITS = unit_weights();
    const int sign = chooser(rules, position) == Side::White ? 1 : -1;
    std::vector<float> found;
    found.reserve(UNITS.size());
    for (const Weights& unit : UNITS)
        found.push_back(static_cast<float>(sign * search::evaluate(rules, unit, position)));
    return found;
}

std::string to_source(const Weights& weights) {
    Weights copy = weights;
    std::string text;
    for (const search::WeightField& field : search::weight_fields()) {
        const auto values = field.of(copy);
        const std::string list = fmt::format("{}", fmt::join(values, ", "));
        text +=
            fmt::format("    .{} = {},\n", field.name, values.size() > 1 ? '{' + list + '}' : list);
    }
    return text;
}

} // namespace agon::tune

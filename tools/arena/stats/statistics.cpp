#include "tools/arena/stats/statistics.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <numeric>
#include <vector>

namespace agon::arena {
namespace {

constexpr double Z95 = 1.959963984540054;

double elo_of(double score) { return -400 * std::log10(1 / score - 1); }

} // namespace

double normalized_scale(std::size_t cells) {
    const double games = static_cast<double>(cells - 1) / 2; // of a unit
    return 800 / std::log(10.0) / std::sqrt(games);
}

Moments moments(std::span<const double> probabilities) {
    Moments result{0, 0};
    for (std::size_t i = 0; i < probabilities.size(); ++i)
        result.mean += probabilities[i] * cell_score(i, probabilities.size());
    for (std::size_t i = 0; i < probabilities.size(); ++i) {
        const double deviation = cell_score(i, probabilities.size()) - result.mean;
        result.variance += probabilities[i] * deviation * deviation;
    }
    return result;
}

Rating rate(Cells cells) {
    assert(cells.size() == 3 || cells.size() == 5);
    // Only empty cells are filled, so a full table gives the textbook's numbers.
    std::vector<double> shares;
    for (const auto count : cells)
        shares.push_back(count != 0 ? static_cast<double>(count)
                                    : 1 / static_cast<double>(cells.size()));
    const double total = std::accumulate(shares.begin(), shares.end(), 0.0);
    for (double& share : shares) share /= total;
    const auto [score, variance] = moments(shares);
    const double deviation = std::sqrt(variance / total);
    // A bound nearer to 0 or 1 than one more unit could show is meaningless, and may have no Elo.
    const double least = 0.25 / (total + 1);
    const double low = std::max(score - Z95 * deviation, least);
    const double high = std::min(score + Z95 * deviation, 1 - least);
    const double scale = normalized_scale(cells.size()) / std::sqrt(variance);
    const auto units = std::accumulate(cells.begin(), cells.end(), std::uint64_t{0});
    const auto even = cells[cells.size() / 2];
    return {
        {elo_of(score), (elo_of(high) - elo_of(low)) / 2},
        {(score - 0.5) * scale, Z95 * deviation * scale},
        std::erfc((0.5 - score) / (deviation * std::sqrt(2.0))) / 2,
        units == 0 ? 0 : static_cast<double>(even) / static_cast<double>(units),
    };
}

} // namespace agon::arena

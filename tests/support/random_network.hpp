// Networks that no training made.
#pragma once

#include "search/nnue/network.hpp"
#include "tests/support/random.hpp"

#include <memory>

namespace support {

/// Calls visit(row) for all rows of the first layer that a network's file holds.
template<class AnyNetwork, class Visit>
void for_each_row(AnyNetwork& network, Visit visit) {
    namespace nnue = agon::search::nnue;
    for (std::size_t plane = 0; plane < nnue::PLANE_COUNT; ++plane)
        agon::BOARD.for_each([&](agon::Cell cell) {
            visit(network.rows[plane * agon::RHOMBUS + static_cast<std::size_t>(cell.index())]);
        });
    for (std::size_t row = nnue::RESERVE_ROWS; row < nnue::ROW_COUNT; ++row)
        visit(network.rows[row]);
}

/// Weights are random, and every part of the position affects the value: some units of a position
/// are below 0, some above 1, most between. No sum can overflow.
inline std::unique_ptr<agon::search::nnue::Network> random_network(std::uint64_t seed) {
    Random random(seed);
    auto network = std::make_unique<agon::search::nnue::Network>();
    const auto fill = [&](auto& row, int most) {
        for (auto& weight : row)
            weight = static_cast<std::int16_t>(
                static_cast<int>(random.below(static_cast<std::size_t>(2 * most + 1))) - most);
    };
    for (auto& row : network->rows) row.fill(0);
    for_each_row(*network, [&](auto& row) { fill(row, 60); });
    fill(network->bias, 255);
    for (auto& output : network->output)
        for (auto& row : output) fill(row, agon::search::nnue::MOST_WEIGHT);
    for (auto& bias : network->output_bias)
        bias = static_cast<std::int32_t>(random.below(20'001)) - 10'000;
    network->trained_on = {agon::RuleSet()};
    return network;
}

} // namespace support

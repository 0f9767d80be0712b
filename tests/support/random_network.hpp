// Untrained networks.
#pragma once

#include "search/nnue/network.hpp"
#include "tests/support/random.hpp"

#include <memory>

namespace support {

/// Calls visit(row) for the rows of `planes` planes from `first` on, in the order of a network's
/// file.
template<class AnyNetwork, class Visit>
void for_each_plane_row(AnyNetwork& network, std::size_t first, std::size_t planes, Visit visit) {
    for (std::size_t plane = 0; plane < planes; ++plane)
        agon::BOARD.for_each([&](agon::Cell cell) {
            visit(network.rows[first + plane * agon::RHOMBUS +
                               static_cast<std::size_t>(cell.index())]);
        });
}

/// Calls visit(row) for all rows of the first layer that a network's file holds, but those of
/// threats.
template<class AnyNetwork, class Visit>
void for_each_row(AnyNetwork& network, Visit visit) {
    namespace nnue = agon::search::nnue;
    for_each_plane_row(network, 0, nnue::PLANE_COUNT, visit);
    for (std::size_t row = nnue::RESERVE_ROWS; row < nnue::THREAT_ROWS; ++row)
        visit(network.rows[row]);
}

/// Calls visit(row) for the rows of threats.
template<class AnyNetwork, class Visit>
void for_each_threat_row(AnyNetwork& network, Visit visit) {
    namespace nnue = agon::search::nnue;
    for_each_plane_row(network, nnue::THREAT_ROWS, nnue::THREAT_PLANE_COUNT, visit);
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
    for_each_threat_row(*network, [&](auto& row) {
        fill(row, 20);
        for (auto& weight : row) weight *= agon::search::nnue::THREAT_STEP;
    });
    fill(network->bias, 255);
    for (auto& output : network->output)
        for (auto& row : output) fill(row, agon::search::nnue::MAX_WEIGHT);
    for (auto& bias : network->output_bias)
        bias = static_cast<std::int32_t>(random.below(20'001)) - 10'000;
    network->trained_on = {agon::RuleSet()};
    return network;
}

} // namespace support

// The vector arithmetic of networks, against plain loops.
#include "search/nnue/kernels.hpp"

#include "tests/support/random.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <vector>

using namespace agon::search::nnue;

namespace {

using Row = Network::Row;

/// Values at the limits more often than others.
Row random_row(support::Random& random, int least, int most) {
    Row row;
    for (auto& value : row) {
        const std::array limits = {least, most, 0, std::min(255, most), std::min(256, most), -1, 1};
        const int any =
            least + static_cast<int>(random.below(static_cast<std::size_t>(most - least) + 1));
        value = static_cast<std::int16_t>(random.percent(40) ? random.pick(limits) : any);
    }
    return row;
}

std::vector<const Row*> pointers(const std::vector<Row>& rows) {
    std::vector<const Row*> found;
    for (const Row& row : rows) found.push_back(&row);
    return found;
}

} // namespace

TEST_CASE("all kernels add and remove rows modulo 2^16") {
    CHECK(&kernels() == &all_kernels().back());
    for (const Kernels& kernels : all_kernels()) {
        CAPTURE(kernels.name);
        support::Random random(1);
        for (int i = 0; i < 500; ++i) {
            Row from = random_row(random, -32'768, 32'767);
            std::vector<Row> added(random.below(17)), removed(random.below(17));
            for (auto* rows : {&added, &removed})
                for (Row& row : *rows) row = random_row(random, -32'768, 32'767);
            Row expected;
            for (std::size_t k = 0; k < HIDDEN; ++k) {
                long sum = from[k];
                for (const Row& row : added) sum += row[k];
                for (const Row& row : removed) sum -= row[k];
                const long rest = ((sum % 65'536) + 65'536) % 65'536;
                expected[k] = static_cast<std::int16_t>(rest < 32'768 ? rest : rest - 65'536);
            }
            const Row before = from;
            Row to = random_row(random, -32'768, 32'767);
            kernels.update(to, from, pointers(added), pointers(removed));
            REQUIRE(to == expected);
            REQUIRE(from == before);
            kernels.update(from, from, pointers(added), pointers(removed)); // in place
            REQUIRE(from == expected);
        }
    }
}

TEST_CASE("all kernels weigh the squares of the clipped values") {
    const auto weigh = [](const Row& values, const Row& weights) {
        long sum = 0;
        for (std::size_t k = 0; k < HIDDEN; ++k) {
            const long clipped = std::clamp<long>(values[k], 0, 255);
            sum += clipped * clipped * weights[k];
        }
        return sum;
    };
    for (const Kernels& kernels : all_kernels()) {
        CAPTURE(kernels.name);
        support::Random random(2);
        for (int i = 0; i < 2'000; ++i) {
            const Row values =
                i % 2 == 0 ? random_row(random, -32'768, 32'767) : random_row(random, -20, 300);
            const Row weights = random_row(random, -MOST_WEIGHT, MOST_WEIGHT);
            REQUIRE(kernels.weigh(values, weights) == weigh(values, weights));
        }
        for (const int weight : {-MOST_WEIGHT, MOST_WEIGHT})
            for (const int value : {-32'768, -1, 0, 1, 254, 255, 256, 32'767}) {
                Row values, weights;
                values.fill(static_cast<std::int16_t>(value));
                weights.fill(static_cast<std::int16_t>(weight));
                CHECK(kernels.weigh(values, weights) == weigh(values, weights));
            }
    }
}

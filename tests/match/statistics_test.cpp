// Ratings against published numbers (those that fastchess tests itself with) and by argument.
#include "tools/arena/stats/statistics.hpp"

#include <doctest/doctest.h>

#include <array>
#include <cmath>

using namespace agon::match;
using doctest::Approx;

namespace {

using Three = std::array<std::uint64_t, 3>;
using Five = std::array<std::uint64_t, 5>;

void check_estimate(const Estimate& estimate, double value, double error) {
    CHECK(std::abs(estimate.value - value) < 0.0051); // published to two digits
    CHECK(std::abs(estimate.error - error) < 0.0051);
}

void check_sound(Cells cells) {
    const Rating rating = rate(cells);
    for (const auto& [value, error] : {rating.elo, rating.normalized}) {
        CHECK(std::isfinite(value));
        CHECK(std::isfinite(error));
        CHECK(error >= 0.005); // not 0 in print either
    }
    CHECK(rating.los >= 0);
    CHECK(rating.los <= 1);
    CHECK(rating.draw_ratio >= 0);
    CHECK(rating.draw_ratio <= 1);
}

} // namespace

TEST_CASE("ratings from single games") {
    const Rating first = rate(Three{89, 123, 76});
    check_estimate(first.normalized, -20.76, 40.13);
    CHECK(first.los == Approx(0.1553).epsilon(0.001));
    const Rating second = rate(Three{96, 111, 136});
    check_estimate(second.elo, 40.70, 30.43);
    check_estimate(second.normalized, 49.77, 36.77);
    CHECK(second.los == Approx(0.9960).epsilon(0.001));
    CHECK(second.draw_ratio == Approx(111 / 343.0));
}

TEST_CASE("ratings from pairs of games") {
    const Rating first = rate(Five{34, 54, 31 + 32, 64, 75});
    check_estimate(first.elo, 55.58, 27.65);
    check_estimate(first.normalized, 57.94, 28.28);
    CHECK(first.draw_ratio == Approx(63 / 290.0));
    const Rating second = rate(Five{332, 433, 457 + 41, 333, 334});
    check_estimate(second.elo, -8.64, 10.33);
    check_estimate(second.normalized, -9.17, 10.96);
    CHECK(second.los == Approx(0.0505).epsilon(0.001));
    const Rating third = rate(Five{7895, 8757, 5485 + 200, 568, 9999});
    check_estimate(third.elo, -21.04, 2.95);
    check_estimate(third.normalized, -19.01, 2.65);
}

TEST_CASE("swapping the sides turns the signs") {
    const Rating there = rate(Five{3, 0, 20, 9, 14}), back = rate(Five{14, 9, 20, 0, 3});
    CHECK(there.elo.value == Approx(-back.elo.value));
    CHECK(there.elo.error == Approx(back.elo.error));
    CHECK(there.normalized.value == Approx(-back.normalized.value));
    CHECK(there.los == Approx(1 - back.los));
}

TEST_CASE("no table gives nan, infinity or an error of 0") {
    check_sound(Three{0, 0, 0});
    check_sound(Five{0, 0, 0, 0, 0});
    for (std::size_t cell = 0; cell < 5; ++cell)
        for (const std::uint64_t count : {1U, 2U, 7U, 100U}) {
            CAPTURE(cell);
            CAPTURE(count);
            Five five{};
            five[cell] = count;
            check_sound(five);
            Three three{};
            three[cell / 2] = count;
            check_sound(three);
        }
}

TEST_CASE("all pairs split: even, and surer with every pair") {
    double last = 1e9;
    for (const std::uint64_t pairs : {1U, 10U, 100U, 1000U, 10'000U}) {
        const Five five{0, 0, pairs, 0, 0};
        check_sound(five);
        const Rating rating = rate(five);
        CHECK(rating.elo.value == Approx(0));
        CHECK(rating.los == Approx(0.5));
        CHECK(rating.draw_ratio == 1);
        CHECK(rating.elo.error < last);
        last = rating.elo.error;
    }
}

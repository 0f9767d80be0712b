#include "search/eval/weights.hpp"

namespace agon::search {
namespace {

// Fitted to 4,000 games; what they left unclear was rounded, and later terms are 0.
constexpr Weights CLASSIC = {
    .guard_on_ring = {0, 72, 62, 70, 30, 0},
    .guard_in_play = 0,
    .queen_on_ring = {210, 270, 150, 70, 30, 0},
    .throne_held = {-100, -35, 10, 20, 45, 130, 200},
    .throne_blocked = {0, 0, 0, 0, 0, 0, 0},
    .guard_ready = 0,
    .throne_empty = {40, 20, 0, -20, -25, -55, -80},
    .captured_guard = -50,
    .captured_queen = -50,
    .threat = 30,
    .threat_to_ring = 12,
    .queen_step = 4,
    .to_act = 16,
};

// By `agon-tune --variant bloody-queen --seed 2` (search/README.md, "Weights").
constexpr Weights BLOODY_QUEEN = {
    .guard_on_ring = {0, 27, 22, 51, 56, 0},
    .guard_in_play = 66,
    .queen_on_ring = {199, 120, 46, 31, 64, 0},
    .throne_held = {-90, -82, -22, 11, 41, 158, 261},
    .throne_blocked = {0, -29, -114, -114, -2, 0, 0},
    .guard_ready = 1,
    .throne_empty = {12, -25, 2, 10, 7, -58, -104},
    .captured_guard = -34,
    .captured_queen = -65,
    .threat = 19,
    .threat_to_ring = 16,
    .queen_step = 6,
    .to_act = 8,
};

// By `agon-tune --variant same-ring --seed 2`.
constexpr Weights SAME_RING = {
    .guard_on_ring = {0, 91, 57, 44, 36, 0},
    .guard_in_play = 0,
    .queen_on_ring = {295, 152, 36, 30, 79, 0},
    .throne_held = {31, -27, 13, 15, 23, 128, 161},
    .throne_blocked = {0, 10, -47, -25, 17, 53, 59},
    .guard_ready = 2,
    .throne_empty = {-98, -27, 98, 45, -4, -45, -65},
    .captured_guard = -46,
    .captured_queen = -44,
    .threat = 9,
    .threat_to_ring = 8,
    .queen_step = -28,
    .to_act = 3,
};

template<auto member>
std::span<Score> field(Weights& weights) {
    if constexpr (requires { (weights.*member).size(); })
        return weights.*member;
    else
        return {&(weights.*member), 1};
}

} // namespace

const Weights& weights_for(const RuleSet& rules) {
    if (rules.bloody()) return BLOODY_QUEEN;
    if (rules.flank == Flank::Ring && rules.between != Between::Illegal) return SAME_RING;
    return CLASSIC;
}

const std::array<WeightField, WEIGHT_FIELD_COUNT>& weight_fields() {
    static constexpr std::array<WeightField, WEIGHT_FIELD_COUNT> FIELDS = {{
        {"guard_on_ring", field<&Weights::guard_on_ring>, 1, RING_COUNT - 2},
        {"guard_in_play", field<&Weights::guard_in_play>, 0, 1},
        {"queen_on_ring", field<&Weights::queen_on_ring>, 0, RING_COUNT - 1},
        {"throne_held", field<&Weights::throne_held>, 0, GUARDS_A_SIDE + 1},
        {"throne_blocked", field<&Weights::throne_blocked>, 1, GUARDS_A_SIDE},
        {"guard_ready", field<&Weights::guard_ready>, 0, 1},
        {"throne_empty", field<&Weights::throne_empty>, 0, GUARDS_A_SIDE + 1},
        {"captured_guard", field<&Weights::captured_guard>, 0, 1},
        {"captured_queen", field<&Weights::captured_queen>, 0, 1},
        {"threat", field<&Weights::threat>, 0, 1},
        {"threat_to_ring", field<&Weights::threat_to_ring>, 0, 1},
        {"queen_step", field<&Weights::queen_step>, 0, 1},
        {"to_act", field<&Weights::to_act>, 0, 1},
    }};
    return FIELDS;
}

} // namespace agon::search

#include "search/nnue/evaluator.hpp"

#include "engine/game/flanks.hpp"
#include "engine/game/turn.hpp"
#include "search/score/win_curve.hpp"

#include <algorithm>
#include <cassert>
#include <utility>

namespace agon::search::nnue {
namespace {

/// Rows to add or to remove, as one side sees them.
class RowList {
public:
    void add(const Network::Row& row) { rows_[size_++] = &row; }
    [[nodiscard]] std::span<const Network::Row* const> all() const { return {rows_.data(), size_}; }

private:
    // Two queens, two sets of guards, all threatened, two reserves; or a value of each rule.
    std::array<const Network::Row*, 2 * (2 * (GUARDS_A_SIDE + 1) + 1)> rows_;
    static_assert(RULE_FIELD_COUNT <= 2 * (2 * (GUARDS_A_SIDE + 1) + 1));
    std::size_t size_ = 0;
};

/// The weighted squares of both sides' units, `us` the chooser.
std::int32_t weigh(const PerSide<Network::Row>& sums, Side us,
                   const std::array<Network::Row, 2>& weights) {
    return kernels().weigh(sums[us], weights[0]) + kernels().weigh(sums[~us], weights[1]);
}

} // namespace

void Evaluator::use(const Network& network, const RuleSet& rules, int deepest) {
    if (network_ == &network && rules_ == rules) return;
    network_ = &network;
    rules_ = rules;
    empty_ = {};
    empty_.of_viewer[0] = network.bias;
    RowList added;
    for_each_rule_row(rules, [&](std::size_t row) { added.add(network.rows[row]); });
    kernels().update(empty_.of_viewer[0], empty_.of_viewer[0], added.all(), {});
    empty_.of_viewer[1] = empty_.of_viewer[0];
    by_ply_.assign(static_cast<std::size_t>(deepest) + 1, empty_);
}

void Evaluator::update(Sums& to, const Sums& from, const Pieces& pieces, Bitboard changed) const {
    PerSide<RowList> added, removed; // by viewer
    const auto list = [&](PerSide<RowList>& rows, const Pieces& of, Cell cell) {
        const std::size_t plane = of.plane(cell);
        for (const Side viewer : BOTH_SIDES)
            rows[viewer].add(network_->rows[piece_row(plane, cell, viewer)]);
    };
    const auto list_threats = [&](PerSide<RowList>& rows, const Pieces& of, Bitboard cells) {
        cells.for_each([&](Cell cell) {
            const std::size_t plane = of.plane(cell);
            for (const Side viewer : BOTH_SIDES)
                rows[viewer].add(network_->rows[threat_row(plane, cell, viewer)]);
        });
    };
    const Bitboard old_cells = from.pieces.occupied(), new_cells = pieces.occupied();
    changed.for_each([&](Cell cell) {
        if (old_cells.contains(cell)) list(removed, from.pieces, cell);
        if (new_cells.contains(cell)) list(added, pieces, cell);
    });
    list_threats(removed, from.pieces, from.pieces.threatened - (pieces.threatened - changed));
    list_threats(added, pieces, pieces.threatened - (from.pieces.threatened - changed));
    for (const Side side : BOTH_SIDES) {
        const std::size_t before = from.pieces.reserve[side];
        const std::size_t after = pieces.reserve[side];
        if (before == after) continue;
        for (const Side viewer : BOTH_SIDES) {
            if (after > 0) added[viewer].add(network_->rows[reserve_row(side, after, viewer)]);
            if (before > 0) removed[viewer].add(network_->rows[reserve_row(side, before, viewer)]);
        }
    }
    for (const std::size_t viewer : {0U, 1U})
        kernels().update(to.of_viewer[viewer], from.of_viewer[viewer], added[viewer].all(),
                         removed[viewer].all());
    to.pieces = pieces;
}

int Evaluator::value(const Sums& sums, const Position& position) const {
    const std::size_t output = bucket(rules_, position);
    const std::int32_t sum =
        weigh(sums.of_viewer, chooser(rules_, position), network_->output[output]);
    const std::int32_t logit = sum / ACTIVATION_ONE + network_->output_bias[output];
    const std::int64_t score = std::int64_t{logit} * SCORE_ONE / (ACTIVATION_ONE * WEIGHT_ONE);
    return static_cast<int>(std::clamp<std::int64_t>(score, -MAX_VALUE, MAX_VALUE));
}

const Evaluator::Sums& Evaluator::sums_at(int ply, const Position& position) {
    assert(network_ != nullptr && ply >= 0 && std::cmp_less(ply, by_ply_.size()));
    Sums& sums = by_ply_[static_cast<std::size_t>(ply)];
    const Sums& parent = by_ply_[static_cast<std::size_t>(std::max(ply - 1, 0))];
    const Pieces pieces(rules_, position);
    const Bitboard since_parent = pieces.difference(parent.pieces);
    const Bitboard since_sums = pieces.difference(sums.pieces);
    if (since_parent.count() < since_sums.count())
        update(sums, parent, pieces, since_parent);
    else
        update(sums, sums, pieces, since_sums);
    return sums;
}

bool Evaluator::sees_capture(int ply, Side side) const {
    const Pieces& pieces = by_ply_[static_cast<std::size_t>(ply)].pieces;
    return rules_.flank == Flank::Ring || (pieces.threatened & pieces.of_side[~side]).any();
}

int Evaluator::evaluate(int ply, const Position& position) {
    return value(sums_at(ply, position), position);
}

double Evaluator::half_won_at(int ply, const Position& position) {
    if (!network_->draws) return HALF_WON;
    const std::size_t output = bucket(rules_, position);
    const std::int32_t sum = weigh(sums_at(ply, position).of_viewer, chooser(rules_, position),
                                   network_->draws->output[output]);
    constexpr double ONE = ACTIVATION_ONE * WEIGHT_ONE;
    const double x = sum / (ONE * ACTIVATION_ONE) + network_->draws->bias[output] / ONE;
    return SCORE_ONE * soft_positive(x);
}

int evaluate(const Network& network, const RuleSet& rules, const Position& position,
             Bitboard taken_away) {
    Evaluator evaluator;
    evaluator.use(network, rules, 0);
    Position rest = position;
    for (const Side side : BOTH_SIDES) {
        rest.pieces[side] -= taken_away;
        if (taken_away.contains(rest.queens[side])) rest.queens[side] = Cell::none();
        rest.between[side] = between(rules, rest.pieces[side]); // so threats come and go with it
    }
    rest.captured -= taken_away;
    return evaluator.value(evaluator.sums_at(0, rest), position);
}

double half_won_at(const Network& network, const RuleSet& rules, const Position& position) {
    Evaluator evaluator;
    evaluator.use(network, rules, 0);
    return evaluator.half_won_at(0, position);
}

} // namespace agon::search::nnue

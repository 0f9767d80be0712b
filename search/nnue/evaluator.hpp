// The static evaluation by a network, as the search calls it.
#pragma once

#include "search/nnue/kernels.hpp"
#include "search/nnue/network.hpp"

#include <vector>

namespace agon::search::nnue {

/// The value of a position from its chooser's side, within +-MAX_VALUE, without the pieces on
/// `taken_away`. Precondition: the position is not decided.
[[nodiscard]] int evaluate(const Network& network, const RuleSet& rules, const Position& position,
                           Bitboard taken_away = {});

/// The score at which half of the games from here are won, for win_draw_loss(): the more drawish a
/// position is, the greater. Not negative. HALF_WON from a network that has no such output.
[[nodiscard]] double half_won_at(const Network& network, const RuleSet& rules,
                                 const Position& position);

/// evaluate() for the positions of a search, from the sums of positions nearby. One per searching
/// thread; concrete, so that the search makes no virtual call.
class Evaluator {
public:
    /// For positions of these rules at plies up to `deepest`. The network must outlive its use.
    void use(const Network& network, const RuleSet& rules, int deepest);

    /// Keeps the sums of the first layer under `ply`, from 0. What was evaluated before makes
    /// it faster and does not change it.
    [[nodiscard]] int evaluate(int ply, const Position& position);
    /// Whether a step of `side` captures in the position that was evaluated last under `ply`; true
    /// under ring flanks, for which that is not known.
    [[nodiscard]] bool sees_capture(int ply, Side side) const;
    /// half_won_at(), from the same sums.
    [[nodiscard]] double half_won_at(int ply, const Position& position);

private:
    struct Sums {
        alignas(64) PerSide<Network::Row> of_viewer; ///< by side
        Pieces pieces;                               ///< what they are the sums of
    };

    friend int evaluate(const Network&, const RuleSet&, const Position&, Bitboard);
    [[nodiscard]] const Sums& sums_at(int ply, const Position& position);
    /// `changed`: the cells whose pieces differ from those that `from` is the sums of.
    void update(Sums& to, const Sums& from, const Pieces& pieces, Bitboard changed) const;
    [[nodiscard]] int value(const Sums& sums, const Position& position) const;

    const Network* network_ = nullptr;
    RuleSet rules_;
    Sums empty_; ///< of a board without pieces
    std::vector<Sums> by_ply_;
};

} // namespace agon::search::nnue

// The static evaluation as the tree asks for it.
#pragma once

#include "search/eval/eval.hpp"

#include <cassert>

namespace agon::search {

/// One per searching thread. Concrete, so that the tree makes no virtual call.
class Evaluator {
public:
    /// `rules` must outlive the evaluator.
    explicit Evaluator(const RuleSet& rules) : rules_(rules), weights_(weights_for(rules)) {}

    /// The position at `ply`, 0 to MAX_PLY, from its chooser's side, within +-LARGEST_EVALUATION.
    /// It must not be decided. The hand-made evaluation needs nothing of the plies before.
    [[nodiscard]] Score evaluate([[maybe_unused]] int ply, const Position& position) const {
        assert(ply >= 0 && ply <= MAX_PLY);
        const Score score = search::evaluate(rules_, weights_, position);
        assert(score >= -LARGEST_EVALUATION && score <= LARGEST_EVALUATION);
        return score;
    }

private:
    const RuleSet& rules_;
    const Weights& weights_;
};

} // namespace agon::search

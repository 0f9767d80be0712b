// Quiescence search: beyond the depth only captures are searched.
#include "search/control/tunables.hpp"
#include "search/tree/ordering.hpp"
#include "search/tree/searcher.hpp"

#include <algorithm>

namespace agon::search {

/// A capture throws a guard back to the outer ring and costs its owner a turn; the side to act
/// takes what it can get or stands pat. Relocations are quiet: the evaluation knows what they cost.
template<bool pv>
Score Searcher::quiescence(int ply, Window window) {
    assert(pv || window.alpha + 1 == window.beta);
    Node& node = node_at(ply);
    const Score standing = damped(evaluator_.evaluate(ply, node.position), node.position);
    if (standing >= window.beta || ply == MAX_PLY || is_settling(rules_, node.position))
        return standing;

    Score best = standing;
    window.alpha = std::max(window.alpha, best);
    CapturePicker picker(rules_, node.position);
    for (ScoredMove scored = picker.next(); !scored.move.is_none(); scored = picker.next()) {
        const Score most = tunables::CAPTURE_BASE + tunables::CAPTURE_RING * scored.value;
        if (standing + most <= window.alpha) break;
        make(ply, 0, node.position.turn, scored.move);
        const Score score = search_child<pv>(ply, 0, node.position.turn, window);
        unmake();
        if (stopped_) return DRAW;
        best = std::max(best, score);
        if (score <= window.alpha) continue;
        window.alpha = score;
        if (pv) node.line.set(scored.move, node_at(ply + 1).line);
        if (score >= window.beta) break;
    }
    return best;
}

template Score Searcher::quiescence<true>(int, Window);
template Score Searcher::quiescence<false>(int, Window);

} // namespace agon::search

// What follows the last ply: captures until nothing is there to capture.
#include "search/eval/eval.hpp"
#include "search/tree/ordering.hpp"
#include "search/tree/searcher.hpp"
#include "search/tree/selectivity.hpp"
#include "search/tree/tunables.hpp"

#include <algorithm>

namespace agon::search {

/// A capture throws a guard back to the outer ring and costs its owner a turn, and both may be
/// answered in kind: the side that acts takes what it can get or stands. A relocation is quiet; the
/// evaluation knows what it costs.
Score Searcher::quiescence(int ply, Window window) {
    Node& node = nodes_by_ply_[static_cast<std::size_t>(ply)];
    const Score standing = evaluate(rules_, weights_, node.position);
    if (standing >= window.beta || ply == MAX_PLY || is_settling(rules_, node.position))
        return standing;

    Score best = standing;
    window.alpha = std::max(window.alpha, best);
    CapturePicker picker(rules_, node.position);
    for (ScoredMove scored = picker.next(); !scored.move.is_none(); scored = picker.next()) {
        if (standing + parameters::capture_gain(scored.value) <= window.alpha) break;
        make(ply, 0, node.position.turn, scored.move);
        const Score score = search_child<false>(ply, 0, node.position.turn, window);
        unmake();
        if (stopped_) return DRAW;
        best = std::max(best, score);
        if (score <= window.alpha) continue;
        window.alpha = score;
        node.line.set(scored.move, nodes_by_ply_[static_cast<std::size_t>(ply) + 1].line);
        if (score >= window.beta) break;
    }
    return best;
}

} // namespace agon::search

// What follows the last ply: captures until nothing is there to capture.
#include "search/eval.hpp"
#include "search/ordering.hpp"
#include "search/parameters.hpp"
#include "search/searcher.hpp"
#include "search/selectivity.hpp"

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
    for (Picked picked = picker.next(); !picked.move.is_none(); picked = picker.next()) {
        if (standing + parameters::capture_gain(picked.value) <= window.alpha) break;
        make(ply, 0, node.position.turn, picked.move);
        const Score score = search_child<false>(ply, 0, node.position.turn, window);
        unmake();
        if (stopped_) return DRAW;
        best = std::max(best, score);
        if (score <= window.alpha) continue;
        window.alpha = score;
        node.line.set(picked.move, nodes_by_ply_[static_cast<std::size_t>(ply) + 1].line);
        if (score >= window.beta) break;
    }
    return best;
}

} // namespace agon::search

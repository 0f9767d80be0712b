// The root: iterative deepening, aspiration windows, MultiPV.
#include "engine/game/apply.hpp"
#include "engine/game/movegen.hpp"
#include "engine/game/outcome.hpp"
#include "engine/game/refuges.hpp"
#include "engine/game/safety.hpp"
#include "engine/game/seal.hpp"
#include "engine/game/turn.hpp"
#include "engine/game/zobrist.hpp"
#include "search/listener.hpp"
#include "search/score/score.hpp"
#include "search/time_budget.hpp"
#include "search/tunables.hpp"
#include "search/worker.hpp"

#include <algorithm>
#include <utility>

namespace agon::search {
namespace {

constexpr int NEAR_LOSS = 4;       ///< plies searched for one where a win is proved impossible
constexpr Score LEAVES_SEAL = 200; ///< over a draw's score: less is no reason to leave a seal
constexpr auto LONG_SEARCH = std::chrono::seconds(3); ///< bounds and `currmove` from here on

bool better(const RootMove& a, const RootMove& b) {
    return a.score != b.score ? a.score > b.score : a.previous > b.previous;
}

std::uint64_t key_salt(Score contempt, bool exact, Side root_chooser, DrawLimits draws) {
    std::uint64_t salt = exact ? zobrist::splitmix64(std::uint64_t{11} << 32) : 0;
    if (draws != DrawLimits())
        salt ^= zobrist::splitmix64(std::uint64_t{13} << 32 |
                                    static_cast<std::uint32_t>(draws.repetition)) ^
                zobrist::splitmix64(std::uint64_t{14} << 32 |
                                    static_cast<std::uint32_t>(draws.no_progress));
    if (contempt != 0)
        salt ^= zobrist::splitmix64(std::uint64_t{10} << 32 ^
                                    static_cast<std::uint32_t>(contempt * 2) ^ index(root_chooser));
    return salt;
}

} // namespace

Searcher::Searcher(SharedState& shared, ThreadMemory& memory, Listener* listener)
    : shared_(shared), rules_(shared.game.rules()), refuges_(refuges_of(rules_)),
      evaluator_(memory.evaluator), listener_(listener), root_chooser_(shared.game.chooser()),
      key_salt_(key_salt(shared.options.contempt, shared.limits.mate.has_value(), root_chooser_,
                         shared.game.limits())),
      draws_(shared.game.limits()), selective_(!shared.limits.mate),
      repetitions_(shared.game.repeatable_keys()), history_(memory.history),
      nodes_by_ply_(memory.nodes_by_ply) {
    history_.clear();
    evaluator_.use(shared.network, rules_, MAX_PLY);
    nodes_by_ply_[0].position = shared.game.position();
    nodes_by_ply_[0].distance_from_root = {};
    nodes_by_ply_[1].killers = {};
    MoveList moves;
    legal_moves(rules_, shared.game.position(), moves);
    for (const Move move : moves) {
        const auto& wanted = shared.limits.root_moves;
        if (wanted.empty() || std::ranges::find(wanted, move) != wanted.end())
            root_moves_.push_back({.move = move, .line = {move}});
    }
    assert(!root_moves_.empty());
    PerSide<bool> sealed{};
    for (const Safety& safe : safe_sides(rules_, shared.game.position())) {
        safe_[safe.side] = true;
        sealed[safe.side] = safe.seal.has_value();
    }
    enemy_might_leave_ = sealed[~root_chooser_] && !sealed[root_chooser_];
    may_keep_seal_ = sealed[root_chooser_] && std::ranges::any_of(root_moves_, [&](RootMove& root) {
                         return is_sealed_after(root, root_chooser_);
                     });
    if (sealed[~root_chooser_] && sealed[root_chooser_]) // of equal scores the first is best
        std::stable_partition(root_moves_.begin(), root_moves_.end(),
                              [&](RootMove& root) { return is_sealed_after(root, root_chooser_); });
}

/// Whether `side` has a seal after a root action. Looks once, and only when asked: in a short
/// search the tests of all actions would take a few percent of the time.
bool Searcher::is_sealed_after(RootMove& root, Side side) {
    if (!has_seals(rules_)) return false;
    auto& sealed = root.sealed[side];
    if (!sealed) {
        const Position child = after(rules_, shared_.game.position(), root.move);
        sealed = !is_decided(rules_, child) && find_seal(rules_, child, side).has_value();
    }
    return *sealed;
}

/// Where the enemy is sealed before every root action, their order counts on an enemy who leaves
/// the seal, but the reports do not.
void Searcher::bound_by_seal(Score& score, Bound& bound) const {
    if (!enemy_might_leave_ || score <= draw_score(root_chooser_)) return;
    score = draw_score(root_chooser_);
    if (bound == Bound::Lower) bound = Bound::Exact;
}

std::size_t Searcher::line_count() const {
    return std::min(root_moves_.size(), static_cast<std::size_t>(shared_.options.multi_pv));
}

/// Whether a deeper iteration is unwanted or cannot find anything new.
bool Searcher::is_settled(int depth) const {
    const Score best = root_moves_.front().score;
    if (shared_.limits.mate && is_win(best) && mate_number(best) <= *shared_.limits.mate)
        return true;
    // A forced end within the depth searched has its final length.
    return std::ranges::all_of(std::span(root_moves_).first(line_count()), [&](const auto& root) {
        return is_decisive(root.score) && distance(root.score).plies() <= depth;
    });
}

void Searcher::run() {
    int last_depth = MAX_PLY;
    if (shared_.limits.depth) last_depth = std::clamp(*shared_.limits.depth, 1, last_depth);
    if (!shared_.limits.mate) {
        deepen(last_depth);
    } else if (safe_[~root_chooser_]) { // there is no win
        deepen(std::min(last_depth, NEAR_LOSS));
    } else {
        win_limit_ = std::clamp(*shared_.limits.mate, 1, MAX_PLY);
        const int alternating = 2 * win_limit_; // the most plies if actions alternate
        deepen(std::min(last_depth, alternating));
        if (!over_ && !actions_alternate(rules_)) prove(alternating + 1, last_depth);
    }
    for (RootMove& root : root_moves_) bound_by_seal(root.score, root.bound);
}

/// Iterative deepening; sets over_ if it ends before `last_depth`.
void Searcher::deepen(int last_depth) {
    // Helpers skip every other depth, so that they are ahead of the first thread.
    const auto next = [&](int depth) {
        return depth + (listener_ == nullptr && depth > 2 ? 2 : 1);
    };
    Confidence confidence = {.only = root_moves_.size() == 1};
    Move best_before;
    std::vector<RootMove> finished; // the lines of the previous iteration
    for (int depth = 1; depth <= last_depth; depth = next(depth)) {
        for (RootMove& root : root_moves_) {
            root.previous = root.score;
            root.score = -INFINITE_SCORE;
        }
        std::size_t lines = 0; // with a score of this iteration
        while (lines < line_count() && !stopped_ && search_line(depth, lines)) ++lines;
        // A later line can turn out better than an earlier one.
        const auto first = root_moves_.begin();
        std::stable_sort(first, first + static_cast<std::ptrdiff_t>(lines), better);
        for (std::size_t line = 0; line < lines; ++line) report(depth, line);
        if (stopped_) {
            const std::size_t known = lines;
            take_over(finished, lines);
            // The report of the previous iteration stands if this one has finished no line.
            for (; known > 0 && lines < line_count(); ++lines) report(depth - 1, lines);
            over_ = true;
            break;
        }
        may_stop_ = true;
        if (listener_ == nullptr) continue;
        finished.assign(first, first + static_cast<std::ptrdiff_t>(lines));
        if (shared_.watcher.must_stop(shared_.total_nodes())) shared_.stop = true;
        const RootMove& best = root_moves_.front();
        confidence.share = static_cast<double>(best.nodes) / static_cast<double>(nodes());
        confidence.stable = best.move == best_before ? confidence.stable + 1 : 0;
        best_before = best.move;
        if (shared_.stop || is_settled(depth) ||
            shared_.watcher.is_last_iteration(shared_.total_nodes(), confidence)) {
            over_ = true;
            break;
        }
    }
}

/// After `lines` lines of this iteration, the root continues with those of the previous one,
/// without the actions that already have a line.
void Searcher::take_over(std::vector<RootMove>& finished, std::size_t lines) {
    for (RootMove& before : finished) {
        const auto place = root_moves_.begin() + static_cast<std::ptrdiff_t>(lines);
        const auto found =
            std::ranges::find(place, root_moves_.end(), before.move, &RootMove::move);
        if (found == root_moves_.end()) continue;
        std::rotate(place, found, found + 1);
        *place = std::move(before);
        ++lines;
    }
}

/// Looks only for a win: if turns are uneven, a win in few own actions may take many of the other
/// side's. A line ends when the root's chooser has no action left, so the search ends when no line
/// is cut off by its depth.
void Searcher::prove(int depth, int last_depth) {
    proving_ = true;
    std::vector<RootMove> before = root_moves_;
    for (; depth <= last_depth; ++depth) {
        for (RootMove& root : root_moves_) root.score = -INFINITE_SCORE;
        selective_depth_ = 0;
        if (is_win(search_root(depth, {LONGEST_WIN - 1, INFINITE_SCORE}, 0))) {
            std::ranges::stable_sort(root_moves_, better);
            take_over(before, 1);
            report(depth, 0);
            for (std::size_t line = 1; line < line_count(); ++line) report(2 * win_limit_, line);
            return;
        }
        if (stopped_ || !open_) break;
        if (listener_ != nullptr && (shared_.watcher.must_stop(shared_.total_nodes()) ||
                                     shared_.watcher.is_last_iteration(shared_.total_nodes(), {})))
            break;
    }
    root_moves_ = std::move(before);
}

/// Searches for the best action that no earlier line begins with, and moves it to place `line`.
/// False when the search stopped before there was one.
bool Searcher::search_line(int depth, std::size_t line) {
    using namespace tunables;
    const Score expected = root_moves_[line].previous;
    const bool aspire =
        depth >= FIRST_ASPIRED_DEPTH && expected != -INFINITE_SCORE && !is_decisive(expected);
    Score margin = aspire ? ASPIRATION : INFINITE_SCORE;
    Window window = {std::max(expected - margin, -INFINITE_SCORE),
                     std::min(expected + margin, INFINITE_SCORE)};
    if (!aspire) window = {-INFINITE_SCORE, INFINITE_SCORE};
    while (true) {
        selective_depth_ = 0;
        const Score score = search_root(depth, window, line);
        std::stable_sort(root_moves_.begin() + static_cast<std::ptrdiff_t>(line), root_moves_.end(),
                         better);
        const RootMove& best = root_moves_[line];
        if (stopped_) {
            // The best action may be new, and only a bound of its score known.
            return best.score != -INFINITE_SCORE;
        }
        if (score > window.alpha && score < window.beta) return true;
        if (is_long()) report(depth, line);
        margin = margin * 2 > WIDEST_ASPIRATION ? INFINITE_SCORE : margin * 2;
        if (score <= window.alpha)
            window.alpha = margin == INFINITE_SCORE ? -INFINITE_SCORE : score - margin;
        else
            window.beta = margin == INFINITE_SCORE ? INFINITE_SCORE : score + margin;
    }
}

Score Searcher::search_root(int depth, Window window, std::size_t line) {
    assert(depth >= 1 && depth <= MAX_PLY && window.alpha < window.beta);
    const Score alpha = window.alpha, draw = draw_score(root_chooser_);
    Score best = -INFINITE_SCORE;
    bool open = false;
    for (std::size_t i = line; i < root_moves_.size(); ++i) {
        RootMove& root = root_moves_[i];
        if (is_long()) listener_->on_current_move(depth, root.move, static_cast<int>(i) + 1);
        const std::uint64_t nodes_before = nodes();
        open_ = false;
        // A side that is sealed after the action does not lose. One that leaves a seal may, so it
        // needs a clear advantage for that.
        const bool leaves = may_keep_seal_ && !is_sealed_after(root, root_chooser_);
        const Score least = leaves ? draw + LEAVES_SEAL
                            : window.alpha < draw && is_sealed_after(root, root_chooser_)
                                ? draw
                                : -INFINITE_SCORE;
        const Window rest = {std::max(window.alpha, least), std::max(window.beta, least + 1)};
        make(0, depth - 1, root_chooser_, root.move);
        Score score = 0;
        if (i > line)
            score = search_child<false>(0, depth - 1, root_chooser_, {rest.alpha, rest.alpha + 1});
        if (i == line || (score > rest.alpha && !stopped_))
            score = search_child<true>(0, depth - 1, root_chooser_, rest);
        unmake();
        root.nodes += nodes() - nodes_before;
        if (stopped_) return best;
        if (!leaves)
            score = std::max(score, least);
        else if (score <= least)
            score = std::min(score, draw - 1);
        if (score > std::max(window.alpha, draw) && !enemy_might_leave_ &&
            is_sealed_after(root, ~root_chooser_))
            score = draw;
        open |= open_;
        root.score = i == line || score > window.alpha ? score : -INFINITE_SCORE;
        if (root.score == -INFINITE_SCORE) continue;
        root.bound = score >= window.beta ? Bound::Lower
                     : score <= alpha     ? Bound::Upper
                                          : Bound::Exact;
        const auto replies = node_at(1).line.moves();
        root.line.assign(1, root.move);
        root.line.insert(root.line.end(), replies.begin(), replies.end());
        root.selective_depth = selective_depth_;
        best = std::max(best, score);
        window.alpha = std::max(window.alpha, score);
        if (score >= window.beta) break;
    }
    open_ = open;
    return best;
}

bool Searcher::is_long() const {
    return listener_ != nullptr && shared_.watcher.elapsed() >= LONG_SEARCH;
}

void Searcher::report(int depth, std::size_t line) {
    if (listener_ == nullptr) return;
    RootMove& root = root_moves_[line];
    const Side us = root_chooser_;
    Info info;
    info.depth = depth;
    info.selective_depth = std::max(root.selective_depth, 1);
    info.line = static_cast<int>(line) + 1;
    info.score = root.score;
    info.bound = root.bound;
    const Position& position = shared_.game.position();
    info.wdl = win_draw_loss(root.score, evaluator_.half_won_at(0, position));
    // Proved not to lose; but a line may leave where the root's chooser is safe.
    if ((safe_[us] && root.score >= draw_score(us)) || is_sealed_after(root, us))
        info.wdl.draw += std::exchange(info.wdl.loss, 0);
    if (safe_[~us] || is_sealed_after(root, ~us)) info.wdl.draw += std::exchange(info.wdl.win, 0);
    bound_by_seal(info.score, info.bound);
    info.nodes = shared_.total_nodes();
    info.time = shared_.watcher.elapsed();
    info.hash_full = shared_.table.hash_full();
    info.line_moves = root.line;
    listener_->on_info(info);
}

} // namespace agon::search

// The search below the root.

#include "search/worker.hpp"

#include "engine/game/apply.hpp"
#include "engine/game/outcome.hpp"
#include "engine/game/refuges.hpp"
#include "engine/game/turn.hpp"
#include "engine/game/zobrist.hpp"
#include "search/move_picker.hpp"
#include "search/selectivity.hpp"
#include "search/tunables.hpp"

#include <algorithm>

namespace agon::search {
namespace {

constexpr std::uint64_t WATCH_PERIOD = 1024; ///< nodes between clock checks

/// Decisive scores count from the root in the search, and from the position in the TT.
Score to_table(Score score, int distance_won, int distance_lost) {
    if (is_win(score)) return score + distance_won;
    return is_loss(score) ? score - distance_lost : score;
}

Score from_table(Score score, int distance_won, int distance_lost) {
    if (is_win(score)) return score - distance_won;
    return is_loss(score) ? score + distance_lost : score;
}

/// This close to the no-progress limit, the counter is part of the TT key. A win found at a low
/// counter may be a draw at a higher one.
constexpr std::uint32_t CLOCK_MATTERS = 30;

/// In a proof search, the TT depth of a final score: no deeper search can change it.
constexpr int ANY_DEPTH = MAX_PLY + 1;

/// The key after a non-capturing step or relocation, before the action is made.
std::uint64_t likely_key(const Position& p, Move move) {
    const Cell from = move.from();
    const Piece kind = p.queens[p.turn] == from ? Piece::Queen : Piece::Guard;
    return p.key ^ zobrist::piece(p.turn, kind, from) ^ zobrist::piece(p.turn, kind, move.to()) ^
           (p.captured.contains(from) ? zobrist::captured(from) : 0) ^ zobrist::BLACK_TO_MOVE;
}

} // namespace

std::uint64_t Searcher::table_key(const Position& position) const {
    std::uint64_t key = position.key ^ key_salt_;
    const auto limit = static_cast<std::uint32_t>(draws_.no_progress);
    if (limit > 0 && position.clock + CLOCK_MATTERS > limit)
        key ^= zobrist::splitmix64(std::uint64_t{9} << 32 | position.clock);
    return key;
}

/// In a proof search, a score is valid only for the actions left to the root's chooser.
std::uint64_t Searcher::proof_salt(const Node& node) const {
    const int left = win_limit_ - node.distance_from_root[root_chooser_].winner_plies();
    return zobrist::splitmix64(std::uint64_t{12} << 32 | static_cast<std::uint64_t>(left) << 1 |
                               index(root_chooser_));
}

/// Counts a node. Returns whether the search must stop.
bool Searcher::count_node() {
    const std::uint64_t count = nodes_.load(std::memory_order_relaxed) + 1;
    nodes_.store(count, std::memory_order_relaxed); // no other thread writes
    if (!may_stop_) return false;
    if (listener_ != nullptr) {
        const auto limit = shared_.watcher.node_limit();
        if ((limit && count >= *limit) ||
            (count % WATCH_PERIOD == 0 && shared_.watcher.must_stop(shared_.total_nodes())))
            shared_.stop = true;
    }
    stopped_ = shared_.stop.load(std::memory_order_relaxed);
    return stopped_;
}

/// The score of a draw from the view of `us`.
Score Searcher::draw_score(Side us) const {
    return us == root_chooser_ ? -shared_.options.contempt : shared_.options.contempt;
}

/// The score for `us`, the chooser, if the game ends at this node.
std::optional<Score> Searcher::ended(int ply, Side us) {
    const Node& node = node_at(ply);
    if (may_be_decided(rules_, node.position))
        if (const auto end = decided(rules_, node.position)) {
            if (!end->winner) return draw_score(us);
            const Side winner = *end->winner;
            const Distance distance = node.distance_from_root[winner];
            return winner == us ? win_in(distance) : loss_in(distance);
        }
    const auto limit = static_cast<std::uint32_t>(draws_.no_progress);
    const bool repeats = repetitions_.repeats(draws_.repetition);
    if (repeats && rules_.repetition == Repetition::Loses)
        return chooser(rules_, node_at(ply - 1).position) == us ? -WIN_BY_REPETITION
                                                                : WIN_BY_REPETITION;
    if (repeats || (limit > 0 && node.position.clock >= limit)) return draw_score(us);
    return std::nullopt;
}

/// Whether a step repeats a position of the current line, which is a draw (`repeats()`).
bool Searcher::can_repeat(int ply) {
    if (draws_.repetition == 0 || rules_.repetition == Repetition::Loses) return false;
    const Position& now = node_at(ply).position;
    const int since_progress = static_cast<int>(std::min<std::uint32_t>(now.clock, MAX_PLY));
    for (int then = ply - 3; then >= std::max(ply - since_progress, 0); then -= 2)
        if (!returning_step(rules_, now, node_at(then).position).is_none()) return true;
    return false;
}

/// Sets the proved bounds of the score: a side in a refuge does not lose. Precondition: the game is
/// not over.
void Searcher::bound_by_refuges(Node& node, Side us) const {
    node.least = -INFINITE_SCORE;
    node.most = INFINITE_SCORE;
    if (!selective_ || !refuges_.throne) return;
    if (is_safe(refuges_, node.position, us)) node.least = draw_score(us);
    if (is_safe(refuges_, node.position, ~us)) node.most = draw_score(us);
}

/// Scales the evaluation towards 0 as the no-progress limit nears, and keeps it within the
/// proved bounds.
Score Searcher::scaled_eval(const Node& node, Score evaluation) const {
    const std::int64_t limit = draws_.no_progress;
    const std::int64_t clock = node.position.clock;
    assert(limit == 0 || clock < limit);
    if (limit > 0)
        evaluation -=
            static_cast<Score>(evaluation * clock * tunables::NO_PROGRESS_SCALE / (100 * limit));
    return std::clamp(evaluation, node.least, node.most);
}

void Searcher::make(int ply, int depth, Side us, Move move) {
    Node& node = node_at(ply);
    Node& child = node_at(ply + 1);
    node.cont_hist_key = ContHistKey(us, node.position, move);
    child.position = node.position;
    // Prefetches the TT entry while the action is made.
    if (depth > 0 && !move.from().is_none())
        shared_.table.prefetch(likely_key(node.position, move) ^ key_salt_);
    apply(rules_, child.position, move);
    if (depth > 0) shared_.table.prefetch(table_key(child.position));
    for (const Side side : BOTH_SIDES)
        child.distance_from_root[side] = node.distance_from_root[side].further(side == us);
    repetitions_.push(child.position.key, cuts_repetition(rules_, node.position, child.position));
}

ContHistKeys Searcher::cont_hist_keys(int ply) {
    const auto before = [&](int plies) {
        return ply < plies ? ContHistKey() : node_at(ply - plies).cont_hist_key;
    };
    return {before(1), before(2)};
}

/// After a beta cutoff, updates killers, countermove and histories.
void Searcher::reward(int ply, int depth, Side us, Move best, std::span<const Move> tried) {
    Node& node = node_at(ply);
    if (node.killers[0] != best) node.killers = {best, node.killers[0]};
    const ContHistKeys before = cont_hist_keys(ply);
    history_.countermove(before[0]) = best;
    const int bonus =
        std::min<int>(depth * depth * tunables::HISTORY_BONUS, tunables::HISTORY_BONUS_LIMIT);
    for (const Move move : tried)
        history_.update(us, node.position, move, before, move == best ? bonus : -bonus);
}

/// The score of the child at ply + 1 for `us`, the chooser at `ply`. It is negated only when the
/// chooser changes.
template<bool pv>
Score Searcher::search_child(int ply, int depth, Side us, Window window) {
    const Position& child = node_at(ply + 1).position;
    if (chooser(rules_, child) == us) return search<pv>(ply + 1, depth, window);
    return -search<pv>(ply + 1, depth, {-window.beta, -window.alpha});
}

template<bool pv>
Score Searcher::search(int ply, int depth, Window window) {
    assert(pv ? window.alpha < window.beta : window.alpha + 1 == window.beta);
    Node& node = node_at(ply);
    node.line.clear();
    if (count_node()) return DRAW;
    selective_depth_ = std::max(selective_depth_, ply);
    const Side us = chooser(rules_, node.position);
    if (const auto end = ended(ply, us)) return *end;
    if (proving_) {
        if (us == root_chooser_ && node.distance_from_root[us].winner_plies() >= win_limit_)
            return DRAW;
        if (depth <= 0 || ply == MAX_PLY) {
            open_ = true;
            return DRAW;
        }
    }
    if (selective_ && ply < MAX_PLY) {
        if (us == node.position.turn)
            if (const Move step = completing_step(rules_, node.position, us); !step.is_none()) {
                node.line.set(step, {});
                return win_in(node.distance_from_root[us].further(true));
            }
        // The evaluation misses the enemy's completing step, and few actions stop it. But where the
        // turn goes on after this action, the next node is the same again: with six captured guards
        // the tree would hold each way to relocate all of them.
        if (depth <= 0 && !completing_step(rules_, node.position, ~us).is_none() &&
            (rules_.pace != Pace::AllInTurn ||
             captured_to_settle(rules_, node.position).count() <= 1))
            depth = 1;
    }
    Score least = -INFINITE_SCORE;
    if (selective_ && window.alpha < draw_score(us) && can_repeat(ply)) {
        least = window.alpha = draw_score(us);
        if (window.alpha >= window.beta) return window.alpha;
    }
    bound_by_refuges(node, us);
    window.alpha = std::max(window.alpha, node.least);
    window.beta = std::min(window.beta, node.most);
    if (window.alpha >= window.beta) return draw_score(us);
    // Fail-soft, so it can return less than alpha.
    if (depth <= 0 || ply == MAX_PLY) return std::max(least, quiescence<pv>(ply, window));

    // Mate distance pruning: at best the next action wins, at worst it loses.
    const int won = node.distance_from_root[us].packed();
    const int lost = node.distance_from_root[~us].packed();
    window.alpha = std::max(window.alpha, loss_in(node.distance_from_root[~us].further(false)));
    window.beta = std::min(window.beta, win_in(node.distance_from_root[us].further(true)));
    if (window.alpha >= window.beta) return window.alpha;

    const std::uint64_t key = table_key(node.position) ^ (proving_ ? proof_salt(node) : 0);
    const auto found = shared_.table.find(key);
    if (!pv && found && found->depth >= depth) {
        const Score score = from_table(found->score, won, lost);
        if (found->bound == Bound::Exact ||
            (found->bound == Bound::Lower ? score >= window.beta : score <= window.alpha)) {
            open_ |= found->depth < ANY_DEPTH;
            return score;
        }
    }
    const Move hash_move = found ? found->move : Move();
    const bool settling = is_settling(rules_, node.position);
    node.static_eval = found ? found->static_eval : NO_EVALUATION;

    // Reverse futility pruning, the only user of the static evaluation.
    if (selective_ && !pv && !settling && !is_decisive(window.beta) &&
        depth <= tunables::REVERSE_FUTILITY_DEPTH) {
        if (node.static_eval == NO_EVALUATION)
            node.static_eval = evaluator_.evaluate(ply, node.position);
        const Score score = scaled_eval(node, node.static_eval);
        if (score - tunables::REVERSE_FUTILITY_MARGIN * depth >= window.beta &&
            !may_win_soon(rules_, node.position, ~us))
            return score;
    }

    // Internal iterative reduction.
    if (selective_ && hash_move.is_none() && depth >= tunables::IIR_DEPTH) --depth;

    const ContHistKeys before = cont_hist_keys(ply);
    MovePicker picker(rules_, node.position, us, hash_move,
                      {node.killers[0], node.killers[1], history_.countermove(before[0])}, history_,
                      before);
    node_at(ply + 1).killers = {};
    MoveList& tried = node.tried;
    tried.clear();
    std::size_t quiets = 0;
    Score best = node.least;
    Move best_move;
    bool open = false;
    const Score alpha = window.alpha;
    for (ScoredMove scored = picker.next(); !scored.move.is_none(); scored = picker.next()) {
        const Move move = scored.move;
        // Late move pruning, only when a loss is excluded: after a move with a non-losing score, or
        // in a refuge.
        if (selective_ && !pv && scored.is_quiet() && best > -LONGEST_WIN) {
            ++quiets;
            if (depth <= tunables::LATE_DEPTH && quiets > late_actions(depth)) break;
        }
        make(ply, depth - 1, us, move);
        open_ = false;
        Score score;
        if (tried.empty()) {
            score = search_child<pv>(ply, depth - 1, us, window);
        } else {
            int reduction = 0;
            if (selective_ && depth >= tunables::REDUCTION_DEPTH && scored.is_quiet() &&
                tried.size() >= static_cast<std::size_t>(tunables::REDUCTION_NUMBER))
                reduction = late_reduction(depth, tried.size() + 1, pv);
            const Window narrow = {window.alpha, window.alpha + 1};
            score = search_child<false>(ply, depth - 1 - reduction, us, narrow);
            if (reduction > 0 && score > window.alpha && !stopped_)
                score = search_child<false>(ply, depth - 1, us, narrow);
            if (pv && score > window.alpha && score < window.beta && !stopped_)
                score = search_child<true>(ply, depth - 1, us, window);
        }
        unmake();
        if (stopped_) return DRAW;
        open = open_ || (open && score < window.beta); // one action is enough for a cutoff
        tried.push_back(move);
        best = std::max(best, score);
        if (score <= window.alpha) continue;
        window.alpha = score;
        best_move = move;
        if (pv) node.line.set(move, node_at(ply + 1).line);
        if (score < window.beta) continue;
        reward(ply, depth, us, move, {tried.begin(), tried.size()});
        break;
    }
    const Bound bound = best >= window.beta ? Bound::Lower
                        : best > alpha      ? Bound::Exact
                                            : Bound::Upper;
    open_ = open;
    if (proving_ && !open) depth = ANY_DEPTH;
    // A win by repetition holds only for this line, not for all that lead to the position.
    if (std::abs(best) == WIN_BY_REPETITION) return best;
    shared_.table.store(key,
                        {best_move, to_table(best, won, lost), depth, bound, node.static_eval});
    return best;
}

template Score Searcher::search_child<true>(int, int, Side, Window);
template Score Searcher::search_child<false>(int, int, Side, Window);

// Quiescence search: only captures are searched.

/// A capture sends a guard back to the outer ring and costs its owner a turn. The side to act
/// captures or stands pat. Relocations are quiet: the evaluation includes their cost.
template<bool pv>
Score Searcher::quiescence(int ply, Window window) {
    assert(pv || window.alpha + 1 == window.beta);
    Node& node = node_at(ply);
    const Score standing = scaled_eval(node, evaluator_.evaluate(ply, node.position));
    if (standing >= window.beta || ply == MAX_PLY || is_settling(rules_, node.position) ||
        !evaluator_.sees_capture(ply, node.position.turn))
        return standing;

    Score best = standing;
    window.alpha = std::max(window.alpha, best);
    node_at(ply + 1).killers = {}; // the child may search one ply
    CapturePicker picker(rules_, node.position);
    for (ScoredMove scored = picker.next(); !scored.move.is_none(); scored = picker.next()) {
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

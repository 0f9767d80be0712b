// The root: iterative deepening, aspiration windows, several lines, and when to stop.
#include "search/tree/searcher.hpp"

#include "engine/movegen.hpp"
#include "engine/zobrist.hpp"
#include "search/score/win_draw_loss.hpp"
#include "search/tree/tunables.hpp"

#include <algorithm>

namespace agon::search {
namespace {

using namespace parameters;

constexpr auto LONG_SEARCH = std::chrono::seconds(3); ///< UCI's `currmove` from here on

bool better(const RootMove& a, const RootMove& b) {
    return a.score != b.score ? a.score > b.score : a.previous > b.previous;
}

/// Every action changes the side that chooses, so a win in n of one's own takes at most 2n.
bool actions_alternate(const RuleSet& rules) {
    return !rules.bloody() && rules.pace == Pace::OnePerTurn &&
           rules.queen_chooser == QueenChooser::Owner;
}

std::uint64_t salt(Score contempt, Side root_chooser) {
    if (contempt == 0) return 0;
    return zobrist::scatter(std::uint64_t{10} << 32 ^ static_cast<std::uint32_t>(contempt * 2) ^
                            index(root_chooser));
}

} // namespace

Searcher::Searcher(SharedState& shared, History& history, Listener* listener)
    : shared_(shared), rules_(shared.game.rules()), weights_(weights_for(rules_)),
      listener_(listener), root_chooser_(shared.game.chooser()),
      salt_(salt(shared.options.contempt, root_chooser_)), draws_(shared.game.limits()),
      budget_(time_budget(shared.limits, root_chooser_, shared.options.move_overhead)),
      start_(shared.control.asked().value_or(shared.clock.now())), budget_start_(start_),
      pondering_(shared.limits.ponder), selective_(!shared.limits.mate),
      repetitions_(shared.game.repeatable_keys()), history_(history), nodes_by_ply_(MAX_PLY + 1) {
    history_.clear();
    nodes_by_ply_[0].position = shared.game.position();
    MoveList moves;
    legal_moves(rules_, shared.game.position(), moves);
    for (const Move move : moves) {
        const auto& wanted = shared.limits.root_moves;
        if (wanted.empty() || std::ranges::find(wanted, move) != wanted.end())
            root_moves_.push_back({.move = move, .line = {move}});
    }
}

std::chrono::microseconds Searcher::elapsed() const {
    return std::chrono::duration_cast<std::chrono::microseconds>(shared_.clock.now() - start_);
}

/// Looks at everything that can end the search from outside.
void Searcher::watch() {
    if (pondering_ && shared_.control.hit()) {
        pondering_ = false;
        budget_start_ = shared_.clock.now();
    }
    const bool out_of_time =
        budget_ && !pondering_ && shared_.clock.now() - budget_start_ >= budget_->hard;
    const bool out_of_nodes = shared_.node_limit && (*total_nodes_)() >= *shared_.node_limit;
    if (shared_.control.stopped() || out_of_time || out_of_nodes) shared_.stop = true;
}

/// Whether a deeper iteration is neither asked for nor able to tell anything new.
bool Searcher::enough(int depth) const {
    const Score best = root_moves_.front().score;
    if (shared_.limits.mate && is_win(best) && mate_number(best) <= *shared_.limits.mate)
        return true;
    // A forced end within the depth searched has its final length.
    const auto lines =
        std::min(root_moves_.size(), static_cast<std::size_t>(shared_.options.multi_pv));
    const bool settled =
        std::all_of(root_moves_.begin(), root_moves_.begin() + static_cast<std::ptrdiff_t>(lines),
                    [&](const RootMove& root) {
                        return is_decisive(root.score) && distance(root.score).plies() <= depth;
                    });
    if (settled) return true;
    if (!budget_ || pondering_) return false;
    if (root_moves_.size() == 1 && !shared_.limits.move_time) return true;
    return shared_.clock.now() - budget_start_ >= budget_->soft;
}

void Searcher::run(const std::function<std::uint64_t()>& total_nodes) {
    total_nodes_ = &total_nodes;
    int last_depth = MAX_PLY;
    if (shared_.limits.depth) last_depth = std::clamp(*shared_.limits.depth, 1, last_depth);
    if (shared_.limits.mate && actions_alternate(rules_))
        last_depth = std::clamp(2 * *shared_.limits.mate, 1, last_depth);
    const auto lines =
        std::min(root_moves_.size(), static_cast<std::size_t>(shared_.options.multi_pv));
    for (int depth = 1; depth <= last_depth; ++depth) {
        for (RootMove& root : root_moves_) {
            root.previous = root.score;
            root.score = -INFINITE;
        }
        for (std::size_t line = 0; line < lines && !stopped_; ++line) search_line(depth, line);
        if (stopped_) break;
        may_stop_ = true;
        if (listener_ == nullptr) continue;
        watch();
        if (shared_.stop || enough(depth)) break;
    }
}

/// Finds the best action but for those of the lines before, and sorts it to its place.
void Searcher::search_line(int depth, std::size_t line) {
    const Score expected = root_moves_[line].previous;
    const bool aspire =
        depth >= FIRST_ASPIRED_DEPTH && expected != -INFINITE && !is_decisive(expected);
    Score margin = aspire ? ASPIRATION : INFINITE;
    Window window = {std::max(expected - margin, -INFINITE), std::min(expected + margin, INFINITE)};
    if (!aspire) window = {-INFINITE, INFINITE};
    while (true) {
        selective_depth_ = 0;
        const Score score = search_root(depth, window, line);
        std::stable_sort(root_moves_.begin() + static_cast<std::ptrdiff_t>(line), root_moves_.end(),
                         better);
        RootMove& best = root_moves_[line];
        if (stopped_) {
            // The best action may be new: it is told of, so that it does not come as a surprise.
            if (best.score == -INFINITE)
                best.score = best.previous;
            else
                report(depth, line, best.score, Bound::Exact);
            return;
        }
        margin = margin * 2 > WIDEST_ASPIRATION ? INFINITE : margin * 2;
        if (score <= window.alpha) {
            report(depth, line, score, Bound::Upper);
            window.alpha = margin == INFINITE ? -INFINITE : score - margin;
        } else if (score >= window.beta) {
            report(depth, line, score, Bound::Lower);
            window.beta = margin == INFINITE ? INFINITE : score + margin;
        } else {
            return report(depth, line, score, Bound::Exact);
        }
    }
}

Score Searcher::search_root(int depth, Window window, std::size_t line) {
    Score best = -INFINITE;
    for (std::size_t i = line; i < root_moves_.size(); ++i) {
        RootMove& root = root_moves_[i];
        report_current_move(depth, root.move, i + 1);
        make(0, depth - 1, root_chooser_, root.move);
        Score score = 0;
        if (i > line)
            score =
                search_child<false>(0, depth - 1, root_chooser_, {window.alpha, window.alpha + 1});
        if (i == line || (score > window.alpha && !stopped_))
            score = search_child<true>(0, depth - 1, root_chooser_, window);
        unmake();
        if (stopped_) return best;
        root.score = i == line || score > window.alpha ? score : -INFINITE;
        if (root.score == -INFINITE) continue;
        const auto rest = nodes_by_ply_[1].line.moves();
        root.line.assign(1, root.move);
        root.line.insert(root.line.end(), rest.begin(), rest.end());
        root.selective_depth = selective_depth_;
        best = std::max(best, score);
        window.alpha = std::max(window.alpha, score);
        if (score >= window.beta) break;
    }
    return best;
}

void Searcher::report(int depth, std::size_t line, Score score, Bound bound) {
    if (listener_ == nullptr) return;
    if (bound != Bound::Exact && elapsed() < LONG_SEARCH) return;
    const RootMove& root = root_moves_[line];
    Info info;
    info.depth = depth;
    info.selective_depth = std::max(root.selective_depth, 1);
    info.line = static_cast<int>(line) + 1;
    info.score = score;
    info.bound = bound;
    info.wdl = win_draw_loss(score);
    info.nodes = (*total_nodes_)();
    info.time = elapsed();
    info.hash_full = shared_.table.fullness();
    info.line_moves = root.line;
    listener_->on_info(info);
}

void Searcher::report_current_move(int depth, Move move, std::size_t number) {
    if (listener_ != nullptr && elapsed() >= LONG_SEARCH)
        listener_->on_current_move(depth, move, static_cast<int>(number));
}

} // namespace agon::search

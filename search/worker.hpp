// One thread's alpha-beta search.
#pragma once

#include "engine/game/game.hpp"
#include "engine/game/move_list.hpp"
#include "engine/game/position.hpp"
#include "engine/game/refuges.hpp"
#include "search/history.hpp"
#include "search/limits.hpp"
#include "search/listener.hpp"
#include "search/nnue/evaluator.hpp"
#include "search/repetition.hpp"
#include "search/score/score.hpp"
#include "search/tt.hpp"
#include "search/watcher.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <cassert>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <vector>

namespace agon::search {

static_assert(nnue::MAX_VALUE == LARGEST_EVALUATION);

/// The principal variation from some ply on.
class PvLine {
public:
    void clear() { size_ = 0; }
    /// `move`, then `rest`, which is not this line.
    void set(Move move, const PvLine& rest) {
        assert(rest.size_ < moves_.size());
        moves_[0] = move;
        std::copy_n(rest.moves_.begin(), rest.size_, moves_.begin() + 1);
        size_ = rest.size_ + 1;
    }
    [[nodiscard]] std::span<const Move> moves() const { return {moves_.data(), size_}; }

private:
    std::array<Move, MAX_PLY + 1> moves_;
    std::size_t size_ = 0;
};

/// What all threads of a search share.
struct SharedState {
    const Game& game;
    const Limits& limits;
    const Options& options;
    TranspositionTable& table;
    const nnue::Network& network;
    Watcher watcher;                                 ///< for the first thread
    std::function<std::uint64_t()> total_nodes = {}; ///< of all threads so far
    std::atomic<bool> stop = false;                  ///< ends all threads
};

/// A root action and its results so far.
struct RootMove {
    Move move;
    Score score = -INFINITE_SCORE; ///< in this iteration; -INFINITE_SCORE when it was not the best
    Bound bound = Bound::Exact;    ///< of the score
    Score previous = -INFINITE_SCORE; ///< score of the iteration before, exact
    std::vector<Move> line;           ///< from the root
    int selective_depth = 0;
    std::uint64_t nodes = 0; ///< spent on it so far by this thread
    /// By side: whether it has a seal after the action; nullopt before anything asks.
    PerSide<std::optional<bool>> sealed{};
};

/// What the search knows at one ply of its line.
struct Node {
    Position position;
    /// By side: the distance from the root if that side's win is here.
    PerSide<Distance> distance_from_root;
    Score least, most;           ///< proved bounds of the score; infinite if unproved
    Score static_eval;           ///< NO_EVALUATION if pruning did not need it
    std::array<Move, 2> killers; ///< the last two actions that failed high at sibling nodes
    ContHistKey cont_hist_key;   ///< of the action tried here
    MoveList tried;              ///< not a local of search(), which would clear it all
    PvLine line;
};

/// What a thread keeps from search to search, since fresh memory would have to be paged in.
struct ThreadMemory {
    History history;
    nnue::Evaluator evaluator;
    std::vector<Node> nodes_by_ply = std::vector<Node>(MAX_PLY + 1);
};

/// Iterative deepening until the shared state stops. The first thread has the listener and decides
/// when all stop; the others only fill the table (lazy SMP).
class Searcher {
public:
    /// The references must outlive the searcher; the history in `memory` is cleared. Not for a
    /// finished game. `listener` is null for all but the first thread.
    Searcher(SharedState& shared, ThreadMemory& memory, Listener* listener);

    /// Blocks until the shared state stops, or the depth limit is reached, or a deeper search could
    /// not find anything new. Throws what the listener throws.
    void run();

    /// Best first after run(); never empty.
    [[nodiscard]] const std::vector<RootMove>& root_moves() const { return root_moves_; }
    /// Searched so far. May be called from any thread.
    [[nodiscard]] std::uint64_t nodes() const { return nodes_.load(std::memory_order_relaxed); }

private:
    struct Window {
        Score alpha, beta;
    };

    // worker.cpp: the tree
    template<bool pv>
    Score search(int ply, int depth, Window window);
    template<bool pv>
    Score quiescence(int ply, Window window);
    template<bool pv>
    Score search_child(int ply, int depth, Side us, Window window);
    /// `depth` is that of the child.
    void make(int ply, int depth, Side us, Move move);
    void unmake() { repetitions_.pop(); }
    [[nodiscard]] Node& node_at(int ply) {
        assert(ply >= 0 && ply <= MAX_PLY);
        return nodes_by_ply_[static_cast<std::size_t>(ply)];
    }
    [[nodiscard]] ContHistKeys cont_hist_keys(int ply);
    void reward(int ply, int depth, Side us, Move best, std::span<const Move> tried);
    [[nodiscard]] Score draw_score(Side us) const;
    [[nodiscard]] std::optional<Score> ended(int ply, Side us);
    [[nodiscard]] bool can_repeat(int ply);
    void bound_by_refuges(Node& node, Side us) const;
    [[nodiscard]] Score scaled_eval(const Node& node, Score evaluation) const;
    [[nodiscard]] std::uint64_t table_key(const Position& position) const;
    [[nodiscard]] std::uint64_t proof_salt(const Node& node) const;
    [[nodiscard]] bool count_node();

    // root.cpp
    void deepen(int last_depth);
    void prove(int depth, int last_depth);
    void take_over(std::vector<RootMove>& finished, std::size_t lines);
    bool search_line(int depth, std::size_t line);
    Score search_root(int depth, Window window, std::size_t line);
    void report(int depth, std::size_t line);
    [[nodiscard]] bool is_long() const;
    [[nodiscard]] bool is_settled(int depth) const;
    [[nodiscard]] bool is_sealed_after(RootMove& root, Side side);
    void bound_by_seal(Score& score, Bound& bound) const;
    [[nodiscard]] std::size_t line_count() const;

    SharedState& shared_;
    const RuleSet& rules_;
    const Refuges refuges_; ///< of the rules
    nnue::Evaluator& evaluator_;
    Listener* listener_;
    Side root_chooser_;
    PerSide<bool> safe_{};       ///< by side: proved not to lose at the root, by a refuge or a seal
    bool may_keep_seal_ = false; ///< the root's chooser is sealed, before and after an action
    bool enemy_might_leave_ = false; ///< the enemy is sealed at the root, the root's chooser is not
    /// XORed into the TT key, so that scores of exact and selective searches, and scores under
    /// different contempt values or draw limits, do not mix.
    std::uint64_t key_salt_;
    DrawLimits draws_;
    bool selective_;        ///< pruning and reductions are on: not in an exact search
    bool may_stop_ = false; ///< from the second iteration on: the first always finishes
    bool stopped_ = false;
    bool over_ = false; ///< stopped or finished

    // prove():
    bool proving_ = false;
    int win_limit_ = 0; ///< actions of the root's chooser
    /// Whether the node searched last depends on a line that its depth has cut off.
    bool open_ = false;

    std::atomic<std::uint64_t> nodes_ = 0;
    int selective_depth_ = 0;
    RepetitionHistory repetitions_;
    History& history_;
    std::vector<Node>& nodes_by_ply_;
    std::vector<RootMove> root_moves_;
};

} // namespace agon::search

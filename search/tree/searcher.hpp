// One thread's alpha-beta search.
#pragma once

#include "engine/game.hpp"
#include "search/control/clock.hpp"
#include "search/control/control.hpp"
#include "search/control/limits.hpp"
#include "search/control/listener.hpp"
#include "search/control/options.hpp"
#include "search/control/time_manager.hpp"
#include "search/eval/weights.hpp"
#include "search/tree/history.hpp"
#include "search/tree/repetition_history.hpp"
#include "search/tree/transposition_table.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <vector>

namespace agon::search {

/// The best line from some ply on.
class PvLine {
public:
    void clear() { size_ = 0; }
    /// `move`, and then `rest`.
    void set(Move move, const PvLine& rest) {
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
    const Clock& clock;
    Control& control;
    TranspositionTable& table;
    std::atomic<bool> stop = false;          ///< no thread goes on
    std::optional<std::uint64_t> node_limit; ///< of all threads
};

/// A root action with what is known of it.
struct RootMove {
    Move move;
    Score score = -INFINITE;    ///< of the present iteration; -INFINITE when it was not the best
    Score previous = -INFINITE; ///< of the iteration before
    std::vector<Move> line;     ///< from the root
    int selective_depth = 0;
};

/// Searches a shared's position deeper and deeper until the shared stops. The thread that tells
/// (`listener` given) watches clock and control for all; the others only fill the table.
class Searcher {
public:
    /// The references must outlive the searcher; the history is cleared. Not for a finished game.
    Searcher(SharedState& shared, History& history, Listener* listener);

    /// Blocks until the shared stops, or the depth limit or the end of what can be found is
    /// reached. `total_nodes` counts the nodes of all threads so far.
    void run(const std::function<std::uint64_t()>& total_nodes);

    /// Best first after run(); never empty.
    [[nodiscard]] const std::vector<RootMove>& root_moves() const { return root_moves_; }
    /// Searched so far; any thread.
    [[nodiscard]] std::uint64_t nodes() const { return nodes_.load(std::memory_order_relaxed); }

private:
    struct Node {
        Position position;
        /// By side: the distance from the root if that side's win is here.
        std::array<Distance, 2> travelled;
        std::array<Move, 2> killers; ///< the last two actions that refuted a sibling
        ContHistKey cont_hist_key;   ///< of the action tried here
        MoveList tried; ///< here and not in search(), which would have to clear all its room
        PvLine line;
    };
    struct Window {
        Score alpha, beta;
    };

    // searcher.cpp: the tree
    template<bool pv>
    Score search(int ply, int depth, Window window);
    Score quiescence(int ply, Window window); // quiescence.cpp
    template<bool pv>
    Score search_child(int ply, int depth, Side chooser, Window window);
    /// `depth` is what the child will be searched to.
    void make(int ply, int depth, Side chooser, Move move);
    void unmake() { repetitions_.pop(); }
    [[nodiscard]] ContHistKeys cont_hist_keys(int ply) const;
    void reward(int ply, int depth, Side chooser, Move best, std::span<const Move> tried);
    [[nodiscard]] std::optional<Score> ended(int ply, Side chooser) const;
    [[nodiscard]] std::uint64_t table_key(const Position& position) const;
    [[nodiscard]] bool count_node();

    // deepening.cpp: the root
    void search_line(int depth, std::size_t line);
    Score search_root(int depth, Window window, std::size_t line);
    void report(int depth, std::size_t line, Score score, Bound bound);
    void report_current_move(int depth, Move move, std::size_t number);
    [[nodiscard]] bool enough(int depth) const;
    void watch();
    [[nodiscard]] std::chrono::microseconds elapsed() const;

    SharedState& shared_;
    const RuleSet& rules_;
    const Weights& weights_;
    Listener* listener_;
    const std::function<std::uint64_t()>* total_nodes_ = nullptr;
    Side root_chooser_;
    std::uint64_t salt_; ///< keeps findings apart that a contempt bends differently
    DrawLimits draws_;
    std::optional<TimeBudget> budget_;
    Clock::TimePoint start_;
    Clock::TimePoint budget_start_; ///< later than start_ after a ponderhit
    bool pondering_;
    bool selective_;        ///< reductions and pruning are on: not in a search for a forced win
    bool may_stop_ = false; ///< from the second iteration on: the first always finishes
    bool stopped_ = false;
    std::atomic<std::uint64_t> nodes_ = 0;
    int selective_depth_ = 0;
    RepetitionHistory repetitions_;
    History& history_;
    std::vector<Node> nodes_by_ply_;
    std::vector<RootMove> root_moves_;
};

} // namespace agon::search

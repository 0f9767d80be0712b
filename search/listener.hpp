// What a search reports while it runs.
#pragma once

#include "engine/game/move.hpp"
#include "search/score/score.hpp"

#include <chrono>
#include <cstdint>
#include <span>

namespace agon::search {

/// One report: a line of play and its score.
struct Info {
    int depth = 0;              ///< plies of the iteration; 0 for a finished game
    int selective_depth = 0;    ///< plies of the longest line searched
    int line = 1;               ///< 1 for the best line, 2 for the second (MultiPV)
    Score score = 0;            ///< from the root's chooser
    Bound bound = Bound::Exact; ///< bounds come in searches of 3 s and more, or at a stop
    WinDrawLoss wdl{};
    std::uint64_t nodes = 0;          ///< of all threads
    std::chrono::microseconds time{}; ///< since the search was requested
    int hash_full = 0;                ///< thousandths of the table that hold entries of this search
    std::span<const Move> line_moves; ///< the principal variation; valid during the call
};

/// Ignores everything; a listener overrides what it wants to hear. Called from the thread that runs
/// Engine::search(), one call at a time. May block: that thread waits meanwhile. An exception ends
/// the search and propagates from Engine::search().
class Listener {
public:
    virtual ~Listener() = default;
    virtual void on_info(const Info&) {}
    /// The root action being searched now, its number from 1. Only in searches of 3 s and more.
    virtual void on_current_move(int /*depth*/, Move, int /*number*/) {}
};

} // namespace agon::search

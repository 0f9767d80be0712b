// The analysis of one position: a search, and what it reported. `agon analyse`, `agon play` and
// reviews use it.
#pragma once

#include "engine/game/game.hpp"
#include "engine/game/move.hpp"
#include "protocol/record/evaluation.hpp"
#include "search/control.hpp"
#include "search/engine.hpp"
#include "search/limits.hpp"
#include "search/listener.hpp"
#include "search/options.hpp"

#include <cstdint>
#include <vector>

namespace agon::analysis {

/// A line of play, from the last report of it.
struct Line {
    search::Info info; ///< without its line_moves, which are `moves`
    std::vector<Move> moves;
};

/// The last reports of a search.
struct Analysed final : search::Listener {
    void on_info(const search::Info& report) override;

    /// Best first, each with another first action. During a search some may be of the iteration
    /// before. A finished game has one, without actions.
    [[nodiscard]] std::vector<const Line*> best_lines() const;

    std::vector<Line> lines; ///< by rank
    Line exact; ///< the last exact report of the best line; with actions once there is an answer
    std::uint64_t nodes = 0; ///< of all threads
    Move best;               ///< the answer; Move{} when the game is over
};

/// Searches the game with options other than the engine's. `analysed` is empty; what is in it is
/// valid whenever the control looks. Blocks, and throws what Engine::search() throws.
void analyse(search::Options options, const search::Limits& limits, search::Engine& engine,
             const Game& game, search::Control& control, Analysed& analysed);

/// The same, if nobody looks at the reports meanwhile.
[[nodiscard]] Analysed analyse(search::Options options, const search::Limits& limits,
                               search::Engine& engine, const Game& game, search::Control& control);

[[nodiscard]] Evaluation evaluation_of(const search::Info& info);

} // namespace agon::analysis

// The searches that records keep.
#pragma once

#include "engine/game/game.hpp"
#include "protocol/record/evaluation.hpp"
#include "search/control.hpp"
#include "search/engine.hpp"
#include "search/limits.hpp"
#include "search/listener.hpp"
#include "search/options.hpp"

#include <vector>

namespace agon::protocol {

/// The last exact report of a search's best line, and the answer.
struct LastReport final : search::Listener {
    void on_info(const search::Info& report) override;

    search::Info info;
    std::vector<Move> line; ///< not empty once the answer is there
    Move best;
};

/// A search with options other than the engine's.
[[nodiscard]] LastReport search_by(search::Options options, const search::Limits& limits,
                                   search::Engine& engine, const Game& game,
                                   search::Control& control);

[[nodiscard]] Evaluation evaluation_of(const search::Info& info);

} // namespace agon::protocol

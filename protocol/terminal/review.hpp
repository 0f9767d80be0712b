// The review of games on the command line: searches, `agon review`, what Ctrl-C ends.
#pragma once

#include "engine/record/review.hpp"
#include "protocol/cli/options.hpp"
#include "search/engine.hpp"

#include <functional>
#include <vector>

namespace agon::protocol {

// Searches as records keep them.

/// The last exact report of a search's best line, and the answer.
struct LastReport final : search::Listener {
    void on_info(const search::Info& report) override;

    search::Info info;
    std::vector<Move> line; ///< not empty once the answer is there
    Move best;
};

/// A search by other options than the engine's.
[[nodiscard]] LastReport search_by(search::Options options, const search::Limits& limits,
                                   search::Engine& engine, const Game& game,
                                   search::Control& control);

[[nodiscard]] Evaluation evaluation_of(const search::Info& info);

// Reviews.

/// While it lives, SIGINT, SIGTERM and SIGHUP do not end the program but are remembered, unless it
/// ignores them. One at a time.
class Interruption {
public:
    Interruption();
    ~Interruption();
    Interruption(const Interruption&) = delete;
    Interruption& operator=(const Interruption&) = delete;

    [[nodiscard]] static bool asked();
};

/// Goes on with a review at full strength, until it is complete or the user asks for its end; false
/// then. `shown` is called before each search. Blocks.
bool go_on(Review& review, search::Engine& engine, const TimeControl& control,
           const Interruption& interruption, const std::function<void()>& shown);

/// "57 of 120 positions".
[[nodiscard]] std::string progress_text(const Review& review);

/// `agon review`, as program::Command::run. Blocks until done.
[[nodiscard]] int review(const program::Words& args);

} // namespace agon::protocol

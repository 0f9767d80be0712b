// A listener that records, a clock that the test sets, and a search in one call.
#pragma once

#include "engine/notation/notation.hpp"
#include "search/clock.hpp"
#include "search/control.hpp"
#include "search/engine.hpp"
#include "search/limits.hpp"
#include "search/listener.hpp"

#include <atomic>
#include <functional>
#include <string_view>
#include <vector>

namespace support {

/// Stands still until advanced, from any thread.
class HandClock final : public agon::search::Clock {
public:
    [[nodiscard]] TimePoint now() const override {
        const auto steps = looks_++;
        return TimePoint(std::chrono::microseconds(offset_ + steps * per_look_));
    }
    void advance(std::chrono::microseconds by) { offset_ += by.count(); }
    /// From now on each call of now() advances the clock by `per_look`.
    void run(std::chrono::microseconds per_look) { per_look_ = per_look.count(); }

private:
    mutable std::atomic<std::int64_t> looks_ = 0;
    std::atomic<std::int64_t> offset_ = 0;
    std::atomic<std::int64_t> per_look_ = 0;
};

struct Recorded {
    agon::search::Info info;
    std::vector<agon::Move> line;
};

class Recorder final : public agon::search::Listener {
public:
    void on_info(const agon::search::Info& info) override {
        infos.push_back({info, {info.line_moves.begin(), info.line_moves.end()}});
        if (each) each(infos.back());
    }

    std::vector<Recorded> infos;
    std::function<void(const Recorded&)> each; ///< called within the search
};

struct Searched {
    agon::search::Answer answer;
    std::vector<Recorded> infos;

    [[nodiscard]] const Recorded& last() const { return infos.back(); }
};

inline Searched search(agon::search::Engine& engine, const agon::Game& game,
                       const agon::search::Limits& limits) {
    agon::search::Control control;
    Recorder recorder;
    const auto answer = engine.search(game, limits, control, recorder);
    return {answer, recorder.infos};
}

/// With its own engine.
inline Searched search_with_new_engine(const agon::Game& game, const agon::search::Limits& limits,
                                       int threads = 1) {
    const HandClock clock;
    agon::search::Engine engine(clock);
    engine.set_hash(agon::search::MIN_HASH_MB);
    engine.set_threads(threads);
    return search(engine, game, limits);
}

inline Searched search_to_depth(const agon::Game& game, int depth, int threads = 1) {
    agon::search::Limits limits;
    limits.depth = depth;
    return search_with_new_engine(game, limits, threads);
}

inline agon::Game game_of(const agon::RuleSet& rules, std::string_view position) {
    return agon::Game(rules, agon::parse_position(rules, position));
}

} // namespace support

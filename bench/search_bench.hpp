// `agon bench`: fixed searches, whose node count is a signature of the search.
#pragma once

#include "engine/game/game.hpp"
#include "search/control.hpp"
#include "search/engine.hpp"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>

namespace agon::bench {

struct BenchPosition {
    std::string_view preset;
    std::string_view text;
};

/// Openings, middle games, captured pieces and queens, reserves and races, two or more for every
/// built-in preset, those of a preset together. The signature depends on the positions and on their
/// order.
[[nodiscard]] std::span<const BenchPosition> positions();

struct BenchGame {
    std::string rules; ///< the name of the rule set, for showing progress
    Game game;
};

/// Games to search. `at` makes the one of an index below `count`: a file can have millions, which
/// do not fit in memory together.
struct BenchGames {
    std::size_t count;
    std::function<BenchGame(std::size_t)> at;
};

/// positions(), with the usual limits for draws.
[[nodiscard]] BenchGames default_games();

inline constexpr int DEFAULT_DEPTH = 13; ///< plies

/// What `limit` counts: plies searched, plies of perft, nodes, or milliseconds.
enum class LimitType : std::uint8_t { Depth, Perft, Nodes, MoveTime };

struct SearchBenchOptions {
    std::size_t hash_mb = search::DEFAULT_HASH_MB;
    int threads = 1; ///< the signature is that of one thread
    std::uint64_t limit = DEFAULT_DEPTH;
    LimitType type = LimitType::Depth;
};

/// The result of one position, for showing progress.
struct SearchBenchStep {
    std::size_t number, count; ///< 1 to count
    std::string_view rules;    ///< BenchGame::rules
    LimitType type;
    search::Answer answer; ///< of perft only the nodes: the sequences counted
};

struct SearchBenchResult {
    std::uint64_t nodes = 0; ///< of all positions and threads
    std::chrono::microseconds time{};
    bool stopped = false; ///< by `control`; the nodes are no signature then
};

/// Searches every game with a new engine and an empty table, and calls `on_step` after each that
/// was not stopped. Blocks until done or stopped. Throws std::bad_alloc when there is no memory.
[[nodiscard]] SearchBenchResult
search_bench(const SearchBenchOptions& options, const search::Control& control,
             const std::function<void(const SearchBenchStep&)>& on_step,
             const BenchGames& games = default_games());

/// Stops `inner` as soon as its search notices that `outer` is stopped. `inner` then counts time
/// from its own search, and not from the command that `outer` belongs to. `outer` must outlive it.
void stop_with(search::Control& inner, const search::Control& outer);

} // namespace agon::bench

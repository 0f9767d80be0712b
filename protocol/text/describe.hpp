// A position told to people: the board, the facts about it, the evaluation term by term.
#pragma once

#include "bench/search_bench.hpp"
#include "bench/suite_bench.hpp"
#include "engine/game.hpp"
#include "engine/perft.hpp"

#include <string>
#include <vector>

namespace agon::protocol {

using Lines = std::vector<std::string>;

/// The board, with terminal colours if asked for, an empty line, then a line each for `Fen: Key:
/// Chooser: Legal: Result:` (`d`, protocols.md section 1 (Commands)).
[[nodiscard]] Lines describe(const Game& game, bool colour = false);

/// The evaluation's terms by side, and their total from white's side; only the result when the
/// game is over by the board, draws apart.
[[nodiscard]] Lines describe_evaluation(const Game& game);

/// The legal actions, one blank between.
[[nodiscard]] std::string legal_text(const Game& game);

inline constexpr int MAX_PERFT_DEPTH = 100; ///< beyond any count that ends

/// perft(depth) from its parts, as perft_divide() gives them for that depth.
[[nodiscard]] std::uint64_t total_count(const std::vector<DivideEntry>& entries, int depth);

/// "a1b2: 26" for each root action, a blank line, and the total.
[[nodiscard]] Lines describe_perft(const std::vector<DivideEntry>& entries, std::uint64_t total);

/// "Nodes searched: 702".
[[nodiscard]] std::string perft_total(std::uint64_t total);

/// "position 3/30 classic: 4711 nodes, bestmove a1b2" of one of bench's positions.
[[nodiscard]] std::string describe_bench_step(const bench::SearchBenchStep& step);

/// "4711 nodes 1000000 nps": the last line of `bench`, which OpenBench reads.
[[nodiscard]] std::string describe_bench(const bench::SearchBenchResult& result);

/// "position 3/240 classic, win in 4: mate 4, 4711 nodes, 12 ms" of one of the suite's positions;
/// "at most 4" where a shorter win may exist, "unsolved" where the search told of no win.
[[nodiscard]] std::string describe_suite_step(const bench::SuiteBenchStep& step);

/// "solved 200 of 240, 4711 nodes, 12 ms": the last line of `bench --suite`.
[[nodiscard]] std::string describe_suite(const bench::SuiteBenchResult& result);

/// A text parted at its line feeds; the last one does not begin another line.
[[nodiscard]] Lines split_lines(const std::string& text);

} // namespace agon::protocol

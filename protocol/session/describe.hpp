// Text on positions and searches: for people, and in the words of UCI (protocols.md section 1).
#pragma once

#include "bench/bench.hpp"
#include "bench/suite.hpp"
#include "engine/game/game.hpp"
#include "engine/game/perft.hpp"
#include "search/engine.hpp"
#include "search/nnue/network.hpp"

#include <span>
#include <string>
#include <vector>

namespace agon::protocol {

// What a search reports, in UCI's words (protocols.md section 1).

/// "info depth 5 … pv a1b2"; `pv` is left out when the line is empty.
[[nodiscard]] std::string info_text(const search::Info& info, bool show_wdl);

/// "cp 12"; or for a decisive score "mate 3", negative when losing.
[[nodiscard]] std::string score_text(search::Score score);

/// "bestmove a1b2 ponder c3d4"; "bestmove (none)" when the game is over.
[[nodiscard]] std::string bestmove_text(const search::Answer& answer);

/// "a1b2 c3d4".
[[nodiscard]] std::string moves_text(std::span<const Move> moves);

/// Nodes per second; a time of 0 counts as a microsecond.
[[nodiscard]] std::uint64_t per_second(std::uint64_t nodes, std::chrono::microseconds time);

// Text for people: a position, its evaluation, and the results of perft and bench.

using Lines = std::vector<std::string>;

/// The board, an empty line, then lines for `Fen: Key: Chooser: Legal: Result:` (protocols.md
/// section 1 (Commands), `d`). `colour` is for a terminal.
[[nodiscard]] Lines describe(const Game& game, bool colour = false);

/// The network, what the evaluation loses for a piece's owner when it is taken away, and the
/// evaluation from white's side. When the position is decided, only the result.
[[nodiscard]] Lines describe_evaluation(const Game& game,
                                        const search::nnue::NamedNetwork& evaluating);

/// The legal actions, separated by blanks; none when the game is over, by a draw too.
[[nodiscard]] std::string legal_text(const Game& game);

inline constexpr int MAX_PERFT_DEPTH = 100; ///< no count this deep ever ends

/// The sum of the entries of perft_divide(depth); 1 for depth 0, which has no entries.
[[nodiscard]] std::uint64_t total_count(const std::vector<DivideEntry>& entries, int depth);

/// "a1b2: 26" for each root action, an empty line, and the total.
[[nodiscard]] Lines describe_perft(const std::vector<DivideEntry>& entries, std::uint64_t total);

/// "Nodes searched: 702".
[[nodiscard]] std::string perft_total(std::uint64_t total);

/// "position 3/30 classic: 4711 nodes, bestmove a1b2".
[[nodiscard]] std::string describe_bench_step(const bench::SearchBenchStep& step);

/// "4711 nodes 1000000 nps", as OpenBench reads it.
[[nodiscard]] std::string describe_bench(const bench::SearchBenchResult& result);

/// "position 3/240 classic, win in 4: mate 4, 4711 nodes, 12 ms"; "at most 4" where a shorter win
/// may exist, "unsolved" if the search found no win.
[[nodiscard]] std::string describe_suite_step(const bench::SuiteBenchStep& step);

/// "solved 200 of 240, 4711 nodes, 12 ms".
[[nodiscard]] std::string describe_suite(const bench::SuiteBenchResult& result);

/// The lines of a text; a line feed at its end does not begin another one.
[[nodiscard]] Lines split_lines(const std::string& text);

/// What tables know of a position: who wins and in how many actions of both sides, and the play to
/// the end. Throws Error when no table has it.
[[nodiscard]] Lines describe_table(const RuleSet& rules, const Position& position,
                                   const search::EndgameTables& tables);

} // namespace agon::protocol

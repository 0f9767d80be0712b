// The results of bench in lines.
#pragma once

#include "bench/search_bench.hpp"
#include "bench/speed_test.hpp"
#include "bench/suite_bench.hpp"

#include <string>
#include <vector>

namespace agon::protocol {

/// "position 3/30 classic: 4711 nodes, bestmove a1b2"; without the action for perft.
[[nodiscard]] std::string describe_bench_step(const bench::SearchBenchStep& step);

/// "4711 nodes 1000000 nps", as OpenBench reads it.
[[nodiscard]] std::string describe_bench(const bench::SearchBenchResult& result);

/// "warm-up 1/3", "position 3/36".
[[nodiscard]] std::string describe_speed_step(const bench::SpeedTestStep& step);

/// A line for each figure, "Nodes/second               : 1000000" the last of them.
[[nodiscard]] std::vector<std::string> describe_speed_test(const bench::SpeedTestOptions& options,
                                                           const bench::SpeedTestResult& result);

/// "position 3/240 classic, win in 4: mate 4, 4711 nodes, 12 ms"; "at most 4" where a shorter win
/// may exist, "unsolved" if the search found no win.
[[nodiscard]] std::string describe_suite_step(const bench::SuiteBenchStep& step);

/// "solved 200 of 240, 4711 nodes, 12 ms".
[[nodiscard]] std::string describe_suite(const bench::SuiteBenchResult& result);

} // namespace agon::protocol

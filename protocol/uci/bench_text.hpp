// The results of bench in lines.
#pragma once

#include "bench/search_bench.hpp"
#include "bench/suite_bench.hpp"

#include <string>

namespace agon::protocol {

/// "position 3/30 classic: 4711 nodes, bestmove a1b2".
[[nodiscard]] std::string describe_bench_step(const bench::SearchBenchStep& step);

/// "4711 nodes 1000000 nps", as OpenBench reads it.
[[nodiscard]] std::string describe_bench(const bench::SearchBenchResult& result);

/// "position 3/240 classic, win in 4: mate 4, 4711 nodes, 12 ms"; "at most 4" where a shorter win
/// may exist, "unsolved" if the search found no win.
[[nodiscard]] std::string describe_suite_step(const bench::SuiteBenchStep& step);

/// "solved 200 of 240, 4711 nodes, 12 ms".
[[nodiscard]] std::string describe_suite(const bench::SuiteBenchResult& result);

} // namespace agon::protocol

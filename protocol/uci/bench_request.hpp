// The arguments of `bench`, in a session and on the command line, and those of `speedtest`.
#pragma once

#include "bench/search_bench.hpp"
#include "bench/speed_test.hpp"
#include "protocol/cli/values.hpp"
#include "protocol/session/host.hpp"

#include <cstddef>

namespace agon::protocol {

/// What messages call the arguments.
struct BenchNames {
    const char *hash, *threads, *limit, *file, *type;
};
inline constexpr BenchNames SESSION_BENCH{"hash", "threads", "limit", "file", "limit type"};
inline constexpr BenchNames COMMAND_BENCH{"HASH", "THREADS", "LIMIT", "FILE", "TYPE"};

inline constexpr std::size_t MAX_BENCH_WORDS = 5;

struct BenchRequest {
    bench::SearchBenchOptions options;
    bench::BenchGames games = bench::default_games();
};

/// Reads `[hash] [threads] [limit] [file|default|current] [depth|perft|nodes|movetime]`, as
/// Stockfish has them; what is missing is as in `options`, and words beyond these are ignored.
/// `current` is the host's game, and a file has positions of its rules, one a line, each searched
/// with its limits for draws. Throws program::UsageError, which names the argument, and Error for a
/// file that cannot be read or a table without memory for it. Blocks on reading.
[[nodiscard]] BenchRequest parse_bench(const program::Words& words, const Host& host,
                                       bench::SearchBenchOptions options, const BenchNames& names);

/// Reads `[threads] [hash] [seconds]`. Without them all processors that the program can use search,
/// with SPEED_HASH_MB each, or half of the memory that is available. Throws program::UsageError,
/// and Error if there is no memory for the table.
[[nodiscard]] bench::SpeedTestOptions parse_speed_test(const program::Words& words,
                                                       const Host& host);

} // namespace agon::protocol

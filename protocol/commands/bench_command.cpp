// `agon bench`.
#include "bench/perft_bench.hpp"
#include "bench/search_bench.hpp"
#include "bench/suite_bench.hpp"
#include "engine/open_file.hpp"
#include "protocol/cli/options.hpp"
#include "protocol/commands/commands.hpp"
#include "protocol/session/host.hpp"
#include "protocol/uci/bench_text.hpp"
#include "search/control.hpp"
#include "search/engine.hpp"
#include "search/limits.hpp"

#include <cstdint>
#include <fmt/format.h>
#include <fstream>
#include <iostream>
#include <vector>

namespace agon::protocol {
namespace {

void bench_perft() {
    std::cout << "preset                   leaves  per second  to classic\n";
    for (const bench::PerftRate& rate : bench::perft_bench({}))
        std::cout << fmt::format("{:<22} {:8}  {:10.0f}  {:10.3f}\n", rate.preset, rate.leaves,
                                 rate.per_second, rate.to_classic);
}

void bench_search(bench::SearchBenchOptions settings, const program::Words& words) {
    using program::number;
    if (!words.empty())
        settings.hash_mb =
            number<std::size_t>("HASH", words[0], search::MIN_HASH_MB, physical_memory_mb());
    if (words.size() > 1)
        settings.threads = number<int>("THREADS", words[1], 1, search::MAX_THREADS);
    if (words.size() > 2) settings.depth = number<int>("DEPTH", words[2], 1, search::MAX_PLY);
    search::Control control;
    const auto result =
        bench::search_bench(settings, control, [](const bench::SearchBenchStep& step) {
            std::cout << describe_bench_step(step) << std::endl;
        });
    std::cout << describe_bench(result) << '\n';
}

void bench_suite(const bench::SuiteBenchOptions& settings, const program::Words& files) {
    std::vector<bench::SuitePosition> suite;
    if (files.empty()) {
        suite = bench::shipped_suite();
    } else {
        constexpr std::uintmax_t MAX_BYTES = 256U << 20U;
        std::ifstream file = open_text(files[0], MAX_BYTES);
        suite = bench::read_suite(file, files[0]);
    }
    const auto result = bench::suite_bench(suite, settings, [](const bench::SuiteBenchStep& step) {
        std::cout << describe_suite_step(step) << std::endl;
    });
    std::cout << describe_suite(result) << '\n';
}

} // namespace

int bench(const program::Words& args) {
    program::Words words;
    bool suite = false;
    bench::SuiteBenchOptions settings;
    search::Limits& limits = settings.limits;
    program::Options options(
        "agon bench",
        "agon bench [HASH] [THREADS] [DEPTH]  search fixed positions\n"
        "agon bench perft                     measure perft from standard under every preset\n"
        "agon bench --suite [FILE]            search positions whose win is proved\n\n"
        "The node count of one thread is a signature of the search; the last line is `N nodes M "
        "nps`.\nEach position of a suite is searched until a win is found or a limit reached, "
        "200000 "
        "nodes by\ndefault; the last line is `solved S of T, N nodes, M ms`. FILE is in the format "
        "of "
        "bench/suite.txt,\nwhich is built in.\n",
        "  agon bench\n  agon bench 16 1 7\n  agon bench --suite --movetime 1000 --threads 2\n");
    options.number("threads", settings.threads, "threads that search", 1, search::MAX_THREADS);
    options.number("hash", settings.hash_mb, "size of the transposition table in MB",
                   search::MIN_HASH_MB, physical_memory_mb());
    options.flag("suite", suite, "search positions whose win is proved");
    options.number("nodes", limits.nodes, "with --suite, for each position", 1);
    options.number("movetime", limits.move_time, "with --suite, milliseconds for each position", 1);
    options.number("depth", limits.depth, "with --suite, plies for each position", 1,
                   search::MAX_PLY);
    options.words(words, "HASH", 0, 3);
    for (const char* limit : {"nodes", "movetime", "depth"}) options.goes_with(limit, "suite");
    if (!options.read(args)) return 0;
    const bool limited = limits.nodes || limits.move_time || limits.depth;
    const bool perft = !suite && !words.empty() && words[0] == "perft";
    if (words.size() > 1 && (suite || perft))
        throw program::UsageError("'" + words[1] +
                                  "' is one argument too many; see 'agon bench --help'");
    if (suite && !limited) limits.nodes = bench::DEFAULT_SUITE_NODES;
    if (suite)
        bench_suite(settings, words);
    else if (perft)
        bench_perft();
    else
        bench_search({.hash_mb = settings.hash_mb, .threads = settings.threads}, words);
    return 0;
}

} // namespace agon::protocol

// `agon bench`.
#include "bench/perft_bench.hpp"
#include "bench/search_bench.hpp"
#include "bench/suite_bench.hpp"
#include "engine/open_file.hpp"
#include "engine/path_text.hpp"
#include "protocol/cli/options.hpp"
#include "protocol/commands/commands.hpp"
#include "protocol/session/hash_option.hpp"
#include "protocol/session/host.hpp"
#include "protocol/uci/bench_request.hpp"
#include "protocol/uci/bench_text.hpp"
#include "search/clock.hpp"
#include "search/control.hpp"
#include "search/engine.hpp"
#include "search/limits.hpp"

#include <cstdint>
#include <fmt/format.h>
#include <fstream>
#include <iostream>
#include <optional>
#include <string>
#include <vector>

namespace agon::protocol {
namespace {

constexpr const char* BENCH_USAGE =
    R"(agon bench [HASH] [THREADS] [LIMIT] [FILE] [TYPE]  search fixed positions
agon bench perft                     measure perft from standard under every preset
agon bench --suite [FILE]            search positions whose win is proved

As Stockfish's: LIMIT, 13 by default, is of TYPE depth, perft, nodes or movetime. FILE has
positions of the variant, one a line; `default` stands for the built-in ones, `current` for the
variant's start. The node count of one thread is a signature of the search; the last line is
`N nodes M nps`.

Each position of a suite is searched until a win is found or a limit reached, 200000 nodes by
default; the last line is `solved S of T, N nodes, M ms`. Its FILE is in the format of
bench/suite.txt, which is built in.
)";
constexpr const char* BENCH_EXAMPLES = R"(  agon bench
  agon bench 16 1 7
  agon bench 16 1 100000 games.epd nodes --variant ham
  agon bench --suite --movetime 1000 --threads 2
)";

void bench_perft() {
    std::cout << "preset                   leaves  per second  to classic\n";
    for (const bench::PerftRate& rate : bench::perft_bench({}))
        std::cout << fmt::format("{:<22} {:8}  {:10.0f}  {:10.3f}\n", rate.preset, rate.leaves,
                                 rate.per_second, rate.to_classic);
}

void bench_search(const BenchRequest& request) {
    const search::Control control;
    const auto result = bench::search_bench(
        request.options, control,
        [](const bench::SearchBenchStep& step) {
            std::cout << describe_bench_step(step) << std::endl;
        },
        request.games);
    std::cout << describe_bench(result) << '\n';
}

void bench_suite(const bench::SuiteBenchOptions& settings, const program::Words& files) {
    std::vector<bench::SuitePosition> suite;
    if (files.empty()) {
        suite = bench::shipped_suite();
    } else {
        constexpr std::uintmax_t MAX_BYTES = 256U << 20U;
        std::ifstream file = open_text(path_of(files[0]), MAX_BYTES);
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
    std::string variant_path;
    std::optional<std::string> variant;
    bool suite = false;
    bench::SuiteBenchOptions settings;
    search::Limits& limits = settings.limits;
    program::Options options("agon bench", BENCH_USAGE, BENCH_EXAMPLES);
    options.number("threads", settings.threads, "threads that search", 1, search::MAX_THREADS);
    add_hash_option(options, settings.hash_mb);
    options.flag("suite", suite, "search positions whose win is proved");
    options.number("nodes", limits.nodes, "with --suite, for each position", 1);
    options.number("movetime", limits.move_time, "with --suite, milliseconds for each position", 1,
                   search::LONGEST_TIME.count());
    options.number("depth", limits.depth, "with --suite, plies for each position", 1,
                   search::MAX_PLY);
    options.value("variant", "NAME", "of the positions in FILE; 'agon rules' lists them",
                  [&](const std::string&, const std::string& text) { variant = text; });
    options.input("variant-path", variant_path, "rules file with more variants");
    options.words(words, "HASH", 0, MAX_BENCH_WORDS);
    for (const char* limit : {"nodes", "movetime", "depth"}) options.goes_with(limit, "suite");
    options.excludes("variant", "suite");
    options.excludes("variant-path", "suite");
    if (!options.read(args)) return 0;
    const bool limited = limits.nodes || limits.move_time || limits.depth;
    const bool perft = !suite && !words.empty() && words[0] == "perft";
    if (words.size() > 1 && (suite || perft))
        throw program::UsageError("unexpected argument '" + words[1] +
                                  "'; see 'agon bench --help'");
    if (words.size() < 4 && (variant || !variant_path.empty()))
        throw program::UsageError("--variant needs FILE; see 'agon bench --help'");
    const search::SteadyClock clock;
    Host host(clock);
    if (!variant_path.empty())
        program::reading_file("--variant-path", [&] { host.load_variants(variant_path); });
    if (variant)
        host.set_variant(program::choice("--variant", *variant,
                                         program::words_of(host.presets().all(), &Preset::name)));
    if (suite && !limited) limits.nodes = bench::DEFAULT_SUITE_NODES;
    if (suite) {
        host.require_memory(settings.hash_mb);
        bench_suite(settings, words);
    } else if (perft) {
        bench_perft();
    } else {
        bench_search(parse_bench(words, host,
                                 {.hash_mb = settings.hash_mb, .threads = settings.threads},
                                 COMMAND_BENCH));
    }
    return 0;
}

} // namespace agon::protocol

// `agon analyse`.
#include "engine/byte_order_mark.hpp"
#include "engine/path_text.hpp"
#include "engine/rules/presets.hpp"
#include "protocol/analysis/analysis_session.hpp"
#include "protocol/analysis/query.hpp"
#include "protocol/analysis/search_pool.hpp"
#include "protocol/cli/options.hpp"
#include "protocol/commands/commands.hpp"
#include "protocol/os/program.hpp"
#include "protocol/session/hash_option.hpp"
#include "protocol/session/stream_output.hpp"
#include "search/clock.hpp"
#include "search/limits.hpp"

#include <cstdlib>
#include <iostream>
#include <string>

namespace agon::protocol {
namespace {

constexpr int MAX_SEARCHES = 256;

} // namespace

int analyse(const program::Words& args) {
    analysis::PoolSize size;
    search::Limits limits;
    std::string variant_path;
    bool quit_at_once = false;
    program::Options options(
        "agon analyse",
        "agon analyse [OPTIONS]\n\nAnalyses positions for programs: queries on standard input, "
        "answers on standard output, each a line\nof JSON. At the end of the input it answers what "
        "is queued, and ends.\n",
        "  echo '{\"id\": \"1\", \"actions\": [\"a1b2\"], \"nodes\": 10000}' | agon analyse\n"
        "  agon analyse --searches 4 < queries.jsonl > answers.jsonl\n");
    options.number("searches", size.searches, "positions searched in parallel", 1, MAX_SEARCHES);
    options.number("threads", size.threads, "threads of each search", 1, search::MAX_THREADS);
    add_hash_option(options, size.hash_mb, "MB of the transposition table of each search");
    options.number(
        "nodes", limits.nodes,
        fmt::format("nodes for a query without limits ({})", *analysis::default_limits().nodes), 1);
    options.number("movetime", limits.move_time, "milliseconds for a query without limits", 1,
                   search::LONGEST_TIME.count());
    options.number("depth", limits.depth, "plies for a query without limits", 1, search::MAX_PLY);
    options.input("variant-path", variant_path, "rules file with more variants");
    options.flag("quit-without-waiting", quit_at_once,
                 "at the end of input, stop searches and skip queued queries");
    if (!options.read(args)) return 0;
    if (!limits.nodes && !limits.move_time && !limits.depth) limits = analysis::default_limits();
    Presets presets;
    if (!variant_path.empty())
        program::reading_file("--variant-path", [&] { presets.load(path_of(variant_path)); });

    const search::SteadyClock clock;
    platform::ignore_broken_pipes();
    StreamOutput output(std::cout, [] { // from its own thread, while this one reads
        std::cerr << "agon: " << program::OUTPUT_BROKEN << std::endl;
        std::_Exit(EXIT_FAILURE);
    });
    analysis::AnalysisSession session(presets, limits, output);
    const analysis::SearchPool pool(session, clock, size);
    skip_byte_order_mark(std::cin);
    for (std::string line; std::getline(std::cin, line);)
        if (line.find_first_not_of(" \t\r") != std::string::npos) session.take(line);
    if (quit_at_once) session.terminate({});
    return 0;
}

} // namespace agon::protocol

#include "protocol/commands/subcommands.hpp"

#include "bench/perft_bench.hpp"
#include "bench/search_bench.hpp"
#include "bench/suite_bench.hpp"
#include "engine/draw/diagram.hpp"
#include "engine/quoted.hpp"
#include "engine/rulesets/rules_text.hpp"
#include "protocol/session/tokens.hpp"
#include "protocol/text/describe.hpp"
#include "protocol/text/genfens.hpp"
#include "protocol/text/info_text.hpp"

#include <array>
#include <chrono>
#include <cstdio>
#include <fstream>
#include <limits>
#include <unistd.h>
#include <utility>

namespace agon::protocol {
namespace {

std::size_t number(std::string_view what, std::string_view text, std::size_t least,
                   std::size_t most) {
    const auto value = to_number(text);
    if (!value || std::cmp_less(*value, least) || std::cmp_greater(*value, most))
        throw UsageError(std::string(what) + ": " + in_quotes(text) + " is not a number from " +
                         std::to_string(least) + " to " + std::to_string(most));
    return static_cast<std::size_t>(*value);
}

void print(const Invocation& invocation, const Lines& lines) {
    for (const std::string& line : lines) invocation.out << line << '\n';
}

void perft(const Invocation& invocation) {
    const Game& game = invocation.host.game();
    const int depth =
        static_cast<int>(number("DEPTH", invocation.arguments[0], 0, MAX_PERFT_DEPTH));
    PerftOptions options;
    options.threads = invocation.host.threads();
    if (invocation.hash)
        options.hash_mb = number("--hash", *invocation.hash, 0, physical_memory_mb());
    const bool show_progress = isatty(STDERR_FILENO) != 0;
    if (show_progress)
        options.progress = [](std::size_t done, std::size_t all) {
            std::fprintf(stderr, "\rperft: %3zu %%%s", done * 100 / all,
                         done == all ? "\r\033[K" : "");
        };
    const auto begin = std::chrono::steady_clock::now();
    const auto entries = perft_divide(game.rules(), game.position(), depth, options);
    const auto time = std::chrono::duration_cast<std::chrono::microseconds>(
        std::chrono::steady_clock::now() - begin);
    const std::uint64_t total = total_count(entries, depth);
    std::fprintf(stderr, "%.3f s, %llu per second\n", static_cast<double>(time.count()) * 1e-6,
                 static_cast<unsigned long long>(per_second(total, time)));
    if (invocation.divide)
        print(invocation, describe_perft(entries, total));
    else
        invocation.out << perft_total(total) << '\n';
}

void bench_of_perft(const Invocation& invocation) {
    invocation.out << "preset                   leaves  per second  to classic\n";
    for (const bench::PerftRate& rate : bench::perft_bench({})) {
        char row[100];
        std::snprintf(row, sizeof row, "%-22s %8llu  %10.0f  %10.3f\n", rate.preset.c_str(),
                      static_cast<unsigned long long>(rate.leaves), rate.per_second,
                      rate.to_classic);
        invocation.out << row;
    }
}

void bench_of_search(const Invocation& invocation) {
    const auto& arguments = invocation.arguments;
    bench::SearchBenchOptions options;
    options.threads = invocation.host.threads();
    const std::string default_hash = std::to_string(options.hash_mb);
    const std::string hash =
        arguments.empty() ? invocation.hash.value_or(default_hash) : arguments[0];
    options.hash_mb = number("HASH", hash, search::MIN_HASH_MB, physical_memory_mb());
    if (arguments.size() > 1)
        options.threads = static_cast<int>(number("THREADS", arguments[1], 1, search::MAX_THREADS));
    if (arguments.size() > 2)
        options.depth = static_cast<int>(number("DEPTH", arguments[2], 1, search::MAX_PLY));
    search::Control control;
    const auto result =
        bench::search_bench(options, control, [&](const bench::SearchBenchStep& step) {
            invocation.out << describe_bench_step(step) << std::endl;
        });
    invocation.out << describe_bench(result) << '\n';
}

std::vector<bench::SuitePosition> suite_named(const std::vector<std::string>& arguments) {
    if (arguments.size() > 1)
        throw UsageError("bench --suite: '" + arguments[1] + "' is one argument too many");
    if (arguments.empty()) return bench::shipped_suite();
    std::ifstream file(arguments[0]);
    if (!file) throw Error("suite " + in_quotes(arguments[0]) + " cannot be read");
    return bench::read_suite(file, arguments[0]);
}

void bench_of_suite(const Invocation& invocation) {
    bench::SuiteBenchOptions options;
    options.threads = invocation.host.threads();
    if (invocation.hash)
        options.hash_mb =
            number("--hash", *invocation.hash, search::MIN_HASH_MB, physical_memory_mb());
    constexpr std::size_t MOST = std::numeric_limits<int>::max();
    if (invocation.nodes) options.limits.nodes = number("--nodes", *invocation.nodes, 1, MOST);
    if (invocation.movetime)
        options.limits.move_time =
            search::Milliseconds(number("--movetime", *invocation.movetime, 1, MOST));
    if (invocation.depth)
        options.limits.depth =
            static_cast<int>(number("--depth", *invocation.depth, 1, search::MAX_PLY));
    if (!invocation.nodes && !invocation.movetime && !invocation.depth)
        options.limits.nodes = bench::DEFAULT_SUITE_NODES;
    const auto suite = suite_named(invocation.arguments);
    const auto result = bench::suite_bench(suite, options, [&](const bench::SuiteBenchStep& step) {
        invocation.out << describe_suite_step(step) << std::endl;
    });
    invocation.out << describe_suite(result) << '\n';
}

void bench(const Invocation& invocation) {
    if (invocation.suite) return bench_of_suite(invocation);
    if (invocation.nodes || invocation.movetime || invocation.depth)
        throw UsageError("bench: --nodes, --movetime and --depth go with --suite");
    const bool of_perft = !invocation.arguments.empty() && invocation.arguments[0] == "perft";
    if (of_perft && invocation.arguments.size() > 1)
        throw UsageError("bench perft: '" + invocation.arguments[1] + "' is one argument too many");
    of_perft ? bench_of_perft(invocation) : bench_of_search(invocation);
}

void legal(const Invocation& invocation) {
    const std::string text = legal_text(invocation.host.game());
    for (Tokens moves(text); !moves.done();) invocation.out << moves.next() << '\n';
}

void show(const Invocation& invocation) {
    const Game& game = invocation.host.game();
    if (!invocation.svg) return print(invocation, describe(game, isatty(STDOUT_FILENO) != 0));
    DiagramOptions options;
    if (game.length() > 0) options.last = game.move(game.length() - 1);
    invocation.out << svg_diagram(game.position(), options);
}

void eval(const Invocation& invocation) {
    print(invocation, describe_evaluation(invocation.host.game()));
}

const Preset& preset_named(const Presets& presets, const std::string& name) {
    try {
        return presets.at(name);
    } catch (const Error& error) {
        throw UsageError(error.what());
    }
}

void rules(const Invocation& invocation) {
    const Presets& presets = invocation.host.presets();
    const auto& names = invocation.arguments;
    if (invocation.diff != (names.size() == 2))
        throw UsageError(invocation.diff ? "rules --diff: two presets are compared"
                                         : "rules: two presets are compared by --diff");
    if (invocation.diff)
        invocation.out << preset_difference(preset_named(presets, names[0]),
                                            preset_named(presets, names[1]));
    else if (names.empty())
        invocation.out << preset_table(presets);
    else
        invocation.out << preset_page(preset_named(presets, names[0]));
}

void genfens(const Invocation& invocation) {
    const GenfensRequest request{
        .count = number("N", invocation.arguments[0], 0, MOST_FENS),
        .seed = number("--seed", invocation.seed, 0, MOST_SEED),
        .book = invocation.book,
    };
    for (const std::string& text : protocol::genfens(invocation.host.game(), request))
        invocation.out << text << '\n';
}

constexpr std::array SUBCOMMANDS = {
    Subcommand{"bench", "[HASH] [THREADS] [DEPTH] | perft | --suite [FILE]",
               "search fixed positions, compare the presets' perft, or find proved wins",
               "Searches a fixed list of positions; the nodes of one thread are a signature of "
               "the search.\nThe last line is `N nodes M nps`. `bench perft` measures perft from "
               "standard by every preset.\n`bench --suite` searches positions whose win is proved, "
               "each until the search tells of a win or\ncomes to its limit: 200000 nodes unless "
               "--nodes, --movetime or --depth says otherwise. The last\nline is `solved S of T, N "
               "nodes, M ms`. FILE is in the format of bench/suite.txt, which is built in.\n",
               0, 3, "suite nodes movetime depth", bench},
    Subcommand{"perft", "DEPTH", "count the sequences of DEPTH actions",
               "Prints the number of sequences of exactly DEPTH actions on the last line, time "
               "and rate on\nstandard error. --hash MB remembers counts of positions met before "
               "(none by default).\n",
               1, 1, "divide", perft},
    Subcommand{"legal", "", "list the legal actions", "One action a line.\n", 0, 0, "", legal},
    Subcommand{"show", "", "show the position", "The board, position text, key and result.\n", 0, 0,
               "svg", show},
    Subcommand{"eval", "", "show the evaluation by term",
               "Each side's share of each term, without search.\n", 0, 0, "", eval},
    Subcommand{"rules", "[PRESET | --diff A B]", "the presets, one in full, or how two differ",
               "Without a name the table of presets.\n", 0, 2, "diff", rules},
    Subcommand{"genfens", "N", "N random openings as position texts",
               "Some random actions from the position given, or from lines of a book; the same "
               "for the same seed.\n",
               1, 1, "seed book", genfens},
};

} // namespace

std::span<const Subcommand> subcommands() { return SUBCOMMANDS; }

} // namespace agon::protocol

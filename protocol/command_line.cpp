#include "protocol/command_line.hpp"

#include "bench/bench.hpp"
#include "bench/suite.hpp"
#include "engine/draw/diagram.hpp"
#include "engine/draw/rules_page.hpp"
#include "engine/error.hpp"
#include "engine/utf8.hpp"
#include "protocol/cli/program.hpp"
#include "protocol/gtp/gtp_session.hpp"
#include "protocol/session/describe.hpp"
#include "protocol/session/game_options.hpp"
#include "protocol/session/genfens.hpp"
#include "protocol/session/session.hpp"
#include "protocol/session/tokens.hpp"
#include "protocol/terminal/play_session.hpp"
#include "protocol/uci/uci_session.hpp"

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <iostream>
#include <spdlog/fmt/fmt.h>
#include <spdlog/fmt/ranges.h>

namespace agon::protocol {
namespace {

using program::Words;

constexpr const char* USAGE =
    R"(agon [OPTIONS]                  speak UCI, UGI or GTP on standard input and output
agon [OPTIONS] "COMMAND ..."... carry out a session's commands, one line an argument
agon COMMAND [OPTIONS]          do one of these; 'agon help COMMAND' says more

)";
constexpr const char* EXAMPLES = R"(  agon --variant ham --threads 4
  agon "position startpos moves a1b2" "go depth 8" quit
  agon --protocol gtp --gtp-moves vertex --movetime 1000
)";
constexpr const char* GREETING =
    "Agon, an engine for the board game Agon. 'help' lists the commands, 'quit' ends.";

/// What the options of a session say.
class SessionOptions {
public:
    SessionOptions()
        : options_("agon", USAGE + program::command_table(subcommands()), EXAMPLES),
          game_(options_) {
        options_.number("threads", threads_, "threads that search", 1, search::MAX_THREADS);
        options_.number("hash", hash_mb_, "size of the transposition table in MB",
                        search::MIN_HASH_MB, search::MAX_HASH_MB);
        options_.choice("protocol", protocol_, {"uci", "ugi", "gtp"},
                        "uci, ugi or gtp; without it the first word that comes decides");
        options_.output("log-file", log_file_, "write the log there, not to standard error");
        options_.choice("log-level", log_level_, program::words_of(log_levels()),
                        "trace, debug, info, warning, error, critical or off");
        options_.group("Options of GTP");
        options_.choice("gtp-moves", gtp_moves_, {"text", "vertex"},
                        "text: a move is an action; vertex: it is a cell, for GoGui");
        options_.number("movetime", gtp_.limits.move_time,
                        "milliseconds for a genmove without a clock (1000)", 0);
        options_.number("nodes", gtp_.limits.nodes, "nodes for it", 1);
        options_.number("depth", gtp_.limits.depth, "plies for it", 1);
        options_.output("logfile-name", gtp_.log_file, "write the conversation there");
        options_.number("seed", seed_, "accepted because arenas pass it, without effect", 0);
        options_.words(lines_, "COMMAND", 0, std::numeric_limits<std::size_t>::max());
    }

    /// The place of the first argument that is neither an option nor its value.
    [[nodiscard]] std::size_t first_word(const Words& args) const {
        std::size_t i = 0;
        while (i < args.size() && args[i].starts_with('-'))
            i += options_.needs_next(args[i]) ? 2 : 1;
        return std::min(i, args.size());
    }

    [[nodiscard]] bool read(const Words& args) { return options_.read(args); }

    void run() {
        gtp_.moves = gtp_moves_ == "vertex" ? GtpMoves::Vertex : GtpMoves::Text;
        set_up_log(log_file_, log_level_);
        const search::SteadyClock clock;
        Host host(clock);
        game_.set_up(host);
        host.set_threads(threads_);
        if (hash_mb_ != search::DEFAULT_HASH_MB) host.set_hash(hash_mb_);
        run(host);
    }

private:
    void run(Host& host) {
        std::optional<Protocol> protocol = find_protocol(protocol_);
        platform::ignore_broken_pipes();
        StreamOutput output(std::cout, [] { // from its own thread, while the session reads input
            std::cerr << "agon: " << program::OUTPUT_BROKEN << std::endl;
            std::_Exit(EXIT_FAILURE);
        });
        if (!lines_.empty()) {
            if (!protocol) protocol = detect_protocol(lines_[0]);
            return run_lines(*make_session(protocol.value_or(Protocol::Uci), host, output, gtp_),
                             lines_);
        }
        if (!protocol && program::is_terminal(program::Stream::Input) &&
            program::is_terminal(program::Stream::Errors))
            std::cerr << GREETING << std::endl;
        skip_byte_order_mark(std::cin);
        std::string first;
        while (!protocol && std::getline(std::cin, first)) protocol = detect_protocol(first);
        if (!protocol) return;
        const auto session = make_session(*protocol, host, output, gtp_);
        if (!first.empty()) session->handle(first);
        if (!run_stream(*session, std::cin, output)) std::_Exit(EXIT_SUCCESS);
    }

    program::Options options_;
    GameOptions game_;
    int threads_ = 1;
    std::size_t hash_mb_ = search::DEFAULT_HASH_MB;
    std::string protocol_, log_file_, log_level_ = "warning", gtp_moves_ = "text";
    GtpOptions gtp_;
    std::optional<std::uint64_t> seed_;
    Words lines_;
};

/// Whether an argument is a line for a session: one with a blank and a first word of a protocol.
bool is_line(std::string_view argument) {
    const std::string_view word = Tokens(argument).peek();
    return argument.find(' ') != std::string_view::npos &&
           (detect_protocol(argument) == Protocol::Gtp || UciSession::knows(word, UCI) ||
            UciSession::knows(word, UGI));
}

program::UsageError unknown(const std::string& command) {
    Words names = names_of(subcommands());
    names.insert(names.end(), {"help", "version"});
    return program::unknown("command", command, names, "agon");
}

int help(const std::string& name) {
    const program::Command* const command = find_command(subcommands(), name);
    if (command == nullptr) throw unknown(name);
    return command->run({"--help"});
}

} // namespace

int run_command_line(const Words& args) {
    SessionOptions session;
    const std::size_t place = session.first_word(args);
    if (place < args.size()) {
        const std::string& word = args[place];
        if (word == "help" && place + 1 < args.size()) return help(args[place + 1]);
        if (word == "help" || word == "version") {
            (void)session.read({"--" + word}); // which it prints
            return 0;
        }
        if (const program::Command* const command = find_command(subcommands(), word)) {
            Words rest = args;
            rest.erase(rest.begin() + static_cast<std::ptrdiff_t>(place));
            return command->run(rest);
        }
        const bool protocol_given = std::ranges::any_of(
            args, [](const std::string& arg) { return arg.starts_with("--protocol"); });
        if (!protocol_given && !is_line(word)) throw unknown(word);
    }
    if (session.read(args)) session.run();
    return 0;
}

std::optional<Protocol> find_protocol(std::string_view name) {
    if (name == "uci") return Protocol::Uci;
    if (name == "ugi") return Protocol::Ugi;
    if (name == "gtp") return Protocol::Gtp;
    return std::nullopt;
}

std::optional<Protocol> detect_protocol(std::string_view line) {
    const std::string_view word = Tokens(line).peek();
    if (word.empty() || word.starts_with('#')) return std::nullopt;
    if (word == UGI.hello) return Protocol::Ugi;
    const GtpLine gtp = parse_gtp_line(line);
    if (!gtp.id.empty() || (GtpSession::knows(gtp.name) && !UciSession::knows(word)))
        return Protocol::Gtp;
    return Protocol::Uci;
}

std::unique_ptr<Session> make_session(Protocol protocol, Host& host, Output& output,
                                      const GtpOptions& gtp) {
    switch (protocol) {
    case Protocol::Uci: return std::make_unique<UciSession>(host, output, UCI);
    case Protocol::Ugi: return std::make_unique<UciSession>(host, output, UGI);
    case Protocol::Gtp: return std::make_unique<GtpSession>(host, output, gtp);
    }
    return nullptr;
}

namespace {

using program::Options;
using program::UsageError;
using program::Words;

void print(const Lines& lines) {
    for (const std::string& line : lines) std::cout << line << '\n';
}

int perft(const Words& args) {
    Words words;
    PerftOptions settings;
    bool divide = false;
    Options options(
        "agon perft",
        "agon perft DEPTH [OPTIONS]\n\n"
        "Prints the number of sequences of exactly DEPTH actions on the last line; time "
        "and speed go to\nstandard error.\n",
        "  agon perft 5\n"
        "  agon perft 4 --divide --variant ham --setup flanked\n"
        "  agon perft 7 --threads 2 --hash 256\n");
    const GameOptions position(options);
    options.flag("divide", divide, "a count for each first action");
    options.number("threads", settings.threads, "threads that count", 1, search::MAX_THREADS);
    options.number("hash", settings.hash_mb,
                   "MB of memory for counts of positions met before; 0 for none", 0,
                   physical_memory_mb());
    options.words(words, "DEPTH", 1, 1);
    if (!options.read(args)) return 0;
    const int depth = program::number<int>("DEPTH", words[0], 0, MAX_PERFT_DEPTH);
    if (program::is_terminal(program::Stream::Errors))
        settings.progress = [](std::size_t done, std::size_t all) {
            std::cerr << fmt::format("\rperft: {:3} %{}", done * 100 / all,
                                     done == all ? "\r\033[K" : "");
        };
    const Game game = position.game();
    const auto begin = std::chrono::steady_clock::now();
    const auto entries = perft_divide(game.rules(), game.position(), depth, settings);
    const auto time = std::chrono::duration_cast<std::chrono::microseconds>(
        std::chrono::steady_clock::now() - begin);
    const std::uint64_t total = total_count(entries, depth);
    std::cerr << fmt::format("{:.3f} s, {} per second\n", static_cast<double>(time.count()) * 1e-6,
                             per_second(total, time));
    divide ? print(describe_perft(entries, total)) : print({perft_total(total)});
    return 0;
}

void bench_perft() {
    std::cout << "preset                   leaves  per second  to classic\n";
    for (const bench::PerftRate& rate : bench::perft_bench({}))
        std::cout << fmt::format("{:<22} {:8}  {:10.0f}  {:10.3f}\n", rate.preset, rate.leaves,
                                 rate.per_second, rate.to_classic);
}

void bench_search(bench::SearchBenchOptions settings, const Words& words) {
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

void bench_suite(const bench::SuiteBenchOptions& settings, const Words& files) {
    std::vector<bench::SuitePosition> suite;
    if (files.empty()) {
        suite = bench::shipped_suite();
    } else {
        constexpr std::uintmax_t MOST_BYTES = 256U << 20U;
        std::ifstream file = open_text(files[0], MOST_BYTES);
        suite = bench::read_suite(file, files[0]);
    }
    const auto result = bench::suite_bench(suite, settings, [](const bench::SuiteBenchStep& step) {
        std::cout << describe_suite_step(step) << std::endl;
    });
    std::cout << describe_suite(result) << '\n';
}

int bench(const Words& args) {
    Words words;
    bool suite = false;
    bench::SuiteBenchOptions settings;
    search::Limits& limits = settings.limits;
    Options options(
        "agon bench",
        "agon bench [HASH] [THREADS] [DEPTH]  search fixed positions\n"
        "agon bench perft                     measure perft from standard by every preset\n"
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
        throw UsageError("'" + words[1] + "' is one argument too many; see 'agon bench --help'");
    if (suite && !limited) limits.nodes = bench::DEFAULT_SUITE_NODES;
    if (suite)
        bench_suite(settings, words);
    else if (perft)
        bench_perft();
    else
        bench_search({.hash_mb = settings.hash_mb, .threads = settings.threads}, words);
    return 0;
}

int legal(const Words& args) {
    Options options("agon legal", "agon legal [OPTIONS]\n\nThe legal actions, one a line.\n",
                    "  agon legal\n  agon legal --variant ham --moves \"a1b2 l11k10\"\n");
    const GameOptions position(options);
    if (!options.read(args)) return 0;
    const Game game = position.game();
    if (const auto outcome = game.outcome())
        std::cerr << "agon: the game is over: " << to_text(*outcome) << std::endl;
    const std::string text = legal_text(game);
    for (Tokens moves(text); !moves.done();) std::cout << moves.next() << '\n';
    return 0;
}

int show(const Words& args) {
    bool svg = false;
    Options options("agon show",
                    "agon show [OPTIONS]\n\nThe board, position text, key and result.\n",
                    "  agon show --setup flanked\n  agon show --svg --moves a1b2 > board.svg\n");
    const GameOptions position(options);
    options.flag("svg", svg, "a picture of the board, as an SVG document");
    if (!options.read(args)) return 0;
    const Game game = position.game();
    if (!svg) {
        print(describe(game, program::shows_colour()));
        return 0;
    }
    DiagramOptions diagram;
    if (game.length() > 0) diagram.last = game.move(game.length() - 1);
    std::cout << svg_diagram(game.position(), diagram);
    return 0;
}

int eval(const Words& args) {
    Options options("agon eval",
                    "agon eval [OPTIONS]\n\nThe static evaluation, and each piece's share in it.\n",
                    "  agon eval\n  agon eval --variant german --moves \"a1b2 l11k10\"\n");
    const GameOptions position(options);
    if (!options.read(args)) return 0;
    const Game game = position.game();
    print(describe_evaluation(game, search::nnue::network_for(game.rules())));
    return 0;
}

Presets presets_with(const std::string& variant_path) {
    Presets presets;
    if (!variant_path.empty())
        program::reading_file("--variant-path", [&] { presets.load(variant_path); });
    return presets;
}

/// The preset that the value of `what` names.
const Preset& preset_of(const Presets& presets, std::string_view what, const std::string& name) {
    return presets.at(program::choice(what, name, program::words_of(presets.all(), &Preset::name)));
}

int table(const Words& args) {
    Words words;
    std::string variant = "kanare", variant_path, path;
    Options options("agon table",
                    "agon table POSITION [OPTIONS]\n\n"
                    "Who wins an endgame, in how many actions of both sides, and the play to the "
                    "end, from tables that\n'agon-tables' makes. Those for one guard a side come "
                    "with the program. Repetitions and lack of\nprogress are left out.\n",
                    "  agon table 6/7/q7/9/10/G10/10/g8/8/7/2Q3 w - - 0 1\n"
                    "  agon table --path tables 6/7/q7/9/10/G10/10/g8/8/7/1GQ3 w - - 0 1\n");
    options.text("path", path, "FOLDER", "the tables to look up");
    options.text("variant", variant, "NAME", "rules to play by (kanare)");
    options.text("variant-path", variant_path, "FILE", "rules file with more variants");
    options.words(words, "POSITION", 1, 6);
    if (!options.read(args)) return 0;
    const Presets presets = presets_with(variant_path);
    const RuleSet& rules = preset_of(presets, "--variant", variant).rules;
    const auto folder = path.empty() ? shipped_tables() : std::filesystem::path(path);
    if (folder.empty()) throw Error("the tables of the program are missing; name some by --path");
    const auto tables =
        program::reading_file("--path", [&] { return search::EndgameTables::load(folder); });
    if (!tables->are_for(rules)) throw Error(folder.string() + ": no tables for " + variant);
    print(describe_table(rules, parse_position(rules, fmt::format("{}", fmt::join(words, " "))),
                         *tables));
    return 0;
}

int rules(const Words& args) {
    Words names;
    std::string path, variant;
    bool diff = false;
    Options options("agon rules",
                    "agon rules                the table of presets\n"
                    "agon rules PRESET         one of them in full\n"
                    "agon rules --diff A B     what differs between two\n",
                    "  agon rules ham\n  agon rules --diff ham german\n"
                    "  agon rules mine --variant-path my-rules.ini\n");
    options.flag("diff", diff, "compare two presets");
    options.text("variant", variant, "NAME", "the same as PRESET");
    options.text("variant-path", path, "FILE", "rules file with more presets");
    options.words(names, "PRESET", 0, 2);
    if (!options.read(args)) return 0;
    if (!variant.empty()) names.insert(names.begin(), variant);
    if (diff ? names.size() != 2 : names.size() > 1)
        throw UsageError("--diff compares two presets; see 'agon rules --help'");
    const Presets presets = presets_with(path);
    const auto preset = [&](std::size_t i) -> const Preset& {
        return preset_of(presets, i == 0 && !variant.empty() ? "--variant" : "PRESET", names[i]);
    };
    if (diff)
        std::cout << preset_difference(preset(0), preset(1));
    else
        std::cout << (names.empty() ? preset_table(presets) : preset_page(preset(0)));
    return 0;
}

int genfens(const Words& args) {
    Words words;
    GenfensRequest request;
    Options options(
        "agon genfens",
        "agon genfens N [OPTIONS]\n\n"
        "N random openings as position texts: some random actions from the position, or "
        "from lines of\na book. The same seed gives the same openings.\n",
        "  agon genfens 100 > openings.epd\n"
        "  agon genfens 20 --variant ham --setup placement --seed 7\n");
    const GameOptions position(options);
    options.number("seed", request.seed, "of the random actions", 0,
                   static_cast<std::uint64_t>(MOST_SEED));
    options.text("book", request.book, "FILE", "EPD file to start from");
    options.words(words, "N", 1, 1);
    if (!options.read(args)) return 0;
    request.count = program::number<std::size_t>("N", words[0], 0, MOST_FENS);
    const Game game = position.game();
    const auto starts =
        program::reading_file("--book", [&] { return genfens_starts(game, request.book); });
    protocol::genfens(game, starts, request, [](const std::string& text) {
        return static_cast<bool>(std::cout << text << '\n');
    });
    return 0;
}

constexpr program::Command SUBCOMMANDS[] = {
    {"play", "", "play against the engine, or two people, on the terminal", play},
    {"review", "FILE...", "the mistakes of games, as PGN with comments and variations", review},
    {"bench", "[HASH] [THREADS] [DEPTH]", "search fixed positions; --suite: find proved wins",
     bench},
    {"perft", "DEPTH", "count the sequences of DEPTH actions", perft},
    {"legal", "", "list the legal actions", legal},
    {"show", "", "show the position", show},
    {"eval", "", "show the evaluation, piece by piece", eval},
    {"table", "POSITION", "who wins an endgame, and in how many actions", table},
    {"rules", "[PRESET | --diff A B]", "the presets, one in full, or how two differ", rules},
    {"genfens", "N", "N random openings as position texts", genfens},
    {"kit", "DIR", "files with which any program checks its rules", kit},
};

} // namespace

std::span<const program::Command> subcommands() { return SUBCOMMANDS; }

} // namespace agon::protocol

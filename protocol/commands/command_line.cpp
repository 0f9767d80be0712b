#include "protocol/commands/command_line.hpp"

#include "engine/notation.hpp"
#include "engine/quoted.hpp"
#include "protocol/commands/protocols.hpp"
#include "protocol/commands/subcommands.hpp"
#include "protocol/program/build_info.hpp"
#include "protocol/session/position_command.hpp"
#include "protocol/session/stream_session.hpp"
#include "protocol/uci/engine_options.hpp"
#include "protocol/uci/uci_session.hpp"

#include <boost/program_options.hpp>

#include <algorithm>
#include <csignal>
#include <cstdlib>
#include <functional>
#include <iostream>
#include <limits>
#include <span>

namespace agon::protocol {
namespace {

namespace po = boost::program_options;
using Text = std::string;

constexpr const char* OUTPUT_BROKEN = "standard output cannot be written";

/// An option that only some subcommands have.
struct OwnOption {
    const char* name;
    bool has_value;
    const char* summary;
};
constexpr OwnOption OWN_OPTIONS[] = {
    {"divide", false, "a count for each first action"},
    {"svg", false, "as an SVG document"},
    {"diff", false, "only what differs between two presets"},
    {"suite", false, "search positions with a proved win"},
    {"seed", true, "where the random numbers begin (0)"},
    {"book", true, "EPD file to start from"},
};

/// Those of a GTP session; it takes --seed too, which arenas pass, and has no use for it.
constexpr OwnOption GTP_OPTIONS[] = {
    {"gtp-moves", true, "text (default): an action is a move; vertex: a cell is, as GoGui needs"},
    {"movetime", true, "milliseconds for a genmove without a clock (1000)"},
    {"nodes", true, "nodes for it"},
    {"depth", true, "plies for it"},
    {"logfile-name", true, "write the conversation there"},
};

bool has_own_option(const Subcommand& command, std::string_view option) {
    for (Tokens names(command.own_options); !names.done();)
        if (names.next() == option) return true;
    return false;
}

po::options_description common_options() {
    po::options_description options("Options", 100);
    const auto text = [] { return po::value<Text>()->value_name("X"); };
    options.add_options()("variant", text(), "preset to play by; `agon rules` lists them")(
        "variant-path", text(),
        "rules file with more presets")("setup", text(), "preset, standard, placement or flanked")(
        "fen", text(), "position text, in quotes")("moves", text(),
                                                   "actions played from there, in quotes")(
        "threads", text(), "threads that search or count")("hash", text(), "table's size in MB")(
        "protocol", text(), "uci, ugi or gtp; the first word that comes tells if this does not")(
        "log-file", text(), "write the log there and not to standard error")(
        "log-level", text(), "trace, debug, info, warning (default), error, critical or off")(
        "help", "this text, or a command's")("version", "what this program is, how it was built");
    return options;
}

po::options_description described(const char* caption, std::span<const OwnOption> list,
                                  const std::function<bool(const OwnOption&)>& wanted) {
    po::options_description options(caption, 100);
    for (const OwnOption& option : list) {
        if (!wanted(option)) continue;
        if (option.has_value)
            options.add_options()(option.name, po::value<Text>()->value_name("X"), option.summary);
        else
            options.add_options()(option.name, option.summary);
    }
    return options;
}

po::options_description own_options(const std::function<bool(const OwnOption&)>& wanted) {
    return described("Options of this command", OWN_OPTIONS, wanted);
}

po::options_description gtp_options() {
    return described("Options of GTP", GTP_OPTIONS, [](const OwnOption&) { return true; });
}

po::variables_map parse(int argc, const char* const* argv) {
    po::options_description all = common_options();
    all.add(own_options([](const OwnOption&) { return true; }));
    all.add(gtp_options());
    all.add_options()("words", po::value<std::vector<Text>>());
    po::positional_options_description words;
    words.add("words", -1);
    using namespace po::command_line_style;
    po::variables_map options;
    po::store(po::command_line_parser(argc, argv)
                  .options(all)
                  .positional(words)
                  .style(unix_style & ~allow_guessing)
                  .run(),
              options);
    return options;
}

std::optional<Text> value(const po::variables_map& options, const char* name) {
    if (options.count(name) == 0) return std::nullopt;
    return options[name].as<Text>();
}

void print_help(const Subcommand& command) {
    std::cout << "agon " << command.name << ' ' << command.arguments
              << (command.arguments.empty() ? "" : " ") << "[OPTIONS]\n\n"
              << command.details << '\n';
    if (!command.own_options.empty())
        std::cout << own_options([&](const OwnOption& option) {
            return has_own_option(command, option.name);
        }) << '\n';
    std::cout << common_options();
}

void print_help() {
    std::cout
        << "agon [OPTIONS]                  speak UCI, UGI or GTP on standard input and output\n"
           "agon [OPTIONS] \"COMMAND ...\"... carry out their commands, one an argument\n"
           "agon COMMAND [OPTIONS]\n\nCommands:\n";
    for (const Subcommand& command : subcommands()) {
        Text usage = Text(command.name) + ' ' + Text(command.arguments);
        usage.resize(std::max<std::size_t>(usage.size(), 40), ' ');
        std::cout << "  " << usage << command.summary << '\n';
    }
    std::cout << "\n`agon COMMAND --help` says more.\n\n"
              << common_options() << '\n'
              << gtp_options();
}

/// What UCI would be told by setoption and position. Names and numbers at fault are wrong use,
/// files and positions at fault are failures.
void set_up(Host& host, const po::variables_map& options, bool with_hash) {
    const OptionTable table = engine_options(host, {});
    if (const auto path = value(options, "variant-path")) table.set("VariantPath", *path);
    const auto set = [&](const char* option, const char* name) {
        const auto text = value(options, option);
        if (!text) return;
        try {
            table.set(name, *text);
        } catch (const Error& error) {
            throw UsageError(error.what());
        }
    };
    set("variant", "UCI_Variant");
    set("setup", "Setup");
    set("threads", "Threads");
    if (with_hash) set("hash", "Hash");
    if (const auto text = value(options, "fen"))
        host.set_position(parse_position(host.rules(), *text));
    if (const auto moves = value(options, "moves")) {
        Game game = host.game();
        play_all(game, Tokens(*moves));
        host.set_game(std::move(game));
    }
}

void run_subcommand(const Subcommand& command, std::vector<Text> arguments,
                    const po::variables_map& options) {
    if (options.count("help") != 0) return print_help(command);
    const Text name(command.name);
    if (arguments.size() < command.least_arguments)
        throw UsageError(name + ": " + Text(command.arguments) + " is missing");
    if (arguments.size() > command.most_arguments)
        throw UsageError(name + ": '" + arguments[command.most_arguments] +
                         "' is one argument too many");
    for (const OwnOption& option : OWN_OPTIONS)
        if (options.count(option.name) != 0 && !has_own_option(command, option.name))
            throw UsageError(name + " has no option --" + option.name);
    for (const OwnOption& option : GTP_OPTIONS)
        if (options.count(option.name) != 0 && !has_own_option(command, option.name))
            throw UsageError(name + " has no option --" + option.name);
    const search::SteadyClock clock;
    Host host(clock);
    set_up(host, options, false);
    command.run({.arguments = std::move(arguments),
                 .divide = options.count("divide") != 0,
                 .svg = options.count("svg") != 0,
                 .diff = options.count("diff") != 0,
                 .suite = options.count("suite") != 0,
                 .seed = value(options, "seed").value_or("0"),
                 .book = value(options, "book").value_or(""),
                 .hash = value(options, "hash"),
                 .nodes = value(options, "nodes"),
                 .movetime = value(options, "movetime"),
                 .depth = value(options, "depth"),
                 .host = host,
                 .out = std::cout});
}

std::optional<std::int64_t> number(const po::variables_map& options, const char* name,
                                   std::int64_t most) {
    const auto text = value(options, name);
    if (!text) return std::nullopt;
    const auto found = to_number(*text);
    if (!found || *found < 0 || *found > most)
        throw UsageError(Text("--") + name + ": " + in_quotes(*text) +
                         " is not a number from 0 to " + std::to_string(most));
    return found;
}

GtpOptions read_gtp_options(const po::variables_map& options) {
    constexpr auto MAX_INT = std::numeric_limits<int>::max();
    GtpOptions gtp;
    const Text moves = value(options, "gtp-moves").value_or("text");
    if (moves == "vertex")
        gtp.moves = GtpMoves::Vertex;
    else if (moves != "text")
        throw UsageError("--gtp-moves: " + in_quotes(moves) + " is neither text nor vertex");
    if (const auto ms = number(options, "movetime", MAX_INT))
        gtp.limits.move_time = search::Milliseconds(*ms);
    if (const auto nodes = number(options, "nodes", std::numeric_limits<std::int64_t>::max()))
        gtp.limits.nodes = static_cast<std::uint64_t>(*nodes);
    if (const auto depth = number(options, "depth", MAX_INT))
        gtp.limits.depth = static_cast<int>(*depth);
    gtp.log_file = value(options, "logfile-name").value_or("");
    number(options, "seed", std::numeric_limits<std::int64_t>::max());
    return gtp;
}

std::optional<Protocol> read_protocol(const po::variables_map& options) {
    const auto name = value(options, "protocol");
    if (!name) return std::nullopt;
    if (const auto protocol = find_protocol(*name)) return protocol;
    throw UsageError("protocol " + in_quotes(*name) + " is not one of uci, ugi and gtp");
}

void run_session(const std::vector<Text>& lines, const po::variables_map& options) {
    for (const OwnOption& option : OWN_OPTIONS)
        if (options.count(option.name) != 0 && option.name != std::string_view("seed"))
            throw UsageError(Text("--") + option.name + " is an option of a command");
    const GtpOptions gtp = read_gtp_options(options);
    auto protocol = read_protocol(options);
    const search::SteadyClock clock;
    Host host(clock);
    set_up(host, options, true);
    // Nobody can hear the session any more; the thread that reads its input cannot be woken.
    std::signal(SIGPIPE, SIG_IGN);
    StreamOutput output(std::cout, [] {
        std::cerr << "agon: " << OUTPUT_BROKEN << std::endl;
        std::_Exit(EXIT_FAILURE);
    });
    if (!lines.empty()) {
        if (!protocol) protocol = detect_protocol(lines[0]);
        return run_lines(*make_session(protocol.value_or(Protocol::Uci), host, output, gtp), lines);
    }
    Text first;
    while (!protocol && std::getline(std::cin, first)) protocol = detect_protocol(first);
    if (!protocol) return;
    const auto session = make_session(*protocol, host, output, gtp);
    if (!first.empty()) session->handle(first);
    run_stream(*session, std::cin, output);
}

void run(int argc, const char* const* argv) {
    const po::variables_map options = parse(argc, argv);
    if (options.count("version") != 0) {
        std::cout << program::build_report("agon");
        return;
    }
    std::vector<Text> words;
    if (options.count("words") != 0) words = options["words"].as<std::vector<Text>>();
    const auto protocol = read_protocol(options);
    const Text level = value(options, "log-level").value_or("warning");
    if (std::ranges::find(log_levels(), level) == log_levels().end())
        throw UsageError("log level " + in_quotes(level) + " is unknown, see agon --help");
    set_up_log(value(options, "log-file").value_or(""), level);
    if (!words.empty()) {
        const auto command =
            std::ranges::find(subcommands(), std::string_view(words[0]), &Subcommand::name);
        if (command != subcommands().end())
            return run_subcommand(*command, {words.begin() + 1, words.end()}, options);
        if (!protocol && detect_protocol(words[0]) != Protocol::Gtp &&
            !UciSession::knows(Tokens(words[0]).peek(), UCI) &&
            !UciSession::knows(Tokens(words[0]).peek(), UGI))
            throw UsageError("unknown command " + in_quotes(words[0]) + ", see agon --help");
    }
    if (options.count("help") != 0) return print_help();
    run_session(words, options);
}

} // namespace

int run_command_line(int argc, const char* const* argv) {
    const auto fault = [](const std::exception& error, int status) {
        std::cout.flush();
        std::cerr << "agon: " << error.what() << std::endl;
        return status;
    };
    try {
        run(argc, argv);
        if (!std::cout.flush()) throw Error(OUTPUT_BROKEN);
    } catch (const UsageError& error) {
        return fault(error, 2);
    } catch (const po::error& error) {
        return fault(error, 2);
    } catch (const std::bad_alloc&) {
        return fault(std::runtime_error("out of memory"), 1);
    } catch (const std::exception& error) {
        return fault(error, 1);
    }
    return 0;
}

} // namespace agon::protocol

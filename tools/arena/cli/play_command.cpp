#include "engine/error.hpp"
#include "engine/notation/notation.hpp"
#include "engine/path_text.hpp"
#include "protocol/cli/options.hpp"
#include "protocol/cli/program.hpp"
#include "protocol/cli/terminal.hpp"
#include "protocol/cli/values.hpp"
#include "protocol/record/distinct_files.hpp"
#include "protocol/record/match_rules.hpp"
#include "protocol/record/pgn.hpp"
#include "protocol/record/record.hpp"
#include "protocol/record/result.hpp"
#include "tools/arena/cli/board_view.hpp"
#include "tools/arena/cli/commands.hpp"
#include "tools/arena/cli/engine_arguments.hpp"
#include "tools/arena/journal/game_keeper.hpp"
#include "tools/arena/journal/journal_settings.hpp"
#include "tools/arena/match/ending_signals.hpp"

#include <boost/asio/signal_set.hpp>
#include <fmt/format.h>

#include <filesystem>
#include <iostream>
#include <random>

namespace agon::arena {
namespace {

namespace fs = std::filesystem;
using program::Words;

constexpr const char* STANDARD_OPENING = "standard";

struct PlayArguments {
    Words engines, protocols;
    std::string opening = STANDARD_OPENING;
    std::optional<std::uint64_t> seed;
    std::optional<Milliseconds> delay;
    std::string variant = "classic";
    std::string setup = "preset";
    std::string variant_path;
    std::string fen;
    std::string pgn;
    TimeControl control;
    int most_actions = USUAL_MAX_MOVES; ///< of each side; 0 for no limit
    bool trust = false;
    bool quiet = false;
};

EngineProtocol read_protocol(const std::string& protocol) {
    return program::choice("--proto", protocol, {"uci", "ugi"}) == "ugi" ? EngineProtocol::Ugi
                                                                         : EngineProtocol::Uci;
}

/// Returns nullopt if only help was requested.
std::optional<PlayArguments> parse_play(const Words& words) {
    PlayArguments args;
    TimeControl& control = args.control;
    control.margin = Milliseconds(1000); // generous: strength is not measured here
    std::optional<std::string> clock;
    program::Options options(
        "agon-match play",
        "agon-match play [OPTIONS]\none game between two engines, on the screen; the space bar "
        "pauses it\n",
        "  agon-match play\n"
        "  agon-match play --engine ./mybot --engine 'agon --threads 2' --st 1\n"
        "  agon-match play --variant german --setup placement --nodes 5000\n"
        "  agon-match play --engine agon --engine 'python3 tools/bots/inward.py' --proto uci "
        "--proto "
        "ugi\n");
    options
        .list("engine", args.engines, "COMMAND",
              "an engine with its arguments: once for white, again for black (agon)")
        .list("proto", args.protocols, "uci|ugi",
              "the protocol of the engines: once for both, or for white and for black (uci)")
        .value("tc", "TEXT", "clock: [MOVES/]SECONDS[+INCREMENT], or inf for none (10+0.1)",
               [&clock](const std::string&, const std::string& text) { clock = text; })
        .value("st", "SECONDS", "time for each action, instead of a clock",
               [&control](const std::string& what, const std::string& text) {
                   control.move_time = read_some_seconds(what, text);
               })
        .number("nodes", control.nodes, "nodes for each action, instead of a clock", 1)
        .number("depth", control.depth, "depth for each action, instead of a clock", 1)
        .number("timemargin", control.margin, "milliseconds by which an answer may be late", 0)
        .text("variant", args.variant, "NAME", "rules")
        .text("setup", args.setup, "NAME",
              "standard, placement, flanked, or the setup of the rules")
        .text("variant-path", args.variant_path, "FILE", "your own rules")
        .text("fen", args.fen, "POSITION", "where the game starts")
        .text("opening", args.opening, "FILE",
              "begin from a random line of an EPD file; in a folder, of the file for the setup; "
              "standard: from the setup itself")
        .number("srand", args.seed, "seed of the choice of the opening", 0)
        .value("delay", "SECONDS",
               "shortest time to show each board (1 on a terminal, otherwise 0)",
               [&args](const std::string& what, const std::string& text) {
                   args.delay = read_seconds(what, text);
               })
        .number("maxmoves", args.most_actions,
                "a draw after 2N actions, N of each side; 0 for no limit", 0)
        .output("pgn", args.pgn, "append the game to it (default: a new file in games/)")
        .flag("trust", args.trust, "accept engines that do not know the options of these rules")
        .flag("quiet", args.quiet, "draw no boards");
    if (!options.read(words)) return std::nullopt;
    if (clock || !control.bounded()) read_clock("--tc", clock.value_or("10+0.1"), control);
    if (!control.bounded()) throw program::UsageError("--tc inf needs --st, --nodes or --depth");
    if (args.engines.size() > 2) throw program::UsageError("--engine can be given at most twice");
    if (args.protocols.size() > 2) throw program::UsageError("--proto can be given at most twice");
    for (const std::string& protocol : args.protocols) (void)read_protocol(protocol);
    return args;
}

/// If our own engine plays both sides, so that it avoids repetitions.
constexpr const char* CONTEMPT = "300";

std::vector<EngineConfig> engine_configs(const PlayArguments& args) {
    std::vector<Command> commands;
    for (const std::string& text : args.engines)
        commands.push_back(parse_command(text, "--engine"));
    while (commands.size() < 2)
        commands.push_back(commands.empty() ? Command{own_engine(), {}, {}} : commands.front());
    std::vector<EngineConfig> configs;
    const std::size_t last_protocol = args.protocols.empty() ? 0 : args.protocols.size() - 1;
    for (const Command& command : commands) {
        EngineConfig config;
        config.command = command;
        if (!args.protocols.empty())
            config.protocol =
                read_protocol(args.protocols[std::min(configs.size(), last_protocol)]);
        if (args.engines.empty()) config.options.emplace_back("Contempt", CONTEMPT);
        name_engine(config);
        config.time_control = args.control;
        config.trust = args.trust;
        configs.push_back(std::move(config));
    }
    if (configs[0].name == configs[1].name) {
        configs[0].name += "-1";
        configs[1].name += "-2";
    }
    return configs;
}

class Warnings : public Traffic {
public:
    void warned(const TextEngine& engine, std::string_view text) override {
        std::cerr << engine.name() << ": " << text << '\n';
    }
    void informed(const TextEngine& engine, std::string_view text) override {
        std::cerr << engine.name() << " says " << text << '\n';
    }
};

/// How the user can call this program: by its path when it is below the current folder.
std::string own_name() {
    const fs::path path = fs::proximate(platform::executable());
    return utf8_of(path).starts_with("..") ? "agon-match" : utf8_of(path);
}

void show_files(const GameKeeper& files) {
    std::cout << "Saved in " << utf8_of(files.kept_in());
    if (const fs::path journal = files.journal(); !journal.empty())
        std::cout << " and " << utf8_of(journal) << "\nSee it again: "
                  << fmt::format("{0} report {1} -o {2}\n          or: {0} replay {1} 1",
                                 own_name(), utf8_of(journal),
                                 utf8_of(fs::path(journal).replace_extension(u8".html")));
    std::cout << std::endl;
}

Opening opening_of(const PlayArguments& args, const MatchRules& rules) {
    if (!args.fen.empty())
        return {
            program::reading_value("--fen", [&] { return parse_position(rules.rules, args.fen); }),
            false,
            {}};
    OpeningSettings settings;
    if (args.opening != STANDARD_OPENING) {
        settings.file = path_of(args.opening);
        if (fs::is_directory(settings.file)) settings.file /= path_of(rules.setup + ".epd");
        settings.random = true;
        settings.seed = args.seed ? *args.seed : std::random_device()();
    }
    return program::reading_file("--opening",
                                 [&] { return load_openings(settings, rules).front(); });
}

int play(const PlayArguments& args) {
    MatchSettings settings;
    settings.rules =
        read_rules("--variant", args.variant, "--setup", args.setup, args.variant_path);
    settings.engines = engine_configs(args);
    if (args.most_actions != 0) settings.adjudication.max_moves = args.most_actions;
    const MatchRules& rules = settings.rules;
    const auto& configs = settings.engines;
    const Opening opening = opening_of(args, rules);
    GameTask task;
    task.first = opening.first;
    task.start_is_setup = opening.start_is_setup;
    task.opening = opening.moves;
    require_distinct({path_of(args.variant_path), path_of(args.opening)},
                     {{"--pgn", path_of(args.pgn)}});
    // Checked now, so that a wrong name does not cost an hour's play.
    GameKeeper files(path_of(args.pgn), settings);

    boost::asio::io_context loop;
    Warnings warnings;
    TextEngine white(loop, configs[0], rules.options(), warnings);
    TextEngine black(loop, configs[1], rules.options(), warnings);
    task.engines = {&white, &black};
    const bool terminal = program::is_terminal(program::Stream::Output);
    BoardView board(std::cout, {.title = fmt::format(
                                    "Rules: {}. White: {}, black: {}.{}{}", rules.variant,
                                    configs[0].name, configs[1].name,
                                    args.most_actions == 0 ? ""
                                                           : fmt::format(" Drawn after {} actions.",
                                                                         2LL * args.most_actions),
                                    terminal ? " Space pauses, Ctrl-C ends." : ""),
                                .redraw = terminal,
                                .colour = program::shows_colour(),
                                .delay = args.delay.value_or(Milliseconds(terminal ? 1000 : 0))});
    Spectator nobody;
    GamePlayer player(rules, settings.adjudication, args.quiet ? nobody : board,
                      [](const std::string& line) { std::cerr << line << std::endl; });

    std::optional<GameRecord> played;
    std::optional<std::string> failure;
    const auto kill = [&] {
        white.kill();
        black.kill();
    };
    std::optional<EndingSignals> signals;
    signals.emplace(
        loop,
        [&] {
            played = player.break_off();
            kill();
            (void)signals->closing();
        },
        kill);
    player.play(task, [&](GameRecord record, std::optional<std::string> never_started) {
        const auto closing = signals->closing();
        failure = std::move(never_started);
        if (!failure) played = std::move(record);
        white.quit([closing] {});
        black.quit([closing] {});
    });
    loop.run();
    if (failure) throw Error(*failure);
    const Verdict& verdict = played->verdict;
    std::cout << "Result: " << to_text(verdict.result) << " {" << verdict.reason << "}\n";
    const bool broken_off = verdict.result == Result::Unfinished;
    files.keep(*played, rules, opening);
    if (files.kept_in().empty())
        std::cout << "No action was played, so nothing is saved" << std::endl;
    else
        show_files(files);
    if (broken_off) return program::BROKEN_OFF;
    return verdict.fault ? 1 : 0;
}

} // namespace

int play_command(const Words& words) {
    const auto args = parse_play(words);
    return args ? play(*args) : 0;
}

} // namespace agon::arena

#include "tools/match/commands/commands.hpp"

#include "engine/error.hpp"
#include "engine/notation.hpp"
#include "protocol/program/options.hpp"
#include "tools/match/commands/board_view.hpp"
#include "tools/match/commands/engine_arguments.hpp"
#include "tools/match/formats/pgn.hpp"
#include "tools/match/formats/record_file.hpp"

#include <boost/asio/signal_set.hpp>

#include <filesystem>
#include <fstream>
#include <iostream>
#include <unistd.h>

namespace agon::match {
namespace {

namespace fs = std::filesystem;
using program::Words;

struct PlayArguments {
    Words engines;
    std::string variant = "classic";
    std::string setup = "preset";
    std::string variant_path;
    std::string fen;
    std::string pgn;
    TimeControl control;
    Adjudication adjudication;
    bool trust = false;
    bool quiet = false;
};

/// The engine that is built beside the arena.
std::string own_engine() { return fs::read_symlink("/proc/self/exe").parent_path() / "agon"; }

/// Nothing when only help was wanted.
std::optional<PlayArguments> parse(const Words& words) {
    PlayArguments args;
    TimeControl& control = args.control;
    control.margin = Milliseconds(1000); // generous: nobody measures strength here
    std::optional<std::string> clock;
    program::Options options(
        "agon-match play",
        "agon-match play [OPTIONS]\none game between two engines, on the screen\n",
        "  agon-match play\n"
        "  agon-match play --engine ./mybot --engine 'agon --threads 2' --st 1\n"
        "  agon-match play --variant german --setup placement --nodes 5000\n");
    options
        .list("engine", args.engines, "COMMAND",
              "an engine with its arguments: once for white, once more for black (agon)")
        .value("tc", "TEXT", "clock: [MOVES/]SECONDS[+INCREMENT], or inf for none (10+0.1)",
               [&clock](const std::string&, const std::string& text) { clock = text; })
        .value("st", "SECONDS", "time for each action, instead of a clock",
               [&control](const std::string& what, const std::string& text) {
                   control.move_time = read_seconds(what, text);
               })
        .number("nodes", control.nodes, "nodes for each action, instead of a clock", 1)
        .number("depth", control.depth, "depth for each action, instead of a clock", 1)
        .number("timemargin", control.margin, "milliseconds by which an answer may be late", 0)
        .text("variant", args.variant, "NAME", "rules")
        .text("setup", args.setup, "NAME",
              "standard, placement, flanked, or the setup of the rules")
        .text("variant-path", args.variant_path, "FILE", "rules of your own")
        .text("fen", args.fen, "POSITION", "where the game starts")
        .number("maxmoves", args.adjudication.max_moves, "a draw after N actions of each side", 1)
        .output("pgn", args.pgn, "the game is appended to it; without it a new file in games/")
        .flag("trust", args.trust, "accept engines that do not know the options of these rules")
        .flag("quiet", args.quiet, "draw no boards");
    if (!options.read(words)) return std::nullopt;
    if (clock || !control.bounded()) read_clock("--tc", clock.value_or("10+0.1"), control);
    if (!control.bounded()) throw program::UsageError("--tc inf needs --st, --nodes or --depth");
    if (args.engines.size() > 2) throw program::UsageError("--engine is given at most twice");
    return args;
}

std::vector<EngineConfig> engine_configs(const PlayArguments& args) {
    std::vector<std::string> commands = args.engines;
    while (commands.size() < 2)
        commands.push_back(commands.empty() ? '"' + own_engine() + '"' : commands.front());
    std::vector<EngineConfig> configs;
    for (const std::string& command : commands) {
        EngineConfig config;
        config.command = parse_command(command, "--engine");
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

constexpr int BROKEN_OFF = 130; ///< exit status, as a shell gives it after Ctrl-C

/// games/2026-11-21-101530.pgn, with a number behind it when there is one of that name. The
/// folder is made; a folder that the user names has to be there.
fs::path new_game_file() {
    fs::create_directory("games");
    const std::time_t now = std::time(nullptr);
    std::tm parts{};
    localtime_r(&now, &parts);
    char stem[32];
    std::strftime(stem, sizeof stem, "%Y-%m-%d-%H%M%S", &parts);
    fs::path file = fs::path("games") / (std::string(stem) + ".pgn");
    for (int i = 2; fs::exists(file); ++i)
        file = fs::path("games") / (std::string(stem) + '-' + std::to_string(i) + ".pgn");
    return file;
}

class Warnings : public Traffic {
public:
    void warned(const TextEngine& engine, std::string_view text) override {
        std::cerr << engine.name() << ": " << text << '\n';
    }
};

int play(const PlayArguments& args) {
    const MatchRules rules = make_match_rules(args.variant, args.setup, args.variant_path, {});
    const auto configs = engine_configs(args);
    GameTask task;
    task.start_is_setup = args.fen.empty();
    task.first = task.start_is_setup ? rules.start() : parse_position(rules.rules, args.fen);
    const fs::path file = args.pgn.empty() ? new_game_file() : fs::path(args.pgn);
    require_writable(file); // now, so that an hour's play is not lost to a wrong name

    boost::asio::io_context loop;
    Warnings warnings;
    TextEngine white(loop, configs[0], rules.options(), warnings);
    TextEngine black(loop, configs[1], rules.options(), warnings);
    task.engines = {&white, &black};
    BoardView board(std::cout, isatty(STDOUT_FILENO) != 0);
    Spectator nobody;
    GamePlayer player(rules, args.adjudication, args.quiet ? nobody : board);

    std::optional<GameRecord> played;
    std::optional<std::string> failure;
    boost::asio::signal_set signals(loop, SIGINT, SIGTERM, SIGHUP);
    signals.async_wait([&](const boost::system::error_code& fault, int) {
        if (fault || played || failure) return; // the game is over
        played = player.break_off();
        white.kill();
        black.kill();
    });
    player.play(task, [&](GameRecord record, std::optional<std::string> never_started) {
        signals.cancel();
        failure = std::move(never_started);
        if (!failure) played = std::move(record);
        white.quit([] {});
        black.quit([] {});
    });
    loop.run();
    if (failure) throw Error(*failure);
    const Verdict& verdict = played->verdict;
    std::cout << "Result: " << to_text(verdict.result) << " {" << verdict.reason << "}\n";
    const bool broken_off = verdict.result == Result::Unfinished;
    if (broken_off && played->actions.empty()) {
        std::cout << "Nothing was played, so nothing is saved" << std::endl;
        return BROKEN_OFF;
    }
    std::ofstream pgn(file, std::ios::app);
    pgn << to_pgn(*played, rules, {.event = "Agon game", .site = "?"}) << std::flush;
    if (!pgn) throw cannot_write(file);
    std::cout << "Saved in " << file.string() << std::endl;
    if (broken_off) return BROKEN_OFF;
    return verdict.fault ? 1 : 0;
}

} // namespace

int play_command(const Words& words) {
    const auto args = parse(words);
    return args ? play(*args) : 0;
}

} // namespace agon::match

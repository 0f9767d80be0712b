#include "tools/match/commands/commands.hpp"

#include "engine/error.hpp"
#include "engine/notation.hpp"
#include "protocol/program/program.hpp"
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

namespace po = boost::program_options;
namespace fs = std::filesystem;

struct PlayArguments {
    std::vector<std::string> engines;
    std::string clock = "10+0.1";
    std::string variant = "classic";
    std::string setup = "preset";
    std::string variant_path;
    std::string fen;
    std::string pgn;
    DrawLimits limits;
    TimeControl control;
    int margin = 1000; // milliseconds; a person watches, and nobody tests strength
    Adjudication adjudication;
    bool trust = false;
    bool quiet = false;
};

/// The engine that is built beside the arena.
std::string own_engine() { return fs::read_symlink("/proc/self/exe").parent_path() / "agon"; }

po::options_description describe(PlayArguments& args) {
    po::options_description options("agon-match play: one game between two engines, on the screen");
    const auto text = [](std::string& variable) {
        return po::value(&variable)->value_name("TEXT");
    };
    options.add_options()("help", "this text");
    options.add_options()(
        "engine", po::value(&args.engines)->value_name("COMMAND"),
        "an engine with its arguments; once for white, once more for black; agon unless given");
    options.add_options()("tc", text(args.clock),
                          "clock: [moves/]time[+increment] in seconds, 10+0.1 "
                          "unless given; inf for none");
    options.add_options()("st", po::value<std::string>()->value_name("SECONDS"),
                          "time for each action, instead of a clock");
    options.add_options()("nodes", po::value<std::uint64_t>()->value_name("N"),
                          "nodes for each action, instead of a clock");
    options.add_options()("depth", po::value<int>()->value_name("N"),
                          "depth for each action, instead of a clock");
    options.add_options()("timemargin", po::value(&args.margin)->value_name("MS"),
                          "how late an answer may be, 1000 unless given");
    options.add_options()("variant", text(args.variant), "rules to play by, classic unless given");
    options.add_options()("setup", text(args.setup), "standard, placement or flanked");
    options.add_options()("variant-path", text(args.variant_path), "file with rules of your own");
    options.add_options()("fen", text(args.fen), "position to start from");
    options.add_options()("maxmoves", po::value<int>()->value_name("N"),
                          "a draw after N actions of each side");
    options.add_options()("pgn", text(args.pgn),
                          "file to add the game to; a new one in games/ "
                          "unless given");
    options.add_options()("trust", po::bool_switch(&args.trust),
                          "let engines play that do not know these rules' options");
    options.add_options()("quiet", po::bool_switch(&args.quiet), "draw no boards");
    return options;
}

void read_bounds(const po::variables_map& given, PlayArguments& args) {
    if (given.count("st")) args.control.move_time = parse_seconds(given["st"].as<std::string>());
    if (given.count("nodes")) args.control.nodes = given["nodes"].as<std::uint64_t>();
    if (given.count("depth")) args.control.depth = given["depth"].as<int>();
    if (args.margin < 0)
        throw Error("--timemargin: expected an integer >= 0, got '" + std::to_string(args.margin) +
                    "'");
    args.control.margin = Milliseconds(args.margin);
    if (given.count("maxmoves")) args.adjudication.max_moves = given["maxmoves"].as<int>();
    if (!args.control.bounded() || given.count("tc")) parse_clock(args.clock, args.control);
    if (!args.control.bounded()) throw Error("--tc inf needs --st, --nodes or --depth");
}

std::vector<EngineConfig> engine_configs(const PlayArguments& args) {
    std::vector<std::string> commands = args.engines;
    if (commands.size() > 2) throw Error("--engine is given at most twice");
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
    const MatchRules rules =
        make_match_rules(args.variant, args.setup, args.variant_path, args.limits);
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
        if (fault) return;
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

int play_command(const std::vector<std::string>& words) {
    PlayArguments args;
    const po::options_description options = describe(args);
    try {
        po::variables_map given;
        if (!program::read_options(words, options, {}, options, given)) return 0;
        read_bounds(given, args);
    } catch (const po::error& error) {
        throw Error(std::string(error.what()) + "; agon-match play --help lists the options");
    }
    return play(args);
}

} // namespace agon::match

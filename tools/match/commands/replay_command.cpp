#include "tools/match/commands/replay_command.hpp"

#include "engine/draw/diagram.hpp"
#include "engine/error.hpp"
#include "engine/notation.hpp"
#include "protocol/program/program.hpp"
#include "tools/match/commands/engine_arguments.hpp"
#include "tools/match/commands/replay_search.hpp"
#include "tools/match/engines/traffic_log.hpp"
#include "tools/match/formats/pgn.hpp"
#include "tools/match/game/referee.hpp"
#include "tools/match/tournament/journal_settings.hpp"

#include <algorithm>
#include <iomanip>
#include <iostream>

namespace agon::match {
namespace {

namespace po = boost::program_options;

struct ReplayArguments {
    std::string journal;
    int game = 0;
    std::optional<std::size_t> ply; ///< from 1
    std::string command;
    std::string variant_path;
    TimeControl limit; ///< empty: what the action had
};

po::options_description describe(ReplayArguments& args) {
    po::options_description options(
        "agon-match replay JOURNAL GAME: the actions of a game, or one of them searched again");
    options.add_options()("help", "this text");
    options.add_options()("ply", po::value<std::size_t>()->value_name("N"),
                          "show the position before the N-th action and what the engine was asked "
                          "and said, and ask it again");
    options.add_options()("cmd", po::value(&args.command)->value_name("COMMAND"),
                          "an engine with its arguments, instead of the one that played");
    options.add_options()("nodes", po::value<std::uint64_t>()->value_name("N"),
                          "nodes of the search, instead of what the action had");
    options.add_options()("depth", po::value<int>()->value_name("N"), "its depth");
    options.add_options()("movetime", po::value<int>()->value_name("MS"), "its milliseconds");
    options.add_options()("variant-path", po::value(&args.variant_path)->value_name("FILE"),
                          "file with the rules, where they are of the user's own");
    return options;
}

/// Nothing when only help was wanted.
std::optional<ReplayArguments> parse(const std::vector<std::string>& words) {
    ReplayArguments args;
    po::options_description shown = describe(args), options;
    options.add(shown).add_options()("journal", po::value(&args.journal))("game",
                                                                          po::value(&args.game));
    po::positional_options_description places;
    places.add("journal", 1).add("game", 1);
    try {
        po::variables_map given;
        if (!program::read_options(words, options, places, shown, given)) return std::nullopt;
        if (!given.count("game")) throw Error("agon-match replay JOURNAL GAME [--ply N]");
        if (given.count("ply")) args.ply = given["ply"].as<std::size_t>();
        if (given.count("nodes")) args.limit.nodes = given["nodes"].as<std::uint64_t>();
        if (given.count("depth")) args.limit.depth = given["depth"].as<int>();
        if (given.count("movetime"))
            args.limit.move_time = Milliseconds(given["movetime"].as<int>());
    } catch (const po::error& error) {
        throw Error(std::string(error.what()) + "; agon-match replay --help lists the options");
    }
    return args;
}

GameRecord find_game(JournalReader& journal, const ReplayArguments& args) {
    int games = 0, highest = 0;
    while (auto record = journal.next()) {
        if (record->number == args.game) return std::move(*record);
        ++games;
        highest = std::max(highest, record->number);
    }
    throw Error(args.journal + ": no game " + std::to_string(args.game) + " among its " +
                std::to_string(games) +
                (games == 0 ? "" : ", of which the last is " + std::to_string(highest)));
}

std::string title_of(const GameRecord& record) {
    return "Game " + std::to_string(record.number) + ", round " + std::to_string(record.round) +
           ": " + record.names[0] + " - " + record.names[1] + ' ' +
           std::string(to_text(record.verdict.result)) + " {" + record.verdict.reason + "}\n";
}

void list(const GameRecord& record, std::ostream& out) {
    out << title_of(record) << to_text(record.first) << '\n';
    for (std::size_t i = 0; i < record.actions.size(); ++i) {
        const ActionRecord& action = record.actions[i];
        out << std::setw(4) << i + 1 << ' ' << name(action.chooser) << ' ' << std::left
            << std::setw(7) << to_text(action.move) << std::right << ' ' << comment_text(action)
            << '\n';
    }
    out << std::flush;
}

/// What bounded the action: the engine's own limit, or else what it used.
TimeControl limit_of(const EngineConfig& engine, const ActionRecord* action) {
    TimeControl limit;
    limit.nodes = engine.time_control.nodes;
    limit.depth = engine.time_control.depth;
    if (limit.bounded()) return limit;
    if (action != nullptr && action->evaluation.nodes != 0)
        limit.nodes = action->evaluation.nodes;
    else if (action != nullptr && !action->book)
        limit.move_time =
            std::max(std::chrono::ceil<Milliseconds>(action->elapsed), Milliseconds(1));
    else
        throw Error("no limit is known of this action: give --nodes, --depth or --movetime");
    return limit;
}

EngineConfig engine_of(const Json& settings, const std::string& name, const std::string& command) {
    auto engines = engines_from(settings);
    const auto found = std::ranges::find(engines, name, &EngineConfig::name);
    if (found == engines.end()) throw Error("the journal's settings have no engine " + name);
    // Whatever is asked now, nothing is at stake.
    found->trust = true;
    if (command.empty()) return *found;
    found->command = parse_command(command, "--cmd");
    return *found;
}

/// The lines of the match's log on one action; a log that is gone is no reason to stop.
void print_traffic(const std::string& log, int game, std::size_t ply, std::ostream& out) {
    if (log.empty()) return;
    out << "Log " << log << ":\n";
    try {
        for (const auto& line : logged_traffic(log, game, static_cast<int>(ply)))
            out << line << '\n';
    } catch (const Error& error) {
        out << "  " << error.what() << '\n';
    }
}

void show(const GameRecord& record, const JournalReader& journal, const ReplayArguments& args,
          std::ostream& out) {
    const std::size_t ply = *args.ply, played = record.actions.size();
    // An engine that failed was asked for one action more.
    const std::size_t asked = played + (record.verdict.fault ? 1 : 0);
    if (ply < 1 || ply > asked)
        throw Error("game " + std::to_string(record.number) + " has no ply " + std::to_string(ply) +
                    ", but 1 to " + std::to_string(asked));
    MatchRules rules = journal.rules();
    rules.variant_path = args.variant_path;
    Referee referee(rules.rules, record.first, rules.limits, record.first == rules.start(), {});
    for (std::size_t i = 0; i + 1 < ply; ++i) {
        const ActionRecord& action = record.actions[i];
        action.forfeited.empty() ? void(referee.play(to_text(action.move)))
                                 : referee.forfeit_turn();
    }

    const Position& position = referee.game().position();
    const Side side = referee.chooser();
    const std::string& engine_name = record.names[index(side)];
    const ActionRecord* const action = ply <= played ? &record.actions[ply - 1] : nullptr;
    const Move before = ply > 1 ? record.actions[ply - 2].move : Move{};
    out << title_of(record) << text_diagram(position, {.last = before})
        << "Position: " << to_text(position) << "\nPly " << ply << ": " << name(side) << " ("
        << engine_name << ") to act\n";
    print_traffic(journal.header().log, record.number, ply, out);

    Replay replay{engine_of(journal.header().settings, engine_name, args.command), rules.options(),
                  referee.position_line(), side, args.limit};
    if (!replay.limit.bounded()) replay.limit = limit_of(replay.engine, action);
    out << "Searched again by " << replay.engine.command.program << ":\n";
    const Answer answer = search_again(replay, out);
    const ActionRecord now{parse_legal_move(rules.rules, position, answer.move.best), side,
                           answer.evaluation, answer.elapsed, false};
    const auto line = [&](const char* when, const ActionRecord& which) {
        out << when << std::left << std::setw(7) << to_text(which.move) << std::right << ' '
            << comment_text(which) << '\n';
    };
    if (action != nullptr)
        line("Journal: ", *action);
    else
        out << "Journal: " << record.verdict.reason << '\n';
    line("Now:     ", now);
    out << std::flush;
}

} // namespace

int replay_command(const std::vector<std::string>& words) {
    const auto args = parse(words);
    if (!args) return 0;
    JournalReader journal(args->journal);
    const GameRecord record = find_game(journal, *args);
    if (args->ply)
        show(record, journal, *args, std::cout);
    else
        list(record, std::cout);
    return 0;
}

} // namespace agon::match

#include "engine/draw/diagram.hpp"
#include "engine/error.hpp"
#include "engine/notation/notation.hpp"
#include "engine/path_text.hpp"
#include "engine/quote.hpp"
#include "protocol/cli/options.hpp"
#include "protocol/cli/values.hpp"
#include "protocol/record/match_rules.hpp"
#include "protocol/record/pgn.hpp"
#include "protocol/record/record.hpp"
#include "protocol/record/referee.hpp"
#include "tools/arena/cli/commands.hpp"
#include "tools/arena/cli/engine_arguments.hpp"
#include "tools/arena/cli/game_files.hpp"
#include "tools/arena/conversation/text_engine.hpp"
#include "tools/arena/conversation/traffic_log.hpp"
#include "tools/arena/journal/journal.hpp"
#include "tools/arena/journal/journal_settings.hpp"

#include <algorithm>
#include <iostream>
#include <utility>

namespace agon::arena {
namespace {

using program::Words;

struct ReplayArguments {
    std::string file; ///< a journal, or games in any format
    int game = 0;
    std::optional<std::size_t> ply; ///< from 1
    std::string command;
    bool trust = false; ///< use the commands and options in a journal
    std::string variant_path;
    TimeControl limit; ///< empty: the limit that the action had
};

/// Returns nullopt if only help was requested.
std::optional<ReplayArguments> parse_replay(const Words& args) {
    ReplayArguments replay;
    Words words;
    program::Options options(
        "agon-match replay",
        "agon-match replay FILE GAME [--ply N]\n"
        "the actions of a game of a match, or one of them searched again; FILE is a journal, PGN "
        "or "
        "SGF.\nA journal names the engines' commands and options, but --ply uses them with --trust "
        "only\n",
        "  agon-match replay match.jsonl 12\n"
        "  agon-match replay games.pgn 1\n"
        "  agon-match replay match.jsonl 12 --ply 30 --trust\n"
        "  agon-match replay match.jsonl 12 --ply 30 --cmd ./agon --depth 12\n");
    options.words(words, "FILE GAME", 2, 2)
        .number(
            "ply", replay.ply,
            "show the position before the N-th action and the engine's traffic, and search again",
            1)
        .text("cmd", replay.command, "COMMAND",
              "an engine with its arguments, instead of the one that played (agon, if FILE is not "
              "a journal)")
        .flag("trust", replay.trust,
              "start the engine that a journal names, and set the options that it names")
        .number("nodes", replay.limit.nodes, "limit of the search, instead of the action's own", 1)
        .number("depth", replay.limit.depth, "the same, in plies", 1)
        .number("movetime", replay.limit.move_time, "the same, in milliseconds", 1)
        .text("variant-path", replay.variant_path, "FILE",
              "rules file of the match, if it had one");
    if (!options.read(args)) return std::nullopt;
    replay.file = words[0];
    replay.game = program::number<int>("GAME", words[1], 1);
    return replay;
}

/// A game, and the data to search one of its actions again.
struct Replayed {
    GameRecord record;
    MatchRules rules;
    std::string log;               ///< of the match; or empty
    PerSide<EngineConfig> engines; ///< by side
};

/// The engine that a journal names.
EngineConfig find_engine(const std::vector<EngineConfig>& engines, const std::string& name) {
    const auto found = std::ranges::find(engines, name, &EngineConfig::name);
    if (found == engines.end()) throw Error("the journal's settings have no engine " + name);
    return *found;
}

Error no_game(const ReplayArguments& args, std::size_t games, int highest) {
    return Error(fmt::format("{}: no game {} among its {}{}", args.file, args.game, games,
                             games == 0 ? "" : fmt::format(", of which the last is {}", highest)));
}

Replayed from_journal(const ReplayArguments& args) {
    JournalReader journal(path_of(args.file));
    std::size_t games = 0;
    int highest = 0;
    while (auto record = journal.next()) {
        ++games;
        highest = std::max(highest, record->number);
        if (record->number != args.game) continue;
        Replayed game{std::move(*record), journal.rules(), journal.header().log, {}};
        const auto engines = engines_from(journal.header().settings);
        if (args.ply)
            for (const Side side : BOTH_SIDES)
                game.engines[side] = find_engine(engines, game.record.names[side]);
        return game;
    }
    throw no_game(args, games, highest);
}

/// Games of other files are counted from 1. The programs that played them are not known.
Replayed from_file(const ReplayArguments& args) {
    DefaultRules rules;
    rules.variant_path = args.variant_path;
    auto games = read_games({args.file}, std::nullopt, rules);
    const auto number = static_cast<std::size_t>(args.game);
    if (number > games.size()) throw no_game(args, games.size(), static_cast<int>(games.size()));
    RecordedGame& found = games[number - 1];
    found.record.number = args.game;
    Replayed game{std::move(found.record), std::move(found.rules), "", {}};
    for (const Side side : BOTH_SIDES) {
        EngineConfig& engine = game.engines[side];
        engine.name = game.record.names[side];
        engine.command.program = own_engine();
        engine.time_control = game.record.controls[side];
    }
    return game;
}

std::string heading_of(const GameRecord& record) {
    return replace_controls(fmt::format("Game {}, round {}: {} - {} {} {{{}}}", record.number,
                                        record.round, record.names[0], record.names[1],
                                        to_text(record.verdict.result), record.verdict.reason)) +
           '\n';
}

void list(const GameRecord& record, std::ostream& out) {
    out << heading_of(record) << to_text(record.first) << '\n';
    for (std::size_t i = 0; i < record.actions.size(); ++i) {
        const ActionRecord& action = record.actions[i];
        out << replace_controls(fmt::format("{:4} {} {:7} {}", i + 1, name(action.chooser),
                                            to_text(action.move), comment_text(action)))
            << '\n';
    }
    out << std::flush;
}

/// The limit of the action's search: the engine's nodes or depth, otherwise what the search used.
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
        throw Error("the limit of this action is unknown: give --nodes, --depth or --movetime");
    return limit;
}

/// Prints the lines of the match's log on one action. A missing log is not an error.
void print_traffic(const std::string& log, int game, std::size_t ply, std::ostream& out) {
    if (log.empty()) return;
    out << "Log " << replace_controls(log) << ":\n";
    try {
        for (const auto& line : logged_traffic(path_of(log), game, static_cast<int>(ply)))
            out << replace_controls(line) << '\n';
    } catch (const Error& error) {
        out << "  " << error.what() << '\n';
    }
}

/// Prints the lines from `go` on: `>` to the engine, `<` from it, `!` its errors.
class Printer : public Traffic {
public:
    explicit Printer(std::ostream& out) : out_(out) {}

    void sent(const TextEngine&, std::string_view line) override {
        searching_ = searching_ || line.starts_with("go");
        if (searching_ && line != "quit") print('>', line);
    }
    void received(const TextEngine&, std::string_view line) override {
        if (searching_) print('<', line);
    }
    void wrote_error(const TextEngine&, std::string_view line) override { print('!', line); }
    void warned(const TextEngine& engine, std::string_view text) override {
        std::cerr << engine.name() << ": " << text << std::endl;
    }

private:
    void print(char direction, std::string_view line) {
        out_ << direction << ' ' << replace_controls(std::string(line)) << std::endl;
    }

    std::ostream& out_;
    bool searching_ = false;
};

/// In quotes, but not cut: the end of a command may be what matters.
std::string whole(std::string_view text) {
    return '\'' + escape_controls(text, std::string_view::npos) + '\'';
}

/// The author of a journal chose both its engines and their options; some engines write to files
/// that an option names. Without --trust none of them is used. Throws UsageError if no other
/// command is given.
void distrust(EngineConfig& engine, const ReplayArguments& args, std::ostream& out) {
    if (args.command.empty()) {
        std::string command = whole(engine.command.program);
        for (const std::string& arg : engine.command.args) command += ' ' + whole(arg);
        if (!engine.command.directory.empty())
            command += " in the folder " + whole(utf8_of(engine.command.directory));
        throw program::UsageError("the journal names the command " + command +
                                  "; --trust starts it, --cmd COMMAND starts another");
    }
    for (const auto& [name, value] : std::exchange(engine.options, {}))
        out << "Not set without --trust: option." << replace_controls(name + '=' + value) << '\n';
}

/// Starts the engine, lets it search and prints the traffic; blocks. Throws Error if the engine
/// does not answer.
EngineAnswer search(const EngineConfig& config, const EngineOptions& match_options,
                    const std::string& position_line, Side side, const TimeControl& limit,
                    std::ostream& out) {
    constexpr std::chrono::hours NO_LIMIT{24}; // the user can end it before
    constexpr Milliseconds OVERHEAD{1000};
    const PerSide<GameClock> clocks{GameClock(limit), GameClock(limit)};
    Question question{position_line, go_text(config.protocol, side, clocks, {limit, limit}),
                      NO_LIMIT};
    if (limit.move_time) question.budget = *limit.move_time + OVERHEAD;

    boost::asio::io_context loop;
    Printer printer(out);
    TextEngine engine(loop, config, match_options, printer);
    EngineAnswer found;
    engine.prepare([&](std::optional<Failure> failure) {
        if (failure) {
            found.failure = std::move(failure);
            return;
        }
        engine.ask(question, [&](EngineAnswer answer) {
            found = std::move(answer);
            engine.quit([] {});
        });
    });
    loop.run();
    if (found.failure) throw Error("engine " + config.name + ": " + found.failure->detail);
    return found;
}

void show(const Replayed& game, const ReplayArguments& args, std::ostream& out) {
    const GameRecord& record = game.record;
    const std::size_t ply = *args.ply, played = record.actions.size();
    // An engine that failed was asked for one more action.
    const std::size_t asked = played + (record.verdict.fault ? 1 : 0);
    if (ply < 1 || ply > asked)
        throw Error(fmt::format("game {} has no ply {}, but 1 to {}", record.number, ply, asked));
    MatchRules rules = game.rules;
    rules.variant_path = path_of(args.variant_path);
    Referee referee(rules.rules, record.first, rules.limits, record.first == rules.start(), {});
    for (std::size_t i = 0; i + 1 < ply; ++i) {
        const ActionRecord& action = record.actions[i];
        action.forfeited.empty() ? void(referee.play(to_text(action.move)))
                                 : referee.forfeit_turn();
    }

    const Position& position = referee.game().position();
    const Side side = referee.chooser();
    const std::string& engine_name = record.names[side];
    const ActionRecord* const action = ply <= played ? &record.actions[ply - 1] : nullptr;
    const Move before = ply > 1 ? record.actions[ply - 2].move : Move{};
    out << heading_of(record) << text_diagram(position, {.last = before})
        << "Position: " << to_text(position) << "\nPly " << ply << ": " << name(side) << " ("
        << replace_controls(engine_name) << ") to act\n";
    print_traffic(game.log, record.number, ply, out);
    out << std::flush;

    EngineConfig engine = game.engines[side];
    engine.trust = engine.allow_refusal = true; // it need not know the options: this is not a match
    if (is_journal(args.file) && !args.trust) distrust(engine, args, out);
    if (!args.command.empty()) engine.command = parse_command(args.command, "--cmd");
    const TimeControl limit = args.limit.bounded() ? args.limit : limit_of(engine, action);
    out << "Searched again by " << replace_controls(engine.command.program) << ":\n";
    const EngineAnswer answer =
        search(engine, rules.options(), referee.position_line(), side, limit, out);
    const ActionRecord now{parse_legal_move(rules.rules, position, answer.move.best), side,
                           answer.evaluation, answer.elapsed, false};
    const auto line = [&](const char* when, const ActionRecord& which) {
        out << when
            << replace_controls(fmt::format("{:7} {}", to_text(which.move), comment_text(which)))
            << '\n';
    };
    if (action != nullptr)
        line(is_journal(args.file) ? "Journal: " : "File:    ", *action);
    else
        out << "Journal: " << replace_controls(record.verdict.reason) << '\n';
    line("Now:     ", now);
    out << std::flush;
}

} // namespace

int replay_command(const std::vector<std::string>& words) {
    const auto args = parse_replay(words);
    if (!args) return 0;
    const Replayed game = is_journal(args->file) ? from_journal(*args) : from_file(*args);
    if (args->ply)
        show(game, *args, std::cout);
    else
        list(game.record, std::cout);
    return 0;
}

} // namespace agon::arena

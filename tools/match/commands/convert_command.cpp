#include "tools/match/commands/commands.hpp"

#include "engine/error.hpp"
#include "protocol/program/options.hpp"
#include "tools/match/commands/game_files.hpp"
#include "tools/match/formats/abstract_play.hpp"
#include "tools/match/formats/record_file.hpp"
#include "tools/match/tournament/recorded_match.hpp"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <set>

namespace agon::match {
namespace {

using program::Words;

struct ConvertArguments {
    Words files;
    std::string from, to, output, moves = "vertex";
    DefaultRules rules;
};

/// Nothing when only help was wanted.
std::optional<ConvertArguments> parse(const Words& words) {
    ConvertArguments args;
    program::Options options(
        "agon-match convert",
        "agon-match convert FILE... [-o FILE] [OPTIONS]\n"
        "games between PGN, journal, SGF of gogui-twogtp and records of Abstract Play\n",
        "  agon-match convert games/game-0.sgf --variant german -o game.pgn\n"
        "  agon-match convert match.pgn -o match.jsonl\n"
        "  agon-match convert match.jsonl --to abstractplay >match.json\n");
    options.words(args.files, "FILE", 1, std::string::npos)
        .output("output,o", args.output, "a new file; standard output without it")
        .choice("from", args.from, format_names(),
                "the files' format, else by their names: .pgn .jsonl .sgf .json")
        .choice("to", args.to, format_names(), "the new format, else by the new file's name")
        .choice("moves", args.moves, {"vertex", "text"}, "how actions are written in SGF")
        .text("variant", args.rules.variant, "NAME", "rules where a file names none")
        .text("setup", args.rules.setup, "NAME", "setup where a file names none")
        .text("variant-path", args.rules.variant_path, "FILE", "rules of your own");
    if (!options.read(words)) return std::nullopt;
    if (args.to.empty()) {
        const auto format = format_of(args.output);
        if (!format)
            throw program::UsageError(args.output.empty()
                                          ? "-o FILE or --to FORMAT is missing"
                                          : "-o: '" + args.output + "' names no format; --to does");
        args.to = format_names()[static_cast<std::size_t>(*format)];
    }
    if (find_format(args.to) == GameFormat::Journal && args.output.empty())
        throw program::UsageError("a journal needs -o FILE");
    return args;
}

/// What the games have and the format has no place for, in words.
std::set<std::string> losses(const std::vector<RecordedGame>& games, GameFormat format) {
    std::set<std::string> lost;
    for (const RecordedGame& game : games) {
        const GameRecord& record = game.record;
        if (format == GameFormat::Journal &&
            (game.tags.event != games[0].tags.event || game.tags.site != games[0].tags.site))
            lost.insert("event and site of each game: those of the first are kept");
        if (format != GameFormat::Sgf) continue;
        if (record.controls[0].timed() || record.controls[1].timed()) lost.insert("time controls");
        if (record.begun.time_since_epoch() % std::chrono::hours(24) != WallTime::duration::zero())
            lost.insert("times of day");
        if (record.verdict.fault && *record.verdict.fault != Fault::OnTime)
            lost.insert("the kind of a forfeit: it is F in RE, and its reason a comment");
        if (record.verdict.termination == Termination::Adjudication)
            lost.insert("adjudication: its reason is a comment");
        if (record.first != game.rules.start())
            lost.insert("positions of their own: they are in the property FEN, which other "
                        "programs do not know");
    }
    return lost;
}

std::string text_of(const std::vector<RecordedGame>& games, const ConvertArguments& args) {
    std::string text;
    if (find_format(args.to) == GameFormat::AbstractPlay) {
        Json list = Json::array();
        for (const RecordedGame& game : games)
            list.push_back(to_abstract_play(game, std::chrono::system_clock::now()));
        return (list.size() == 1 ? list[0] : list).dump(2) + '\n';
    }
    const SgfMoves moves = args.moves == "text" ? SgfMoves::Text : SgfMoves::Vertex;
    for (const RecordedGame& game : games)
        text += find_format(args.to) == GameFormat::Sgf
                    ? to_sgf(game, moves)
                    : to_pgn(game.record, game.rules, game.tags);
    return text;
}

void write(const std::vector<RecordedGame>& games, const ConvertArguments& args) {
    if (find_format(args.to) == GameFormat::Journal) {
        const MatchHistory match = match_of(games);
        JournalWriter journal(args.output, {.settings = match.settings, .log = ""});
        for (const auto& [number, record] : match.games) journal.add(record);
        return;
    }
    const std::string text = text_of(games, args);
    if (args.output.empty()) {
        std::cout << text << std::flush;
        return;
    }
    std::ofstream out(args.output);
    out << text << std::flush;
    if (!out) throw cannot_write(args.output);
}

} // namespace

int convert_command(const Words& words) {
    const auto args = parse(words);
    if (!args) return 0;
    if (std::filesystem::exists(args->output)) throw Error(args->output + " exists already");
    const auto from = args->from.empty() ? std::nullopt : std::optional(find_format(args->from));
    std::vector<RecordedGame> games = read_games(args->files, from, args->rules);
    if (games.empty()) throw Error("there is no game");
    const GameFormat to = find_format(args->to);
    for (const std::string& lost : losses(games, to))
        std::cerr << "Warning: " << args->to << " has no place for " << lost << std::endl;
    if (to == GameFormat::AbstractPlay) {
        const auto unfinished = std::erase_if(games, [](const RecordedGame& game) {
            return game.record.verdict.result == Result::Unfinished;
        });
        if (unfinished != 0)
            std::cerr << "Warning: abstractplay has no place for unfinished games: " << unfinished
                      << " left out" << std::endl;
        if (games.empty()) throw Error("there is no finished game");
    }
    write(games, *args);
    if (!args->output.empty())
        std::cout << "Wrote " << games.size() << (games.size() == 1 ? " game to " : " games to ")
                  << args->output << std::endl;
    return 0;
}

} // namespace agon::match

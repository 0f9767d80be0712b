#include "engine/error.hpp"
#include "engine/path_text.hpp"
#include "protocol/cli/options.hpp"
#include "protocol/cli/values.hpp"
#include "protocol/record/output_file.hpp"
#include "protocol/record/result.hpp"
#include "tools/arena/cli/commands.hpp"
#include "tools/arena/cli/conversion.hpp"
#include "tools/arena/cli/game_files.hpp"
#include "tools/arena/journal/games_as_match.hpp"
#include "tools/arena/journal/journal.hpp"
#include "tools/arena/journal/journals.hpp"

#include <algorithm>
#include <filesystem>
#include <iostream>
#include <set>

namespace agon::arena {
namespace {

using program::Words;

struct ConvertArguments {
    Words files;
    std::string from, to, output, moves = "vertex";
    DefaultRules rules;

    [[nodiscard]] SgfMoves sgf_moves() const {
        return moves == "text" ? SgfMoves::Text : SgfMoves::Vertex;
    }
};

/// Returns nullopt if only help was requested.
std::optional<ConvertArguments> parse_convert(const Words& words) {
    ConvertArguments args;
    program::Options options(
        "agon-match convert",
        "agon-match convert FILE... [-o FILE] [OPTIONS]\n"
        "converts games between PGN, journals, SGF of gogui-twogtp and records of Abstract Play\n",
        "  agon-match convert games/game-0.sgf --variant german -o game.pgn\n"
        "  agon-match convert match.pgn -o match.jsonl\n"
        "  agon-match convert match.jsonl --to abstractplay >match.json\n");
    options.words(args.files, "FILE", 1, std::string::npos)
        .output("output,o", args.output, "a new file (default: standard output)")
        .choice("from", args.from, format_names(),
                "the files' format; by default from their names: .pgn .jsonl .sgf .json")
        .choice("to", args.to, format_names(),
                "the new format; by default from the new file's name")
        .choice("moves", args.moves, {"vertex", "text"}, "how actions are written in SGF")
        .text("variant", args.rules.variant, "NAME", "rules of files that do not give any")
        .text("setup", args.rules.setup, "NAME", "setup of files that do not give any")
        .text("variant-path", args.rules.variant_path, "FILE", "your own rules");
    if (!options.read(words)) return std::nullopt;
    if (args.to.empty()) {
        const auto format = format_of(args.output);
        if (!format)
            throw program::UsageError(
                args.output.empty() ? "-o FILE or --to FORMAT is missing"
                                    : "-o: '" + args.output +
                                          "' has no known extension; give the format with --to");
        args.to = format_names()[static_cast<std::size_t>(*format)];
    }
    if (find_format(args.to) == GameFormat::Journal && args.output.empty())
        throw program::UsageError("a journal needs -o FILE");
    return args;
}

std::string journal_of(const std::vector<RecordedGame>& games) {
    const MatchHistory match = match_of(games);
    std::string text = journal_line(JournalHeader{.settings = match.settings, .log = ""});
    for (const auto& [number, record] : match.games) text += journal_line(record);
    return text;
}

void write_converted(const std::vector<RecordedGame>& games, const ConvertArguments& args) {
    const GameFormat format = find_format(args.to);
    const std::string text = format == GameFormat::Journal
                                 ? journal_of(games)
                                 : text_of(games, format, args.sgf_moves());
    if (args.output.empty())
        std::cout << text << std::flush;
    else
        create_file(path_of(args.output), text);
}

} // namespace

int convert_command(const Words& words) {
    const auto args = parse_convert(words);
    if (!args) return 0;
    if (std::filesystem::exists(path_of(args->output)))
        throw Error(args->output + " already exists");
    const auto from = args->from.empty() ? std::nullopt : std::optional(find_format(args->from));
    std::vector<RecordedGame> games = read_games(args->files, from, args->rules);
    if (games.empty()) throw Error("there is no game");
    const GameFormat to = find_format(args->to);
    if (to == GameFormat::AbstractPlay) {
        const auto unfinished = std::erase_if(games, [](const RecordedGame& game) {
            return game.record.verdict.result == Result::Unfinished;
        });
        if (unfinished != 0)
            std::cerr << "Warning: abstractplay cannot hold unfinished games: " << unfinished
                      << " omitted" << std::endl;
        if (games.empty()) throw Error("there is no finished game");
    }
    std::set<std::string> left_out;
    for (const RecordedGame& game : games)
        left_out.insert(game.left_out.begin(), game.left_out.end());
    for (const std::string& what : left_out)
        std::cerr << "Warning: games are read without " << what << std::endl;
    for (const std::string& lost : losses(games, to, args->sgf_moves()))
        std::cerr << "Warning: " << args->to << " cannot hold " << lost << std::endl;
    write_converted(games, *args);
    if (!args->output.empty())
        std::cout << "Wrote " << games.size() << (games.size() == 1 ? " game to " : " games to ")
                  << args->output << std::endl;
    return 0;
}

} // namespace agon::arena

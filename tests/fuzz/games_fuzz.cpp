// Input: a line that begins with `pgn`, `sgf` or `json`, then a file of games in that format.
//
//  - The file is read, or refused with a fault that names its line or its game.
//  - What was read is written as PGN and read again. Written in each format, that is read as the
//    same, except what SGF cannot hold.
#include "engine/error.hpp"
#include "engine/notation/notation.hpp"
#include "protocol/record/match_rules.hpp"
#include "protocol/record/pgn_records.hpp"
#include "protocol/record/record.hpp"
#include "protocol/record/recorded_game.hpp"
#include "protocol/record/result.hpp"
#include "tests/fuzz/target.hpp"
#include "tools/arena/foreign/abstract_play.hpp"
#include "tools/arena/foreign/sgf.hpp"
#include "tools/arena/journal/journal.hpp"

#include <sstream>

using namespace agon;
using namespace agon::arena;

namespace {

MatchRules find_rules(const std::optional<std::string>& variant,
                      const std::optional<std::string>& setup) {
    return make_match_rules(variant.value_or("classic"), setup.value_or("preset"), "", {});
}

std::vector<RecordedGame> read(const std::string& format, const std::string& text) {
    std::istringstream in(text);
    if (format == "pgn") return read_pgn(in, find_rules);
    if (format == "sgf") return read_sgf(in, find_rules);
    Json json = Json::value_t::discarded;
    try {
        json = parse_json(text);
    } catch (const Error& error) { // about the whole text, so it names no place
        if (!fuzz::is_one_line(error.what())) fuzz::broken("a fault is a line", error.what());
    }
    return json.is_discarded() ? std::vector<RecordedGame>() : from_abstract_play(json, find_rules);
}

std::string write(const std::string& format, const RecordedGame& game) {
    if (format == "pgn") return to_pgn(game.record, game.rules, game.tags);
    if (format == "json") return to_abstract_play(game, {}).dump();
    return to_sgf(game, format == "text" ? SgfMoves::Text : SgfMoves::Vertex);
}

RecordedGame again(const std::string& format, const RecordedGame& game) {
    const std::string text = write(format, game);
    try {
        auto games = read(format == "text" ? "sgf" : format, text);
        if (games.size() != 1) fuzz::broken("a game that is written is read as one", text);
        return std::move(games[0]);
    } catch (const Error& error) {
        fuzz::broken("a game that is written is read", error.what() + ('\n' + text));
    }
}

/// What every format keeps.
std::string essence(const RecordedGame& game) {
    const GameRecord& record = game.record;
    std::string text = record.names[0] + '\n' + record.names[1] + '\n' + to_text(record.first) +
                       '\n' + std::string(to_text(record.verdict.result)) + '\n' +
                       record.verdict.reason + '\n' + to_text(record.last);
    for (const ActionRecord& action : record.actions)
        text += '\n' + to_text(action.move) + ' ' + comment_text(action);
    return text;
}

std::string whole(const RecordedGame& game) {
    Json json = to_json(game.record);
    json.erase("game"); // numbers are by file
    json.erase("encounter");
    return json.dump(-1, ' ', true, Json::error_handler_t::replace);
}

void check(const RecordedGame& read) {
    const RecordedGame game = again("pgn", read);
    if (whole(again("pgn", game)) != whole(game))
        fuzz::broken("a PGN keeps a game", write("pgn", game));
    for (const char* const format : {"sgf", "text"})
        if (essence(again(format, game)) != essence(game))
            fuzz::broken("an SGF keeps a game", write(format, game));
    if (game.record.verdict.result == Result::Unfinished) return;
    if (whole(again("json", game)) != whole(game))
        fuzz::broken("a record of Abstract Play keeps a game", write("json", game));
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    constexpr std::size_t MAX = 4000;
    const std::string input(reinterpret_cast<const char*>(data), std::min(size, MAX));
    const auto end = std::min(input.find('\n'), input.size());
    const std::string format = input.substr(0, std::min(end, input.find(' ')));
    if (format != "pgn" && format != "sgf" && format != "json") return 0;
    try {
        for (const RecordedGame& game : read(format, input.substr(std::min(end + 1, input.size()))))
            check(game);
    } catch (const Error& error) {
        const std::string_view what = error.what();
        const bool placed =
            what.starts_with("game ") || (!what.empty() && what[0] >= '0' && what[0] <= '9');
        if (!placed || !fuzz::is_one_line(what))
            fuzz::broken("a fault is a line that names its place", what);
    }
    return 0;
}

#include "protocol/analysis/answer.hpp"

#include "engine/game/movegen.hpp"
#include "engine/game/safety.hpp"
#include "engine/notation/notation.hpp"
#include "protocol/cli/build_report.hpp"
#include "protocol/web/room/ending_json.hpp"
#include "protocol/web/room/json.hpp"
#include "search/score/score.hpp"

#include <variant>
#include <vector>

namespace agon::analysis {
namespace {

using page::Json;
using page::one_line;

void add_score(Json& json, const search::Info& info) {
    const bool mate = search::is_decisive(info.score);
    json["score"] = mate ? Json() : Json(info.score);
    json["mate"] = mate ? Json(search::mate_number(info.score)) : Json();
    if (info.bound == search::Bound::Lower) json["bound"] = "lower";
    if (info.bound == search::Bound::Upper) json["bound"] = "upper";
    json["wdl"] = {info.wdl.win, info.wdl.draw, info.wdl.loss};
    json["depth"] = info.depth;
}

Json texts(const std::vector<Move>& moves) {
    Json json = Json::array();
    for (const Move move : moves) json.push_back(to_text(move));
    return json;
}

} // namespace

std::string fault_text(const QueryFault& fault) {
    Json json;
    if (fault.id()) json["id"] = *fault.id();
    json["error"] = fault.what();
    if (!fault.field().empty()) json["field"] = fault.field();
    return one_line(json);
}

std::string echo_text(const Terminate& terminate) {
    Json json{{"id", terminate.id}, {"action", terminate.of ? "terminate" : "terminate_all"}};
    if (terminate.of) json["terminateId"] = *terminate.of;
    if (!terminate.plies.empty()) json["plies"] = terminate.plies;
    return one_line(json);
}

std::string echo_text(const QueryVersion& query) {
    return one_line(
        {{"id", query.id}, {"action", "query_version"}, {"version", program::version()}});
}

std::string echo_text(const ClearCache& clear) {
    return one_line({{"id", clear.id}, {"action", "clear_cache"}});
}

std::string no_results_text(const Query& query, std::size_t ply) {
    return one_line(
        {{"id", query.id}, {"isDuringSearch", false}, {"ply", ply}, {"noResults", true}});
}

std::string failure_text(const Query& query, std::size_t ply, const std::string& reason) {
    return one_line({{"id", query.id}, {"isDuringSearch", false}, {"ply", ply}, {"error", reason}});
}

std::string findings_text(const Game& game, const Analysed& analysed, bool legal) {
    const auto lines = analysed.best_lines();
    const auto outcome = game.outcome();
    Json json{{"chooser", name(game.chooser())}};
    if (outcome)
        json["outcome"] = {{"winner", outcome->winner ? Json(name(*outcome->winner)) : Json()},
                           {"reason", page::ending_key(outcome->reason)}};
    else
        for (const Safety& safety : safe_sides(game.rules(), game.position()))
            json["cannotLose"].push_back(name(safety.side));
    if (!lines.empty()) add_score(json, lines.front()->info);
    json["nodes"] = analysed.nodes;
    json["lines"] = Json::array();
    for (const Line* const line : lines) {
        if (line->moves.empty()) continue;
        Json one{{"action", to_text(line->moves.front())}};
        add_score(one, line->info);
        one["pv"] = texts(line->moves);
        json["lines"].push_back(std::move(one));
    }
    if (legal) {
        MoveList moves;
        if (!outcome) legal_moves(game.rules(), game.position(), moves);
        json["legal"] = texts({moves.begin(), moves.end()});
    }
    return one_line(json);
}

std::string answer_text(const Query& query, std::size_t ply, bool during_search,
                        const std::string& findings) {
    std::string text =
        one_line({{"id", query.id}, {"isDuringSearch", during_search}, {"ply", ply}});
    text.back() = ','; // instead of }
    return text.append(findings, 1);
}

} // namespace agon::analysis

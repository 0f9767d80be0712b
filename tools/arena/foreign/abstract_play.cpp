#include "tools/arena/foreign/abstract_play.hpp"

#include "engine/error.hpp"
#include "engine/notation/notation.hpp"
#include "engine/quote.hpp"
#include "protocol/record/game_builder.hpp"
#include "protocol/record/match_rules.hpp"
#include "protocol/record/pgn_comment.hpp"
#include "protocol/record/pgn_records.hpp"
#include "protocol/record/record.hpp"
#include "protocol/record/recorded_game.hpp"
#include "protocol/record/result.hpp"
#include "protocol/record/wall_time.hpp"

#include <algorithm>
#include <set>

namespace agon::arena {
namespace {

using Json = nlohmann::ordered_json;

constexpr const char* GAME = "Agon";
constexpr std::string_view SETUP = "setup ";

// --- writing ---

Json entry_of(const ActionRecord& action) {
    const std::string move = to_text(action.forfeited.empty() ? action.move : Move{});
    const std::string said = comment_text(action);
    if (said.empty()) return move;
    return {{"move", move}, {"result", said}};
}

Json rounds_of(const GameRecord& record) {
    Json rounds = Json::array();
    std::size_t seat = 2; // of the last entry
    for (const ActionRecord& action : record.actions) {
        if (seat >= index(action.chooser)) rounds.push_back({nullptr, nullptr});
        seat = index(action.chooser);
        rounds.back()[seat] = entry_of(action);
    }
    return rounds;
}

// --- reading ---

const Json& member(const Json& json, const char* name) {
    if (!json.is_object() || !json.contains(name)) throw Error(std::string(name) + " is missing");
    return json[name];
}

std::string text_of(const Json& json, const char* name) {
    const Json& value = member(json, name);
    if (!value.is_string()) throw Error(std::string(name) + " is not a string");
    return value.get<std::string>();
}

/// Empty if it is absent or of another type.
std::string text_or_none(const Json& json, const char* name) {
    return json.is_object() && json.contains(name) && json[name].is_string()
               ? json[name].get<std::string>()
               : "";
}

std::string name_of(const Json& player) {
    const std::string name = text_of(player, "name");
    return name.empty() ? "?" : name;
}

/// Variant and setup among the variants of the game.
std::pair<std::optional<std::string>, std::optional<std::string>> rules_named(const Json& game) {
    std::pair<std::optional<std::string>, std::optional<std::string>> named;
    if (!game.contains("variants") || !game["variants"].is_array()) return named;
    for (const Json& variant : game["variants"]) {
        if (!variant.is_string()) throw Error("a variant is not a string");
        const auto text = variant.get<std::string>();
        if (text.starts_with(SETUP))
            named.second = text.substr(SETUP.size());
        else
            named.first = text;
    }
    return named;
}

/// The entries of a round in the order of play, by their `sequence` if all have one.
std::vector<Json> entries_of(const Json& round) {
    if (!round.is_array()) throw Error("a round is not a list");
    std::vector<Json> entries;
    for (const Json& entry : round) {
        if (entry.is_null()) continue;
        if (!entry.is_string() &&
            !(entry.is_object() && entry.contains("move") && entry["move"].is_string()))
            throw Error("an entry of a round is neither an action nor null");
        entries.push_back(entry);
    }
    const auto numbered = [](const Json& entry) {
        return entry.is_object() && entry.contains("sequence") &&
               entry["sequence"].is_number_integer();
    };
    if (std::ranges::all_of(entries, numbered))
        std::ranges::stable_sort(
            entries, {}, [](const Json& entry) { return entry["sequence"].get<std::int64_t>(); });
    return entries;
}

Result result_of(const Json& players) {
    PerSide<double> results{};
    for (const std::size_t seat : {0U, 1U}) {
        const Json& result = member(players[seat], "result");
        if (!result.is_number()) throw Error("the result of a player is not a number");
        results[seat] = result.get<double>();
    }
    if (results[0] == results[1]) return Result::Draw;
    return results[0] > results[1] ? Result::WhiteWins : Result::BlackWins;
}

/// No clock if it is absent or of another type.
TimeControl control_of(const Json& header, std::size_t seat) {
    const char* const name = "timeControls";
    if (!header.contains(name) || !header[name].is_array() || header[name].size() != 2 ||
        !header[name][seat].is_string())
        return {};
    try {
        return parse_time_control(header[name][seat].get<std::string>());
    } catch (const Error&) {
        return {};
    }
}

/// Inserts the unknown members of an object.
void leave_out(const Json& json, const std::set<std::string>& known,
               std::set<std::string>& left_out) {
    if (!json.is_object()) return;
    for (const auto& member : json.items())
        if (!known.contains(member.key()))
            left_out.insert("member " + replace_controls(member.key()));
}

/// Reads a game. `left_out` gets what a GameRecord cannot hold.
GameRecord record_of(const Json& json, const MatchRules& rules, std::set<std::string>& left_out) {
    const Json& header = member(json, "header");
    const std::string first = text_or_none(header, "startingPosition");
    GameBuilder builder(rules, first.empty() ? rules.start() : parse_position(rules.rules, first));
    const Json& rounds = member(json, "moves");
    if (!rounds.is_array()) throw Error("moves is not a list");
    for (const Json& round : rounds)
        for (const Json& entry : entries_of(round)) {
            const std::string move =
                entry.is_string() ? entry.get<std::string>() : entry["move"].get<std::string>();
            const std::string said = text_or_none(entry, "result");
            const std::string reason = move == to_text(Move{}) ? forfeit_reason(said) : "";
            ActionRecord& action =
                reason.empty() ? builder.play(move) : builder.forfeit_turn(reason);
            if (!said.empty() && !read_comment(said, action).empty())
                left_out.insert(OTHER_COMMENTS);
            leave_out(entry, {"move", "result", "sequence"}, left_out);
        }
    const Json& players = member(header, "players");
    if (!players.is_array() || players.size() != 2) throw Error("there are not two players");
    leave_out(header,
              {"game", "event", "round", "site", "date-start", "date-end", "date-generated",
               "players", "startingPosition", "termination", "reason", "timeControls"},
              left_out);
    leave_out(member(header, "site"), {"name", "gameid"}, left_out);
    for (const Json& player : players) leave_out(player, {"name", "result"}, left_out);
    Verdict verdict{result_of(players), Termination::Normal, text_or_none(header, "reason"), {}};
    verdict.termination =
        find_termination(text_or_none(header, "termination")).value_or(Termination::Normal);
    verdict.fault = fault_of(verdict.termination, verdict.reason);
    GameRecord record = builder.finish(verdict);
    record.names = {name_of(players[0]), name_of(players[1])};
    record.controls = {control_of(header, 0), control_of(header, 1)};
    record.begun = parse_time(text_or_none(header, "date-start")).value_or(WallTime());
    record.ended = parse_time(text_or_none(header, "date-end")).value_or(record.begun);
    record.round = read_round(text_or_none(header, "round"));
    return record;
}

} // namespace

Json to_abstract_play(const RecordedGame& game, WallTime generated) {
    const GameRecord& record = game.record;
    if (record.verdict.result == Result::Unfinished)
        throw Error("an unfinished game has no place among the records of Abstract Play");
    Json header{{"game",
                 {{"name", GAME},
                  {"variants", {game.rules.variant, std::string(SETUP) + game.rules.setup}}}},
                {"event", game.tags.event},
                {"round", std::to_string(record.round)},
                {"site", {{"name", game.tags.site}, {"gameid", record.number}}},
                {"date-start", time_text(record.begun)},
                {"date-end", time_text(record.ended)},
                {"date-generated", time_text(generated)}};
    for (const Side side : BOTH_SIDES)
        header["players"].push_back({{"name", record.names[side]},
                                     {"result", half_points(record.verdict.result, side) / 2}});
    header["startingPosition"] = to_text(record.first);
    header["termination"] = to_text(record.verdict.termination);
    header["reason"] = record.verdict.reason;
    header["timeControls"] = {to_text(record.controls[0]), to_text(record.controls[1])};
    return {{"header", header}, {"moves", rounds_of(record)}};
}

std::vector<RecordedGame> from_abstract_play(const Json& json, const FindRules& find_rules) {
    std::vector<RecordedGame> games;
    for (const Json& each : json.is_array() ? json : Json::array({json})) {
        try {
            const Json& header = member(each, "header");
            const Json& game = member(header, "game");
            if (text_of(game, "name") != GAME)
                throw Error("it is a game of " + in_quotes(text_of(game, "name")));
            const auto named = rules_named(game);
            RecordedGame read{{}, find_rules(named.first, named.second), {}};
            read.record = record_of(each, read.rules, read.left_out);
            read.record.number = static_cast<int>(games.size()) + 1;
            read.record.encounter = games.size();
            const std::string event = text_or_none(header, "event");
            read.tags = {event.empty() ? "?" : event, text_of(member(header, "site"), "name")};
            games.push_back(std::move(read));
        } catch (const Error& error) {
            throw Error("game " + std::to_string(games.size() + 1) + ": " + error.what());
        }
    }
    return games;
}

} // namespace agon::arena

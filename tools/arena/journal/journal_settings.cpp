#include "tools/arena/journal/journal_settings.hpp"

#include "engine/error.hpp"
#include "engine/path_text.hpp"
#include "engine/quote.hpp"
#include "protocol/record/match_rules.hpp"
#include "tools/arena/journal/json_values.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace agon::arena {
namespace {

Json engine_json(const EngineConfig& engine) {
    Json json{{"name", engine.name}, {"cmd", engine.command.program}};
    if (!engine.command.args.empty()) json["args"] = engine.command.args;
    if (!engine.command.directory.empty()) json["dir"] = utf8_of(engine.command.directory);
    json["proto"] = to_text(engine.protocol);
    const TimeControl& control = engine.time_control;
    if (control.timed()) json["tc"] = to_text(control); // "0.5/move" if `st` is the only limit
    if (control.time && control.move_time) json["st"] = to_seconds(*control.move_time);
    if (control.nodes) json["nodes"] = *control.nodes;
    if (control.depth) json["depth"] = *control.depth;
    if (control.margin.count() != 0) json["timemargin"] = control.margin.count();
    if (engine.ponder) json["ponder"] = true;
    if (engine.stall_limit != EngineConfig().stall_limit)
        json["stall"] = to_seconds(engine.stall_limit);
    for (const KeptLine& line : engine.kept_lines) json["match_line"].push_back(line.pattern);
    for (const auto& [kept, name] : {std::pair(engine.kept_details.nps, "nps"),
                                     std::pair(engine.kept_details.hashfull, "hashfull"),
                                     std::pair(engine.kept_details.latency, "latency")})
        if (kept) json["details"].push_back(name);
    for (const auto& [name, value] : engine.options) json["options"][name] = value;
    return json;
}

EngineConfig engine_from(const Json& json) {
    EngineConfig engine;
    engine.name = value_at<std::string>(json, "name");
    engine.command.program = value_at<std::string>(json, "cmd");
    engine.command.args = value_or<std::vector<std::string>>(json, "args", {});
    engine.command.directory = path_of(value_or<std::string>(json, "dir", ""));
    engine.protocol =
        value_at<std::string>(json, "proto") == "ugi" ? EngineProtocol::Ugi : EngineProtocol::Uci;
    TimeControl& control = engine.time_control;
    control = parse_time_control(value_or<std::string>(json, "tc", "inf"));
    if (json.contains("st")) control.move_time = parse_seconds(value_at<std::string>(json, "st"));
    if (json.contains("nodes")) control.nodes = value_at<std::uint64_t>(json, "nodes");
    if (json.contains("depth")) control.depth = value_at<int>(json, "depth");
    control.margin = Milliseconds(value_or(json, "timemargin", 0));
    if (control.margin < Milliseconds(0)) throw Error("a negative timemargin");
    if (json.contains("stall"))
        engine.stall_limit = parse_seconds(value_at<std::string>(json, "stall"));
    if (json.contains("options"))
        for (const auto& [name, value] : json["options"].items())
            engine.options.emplace_back(name, value_as<std::string>(value, name));
    return engine;
}

/// FNV-1a, to detect a changed openings file.
std::string fingerprint(std::span<const Opening> openings) {
    std::uint64_t hash = 0xcbf29ce484222325;
    const auto mix = [&hash](std::uint64_t value) {
        for (int byte = 0; byte < 8; ++byte, value >>= 8)
            hash = (hash ^ (value & 0xff)) * 0x100000001b3;
    };
    for (const Opening& opening : openings) {
        mix(opening.first.key);
        for (const Move move : opening.moves) mix(move.raw());
    }
    return fmt::format("{:016x}", hash);
}

constexpr std::string_view TOURNAMENTS[] = {"roundrobin", "gauntlet", "knockout", "swiss"};

std::string_view to_text(TournamentType type) {
    return TOURNAMENTS[static_cast<std::size_t>(type)];
}

Json adjudication_json(const Adjudication& adjudication) {
    Json json = Json::object();
    if (adjudication.max_moves) json["maxmoves"] = *adjudication.max_moves;
    if (const auto& draw = adjudication.draw)
        json["draw"] = {{"movenumber", draw->move_number},
                        {"movecount", draw->move_count},
                        {"score", draw->score}};
    if (const auto& resign = adjudication.resign)
        json["resign"] = {{"movecount", resign->move_count},
                          {"score", resign->score},
                          {"twosided", resign->two_sided}};
    if (adjudication.refuges) json["refuges"] = true;
    return json;
}

/// By key, in table order.
Json rules_json(const RuleSet& rules) {
    Json json = Json::object();
    for (const RuleField& field : rule_fields()) json[std::string(field.key)] = field.text(rules);
    return json;
}

/// Adds the default of each absent rule, in the order of the current table.
Json with_all_rules(Json settings) {
    if (!settings.is_object() || !settings.contains("rules") || !settings["rules"].is_object())
        return settings;
    Json rules = rules_json(RuleSet());
    rules.update(settings["rules"]);
    settings["rules"] = std::move(rules);
    return settings;
}

} // namespace

Json settings_json(const MatchSettings& settings, std::span<const Opening> openings) {
    Json json{{"variant", settings.rules.variant},
              {"setup", settings.rules.setup},
              {"RepetitionLimit", settings.rules.limits.repetition},
              {"NoProgressLimit", settings.rules.limits.no_progress},
              {"rules", rules_json(settings.rules.rules)}};
    for (const EngineConfig& engine : settings.engines)
        json["engines"].push_back(engine_json(engine));
    const ScheduleSettings& schedule = settings.schedule;
    json["tournament"] = to_text(schedule.type);
    if (schedule.type == TournamentType::Gauntlet) json["seeds"] = schedule.seeds;
    json["rounds"] = schedule.rounds;
    json["games"] = schedule.games;
    json["swap"] = schedule.swap;
    json["openings"] = {{"file", utf8_of(settings.openings.file)},
                        {"count", openings.size()},
                        {"fingerprint", fingerprint(openings)}};
    if (settings.opening_by_round) json["openings"]["policy"] = "round";
    json["adjudication"] = adjudication_json(settings.adjudication);
    json["illegal"] =
        settings.rules.touch == TouchRule::ForfeitTurn ? "forfeit-turn" : "forfeit-game";
    if (const auto& sprt = settings.sprt)
        json["sprt"] = {{"elo0", sprt->elo0},
                        {"elo1", sprt->elo1},
                        {"alpha", sprt->alpha},
                        {"beta", sprt->beta},
                        {"model", to_text(sprt->model)}};
    if (settings.shard) json["shard"] = to_text(*settings.shard);
    json["event"] = settings.pgn_tags.event;
    json["site"] = settings.pgn_tags.site;
    return Json::parse(one_line(json)); // as it will be read: bytes that are not UTF-8 are replaced
}

ScheduleSettings schedule_from(const Json& settings) {
    ScheduleSettings schedule;
    const auto type = value_or(settings, "tournament", std::string(TOURNAMENTS[0]));
    const auto found = std::ranges::find(TOURNAMENTS, type);
    if (found == std::end(TOURNAMENTS)) throw Error("unknown tournament " + in_quotes(type));
    schedule.type = static_cast<TournamentType>(found - TOURNAMENTS);
    schedule.engines = list_of(settings, "engines").size();
    schedule.seeds = value_or(settings, "seeds", schedule.seeds);
    schedule.rounds = value_or(settings, "rounds", schedule.rounds);
    schedule.games = value_at<std::size_t>(settings, "games");
    if (schedule.games < 1 || schedule.games > 2)
        throw unexpected_value(settings["games"], "games", "1 or 2");
    schedule.swap = value_at<bool>(settings, "swap");
    return schedule;
}

std::optional<SprtSettings> sprt_from(const Json& settings) {
    if (!settings.contains("sprt")) return std::nullopt;
    const Json& json = settings["sprt"];
    const auto model = parse_sprt_model(value_at<std::string>(json, "model"));
    if (!model) throw unexpected_value(json["model"], "model", "a model of an SPRT");
    return SprtSettings{value_at<double>(json, "elo0"), value_at<double>(json, "elo1"),
                        value_at<double>(json, "alpha"), value_at<double>(json, "beta"), *model};
}

PgnOptions pgn_options_from(const Json& settings) {
    return {value_or<std::string>(settings, "event", "?"),
            value_or<std::string>(settings, "site", "?")};
}

std::vector<Shard> shards_from(const Json& settings) {
    std::vector<Shard> shards;
    if (!settings.contains("shard")) return shards;
    const Json& json = settings["shard"];
    for (const Json& shard : json.is_array() ? json : Json::array({json}))
        shards.push_back(parse_shard(value_as<std::string>(shard, "shard")));
    return shards;
}

std::vector<EngineConfig> engines_from(const Json& settings) {
    std::vector<EngineConfig> engines;
    for (const Json& json : list_of(settings, "engines")) engines.push_back(engine_from(json));
    if (engines.empty()) throw Error("engines: the list is empty");
    return engines;
}

Json extended(Json settings, std::size_t rounds) {
    const Json type = settings.value("tournament", Json());
    const bool can_grow =
        type == to_text(TournamentType::RoundRobin) || type == to_text(TournamentType::Gauntlet);
    const Json before = settings.value("rounds", Json());
    if (can_grow && before.is_number_unsigned())
        settings["rounds"] = std::max(before.get<std::size_t>(), rounds);
    return settings;
}

std::optional<std::string> difference(const Json& journal, const Json& now) {
    if (journal == now) return std::nullopt;
    const Json whole_journal = with_all_rules(journal), whole_now = with_all_rules(now);
    if (whole_journal == whole_now) return std::nullopt;
    const Json before = whole_journal.flatten(), after = whole_now.flatten();
    const auto value = [](const Json& flat, const std::string& key) {
        // flatten() turns an empty object or array into null.
        return flat.contains(key) && !flat[key].is_null() ? one_line(flat[key]) : "none";
    };
    for (const Json* const side : {&before, &after})
        for (const auto& [key, ignored] : side->items())
            if (value(before, key) != value(after, key))
                return key.substr(1) + ": " + value(before, key) + ", now " + value(after, key);
    return "the order of settings";
}

void adopt_journal_limit(MatchSettings& settings) {
    std::error_code absent;
    if (!settings.usual_limit || !std::filesystem::is_regular_file(settings.journal, absent))
        return;
    try {
        const auto header = JsonLinesReader(settings.journal).next();
        if (header && !header->at("settings").at("adjudication").contains("maxmoves"))
            settings.adjudication.max_moves.reset();
    } catch (const std::exception&) { // not a journal: the match will report it
    }
}

} // namespace agon::arena

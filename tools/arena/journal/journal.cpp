#include "tools/arena/journal/journal.hpp"

#include "engine/error.hpp"
#include "engine/notation/notation.hpp"
#include "engine/quote.hpp"
#include "engine/rules/presets.hpp"
#include "protocol/record/evaluation.hpp"
#include "protocol/record/match_rules.hpp"
#include "protocol/record/record.hpp"
#include "protocol/record/referee.hpp"
#include "protocol/record/result.hpp"
#include "tools/arena/journal/json_values.hpp"

#include <algorithm>
#include <utility>

namespace agon::arena {
namespace {

constexpr int JOURNAL_FORMAT = 1;

std::int64_t to_number(std::chrono::system_clock::time_point time) {
    return std::chrono::duration_cast<Milliseconds>(time.time_since_epoch()).count();
}

std::chrono::system_clock::time_point read_time(const Json& json, const char* key) {
    using std::chrono::system_clock;
    const auto milliseconds = value_at<std::int64_t>(json, key);
    constexpr auto LONGEST =
        std::chrono::duration_cast<Milliseconds>(system_clock::duration::max()).count();
    if (milliseconds < 0 || milliseconds > LONGEST)
        throw Error(std::string(key) + ": not a time: " + std::to_string(milliseconds));
    return system_clock::time_point(Milliseconds(milliseconds));
}

/// The enumerator with this text, among the first `count`.
template<class Enum>
Enum parse_enum(const std::string& text, int count) {
    for (int i = 0; i < count; ++i)
        if (to_text(static_cast<Enum>(i)) == text) return static_cast<Enum>(i);
    throw Error("unknown word " + in_quotes(text));
}

Json to_json(const ActionRecord& action) {
    Json json{{"move", to_text(action.move)}};
    if (action.book) {
        json["book"] = true;
        return json;
    }
    if (!action.forfeited.empty()) json["forfeited"] = action.forfeited;
    json["us"] = action.elapsed.count();
    const Evaluation& said = action.evaluation;
    if (said.kind == Evaluation::Kind::Centipawns) json["cp"] = said.value;
    if (said.kind == Evaluation::Kind::Mate) json["mate"] = said.value;
    if (said.depth != 0) json["depth"] = said.depth;
    if (said.seldepth != 0) json["seldepth"] = said.seldepth;
    if (said.nodes != 0) json["nodes"] = said.nodes;
    if (said.nps != 0) json["nps"] = said.nps;
    if (said.hashfull) json["hashfull"] = *said.hashfull;
    if (said.took) json["time"] = *said.took;
    if (!said.lines.empty()) json["lines"] = said.lines;
    return json;
}

/// Reads an action and plays it.
ActionRecord action_from(const Json& json, Referee& referee) {
    ActionRecord action;
    action.chooser = referee.chooser();
    action.forfeited = value_or<std::string>(json, "forfeited", "");
    const auto move = value_at<std::string>(json, "move");
    if (action.forfeited.empty()) {
        action.move = referee.play(move);
    } else {
        if (referee.verdict() || !referee.may_forfeit_turn())
            throw Error("no turn can be forfeited there");
        action.move = Move::pass();
        referee.forfeit_turn();
    }
    action.book = value_or(json, "book", false);
    action.elapsed = Microseconds(value_or<std::int64_t>(json, "us", 0));
    if (action.elapsed < Microseconds(0)) throw Error("an action has a negative time");
    Evaluation& said = action.evaluation;
    if (json.contains("cp")) {
        said.kind = Evaluation::Kind::Centipawns;
        said.value = value_at<int>(json, "cp");
    } else if (json.contains("mate")) {
        said.kind = Evaluation::Kind::Mate;
        said.value = value_at<int>(json, "mate");
    }
    said.value = std::clamp(said.value, -MAX_SCORE, MAX_SCORE);
    said.depth = value_or(json, "depth", 0);
    said.seldepth = value_or(json, "seldepth", 0);
    said.nodes = value_or<std::uint64_t>(json, "nodes", 0);
    said.nps = value_or<std::uint64_t>(json, "nps", 0);
    if (json.contains("hashfull")) said.hashfull = value_at<int>(json, "hashfull");
    if (json.contains("time")) said.took = value_at<std::uint32_t>(json, "time");
    said.lines = value_or<std::vector<std::string>>(json, "lines", {});
    return action;
}

GameRecord record_from(const Json& json, const RuleSet& rules) {
    GameRecord record;
    record.number = value_at<int>(json, "game");
    record.round = value_at<int>(json, "round");
    record.encounter = value_at<std::size_t>(json, "encounter");
    record.names = {value_at<std::string>(json, "white"), value_at<std::string>(json, "black")};
    record.first = parse_position(rules, value_at<std::string>(json, "fen"));
    // Without draw limits: the journal says whether the match ended in a draw.
    Referee referee(rules, record.first, {.repetition = 0, .no_progress = 0}, false, {});
    for (const Json& action : list_of(json, "actions"))
        record.actions.push_back(action_from(action, referee));
    record.last = referee.game().position();
    Verdict& verdict = record.verdict;
    verdict.result = parse_enum<Result>(value_at<std::string>(json, "result"), 4);
    verdict.termination = parse_enum<Termination>(value_at<std::string>(json, "termination"), 7);
    verdict.reason = value_at<std::string>(json, "reason");
    if (json.contains("fault"))
        verdict.fault = parse_enum<Fault>(value_at<std::string>(json, "fault"), FAULTS);
    record.begun = read_time(json, "begun");
    record.ended = read_time(json, "ended");
    return record;
}

MatchRules rules_from(const Json& json) {
    MatchRules match;
    match.variant = value_at<std::string>(json, "variant");
    match.setup = value_at<std::string>(json, "setup");
    if (!find_setup(match.setup)) throw Error("no setup " + in_quotes(match.setup));
    match.limits.repetition = value_at<int>(json, "RepetitionLimit");
    match.limits.no_progress = value_at<int>(json, "NoProgressLimit");
    const Json& rules = member(json, "rules");
    if (!rules.is_object()) throw unexpected_value(rules, "rules", "an object");
    for (const auto& [key, stored] : rules.items()) {
        const auto field = find_rule_field(key);
        if (!field) throw Error("no rule " + in_quotes(key));
        const auto text = value_as<std::string>(stored, key);
        const auto value = rule_fields()[*field].find_value(text);
        if (!value) throw Error("no rule " + key + " = " + in_quotes(text));
        rule_fields()[*field].set(match.rules, *value);
    }
    // As in rules files, only the setup may vary with the effect bloody (rules.md section 5).
    RuleSet bloody = Presets().at("bloody-queen").rules;
    bloody.setup = match.rules.setup;
    if (match.rules.bloody() && match.rules != bloody)
        throw Error("the effect bloody with other rules than those of bloody-queen");
    return match;
}

} // namespace

Json to_json(const GameRecord& record) {
    Json json{{"game", record.number},
              {"round", record.round},
              {"encounter", record.encounter},
              {"white", record.names[0]},
              {"black", record.names[1]},
              {"result", to_text(record.verdict.result)},
              {"termination", to_text(record.verdict.termination)},
              {"reason", record.verdict.reason}};
    if (record.verdict.fault) json["fault"] = to_text(*record.verdict.fault);
    json["begun"] = to_number(record.begun);
    json["ended"] = to_number(record.ended);
    json["fen"] = to_text(record.first);
    Json& actions = json["actions"] = Json::array();
    for (const ActionRecord& action : record.actions) actions.push_back(to_json(action));
    return json;
}

bool has_begun(const std::filesystem::path& journal) {
    return has_first_line(journal, "{\"journal\":", "the journal of a match");
}

JournalReader::JournalReader(const std::filesystem::path& file) : lines_(file) {
    const auto json = lines_.next();
    if (!json || json->value("journal", Json()) != JOURNAL_FORMAT)
        throw lines_.fault("not the journal of a match");
    try {
        header_.settings = member(*json, "settings");
        header_.log = value_at<std::string>(*json, "log");
        header_.pgn_begin = value_at<std::uintmax_t>(*json, "pgn_begin");
        header_.epd_begin = value_at<std::uintmax_t>(*json, "epd_begin");
        rules_ = rules_from(header_.settings);
    } catch (const std::exception& error) {
        throw lines_.fault(error.what());
    }
}

std::optional<GameRecord> JournalReader::next() {
    const auto json = lines_.next();
    if (!json) return std::nullopt;
    try {
        return record_from(*json, rules_.rules);
    } catch (const std::exception& error) {
        throw lines_.fault(error.what());
    }
}

std::string journal_line(const JournalHeader& header) {
    return one_line(Json{{"journal", JOURNAL_FORMAT},
                         {"settings", header.settings},
                         {"log", header.log},
                         {"pgn_begin", header.pgn_begin},
                         {"epd_begin", header.epd_begin}}) +
           '\n';
}

std::string journal_line(const GameRecord& record) { return one_line(to_json(record)) + '\n'; }

JournalWriter::JournalWriter(RecordFile file, const JournalHeader& header)
    : lines_(std::move(file), 0) {
    lines_.write_text(journal_line(header));
}

void JournalWriter::add(const GameRecord& record) { lines_.write_text(journal_line(record)); }

} // namespace agon::arena

#include "protocol/analysis/query.hpp"

#include "engine/notation/notation.hpp"
#include "engine/quote.hpp"
#include "protocol/analysis/query_json.hpp"
#include "protocol/cli/values.hpp"
#include "search/limits.hpp"
#include "search/options.hpp"
#include "search/score/score.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <set>
#include <sstream>

namespace agon::analysis {
namespace {

constexpr double SHORTEST_REPORT = 0.01, LONGEST_REPORT = 1e6; ///< seconds

constexpr std::array<const char*, 15> QUERY_FIELDS = {
    "id",       "rules",      "setup",        "position", "actions",
    "plies",    "nodes",      "movetime",     "depth",    "lines",
    "priority", "priorities", "includeLegal", "action",   "reportDuringSearchEvery"};

/// What a message shows of a value.
std::string shown(const Value& value) {
    if (value.is_string()) return in_quotes(value.get_ref<const std::string&>());
    if (value.is_array()) return "a list";
    if (value.is_object()) return "an object";
    return value.dump();
}

/// The fields of a query, each of which is asked for once. All methods throw QueryFault.
class Fields {
public:
    explicit Fields(std::string_view line) {
        try {
            json_ = read_query_json(line);
        } catch (const Error& error) {
            fault("", error.what());
        }
        if (!json_.value.is_object()) fault("", "expected an object, got " + shown(json_.value));
        const auto id = json_.value.find("id");
        if (id == json_.value.end()) fault("id", "it is missing");
        id_ = short_text("id", *id);
        if (!json_.repeated.empty())
            fault(escape_controls(json_.repeated.substr(0, json_.repeated.find('.'))),
                  "it is given twice");
    }

    [[nodiscard]] const std::string& id() const { return *id_; }

    /// `place` is in the field: "[3]" or ".pace".
    [[noreturn]] void fault(const std::string& field, const std::string& text,
                            const std::string& place = "") const {
        throw QueryFault(id_, field, field.empty() ? text : field + place + ": " + text);
    }
    [[noreturn]] void unexpected(const std::string& field, const std::string& expected,
                                 const Value& value, const std::string& place = "") const {
        fault(field, fmt::format("expected {}, got {}", expected, shown(value)), place);
    }

    /// Null if the query lacks it.
    const Value* find(const char* field) const {
        const auto found = json_.value.find(field);
        return found == json_.value.end() ? nullptr : &*found;
    }

    template<class Names>
    void allow_only(const Names& names) const {
        for (const auto& item : json_.value.items())
            if (std::ranges::find(names, item.key()) == names.end())
                fault(escape_controls(item.key()),
                      "there is no such field" +
                          program::suggestion(item.key(), {names.begin(), names.end()}));
    }

    const std::string& text(const std::string& field, const Value& value,
                            const std::string& place = "") const {
        if (!value.is_string()) unexpected(field, "a string", value, place);
        return value.get_ref<const std::string&>();
    }
    const std::string& short_text(const std::string& field, const Value& value) const {
        const std::string& read = text(field, value);
        if (read.size() > MAX_ID)
            fault(field, fmt::format("it has more than {} bytes in UTF-8", MAX_ID));
        return read;
    }
    template<class Number>
    Number integer(const std::string& field, const Value& value, Number least, Number most,
                   const std::string& place = "") const {
        const auto in_range = [&](auto number) {
            return std::cmp_less_equal(least, number) && std::cmp_less_equal(number, most);
        };
        if (value.is_number_unsigned() && in_range(value.get<std::uint64_t>()))
            return static_cast<Number>(value.get<std::uint64_t>());
        if (value.is_number_integer() && !value.is_number_unsigned() &&
            in_range(value.get<std::int64_t>()))
            return static_cast<Number>(value.get<std::int64_t>());
        unexpected(field, fmt::format("an integer from {} to {}", least, most), value, place);
    }
    const Value& list(const char* field, const Value& value) const {
        if (!value.is_array()) unexpected(field, "a list", value);
        return value;
    }
    std::vector<std::size_t> plies(const Value& value, std::size_t most) const {
        std::vector<std::size_t> plies;
        std::set<std::size_t> known;
        for (const Value& one : list("plies", value)) {
            const std::string place = fmt::format("[{}]", plies.size());
            plies.push_back(integer<std::size_t>("plies", one, 0, most, place));
            if (!known.insert(plies.back()).second)
                fault("plies", fmt::format("{} is given twice", plies.back()));
        }
        if (plies.empty()) fault("plies", "the list is empty");
        return plies;
    }

private:
    QueryJson json_;
    std::optional<std::string> id_;
};

/// A preset and changes of it. As a rules file, which knows what goes with what.
RuleSet changed_rules(const Fields& fields, const Value& object, const Presets& presets) {
    std::string parent(DEFAULT_PRESET);
    std::string changes;
    for (const auto& item : object.items()) {
        const std::string& value =
            fields.text("rules", item.value(), '.' + escape_controls(item.key()));
        if (item.key() == "preset") {
            parent = value;
            continue;
        }
        const auto field = find_rule_field(item.key());
        if (!field) {
            program::Words keys = program::words_of(rule_fields(), &RuleField::key);
            keys.emplace_back("preset");
            fields.fault("rules", fmt::format("there is no such field {}{}", in_quotes(item.key()),
                                              program::suggestion(item.key(), keys)));
        }
        if (!rule_fields()[*field].find_value(value)) {
            std::string values;
            for (const RuleValue& one : rule_fields()[*field].values)
                values.append(" ").append(one.name);
            fields.fault("rules",
                         fmt::format("expected one of{}, got {}", values, in_quotes(value)),
                         '.' + item.key());
        }
        changes += fmt::format("{} = {}\n", item.key(), value);
    }
    try {
        (void)presets.at(parent); // before it becomes part of a text
        Presets extended = presets;
        constexpr std::string_view NAME = "rules-of-a-query";
        std::istringstream text(fmt::format("[{}:{}]\n{}", NAME, parent, changes));
        extended.load(text, "rules");
        return extended.at(NAME).rules;
    } catch (const Error& error) {
        const std::string fault = error.what();
        const bool numbered = fault.starts_with("rules:"); // "rules:2: key ..."
        fields.fault("rules", numbered ? fault.substr(fault.find(": ") + 2) : fault);
    }
}

RuleSet rules_of(const Fields& fields, const Presets& presets) {
    const Value* const value = fields.find("rules");
    if (value == nullptr) return presets.at(DEFAULT_PRESET).rules;
    if (value->is_object()) return changed_rules(fields, *value, presets);
    if (!value->is_string()) fields.unexpected("rules", "a preset or an object", *value);
    try {
        return presets.at(value->get_ref<const std::string&>()).rules;
    } catch (const Error& error) {
        fields.fault("rules", error.what());
    }
}

Position first_position(const Fields& fields, const RuleSet& rules) {
    const Value* const setup = fields.find("setup");
    const Value* const position = fields.find("position");
    if (setup != nullptr && position != nullptr)
        fields.fault("setup", "a query has a position or a setup, not both");
    if (position != nullptr) {
        const std::string& text = fields.text("position", *position);
        try {
            return parse_position(rules, text);
        } catch (const Error& error) {
            fields.fault("position", error.what());
        }
    }
    if (setup == nullptr) return setup_position(rules, rules.setup);
    const auto named = find_setup(fields.text("setup", *setup));
    if (!named) fields.unexpected("setup", "standard, placement or flanked", *setup);
    return setup_position(rules, *named);
}

void play(Game& game, const Fields& fields) {
    const Value* const actions = fields.find("actions");
    if (actions == nullptr) return;
    std::size_t number = 0;
    for (const Value& action : fields.list("actions", *actions)) {
        const std::string place = fmt::format("[{}]", number++);
        const std::string& text = fields.text("actions", action, place);
        try {
            game.play(parse_legal_move(game, text));
        } catch (const Error& error) {
            fields.fault("actions", error.what(), place);
        }
    }
}

search::Limits limits_of(const Fields& fields, const search::Limits& otherwise) {
    search::Limits limits;
    if (const Value* const nodes = fields.find("nodes"))
        limits.nodes = fields.integer<std::uint64_t>("nodes", *nodes, 1, UINT64_MAX);
    if (const Value* const time = fields.find("movetime"))
        limits.move_time = search::Milliseconds(
            fields.integer<std::int64_t>("movetime", *time, 1, search::LONGEST_TIME.count()));
    if (const Value* const depth = fields.find("depth"))
        limits.depth = fields.integer<int>("depth", *depth, 1, search::MAX_PLY);
    return limits.nodes || limits.move_time || limits.depth ? limits : otherwise;
}

std::vector<int> priorities_of(const Fields& fields, std::size_t count) {
    constexpr int LEAST = std::numeric_limits<int>::min(), MOST = std::numeric_limits<int>::max();
    const Value* const one = fields.find("priority");
    const Value* const each = fields.find("priorities");
    if (one != nullptr && each != nullptr)
        fields.fault("priority", "a query has a priority or priorities, not both");
    if (each == nullptr)
        return std::vector<int>(
            count, one == nullptr ? 0 : fields.integer<int>("priority", *one, LEAST, MOST));
    std::vector<int> priorities;
    for (const Value& value : fields.list("priorities", *each))
        priorities.push_back(fields.integer<int>("priorities", value, LEAST, MOST,
                                                 fmt::format("[{}]", priorities.size())));
    if (priorities.size() != count)
        fields.fault("priorities", fmt::format("expected one for each of {} plies, got {}", count,
                                               priorities.size()));
    return priorities;
}

Query query_of(const Fields& fields, const Presets& presets, const search::Limits& otherwise) {
    fields.allow_only(QUERY_FIELDS);
    const RuleSet rules = rules_of(fields, presets);
    const Position first = first_position(fields, rules);
    Query query{.id = fields.id(),
                .first = to_text(first),
                .game = Game(rules, first),
                .plies = {},
                .priorities = {},
                .limits = limits_of(fields, otherwise)};
    play(query.game, fields);
    const Value* const plies = fields.find("plies");
    query.plies = plies == nullptr ? std::vector{query.game.length()}
                                   : fields.plies(*plies, query.game.length());
    query.priorities = priorities_of(fields, query.plies.size());
    if (const Value* const lines = fields.find("lines"))
        query.lines = fields.integer<int>("lines", *lines, 1, search::MAX_MULTI_PV);
    if (const Value* const legal = fields.find("includeLegal")) {
        if (!legal->is_boolean()) fields.unexpected("includeLegal", "true or false", *legal);
        query.legal = legal->get<bool>();
    }
    if (const Value* const every = fields.find("reportDuringSearchEvery")) {
        const double seconds = every->is_number() ? every->get<double>() : 0;
        if (!(seconds >= SHORTEST_REPORT && seconds <= LONGEST_REPORT))
            fields.unexpected(
                "reportDuringSearchEvery",
                fmt::format("seconds from {} to {:.0f}", SHORTEST_REPORT, LONGEST_REPORT), *every);
        query.report_every = search::Milliseconds(std::llround(seconds * 1000));
    }
    return query;
}

Request special_of(const Fields& fields, const Value& action) {
    const std::string& name = fields.text("action", action);
    if (name == "query_version" || name == "clear_cache") {
        fields.allow_only(std::array{"id", "action"});
        if (name == "clear_cache") return ClearCache{fields.id()};
        return QueryVersion{fields.id()};
    }
    const bool all = name == "terminate_all";
    if (!all && name != "terminate")
        fields.unexpected("action", "terminate, terminate_all, query_version or clear_cache",
                          action);
    Terminate terminate{fields.id(), {}, {}};
    if (all) {
        fields.allow_only(std::array{"id", "action", "plies"});
    } else {
        fields.allow_only(std::array{"id", "action", "plies", "terminateId"});
        const Value* const of = fields.find("terminateId");
        if (of == nullptr) fields.fault("terminateId", "it is missing");
        terminate.of = fields.short_text("terminateId", *of);
    }
    if (const Value* const plies = fields.find("plies"))
        for (const std::size_t ply : fields.plies(*plies, std::numeric_limits<std::int32_t>::max()))
            terminate.plies.insert(ply);
    return terminate;
}

} // namespace

Game Query::game_at(std::size_t ply) const {
    Game until = game;
    while (until.length() > ply) until.undo();
    return until;
}

bool Terminate::concerns(const std::string& query, std::size_t ply) const {
    return (!of || *of == query) && (plies.empty() || plies.contains(ply));
}

Request parse_request(std::string_view line, const Presets& presets,
                      const search::Limits& otherwise) {
    const Fields fields(line);
    if (const Value* const action = fields.find("action")) return special_of(fields, *action);
    return query_of(fields, presets, otherwise);
}

} // namespace agon::analysis

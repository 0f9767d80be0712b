#include "tools/arena/web/game_json.hpp"

#include "engine/notation/notation.hpp"
#include "protocol/record/evaluation.hpp"
#include "protocol/record/match_rules.hpp"
#include "protocol/record/record.hpp"
#include "protocol/record/result.hpp"
#include "protocol/web/room/played_json.hpp"
#include "protocol/web/room/safety_json.hpp"
#include "tools/arena/journal/json.hpp"
#include "tools/arena/stats/score_table.hpp"

#include <chrono>
#include <fmt/format.h>
#include <optional>

namespace agon::arena {
namespace {

/// Fields after commas; empty ones at the end are omitted.
std::string comment_fields(const ActionRecord& action, std::optional<Milliseconds> left) {
    if (action.book) return ",book";
    const Evaluation said = of_white(action.evaluation, action.chooser);
    const auto number = [](auto value) { return value == 0 ? "" : std::to_string(value); };
    std::string text;
    for (const std::string& field :
         {score_text(said), number(said.depth),
          fmt::format("{:.3f}", std::chrono::duration<double>(action.elapsed).count()),
          number(said.nodes), number(said.seldepth), left ? to_seconds(*left) : ""})
        text += ',' + field;
    text.erase(text.find_last_not_of(',') + 1);
    return text;
}

} // namespace

Json page_json(const GameRecord& record, const MatchRules& rules, PerSide<GameClock> clocks) {
    Json json{{"game", record.number},
              {"round", record.round},
              {"white", record.names[0]},
              {"black", record.names[1]},
              {"result", to_text(record.verdict.result)},
              {"reason", record.verdict.reason},
              {"first", to_text(record.first)}};
    for (const GameClock& clock : clocks)
        json["clocks"].push_back(clock.remaining() ? to_seconds(*clock.remaining()) : "");
    std::string actions;
    Json forfeited = Json::object();
    Position position = record.first;
    Json safe = Json::object();
    page::add_safety(safe, 0, rules.rules, position);
    for (const ActionRecord& action : record.actions) {
        GameClock& clock = clocks[action.chooser];
        // Overruns that the margin forgave count as no time left.
        if (!action.book) static_cast<void>(clock.spend(action.elapsed));
        if (!action.forfeited.empty())
            forfeited[std::to_string(&action - record.actions.data() + 1)] = action.forfeited;
        if (!actions.empty()) actions += ' ';
        actions += page::play_marked(rules.rules, position, action.move) +
                   comment_fields(action, clock.remaining());
        const auto number = static_cast<std::size_t>(&action - record.actions.data() + 1);
        if (number < record.actions.size() ||
            record.verdict.termination != Termination::Normal) // not over
            page::add_safety(safe, number, rules.rules, position);
    }
    json["actions"] = actions;
    if (!safe.empty()) json["safe"] = safe;
    if (!forfeited.empty()) json["forfeited"] = forfeited;
    return json;
}

} // namespace agon::arena

#include "tools/arena/web/game_json.hpp"

#include "engine/game/apply.hpp"
#include "engine/notation/notation.hpp"
#include "protocol/record/evaluation.hpp"
#include "protocol/record/match_rules.hpp"
#include "protocol/record/record.hpp"
#include "protocol/record/result.hpp"
#include "tools/arena/journal/json.hpp"
#include "tools/arena/stats/score_table.hpp"

#include <chrono>
#include <fmt/format.h>
#include <optional>

namespace agon::arena {
namespace {

/// What the page shows on a cell: the letter of the position text, and `*` when it is captured.
std::string content(const Position& position, Cell cell) {
    for (const Side side : BOTH_SIDES) {
        if (!position.pieces[side].contains(cell)) continue;
        const bool queen = position.queens[side] == cell;
        const std::string letter(1, "GgQq"[(queen ? 2 : 0) + index(side)]);
        return position.captured.contains(cell) ? letter + '*' : letter;
    }
    return ".";
}

/// The same after the plain meaning of an action.
std::string plain_content(const Position& before, Move move, Cell cell) {
    if (move.is_pass() || (cell != move.from() && cell != move.to())) return content(before, cell);
    if (cell == move.from()) return ".";
    if (move.is_placement()) return before.turn == Side::White ? "G" : "g";
    return content(before, move.from()).substr(0, 1);
}

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

std::string change_text(const Position& before, Move move, const Position& after, Side chooser) {
    std::string text = to_text(move);
    BOARD.for_each([&](Cell cell) {
        const std::string is = content(after, cell);
        if (is != plain_content(before, move, cell)) text += ':' + cell.text() + is;
    });
    if (after.clock == 0) text += '!';
    if (after.turn == before.turn) text += '=';
    if (chooser != before.turn) text += '~';
    return text;
}

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
    for (const ActionRecord& action : record.actions) {
        GameClock& clock = clocks[action.chooser];
        // Overruns that the margin forgave count as no time left.
        if (!action.book) static_cast<void>(clock.spend(action.elapsed));
        const Position before = position;
        apply(rules.rules, position, action.move);
        if (!action.forfeited.empty())
            forfeited[std::to_string(&action - record.actions.data() + 1)] = action.forfeited;
        if (!actions.empty()) actions += ' ';
        actions += change_text(before, action.move, position, action.chooser) +
                   comment_fields(action, clock.remaining());
    }
    json["actions"] = actions;
    if (!forfeited.empty()) json["forfeited"] = forfeited;
    return json;
}

} // namespace agon::arena

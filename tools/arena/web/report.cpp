#include "tools/arena/web/report.hpp"

#include "engine/error.hpp"
#include "protocol/record/record.hpp"
#include "protocol/record/result.hpp"
#include "tools/arena/conversation/game_clock.hpp"
#include "tools/arena/journal/journal_settings.hpp"
#include "tools/arena/stats/score_table.hpp"
#include "tools/arena/web/game_json.hpp"
#include "tools/arena/web/headline.hpp"
#include "tools/arena/web/page.hpp"
#include "tools/arena/web/standings.hpp"

#include <optional>

namespace agon::arena {
namespace {

std::string title_of(const std::vector<std::string>& names) {
    if (names.size() == 1 && names[0] == "?") return "Unknown players";
    if (names.size() == 1) return names[0] + " against itself";
    if (names.size() == 2) return names[0] + " vs " + names[1];
    return std::to_string(names.size()) + " engines";
}

Json said_json(const Said& said) { return {{"key", said.key}, {"values", said.values}}; }

} // namespace

Json report_json(const MatchHistory& match) {
    if (match.games.empty())
        throw Error("no game has been finished, so there is nothing to report");
    const auto engines = engines_from(match.settings);
    const auto names = names_of(engines);
    const bool duel = names.size() == 2;
    ScoreTable scores(names, schedule_from(match.settings).paired());
    std::optional<Sprt> sprt;
    if (const auto settings = sprt_from(match.settings)) sprt.emplace(*settings);

    Json games = Json::array(), llr = Json::array();
    Json elo(duel ? 1 : names.size(), Json::array());
    // Whole encounters between two points of a curve: half of one is meaningless.
    const std::size_t step = 2 * (match.games.size() / (2 * MAX_POINTS) + 1);
    for (const auto& [number, record] : match.games) {
        const ScheduledGame game = played_game(record, names);
        if (record.verdict.result != Result::Unfinished)
            scores.add(game, record.verdict, forfeited_turns(record));
        games.push_back(page_json(record, match.rules,
                                  {GameClock(engines[game.players[0]].time_control),
                                   GameClock(engines[game.players[1]].time_control)}));
        games.back()["ending"] = ending_of(record.verdict);
        if (games.size() % step != 0 && games.size() != match.games.size()) continue;
        add_elo(elo, games.size(), scores, duel);
        if (sprt) llr.push_back({games.size(), sprt->llr(sprt_cells(*sprt, scores))});
    }

    const PlayedSchedule played = schedule_of(match, names);
    const Schedule& schedule = played.schedule();
    const Headline headline = headline_of(match, names, scores, schedule);
    Json json{{"title", title_of(names)},
              {"date", headline.date},
              {"result", headline.result.text},
              {"verdict", headline.verdict.text},
              {"said", {said_json(headline.result), said_json(headline.verdict)}},
              {"variant", match.rules.variant},
              {"setup", match.rules.setup},
              {"curve", curve_json()},
              {"settings", match.settings},
              {"ranks", ranks_json(names, scores, schedule.standings())},
              {"rounds", rounds_json(schedule.rounds(), match, names)},
              {"elo", elo}};
    if (sprt) {
        json["ratio"] = ratio_json(*sprt, scores);
        json["llr"] = llr;
        json["bounds"] = {sprt->lower(), sprt->upper()};
    }
    json["games"] = std::move(games);
    return json;
}

std::string report_page(const MatchHistory& match) {
    return page_of(report_json(match), "report.js");
}

} // namespace agon::arena

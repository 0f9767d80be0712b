#include "tools/match/report/report.hpp"

#include "engine/error.hpp"
#include "tools/match/report/assets.hpp"
#include "tools/match/report/games.hpp"
#include "tools/match/report/headline.hpp"
#include "tools/match/report/page.hpp"
#include "tools/match/report/ranks.hpp"
#include "tools/match/report/rounds.hpp"
#include "tools/match/stats/score_table.hpp"
#include "tools/match/tournament/journal_settings.hpp"

#include <algorithm>

namespace agon::match {
namespace {

constexpr std::size_t MOST_POINTS = 400; // of a curve; more cannot be seen

std::string title_of(const std::vector<std::string>& names) {
    if (names.size() == 2) return names[0] + " vs " + names[1];
    return std::to_string(names.size()) + " engines";
}

} // namespace

Json report_json(const MatchHistory& match) {
    if (match.games.empty())
        throw Error("no game has been finished, so there is nothing to report");
    const auto engines = engines_from(match.settings);
    const auto names = names_of(engines);
    const bool duel = names.size() == 2;
    ScoreTable scores(names, paired_from(match.settings));
    std::optional<Sprt> sprt;
    if (const auto settings = sprt_from(match.settings)) sprt.emplace(*settings);

    Json games = Json::array(), llr = Json::array();
    Json elo(duel ? 1 : names.size(), Json::array());
    // Whole encounters between two points: half of one says nothing.
    const std::size_t step = 2 * (match.games.size() / (2 * MOST_POINTS) + 1);
    for (const auto& [number, record] : match.games) {
        const ScheduledGame game = played_game(record, names);
        if (record.verdict.result != Result::Unfinished)
            scores.add(game, record.verdict, forfeited_turns(record));
        games.push_back(page_json(record, match.rules,
                                  {Clock(engines[game.players[0]].time_control),
                                   Clock(engines[game.players[1]].time_control)}));
        games.back()["ending"] = ending_of(record.verdict);
        if (games.size() % step != 0 && games.size() != match.games.size()) continue;
        add_elo(elo, games.size(), scores, duel);
        if (sprt) llr.push_back({games.size(), sprt->llr(sprt_cells(*sprt, scores))});
    }

    const Headline headline = headline_of(match, names, scores);
    Json json{{"title", title_of(names)},
              {"date", headline.date},
              {"result", headline.result},
              {"verdict", headline.verdict},
              {"variant", match.rules.variant},
              {"setup", match.rules.setup},
              {"settings", match.settings},
              {"ranks", ranks_json(names, scores, swiss_standings(match, names))},
              {"rounds", rounds_json(rounds_of(match, names), names)},
              {"elo", elo}};
    if (sprt) {
        json["ratio"] = sprt_line(*sprt, scores);
        json["llr"] = llr;
        json["bounds"] = {sprt->lower(), sprt->upper()};
    }
    json["games"] = std::move(games);
    return json;
}

std::string report_page(const MatchHistory& match) {
    const Json data = report_json(match);
    return page_of(data,
                   filled(MATCH_HTML, {{"title", escaped_title(data)}, {"board", sample_board()}}),
                   MATCH_JS);
}

} // namespace agon::match

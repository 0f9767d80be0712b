#include "tools/arena/web/standings.hpp"

#include "engine/error.hpp"
#include "protocol/record/result.hpp"
#include "tools/arena/journal/journal_settings.hpp"

#include <algorithm>
#include <functional>
#include <optional>

namespace agon::arena {

Json ranks_json(const std::vector<std::string>& names, const ScoreTable& scores,
                const std::vector<Standing>& standings) {
    const bool duel = names.size() < 3;
    const RatingList list = scores.ratings();
    const auto rank = [&](std::size_t engine) {
        const Score& score = scores.score(engine);
        const Rating rating = rate(scores.cells(engine));
        const auto elo = duel ? std::optional(rating.elo) : list.elo(engine);
        Json json{{"name", names[engine]},
                  {"elo", elo ? to_text(*elo) : "-"},
                  {"nElo", to_text(rating.normalized)},
                  {"los", fixed(rating.los * 100, 1) + " %"},
                  {"games", score.games},
                  {"bySide", score.by_side}};
        if (!duel && elo) json["rating"] = {elo->value, elo->error};
        if (scores.paired()) json["pairs"] = score.pairs;
        for (std::size_t fault = 0; fault < FAULTS; ++fault)
            json["faults"][to_text(static_cast<Fault>(fault))] = score.faults[fault];
        return json;
    };
    Json sorted = Json::array();
    for (const Standing& standing : standings) {
        Json& json = sorted.emplace_back(rank(standing.engine));
        json["points"] = static_cast<double>(standing.half_points) / 2;
        json["buchholz"] = static_cast<double>(standing.buchholz) / 2;
    }
    if (!standings.empty()) return sorted;
    std::vector<std::size_t> order = list.order();
    if (duel) // also where the first list has no rating
        std::ranges::stable_sort(order, std::greater(), [&scores](std::size_t engine) {
            return rate(scores.cells(engine)).elo.value;
        });
    for (const std::size_t engine : order) sorted.push_back(rank(engine));
    return sorted;
}

Json ratio_json(const Sprt& sprt, const ScoreTable& scores) {
    const Cells cells = sprt_cells(sprt, scores);
    const auto left = sprt_games_left(sprt, cells);
    return {{"llr", sprt.llr(cells)},
            {"elo", {sprt.settings().elo0, sprt.settings().elo1}},
            {"left", left ? Json(*left) : Json()}};
}

void add_elo(Json& curves, std::size_t games, const ScoreTable& scores, bool duel) {
    const auto list = duel ? std::nullopt : std::optional(scores.ratings());
    for (std::size_t engine = 0; engine < curves.size(); ++engine) {
        const Cells cells = scores.cells(engine);
        if (std::ranges::all_of(cells, [](auto count) { return count == 0; })) continue;
        const auto elo = duel ? std::optional(rate(cells).elo) : list->elo(engine);
        if (elo) curves[engine].push_back({games, elo->value, duel ? elo->error : 0});
    }
}

PlayedSchedule schedule_of(const MatchHistory& match, const std::vector<std::string>& names) {
    ScheduleSettings settings = schedule_from(match.settings);
    // Games of one engine against itself come from other records and have no schedule.
    settings.engines = std::max<std::size_t>(settings.engines, 2);
    // A journal can claim any number of rounds; only those that were played matter. Of games played
    // in parallel, later ones may end first.
    constexpr std::size_t MAX_IN_PARALLEL = 4096;
    const int last = match.games.empty() ? 0 : std::max(match.games.rbegin()->first, 0);
    settings.rounds = std::min({settings.rounds, static_cast<std::size_t>(last) + 1,
                                match.games.size() + MAX_IN_PARALLEL});
    PlayedSchedule played(settings);
    if (settings.type != TournamentType::Knockout && settings.type != TournamentType::Swiss)
        return played;
    for (const auto& [number, record] : match.games)
        if (record.verdict.result != Result::Unfinished &&
            !played.finish(played_game(record, names), record.verdict.result))
            throw Error("game " + std::to_string(number) + " is not one that this match plays");
    return played;
}

Json rounds_json(const std::vector<Round>& rounds, const MatchHistory& match,
                 const std::vector<std::string>& names) {
    Json all = Json::array();
    for (const Round& round : rounds) {
        Json& list = all.emplace_back(Json::array());
        for (const Pairing& pairing : round) {
            Json json{{"players", {names[pairing.players[0]]}}};
            if (!pairing.bye) {
                json["players"].push_back(names[pairing.players[1]]);
                for (const std::size_t half : pairing.half_points)
                    json["points"].push_back(static_cast<double>(half) / 2);
                if (match.games.contains(static_cast<int>(pairing.game)))
                    json["game"] = pairing.game;
            }
            if (pairing.winner) json["winner"] = names[*pairing.winner];
            list.push_back(std::move(json));
        }
    }
    return all;
}

} // namespace agon::arena

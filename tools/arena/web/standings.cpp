#include "tools/arena/web/standings.hpp"

#include "tools/arena/schedule/knockout.hpp"
#include "tools/arena/stats/score_table.hpp"

#include <algorithm>
#include <functional>
#include <map>

namespace agon::match {

using Json = nlohmann::ordered_json;

Json ranks_json(const std::vector<std::string>& names, const ScoreTable& scores,
                const std::vector<SwissStanding>& standings) {
    std::vector<std::pair<double, Json>> ranks;
    for (std::size_t engine = 0; engine < names.size(); ++engine) {
        const Score& score = scores.score(engine);
        const Rating rating = rate(scores.cells(engine));
        Json json{{"name", names[engine]},
                  {"elo", to_text(rating.elo)},
                  {"nElo", to_text(rating.normalized)},
                  {"los", fixed(rating.los * 100, 1) + " %"},
                  {"games", score.games},
                  {"bySide", score.by_side}};
        if (scores.paired()) json["pairs"] = score.pairs;
        for (std::size_t fault = 0; fault < FAULTS; ++fault)
            json["faults"][to_text(static_cast<Fault>(fault))] = score.faults[fault];
        ranks.emplace_back(rating.elo.value, std::move(json));
    }
    if (!standings.empty()) {
        Json sorted = Json::array();
        for (const SwissStanding& standing : standings) {
            Json& json = sorted.emplace_back(std::move(ranks[standing.engine].second));
            json["points"] = static_cast<double>(standing.half_points) / 2;
            json["buchholz"] = static_cast<double>(standing.buchholz) / 2;
        }
        return sorted;
    }
    std::ranges::stable_sort(ranks, std::greater(), &std::pair<double, Json>::first);
    Json sorted = Json::array();
    for (auto& [elo, json] : ranks) sorted.push_back(std::move(json));
    return sorted;
}

void add_elo(Json& curves, std::size_t games, const ScoreTable& scores, bool duel) {
    for (std::size_t engine = 0; engine < curves.size(); ++engine) {
        const Cells cells = scores.cells(engine);
        if (std::ranges::all_of(cells, [](auto count) { return count == 0; })) continue;
        const Estimate elo = rate(cells).elo;
        curves[engine].push_back({games, elo.value, duel ? elo.error : 0});
    }
}

namespace {

struct Met {
    Round pairings;
    std::vector<std::size_t> games; ///< that each pairing has finished
};

/// By round, the pairings in the order of their first games.
std::map<std::size_t, Met> meetings(const MatchHistory& match,
                                    const std::vector<std::string>& names) {
    std::map<std::size_t, Met> rounds;
    for (const auto& [number, record] : match.games) {
        const ScheduledGame game = played_game(record, names);
        const std::size_t first = std::min(game.players[0], game.players[1]);
        const std::size_t second = std::max(game.players[0], game.players[1]);
        Met& round = rounds[game.round];
        auto found = std::ranges::find_if(round.pairings, [&](const Pairing& pairing) {
            return pairing.first == first && pairing.second == second;
        });
        if (found == round.pairings.end()) {
            round.pairings.push_back({first, second, {}, std::nullopt, number});
            round.games.push_back(0);
            found = round.pairings.end() - 1;
        }
        if (record.verdict.result == Result::Unfinished) continue;
        ++round.games[static_cast<std::size_t>(found - round.pairings.begin())];
        for (const Side side : BOTH_SIDES)
            found->half_points[game.players[index(side)] == first ? 0 : 1] +=
                half_points(record.verdict.result, side);
    }
    return rounds;
}

bool plays(const Pairing& pairing, std::size_t engine) {
    return pairing.first == engine || pairing.second == engine;
}

bool plays(const Round& round, std::size_t engine) {
    return std::ranges::any_of(round, [=](const Pairing& each) { return plays(each, engine); });
}

/// Puts the pairings of each round beside those of the next, and byes where they are.
void order_bracket(std::vector<Round>& rounds) {
    for (std::size_t next = rounds.size(); next-- > 1;) {
        Round &before = rounds[next - 1], ordered;
        for (Pairing& pairing : rounds[next])
            for (const std::size_t engine :
                 {pairing.first, pairing.second.value_or(pairing.first)}) {
                const auto from = std::ranges::find_if(
                    before, [=](const Pairing& each) { return plays(each, engine); });
                if (from == before.end()) {
                    ordered.push_back({engine, std::nullopt, {}, engine});
                } else {
                    from->winner = engine;
                    ordered.push_back(*from);
                    before.erase(from);
                }
            }
        std::ranges::move(before, std::back_inserter(ordered));
        before = std::move(ordered);
    }
}

/// The winner of a final that is over: level ones play on, and at last the first one listed wins.
void decide(Pairing& pairing, std::size_t games, const Json& settings) {
    const std::size_t of_encounter = settings.value("games", std::size_t{2});
    const std::size_t least = settings.value("rounds", std::size_t{1}) * of_encounter;
    const auto [first, second] = pairing.half_points;
    if (games < least || games % of_encounter != 0) return;
    if (first != second)
        pairing.winner = first > second ? pairing.first : pairing.second;
    else if (games >= least + Knockout::MAX_FURTHER * of_encounter)
        pairing.winner = pairing.first;
}

} // namespace

std::vector<Round> rounds_of(const MatchHistory& match, const std::vector<std::string>& names) {
    const std::string type = match.settings.value("tournament", "");
    if (type != "knockout" && type != "swiss") return {};
    std::vector<Round> rounds;
    for (auto& [number, met] : meetings(match, names)) {
        if (type == "knockout")
            for (std::size_t i = 0; i < met.pairings.size(); ++i)
                decide(met.pairings[i], met.games[i], match.settings);
        rounds.push_back(std::move(met.pairings));
    }
    if (type == "knockout") {
        order_bracket(rounds);
    } else if (names.size() % 2 == 1) {
        for (Round& round : rounds) // the last one may not have begun to pair all
            if (round.size() == names.size() / 2)
                for (std::size_t engine = 0; engine < names.size(); ++engine)
                    if (!plays(round, engine))
                        round.push_back({engine, std::nullopt, {}, std::nullopt});
    }
    return rounds;
}

std::optional<std::size_t> knockout_winner(const std::vector<Round>& rounds) {
    if (rounds.empty() || rounds.back().size() != 1) return std::nullopt;
    return rounds.back()[0].winner;
}

std::vector<SwissStanding> swiss_standings(const MatchHistory& match,
                                           const std::vector<std::string>& names) {
    if (match.settings.value("tournament", "") != "swiss") return {};
    const auto rounds = rounds_of(match, names);
    const auto games = match.settings.value("games", std::size_t{2});
    std::vector<SwissStanding> standings;
    for (std::size_t engine = 0; engine < names.size(); ++engine)
        standings.push_back({engine, 0, 0});
    for (const Round& round : rounds)
        for (const Pairing& pairing : round) {
            standings[pairing.first].half_points +=
                pairing.second ? pairing.half_points[0] : 2 * games;
            if (pairing.second) standings[*pairing.second].half_points += pairing.half_points[1];
        }
    const auto points = standings; // before they are sorted
    for (const Round& round : rounds)
        for (const Pairing& pairing : round) {
            const std::size_t second = pairing.second.value_or(pairing.first);
            standings[pairing.first].buchholz += points[second].half_points;
            if (pairing.second) standings[second].buchholz += points[pairing.first].half_points;
        }
    std::ranges::stable_sort(standings, std::greater(), [](const SwissStanding& each) {
        return std::pair(each.half_points, each.buchholz);
    });
    return standings;
}

Json rounds_json(const std::vector<Round>& rounds, const std::vector<std::string>& names) {
    Json all = Json::array();
    for (const Round& round : rounds) {
        Json& list = all.emplace_back(Json::array());
        for (const Pairing& pairing : round) {
            Json json{{"players", {names[pairing.first]}}};
            if (pairing.second) {
                json["players"].push_back(names[*pairing.second]);
                for (const std::size_t half : pairing.half_points)
                    json["points"].push_back(static_cast<double>(half) / 2);
                json["game"] = pairing.game;
            }
            if (pairing.winner) json["winner"] = names[*pairing.winner];
            list.push_back(std::move(json));
        }
    }
    return all;
}

} // namespace agon::match

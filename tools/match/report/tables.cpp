#include "tools/match/report/tables.hpp"

#include <algorithm>
#include <map>
#include <numeric>

namespace agon::match {
namespace {

/// Keys and values in words: "movenumber 34, movecount 8".
std::string value_text(const Json& value) {
    if (value.is_string()) return value.get<std::string>();
    if (value.is_boolean()) return value.get<bool>() ? "yes" : "no";
    if (!value.is_structured()) return value.dump();
    std::string text;
    for (const auto& [key, item] : value.items()) {
        if (!text.empty()) text += value.is_array() ? " " : ", ";
        text += (value.is_array() ? "" : key + ' ') + value_text(item);
    }
    return text.empty() ? "none" : text;
}

std::string won_drawn_lost(const std::array<std::uint64_t, 3>& games) {
    return '+' + std::to_string(games[2]) + " =" + std::to_string(games[1]) + " -" +
           std::to_string(games[0]);
}

std::uint64_t sum(const std::array<std::uint64_t, 3>& games) {
    return games[0] + games[1] + games[2];
}

std::string points_text(const std::array<std::uint64_t, 3>& games) {
    return fixed(static_cast<double>(games[2]) + static_cast<double>(games[1]) / 2, 1) + '/' +
           std::to_string(sum(games));
}

std::string percent(double share) { return fixed(share * 100, 1) + " %"; }

} // namespace

HtmlTable settings_table(const Json& settings) {
    HtmlTable table{"Settings", {"setting", "value"}, {}};
    for (const auto& [key, value] : settings.items())
        if (key != "engines") table.rows.push_back({key, value_text(value)});
    return table;
}

HtmlTable engines_table(const Json& settings) {
    HtmlTable table{"Engines", {"name"}, {}};
    const Json& engines = settings.at("engines");
    for (const Json& engine : engines)
        for (const auto& [key, value] : engine.items())
            if (std::ranges::find(table.head, key) == table.head.end()) table.head.push_back(key);
    for (const Json& engine : engines) {
        auto& row = table.rows.emplace_back();
        for (const std::string& key : table.head)
            row.push_back(engine.contains(key) ? value_text(engine[key]) : "");
    }
    return table;
}

HtmlTable ranks_table(const std::vector<std::string>& names, const ScoreTable& table) {
    HtmlTable html{"Ranks",
                   {"engine", "rank", "Elo", "nElo", "LOS", "games", "won", "drawn", "lost",
                    "points", "score"},
                   {}};
    if (table.paired()) html.head.emplace_back("pairs by points 0 to 2");
    std::vector<std::size_t> order(names.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::vector<Rating> ratings;
    for (const std::size_t engine : order) ratings.push_back(rate(table.cells(engine)));
    std::ranges::stable_sort(order, [&](std::size_t a, std::size_t b) {
        return ratings[a].elo.value > ratings[b].elo.value;
    });
    for (const std::size_t engine : order) {
        const Score& score = table.score(engine);
        const Rating& rating = ratings[engine];
        const auto games = static_cast<double>(score.played());
        auto& row = html.rows.emplace_back();
        row = {names[engine],
               std::to_string(html.rows.size()),
               to_text(rating.elo),
               to_text(rating.normalized),
               percent(rating.los),
               std::to_string(score.played()),
               std::to_string(score.games[2]),
               std::to_string(score.games[1]),
               std::to_string(score.games[0]),
               fixed(score.points(), 1),
               games == 0 ? "" : percent(score.points() / games)};
        if (!table.paired()) continue;
        std::string pairs;
        for (const auto count : score.pairs)
            pairs += (pairs.empty() ? "" : " ") + std::to_string(count);
        row.push_back(pairs);
    }
    return html;
}

HtmlTable cross_table(const std::vector<std::string>& names, std::span<const ReportedGame> games) {
    std::vector<std::vector<std::array<std::uint64_t, 3>>> results(
        names.size(), std::vector<std::array<std::uint64_t, 3>>(names.size()));
    for (const auto& [game, verdict, forfeited] : games)
        for (const Side side : BOTH_SIDES)
            ++results[game.players[index(side)]][game.players[index(~side)]]
                     [half_points(verdict.result, side)];
    HtmlTable table{"Points against each other", {"engine"}, {}};
    for (const std::string& name : names) table.head.push_back(name);
    for (std::size_t one = 0; one < names.size(); ++one) {
        auto& row = table.rows.emplace_back();
        row.push_back(names[one]);
        for (std::size_t other = 0; other < names.size(); ++other) {
            const auto& result = results[one][other];
            row.push_back(
                sum(result) == 0 ? "" : points_text(result) + " (" + won_drawn_lost(result) + ')');
        }
    }
    return table;
}

HtmlTable endings_table(std::span<const ReportedGame> games) {
    std::map<std::string, std::array<std::uint64_t, 3>> endings; // by white's half points
    for (const auto& [game, verdict, forfeited] : games)
        ++endings[ending_of(verdict)][half_points(verdict.result, Side::White)];
    HtmlTable table{"Endings", {"ending", "white won", "black won", "drawn", "games"}, {}};
    for (const auto& [ending, count] : endings)
        table.rows.push_back({ending, std::to_string(count[2]), std::to_string(count[0]),
                              std::to_string(count[1]), std::to_string(sum(count))});
    return table;
}

HtmlTable sides_table(const std::vector<std::string>& names, const ScoreTable& table) {
    HtmlTable html{"By side", {"engine", "as white", "", "as black", ""}, {}};
    for (std::size_t engine = 0; engine < names.size(); ++engine) {
        auto& row = html.rows.emplace_back();
        row.push_back(names[engine]);
        for (const auto& games : table.score(engine).by_side) {
            row.push_back(points_text(games));
            row.push_back(won_drawn_lost(games));
        }
    }
    return html;
}

HtmlTable faults_table(const std::vector<std::string>& names, const ScoreTable& table) {
    HtmlTable html{"Faults", {"engine"}, {}};
    for (std::size_t fault = 0; fault < FAULTS; ++fault)
        html.head.emplace_back(to_text(static_cast<Fault>(fault)));
    for (std::size_t engine = 0; engine < names.size(); ++engine) {
        const auto& faults = table.score(engine).faults;
        if (std::ranges::count(faults, 0U) == FAULTS) continue;
        auto& row = html.rows.emplace_back();
        row.push_back(names[engine]);
        for (const auto count : faults) row.push_back(std::to_string(count));
    }
    return html;
}

} // namespace agon::match

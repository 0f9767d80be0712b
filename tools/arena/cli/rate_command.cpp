#include "engine/error.hpp"
#include "engine/quote.hpp"
#include "protocol/cli/options.hpp"
#include "protocol/cli/values.hpp"
#include "tools/arena/cli/commands.hpp"
#include "tools/arena/cli/rated_games.hpp"
#include "tools/arena/journal/json.hpp"
#include "tools/arena/stats/rating_list.hpp"
#include "tools/arena/stats/score_table.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <iostream>
#include <optional>

namespace agon::arena {
namespace {

constexpr std::size_t MAX_MATRIX = 25; ///< players whose matrix fits on a screen

double points_of(const std::array<std::uint64_t, 3>& games) {
    return static_cast<double>(games[2]) + static_cast<double>(games[1]) / 2;
}
std::uint64_t count_of(const std::array<std::uint64_t, 3>& games) {
    return games[0] + games[1] + games[2];
}
double share(double part, std::uint64_t whole) {
    return whole == 0 ? 0 : part / static_cast<double>(whole);
}

/// Why a player has no rating: "inf" above all that it can be related to, "-inf" below, "-".
std::string without_elo(const Comparable& comparable, std::size_t player) {
    bool above = false, below = false;
    for (std::size_t other = 0; other < comparable.groups().size(); ++other) {
        above |= comparable.is_above(player, other);
        below |= comparable.is_above(other, player);
    }
    return above == below ? "-" : above ? "inf" : "-inf";
}

void print_group(const RatedGames& games, const RatingList& list,
                 const std::vector<std::size_t>& players, std::size_t& rank, std::ostream& out) {
    std::size_t width = 4;
    for (const std::size_t player : players)
        width = std::max(width, replace_controls(games.names[player]).size());
    out << fmt::format("Rank {:{}} {:>9} {:>8} {:>7} {:>9} {:>8} {:>8} {:>8}\n", "Name", width,
                       "Elo", "+/-", "Games", "Points", "Score", "Draws", "LOS");
    for (std::size_t i = 0; i < players.size(); ++i) {
        const std::size_t player = players[i];
        const auto& counts = games.games[player];
        const auto& elo = list.elo(player);
        const auto los = i + 1 < players.size() ? list.los(player, players[i + 1]) : std::nullopt;
        const auto percent = [](double part) { return fixed(100 * part) + " %"; };
        out << fmt::format("{:4} {:{}} {:>9} {:>8} {:>7} {:>9} {:>8} {:>8} {:>8}\n", ++rank,
                           replace_controls(games.names[player]), width,
                           elo ? fixed(elo->value) : without_elo(list.comparable(), player),
                           elo ? fixed(elo->error) : "-", count_of(counts),
                           fixed(points_of(counts), 1),
                           percent(share(points_of(counts), count_of(counts))),
                           percent(share(static_cast<double>(counts[1]), count_of(counts))),
                           los ? percent(*los) : "-");
    }
}

void print(const RatedGames& games, const RatingList& list, std::ostream& out) {
    const auto order = list.order();
    const auto& groups = list.comparable().groups();
    if (list.comparable().count() > 1)
        out << fmt::format("{} groups, which cannot be compared: a difference between two of them "
                           "is infinite, or\nnothing is known about it\n",
                           list.comparable().count());
    std::size_t rank = 0;
    for (std::size_t first = 0; first < order.size();) {
        std::vector<std::size_t> group;
        for (std::size_t i = first; i < order.size() && groups[order[i]] == groups[order[first]];)
            group.push_back(order[i++]);
        if (list.comparable().count() > 1) {
            out << fmt::format("Group {}", groups[group[0]] + 1);
            std::string below;
            for (std::size_t i = 0, last = groups[group[0]]; i < order.size(); ++i)
                if (groups[order[i]] != last && list.comparable().is_above(group[0], order[i]))
                    below += fmt::format("{} {}", below.empty() ? "" : ",",
                                         (last = groups[order[i]]) + 1);
            out << (below.empty() ? ":\n" : ", infinitely above" + below + ":\n");
        }
        print_group(games, list, group, rank, out);
        first += group.size();
    }
    const Estimate white = list.white_advantage();
    out << fmt::format("White's advantage: {}, draws between equals: {} %\n", to_text(white),
                       fixed(100 * list.draw_rate()));
    if (order.size() < 2 || order.size() > MAX_MATRIX) return;
    out << "LOS in %, of the row's player over the column's:\n    ";
    for (std::size_t column = 1; column <= order.size(); ++column)
        out << fmt::format("{:>6}", column);
    for (std::size_t row = 0; row < order.size(); ++row) {
        out << fmt::format("\n{:4}", row + 1);
        for (const std::size_t other : order) {
            const auto los = list.los(order[row], other);
            out << fmt::format("{:>6}", los ? fixed(100 * *los, 1) : "-");
        }
    }
    out << '\n';
}

Json to_json(const RatedGames& games, const RatingList& list) {
    const auto order = list.order();
    Json players = Json::array();
    std::uint64_t count = 0;
    for (const std::size_t player : order) {
        const auto& counts = games.games[player];
        Json json{{"name", games.names[player]},
                  {"group", list.comparable().groups()[player] + 1},
                  {"elo", nullptr},
                  {"error", nullptr},
                  {"games", counts},
                  {"los", Json::array()}};
        if (const auto& elo = list.elo(player)) {
            json["elo"] = elo->value;
            json["error"] = elo->error;
        } else {
            json["why"] = without_elo(list.comparable(), player);
        }
        for (const std::size_t other : order) {
            const auto los = list.los(player, other);
            json["los"].push_back(los ? Json(*los) : Json());
        }
        players.push_back(std::move(json));
        count += count_of(counts);
    }
    return {{"games", count / 2},
            {"unfinished", games.unfinished},
            {"unknown", games.unknown},
            {"against_itself", games.against_itself},
            {"white_advantage", list.white_advantage().value},
            {"white_advantage_error", list.white_advantage().error},
            {"draw_rate", list.draw_rate()},
            {"players", std::move(players)}};
}

/// NAME=ELO; the name may contain `=`.
void read_anchor(std::map<std::string, double>& anchors, const std::string& what,
                 const std::string& text) {
    constexpr double MOST = 10000;
    const auto equals = text.rfind('=');
    if (equals == std::string::npos || equals == 0)
        throw program::unexpected(what, "NAME=ELO", text);
    const double elo = program::number<double>(what + ' ' + text.substr(0, equals),
                                               text.substr(equals + 1), -MOST, MOST);
    if (!anchors.emplace(text.substr(0, equals), elo).second)
        throw program::UsageError(what + ": " + text.substr(0, equals) + " has two ratings");
}

} // namespace

int rate_command(const std::vector<std::string>& args) {
    std::vector<std::string> files;
    std::map<std::string, double> anchors;
    RatingListSettings settings;
    DefaultRules rules;
    bool json = false;
    program::Options options("agon-match rate",
                             "agon-match rate FILE... [-anchor NAME=ELO]\n"
                             "one rating list of all players in journals, PGN and other files\n",
                             "  agon-match rate match.jsonl\n"
                             "  agon-match rate *.jsonl old/*.pgn -anchor \"Agon 0.5=2500\"\n"
                             "  agon-match rate games.pgn --average 2300 --json\n");
    options
        .value("anchor", "NAME=ELO", "this player's rating; may be repeated",
               [&](const auto& what, const auto& text) { read_anchor(anchors, what, text); })
        .number("average", settings.average, "Elo of the average player without anchors", -10000,
                10000)
        .flag("json", json, "prints JSON")
        .text("variant", rules.variant, "NAME", "rules of files that do not give any")
        .text("setup", rules.setup, "NAME", "setup of files that do not give any")
        .text("variant-path", rules.variant_path, "FILE", "your own rules")
        .words(files, "FILE", 1, std::string::npos);
    if (!options.read(args)) return 0;
    const RatedGames games = read_rated_games(files, rules);
    for (const auto& [name, elo] : anchors) {
        const auto found = std::ranges::find(games.names, name);
        if (found == games.names.end())
            throw program::unknown("player of -anchor", name, games.names, "agon-match rate");
        settings.anchors[static_cast<std::size_t>(found - games.names.begin())] = elo;
    }
    for (const std::string& warning : games.warnings)
        std::cerr << "Warning: " << warning << std::endl;
    const auto left_out = [](std::uint64_t count, const char* what) {
        if (count != 0)
            std::cerr << fmt::format("Warning: left out {} game{} {}\n", count,
                                     count == 1 ? "" : "s", what);
    };
    left_out(games.unfinished, "without a result");
    left_out(games.unknown, "of unknown players (?)");
    left_out(games.against_itself, "of a player against itself");
    if (games.names.empty()) throw Error("no game has a result and two players");
    const RatingList list(games.names.size(), games.results, settings);
    if (json)
        std::cout << to_json(games, list).dump(2, ' ', false, Json::error_handler_t::replace)
                  << std::endl;
    else
        print(games, list, std::cout);
    std::cout << std::flush;
    return 0;
}

} // namespace agon::arena

#include "tools/arena/web/headline.hpp"

#include "engine/game/apply.hpp"
#include "engine/notation/notation.hpp"
#include "protocol/record/result.hpp"
#include "tools/arena/journal/journal_settings.hpp"
#include "tools/arena/stats/score_table.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <fmt/chrono.h>
#include <fmt/format.h>
#include <numeric>
#include <optional>

namespace agon::arena {
namespace {

constexpr double CERTAIN = 0.975; // of the likelihood of superiority: one end of the 95 % interval

std::string day(std::chrono::system_clock::time_point time) {
    return fmt::format("{:%Y-%m-%d}", fmt::gmtime(std::chrono::system_clock::to_time_t(time)));
}

/// "3.5", or "3" for a whole number.
std::string points_text(double points) {
    return points == std::floor(points) ? fmt::format("{:.0f}", points)
                                        : fmt::format("{:.1f}", points);
}

std::string games_text(std::uint64_t games) {
    return games == 1 ? "1 game" : fmt::format("{} games", games);
}

std::string date_of(const MatchHistory& match) {
    using Time = std::chrono::system_clock::time_point;
    Time first = Time::max(), last{};
    for (const auto& [number, record] : match.games) {
        if (record.begun == Time{}) continue;
        first = std::min(first, record.begun);
        last = std::max(last, record.ended);
    }
    if (last == Time{}) return "";
    return day(first) == day(last) ? day(first) : day(first) + " to " + day(last);
}

/// The games that white lost, drew and won, if engines met only themselves; otherwise nullopt.
std::optional<std::array<std::uint64_t, 3>> self_play(std::size_t engines,
                                                      const ScoreTable& scores) {
    std::array<std::uint64_t, 3> games{};
    for (std::size_t engine = 0; engine < engines; ++engine) {
        if (scores.score(engine).played() != 0) return std::nullopt;
        for (std::size_t i = 0; i < games.size(); ++i)
            games[i] += scores.score(engine).by_side[0][i];
    }
    return games[0] + games[1] + games[2] == 0 ? std::nullopt : std::optional(games);
}

Said self_play_result(const std::array<std::uint64_t, 3>& games) {
    const std::uint64_t all = games[0] + games[1] + games[2];
    return {"selfPlay",
            {fmt::format("{}", games[2]), fmt::format("{}", games[0]), fmt::format("{}", all),
             fmt::format("{}", games[1])},
            fmt::format("White won {}, black {} of {}, {} drawn", games[2], games[0],
                        games_text(all), games[1])};
}

Said duel_result(const std::vector<std::string>& names, const ScoreTable& scores) {
    const Score &one = scores.score(0), &two = scores.score(1);
    const bool second = two.points() > one.points();
    const Score& ahead = second ? two : one;
    const double won = ahead.points(), lost = static_cast<double>(one.played()) - won;
    const std::string after = games_text(one.played());
    const std::string games = std::to_string(one.played());
    if (won == lost)
        return {"level",
                {names[0], names[1], won, lost, games},
                fmt::format("{} and {} are level at {} to {} after {}", names[0], names[1],
                            points_text(won), points_text(lost), after)};
    const std::string& better = names[second ? 1 : 0];
    const std::string& worse = names[second ? 0 : 1];
    return {"beat",
            {better, worse, won, lost, games, ahead.games[2], ahead.games[1], ahead.games[0]},
            fmt::format("{} beat {} by {} to {} in {}, +{} ={} -{}", better, worse,
                        points_text(won), points_text(lost), after, ahead.games[2], ahead.games[1],
                        ahead.games[0])};
}

/// Of a test: "H1 was accepted after 204 games: ...".
Said sprt_verdict(const Sprt& sprt, const std::vector<std::string>& names,
                  const ScoreTable& scores) {
    const Cells cells = sprt_cells(sprt, scores);
    const std::uint64_t played = scores.score(0).played();
    const SprtSettings& settings = sprt.settings();
    const std::string games = std::to_string(played);
    if (const auto accepted = sprt.accepted(cells)) {
        const bool h1 = *accepted == "H1";
        const double rather = h1 ? settings.elo1 : settings.elo0;
        const double than = h1 ? settings.elo0 : settings.elo1;
        return {"accepted",
                {std::string(*accepted), games, names[0], rather, than,
                 std::string(to_text(settings.model)), names[1]},
                fmt::format("{} was accepted after {}: {} is likelier to be {} Elo ({}) stronger "
                            "than {} than {} Elo.",
                            *accepted, games_text(played), names[0], rather,
                            to_text(settings.model), names[1], than)};
    }
    const auto units = sprt.units_left(cells);
    if (!units)
        return {"undecided", {games}, fmt::format("Undecided after {}.", games_text(played))};
    const double left = std::ceil(*units * static_cast<double>(cells.size() - 1) / 2);
    const std::string all = fmt::format("{:.0f}", static_cast<double>(played) + left);
    return {"undecidedOf",
            {games, all},
            fmt::format("Undecided after {} of about {} games.", played, all)};
}

Said duel_verdict(const std::vector<std::string>& names, const ScoreTable& scores) {
    const Rating rating = rate(scores.cells(0));
    const bool second = rating.los < 0.5;
    const double los = second ? 1 - rating.los : rating.los;
    if (los < CERTAIN) return {"tooFew", {}, "Too few games to tell who is stronger."};
    const std::string& better = names[second ? 1 : 0];
    const std::string likely = fixed(std::min(los, 0.9999) * 100);
    return {"stronger",
            {better, std::stod(likely)},
            fmt::format("{} is the stronger one, with a likelihood of {} %.", better, likely)};
}

/// Engines by points, most first; ties in the order of listing.
std::vector<std::size_t> by_points(std::size_t engines, const ScoreTable& scores) {
    std::vector<std::size_t> order(engines);
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::ranges::stable_sort(order, std::greater(),
                             [&](std::size_t engine) { return scores.score(engine).points(); });
    return order;
}

Said group_result(const std::vector<std::string>& names, const ScoreTable& scores) {
    const auto order = by_points(names.size(), scores);
    const Score &first = scores.score(order[0]), &next = scores.score(order[1]);
    const double lead = first.points() - next.points();
    const std::string &best = names[order[0]], &second = names[order[1]];
    const std::string points = points_text(first.points()), all = std::to_string(names.size());
    const std::string games = std::to_string(first.played()), of = games_text(first.played());
    if (lead == 0)
        return {"groupLevel",
                {best, second, all, first.points(), games},
                fmt::format("{} and {} lead {} engines with {} points of {}", best, second, all,
                            points, of)};
    return {"groupFirst",
            {best, all, first.points(), games, lead, second},
            fmt::format("{} is first of {} engines with {} points of {}, {} ahead of {}", best, all,
                        points, of, points_text(lead), second)};
}

Said swiss_result(const std::vector<Standing>& standings, const std::vector<std::string>& names) {
    const Standing &first = standings[0], &next = standings[1];
    const double points = static_cast<double>(first.half_points) / 2;
    const double lead = points - static_cast<double>(next.half_points) / 2;
    const std::string said = points_text(points), all = std::to_string(names.size());
    const std::string &best = names[first.engine], &second = names[next.engine];
    if (lead != 0)
        return {"swissFirst",
                {best, all, points, lead, second},
                fmt::format("{} is first of {} engines with {} points, {} ahead of {}", best, all,
                            said, points_text(lead), second)};
    if (first.buchholz == next.buchholz)
        return {"swissLevel",
                {best, second, all, points},
                fmt::format("{} and {} lead {} engines with {} points", best, second, all, said)};
    return {"swissBuchholz",
            {best, all, points, second},
            fmt::format("{} is first of {} engines with {} points, ahead of {} by Buchholz", best,
                        all, said, second)};
}

Said knockout_result(const std::optional<std::size_t>& winner,
                     const std::vector<std::string>& names) {
    const std::string all = std::to_string(names.size());
    if (!winner)
        return {"knockoutOn", {all}, fmt::format("The knockout of {} engines is not over", all)};
    return {"knockoutWon",
            {names[*winner], all},
            fmt::format("{} won the knockout of {} engines", names[*winner], all)};
}

} // namespace

Headline headline_of(const MatchHistory& match, const std::vector<std::string>& names,
                     const ScoreTable& scores, const Schedule& schedule) {
    Headline headline{date_of(match), {}, {}};
    if (const auto games = self_play(names.size(), scores)) {
        headline.result = self_play_result(*games);
        return headline;
    }
    if (names.size() > 2) {
        const auto standings = schedule.standings();
        const auto rounds = schedule.rounds();
        headline.result = !standings.empty() ? swiss_result(standings, names)
                          : !rounds.empty()  ? knockout_result(winner_of(rounds), names)
                                             : group_result(names, scores);
        return headline;
    }
    if (scores.score(0).played() == 0) {
        headline.result = {"noGame", {}, "No game was finished"};
        return headline;
    }
    headline.result = duel_result(names, scores);
    const auto settings = sprt_from(match.settings);
    headline.verdict =
        settings ? sprt_verdict(Sprt(*settings), names, scores) : duel_verdict(names, scores);
    return headline;
}

} // namespace agon::arena

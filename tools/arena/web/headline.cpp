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

std::string self_play_result(const std::array<std::uint64_t, 3>& games) {
    return fmt::format("White won {}, black {} of {}, {} drawn", games[2], games[0],
                       games_text(games[0] + games[1] + games[2]), games[1]);
}

std::string duel_result(const std::vector<std::string>& names, const ScoreTable& scores) {
    const Score &one = scores.score(0), &two = scores.score(1);
    const bool second = two.points() > one.points();
    const Score& ahead = second ? two : one;
    const double won = ahead.points(), lost = static_cast<double>(one.played()) - won;
    const std::string after = games_text(one.played());
    if (won == lost)
        return fmt::format("{} and {} are level at {} to {} after {}", names[0], names[1],
                           points_text(won), points_text(lost), after);
    return fmt::format("{} beat {} by {} to {} in {}, +{} ={} -{}", names[second ? 1 : 0],
                       names[second ? 0 : 1], points_text(won), points_text(lost), after,
                       ahead.games[2], ahead.games[1], ahead.games[0]);
}

/// Of a test: "H1 was accepted after 204 games: ...".
std::string sprt_verdict(const Sprt& sprt, const std::vector<std::string>& names,
                         const ScoreTable& scores) {
    const Cells cells = sprt_cells(sprt, scores);
    const std::uint64_t played = scores.score(0).played();
    const SprtSettings& settings = sprt.settings();
    if (const auto accepted = sprt.accepted(cells))
        return fmt::format("{} was accepted after {}: {} is rather {} than {} Elo ({}) stronger "
                           "than {}.",
                           *accepted, games_text(played), names[0],
                           *accepted == "H1" ? settings.elo1 : settings.elo0,
                           *accepted == "H1" ? settings.elo0 : settings.elo1,
                           to_text(settings.model), names[1]);
    const auto units = sprt.units_left(cells);
    if (!units) return fmt::format("Undecided after {}.", games_text(played));
    const double left = std::ceil(*units * static_cast<double>(cells.size() - 1) / 2);
    return fmt::format("Undecided after {} of about {:.0f} games.", played,
                       static_cast<double>(played) + left);
}

std::string duel_verdict(const std::vector<std::string>& names, const ScoreTable& scores) {
    const Rating rating = rate(scores.cells(0));
    const bool second = rating.los < 0.5;
    const double los = second ? 1 - rating.los : rating.los;
    if (los < CERTAIN) return "Too few games to tell who is stronger.";
    return fmt::format("{} is the stronger one, with a likelihood of {} %.", names[second ? 1 : 0],
                       fixed(std::min(los, 0.9999) * 100));
}

/// Engines by points, most first; ties in the order of listing.
std::vector<std::size_t> by_points(std::size_t engines, const ScoreTable& scores) {
    std::vector<std::size_t> order(engines);
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::ranges::stable_sort(order, std::greater(),
                             [&](std::size_t engine) { return scores.score(engine).points(); });
    return order;
}

std::string group_result(const std::vector<std::string>& names, const ScoreTable& scores) {
    const auto order = by_points(names.size(), scores);
    const Score &first = scores.score(order[0]), &next = scores.score(order[1]);
    const double lead = first.points() - next.points();
    const std::string points = fmt::format("with {} points of {}", points_text(first.points()),
                                           games_text(first.played()));
    if (lead == 0)
        return fmt::format("{} and {} lead {} engines {}", names[order[0]], names[order[1]],
                           names.size(), points);
    return fmt::format("{} is first of {} engines {}, {} ahead of {}", names[order[0]],
                       names.size(), points, points_text(lead), names[order[1]]);
}

std::string swiss_result(const std::vector<Standing>& standings,
                         const std::vector<std::string>& names) {
    const Standing &first = standings[0], &next = standings[1];
    const auto points = [](std::size_t half) { return points_text(static_cast<double>(half) / 2); };
    const std::string with = points(first.half_points) + " points";
    if (first.half_points == next.half_points && first.buchholz == next.buchholz)
        return fmt::format("{} and {} lead {} engines with {}", names[first.engine],
                           names[next.engine], names.size(), with);
    return fmt::format(
        "{} is first of {} engines with {}, {}ahead of {}{}", names[first.engine], names.size(),
        with,
        first.half_points == next.half_points ? ""
                                              : points(first.half_points - next.half_points) + ' ',
        names[next.engine], first.half_points == next.half_points ? " by Buchholz" : "");
}

std::string knockout_result(const std::optional<std::size_t>& winner,
                            const std::vector<std::string>& names) {
    return winner ? names[*winner] + " won the knockout of " + std::to_string(names.size()) +
                        " engines"
                  : "The knockout of " + std::to_string(names.size()) + " engines is not over";
}

} // namespace

Headline headline_of(const MatchHistory& match, const std::vector<std::string>& names,
                     const ScoreTable& scores, const Schedule& schedule) {
    Headline headline{date_of(match), "", ""};
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
        headline.result = "No game was finished";
        return headline;
    }
    headline.result = duel_result(names, scores);
    const auto settings = sprt_from(match.settings);
    headline.verdict =
        settings ? sprt_verdict(Sprt(*settings), names, scores) : duel_verdict(names, scores);
    return headline;
}

} // namespace agon::arena

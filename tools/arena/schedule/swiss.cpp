#include "tools/arena/schedule/swiss.hpp"

#include "protocol/record/result.hpp"
#include "tools/arena/schedule/swiss_pairing.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <functional>

namespace agon::arena {

Swiss::Swiss(const ScheduleSettings& settings)
    : StagedSchedule(settings), players_(settings.engines), had_white_(settings.engines) {
    for (SwissPlayer& player : players_) player.meetings.resize(settings.engines);
    begin_round();
}

std::size_t Swiss::size() const {
    return settings().rounds * (settings().engines / 2) * settings().games;
}

void Swiss::begin_round() {
    const SwissRound round = pair_swiss(players_);
    rounds_.emplace_back();
    for (std::size_t table = 0; table < round.pairings.size(); ++table) {
        const auto [white, black] = colours(round.pairings[table], table);
        ++players_[white].meetings[black];
        ++players_[black].meetings[white];
        if (settings().games == 1 && settings().swap) {
            ++players_[white].balance;
            --players_[black].balance;
            had_white_[white] = true;
            had_white_[black] = false;
        }
        const auto [first, second] = std::minmax(white, black);
        rounds_.back().push_back({.players = {first, second}, .game = next_number()});
        add_encounter(white, black);
    }
    if (!round.bye) return;
    rounds_.back().push_back({.players = {*round.bye, *round.bye}, .bye = true});
    ++players_[*round.bye].byes;
    players_[*round.bye].half_points += 2 * settings().games;
}

std::array<std::size_t, 2> Swiss::colours(const std::array<std::size_t, 2>& pairing,
                                          std::size_t table) const {
    const auto [first, second] = std::minmax(pairing[0], pairing[1]);
    if (settings().games == 2 || !settings().swap) return {first, second};
    const auto [better, worse] = pairing;
    bool white = table % 2 == 0; // for the better placed
    if (players_[better].balance != players_[worse].balance)
        white = players_[better].balance < players_[worse].balance;
    else if (had_white_[better] != had_white_[worse])
        white = !had_white_[better];
    return white ? pairing : std::array{worse, better};
}

void Swiss::scored(const ScheduledGame& game, Result result) {
    for (const Side side : BOTH_SIDES)
        players_[game.players[side]].half_points += half_points(result, side);
}

void Swiss::stage_over() {
    if (rounds_.size() < settings().rounds) begin_round();
}

std::size_t Swiss::buchholz(std::size_t engine) const {
    const SwissPlayer& player = players_[engine];
    std::size_t sum = player.byes * player.half_points;
    for (std::size_t other = 0; other < players_.size(); ++other)
        sum += player.meetings[other] * players_[other].half_points;
    return sum;
}

std::vector<Standing> Swiss::standings() const {
    std::vector<Standing> standings;
    for (std::size_t engine = 0; engine < players_.size(); ++engine)
        standings.push_back(
            {engine, players_[engine].half_points, buchholz(engine), players_[engine].byes});
    std::ranges::stable_sort(standings, std::greater(), [](const Standing& each) {
        return std::pair(each.half_points, each.buchholz);
    });
    return standings;
}

std::string Swiss::report(const std::vector<std::string>& names) const {
    std::size_t width = 4, place = 0;
    for (const auto& name : names) width = std::max(width, name.size());
    std::string text;
    const auto line = [&](const auto& rank, const std::string& name, const std::string& points,
                          const std::string& tie_break, const auto& byes) {
        text += fmt::format("{:>5} {:{}}{:>9}{:>10}{:>6}\n", rank, name, width, points, tie_break,
                            byes);
    };
    line("Place", "Name", "Points", "Buchholz", "Byes");
    for (const Standing& standing : standings())
        line(++place, names[standing.engine], points_text(standing.half_points),
             points_text(standing.buchholz), standing.byes);
    return text;
}

} // namespace agon::arena

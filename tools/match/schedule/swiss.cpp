#include "tools/match/schedule/swiss.hpp"

#include <spdlog/fmt/fmt.h>

#include <algorithm>

namespace agon::match {

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
    ++round_;
    if (round.bye) {
        ++players_[*round.bye].byes;
        players_[*round.bye].half_points += 2 * settings().games;
    }
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
        add_encounter(round_, white, black);
    }
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

void Swiss::score(const ScheduledGame& game, const std::array<std::size_t, 2>& half_points) {
    for (const Side side : BOTH_SIDES)
        players_[game.players[index(side)]].half_points += half_points[index(side)];
}

void Swiss::stage_over() {
    if (round_ < settings().rounds) begin_round();
}

std::size_t Swiss::buchholz(std::size_t engine) const {
    const SwissPlayer& player = players_[engine];
    std::size_t sum = player.byes * player.half_points;
    for (std::size_t other = 0; other < players_.size(); ++other)
        sum += player.meetings[other] * players_[other].half_points;
    return sum;
}

std::vector<std::size_t> Swiss::places() const {
    std::vector<std::size_t> order = ranked(players_);
    std::ranges::stable_sort(order, std::greater(), [&](std::size_t engine) {
        return std::pair(players_[engine].half_points, buchholz(engine));
    });
    return order;
}

std::string Swiss::report(const std::vector<std::string>& names) const {
    const std::vector<std::size_t> order = places();
    std::size_t width = 4;
    for (const auto& name : names) width = std::max(width, name.size());
    std::string text;
    const auto line = [&](const auto& rank, const std::string& name, const std::string& points,
                          const std::string& tie_break, const auto& byes) {
        text += fmt::format("{:>5} {:{}}{:>9}{:>10}{:>6}\n", rank, name, width, points, tie_break,
                            byes);
    };
    line("Place", "Name", "Points", "Buchholz", "Byes");
    for (std::size_t place = 0; place < order.size(); ++place) {
        const SwissPlayer& player = players_[order[place]];
        line(place + 1, names[order[place]], points_text(player.half_points),
             points_text(buchholz(order[place])), player.byes);
    }
    return text;
}

} // namespace agon::match

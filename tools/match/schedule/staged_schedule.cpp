#include "tools/match/schedule/staged_schedule.hpp"

#include <algorithm>

namespace agon::match {

std::optional<ScheduledGame> StagedSchedule::next() {
    if (given_ == games_.size()) return std::nullopt;
    return games_[given_++];
}

void StagedSchedule::finished(const ScheduledGame& game, Result result) {
    score(game, {half_points(result, Side::White), half_points(result, Side::Black)});
    if (++finished_ == games_.size()) stage_over();
}

bool StagedSchedule::over() const { return finished_ == games_.size(); }

void StagedSchedule::add_encounter(std::size_t round, std::size_t white, std::size_t black) {
    std::array<std::size_t, 2> players{white, black};
    for (std::size_t i = 0; i < settings_.games; ++i) {
        games_.push_back({games_.size() + 1, round, encounters_, players, std::min(white, black)});
        if (settings_.swap) std::swap(players[0], players[1]);
    }
    ++encounters_;
}

std::string points_text(std::size_t half_points) {
    return std::to_string(half_points / 2) + (half_points % 2 == 0 ? ".0" : ".5");
}

} // namespace agon::match

#include "protocol/gtp/gtp_clock.hpp"

#include <algorithm>
#include <cassert>

namespace agon::protocol {

using search::Milliseconds;

void GtpClock::set(const GtpTimeSettings& settings) {
    settings_ = settings.unlimited() ? std::nullopt : std::optional(settings);
    left_ = {};
    restart();
}

void GtpClock::restart() {
    if (settings_) left_.fill(Left{.time = settings_->main});
}

void GtpClock::set_left(Side side, Milliseconds left, int stones) {
    left_[side] = Left{left, stones};
}

void GtpClock::spend(Side side, Milliseconds used) {
    auto& left = left_[side];
    if (!left) return;
    left->time -= used;
    const bool overtime = settings_ && settings_->has_overtime();
    if (left->stones == 0 && left->time < Milliseconds(0) && overtime)
        *left = {left->time + settings_->overtime, settings_->stones};
    // Without settings the length of the next period is unknown.
    if (left->stones > 0 && --left->stones == 0)
        *left = overtime ? Left{settings_->overtime, settings_->stones} : Left{left->time, 1};
    left->time = std::max(left->time, Milliseconds(0));
}

std::optional<search::Limits> GtpClock::limits(Side side, int moves_per_action) const {
    assert(moves_per_action >= 1);
    const auto& left = left_[side];
    if (!left) return std::nullopt;
    const auto actions = [&](int stones) {
        return (stones + moves_per_action - 1) / moves_per_action;
    };
    search::Limits limits;
    auto& time = limits.time[side];
    time = left->time;
    if (left->stones > 0) {
        limits.moves_to_go = actions(left->stones);
    } else if (settings_ && settings_->has_overtime()) {
        const Milliseconds per_action = settings_->overtime / actions(settings_->stones);
        if (left->time > per_action) {
            limits.increment[side] = per_action;
        } else {
            *time += settings_->overtime;
            limits.moves_to_go = actions(settings_->stones);
        }
    }
    return limits;
}

} // namespace agon::protocol

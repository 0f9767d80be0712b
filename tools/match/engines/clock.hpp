// One engine's clock in one game.
#pragma once

#include "tools/match/engines/time_control.hpp"

namespace agon::match {

/// Its increment is there from the first action on.
class Clock {
public:
    explicit Clock(const TimeControl& control);

    /// Time left of the period, down to milliseconds; nothing when there is no clock.
    [[nodiscard]] std::optional<Milliseconds> remaining() const;
    /// Actions until the next period; nothing when the game has but one.
    [[nodiscard]] std::optional<int> moves_to_go() const;
    /// How long the next answer may take before the game is lost, margin included; nothing when
    /// there is no bound in time.
    [[nodiscard]] std::optional<Microseconds> budget() const;

    /// Charges an action that took so long. False when it took too long: the game is lost.
    [[nodiscard]] bool spend(Microseconds elapsed);

private:
    TimeControl control_;
    Microseconds left_{0};
    int moves_left_ = 0;
};

} // namespace agon::match

// One engine's clock in one game (arena.md, Clocks).
#pragma once

#include "engine/record/match_rules.hpp"

namespace agon::match {

/// The increment is there from the first action on.
class Clock {
public:
    explicit Clock(const TimeControl& control);

    /// Time left of the period, rounded down to milliseconds; nothing without a clock.
    [[nodiscard]] std::optional<Milliseconds> remaining() const;
    /// Actions until the next period; nothing when the game is one period.
    [[nodiscard]] std::optional<int> moves_to_go() const;
    /// How long the next answer may take, margin included; nothing when time is not limited.
    [[nodiscard]] std::optional<Microseconds> budget() const;

    /// Charges an action. False when it took longer than budget(): the game is lost on time.
    /// Precondition: `elapsed` is not negative.
    [[nodiscard]] bool spend(Microseconds elapsed);

private:
    TimeControl control_;
    Microseconds left_{0};
    int moves_left_ = 0;
};

} // namespace agon::match

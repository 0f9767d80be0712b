// One engine's clock in one game (arena.md, Clocks).
#pragma once

#include "protocol/record/time_control.hpp"

namespace agon::arena {

/// The increment counts from the first action.
class GameClock {
public:
    explicit GameClock(const TimeControl& control);

    /// Time left of the period, rounded down to milliseconds; nullopt without a clock.
    [[nodiscard]] std::optional<Milliseconds> remaining() const;
    /// Actions until the next period; nullopt if the game is one period.
    [[nodiscard]] std::optional<int> moves_to_go() const;
    /// How long the next answer may take, margin included; nullopt if time is not limited.
    [[nodiscard]] std::optional<Microseconds> budget() const;

    /// Charges an action. False if it took longer than budget(): the game is lost on time.
    /// Precondition: `elapsed` is not negative.
    [[nodiscard]] bool spend(Microseconds elapsed);

private:
    TimeControl control_;
    Microseconds left_{0};
    int moves_left_ = 0;
};

} // namespace agon::arena

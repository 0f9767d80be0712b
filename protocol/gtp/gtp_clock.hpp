// GTP's clocks (GTP 2 draft, section 4.2): main time, then overtime periods with a number of moves.
#pragma once

#include "engine/board/side.hpp"
#include "search/limits.hpp"

#include <optional>

namespace agon::protocol {

struct GtpTimeSettings {
    search::Milliseconds main{};
    search::Milliseconds overtime{}; ///< of a period
    int stones = 0;                  ///< moves in a period

    /// By the draft, a period without moves means no limit.
    [[nodiscard]] bool unlimited() const { return overtime.count() > 0 && stones == 0; }
    [[nodiscard]] bool has_overtime() const { return overtime.count() > 0 && stones > 0; }
};

/// Both clocks. Between two `time_left` they run by our own measurement.
class GtpClock {
public:
    /// `time_settings`: sets both clocks, or removes them.
    void set(const GtpTimeSettings& settings);
    /// Resets both clocks for a new game.
    void restart();
    /// `time_left`; `stones` is 0 in main time.
    void set_left(Side side, search::Milliseconds left, int stones);
    /// Charges `side` for a move. Main time is followed by overtime, if any; no clock falls below
    /// 0.
    void spend(Side side, search::Milliseconds used);

    /// Limits by the clock of `side`, or nullopt if it has none. `moves_per_action` is how many GTP
    /// moves an action takes: 1, or 2 with vertex moves.
    [[nodiscard]] std::optional<search::Limits> limits(Side side, int moves_per_action) const;

private:
    struct Left {
        search::Milliseconds time{};
        int stones = 0;
    };

    std::optional<GtpTimeSettings> settings_;
    PerSide<std::optional<Left>> left_;
};

} // namespace agon::protocol

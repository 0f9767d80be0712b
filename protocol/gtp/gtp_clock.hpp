// GTP's clocks (GTP 2 draft, section 4.2): main time, then overtime periods with a number of moves.
#pragma once

#include "engine/side.hpp"
#include "search/control/limits.hpp"

#include <array>
#include <optional>

namespace agon::protocol {

struct GtpTimeSettings {
    search::Milliseconds main{};
    search::Milliseconds overtime{}; ///< of one period
    int stones = 0;                  ///< moves to make in a period

    /// By the draft, overtime without moves to make in it means no limit at all.
    [[nodiscard]] bool unlimited() const { return overtime.count() > 0 && stones == 0; }
    [[nodiscard]] bool has_overtime() const { return overtime.count() > 0 && stones > 0; }
};

/// Both sides' clocks. A controller that sends no time_left is taken to measure as we do.
class GtpClock {
public:
    /// `time_settings`: both clocks full, or none.
    void set(const GtpTimeSettings& settings);
    /// A new game by the last settings.
    void restart();
    /// `time_left`; `stones` is 0 in main time.
    void set_left(Side side, search::Milliseconds left, int stones);
    /// `side` has made a move that took so long. Its clock goes into overtime where there is some,
    /// and never below 0.
    void spend(Side side, search::Milliseconds used);

    /// Limits by the clock of `side`; nothing when it has none. An action takes `moves_per_action`
    /// of GTP's moves: two where a vertex is one.
    [[nodiscard]] std::optional<search::Limits> limits(Side side, int moves_per_action) const;

private:
    struct Left {
        search::Milliseconds time{};
        int stones = 0;
    };

    std::optional<GtpTimeSettings> settings_;
    std::array<std::optional<Left>, 2> left_;
};

} // namespace agon::protocol

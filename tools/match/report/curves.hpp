// What the statistics said after each of a match's games.
#pragma once

#include "tools/match/report/chart.hpp"
#include "tools/match/stats/score_table.hpp"

#include <span>

namespace agon::match {

/// A game as statistics see it.
struct ReportedGame {
    ScheduledGame game;
    Verdict verdict;
    std::array<std::uint64_t, 2> forfeited{}; ///< turns, by side
};

/// The Elo of the first of two engines with its error, or of each of more, from the first finished
/// unit on; of a long match some 400 points.
[[nodiscard]] Chart elo_chart(const std::vector<std::string>& names, bool paired,
                              std::span<const ReportedGame> games);

/// The log likelihood ratio with the test's bounds.
[[nodiscard]] Chart llr_chart(const std::vector<std::string>& names, bool paired, const Sprt& sprt,
                              std::span<const ReportedGame> games);

} // namespace agon::match

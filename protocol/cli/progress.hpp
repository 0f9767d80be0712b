// The progress of a match in one line (arena.md, Progress).
#pragma once

#include <chrono>
#include <cstddef>
#include <optional>
#include <string>

namespace agon::program {

/// Counts games and estimates the time left from those played since construction.
class Progress {
public:
    using Clock = std::chrono::steady_clock;

    /// `done` games were played in an earlier run.
    Progress(std::size_t done, Clock::time_point now) : earlier_(done), done_(done), begun_(now) {}

    void finished() { ++done_; }
    [[nodiscard]] std::size_t done() const { return done_; }

    /// The time that the games to come will take; nullopt before the first game ends, and after the
    /// last. Precondition here and below: `total` is at least done().
    [[nodiscard]] std::optional<std::chrono::seconds> left(std::size_t total,
                                                           Clock::time_point now) const;
    /// "12 of 100 games, 0:03:12 left".
    [[nodiscard]] std::string text(std::size_t total, Clock::time_point now) const;
    /// The same after "[#####...............] ".
    [[nodiscard]] std::string bar(std::size_t total, Clock::time_point now) const;

private:
    std::size_t earlier_, done_;
    Clock::time_point begun_;
};

} // namespace agon::program

// Where a search reads the time, so that tests can turn the hands.
#pragma once

#include <chrono>

namespace agon::search {

class Clock {
public:
    using TimePoint = std::chrono::steady_clock::time_point;
    virtual ~Clock() = default;
    /// Never goes back. Called from any thread; does not block.
    [[nodiscard]] virtual TimePoint now() const = 0;
};

class SteadyClock final : public Clock {
public:
    [[nodiscard]] TimePoint now() const override { return std::chrono::steady_clock::now(); }
};

} // namespace agon::search

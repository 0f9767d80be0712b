// The clock of a search: an interface, so that tests can set the time.
#pragma once

#include <chrono>

namespace agon::search {

class Clock {
public:
    using TimePoint = std::chrono::steady_clock::time_point;
    virtual ~Clock() = default;
    /// Monotonic. Called from any thread; does not block.
    [[nodiscard]] virtual TimePoint now() const = 0;
};

class SteadyClock final : public Clock {
public:
    [[nodiscard]] TimePoint now() const override { return std::chrono::steady_clock::now(); }
};

} // namespace agon::search

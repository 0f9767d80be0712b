// The same random numbers everywhere: the standard fixes std::mt19937_64 but no distribution.
#pragma once

#include <cstddef>
#include <cstdint>
#include <random>

namespace support {

class Random {
public:
    explicit Random(std::uint64_t seed) : engine_(seed) {}

    [[nodiscard]] std::uint64_t bits() { return engine_(); }
    /// 0 .. count-1; count must not be 0. Tests do not mind the bias of a remainder.
    [[nodiscard]] std::size_t below(std::size_t count) { return engine_() % count; }
    [[nodiscard]] bool percent(std::size_t chance) { return below(100) < chance; }

    template<class Items>
    [[nodiscard]] const auto& pick(const Items& items) {
        return *(items.begin() + static_cast<std::ptrdiff_t>(below(items.size())));
    }

private:
    std::mt19937_64 engine_;
};

} // namespace support

// Counts of a soak.
#pragma once

#include <chrono>
#include <cstdint>
#include <map>
#include <ostream>
#include <string>
#include <string_view>
#include <vector>

namespace agon::soak {

/// How late the answers of one kind were, in milliseconds; 0 for those in time.
class Latenesses {
public:
    void add(std::chrono::steady_clock::duration late);
    [[nodiscard]] std::size_t count() const { return sorted_.size(); }
    /// The smallest value that this share of them, 0 to 1, does not exceed. Precondition: count().
    [[nodiscard]] double quantile(double share) const;

private:
    mutable std::vector<float> sorted_; ///< once quantile() was asked
};

/// Of one protocol.
struct Counts {
    std::uint64_t episodes = 0, commands = 0, searches = 0, stops = 0, ponderhits = 0,
                  relocations = 0, finished = 0, ends = 0, faults = 0;
    std::map<std::string, Latenesses> late; ///< by what was due
};

class Tally {
public:
    Counts& operator[](std::string_view protocol) { return counts_[std::string(protocol)]; }

    [[nodiscard]] std::uint64_t searches() const;
    [[nodiscard]] std::uint64_t faults() const;
    /// The greatest lateness of all, in milliseconds.
    [[nodiscard]] double worst() const;
    /// Two tables.
    void print(std::ostream& out) const;

private:
    std::map<std::string, Counts> counts_;
};

} // namespace agon::soak

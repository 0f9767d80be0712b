// Whether a process's memory grows.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace agon::soak {

/// VmRSS of a process in kB; nothing when it is gone.
[[nodiscard]] std::optional<long> resident_kb(int pid);

/// Samples of one process, each taken in the same state: at rest, with the same options.
class MemoryWatch {
public:
    /// More than this between the median of the third quarter of the samples and that of the last
    /// is growth. The first half is warm-up: the allocator may give each thread an arena and keep
    /// it. A leak in every search exceeds the limit within minutes.
    static constexpr long LIMIT_KB = 4096;
    static constexpr std::size_t FEWEST = 24; ///< samples to judge by

    void add(long kb) { samples_.push_back(kb); }
    [[nodiscard]] const std::vector<long>& samples() const { return samples_; }
    /// In kB; nothing when there are too few samples.
    [[nodiscard]] std::optional<long> growth() const;
    [[nodiscard]] bool grows() const { return growth().value_or(0) > LIMIT_KB; }
    /// "12 samples, first 9000 kB, ..."
    [[nodiscard]] std::string text() const;

private:
    std::vector<long> samples_;
};

} // namespace agon::soak

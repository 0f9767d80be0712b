#include "tests/soak/memory.hpp"

#include <spdlog/fmt/fmt.h>

#include <algorithm>
#include <fstream>
#include <span>

namespace agon::soak {
namespace {

long median(std::span<const long> samples) {
    std::vector<long> sorted(samples.begin(), samples.end());
    std::ranges::sort(sorted);
    return sorted[sorted.size() / 2];
}

} // namespace

std::optional<long> resident_kb(int pid) {
    std::ifstream status("/proc/" + std::to_string(pid) + "/status");
    for (std::string word; status >> word;)
        if (long kb = 0; word == "VmRSS:" && status >> kb) return kb;
    return std::nullopt;
}

std::optional<long> MemoryWatch::growth() const {
    if (samples_.size() < FEWEST) return std::nullopt;
    const std::span<const long> all(samples_);
    const std::size_t quarter = all.size() / 4;
    return median(all.last(quarter)) - median(all.last(2 * quarter).first(quarter));
}

std::string MemoryWatch::text() const {
    if (samples_.empty()) return "no samples";
    const auto [least, most] = std::ranges::minmax(samples_);
    const auto grown = growth();
    return fmt::format(
        "{} samples, first {} kB, least {} kB, greatest {} kB, last {} kB, growth {}",
        samples_.size(), samples_.front(), least, most, samples_.back(),
        grown ? fmt::format("{} kB", *grown) : "not judged");
}

} // namespace agon::soak

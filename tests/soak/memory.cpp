#include "tests/soak/memory.hpp"

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
    const auto kb = [](long value) { return std::to_string(value) + " kB"; };
    const auto grown = growth();
    return std::to_string(samples_.size()) + " samples, first " + kb(samples_.front()) +
           ", least " + kb(*std::ranges::min_element(samples_)) + ", greatest " +
           kb(*std::ranges::max_element(samples_)) + ", last " + kb(samples_.back()) + ", growth " +
           (grown ? kb(*grown) : "not judged");
}

} // namespace agon::soak

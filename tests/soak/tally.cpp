#include "tests/soak/tally.hpp"

#include <spdlog/fmt/fmt.h>

#include <algorithm>
#include <cassert>
#include <cmath>

namespace agon::soak {

void Latenesses::add(std::chrono::steady_clock::duration late) {
    const std::chrono::duration<float, std::milli> ms = late;
    sorted_.push_back(std::max(0.0F, ms.count()));
}

double Latenesses::quantile(double share) const {
    assert(!sorted_.empty() && share >= 0 && share <= 1);
    std::ranges::sort(sorted_);
    const auto rank = std::ceil(share * static_cast<double>(sorted_.size()));
    return sorted_[static_cast<std::size_t>(std::max(1.0, rank)) - 1];
}

std::uint64_t Tally::searches() const {
    std::uint64_t sum = 0;
    for (const auto& [name, counts] : counts_) sum += counts.searches;
    return sum;
}

std::uint64_t Tally::faults() const {
    std::uint64_t sum = 0;
    for (const auto& [name, counts] : counts_) sum += counts.faults;
    return sum;
}

double Tally::worst() const {
    double worst = 0;
    for (const auto& [name, counts] : counts_)
        for (const auto& [what, late] : counts.late) worst = std::max(worst, late.quantile(1));
    return worst;
}

void Tally::print(std::ostream& out) const {
    out << fmt::format("{:8} {:>9} {:>9} {:>9} {:>8} {:>10} {:>11} {:>9} {:>6} {:>6}\n", "",
                       "episodes", "commands", "searches", "stops", "ponderhits", "relocations",
                       "finished", "exits", "faults");
    for (const auto& [name, c] : counts_)
        out << fmt::format("{:8} {:9} {:9} {:9} {:8} {:10} {:11} {:9} {:6} {:6}\n", name,
                           c.episodes, c.commands, c.searches, c.stops, c.ponderhits, c.relocations,
                           c.finished, c.ends, c.faults);
    out << fmt::format("\n{:28} {:>9} {:>9} {:>9} {:>9}\n", "late by (ms)", "count", "median",
                       "99 %", "max");
    for (const auto& [name, c] : counts_)
        for (const auto& [what, late] : c.late)
            out << fmt::format("{:8} {:19} {:9} {:9.1f} {:9.1f} {:9.1f}\n", name, what,
                               late.count(), late.quantile(0.5), late.quantile(0.99),
                               late.quantile(1));
}

} // namespace agon::soak

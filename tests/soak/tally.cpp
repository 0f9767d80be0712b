#include "tests/soak/tally.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>

namespace agon::soak {

void Latenesses::add(std::chrono::steady_clock::duration late) {
    const std::chrono::duration<float, std::milli> ms = late;
    sorted_.push_back(std::max(0.0F, ms.count()));
}

double Latenesses::quantile(double share) const {
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
    const auto row = [&](const char* format, auto... values) {
        char line[160];
        std::snprintf(line, sizeof line, format, values...);
        out << line << '\n';
    };
    row("%-8s %9s %9s %9s %8s %10s %11s %9s %6s %6s", "", "talks", "commands", "searches", "stops",
        "ponderhits", "relocations", "finished", "exits", "faults");
    const auto number = [](std::uint64_t n) { return static_cast<unsigned long long>(n); };
    for (const auto& [name, c] : counts_)
        row("%-8s %9llu %9llu %9llu %8llu %10llu %11llu %9llu %6llu %6llu", name.c_str(),
            number(c.conversations), number(c.commands), number(c.searches), number(c.stops),
            number(c.ponderhits), number(c.relocations), number(c.finished), number(c.ends),
            number(c.faults));
    out << '\n';
    row("%-28s %9s %9s %9s %9s", "late by (ms)", "count", "median", "99 %", "max");
    for (const auto& [name, c] : counts_)
        for (const auto& [what, late] : c.late)
            row("%-8s %-19s %9zu %9.1f %9.1f %9.1f", name.c_str(), what.c_str(), late.count(),
                late.quantile(0.5), late.quantile(0.99), late.quantile(1));
}

} // namespace agon::soak

#include "tools/arena/schedule/knockout.hpp"

#include <spdlog/fmt/fmt.h>

#include <algorithm>
#include <bit>

namespace agon::match {
namespace {

/// The seeds from the top of the bracket to its bottom. Each doubling pairs every seed with the
/// weakest new one that is left: 0 3 1 2, then 0 7 3 4 1 6 2 5.
std::vector<std::size_t> seeded(std::size_t engines) {
    std::vector<std::size_t> slots{0};
    while (slots.size() < std::bit_ceil(engines)) {
        std::vector<std::size_t> twice;
        for (const std::size_t seed : slots) {
            twice.push_back(seed);
            twice.push_back(2 * slots.size() - 1 - seed);
        }
        slots = std::move(twice);
    }
    return slots;
}

} // namespace

Knockout::Knockout(const ScheduleSettings& settings) : StagedSchedule(settings) {
    begin_round(seeded(settings.engines));
}

std::size_t Knockout::size() const {
    // Every pairing eliminates one engine.
    return ((settings().engines - 1) * settings().rounds + further_) * settings().games;
}

void Knockout::begin_round(const std::vector<std::size_t>& slots) {
    std::vector<Pairing> pairings;
    for (std::size_t i = 0; i < slots.size(); i += 2) {
        const auto [first, second] = std::minmax(slots[i], slots[i + 1]);
        const bool bye = second >= settings().engines;
        pairings.push_back({.players = {first, second}, .bye = bye, .decided = bye});
    }
    rounds_.push_back(std::move(pairings));
    for (std::size_t i = 0; i < settings().rounds; ++i)
        for (Pairing& pairing : rounds_.back())
            if (!pairing.bye) play(pairing);
}

void Knockout::play(Pairing& pairing) {
    auto [white, black] = pairing.players;
    // Single games change colours from one to the next.
    const bool second = settings().games == 1 && pairing.encounters % 2 == 1;
    if (settings().swap && second) std::swap(white, black);
    add_encounter(rounds_.size(), white, black);
    ++pairing.encounters;
}

void Knockout::score(const ScheduledGame& game, const std::array<std::size_t, 2>& half_points) {
    Pairing& pairing = *std::ranges::find(rounds_.back(), game.first,
                                          [](const Pairing& p) { return p.players[0]; });
    const bool swapped = game.players[0] != game.first;
    pairing.half_points[0] += half_points[swapped ? 1 : 0];
    pairing.half_points[1] += half_points[swapped ? 0 : 1];
}

void Knockout::stage_over() {
    std::vector<std::size_t> through;
    bool open = false;
    for (Pairing& pairing : rounds_.back()) {
        if (!pairing.decided && pairing.level() &&
            pairing.encounters < settings().rounds + MAX_FURTHER) {
            play(pairing);
            ++further_;
            open = true;
        } else
            pairing.decided = true;
        through.push_back(pairing.winner());
    }
    if (!open && through.size() > 1) begin_round(through);
}

std::string Knockout::report(const std::vector<std::string>& names) const {
    std::string text;
    for (std::size_t round = 0; round < rounds_.size(); ++round)
        for (const Pairing& pairing : rounds_[round]) {
            text += fmt::format("Round {}: {} ", round + 1, names[pairing.players[0]]);
            if (pairing.bye) {
                text += "has a bye\n";
                continue;
            }
            text += fmt::format("{} - {} {}, ", points_text(pairing.half_points[0]),
                                points_text(pairing.half_points[1]), names[pairing.players[1]]);
            if (pairing.decided)
                text += fmt::format("{} goes on{}\n", names[pairing.winner()],
                                    pairing.level() ? " as the one listed first" : "");
            else
                text += "not decided\n";
        }
    if (const auto& last = rounds_.back(); last.size() == 1 && last[0].decided)
        text += "Winner: " + names[last[0].winner()] + '\n';
    return text;
}

} // namespace agon::match

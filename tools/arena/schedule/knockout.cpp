#include "tools/arena/schedule/knockout.hpp"

#include "protocol/record/result.hpp"
#include "tools/arena/schedule/staged_schedule.hpp"

#include <bit>
#include <fmt/format.h>

namespace agon::arena {
namespace {

/// The seeds from the top of the bracket to its bottom. Each doubling pairs every seed with the
/// weakest remaining new one: 0 3 1 2, then 0 7 3 4 1 6 2 5.
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

bool level(const Pairing& pairing) { return pairing.half_points[0] == pairing.half_points[1]; }

} // namespace

Knockout::Knockout(const ScheduleSettings& settings) : StagedSchedule(settings) {
    begin_round(seeded(settings.engines));
}

std::size_t Knockout::size() const {
    // Every pairing eliminates one engine.
    return ((settings().engines - 1) * settings().rounds + further_) * settings().games;
}

void Knockout::begin_round(const std::vector<std::size_t>& slots) {
    Round& round = rounds_.emplace_back();
    for (std::size_t i = 0; i < slots.size(); i += 2) {
        const auto [first, second] = std::minmax(slots[i], slots[i + 1]);
        Pairing& pairing = round.emplace_back(Pairing{.players = {first, second}});
        pairing.bye = second >= settings().engines;
        if (pairing.bye) pairing.winner = first;
    }
    extra_ = 0;
    for (std::size_t i = 0; i < settings().rounds; ++i)
        for (Pairing& pairing : round) {
            if (pairing.bye) continue;
            if (i == 0) pairing.game = next_number();
            play(pairing, i);
        }
}

void Knockout::play(const Pairing& pairing, std::size_t encounter) {
    auto [white, black] = pairing.players;
    // Single games alternate colours.
    const bool second = settings().games == 1 && encounter % 2 == 1;
    if (settings().swap && second) std::swap(white, black);
    add_encounter(white, black);
}

void Knockout::stage_over() {
    std::vector<std::size_t> through;
    for (Pairing& pairing : rounds_.back()) {
        if (!pairing.winner && (!level(pairing) || extra_ == MAX_FURTHER))
            pairing.winner =
                pairing.players[pairing.half_points[1] > pairing.half_points[0] ? 1 : 0];
        if (pairing.winner) {
            through.push_back(*pairing.winner);
        } else {
            play(pairing, settings().rounds + extra_);
            ++further_;
        }
    }
    ++extra_;
    if (through.size() == rounds_.back().size() && through.size() > 1) begin_round(through);
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
            if (pairing.winner)
                text += fmt::format("{} advances{}\n", names[*pairing.winner],
                                    level(pairing) ? " as the one listed first" : "");
            else
                text += "not decided\n";
        }
    if (const auto winner = winner_of(rounds_)) text += "Winner: " + names[*winner] + '\n';
    return text;
}

} // namespace agon::arena

// The file that agon-prove writes and check.py reads (README.md), and play by it.
#pragma once

#include "engine/rules/presets.hpp"
#include "tools/prove/prover.hpp"

#include <iosfwd>

namespace agon::prove {

/// What a proof is about.
struct Claim {
    const Preset& preset;
    Setup setup;
    Settings settings;
};

void write_certificate(std::ostream& out, const Claim& claim, const Strategy& strategy);

struct PlayCount {
    std::uint64_t turns = 0, games = 0, in_refuge = 0; ///< actions of the side; those in a refuge
};

/// Plays the strategy from the setup, and then within its refuges, against an opponent who captures
/// and hurries inward in every other game and otherwise chooses at random, until the side has made
/// so many actions; a game ends after 1,000. Throws Error with the position that has no answer, in
/// which the refuge is lost, or the game.
[[nodiscard]] PlayCount play(const Claim& claim, const Strategy& strategy, std::uint64_t turns,
                             std::uint64_t seed);

} // namespace agon::prove

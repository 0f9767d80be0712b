// The file that agon-prove writes and check.py reads (README.md), and games that follow it.
#pragma once

#include "tools/lab/prove/claim.hpp"
#include "tools/lab/prove/prover.hpp"

#include <cstdint>
#include <iosfwd>

namespace agon::prove {

void write_certificate(std::ostream& out, const Claim& claim, const Strategy& strategy);

struct PlayCount {
    std::uint64_t turns = 0, games = 0; ///< actions of the side
    std::uint64_t in_refuge = 0;        ///< of them
};

/// Plays the strategy from the setup, then within its refuges, until the side has made `turns`
/// actions; a game ends after 1,000, or when a queen has arrived on a throne that is no refuge. In
/// every other game the opponent captures and hurries inward, otherwise it plays at random. Throws
/// Error with the position in which there is no answer, or the refuge or the game is lost.
[[nodiscard]] PlayCount play(const Claim& claim, const Strategy& strategy, std::uint64_t turns,
                             std::uint64_t seed);

} // namespace agon::prove

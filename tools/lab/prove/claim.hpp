// What a proof is about, and how its files say it (README.md).
#pragma once

#include "engine/rules/presets.hpp"
#include "tools/lab/prove/prover.hpp"

#include <string>

namespace agon::prove {

struct Claim {
    const Preset& preset;
    Setup setup;
    Settings settings;
};

/// "white cannot lose", or "white's queen reaches the throne" where the throne is no refuge.
[[nodiscard]] std::string words_of(const Claim& claim);

/// The lines that begin a file: rules, setup, side, refuges.
[[nodiscard]] std::string claim_lines(const Claim& claim);

/// A position text without its clock and number, on which no proof depends.
[[nodiscard]] std::string board_and_turn(const Position& position);

} // namespace agon::prove

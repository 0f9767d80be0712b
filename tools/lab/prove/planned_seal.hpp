// Seals at the end of a plan: each enemy counts as being on every cell where it may be by then.
#pragma once

#include "engine/game/seal.hpp"

#include <array>
#include <optional>

namespace agon::prove {

/// A seal of `army`, wherever its enemies are: one set of cells for each of them, the queen's
/// first, without cells of the army. Precondition: has_seals() of rules that relocate captured
/// pieces; nothing is captured.
[[nodiscard]] std::optional<Seal> find_seal(Bitboard army, const std::array<Bitboard, 7>& enemies);

} // namespace agon::prove

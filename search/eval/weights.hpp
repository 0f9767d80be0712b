// What the terms of the evaluation weigh, rule set by rule set.
#pragma once

#include "engine/cell.hpp"
#include "engine/rules.hpp"
#include "engine/side.hpp"
#include "search/score/score.hpp"

#include <array>
#include <span>
#include <string_view>

namespace agon::search {

/// The evaluation is linear in these. Score units; by ring: from the throne outward; by guards:
/// from none to all six. search/README.md, "Weights", says how they were made.
struct Weights {
    using ByRing = std::array<Score, RING_COUNT>;
    using ByGuards = std::array<Score, GUARDS_A_SIDE + 1>;

    ByRing guard_on_ring; ///< against one on ring 5, which is 0 like the throne
    Score guard_in_play;  ///< wherever it stands; where none is ever removed it says nothing
    ByRing queen_on_ring; ///< against ring 5, which is 0
    ByGuards throne_held; ///< by the own guards around the queen on the throne, and those removed
    ByGuards throne_blocked; ///< by the enemies around her, who never step back; none is 0
    Score guard_ready;       ///< a guard one step from her ring
    ByGuards throne_empty;   ///< by the own guards around a throne without a queen
    Score captured_guard;    ///< each own one that waits to be settled
    Score captured_queen;
    Score threat;         ///< a cell on which the next step could capture
    Score threat_to_ring; ///< for each ring that the furthest victim would lose
    Score queen_step;     ///< a cell that the queen may step to
    Score to_act;         ///< being the chooser

    friend bool operator==(const Weights&, const Weights&) = default;
};

/// The weights of the nearest rule set that has its own, by the rules' fields, so that rules of a
/// file have some too. The reference lives as long as the program.
[[nodiscard]] const Weights& weights_for(const RuleSet& rules);

/// A member of Weights, for whoever goes through all of them.
struct WeightField {
    std::string_view name;
    std::span<Score> (*of)(Weights&); ///< a view of its weights
    std::size_t first_free;           ///< index in of(); the weights but these are fixed at 0
    std::size_t free_count;
};

inline constexpr std::size_t WEIGHT_FIELD_COUNT = 13;

/// In the order of the members.
[[nodiscard]] const std::array<WeightField, WEIGHT_FIELD_COUNT>& weight_fields();

} // namespace agon::search

// The weights of the evaluation, by family of rules.
#pragma once

#include "engine/cell.hpp"
#include "engine/rules.hpp"
#include "engine/side.hpp"
#include "search/score/score.hpp"

#include <array>
#include <span>
#include <string_view>

namespace agon::search {

/// The evaluation is linear in these, in score units. By ring: from the throne outward. By guards:
/// from none to all six. How they were made: search/README.md, "Weights".
struct Weights {
    using ByRing = std::array<Score, RING_COUNT>;
    using ByGuards = std::array<Score, GUARDS_A_SIDE + 1>;

    ByRing guard_on_ring;    ///< relative to ring 5, which is 0; 0 for the throne
    Score guard_in_play;     ///< on any ring; used where guards are removed
    ByRing queen_on_ring;    ///< relative to ring 5, which is 0
    ByGuards throne_held;    ///< by own guards around the queen on the throne, and those removed
    ByGuards throne_blocked; ///< by enemies around her, who never step back; 0 for none
    Score guard_ready;       ///< a guard one step from the ring around her
    ByGuards throne_empty;   ///< by own guards around a throne without a queen
    Score captured_guard;    ///< each own captured guard
    Score captured_queen;    ///< the own queen is captured
    Score threat;            ///< each cell on which a step would capture
    Score threat_to_ring;    ///< for each ring that the best victim would lose
    Score queen_step;        ///< each cell that the queen may step to
    Score to_act;            ///< being the chooser

    friend bool operator==(const Weights&, const Weights&) = default;
};

/// Chosen by the rules' fields, so that rules from a file get the weights of the most similar
/// preset. The reference is to static storage.
[[nodiscard]] const Weights& weights_for(const RuleSet& rules);

/// A member of Weights, for code that goes through all of them.
struct WeightField {
    std::string_view name;
    std::span<Score> (*of)(Weights&); ///< a view of its weights
    std::size_t first_free; ///< index in of(); weights outside of the free range are fixed at 0
    std::size_t free_count;
};

inline constexpr std::size_t WEIGHT_FIELD_COUNT = 13;

/// In the order of the members.
[[nodiscard]] const std::array<WeightField, WEIGHT_FIELD_COUNT>& weight_fields();

} // namespace agon::search

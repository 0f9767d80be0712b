#include "search/time_manager.hpp"

#include "engine/game/zobrist.hpp"
#include "search/limits.hpp"
#include "search/tunables.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <iterator>

namespace agon::search {
namespace {

/// Over how many actions to spread the clock. A game can last for hundreds, and without an
/// increment the clock must last too. With an increment of 1 % of the clock, which is enough for
/// late actions, early ones get more.
int actions_to_plan(std::chrono::microseconds clock, std::chrono::microseconds increment) {
    using namespace tunables;
    if (increment * 100 >= clock) return MOVES_TO_GO_WITH_INCREMENT;
    const auto fewer =
        (MOVES_TO_GO_WITHOUT - MOVES_TO_GO_WITH_INCREMENT) * (increment * 100).count();
    return static_cast<int>(MOVES_TO_GO_WITHOUT - fewer / clock.count());
}

} // namespace

std::optional<TimeBudget> time_budget(const Limits& limits, Side chooser, Milliseconds overhead) {
    using namespace tunables;
    using Microseconds = std::chrono::microseconds;
    std::optional<TimeBudget> budget;
    if (limits.time[0] || limits.time[1]) {
        const Milliseconds left = limits.time[chooser].value_or(Milliseconds(0));
        const Microseconds usable = std::max(left - overhead, Milliseconds(0));
        const Microseconds increment = std::max(limits.increment[chooser], Milliseconds(0));
        const int planned = actions_to_plan(usable, increment);
        const int actions = std::clamp(limits.moves_to_go.value_or(planned), 1, planned);
        // An iteration takes a few times as long as all before it: the last one begins early in the
        // share, and the hard limit leaves room to finish it.
        const Microseconds share = usable / actions + increment * TIME_INCREMENT / 100;
        const Microseconds most = actions == 1 ? usable : usable / TIME_LEAST_ACTIONS;
        const Microseconds hard = std::min(share * TIME_HARD / 100, most);
        budget = TimeBudget{std::min(share * TIME_SOFT / 100, hard), hard};
    }
    if (limits.move_time) {
        const Microseconds whole = std::max(*limits.move_time, Milliseconds(0));
        const Microseconds time = std::max<Microseconds>(whole - overhead, whole / 2);
        if (!budget) return TimeBudget{time, time};
        budget->soft = std::min(budget->soft, time);
        budget->hard = std::min(budget->hard, time);
    }
    return budget;
}

double stretch(const Confidence& confidence) {
    using namespace tunables;
    if (confidence.only) return 0;
    // Before a search ends, the best action usually took half of the nodes, and has long been best.
    const double in_others = 1 - 2 * confidence.share;
    const double changed = 1 - 2.0 * std::min(confidence.stable, 6) / 6;
    return std::max(0.0, 1 + (TIME_SHARE * in_others + TIME_STABLE * changed) / 100);
}

Watcher::Watcher(const Clock& clock, const Control& control, const Limits& limits,
                 const Options& options, Side chooser)
    : clock_(clock), control_(control),
      budget_(time_budget(limits, chooser, options.move_overhead)), node_limit_(limits.nodes),
      soft_node_limit_(limits.soft_nodes), fixed_time_(limits.move_time), pondering_(limits.ponder),
      start_(control.asked().value_or(clock.now())), budget_start_(start_) {
    if (options.elo) {
        const std::uint64_t nodes = nodes_for(*options.elo);
        node_limit_ = std::min(node_limit_.value_or(nodes), nodes);
    }
    if (options.level < HIGHEST_LEVEL)
        node_limit_ = std::min(node_limit_.value_or(UINT64_MAX), level(options.level).nodes);
}

std::chrono::microseconds Watcher::elapsed() const {
    return std::chrono::duration_cast<std::chrono::microseconds>(clock_.now() - start_);
}

bool Watcher::must_stop(std::uint64_t nodes) {
    if (pondering_ && control_.hit()) {
        pondering_ = false;
        budget_start_ = clock_.now();
    }
    return control_.stopped() || (node_limit_ && nodes >= *node_limit_) ||
           (budget_ && !pondering_ && clock_.now() - budget_start_ >= budget_->hard);
}

bool Watcher::is_last_iteration(std::uint64_t nodes, const Confidence& confidence) const {
    if (soft_node_limit_ && nodes >= *soft_node_limit_) return true;
    if (!budget_ || pondering_) return false;
    // A fixed time is used up; a clock is saved where the best action is clear.
    const double factor = fixed_time_ ? 1 : stretch(confidence);
    return clock_.now() - budget_start_ >= budget_->soft * factor;
}

// Limited strength, and levels (limits.hpp).

std::uint64_t nodes_for(int elo) {
    assert(elo >= MIN_ELO && elo <= MAX_ELO);
    const auto above = std::ranges::find_if(LADDER, [&](const Rung& r) { return r.elo >= elo; });
    if (above == LADDER.begin()) return above->nodes;
    const Rung& from = *std::prev(above);
    const double share = static_cast<double>(elo - from.elo) / (above->elo - from.elo);
    const double factor = static_cast<double>(above->nodes) / static_cast<double>(from.nodes);
    return static_cast<std::uint64_t>(
        std::llround(static_cast<double>(from.nodes) * std::pow(factor, share)));
}

std::optional<Move> action_by_chance(int number, std::uint64_t position_key, std::uint64_t seed,
                                     std::span<const Move> moves) {
    assert(!moves.empty());
    const std::uint64_t random = zobrist::splitmix64(position_key ^ zobrist::splitmix64(seed));
    if (random % 100 >= static_cast<std::uint64_t>(level(number).chance)) return std::nullopt;
    return moves[(random >> 32) % moves.size()];
}

} // namespace agon::search

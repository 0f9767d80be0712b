#include "tools/lab/prove/approach.hpp"

#include "engine/game/flanks.hpp"
#include "engine/game/symmetry.hpp"
#include "tools/lab/prove/by_cell.hpp"
#include "tools/lab/prove/lines.hpp"
#include "tools/lab/prove/planned_seal.hpp"

#include <algorithm>
#include <bit>
#include <numeric>
#include <utility>

namespace agon::prove {

const std::vector<Garrison>& garrisons() {
    static const auto all = [] {
        std::vector<Garrison> found;
        for (const Fortress& fortress : find_fortresses(7).endless) {
            Fort fort = fortress.fort;
            fortress.fort.closed.for_each([&](Cell cell) {
                const Fort open{fort.pieces, fort.closed - Bitboard(cell)};
                if (holds(open) && endless_step(open)) fort = open;
            });
            for (const CellMap& map : SYMMETRIES) {
                const Bitboard pieces = mapped(fort.pieces, map);
                if (std::ranges::find(found, pieces, &Garrison::pieces) == found.end())
                    found.push_back({pieces, mapped(fort.closed, map)});
            }
        }
        return found;
    }();
    return all;
}

bool in_fortress(const Position& p, Side side) {
    return (p.captured & p.pieces[side]).none() &&
           std::ranges::any_of(garrisons(), [&](const Garrison& garrison) {
               return garrison.pieces == p.pieces[side] &&
                      (garrison.closed & p.pieces[~side]).none();
           });
}

namespace {

constexpr int FAR = Approach().actions; ///< to a cell that a piece cannot reach
constexpr int MAX_EXTRA = 5;            ///< actions to a target beyond those to the nearest
constexpr int TRIES = 100;              ///< steps that the search for a plan tries
constexpr int LATE_TARGETS = 8; ///< targets towards which to look for seals, though too late

using Actions = ByCell<std::uint8_t>; ///< until a piece is on a cell

/// Steps from a cell to every other cell on an empty board.
const Actions& steps_from(Cell from, bool queen) {
    static const auto table = [] {
        std::array<ByCell<Actions>, 2> steps;
        for (const bool is_queen : {false, true})
            BOARD.for_each([&](Cell start) {
                Actions& count = steps[is_queen][at(start)];
                count.fill(FAR);
                Bitboard seen = is_queen ? Bitboard() : THRONE, now(start);
                for (std::uint8_t n = 0; now.any(); ++n) {
                    Bitboard next;
                    now.for_each([&](Cell cell) {
                        count[at(cell)] = n;
                        next |= STEPS[cell];
                    });
                    seen |= now;
                    now = next - seen;
                }
            });
        return steps;
    }();
    return table[queen][at(from)];
}

/// Actions to relocate a captured piece and step to a cell: a lower bound.
int relocated(const RuleSet& rules, bool queen, Cell to) {
    if (queen) return 1;
    if (to == THRONE_CELL) return FAR;
    return rules.guard_target == GuardTarget::OuterRing ? 6 - to.ring() : 1;
}

Pieces pieces_of(Bitboard pieces, Cell queen) {
    Pieces all;
    all.fill(queen);
    auto next = all.begin();
    (pieces - Bitboard(queen)).for_each([&](Cell cell) {
        if (++next != all.end()) *next = cell;
    });
    return all;
}

/// How soon enemies can be on a cell, as if each were the only piece on the board and could pass.
class Enemies {
public:
    explicit Enemies(const Pieces& pieces) {
        soonest_.fill(FAR);
        for (std::size_t i = 0; i < pieces.size(); ++i) {
            own_[i] = steps_from(pieces[i], i == 0);
            BOARD.for_each([&](Cell to) { lower(soonest_[at(to)], own_[i][at(to)]); });
        }
    }

    /// Actions until one of them can be there.
    [[nodiscard]] int soonest(Cell cell) const { return soonest_[at(cell)]; }

    /// Whether two of them can be on both cells after `time` actions.
    [[nodiscard]] bool both(Cell a, Cell b, int time) const {
        if (soonest(a) > time || soonest(b) > time) return false;
        for (std::size_t i = 0; i < own_.size(); ++i)
            for (std::size_t j = 0; j < own_.size(); ++j)
                if (i != j && own_[i][at(a)] + own_[j][at(b)] <= time) return true;
        return false;
    }

    /// Where each of them can be after `time` actions, the queen first.
    [[nodiscard]] std::array<Bitboard, 7> within(int time) const {
        std::array<Bitboard, 7> cells;
        for (std::size_t i = 0; i < own_.size(); ++i)
            BOARD.for_each([&](Cell cell) {
                if (own_[i][at(cell)] <= time) cells[i] |= Bitboard(cell);
            });
        return cells;
    }

    /// The next action may relocate any enemy that can be on the cell after `time` actions.
    void relocate(const RuleSet& rules, Cell cell, int time) {
        for (std::size_t i = 0; i < own_.size(); ++i) {
            const int came = own_[i][at(cell)];
            if (came > time) continue;
            BOARD.for_each([&](Cell to) {
                lower(own_[i][at(to)], came + relocated(rules, i == 0, to));
                lower(soonest_[at(to)], time + relocated(rules, i == 0, to));
            });
        }
    }

private:
    static void lower(std::uint8_t& value, int other) {
        if (other < value) value = static_cast<std::uint8_t>(other);
    }
    std::array<Actions, 7> own_; ///< of the piece itself
    Actions soonest_;            ///< of all pieces together
};

/// Part of a plan has been played. Enemies count as being on every cell they could have reached.
struct Stage {
    const RuleSet& rules;
    Pieces pieces;
    Bitboard army;
    Bitboard closed; ///< between two pieces of the army, and no enemy is there
    Enemies enemies;
    Bitboard leaving = {}; ///< an enemy on one of them may be captured and must be relocated
    int time = 0;          ///< actions of the enemies

    [[nodiscard]] bool is_free(Cell cell) const {
        return closed.contains(cell) || enemies.soonest(cell) > time;
    }
    /// Whether the cell can be between two enemies.
    [[nodiscard]] bool flanked(Cell cell) const {
        const Bitboard kept = army | closed;
        return std::ranges::any_of(lines_through(cell), [&](const Line& line) {
            return !kept.contains(line.near) && !kept.contains(line.far) &&
                   enemies.both(line.near, line.far, time);
        });
    }
    /// Whether the army loses no piece, whatever the enemies do.
    bool outlasts_action() {
        ++time;
        closed |= leaving & (between_on_lines(army) - army);
        if (leaving.any() && rules.relocation_between == RelocationBetween::Safe)
            closed.for_each([&](Cell cell) { // a relocated enemy may be there
                if (enemies.soonest(cell) <= time) closed -= Bitboard(cell);
            });
        leaving = {};
        return std::ranges::none_of(pieces, [&](Cell cell) { return flanked(cell); });
    }
    /// Whether the step is legal, whatever the enemies did, and captures at most one of them.
    bool steps(std::size_t piece, Cell to) {
        if (army.contains(to) || !is_free(to) || flanked(to)) return false;
        const Cell from = std::exchange(pieces[piece], to);
        army = (army - Bitboard(from)) | Bitboard(to);
        Bitboard next, met;
        (between_on_lines(army) - army).for_each([&](Cell cell) {
            if (cell == from || is_free(cell)) next |= Bitboard(cell);
        });
        closed = next;
        leaving = between_on_lines(to, army) - army - closed;
        bool several = false;
        leaving.for_each([&](Cell cell) {
            met.for_each([&](Cell other) { several |= enemies.both(cell, other, time); });
            met |= Bitboard(cell);
        });
        leaving.for_each([&](Cell cell) { enemies.relocate(rules, cell, time); });
        return !several;
    }
    /// After the step, and the relocation that it may force.
    [[nodiscard]] std::optional<Seal> seal() const {
        Stage end = *this;
        if (leaving.any() && !end.outlasts_action()) return std::nullopt;
        if (army.covers(RINGS[1])) return std::nullopt;
        std::array<Bitboard, 7> met = end.enemies.within(end.time);
        for (Bitboard& cells : met) cells -= end.army | end.closed;
        return find_seal(end.army, met);
    }
};

/// Tries the steps to a target in different orders and ways: first to the cell that an enemy can
/// reach soonest.
class PlanSearch {
public:
    PlanSearch(const Target& target, const Stage& start) : target_(target) {
        std::iota(order_.begin(), order_.end(), std::size_t{0});
        std::ranges::stable_sort(order_, {}, [&](std::size_t piece) {
            const Cell to = target.to[piece];
            return start.closed.contains(to) ? FAR : start.enemies.soonest(to);
        });
    }
    bool finds(const Stage& stage, int left) {
        if (left == 0) {
            if (!has_fortresses(stage.rules)) return false;
            Stage end = stage;
            return (end.leaving.none() || end.outlasts_action()) &&
                   end.closed.covers(target_.garrison->closed);
        }
        for (const std::size_t piece : order_) {
            const Cell from = stage.pieces[piece], goal = target_.to[piece];
            Bitboard ways = STEPS[from];
            for (; from != goal && ways.any(); ways -= Bitboard(ways.first())) {
                const Cell to = ways.first();
                const bool nearer =
                    steps_from(to, piece == 0)[at(goal)] < steps_from(from, piece == 0)[at(goal)];
                if (!nearer) continue;
                if (--tries_ < 0) return false;
                Stage next = stage;
                if (!next.steps(piece, to)) continue;
                plan.push_back({from, to});
                seal = next.seal();
                if (seal || ((left == 1 || next.outlasts_action()) && finds(next, left - 1)))
                    return true;
                plan.pop_back();
            }
        }
        return false;
    }
    std::vector<FortStep> plan;
    std::optional<Seal> seal; ///< that the plan leads into

private:
    const Target& target_;
    std::array<std::size_t, 7> order_{};
    int tries_ = TRIES;
};

/// At least this number of actions is needed to fill a garrison: each cell from the nearest piece,
/// or each piece to the nearest cell.
int least_actions(const Garrison& garrison, const std::array<Actions, 7>& actions) {
    std::array<int, 7> nearest{};
    nearest.fill(FAR);
    int by_cell = 0;
    garrison.pieces.for_each([&](Cell cell) {
        int soonest = FAR;
        for (std::size_t i = 0; i < 7; ++i) {
            const int count = actions[i][at(cell)];
            soonest = std::min(soonest, count);
            nearest[i] = std::min(nearest[i], count);
        }
        by_cell += soonest;
    });
    return std::max(by_cell, std::accumulate(nearest.begin(), nearest.end(), 0));
}

/// Where each piece goes, so that together they need the fewest actions.
Target assigned(const Garrison& garrison, const std::array<Actions, 7>& actions) {
    const Pieces cells = pieces_of(garrison.pieces, garrison.pieces.first());
    // By set of n cells: the actions of the first n pieces to fill it, and the last one's cell.
    std::array<int, 128> fewest{};
    std::array<std::size_t, 128> last{};
    for (unsigned set = 1; set < 128; ++set) {
        const Actions& own = actions[static_cast<std::size_t>(std::popcount(set)) - 1];
        fewest[set] = 8 * FAR;
        for (std::size_t c = 0; c < 7; ++c) {
            if ((set >> c & 1) == 0) continue;
            const int count = fewest[set ^ 1U << c] + own[at(cells[c])];
            if (count < fewest[set]) fewest[set] = count, last[set] = c;
        }
    }
    Target target{&garrison, {}, fewest[127]};
    for (unsigned set = 127; set != 0; set ^= 1U << last[set])
        target.to[static_cast<std::size_t>(std::popcount(set)) - 1] = cells[last[set]];
    return target;
}

} // namespace

int steps_between(Cell from, Cell to, bool is_queen) { return steps_from(from, is_queen)[at(to)]; }

const std::vector<Target>& Approaches::targets(const Pieces& pieces, Bitboard captured) {
    if (targets_.size() >= MAX_ARMIES) targets_.clear();
    const auto [entry, is_new] =
        targets_.try_emplace(std::tuple(pieces, captured.low(), captured.high()));
    std::vector<Target>& found = entry->second;
    if (!is_new) return found;
    std::array<Actions, 7> actions;
    for (std::size_t i = 0; i < 7; ++i) {
        actions[i] = steps_from(pieces[i], i == 0);
        if (captured.contains(pieces[i]))
            BOARD.for_each([&](Cell to) {
                actions[i][at(to)] = static_cast<std::uint8_t>(relocated(rules_, i == 0, to));
            });
    }
    std::vector<std::pair<int, const Garrison*>> bounds;
    for (const Garrison& garrison : garrisons())
        bounds.emplace_back(least_actions(garrison, actions), &garrison);
    std::ranges::sort(bounds);
    int most = FAR - 1;
    for (const auto& [least, garrison] : bounds) {
        if (least > most) break;
        const Target target = assigned(*garrison, actions);
        most = std::min(most, target.actions + MAX_EXTRA);
        found.push_back(target);
    }
    std::erase_if(found, [&](const Target& target) { return target.actions > most; });
    std::ranges::sort(
        found, {}, [](const Target& target) { return std::pair(target.actions, target.garrison); });
    found.shrink_to_fit();
    return found;
}

Approach Approaches::find(const Position& p, Side side, int most) {
    const Pieces pieces = pieces_of(p.pieces[side], p.queens[side]);
    const Bitboard closed = between_on_lines(p.pieces[side]) - p.occupied();
    Stage start{rules_, pieces, p.pieces[side], closed,
                Enemies(pieces_of(p.pieces[~side], p.queens[~side]))};
    const int waits = p.turn == side ? 0 : 1;
    const bool calm = (waits == 0 || start.outlasts_action()) && p.captured.none();
    int until_full = 0; // actions until the enemy can have all of ring 1
    p.guards(~side).for_each([&](Cell cell) { until_full += std::max(cell.ring() - 1, 0); });
    Approach approach;
    int late_targets = LATE_TARGETS;
    for (const Target& target : targets(pieces, p.captured & p.pieces[side])) {
        if (target.actions > most) break;
        approach.actions = std::min(approach.actions, target.actions);
        std::array<std::pair<int, int>, 7> work; // until when, and how many actions
        for (std::size_t i = 0; i < 7; ++i) {
            const Cell to = target.to[i];
            work[i] = {closed.contains(to) ? FAR : start.enemies.soonest(to) - waits,
                       p.captured.contains(pieces[i]) ? relocated(rules_, i == 0, to)
                                                      : steps_from(pieces[i], i == 0)[at(to)]};
        }
        std::ranges::sort(work);
        int late = 0, done = 0;
        for (const auto& [until, actions] : work) {
            done += actions;
            if (actions > 0) late = std::max(late, done - until);
        }
        PlanSearch search(target, start);
        if (calm && until_full > target.actions + 1 && (late == 0 || --late_targets >= 0) &&
            search.finds(start, target.actions))
            return {static_cast<int>(search.plan.size()), 0, search.plan, search.seal};
        approach.lack =
            std::min(approach.lack, std::max(late, 1) + target.actions - approach.actions);
    }
    return approach;
}

} // namespace agon::prove

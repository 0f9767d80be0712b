#include "tools/lab/prove/approach.hpp"

#include "engine/game/flanks.hpp"
#include "engine/game/symmetry.hpp"
#include "tools/lab/prove/by_cell.hpp"
#include "tools/lab/prove/lines.hpp"
#include "tools/lab/prove/planned_seal.hpp"
#include "tools/lab/prove/reach.hpp"

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

/// About how soon an enemy is on each cell: by the steps of each on an empty board.
Actions soonest_of(const Pieces& enemies, Bitboard closed) {
    Actions soonest;
    soonest.fill(FAR);
    for (std::size_t i = 0; i < enemies.size(); ++i)
        (BOARD - closed).for_each([&](Cell to) {
            soonest[at(to)] = std::min(soonest[at(to)], steps_from(enemies[i], i == 0)[at(to)]);
        });
    return soonest;
}

/// Where enemies may be, as if they did not block each other: each is on every cell to which it can
/// have come meanwhile, and an enemy's action is a step of any one of them.
class Enemies {
public:
    static constexpr int MAX_ACTIONS = 31; ///< no plan gives them more

    explicit Enemies(const Pieces& pieces) {
        for (std::size_t i = 0; i < pieces.size(); ++i) {
            within_[i].fill(Bitboard(pieces[i]));
            anywhere_ |= Bitboard(pieces[i]);
        }
    }

    [[nodiscard]] int actions() const { return actions_; }

    /// An action of theirs: a step, but not to one of these cells. Precondition: fewer than
    /// MAX_ACTIONS.
    void act(Bitboard shut) {
        ++actions_;
        for (std::size_t i = 0; i < within_.size(); ++i) {
            auto& within = within_[i];
            for (std::size_t n = static_cast<std::size_t>(actions_); n > 0; --n) {
                const Bitboard from = within[n - 1];
                within[n] |= from | ((i == 0 ? queen_step(from) : guard_step(from)) - shut);
            }
            anywhere_ |= within[static_cast<std::size_t>(actions_)];
        }
    }

    /// The action that came last may have relocated one that was on any of `from` before it.
    void relocate(Bitboard from, Bitboard guard_targets, Bitboard queen_targets) {
        for (std::size_t i = 0; i < within_.size(); ++i) {
            const Bitboard targets = i == 0 ? queen_targets : guard_targets;
            bool met = false;
            for (Bitboard& cells : within_[i]) {
                const bool here = (cells & from).any();
                cells -= from;
                if (met) cells |= targets; // by one action more than it took to come there
                met |= here;
            }
        }
        anywhere_ = {};
        for (const Bitboard cells : now()) anywhere_ |= cells;
    }

    [[nodiscard]] bool may_be_on(Cell cell) const { return anywhere_.contains(cell); }
    [[nodiscard]] Bitboard anywhere() const { return anywhere_; }

    /// Whether two of them may be on both cells now.
    [[nodiscard]] bool both(Cell a, Cell b) const {
        if (!may_be_on(a) || !may_be_on(b)) return false;
        for (std::size_t i = 0; i < within_.size(); ++i) {
            const int to_a = steps_to(i, Bitboard(a));
            for (std::size_t j = 0; to_a <= actions_ && j < within_.size(); ++j)
                if (i != j && within_[j][static_cast<std::size_t>(actions_ - to_a)].contains(b))
                    return true;
        }
        return false;
    }

    /// Whether they may have won.
    [[nodiscard]] bool may_win() const {
        int least = steps_to(0, THRONE);
        for (std::size_t i = 1; i < within_.size() && least <= actions_; ++i)
            least += steps_to(i, RINGS[1]);
        return least <= actions_;
    }

    /// Where each of them may be, the queen first.
    [[nodiscard]] std::array<Bitboard, 7> now() const {
        std::array<Bitboard, 7> cells;
        for (std::size_t i = 0; i < within_.size(); ++i)
            cells[i] = within_[i][static_cast<std::size_t>(actions_)];
        return cells;
    }

private:
    [[nodiscard]] int steps_to(std::size_t piece, Bitboard cells) const {
        int n = 0;
        while (n <= actions_ && !(within_[piece][static_cast<std::size_t>(n)] & cells).any()) ++n;
        return n;
    }
    /// By piece, the queen first, and by n: where it may be after n of its steps or fewer.
    std::array<std::array<Bitboard, MAX_ACTIONS + 1>, 7> within_;
    Bitboard anywhere_;
    int actions_ = 0; ///< actions of theirs
};

/// Part of a plan has been played.
struct Stage {
    const RuleSet& rules;
    Pieces pieces;
    Bitboard army;
    Enemies enemies;
    Bitboard leaving = {}; ///< an enemy on one of them may be captured and must be relocated

    /// Cells where no enemy is and none can step.
    [[nodiscard]] Bitboard closed() const {
        return between_on_lines(army) - army - enemies.anywhere();
    }
    /// Whether the cell can be between two enemies.
    [[nodiscard]] bool flanked(Cell cell) const {
        return std::ranges::any_of(lines_through(cell), [&](const Line& line) {
            return enemies.both(line.near, line.far);
        });
    }
    /// Whether the army loses no piece, and the side not the game, whatever the enemies do.
    bool outlasts_action() {
        if (enemies.actions() == Enemies::MAX_ACTIONS) return false;
        const Bitboard shut = shut_by(army);
        enemies.act(shut);
        if (leaving.any()) {
            const Bitboard open =
                BOARD - (rules.relocation_between == RelocationBetween::Safe ? army : shut);
            enemies.relocate(
                leaving,
                open & (rules.guard_target == GuardTarget::OuterRing ? RINGS[5] : BOARD - THRONE),
                open);
        }
        leaving = {};
        return !enemies.may_win() &&
               std::ranges::none_of(pieces, [&](Cell cell) { return flanked(cell); });
    }
    /// Whether the step is legal, whatever the enemies did, and captures at most one of them.
    bool steps(std::size_t piece, Cell to) {
        if (army.contains(to) || enemies.may_be_on(to) || flanked(to)) return false;
        const Cell from = std::exchange(pieces[piece], to);
        army = (army - Bitboard(from)) | Bitboard(to);
        leaving = between_on_lines(to, army) & enemies.anywhere();
        bool several = false;
        Bitboard met;
        leaving.for_each([&](Cell cell) {
            met.for_each([&](Cell other) { several |= enemies.both(cell, other); });
            met |= Bitboard(cell);
        });
        return !several;
    }
    /// After the step, and the relocation that it may force.
    [[nodiscard]] std::optional<Seal> seal() const {
        Stage end = *this;
        if (leaving.any() && !end.outlasts_action()) return std::nullopt;
        if (army.covers(RINGS[1])) return std::nullopt;
        return find_seal(end.army, end.enemies.now());
    }
};

/// Tries the steps to a target in different orders and ways: first to the cell that an enemy can
/// reach soonest.
class PlanSearch {
public:
    /// `soonest`: an enemy on a cell.
    PlanSearch(const Target& target, const Actions& soonest) : target_(target) {
        std::iota(order_.begin(), order_.end(), std::size_t{0});
        std::ranges::stable_sort(order_, {},
                                 [&](std::size_t piece) { return soonest[at(target.to[piece])]; });
    }
    bool finds(const Stage& stage, int left) {
        if (left == 0) {
            if (!has_fortresses(stage.rules)) return false;
            Stage end = stage;
            return (end.leaving.none() || end.outlasts_action()) &&
                   end.closed().covers(target_.garrison->closed);
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
    const Pieces enemies = pieces_of(p.pieces[~side], p.queens[~side]);
    Stage start{rules_, pieces, p.pieces[side], Enemies(enemies)};
    const int waits = p.turn == side ? 0 : 1;
    const bool calm = (waits == 0 || start.outlasts_action()) && p.captured.none();
    const Actions soonest = soonest_of(enemies, closed);
    Approach approach;
    int late_targets = LATE_TARGETS;
    for (const Target& target : targets(pieces, p.captured & p.pieces[side])) {
        if (target.actions > most) break;
        approach.actions = std::min(approach.actions, target.actions);
        std::array<std::pair<int, int>, 7> work; // until when, and how many actions
        for (std::size_t i = 0; i < 7; ++i) {
            const Cell to = target.to[i];
            work[i] = {soonest[at(to)] - waits, p.captured.contains(pieces[i])
                                                    ? relocated(rules_, i == 0, to)
                                                    : steps_from(pieces[i], i == 0)[at(to)]};
        }
        std::ranges::sort(work);
        int late = 0, done = 0;
        for (const auto& [until, actions] : work) {
            done += actions;
            if (actions > 0) late = std::max(late, done - until);
        }
        PlanSearch search(target, soonest);
        if (calm && (late == 0 || --late_targets >= 0) && search.finds(start, target.actions))
            return {static_cast<int>(search.plan.size()), 0, search.plan, search.seal};
        approach.lack =
            std::min(approach.lack, std::max(late, 1) + target.actions - approach.actions);
    }
    return approach;
}

} // namespace agon::prove

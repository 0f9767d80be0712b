#include "tools/prove/fortress.hpp"

#include "engine/board/geometry.hpp"
#include "engine/game/legal.hpp"
#include "engine/game/symmetry.hpp"
#include "engine/record/notation.hpp"

#include <spdlog/fmt/fmt.h>

#include <algorithm>
#include <bit>
#include <map>
#include <numeric>
#include <set>
#include <utility>

namespace agon::prove {
namespace {

using Cells = std::vector<int>; ///< indices in order: a set that can be compared

constexpr Bitboard MIDDLE = RINGS[1] | THRONE;

struct Line {
    Cell near, far; ///< two opposite neighbours of a cell
};

template<class Value>
using ByCell = std::array<Value, Cell::NONE + 1>; ///< by Cell::index()

std::size_t at(Cell cell) { return static_cast<std::size_t>(cell.index()); }

const std::vector<Line>& lines_through(Cell cell) {
    static const auto table = [] {
        ByCell<std::vector<Line>> lines;
        BOARD.for_each([&](Cell c) {
            for (std::size_t d = 0; d < DIRECTION_COUNT; d += 2) {
                const auto near = detail::step(c, d), far = detail::step(c, d + 1);
                if (near && far) lines[at(c)].push_back({*near, *far});
            }
        });
        return lines;
    }();
    return table[at(cell)];
}

/// A line through a piece on which the enemy may stand at both ends.
std::optional<Line> open_line(const Fort& fort) {
    const Bitboard kept = fort.pieces | fort.closed;
    std::optional<Line> open;
    fort.pieces.for_each([&](Cell piece) {
        if (open) return;
        for (const Line& line : lines_through(piece))
            if (!kept.contains(line.near) && !kept.contains(line.far)) open = line;
    });
    return open;
}

Fort fort_of(Bitboard pieces) { return {pieces, between_on_lines(pieces) - pieces}; }

Cells cells_of(Bitboard set) {
    Cells cells;
    set.for_each([&](Cell cell) { cells.push_back(cell.index()); });
    return cells;
}

Cells canonical(Bitboard set) {
    Cells least;
    for (const CellMap& map : SYMMETRIES) {
        Cells cells = cells_of(mapped(set, map));
        if (least.empty() || cells < least) least = std::move(cells);
    }
    return least;
}

/// Adds pieces where a line is open, in each way that closes it, until none is.
class Builder {
public:
    explicit Builder(int most) : most_(most) {
        BOARD.for_each([&](Cell cell) { build(Bitboard(cell)); });
    }
    std::map<Cells, Bitboard> whole; ///< with `most` pieces and no open line, by class

private:
    void build(Bitboard pieces) {
        if (pieces.count() > most_) return;
        const auto [name, is_new] = met_.insert(canonical(pieces));
        if (!is_new) return;
        const auto open = open_line(fort_of(pieces));
        if (!open && pieces.count() == most_) {
            whole.emplace(*name, pieces);
        } else if (!open) { // then all others
            (BOARD - pieces).for_each([&](Cell cell) { build(pieces | Bitboard(cell)); });
        } else {
            for (const Cell end : {open->near, open->far}) {
                build(pieces | Bitboard(end));
                for (const Line& line : lines_through(end)) // which closes it to the enemy
                    build(pieces | Bitboard(line.near) | Bitboard(line.far));
            }
        }
    }

    int most_;
    std::set<Cells> met_;
};

using Key = std::pair<Cells, Cells>;
Key key_of(const Fort& fort) { return {cells_of(fort.pieces), cells_of(fort.closed)}; }

struct Way {
    FortStep step;
    Key to;
};

} // namespace

// What is left of all forts that can be reached and hold when those without a step to another that
// is left are taken away.
std::optional<FortStep> endless_step(const Fort& first) {
    std::map<Key, std::vector<Way>> steps{{key_of(first), {}}};
    std::vector<Fort> waiting{first};
    while (!waiting.empty()) {
        const Fort fort = waiting.back();
        waiting.pop_back();
        fort.pieces.for_each([&](Cell from) {
            (STEPS[from] & (fort.closed - THRONE)).for_each([&](Cell to) {
                const Fort next = stepped(fort, from, to);
                if (!holds(next)) return;
                steps[key_of(fort)].push_back({{from, to}, key_of(next)});
                if (steps.try_emplace(key_of(next)).second) waiting.push_back(next);
            });
        });
    }
    std::size_t dead = 1;
    while (dead > 0) {
        dead = std::erase_if(steps, [](const auto& entry) { return entry.second.empty(); });
        for (auto& [_, ways] : steps)
            std::erase_if(ways, [&](const Way& way) { return !steps.contains(way.to); });
    }
    const auto left = steps.find(key_of(first));
    return left == steps.end() ? std::nullopt : std::optional(left->second.front().step);
}

Fortresses find_fortresses(int pieces) {
    Fortresses found;
    for (const auto& [_, set] : Builder(pieces).whole) {
        const Fort fort = fort_of(set);
        if ((set & MIDDLE).none()) continue; // the enemy can win beside it
        found.all.push_back(fort);
        if (const auto step = endless_step(fort))
            found.endless.push_back(
                {fort, *step, !(fort.pieces | fort.closed).contains(THRONE_CELL)});
    }
    return found;
}

Fort stepped(const Fort& fort, Cell from, Cell to) {
    const Fort next = fort_of((fort.pieces - Bitboard(from)) | Bitboard(to));
    return {next.pieces, next.closed & (fort.closed | Bitboard(from))};
}

bool holds(const Fort& fort) {
    return !open_line(fort) && ((fort.pieces | fort.closed) & MIDDLE).any();
}

std::string besieged(const Fortress& fortress) {
    const auto& [pieces, closed] = fortress.fort;
    Bitboard open = BOARD - pieces - closed;
    const auto take_innermost = [](Bitboard& cells) {
        const auto ring =
            std::ranges::find_if(RINGS, [&](Bitboard r) { return (cells & r).any(); });
        const Cell cell = (cells & *ring).first();
        cells -= Bitboard(cell);
        return cell;
    };
    Position position;
    Bitboard rest = pieces - Bitboard(fortress.step.from);
    position.pieces[Side::Black] = pieces;
    position.queens[Side::Black] = take_innermost(rest);
    position.queens[Side::White] = take_innermost(open);
    position.pieces[Side::White] = position.queen(Side::White);
    open -= THRONE;
    while (position.pieces[Side::White].count() < 7)
        position.pieces[Side::White] |= Bitboard(take_innermost(open));
    return to_text(position);
}

bool has_fortresses(const RuleSet& rules) {
    return rules.flank == Flank::Line && rules.between == Between::Illegal &&
           rules.relocation_between == RelocationBetween::Illegal &&
           rules.effect == Effect::Relocate && rules.repetition == Repetition::Draw;
}

std::string to_text(const Fortress& fortress) {
    const auto names = [](Bitboard cells) {
        std::string text;
        cells.for_each([&](Cell cell) { text += ' ' + cell.text(); });
        return text;
    };
    return fmt::format("pieces{}, step {}-{}, closed{}{}", names(fortress.fort.pieces),
                       fortress.step.from.text(), fortress.step.to.text(),
                       names(fortress.fort.closed), fortress.throne ? ", the throne is free" : "");
}

// How a side gets into a fortress.

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

constexpr int FAR = Approach().actions; ///< to where a piece never comes
constexpr int MOST_EXTRA = 5;           ///< actions to a target beyond those to the nearest
constexpr int TRIES = 100;              ///< steps that the search for a plan looks at

using Actions = ByCell<std::uint8_t>; ///< until a piece is on a cell

/// Steps from a cell to each other one on an empty board.
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

/// The relocation of a captured piece, and its steps to a cell: never too many for the enemy.
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

/// How soon enemies can be somewhere: each is alone on the board, and acts or passes.
class Enemies {
public:
    explicit Enemies(const Pieces& pieces) {
        soonest_.fill(FAR);
        for (std::size_t i = 0; i < pieces.size(); ++i) {
            own_[i] = steps_from(pieces[i], i == 0);
            BOARD.for_each([&](Cell to) { lower(soonest_[at(to)], own_[i][at(to)]); });
        }
    }

    /// The actions until one can be there.
    [[nodiscard]] int soonest(Cell cell) const { return soonest_[at(cell)]; }

    /// Whether two can be there after so many actions.
    [[nodiscard]] bool both(Cell a, Cell b, int time) const {
        if (soonest(a) > time || soonest(b) > time) return false;
        for (std::size_t i = 0; i < own_.size(); ++i)
            for (std::size_t j = 0; j < own_.size(); ++j)
                if (i != j && own_[i][at(a)] + own_[j][at(b)] <= time) return true;
        return false;
    }

    /// Whoever can be on a cell after so many actions may be relocated by the next one.
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

/// A part of a plan has been played, and the enemies may be wherever they can be.
struct Stage {
    const RuleSet& rules;
    Pieces pieces;
    Bitboard army;
    Bitboard closed; ///< between two pieces of the army, and no enemy is there
    Enemies enemies;
    Bitboard leaving = {}; ///< an enemy may be captured on one of them and has to be relocated
    int time = 0;          ///< actions of the enemies

    [[nodiscard]] bool is_free(Cell cell) const {
        return closed.contains(cell) || enemies.soonest(cell) > time;
    }
    /// Whether the cell may be between two enemies.
    [[nodiscard]] bool flanked(Cell cell) const {
        const Bitboard kept = army | closed;
        return std::ranges::any_of(lines_through(cell), [&](const Line& line) {
            return !kept.contains(line.near) && !kept.contains(line.far) &&
                   enemies.both(line.near, line.far, time);
        });
    }
    /// Whether nothing is captured, whatever the enemies do.
    bool outlasts_action() {
        ++time;
        closed |= leaving & (between_on_lines(army) - army);
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
};

/// Tries orders and ways of the steps to a target: first to the cell where an enemy can be first.
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
                if (!next.steps(piece, to) || (left > 1 && !next.outlasts_action())) continue;
                plan.push_back({from, to});
                if (finds(next, left - 1)) return true;
                plan.pop_back();
            }
        }
        return false;
    }
    std::vector<FortStep> plan;

private:
    const Target& target_;
    std::array<std::size_t, 7> order_{};
    int tries_ = TRIES;
};

/// Where each piece goes, so that together they need the fewest actions.
Target assigned(const Garrison& garrison, const std::array<Actions, 7>& actions) {
    const Pieces cells = pieces_of(garrison.pieces, garrison.pieces.first());
    // By set of cells: the actions of as many pieces into them, and where the last one goes.
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

const std::vector<Target>& Approaches::targets(const Pieces& pieces, Bitboard captured) {
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
    for (const Garrison& garrison : garrisons()) found.push_back(assigned(garrison, actions));
    std::ranges::stable_sort(found, {}, &Target::actions);
    const int most = std::min(found.front().actions + MOST_EXTRA, FAR - 1);
    std::erase_if(found, [&](const Target& target) { return target.actions > most; });
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
        if (late == 0 && calm && until_full > target.actions + 1 &&
            search.finds(start, target.actions))
            return {target.actions, 0, search.plan};
        approach.lack =
            std::min(approach.lack, std::max(late, 1) + target.actions - approach.actions);
    }
    return approach;
}

} // namespace agon::prove

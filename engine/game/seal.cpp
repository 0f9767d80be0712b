#include "engine/game/seal.hpp"

#include "engine/game/flanks.hpp"

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

namespace agon {
namespace {

constexpr std::size_t INNER = 1, OUTER = 5; ///< rings on which pieces step sideways

constexpr int size_of(std::size_t ring) { return 6 * static_cast<int>(ring); }

/// The cells of the rings in order around the throne. Cell k * ring of each ring is a corner, on
/// the same ray for each ring.
struct Circles {
    std::array<std::array<Cell, 31>, RING_COUNT> cells{};
    std::array<std::uint8_t, RHOMBUS> place{}; ///< by index of the cell
    /// first[ring][n]: the first n cells of a ring.
    std::array<std::array<Bitboard, 32>, RING_COUNT> first{};
};

constexpr Circles CIRCLES = [] {
    constexpr std::array<int, 6> FILE = {1, 1, 0, -1, -1, 0}, ROW = {0, 1, 1, 0, -1, -1};
    Circles circles;
    for (std::size_t ring = INNER; ring <= OUTER; ++ring) {
        std::size_t place = 0;
        for (std::size_t k = 0; k < 6; ++k) {
            int file = 5 + FILE[k] * static_cast<int>(ring);
            int row = 5 + ROW[k] * static_cast<int>(ring);
            for (std::size_t i = 0; i < ring; ++i, ++place) {
                const Cell cell = *Cell::at(file, row);
                circles.cells[ring][place] = cell;
                circles.place[static_cast<std::size_t>(cell.index())] =
                    static_cast<std::uint8_t>(place);
                circles.first[ring][place + 1] = circles.first[ring][place] | Bitboard(cell);
                file += FILE[(k + 2) % 6];
                row += ROW[(k + 2) % 6];
            }
        }
    }
    return circles;
}();

/// `count` cells of a ring from place `begin` on, which may be negative; at most the whole ring.
Bitboard arc(std::size_t ring, int begin, int count) {
    const int size = size_of(ring);
    if (count >= size) return RINGS[ring];
    if (begin < 0) begin += size;
    const int end = begin + count;
    const auto first = [ring](int n) { return CIRCLES.first[ring][static_cast<std::size_t>(n)]; };
    if (end <= size) return first(end) ^ first(begin);
    return (RINGS[ring] ^ first(begin)) | first(end - size);
}

/// Cells of a ring side by side that no blocked cell interrupts.
struct Run {
    Bitboard cells;
    Bitboard rim;   ///< the cells of the next ring outward from which a step leads here
    Bitboard reach; ///< where a guard comes from here, the cells themselves included
};

/// The runs of the rings 1 to 5 between blocked cells.
class Runs {
public:
    explicit Runs(Bitboard blocked) {
        for (std::size_t ring = INNER; ring <= OUTER; ++ring) {
            const std::size_t inner = ring > INNER ? begin_[ring - 1] : 0;
            begin_[ring] = size_;
            if (const Bitboard walls = blocked & RINGS[ring]; walls.any()) {
                std::uint64_t bits = 0;
                walls.for_each([&](Cell c) {
                    bits |= std::uint64_t{1} << CIRCLES.place[static_cast<std::size_t>(c.index())];
                });
                const int first = std::countr_zero(bits);
                for (int wall = first; bits != 0;) {
                    bits &= bits - 1;
                    const int next = bits != 0 ? std::countr_zero(bits) : first + size_of(ring);
                    if (next > wall + 1)
                        add(ring, (wall + 1) % size_of(ring), next - wall - 1, inner);
                    wall = next;
                }
            } else {
                add(ring, 0, size_of(ring), inner);
            }
        }
        begin_[OUTER + 1] = size_;
    }

    /// Where a guard on `cell` comes, which may stand on a blocked cell; `cell` included.
    [[nodiscard]] Bitboard reach(Cell cell) const {
        Bitboard reach(cell);
        const auto ring = static_cast<std::size_t>(cell.ring());
        if (ring == 0) return reach;
        const Bitboard near = STEPS[cell] | Bitboard(cell);
        for (std::size_t i = begin_[ring > INNER ? ring - 1 : ring]; i < begin_[ring + 1]; ++i)
            if ((runs_[i].cells & near).any()) reach |= runs_[i].reach;
        return reach;
    }

private:
    void add(std::size_t ring, int begin, int count, std::size_t inner) {
        Run& run = runs_[size_];
        run.cells = arc(ring, begin, count);
        run.reach = run.cells;
        for (std::size_t i = inner; ring > INNER && i < begin_[ring]; ++i)
            if ((runs_[i].rim & run.cells).any()) run.reach |= runs_[i].reach;
        if (ring < OUTER) { // a corner has three neighbours on the next ring, other cells two
            const auto outward = [r = static_cast<int>(ring)](int place) {
                return place / r * (r + 1) + place % r;
            };
            const int last = begin + count - 1;
            const int from = outward(begin) - (begin % static_cast<int>(ring) == 0 ? 1 : 0);
            run.rim = arc(ring + 1, from, outward(last) + 2 - from);
        }
        ++size_;
    }

    std::array<Run, 36> runs_; ///< at most 28 blocked cells: 7 pieces, and 21 pairs of them
    std::array<std::size_t, RING_COUNT + 1> begin_{};
    std::size_t size_ = 0;
};

/// The cells with one end of a line through them in `a` and the other in `b`.
Bitboard between_ends(Bitboard a, Bitboard b) {
    const auto line = [=]<int k>() {
        return (a.shifted<k>() & b.shifted<-k>()) | (a.shifted<-k>() & b.shifted<k>());
    };
    return (line.template operator()<1>() | line.template operator()<11>() |
            line.template operator()<12>()) &
           BOARD;
}

/// Where the enemies come if `blocked` stays closed to them. Stops at the first way to flank one of
/// `own`; then the other members are incomplete.
struct EnemyReach {
    Bitboard all;
    Bitboard flanked;  ///< cells on a line whose ends two different enemies reach
    bool wins = false; ///< whether the enemies might win

    EnemyReach(const RuleSet& rules, const Position& p, Side enemy, Bitboard blocked,
               Bitboard own) {
        const Runs runs(blocked);
        const Cell queen = p.queens[enemy];
        all = runs.reach(queen);
        if ((all & RINGS[1]).any()) all |= THRONE - blocked;
        Bitboard free = RINGS[1]; // where no guard comes
        bool all_inside = true;
        for (Bitboard rest = p.guards(enemy); rest.any() && !(flanked & own).any();) {
            const Cell cell = rest.first();
            rest -= Bitboard(cell);
            const Bitboard reach = runs.reach(cell);
            free -= reach;
            all_inside &= (reach & RINGS[1]).any();
            flanked |= between_ends(reach, all);
            all |= reach;
        }
        wins = all.contains(THRONE_CELL) && (rules.removes() ? all_inside : free.none());
    }
};

bool can_enter(Bitboard reached, Cell cell) {
    return ((RING_NEIGHBOURS[cell] | OUTWARD_NEIGHBOURS[cell]) & reached).any();
}

} // namespace

bool has_seals(const RuleSet& rules) {
    return rules.flank == Flank::Line && rules.between == Between::Illegal && !rules.bloody() &&
           rules.repetition == Repetition::Draw;
}

std::optional<Seal> find_seal(const RuleSet& rules, const Position& p, Side side) {
    if (!has_seals(rules) || p.captured.any() || p.placing()) return std::nullopt;
    const Side enemy = ~side;
    const Bitboard own = p.pieces[side];
    const Bitboard blocked_now = own | p.between[side];
    // The least that the enemies reach, whichever piece steps.
    const EnemyReach least(rules, p, enemy, blocked_now, own);
    if (least.wins || (least.flanked & own).any()) return std::nullopt;

    std::optional<Seal> seal;
    const auto holds = [&](Cell from, Cell to) {
        const Bitboard still = own - Bitboard(from);
        const Bitboard landings = between_on_lines(from, still) | between_on_lines(to, still);
        if ((landings & least.all).any()) return false;
        const Bitboard later = still | Bitboard(to);
        const Bitboard blocked = blocked_now & (later | between_on_lines(later));
        if (!blocked.contains(from) && can_enter(least.all, from)) return false;
        bool same = true; // whether they reach no more than the least
        (blocked_now - blocked).for_each([&](Cell c) { same &= !can_enter(least.all, c); });
        if (same) return !least.flanked.contains(to);
        const EnemyReach reach(rules, p, enemy, blocked, own | Bitboard(to));
        return !reach.wins && !(reach.flanked & (own | Bitboard(to))).any() &&
               !(reach.all & (landings | Bitboard(from) | Bitboard(to))).any();
    };
    own.for_each([&](Cell from) {
        if (seal) return;
        (RING_NEIGHBOURS[from] - own - least.all).for_each([&](Cell to) {
            if (!seal && holds(from, to)) seal = Seal{from, to};
        });
    });
    return seal;
}

} // namespace agon

#include "tools/lab/prove/planned_seal.hpp"

#include "tools/lab/prove/lines.hpp"
#include "tools/lab/prove/reach.hpp"

#include <algorithm>

namespace agon::prove {
namespace {

/// Where the enemies come by steps inward and sideways, but not onto blocked cells.
class Coming {
public:
    Coming(const std::array<Bitboard, 7>& enemies, Bitboard blocked) {
        for (std::size_t i = 0; i < enemies.size(); ++i) {
            reach_[i] = i == 0 ? queen_reach(enemies[i], blocked)
                               : guard_reach(enemies[i], BOARD - blocked);
            all_ |= reach_[i];
            if (i > 0) guards_ |= reach_[i];
        }
    }

    [[nodiscard]] Bitboard all() const { return all_; }
    [[nodiscard]] bool may_win() const {
        return reach_[0].contains(THRONE_CELL) && guards_.covers(RINGS[1]);
    }
    /// Whether two of them come to the ends of a line through one of these cells.
    [[nodiscard]] bool flanks(Bitboard cells) const {
        bool found = false;
        cells.for_each([&](Cell cell) {
            found = found || std::ranges::any_of(lines_through(cell), [&](const Line& line) {
                        return both(line.near, line.far);
                    });
        });
        return found;
    }

private:
    [[nodiscard]] bool both(Cell a, Cell b) const {
        if (!all_.contains(a) || !all_.contains(b)) return false;
        int to_a = 0, to_b = 0, to_either = 0;
        for (const Bitboard& reach : reach_) {
            to_a += reach.contains(a) ? 1 : 0;
            to_b += reach.contains(b) ? 1 : 0;
            to_either += reach.contains(a) || reach.contains(b) ? 1 : 0;
        }
        return to_a > 0 && to_b > 0 && to_either > 1;
    }
    std::array<Bitboard, 7> reach_;
    Bitboard all_, guards_;
};

} // namespace

std::optional<Seal> find_seal(Bitboard army, const std::array<Bitboard, 7>& enemies) {
    const Bitboard shut = shut_by(army);
    const Coming least(enemies, shut); // whichever piece steps
    if (least.may_win() || least.flanks(army)) return std::nullopt;
    std::optional<Seal> seal;
    const auto holds = [&](Cell from, Cell to) {
        const Bitboard still = army - Bitboard(from), later = still | Bitboard(to);
        const Bitboard landings = between_on_lines(from, still) | between_on_lines(to, still);
        if ((landings & least.all()).any()) return false;
        const Coming reach(enemies, shut & shut_by(later));
        return !reach.may_win() && !reach.flanks(army | Bitboard(to)) &&
               (reach.all() & (landings | Bitboard(from) | Bitboard(to))).none();
    };
    army.for_each([&](Cell from) {
        if (seal) return;
        (RING_NEIGHBOURS[from] - army - least.all()).for_each([&](Cell to) {
            if (!seal && holds(from, to)) seal = Seal{from, to};
        });
    });
    return seal;
}

} // namespace agon::prove

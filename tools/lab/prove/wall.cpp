#include "tools/lab/prove/wall.hpp"

#include "engine/game/symmetry.hpp"
#include "engine/notation/notation.hpp"
#include "tools/lab/prove/approach.hpp"
#include "tools/lab/prove/endless.hpp"
#include "tools/lab/prove/reach.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <utility>

namespace agon::prove {
namespace {

using Halves = std::pair<std::uint64_t, std::uint64_t>; ///< a set of cells that has an order
Halves halves_of(Bitboard cells) { return {cells.low(), cells.high()}; }

Halves least_image(Bitboard cells) {
    Halves least = halves_of(cells);
    for (const CellMap& map : SYMMETRIES) least = std::min(least, halves_of(mapped(cells, map)));
    return least;
}

bool withstands(Bitboard pieces, Bitboard reach) {
    return (between_on_lines(reach) & pieces).none() && (RINGS[1] - reach).any();
}

/// Chooses the pieces ring by ring from outside. What the enemies reach on a ring depends only on
/// the pieces on it, on those further out and on the next ring inward.
class WallSearch {
public:
    explicit WallSearch(int pieces) { fill(5, OUTER_RING, {}, pieces); }
    std::map<Halves, Bitboard> found; ///< by class

private:
    void fill(std::size_t ring, Bitboard rest, Bitboard pieces, int left) {
        if (left == 0) return finish(pieces);
        go_inward(ring, pieces, left);
        while (rest.any()) {
            const Bitboard piece(rest.first());
            rest -= piece;
            fill(ring, rest, pieces | piece, left - 1);
        }
    }
    void go_inward(std::size_t ring, Bitboard pieces, int left) {
        const bool outermost = pieces.any() && RINGS[ring].covers(pieces);
        if (ring == 0 || (outermost && halves_of(pieces) != least_image(pieces))) return;
        Bitboard known;
        for (std::size_t outer = ring + 1; outer < RING_COUNT; ++outer) known |= RINGS[outer];
        const Bitboard open = known - shut_by(pieces);
        if ((between_on_lines(guard_reach(open & OUTER_RING, open)) & pieces).any()) return;
        fill(ring - 1, RINGS[ring - 1], pieces, left);
    }
    void finish(Bitboard pieces) {
        if (pieces == (RINGS[1] | THRONE)) return; // the game is over
        const Bitboard shut = shut_by(pieces);
        if (withstands(pieces, queen_reach(OUTER_RING - shut, shut)))
            found.emplace(least_image(pieces), pieces);
    }
};

/// Actions of white from `standard`, if nothing is in the way.
int actions_to(Bitboard goal) {
    static const Position start = setup_position(RuleSet(), Setup::Standard);
    std::vector<Cell> cells;
    goal.for_each([&](Cell cell) { cells.push_back(cell); });
    std::vector<int> fewest(std::size_t{1} << cells.size(), NO_WAY); // by set of filled cells
    fewest[0] = 0;
    start.pieces[Side::White].for_each([&](Cell piece) {
        for (std::size_t set = fewest.size(); set-- > 0;) // each piece fills one cell, or none
            for (std::size_t c = 0; c < cells.size(); ++c)
                if ((set >> c & 1) != 0)
                    fewest[set] = std::min(
                        fewest[set],
                        fewest[set ^ std::size_t{1} << c] +
                            steps_between(piece, cells[c], piece == start.queens[Side::White]));
    });
    return fewest.back();
}

} // namespace

Wall stepped(const Wall& wall, FortStep step) {
    Wall next = wall;
    next.pieces = (wall.pieces - Bitboard(step.from)) | Bitboard(step.to);
    next.reach = queen_reach(wall.reach, shut_by(next.pieces));
    return next;
}

std::optional<FortStep> endless_step(const Wall& wall) {
    using State = std::pair<Halves, Halves>;
    const auto set_of = [](Halves halves) { return Bitboard(halves.first, halves.second); };
    return first_endless_step(State{halves_of(wall.pieces), halves_of(wall.reach)}, [&](State
                                                                                            state) {
        const Wall now{set_of(state.first), set_of(state.second)};
        std::vector<std::pair<FortStep, State>> steps;
        (now.pieces - THRONE).for_each([&](Cell from) {
            (STEPS[from] - now.pieces - now.reach - THRONE).for_each([&](Cell to) {
                const Bitboard still = now.pieces - Bitboard(from);
                const Wall next = stepped(now, {from, to});
                const bool captures = (between_on_lines(to, still) & now.reach).any();
                if (!captures && withstands(next.pieces, next.reach))
                    steps.push_back({{from, to}, {halves_of(next.pieces), halves_of(next.reach)}});
            });
        });
        return steps;
    });
}

std::vector<Wall> find_walls(int pieces) {
    std::vector<Wall> walls;
    for (const auto& [_, set] : WallSearch(pieces).found) {
        const Bitboard shut = shut_by(set);
        Wall wall{set, queen_reach(OUTER_RING - shut, shut)};
        wall.throne = !set.contains(THRONE_CELL) && withstands(set, wall.reach | THRONE);
        wall.step = endless_step(wall);
        wall.actions = NO_WAY;
        for (const CellMap& map : SYMMETRIES)
            wall.actions = std::min(wall.actions, actions_to(mapped(set, map)));
        walls.push_back(wall);
    }
    return walls;
}

std::string besieged(const Wall& wall) {
    const Bitboard army =
        wall.pieces.count() < 7 ? wall.pieces | Bitboard(*Cell::parse("a1")) : wall.pieces;
    const Cell mover = wall.step ? wall.step->from : Cell::none();
    return besieged(army, mover, (wall.throne ? wall.reach | THRONE : wall.reach) - army);
}

std::string to_text(const Wall& wall) {
    const auto names = [](Bitboard cells) {
        std::string text;
        cells.for_each([&](Cell cell) { text += ' ' + cell.text(); });
        return text;
    };
    return fmt::format(
        "pieces{}{}, closed{}{}, {} actions", names(wall.pieces),
        wall.step ? fmt::format(", step {}-{}", wall.step->from.text(), wall.step->to.text()) : "",
        names(between_on_lines(wall.pieces) - wall.pieces),
        wall.throne                         ? ", the throne is free"
        : wall.pieces.contains(THRONE_CELL) ? ", its own queen on the throne"
                                            : "",
        wall.actions);
}

} // namespace agon::prove

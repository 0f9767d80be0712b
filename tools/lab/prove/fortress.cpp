#include "tools/lab/prove/fortress.hpp"

#include "engine/game/flanks.hpp"
#include "engine/game/symmetry.hpp"
#include "engine/notation/notation.hpp"
#include "tools/lab/prove/lines.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <utility>

namespace agon::prove {
namespace {

using Cells = std::vector<int>; ///< indices in order: a set that can be compared

constexpr Bitboard MIDDLE = RINGS[1] | THRONE;

/// A line through a piece with room for an enemy at both ends.
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

Bitboard set_of(const Cells& cells) {
    Bitboard set;
    for (const int index : cells) set |= Bitboard(Cell::from_index(index));
    return set;
}

Cells canonical(Bitboard set) {
    Cells least;
    for (const CellMap& map : SYMMETRIES) {
        Cells cells = cells_of(mapped(set, map));
        if (least.empty() || cells < least) least = std::move(cells);
    }
    return least;
}

/// Adds pieces where a line is open, in every way that closes it, until no line is open.
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

} // namespace

std::optional<FortStep> endless_step(const Fort& first) {
    using State = std::pair<Cells, Cells>;
    const auto state_of = [](const Fort& fort) {
        return State{cells_of(fort.pieces), cells_of(fort.closed)};
    };
    return first_endless_step(state_of(first), [&](const State& state) {
        const Fort fort{set_of(state.first), set_of(state.second)};
        std::vector<std::pair<FortStep, State>> steps;
        fort.pieces.for_each([&](Cell from) {
            (STEPS[from] & (fort.closed - THRONE)).for_each([&](Cell to) {
                const Fort next = stepped(fort, from, to);
                if (holds(next)) steps.push_back({{from, to}, state_of(next)});
            });
        });
        return steps;
    });
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
    return besieged(pieces, fortress.step.from, BOARD - pieces - closed);
}

std::string besieged(Bitboard pieces, Cell mover, Bitboard open) {
    const auto take_innermost = [](Bitboard& cells) {
        const auto ring =
            std::ranges::find_if(RINGS, [&](Bitboard r) { return (cells & r).any(); });
        const Cell cell = (cells & *ring).first();
        cells -= Bitboard(cell);
        return cell;
    };
    Position position;
    Bitboard rest = pieces - Bitboard(mover);
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

} // namespace agon::prove

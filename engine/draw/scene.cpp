#include "engine/draw/scene.hpp"

#include <algorithm>

namespace agon {
namespace {

/// Also of places next to the board, for labels. Each row up, a file lies half a cell further left
/// (rules.md section 1).
Point centre_of(int file, int row) {
    return {.x = (file - 5) - (row - 5) / 2.0, .y = (5 - row) * ROW_HEIGHT};
}

Point centre_of(Cell cell) { return centre_of(cell.file(), cell.row()); }

Shade shade_of(Cell cell) {
    if (cell == THRONE_CELL) return Shade::Throne;
    return cell.ring() % 2 == 0 ? Shade::Light : Shade::Dark;
}

LastMark mark_of(Cell cell, Move last) {
    if (last.is_none()) return LastMark::None;
    if (cell == last.to()) return LastMark::To;
    return cell == last.from() ? LastMark::From : LastMark::None;
}

SceneCell scene_cell(const Position& position, Cell cell, Move last) {
    SceneCell seen;
    seen.cell = cell;
    seen.centre = centre_of(cell);
    seen.shade = shade_of(cell);
    for (const Side side : BOTH_SIDES)
        if (position.pieces[index(side)].contains(cell)) seen.side = side;
    if (seen.side && position.queens[index(*seen.side)] == cell) seen.kind = Piece::Queen;
    seen.captured = position.captured.contains(cell);
    seen.last = mark_of(cell, last);
    return seen;
}

} // namespace

Scene scene_of(const Position& position, Move last) {
    Scene scene;
    auto next_cell = scene.cells.begin();
    for (int row = SPAN - 1; row >= 0; --row)
        for (int file = 0; file < SPAN; ++file)
            if (const auto cell = Cell::at(file, row))
                *next_cell++ = scene_cell(position, *cell, last);

    // A file's letter continues the file below its lowest cell, a row's number the row to the left.
    for (int i = 0; i < SPAN; ++i) {
        const int before_first = std::max(0, i - 5) - 1;
        const auto at = static_cast<std::size_t>(i);
        scene.labels[at] = {std::string(1, Cell::FILES[at]), centre_of(i, before_first)};
        scene.labels[SPAN + at] = {std::to_string(i + 1), centre_of(before_first, i)};
    }
    for (const Side side : BOTH_SIDES) scene.reserve[index(side)] = position.reserve[index(side)];
    if (!last.is_none() && !last.from().is_none())
        scene.arrow = {centre_of(last.from()), centre_of(last.to())};
    return scene;
}

} // namespace agon

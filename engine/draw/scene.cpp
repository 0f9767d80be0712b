#include "engine/draw/scene.hpp"

#include <algorithm>
#include <cstddef>

namespace agon {
namespace {

/// Also works beyond the edge, for labels. A file shifts half a cell to the left with each row up
/// (rules.md section 1).
Point centre_of(int file, int row) {
    return {.x = (file - 5) - (row - 5) / 2.0, .y = (5 - row) * ROW_HEIGHT};
}

Point centre_of(Cell cell) { return centre_of(cell.file(), cell.row()); }

LastMark mark_of(Cell cell, Move last) {
    if (last.is_none()) return LastMark::None;
    if (cell == last.to()) return LastMark::To;
    return cell == last.from() ? LastMark::From : LastMark::None;
}

/// By 180 degrees around the throne.
Point rotated(Point point) { return {.x = -point.x, .y = -point.y}; }

SceneCell scene_cell(const Position& position, Cell cell, Move last) {
    SceneCell seen;
    seen.cell = cell;
    seen.centre = centre_of(cell);
    for (const Side side : BOTH_SIDES)
        if (position.pieces[side].contains(cell)) seen.side = side;
    if (seen.side && position.queens[*seen.side] == cell) seen.kind = Piece::Queen;
    seen.captured = position.captured.contains(cell);
    seen.last = mark_of(cell, last);
    return seen;
}

} // namespace

Scene scene_of(const Position& position, Move last, bool turned) {
    Scene scene;
    auto next_cell = scene.cells.begin();
    for (int row = SPAN - 1; row >= 0; --row)
        for (int file = 0; file < SPAN; ++file)
            if (const auto cell = Cell::at(file, row))
                *next_cell++ = scene_cell(position, *cell, last);
    for (const Side side : BOTH_SIDES) scene.reserve[side] = position.reserve[side];
    if (!last.is_none() && !last.from().is_none())
        scene.arrow = {centre_of(last.from()), centre_of(last.to())};
    if (turned) {
        std::ranges::reverse(scene.cells);
        for (SceneCell& seen : scene.cells) seen.centre = rotated(seen.centre);
        if (scene.arrow)
            for (Point& end : *scene.arrow) end = rotated(end);
    }

    // A file's letter stands below its lowest cell, a row's number to the left of its first.
    for (int place = 0; place < SPAN; ++place) {
        const int i = turned ? SPAN - 1 - place : place;
        const int before_first = std::max(0, place - 5) - 1;
        const auto at = static_cast<std::size_t>(place);
        scene.labels[at] = {std::string(1, Cell::FILES[static_cast<std::size_t>(i)]),
                            centre_of(place, before_first)};
        scene.labels[SPAN + at] = {std::to_string(i + 1), centre_of(before_first, place)};
    }
    return scene;
}

} // namespace agon

// What a picture of a position shows. The text and SVG writers of diagram.hpp and GoGui's graphics
// all draw a Scene.
#pragma once

#include "engine/game/move.hpp"
#include "engine/game/position.hpp"

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace agon {

/// A point in the picture: the throne is at 0,0, neighbouring centres are 1 apart, x grows to the
/// right and y downwards. Rows are horizontal, so the hexagons are pointy-topped; svg_diagram()
/// turns this.
struct Point {
    double x = 0;
    double y = 0;
};

inline constexpr double ROW_HEIGHT = 0.86602540378443865; ///< sqrt(3) / 2, between two rows

enum class LastMark : std::uint8_t { None, From, To }; ///< a cell's part in the last action

struct SceneCell {
    Cell cell;
    Point centre;
    std::optional<Side> side;  ///< of the piece here; nullopt if the cell is vacant
    Piece kind = Piece::Guard; ///< only meaningful with `side`
    bool captured = false;
    LastMark last = LastMark::None;
};

/// A file letter or row number, centred one cell beyond the edge.
struct SceneLabel {
    std::string text;
    Point centre;
};

struct Scene {
    std::array<SceneCell, CELL_COUNT> cells;   ///< row by row from the top, left to right
    std::array<SceneLabel, 2 * SPAN> labels;   ///< files from the left, then rows from below
    PerSide<int> reserve{};                    ///< by side: guards still to place
    std::optional<std::array<Point, 2>> arrow; ///< from and to, if the last action has both
};

/// Marks the cells of `last`; Move{} marks none. `position` may be the one before `last` or the one
/// after. `turned` is black's view: rotated by 180 degrees, row 1 on top.
[[nodiscard]] Scene scene_of(const Position& position, Move last = Move(), bool turned = false);

/// By ring, as "#rrggbb": the throne is gold, and the rings grow lighter towards it.
inline constexpr std::array<std::string_view, RING_COUNT> RING_COLOURS = {
    "#f0b93a", "#fef4d8", "#f8e6c1", "#efd7ad", "#e5c69a", "#d8b088"};

} // namespace agon

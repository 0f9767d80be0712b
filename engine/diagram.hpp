// Pictures of a position: text for terminals and logs, SVG for pages.
#pragma once

#include "engine/move.hpp"
#include "engine/position.hpp"

#include <string>

namespace agon {

struct DiagramOptions {
    bool colour = false; ///< ANSI colours (text only)
    Move last;           ///< an action whose cells are marked; Move{} for none
};

/// The hexagonal board in text: row 11 on top, each row half a cell aside, file letters and row
/// numbers around. White is Q and G, black q and g; a captured piece stands in parentheses, the
/// cells of the last action in brackets. Ends with a line feed. Plain ASCII unless `colour`.
[[nodiscard]] std::string text_diagram(const Position& position,
                                       const DiagramOptions& options = {});

/// The same board as an SVG document of its own: ring shades, queens and guards told apart by
/// shape as well as colour, captured pieces and the last action marked, coordinates.
[[nodiscard]] std::string svg_diagram(const Position& position,
                                      const DiagramOptions& options = {});

} // namespace agon

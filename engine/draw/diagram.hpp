// Pictures of a position: text for terminals and logs, SVG for pages and print.
#pragma once

#include "engine/game/move.hpp"
#include "engine/game/position.hpp"

#include <span>
#include <string>

namespace agon {

struct DiagramOptions {
    bool colour = false; ///< text only: ANSI colours (of the 256, so no terminal theme matters)
    Move last = {};      ///< an action whose cells are marked; Move{} for none
    bool turned = false; ///< black's view, row 1 on top
    std::span<const Move> plan = {}; ///< SVG only: actions to come, an arrow each, fainter in turn
    std::string caption = {}; ///< SVG only: a few words below the board in UTF-8, such as "white to
                              ///< move"; empty for none
};

/// The hexagonal board in text: row 11 on top, each row shifted by half a cell, file letters and
/// row numbers around. White is Q and G, black q and g; a vacant cell is a dot and a vacant throne
/// a star; a captured piece stands in parentheses, the cells of the last action in brackets. Guards
/// in reserve are listed below. No line is empty or ends in a space; each ends with a line feed.
/// Plain ASCII; `colour` adds escape sequences, and a coloured space at the end of rows.
[[nodiscard]] std::string text_diagram(const Position& position,
                                       const DiagramOptions& options = {});

/// The board as a complete SVG document, of 522 x 588 pixels (33 higher with a caption). It stands
/// on its corner, as on the page: a1 at the bottom, l11 at the top, files to the upper right, rows
/// to the upper left. Rings grow lighter towards the throne; guards are discs with a shield and
/// queens with a crown, captured pieces have a dashed ring; the last action is an arrow between
/// tinted cells, and so is a plan without tints; coordinates are in the notches of the edge, guards
/// in reserve in their side's corner. Colours are presentation attributes, which a page's style
/// sheet overrides. For it and for scripts, elements have the classes `hex` (in a group `ring0` to
/// `ring5`), `throne`, `guard queen` (`white black`, `reserve`), `captured last from arrow plan
/// label caption`, and those on a cell its name as `data-cell`. The document's title is the
/// position text.
[[nodiscard]] std::string svg_diagram(const Position& position, const DiagramOptions& options = {});

} // namespace agon

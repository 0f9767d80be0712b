// Games as SGF, as gogui-twogtp writes them (protocols.md section 3).
//
// A vertex is a column and a row of letters: `aa` is the upper left corner of GoGui's board of 11
// rows, so a11 would be there. An action of vertices is two nodes of one colour, FROM then TO, or
// one for a placement; between them the other side passes. An action of text is one node,
// `W[a1b2]`. A pass by the side that is not to act is ignored.
#pragma once

#include "protocol/record/pgn_records.hpp"
#include "protocol/record/recorded_game.hpp"

#include <istream>
#include <string>
#include <string_view>
#include <vector>

namespace agon::arena {

/// The property AP that to_sgf() writes.
inline constexpr std::string_view SGF_PROGRAM = "agon-match";

enum class SgfMoves : std::uint8_t { Vertex, Text };

/// One game with a line feed at its end, in UTF-8. The rules are in RU, as "Agon classic, setup
/// standard"; what an engine reported is a comment of its action's last node, as in a PGN, and so
/// is the reason of the result. A position that is not the setup's is in the property FEN, which
/// other programs do not know. Time controls and the times of day are omitted.
[[nodiscard]] std::string to_sgf(const RecordedGame& game, SgfMoves moves);

/// The games of a collection, numbered from 1; only the first variation of each. Throws Error
/// "LINE: why" if it is not SGF, or breaks the rules. Blocks on reading.
[[nodiscard]] std::vector<RecordedGame> read_sgf(std::istream& in, const FindRules& find_rules);

} // namespace agon::arena

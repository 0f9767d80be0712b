// Games as PGN (arena.md, Records).
#pragma once

#include "engine/record/match_rules.hpp"
#include "engine/record/record.hpp"

#include <string>

namespace agon {

struct PgnOptions {
    std::string event = "Agon match";
    std::string site = "?";
};

/// For a game outside any match.
inline const PgnOptions SINGLE_GAME{"Agon game", "?"};

/// One game in ASCII, with the blank line that ends it. Actions are written as in rules.md section
/// 9. The turn's number precedes white's first action in it. An engine's action has a comment
/// `{+0.31/12 0.512s, n=123456, sd=18}`, an opening action `{book}`. A forfeited turn is `0000`,
/// and its comment starts with the reason. The last comment ends with the reason for the result:
/// OpenBench would read a separate comment as actions. FEN and SetUp are always present, so that a
/// reader need not know the setups.
[[nodiscard]] std::string to_pgn(const GameRecord& record, const MatchRules& rules,
                                 const PgnOptions& options = {});

/// "+0.31/12 0.512s, n=123456, sd=18", then the recorded lines. Omits what the engine did not
/// report; empty if no engine was asked.
[[nodiscard]] std::string comment_text(const ActionRecord& action);

} // namespace agon

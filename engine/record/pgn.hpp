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

/// Of a game that belongs to no match.
inline const PgnOptions SINGLE_GAME{"Agon game", "?"};

/// One game with the blank line that ends it, in ASCII. Actions are written as in rules.md section
/// 9, and each turn's number before white's first action in it. Every action that an engine chose
/// has a comment `{+0.31/12 0.512s, n=123456, sd=18}`, one of the opening `{book}`. A forfeited
/// turn is `0000`, and its comment begins with the reason. The last comment ends with the reason of
/// the result: OpenBench would take the words of a separate comment for actions. FEN and SetUp are
/// always there, so that no reader needs to know the setups.
[[nodiscard]] std::string to_pgn(const GameRecord& record, const MatchRules& rules,
                                 const PgnOptions& options = {});

/// "+0.31/12 0.512s, n=123456, sd=18", then the lines kept. What the engine did not report is left
/// out; empty where no engine was asked.
[[nodiscard]] std::string comment_text(const ActionRecord& action);

} // namespace agon

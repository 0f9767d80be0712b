// Game records as PGN (arena.md, records).
#pragma once

#include "tools/match/game/match_rules.hpp"
#include "tools/match/game/record.hpp"

#include <string>

namespace agon::match {

struct PgnOptions {
    std::string event = "Agon match";
    std::string site = "?";
};

/// One game, with the blank line that ends it. ASCII; actions are written as in rules.md section
/// 9, and a turn's number before white's first action of it. Every action has its comment
/// `{+0.31/12 0.512s, n=123456, sd=18}`, or `{book}`; a forfeited turn is `0000`, and its comment
/// begins with why. The last one's ends with the reason of the result, since OpenBench takes the
/// words of a comment of its own for actions. FEN and SetUp are there always, so that no reader
/// needs to know the setups.
[[nodiscard]] std::string to_pgn(const GameRecord& record, const MatchRules& rules,
                                 const PgnOptions& options = {});

/// "+0.31/12 0.512s, n=123456, sd=18", then the lines kept; what the engine did not say is left
/// out.
[[nodiscard]] std::string comment_text(const ActionRecord& action);

} // namespace agon::match

// Whether what an engine says by UCI or UGI is true, by the naive referee.
#pragma once

#include "tests/soak/ledger.hpp"
#include "tests/soak/naive_game.hpp"

#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace agon::soak {

/// A position as a question about it finds it.
struct Board {
    Board(const NaiveGame& game, DrawLimits limits)
        : rules(game.rules()), state(game.state()), legal(game.legal()),
          outcome(game.outcome(limits)) {}

    naive::Rules rules;
    naive::State state;
    std::vector<std::string> legal; ///< sorted, draws ignored
    std::string outcome;

    [[nodiscard]] bool finished() const { return outcome != "none"; }
    [[nodiscard]] bool is_legal(const std::string& action) const;
};
using BoardPtr = std::shared_ptr<const Board>;

/// What came before a bestmove.
struct Findings {
    bool scored = false;           ///< an info with a score
    std::vector<std::string> line; ///< the last variation
    void hear(std::string_view info);
};

struct AnswerForm {
    bool names_ponder_move = true;
    bool checks_line = true;
};

/// Throws Fault unless the line, which begins with `bestmove`, answers rightly. `allowed` are the
/// actions to choose from; empty for all.
void check_bestmove(std::string_view line, const Board& board,
                    const std::vector<std::string>& allowed, const Findings& findings,
                    AnswerForm form);

/// `d`: the lines of protocols.md section 1 that tell of the position.
[[nodiscard]] Debt display_debt(BoardPtr board);
/// `query WHAT`, WHAT one of gameover, p1turn, result, legalmoves and fen.
[[nodiscard]] Debt query_debt(BoardPtr board, const std::string& what);
/// `perft 1`, a search that may be stopped.
[[nodiscard]] Debt perft_debt(BoardPtr board);
/// An `info string`, whatever it says.
[[nodiscard]] Debt complaint_debt(const std::string& asked);
/// The line itself.
[[nodiscard]] Debt line_debt(const std::string& asked, const std::string& line);

} // namespace agon::soak

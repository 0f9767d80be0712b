// Checks answers of a UCI or UGI engine against the naive referee.
#pragma once

#include "tests/soak/answer_queue.hpp"
#include "tests/soak/naive_game.hpp"

#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace agon::soak {

/// The position that a command is about.
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

/// The `info` lines before a `bestmove`.
struct SearchInfo {
    bool scored = false;           ///< an info with a score
    std::vector<std::string> line; ///< the last principal variation
    void receive(std::string_view info);
};

struct AnswerForm {
    bool names_ponder_move = true;
    bool checks_line = true;
};

/// Throws Fault when the `bestmove` line is wrong. `allowed`: the `searchmoves`; empty for all.
void check_bestmove(std::string_view line, const Board& board,
                    const std::vector<std::string>& allowed, const SearchInfo& info,
                    AnswerForm form);

/// `d`: the lines that show the position (protocols.md section 1).
[[nodiscard]] ExpectedAnswer expect_display(BoardPtr board);
/// `query WHAT`, WHAT one of gameover, p1turn, result, legalmoves and fen.
[[nodiscard]] ExpectedAnswer expect_query(BoardPtr board, const std::string& what);
/// `perft 1`, a search that may be stopped.
[[nodiscard]] ExpectedAnswer expect_perft(BoardPtr board);
/// Any `info string`.
[[nodiscard]] ExpectedAnswer expect_complaint(const std::string& asked);
/// Exactly this line.
[[nodiscard]] ExpectedAnswer expect_line(const std::string& asked, const std::string& line);

} // namespace agon::soak

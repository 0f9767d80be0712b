// The record of a game: actions, judgements, result, faults; and its sentences.
#pragma once

#include "engine/game/game.hpp"
#include "engine/record/match_rules.hpp"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace agon {

// The ways in which an engine fails (arena.md, Faults).

enum class Fault : std::uint8_t {
    Crash,      ///< the process ended by a signal or with a status other than 0
    Disconnect, ///< the process ended with status 0, closed its output, or could not be used at all
    Stall,      ///< no answer in time, nor after `stop`
    Illegal,    ///< the answer is not a legal action
    OnTime,     ///< the answer came, but too late
};

inline constexpr std::size_t FAULTS = 5;

/// "crash", "disconnect", "stall", "illegal" or "on time".
[[nodiscard]] constexpr std::string_view to_text(Fault fault) {
    constexpr std::string_view TEXTS[FAULTS] = {"crash", "disconnect", "stall", "illegal",
                                                "on time"};
    return TEXTS[static_cast<std::size_t>(fault)];
}

struct Failure {
    Fault fault;
    std::string detail;   ///< one line for a person
    bool refusal = false; ///< it does not take an option that it was given
};

/// "engine NAME does not start: DETAIL", or "engine NAME refuses option.X=Y: ...".
[[nodiscard]] inline std::string start_text(const std::string& name, const Failure& failure) {
    return "engine " + name + (failure.refusal ? " " : " does not start: ") + failure.detail;
}

// The record of a game.

/// Unfinished: the game was broken off.
enum class Result : std::uint8_t { WhiteWins, BlackWins, Draw, Unfinished };

/// "1-0", "0-1", "1/2-1/2" or "*".
[[nodiscard]] std::string_view to_text(Result result);
/// Nothing for other words.
[[nodiscard]] std::optional<Result> find_result(std::string_view text);
[[nodiscard]] constexpr Result win_of(Side side) {
    return side == Side::White ? Result::WhiteWins : Result::BlackWins;
}
/// 2, 1 or 0. Precondition: the game is finished.
[[nodiscard]] constexpr std::size_t half_points(Result result, Side side) {
    if (result == Result::Draw) return 1;
    return result == win_of(side) ? 2 : 0;
}

/// How the game ended, as in the PGN tag Termination.
enum class Termination : std::uint8_t {
    Normal,
    Adjudication,
    TimeForfeit,
    Abandoned,
    Stalled,
    IllegalMove,
    Unterminated,
};

/// "normal", "time forfeit" and so on (arena.md, Records).
[[nodiscard]] std::string_view to_text(Termination termination);
/// Nothing for other words; others write "Time forfeit", so case is ignored.
[[nodiscard]] std::optional<Termination> find_termination(std::string_view text);
/// The fault that the termination stands for. Only the reason tells a crash from a disconnect.
[[nodiscard]] std::optional<Fault> fault_of(Termination termination, std::string_view reason);

struct Verdict {
    Result result = Result::Unfinished;
    Termination termination = Termination::Unterminated;
    std::string reason;         ///< "White wins (throne)", "Black loses on time"
    std::optional<Fault> fault; ///< of the loser, when it decided the game

    friend bool operator==(const Verdict&, const Verdict&) = default;
};

/// A score read from an engine or a file is cut to this, either sign, so that it has an opposite.
inline constexpr int MOST_SCORE = 1'000'000'000;

/// What an engine last reported of its search, from its own side.
struct Evaluation {
    enum class Kind : std::uint8_t { None, Centipawns, Mate };
    Kind kind = Kind::None;
    int value = 0; ///< centipawns, or own actions until mate, negative when it is being mated
    int depth = 0;
    int seldepth = 0;
    std::uint64_t nodes = 0;
    std::vector<std::string> lines{}; ///< one for each of EngineConfig::kept_lines, or empty

    friend bool operator==(const Evaluation&, const Evaluation&) = default;
};

/// The same as white sees it, when `side` has reported it.
[[nodiscard]] Evaluation of_white(Evaluation evaluation, Side side);

/// "+0.31", "-M4", or "" without a score.
[[nodiscard]] std::string score_text(const Evaluation& evaluation);

// What engines write while they think (protocols.md section 1).

/// Takes the first word off a line, with the white space around it.
[[nodiscard]] std::string_view next_word(std::string_view& line);

/// Updates `evaluation` by an `info` line. A line without a score, or with a bound instead of a
/// score (`lowerbound`, `upperbound`), updates only the nodes, so the last exact score of the
/// search stays. `info string` and variations of MultiPV of another `rank` are ignored, and so are
/// faulty numbers. A score is at most MOST_SCORE, and a negative depth is 0. Returns the actions of
/// the variation, "" where the line has none.
std::string_view read_info(std::string_view line, Evaluation& evaluation, int rank = 1);

struct BestMove {
    std::string best;   ///< as the engine wrote it; may be empty
    std::string ponder; ///< may be empty
};

/// Nothing when the line is not a `bestmove`.
[[nodiscard]] std::optional<BestMove> read_best_move(std::string_view line);

/// The text with `?` for each byte that is not printable ASCII.
[[nodiscard]] std::string replace_controls(std::string text);

/// One action and how its engine judged it. A forfeited turn is a pass with a reason.
struct ActionRecord {
    Move move;
    Side chooser = Side::White;
    Evaluation evaluation;
    Microseconds elapsed{0};
    bool book = false;       ///< from the opening
    std::string forfeited{}; ///< why the turn was forfeited; empty for other actions
};

struct GameRecord {
    int number = 1;             ///< in the schedule, from 1
    int round = 1;              ///< from 1
    std::size_t encounter = 0;  ///< from 0; the games of one share an opening
    PerSide<std::string> names; ///< by side
    PerSide<TimeControl> controls;
    Position first; ///< the position before the first action
    std::vector<ActionRecord> actions;
    Position last; ///< the position after the last
    Verdict verdict;
    /// 1970-01-01 when it is not known. A day of which the hours are not known is its midnight, and
    /// `ended` is the same.
    std::chrono::system_clock::time_point begun;
    std::chrono::system_clock::time_point ended;
};

/// The number of forfeited turns, by side.
[[nodiscard]] PerSide<std::uint64_t> forfeited_turns(const GameRecord& record);

// A game with what else could be played.

/// Actions as a tree. Node 0 is the first position. The number of a node never changes, and no
/// other node gets it.
class Variations {
public:
    struct Node {
        Move move;
        std::size_t parent = 0;
        std::vector<std::size_t> children{}; ///< the main one first
        std::string comment{};
    };
    /// A word of the tree as a PGN writes it: an action, or a parenthesis.
    struct Word {
        enum class Kind : std::uint8_t { Action, Begin, End } kind;
        std::size_t node = 0; ///< of an action
    };
    /// In the tree at once. text() then has less than 64 KiB, which the page can send: an action
    /// takes at most the 11 bytes of "( k10l11 ) ".
    static constexpr std::size_t MAX_ACTIONS = 5'500;

    [[nodiscard]] bool contains(std::size_t node) const { return nodes_.contains(node); }
    /// Precondition, as for all that take a node: the tree contains it.
    [[nodiscard]] const Node& at(std::size_t node) const { return nodes_.at(node); }
    [[nodiscard]] std::string& comment(std::size_t node) { return nodes_.at(node).comment; }
    /// The child of `parent` with this action, which is made where there is none. Throws Error when
    /// there are MAX_ACTIONS already.
    std::size_t add(std::size_t parent, Move move);
    /// Makes the variation that `node` is in the main one, where it leaves the line that it is of.
    void promote(std::size_t node);
    /// Takes a node out, with all that follows. Precondition: it is not 0.
    void remove(std::size_t node);
    /// Nodes from the first action to `node`, and on by the main children where `on`.
    [[nodiscard]] std::vector<std::size_t> line(std::size_t node, bool on) const;
    /// All of it.
    [[nodiscard]] std::vector<Word> words() const;
    /// "a1b2 ( a1b1 l11k10 ) l11k10", which parse_action_tree() reads.
    [[nodiscard]] std::string text() const;

private:
    std::map<std::size_t, Node> nodes_{{0, {}}};
    std::size_t next_ = 1; ///< the number of the next node
};

// A game in sentences for the people who play it.

/// Whose turn it is, who chooses where that is the other side, and what is to be done: "White's
/// turn.", "White's turn, but black chooses: white's captured queen on f3 has to be put elsewhere."
/// Precondition: the game is not over.
[[nodiscard]] std::string turn_sentence(const Game& game);

/// "White played a1b2 and captured the queen on c3." Precondition: there is a last action.
[[nodiscard]] std::string last_action_sentence(const Game& game);

/// "White wins: the queen is on the throne and the guards are around it."
[[nodiscard]] std::string end_sentence(const Game& game, const Outcome& outcome);

/// "queen on c3", "guard on d4" or "guards on d4, e5", joined by "and".
[[nodiscard]] std::string pieces_text(const Position& position, Bitboard pieces);

/// "White" or "Black".
[[nodiscard]] std::string capital_name(Side side);

} // namespace agon

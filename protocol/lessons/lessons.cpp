#include "protocol/lessons/lessons.hpp"

#include "engine/board/geometry.hpp"
#include "engine/game/movegen.hpp"
#include "engine/game/outcome.hpp"
#include "engine/game/seal.hpp"
#include "engine/notation/notation.hpp"
#include "engine/words.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <string>
#include <utility>

namespace agon {
namespace {

// --- what is asked for ---------------------------------------------------------------------------

bool wins(const LessonAttempt& a) {
    const auto outcome = a.after.outcome();
    return outcome && outcome->winner == Side::White;
}

bool is_not_lost(const LessonAttempt& a) {
    const auto outcome = a.after.outcome();
    return !outcome || outcome->winner != Side::Black;
}

bool is_queen(const LessonAttempt& a) { return a.before.queens[Side::White] == a.move.from(); }

bool goes_inward(const LessonAttempt& a) {
    return !is_queen(a) && a.move.to().ring() < a.move.from().ring();
}

/// From the third ring to the second, and not into a trap.
bool gets_through(const LessonAttempt& a) {
    const Position& after = a.after.position();
    return a.move.from().ring() == 3 && a.move.to().ring() == 2 &&
           !(after.captured & after.pieces[Side::White]).any();
}

bool steps_between(const LessonAttempt& a) {
    return a.before.between[Side::Black].contains(a.move.to());
}

bool seats_the_queen(const LessonAttempt& a) { return a.move.to() == THRONE_CELL; }

bool is_beside_the_throne(const LessonAttempt& a) { return a.move.to().ring() == 1; }

bool brings_the_queen_in(const LessonAttempt& a) {
    return is_queen(a) && a.move.to().ring() == 1 && is_not_lost(a);
}

bool sends_to_the_edge(const LessonAttempt& a) { return a.move.to().ring() == 5; }

/// An enemy, at once or by what follows: in Bloody Queen the captor settles it.
bool captures(const LessonAttempt& a) {
    const auto enemies = [](const Position& p) {
        return p.pieces[Side::Black].count() - (p.captured & p.pieces[Side::Black]).count();
    };
    const bool settling = (a.before.captured & a.before.pieces[Side::Black]).any();
    return settling || enemies(a.after.position()) < enemies(a.before);
}

bool captures_the_queen(const LessonAttempt& a) {
    const Position& after = a.after.position();
    const auto caught = [](const Position& p) {
        return p.captured.contains(p.queens[Side::Black]);
    };
    return caught(after) || caught(a.before);
}

bool seals(const LessonAttempt& a) {
    return !a.after.outcome() && find_seal(a.rules, a.after.position(), Side::White);
}

bool is_legal(const LessonAttempt&) { return true; }

// --- the lessons ---------------------------------------------------------------------------------

struct Row {
    std::string_view key, title, text, task, praise, nudge;
    std::string_view pieces; ///< as "Qf6 gk10"; `xe7` marks the piece there as captured
    std::string_view lit;    ///< cells
    bool (*brings_on)(const LessonAttempt&) = nullptr;
    std::size_t actions = 1;
    std::string_view more =
        " w - 0 1"; ///< the fields of the position text after the captured cells
    std::string_view before = "";
};

constexpr std::string_view CAUGHT = // e7 stands between two, by lines and by rings
    "Qc3 Ge7 Gk8 Gb5 Gg10 Ge1 Gj5 qh9 gd6 gf8 ga3 gl7 gg2 gd9 xe7";
constexpr std::string_view CAUGHT_QUEEN = // so does e4
    "Qe4 Gf7 Gg7 Ge5 Gg6 Gj4 Gc6 qj8 gd4 gf4 ga3 gl7 gg2 gc7 xe4";
constexpr std::string_view PREY = // j7h6 captures on g5, by lines and by rings
    "Qd3 Gf4 Gj7 Gb5 Ge10 Gl9 Gd1 qk10 gg5 gl8 gg10 gb4 gj4 ge9";
constexpr std::string_view RING_PREY = // h5g5 captures on f4, on its ring and not in a line
    "Qd3 Ge4 Gh5 Gb5 Ge10 Gl9 Gd1 qk10 gf4 gl8 gg10 gb4 gj4 ge9";
constexpr std::string_view GAP = // e7: between two, by lines and by rings
    "Qb2 Gd7 Gh9 Gg3 Ge1 Gl9 Gj5 qj11 gd6 gf8 ga3 gl7 gg2 gc7";
constexpr std::string_view FIVE_AROUND =
    "Qd5 Gd6 Gf7 Gg7 Gg6 Gf5 Ge5 qk10 gl8 gh10 gb4 gj4 ge9 gg2";

constexpr std::string_view BETWEEN_TWO =
    "Stand on the far side of it, in line with your other guard.";
constexpr std::string_view ON_ITS_RING = "Stand on its other side, on the ring where it stands.";
constexpr std::string_view QUEEN_FIRST =
    "Queen first, then the last guard. You know all of Agon now.";
constexpr std::string_view QUEEN_NEAR =
    "The queen has to be near the throne before the ring is closed.";

// clang-format off
constexpr std::array ROWS = {
    Row{"win", "This is how you win",
        "Your queen sits on the throne, and five guards stand around her. One place is free.",
        "Move the last guard to the lit cell.",
        "You won your first game! Everything else is how to get there.",
        "The lit cell beside the throne is the one.",
        "Qf6 Gf7 Gg7 Gg6 Gf5 Ge5 Gd6 qk10 gl8 gh10 gb4 gj4 ge9 gg2", "e6", wins},
    Row{"step", "Sideways or inwards",
        "The board has rings, lighter towards the throne. A piece steps to the next cell, on its ring or one ring inwards. Never back.",
        "Move a guard one ring inwards.",
        "Good. Every step inwards brings you closer, and cannot be undone.",
        "Choose a cell that is lighter than the one the guard stands on.",
        "Qa1 Ga5 Ge1 Gk5 Gl9 Gj11 Ge10 ql11 gg11 gb7 gl7 ga3 gg2 gc1", "b5 b6", goes_inward},
    Row{"throne", "The throne is hers alone",
        "Guards stop at the first ring. Only a queen may step onto the throne.",
        "Seat your queen.",
        "She is seated. Now nobody can push her away, except by a capture.",
        "It is the queen who goes there.",
        "Qf5 Ge5 Gg6 Gf7 Gg8 Gc4 Gd6 qk10 gl8 gh10 gb4 gj4 ge9 gg2", "f6", seats_the_queen},
    // captures
    Row{"capture", "Catch one between two",
        "An enemy in a straight line between two of your pieces is captured.",
        "Move a guard so that the enemy is in between.",
        "Captured! It stays in the game, but costs your opponent a turn.", BETWEEN_TWO,
        PREY, "g5", captures},
    Row{"capture-ring", "Catch one on its ring",
        "An enemy between two of your pieces on the same ring is captured. A line across the rings does not count.",
        "Move a guard so that the enemy stands between two of yours on its ring.",
        "Captured! It stays in the game, but costs your opponent a turn.", ON_ITS_RING,
        RING_PREY, "f4", captures},
    Row{"remove", "Catch one for good",
        "An enemy guard in a straight line between two of your pieces is captured, and leaves the game.",
        "Move a guard so that the enemy is in between.",
        "Captured, and gone for good. Every guard counts here.", BETWEEN_TWO,
        PREY, "g5", captures},
    Row{"remove-ring", "Catch one for good",
        "An enemy guard between two of your pieces on the same ring is captured, and leaves the game.",
        "Move a guard so that the enemy stands between two of yours on its ring.",
        "Captured, and gone for good. Every guard counts here.", ON_ITS_RING,
        RING_PREY, "f4", captures},
    Row{"trap", "Trap one, put it back",
        "An enemy guard in a straight line between two of your guards is trapped. You put it back yourself, in the same turn: on any cell one ring further out.",
        "Trap the guard, then put it back.",
        "Well put. It has to come in again, from where you want it.", BETWEEN_TWO,
        PREY, "g5", captures, 2},
    Row{"trap-queen", "The queen takes",
        "If your queen is one of the two, the trapped guard leaves the game at once.",
        "Trap the guard between your queen and a guard.",
        "Gone for good. A queen in front is dangerous, for both sides.",
        "Stand on the far side of it, in line with your queen.",
        "Qf4 Gd3 Gj7 Gb5 Ge10 Gl9 Gd1 qk10 gg5 gl8 gg10 gb4 gj4 ge9", "g5", captures},
    Row{"exchange", "Her guard pays",
        "A trapped queen changes places with one of her outermost guards, and that guard leaves the game. You choose which.",
        "Trap the queen, then choose the guard.",
        "One guard fewer, and she has to walk again.",
        "Stand on the far side of the queen, in line with your other guard.",
        "Qd3 Gf4 Gj7 Gb5 Ge10 Gl9 Gd1 qg5 gk10 gl8 gg10 gb4 gj4 ge9", "g5", captures_the_queen, 2},
    // captured guards
    Row{"edge", "Back to the edge",
        "Now one of yours is captured. A captured guard goes to the edge, and that is your whole turn.",
        "Place your guard on any lit cell of the edge.",
        "Good. It walks in again from there.", "Any free cell of the outermost ring will do.",
        CAUGHT, "", is_legal},
    Row{"back", "One ring back",
        "Now one of yours is captured. A captured guard goes back to a cell beside it, one ring further out, and that is your whole turn.",
        "Place your guard on a lit cell.",
        "Good. It has lost only one ring.", "Any lit cell will do.", CAUGHT, "", is_legal},
    Row{"back-any", "One ring back",
        "Now one of yours is captured. A captured guard goes back one ring, to any free cell there, and that is your whole turn.",
        "Place your guard on any lit cell.",
        "Good. It has lost only one ring, and you chose the side.", "Any lit cell will do.",
        CAUGHT, "", is_legal},
    Row{"back-safe", "Safe when placed",
        "A piece that is placed again may stand between two enemies. Nothing happens to it.",
        "Place your guard on the lit cell, between the two.",
        "It is safe there, as long as they do not move.", "The lit cell on the edge is the one.",
        "Qc3 Ge7 Gk8 Gg3 Gg10 Ge1 Gj5 qh9 gd6 gf8 ga3 gl7 gg2 ga5 xe7", "a4", steps_between},
    Row{"back-calm", "Placing is peaceful",
        "A piece that is placed again captures nothing where it lands, and may stand between two enemies.",
        "Place your guard on the lit cell, between the two.",
        "Nothing was captured. Only a step captures.", "The lit cell on the edge is the one.",
        "Qc3 Ge7 Gk8 Gg3 Gg10 Ge1 Gj5 qh9 gd6 gf8 ga3 gl7 gg2 ga5 xe7", "a4", steps_between},
    Row{"all", "All in one turn",
        "Two of your guards are captured. Here you place all of them in one turn.",
        "Place both guards.",
        "Both are back, and it cost you a single turn.", "Any lit cell will do.",
        "Qc3 Gg5 Ge7 Gk8 Gb5 Gg10 Ge1 qh9 gf4 gd6 gh6 gf8 ga3 gl7 xg5 xe7", "", is_legal, 2},
    // between two enemies
    Row{"gap", "Mind the gap",
        "You may not step between two enemies that face each other in a line.",
        "Bring a guard to a safe cell of the second ring.",
        "Well seen. The gap stays closed while both are there.",
        "Choose a cell of the second ring. The lit one lies between two enemies.",
        GAP, "e7", gets_through},
    Row{"gap-ring", "Mind the gap",
        "You may not step between two enemies on their ring.",
        "Bring a guard to a safe cell of the second ring.",
        "Well seen. The gap stays closed while both are there.",
        "Choose a cell of the second ring. The lit one lies between two enemies.",
        GAP, "e7", gets_through},
    Row{"gap-captured", "Not between two",
        "Nothing is forbidden here, but a piece that steps between two enemies is captured at once. The lit cell is such a place.",
        "Bring a guard to a safe cell of the second ring.",
        "Well seen. They would have caught it there.",
        "Bring the guard on the other side to the second ring: the lit cell is a trap.",
        GAP, "e7", gets_through},
    Row{"gap-safe", "No gap is closed",
        "Here you may step between two enemies. Only the side that moves captures.",
        "Move your guard between the two, to the lit cell.",
        "Nothing happened, and you are further in.", "The lit cell is the one.",
        GAP, "e7", steps_between},
    // captured queens
    Row{"queen", "A captured queen flies",
        "A captured queen may go to any free cell. Even to the throne!",
        "Put your queen on the best cell there is.",
        "Thank you for the lift! Think twice before you capture a queen.",
        "There is a better one, in the very middle.", CAUGHT_QUEEN, "", seats_the_queen},
    Row{"queen-not-throne", "A captured queen flies",
        "A captured queen may go to any free cell but the throne.",
        "Put your queen beside the throne.",
        "One step from the throne! Think twice before you capture a queen.",
        "Look for a free cell of the first ring.", CAUGHT_QUEEN, "", is_beside_the_throne},
    Row{"queen-back", "The queen goes back",
        "A captured queen goes back to a cell beside her, one ring further out.",
        "Put your queen on a lit cell.",
        "She has lost a ring, and you a turn. Capturing a queen pays here.", "Any lit cell will do.",
        CAUGHT_QUEEN, "", is_legal},
    Row{"queen-back-any", "The queen goes back",
        "A captured queen goes back one ring, to any free cell there.",
        "Put your queen on a lit cell.",
        "She has lost a ring, and you a turn. Capturing a queen pays here.", "Any lit cell will do.",
        CAUGHT_QUEEN, "", is_legal},
    Row{"queen-yours", "You place her",
        "You captured Black's queen. Here you place her, and it counts as Black's turn.",
        "Send her to the edge, far from the throne.",
        "A long way home. Capture queens whenever you can.",
        "That is too kind. Choose a cell of the outermost ring.",
        "Qj8 Gd4 Gf4 Ga3 Gl7 Gg2 Gc7 qe4 gf7 gg7 ge5 gg6 gj4 gc6 xe4", "e4", sends_to_the_edge, 1,
        " b - 0 1"},
    Row{"queen-yours-back", "You place her",
        "You captured Black's queen. Here you place her, and it counts as Black's turn.",
        "Put her on a lit cell.",
        "A long way home. Capture queens whenever you can.", "Any lit cell will do.",
        "Qj8 Gd4 Gf4 Ga3 Gl7 Gg2 Gc7 qe4 gf7 gg7 ge5 gg6 gj4 gc6 xe4", "e4", is_legal, 1,
        " b - 0 1"},
    // where guards leave the game
    Row{"fewer", "Those who are left",
        "Two of your guards have left the game. You win with those who are left: all of them around the throne.",
        "Bring the last one beside the throne.",
        "You won with four. Even one would do.", "The lit cell beside the throne is the one.",
        "Qf6 Gf7 Gg6 Ge5 Gd6 qk10 gl8 gh10 gb4 gj4 ge9 gg2", "e6", wins},
    Row{"last", "No guard, no game",
        "A side that has lost all its guards loses the game. Black has one left.",
        "Capture it.",
        "That was the last one. You win!", "Stand on the far side of it, in line with your queen.",
        "Qf4 Gd3 Gj7 Gb5 Ge10 Gl9 Gd1 qk10 gg5", "g5", wins},
    Row{"last-ring", "No guard, no game",
        "A side that has lost all its guards loses the game. Black has one left.",
        "Capture it.",
        "That was the last one. You win!", ON_ITS_RING,
        "Qe4 Gd3 Gh5 Gb5 Ge10 Gl9 Gd1 qk10 gf4", "f4", wins},
    // what else a rule set may have
    Row{"repeat", "Not a third time",
        "A side that brings about a position for the third time loses. The lit guard has gone to and fro: once more, and it is the third time.",
        "Play something else.",
        "Good. Here nobody can wait for ever.", "That was the third time. Move another piece.",
        "Qc3 Ge7 Gk8 Gb5 Gg10 Gd1 Gj5 qh9 gd8 gc6 ga3 gl8 gg2 ge9", "e1", is_not_lost, 1,
        " b - 0 1", "l8l9 d1e1 l9l8 e1d1 l8l9 d1e1 l9l8"},
    Row{"place", "Guards come first",
        "The guards begin beside the board. The sides place them in turn, on any free cell but the throne, and nothing is captured meanwhile.",
        "Place a guard beside the throne.",
        "A good place to begin. When all are placed, the steps begin.",
        "Choose a cell of the first ring, beside the throne.", "Qa1 ql11", "", is_beside_the_throne,
        1, " w GGGGGGgggggg 0 1"},
    Row{"place-edge", "Guards come first",
        "The guards begin beside the board. The sides place them in turn, on the edge, and nothing is captured meanwhile.",
        "Place a guard on the edge.",
        "A good place to begin. When all are placed, the steps begin.", "Any lit cell will do.",
        "Qa1 ql11", "", is_legal, 1, " w GGGGGGgggggg 0 1"},
    Row{"hold", "Hold for ever",
        "Nobody may step between two enemies. Six guards in a star around the throne close every way in, and within it the queen always has a step.",
        "Close the star.",
        "Nobody gets in. She steps to and fro as long as you like: you cannot lose any more.",
        "The lit cell is the sixth point of the star.",
        "Qe5 Gd4 Gd6 Gf4 Gf8 Gh6 Gh9 qc5 gc3 gf3 gk7 gc6 gf9 gl9", "h8", seals},
    // the ring without the queen
    Row{"forfeit", "Not without the queen",
        "Six guards around an empty throne lose the game at once. So the queen goes first.",
        "Five guards stand ready. Play the right piece.", QUEEN_FIRST,
        QUEEN_NEAR,
        FIVE_AROUND, "e6", brings_the_queen_in},
    Row{"forfeit-any", "Not without the queen",
        "Six guards around the throne lose the game at once if their own queen is not on it. So the queen goes first.",
        "Five guards stand ready. Play the right piece.", QUEEN_FIRST,
        QUEEN_NEAR,
        FIVE_AROUND, "e6", brings_the_queen_in},
    Row{"forfeit-draw", "Not without the queen",
        "Six guards around an empty throne end the game as a draw. So the queen goes first.",
        "Five guards stand ready. Play the right piece.", QUEEN_FIRST,
        QUEEN_NEAR,
        FIVE_AROUND, "e6", brings_the_queen_in},
};
// clang-format on

// --- the course ----------------------------------------------------------------------------------

Position arranged(const RuleSet& rules, const Row& row) {
    std::map<Cell, char> board;
    std::string captured;
    for (std::string_view rest = row.pieces; !rest.empty();) {
        const std::string_view word = next_word(rest);
        if (word.front() == 'x')
            captured += (captured.empty() ? "" : ",") + std::string(word.substr(1));
        else
            board[Cell::parse(word.substr(1)).value()] = word.front();
    }
    std::string text;
    for (int r = SPAN - 1; r >= 0; --r) {
        int gap = 0;
        for (int file = 0; file < SPAN; ++file) {
            const auto cell = Cell::at(file, r);
            if (!cell) continue;
            const auto piece = board.find(*cell);
            if (piece != board.end() && gap > 0) text += std::to_string(std::exchange(gap, 0));
            if (piece != board.end())
                text += piece->second;
            else
                ++gap;
        }
        if (gap > 0) text += std::to_string(gap);
        if (r > 0) text += '/';
    }
    const std::string_view side = row.more.substr(0, 2), rest = row.more.substr(2);
    text += std::string(side) + ' ' + (captured.empty() ? "-" : captured) + std::string(rest);
    return parse_position(rules, text);
}

Lesson lesson(const RuleSet& rules, std::string_view key) {
    const Row& row = *std::ranges::find(ROWS, key, &Row::key);
    Lesson lesson{
        row.key, row.title, row.text,    row.task,     row.praise, row.nudge, arranged(rules, row),
        {},      {},        row.actions, row.brings_on};
    for (std::string_view rest = row.before; !rest.empty();)
        lesson.before.push_back(parse_move(next_word(rest)));
    for (std::string_view rest = row.lit; !rest.empty();)
        lesson.lit.push_back(Cell::parse(next_word(rest)).value());
    return lesson;
}

using Keys = std::vector<std::string_view>;

void add_captures(Keys& keys, const RuleSet& rules) {
    const bool ring = rules.flank == Flank::Ring;
    if (rules.bloody())
        keys.insert(keys.end(), {"trap", "trap-queen", "exchange"});
    else if (rules.removes())
        keys.push_back(ring ? "remove-ring" : "remove");
    else
        keys.push_back(ring ? "capture-ring" : "capture");
}

void add_captured_guards(Keys& keys, const RuleSet& rules) {
    if (rules.effect != Effect::Relocate) return;
    const bool edge = rules.guard_target == GuardTarget::OuterRing;
    keys.push_back(edge                                          ? "edge"
                   : rules.guard_target == GuardTarget::NextRing ? "back"
                                                                 : "back-any");
    if (edge && rules.relocation_between == RelocationBetween::Safe)
        keys.push_back(rules.relocation_captures ? "back-safe" : "back-calm");
    if (rules.pace == Pace::AllInTurn) keys.push_back("all");
}

void add_gap(Keys& keys, const RuleSet& rules) {
    keys.push_back(rules.between == Between::Captured ? "gap-captured"
                   : rules.between == Between::Safe   ? "gap-safe"
                   : rules.flank == Flank::Ring       ? "gap-ring"
                                                      : "gap");
}

void add_captured_queen(Keys& keys, const RuleSet& rules) {
    if (rules.bloody()) return;
    const bool near = rules.queen_target == QueenTarget::NextRing ||
                      rules.queen_target == QueenTarget::NextRingAny;
    if (rules.queen_chooser == QueenChooser::Opponent)
        keys.push_back(near ? "queen-yours-back" : "queen-yours");
    else
        keys.push_back(rules.queen_target == QueenTarget::Anywhere    ? "queen"
                       : rules.queen_target == QueenTarget::NotThrone ? "queen-not-throne"
                       : rules.queen_target == QueenTarget::NextRing  ? "queen-back"
                                                                      : "queen-back-any");
}

void add_ends(Keys& keys, const RuleSet& rules) {
    if (rules.removes()) {
        keys.push_back("fewer");
        keys.push_back(rules.flank == Flank::Ring ? "last-ring" : "last");
    }
    if (rules.repetition == Repetition::Loses) keys.push_back("repeat");
    if (rules.placement == Placement::OuterRing)
        keys.push_back("place-edge");
    else if (rules.setup == Setup::Placement)
        keys.push_back("place");
    if (has_seals(rules)) keys.push_back("hold");
    if (rules.forfeit == Forfeit::EmptyThrone) keys.push_back("forfeit");
    if (rules.forfeit == Forfeit::NoOwnQueen) keys.push_back("forfeit-any");
    if (rules.forfeit == Forfeit::Draw) keys.push_back("forfeit-draw");
}

} // namespace

std::vector<Lesson> lessons(const RuleSet& rules) {
    Keys keys = {"win", "step", "throne"};
    add_captures(keys, rules);
    add_captured_guards(keys, rules);
    add_gap(keys, rules);
    add_captured_queen(keys, rules);
    add_ends(keys, rules);
    std::vector<Lesson> course;
    for (const std::string_view key : keys) course.push_back(lesson(rules, key));
    return course;
}

Game begin(const RuleSet& rules, const Lesson& lesson) {
    Game game(rules, lesson.first);
    for (const Move move : lesson.before) game.play(move);
    return game;
}

bool brings_on(const Lesson& lesson, const Game& game, Move move) {
    Game after = game;
    after.play(move);
    return lesson.brings_on({game.rules(), game.position(), move, after});
}

std::vector<Move> solutions(const Lesson& lesson, const Game& game) {
    MoveList moves;
    if (!game.outcome()) legal_moves(game.rules(), game.position(), moves);
    std::vector<Move> found;
    for (const Move move : moves)
        if (brings_on(lesson, game, move)) found.push_back(move);
    return found;
}

} // namespace agon

// The naive referee: Agon's rules written down a second time, sentence by sentence, from rules.md
// sections 1 to 10. Numbers such as `4.4` below are such sections.
// It shares nothing with the engine: whatever crosses this interface can be compared as text.
#pragma once

#include <boost/container/flat_map.hpp>
#include <boost/container/flat_set.hpp>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace naive {

// 5. One field per column, one enumerator per value; Section7 is for the bloody row of the table.
enum class Flank { Line, Ring };
enum class Between { Illegal, Safe, Captured };
enum class RelocationBetween { Illegal, Safe };
enum class QueenChooser { Owner, Opponent, Section7 };
enum class QueenTarget { Anywhere, NotThrone, NextRing, NextRingAny, Section7 };
enum class GuardTarget { OuterRing, NextRing, NextRingAny, Section7 };
enum class Pace { OnePerTurn, AllInTurn, Section7 };
enum class Forfeit { EmptyThrone, NoOwnQueen, Draw, None };
enum class Setup { Standard, Placement, Flanked };
enum class Effect { Relocate, Remove, Bloody };
// 5, other readings.
enum class Repetition { Draw, Loses };
enum class NoAction { Pass, Loses };
enum class Placement { Anywhere, OuterRing };

struct Rules {
    Flank flank = Flank::Line;
    Between between = Between::Illegal;
    RelocationBetween relocation_between = RelocationBetween::Illegal;
    bool relocation_captures = true;
    QueenChooser queen_chooser = QueenChooser::Owner;
    QueenTarget queen_target = QueenTarget::Anywhere;
    GuardTarget guard_target = GuardTarget::OuterRing;
    Pace pace = Pace::OnePerTurn;
    Forfeit forfeit = Forfeit::EmptyThrone;
    Setup setup = Setup::Standard;
    Effect effect = Effect::Relocate;
    Repetition repetition = Repetition::Draw;
    NoAction no_action = NoAction::Pass;
    Placement placement = Placement::Anywhere;

    bool operator==(const Rules&) const = default;
};

// Unknown names, keys and values throw std::runtime_error, here and below.
Rules preset(const std::string& name);
std::vector<std::string> preset_names();

// One `key = value` line of a custom-rules section; `effect` must come first if it occurs.
void set(Rules& rules, const std::string& key, const std::string& value);

// The value in the INI spelling; "section-7" for the bloody row's four fields.
std::string get(const Rules& rules, const std::string& key);

// 1. Cells in the order of the captured list (8): row by row upward, within a row by file.
struct Cell {
    int row = 0;
    int file = 0;

    auto operator<=>(const Cell&) const = default;
};

const std::vector<Cell>& all_cells();
bool on_board(Cell cell);
int ring(Cell cell);
std::string name(Cell cell);
Cell cell_named(const std::string& text);

// Sorted arrays, because a state is copied for every action.
using Board = boost::container::flat_map<Cell, char>;
using Cells = boost::container::flat_set<Cell>;

// 8. A position. Pieces are Q G (white) and q g (black); sides are 'w' and 'b'.
struct State {
    Board board; // occupied cells only
    char turn = 'w';
    Cells captured;
    boost::container::flat_map<char, int> reserve{{'w', 0}, {'b', 0}};
    std::int64_t clock = 0;
    std::int64_t number = 1;

    bool operator==(const State&) const = default;
};

char owner(char piece);
char other(char side);
bool is_queen(char piece);

// Reads a valid text. Throws on faults that are visible without the rules; does not name them.
State parse(const std::string& text);
std::string text(const State& state);

// The first four fields: what 4.9 calls a position.
std::string text_without_counters(const State& state);

// 3. The position text of a named setup.
std::string setup_text(const std::string& setup);

// 4.7, 4.8. Sorted action texts; empty when decided, {"pass"} when nothing else is possible.
std::vector<std::string> legal(const Rules& rules, const State& state);

// The state after `action`, which must be one of `legal`'s.
State play(const Rules& rules, const State& state, const std::string& action);

// "none", "white wins (REASON)" or "black wins (REASON)", REASON throne, forfeit, no guards or no
// action; "draw (ring)". By the board only: 4.9 is in History.
std::string result(const Rules& rules, const State& state);

// 2. 'w' or 'b'. In a decided state nobody relocates a queen: the side whose turn it is.
char chooser(const Rules& rules, const State& state);

// 10.
std::uint64_t perft(const Rules& rules, const State& state, int depth);

// 4.9. A decided game is not a draw: ask `result` first. A limit of 0 switches a rule off.
class History {
public:
    explicit History(const State& first);

    void add(const State& next);
    int occurrences() const; // of the latest position, itself included
    bool repetition(int limit) const;
    bool no_progress(int limit) const;

private:
    std::vector<std::string> seen_;
    std::size_t pieces_on_board_ = 0;
    std::int64_t clock_ = 0;
};

} // namespace naive

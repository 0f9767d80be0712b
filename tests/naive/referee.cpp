// What an action does and when the game ends: rules.md sections 4, 6, 7, 9 and 10.
#include "tests/naive/board.hpp"

namespace naive {
namespace {

// 4.8: all six guards on ring 1, whose cells are six.
bool guards_fill_ring_1(const State& state, char side) {
    int guards = 0;
    for (const Cell cell : guards_of(state, side)) guards += ring(cell) == 1 ? 1 : 0;
    return guards == 6;
}

char queen_of(char side) { return side == 'w' ? 'Q' : 'q'; }

const Cell throne = {6, 6};

bool queen_on_throne(const State& state, char side) {
    return !vacant(state, throne) && state.board.at(throne) == queen_of(side);
}

std::string wins(char side, const std::string& reason) {
    return (side == 'w' ? "white wins (" : "black wins (") + reason + ")";
}

// 4.8 (c); 5, other readings: `draw`, `none`.
bool forfeits(const Rules& rules, const State& state, char side) {
    if (!guards_fill_ring_1(state, side)) return false;
    if (rules.forfeit == Forfeit::NoOwnQueen) return !queen_on_throne(state, side);
    return rules.forfeit != Forfeit::None && vacant(state, throne);
}

// 4.10, 7.5 (i).
bool has_no_guards(const State& state, char side) {
    return guards_of(state, side).empty() && state.reserve.at(side) == 0;
}

// 4.10, 7.5 (ii), but for the queen.
bool remaining_guards_on_ring_1(const State& state, char side) {
    if (state.reserve.at(side) > 0) return false;
    const std::vector<Cell> guards = guards_of(state, side);
    for (const Cell cell : guards) {
        if (ring(cell) != 1) return false;
    }
    return !guards.empty();
}

// 4.8 (a) and (b); where guards are removed (4.10) all that remain.
bool guards_in_place(const Rules& rules, const State& state, char side) {
    return rules.effect == Effect::Remove ? remaining_guards_on_ring_1(state, side)
                                          : guards_fill_ring_1(state, side);
}

// 4.8. `w` is the side whose turn it was.
std::string common_result(const Rules& rules, const State& state, char w) {
    if (rules.effect == Effect::Remove) { // 4.10, checked before 4.8
        for (const char side : {w, other(w)}) {
            if (has_no_guards(state, side)) return wins(other(side), "no guards");
        }
    }
    for (const char side : {w, other(w)}) { // (a), (b)
        if (queen_on_throne(state, side) && guards_in_place(rules, state, side)) {
            return wins(side, "throne");
        }
    }
    for (const char side : {w, other(w)}) { // (c), (d)
        if (!forfeits(rules, state, side)) continue;
        return rules.forfeit == Forfeit::Draw ? "draw (ring)" : wins(other(side), "forfeit");
    }
    return "none";
}

// 7.5. `w` is the side whose turn it was.
std::string bloody_result(const State& state, char w) {
    for (const char side : {w, other(w)}) { // (i)
        if (has_no_guards(state, side)) return wins(other(side), "no guards");
    }
    if (!state.captured.empty()) return "none"; // "when nothing is left to settle"
    for (const char side : {w, other(w)}) {     // (ii)
        if (queen_on_throne(state, side) && remaining_guards_on_ring_1(state, side)) {
            return wins(side, "throne");
        }
    }
    for (const char side : {w, other(w)}) { // (iii)
        if (guards_fill_ring_1(state, side) && !queen_on_throne(state, side)) {
            return wins(other(side), "forfeit");
        }
    }
    return "none";
}

// 9. A step, relocation or exchange is two cells, and the second begins at the second letter.
std::size_t start_of_second_cell(const std::string& action) {
    for (std::size_t i = 1; i < action.size(); ++i) {
        if (action[i] >= 'a') return i;
    }
    return action.size();
}

void move_piece(State& state, Cell from, Cell to) {
    const char piece = state.board.at(from);
    state.board.erase(from);
    state.board[to] = piece;
}

// 8: a counter at its greatest value stays there.
std::int64_t counted_up(std::int64_t counter) {
    return counter < 2147483647 ? counter + 1 : counter;
}

void place(State& state, Cell to) {
    state.board[to] = state.turn == 'w' ? 'G' : 'g';
    --state.reserve.at(state.turn);
    state.clock = 0;
}

// 4.4; 7.1 for a guard trapped by a pair that includes the queen, 7.2 and 7.3 for the others.
void capture(const Rules& rules, State& state, Cell landed) {
    for (const Trap& trap : traps(rules, state, landed)) {
        const bool by_queen =
            is_queen(state.board.at(landed)) || is_queen(state.board.at(trap.partner));
        if (rules.effect == Effect::Bloody && by_queen && !is_queen(state.board.at(trap.prey))) {
            state.board.erase(trap.prey);
            state.clock = 0; // 8, CLOCK: a removal
        } else {
            state.captured.insert(trap.prey);
        }
    }
}

// 4.10: captured guards leave the game as part of the action that captures them.
void remove_captured_guards(State& state) {
    const Cells captured = state.captured;
    for (const Cell cell : captured) {
        if (is_queen(state.board.at(cell))) continue;
        state.board.erase(cell);
        state.captured.erase(cell);
        state.clock = 0;
    }
}

void step(const Rules& rules, State& state, Cell from, Cell to) {
    const bool inward = ring(to) < ring(from);
    move_piece(state, from, to);
    state.clock = inward ? 0 : counted_up(state.clock); // 8, CLOCK
    capture(rules, state, to);
    if (rules.between == Between::Captured && between_enemies(rules, state, to, state.turn)) {
        state.captured.insert(to); // 4.3
    }
}

// 4.5; 4.4: also by a relocation under relocation_captures.
void relocate(const Rules& rules, State& state, Cell from, Cell to) {
    move_piece(state, from, to);
    state.captured.erase(from);
    state.clock = 0;
    if (rules.relocation_captures) capture(rules, state, to);
}

// 7.2 the exchange, 7.3 the guard; 7.4: settling captures nothing.
void settle(State& state, Cell from, Cell to) {
    state.board.erase(to); // the guard that leaves the game; nothing in 7.3
    move_piece(state, from, to);
    state.captured.erase(from);
    state.captured.erase(to);
    state.clock = 0;
}

// 4.6, 7.4. Only asked after a relocation or a settling action, or a bloody step.
bool turn_goes_on(const Rules& rules, const State& state, bool was_step) {
    if (rules.effect == Effect::Bloody) return !state.captured.empty();
    if (was_step || rules.pace == Pace::OnePerTurn) return false;
    return !to_be_dealt_with(rules, state).empty();
}

// Returns whether the turn goes on after the action.
bool act(const Rules& rules, State& state, const std::string& action) {
    if (action == "pass") {
        state.clock = counted_up(state.clock);
        return false;
    }
    const std::size_t second = start_of_second_cell(action);
    const Cell from = cell_named(action.substr(0, second));
    if (second == action.size()) {
        place(state, from);
        return false;
    }
    const Cell to = cell_named(action.substr(second));
    const bool is_step = !state.captured.contains(from);
    if (is_step) {
        step(rules, state, from, to);
    } else if (rules.effect == Effect::Bloody) {
        settle(state, from, to);
    } else {
        relocate(rules, state, from, to);
    }
    if (rules.effect == Effect::Remove) remove_captured_guards(state);
    return turn_goes_on(rules, state, is_step);
}

// 8, NUMBER: "goes up after each of black's turns".
void pass_the_turn(State& state) {
    if (state.turn == 'b') state.number = counted_up(state.number);
    state.turn = other(state.turn);
}

} // namespace

std::string result_by_pieces(const Rules& rules, const State& state) {
    const char w = other(state.turn); // 4.8: a finished game's turn has passed
    return rules.effect == Effect::Bloody ? bloody_result(state, w)
                                          : common_result(rules, state, w);
}

std::string result(const Rules& rules, const State& state) {
    const std::string end = result_by_pieces(rules, state);
    if (end != "none" || rules.no_action == NoAction::Pass || in_placement(state)) return end;
    return actions_but_pass(rules, state).empty() ? wins(other(state.turn), "no action") : "none";
}

State play(const Rules& rules, const State& state, const std::string& action) {
    State next = state;
    const bool goes_on = act(rules, next, action);
    const bool decided = result_by_pieces(rules, next) != "none";
    if (decided && rules.effect == Effect::Bloody) next.captured.clear(); // 7.5 (i)
    if (decided || !goes_on) pass_the_turn(next);                         // 4.8
    return next;
}

// 2. The relocation of a captured queen may be the other side's to pick.
char chooser(const Rules& rules, const State& state) {
    if (rules.queen_chooser != QueenChooser::Opponent) return state.turn;
    if (result(rules, state) != "none") return state.turn;
    for (const Cell cell : to_be_dealt_with(rules, state)) {
        if (is_queen(state.board.at(cell))) return other(state.turn);
    }
    return state.turn;
}

std::uint64_t perft(const Rules& rules, const State& state, int depth) {
    if (depth == 0) return 1;
    const std::vector<std::string> actions = legal(rules, state);
    if (depth == 1) return actions.size();
    std::uint64_t count = 0;
    for (const std::string& action : actions) {
        count += perft(rules, play(rules, state, action), depth - 1);
    }
    return count;
}

// Draws by repetition and by lack of progress: rules.md section 4.9.

History::History(const State& first) { add(first); }

void History::add(const State& next) {
    // Only a placement, an exchange or a removal changes how many pieces are on the board.
    if (next.board.size() != pieces_on_board_) seen_.clear();
    pieces_on_board_ = next.board.size();
    seen_.push_back(text_without_counters(next));
    clock_ = next.clock;
}

int History::occurrences() const {
    int count = 0;
    for (const std::string& position : seen_) count += position == seen_.back() ? 1 : 0;
    return count;
}

bool History::repetition(int limit) const { return limit > 0 && occurrences() >= limit; }

bool History::no_progress(int limit) const { return limit > 0 && clock_ >= limit; }

} // namespace naive

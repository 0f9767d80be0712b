#include "engine/notation/notation.hpp"

#include "engine/error.hpp"
#include "engine/game/game.hpp"
#include "engine/game/legal.hpp"
#include "engine/game/zobrist.hpp"
#include "engine/quote.hpp"
#include "engine/words.hpp"

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <vector>

namespace agon {
namespace {

std::string between_two(Cell cell, Side enemies) {
    return cell.text() + " is between two " + std::string(name(enemies)) + " pieces";
}

struct Refusal {
    Illegal reason;
    std::string text;
    Bitboard cells{};
};

/// The rule that keeps a captured piece of `owner` from a vacant cell that is open to others.
Illegal rule_of_relocation(const RuleSet& rules, bool queen, Cell to, Bitboard targets) {
    if (rules.bloody() && queen) return Illegal::Exchange;
    if (queen && rules.queen_target == QueenTarget::NotThrone && to == THRONE_CELL)
        return Illegal::NotThrone;
    if (OUTER_RING.covers(targets)) return Illegal::Edge;
    const bool adjacent = queen ? rules.queen_target == QueenTarget::NextRing
                                : rules.guard_target == GuardTarget::NextRing;
    return adjacent && !rules.bloody() ? Illegal::NextRing : Illegal::Ring;
}

/// Why `move` is not a relocation that is possible now. `pieces` are those that can be settled.
Refusal refusal_of_relocation(const RuleSet& rules, const Position& p, Move move, Bitboard pieces) {
    const Side owner = settled_side(rules, p);
    const Cell queen = p.queens[owner];
    if (!pieces.contains(move.from())) {
        if (pieces.contains(queen))
            return {Illegal::Forced, "the captured queen on " + queen.text() + " comes first",
                    pieces};
        std::string cells;
        pieces.for_each([&](Cell cell) { cells += (cells.empty() ? "" : ", ") + cell.text(); });
        return {Illegal::Forced, "a captured guard comes first: " + cells, pieces};
    }
    const Bitboard targets = relocation_targets(rules, p, move.from());
    const bool exchange = (targets & p.occupied()).any();
    const Bitboard to(move.to());
    if (!exchange && !p.vacant().covers(to))
        return {Illegal::Taken, move.to().text() + " is not vacant", to};
    if (p.vacant().covers(to) && !open_to_relocation(rules, p).covers(to))
        return {Illegal::Jaws, between_two(move.to(), ~owner), to};
    const bool is_queen = move.from() == queen;
    return {rule_of_relocation(rules, is_queen, move.to(), targets),
            std::string("the captured ") + (is_queen ? "queen" : "guard") + " on " +
                move.from().text() + " may not be put on " + move.to().text(),
            targets};
}

Refusal over() { return {Illegal::Over, "the game is over"}; }

/// The reason why `move`, an illegal action, is illegal.
Refusal refusal(const RuleSet& rules, const Position& p, Move move) {
    if (is_decided(rules, p)) return over();
    if (!any_legal(rules, p)) return {Illegal::Pass, "the only legal action is pass"};
    if (move.is_pass()) return {Illegal::NoPass, "passing is legal only without another action"};
    if (p.placing())
        return {
            Illegal::Reserve,
            std::string("guards in reserve are placed first, on a vacant cell ") +
                (rules.placement == Placement::OuterRing ? "of the outer ring" : "but the throne"),
            placement_targets(rules, p)};
    if (move.is_placement()) return {Illegal::NoReserve, "no guards are in reserve"};
    const Side us = p.turn;
    if (const Bitboard pieces = pieces_to_settle(rules, p); pieces.any())
        return refusal_of_relocation(rules, p, move, pieces);
    const Bitboard from(move.from()), to(move.to());
    if (!p.own().covers(from))
        return {p.occupied().covers(from) ? Illegal::Turn : Illegal::Empty,
                "no " + std::string(name(us)) + " piece on " + move.from().text(), from};
    if (!p.vacant().covers(to))
        return {from == to && step_targets(rules, p, us, move.from()).none() ? Illegal::Stuck
                                                                             : Illegal::Taken,
                move.to().text() + " is not vacant", to};
    if (!NEIGHBOURS[move.from()].covers(to))
        return {Illegal::Far, "a step goes to an adjacent cell"};
    if (!STEPS[move.from()].covers(to)) return {Illegal::Outward, "a step never goes outward"};
    if (to == THRONE && move.from() != p.queens[us])
        return {Illegal::Throne, "only a queen enters the throne"};
    if (p.between[~us].covers(to)) return {Illegal::Jaws, between_two(move.to(), ~us), to};
    return {Illegal::Closed, move.to().text() + " is closed to steps", to};
}

} // namespace

std::string_view to_text(Illegal reason) {
    static constexpr std::string_view KEYS[] = {
        "over", "pass",     "noPass",    "reserve", "noReserve", "forced", "taken",
        "jaws", "exchange", "notThrone", "edge",    "nextRing",  "ring",   "empty",
        "turn", "stuck",    "far",       "out",     "throne",    "closed"};
    return KEYS[static_cast<std::size_t>(reason)];
}

std::string to_text(Move move) {
    if (move.is_none()) return "0000";
    if (move.is_pass()) return "pass";
    return (move.is_placement() ? "" : move.from().text()) + move.to().text();
}

Move parse_move(std::string_view text) {
    if (equal_ignoring_case(text, "pass") || text == "0000") return Move::pass();
    // A cell is a letter and its digits, so a second letter starts a second cell.
    const auto second =
        text.size() < 2 ? std::string_view::npos : text.find_first_not_of("0123456789", 1);
    const auto first_cell = Cell::parse(text.substr(0, second));
    if (first_cell && second == std::string_view::npos) return Move::placement(*first_cell);
    if (first_cell)
        if (const auto target = Cell::parse(text.substr(second))) return Move(*first_cell, *target);
    throw Error(in_quotes(text) +
                " is not an action: expected two cells such as a1b2, one for a placement, or pass");
}

namespace {

[[noreturn]] void throw_illegal(std::string_view text, const Refusal& refused) {
    throw IllegalAction(in_quotes(text) + " is illegal: " + refused.text, refused.reason,
                        refused.cells);
}

} // namespace

Move parse_legal_move(const RuleSet& rules, const Position& position, std::string_view text) {
    const Move move = parse_move(text);
    if (!is_legal(rules, position, move)) throw_illegal(text, refusal(rules, position, move));
    return move;
}

Move parse_legal_move(const Game& game, std::string_view text) {
    if (game.won()) {
        (void)parse_move(text); // what is not an action is not illegal either
        throw_illegal(text, over());
    }
    return parse_legal_move(game.rules(), game.position(), text);
}

// Position text (rules.md section 8): the six fields, each with its own messages.

namespace {

constexpr std::string_view LETTERS = "GQgq"; // by side, then by kind of piece

char letter(Side side, Piece kind) { return LETTERS[index(side) * 2 + index(kind)]; }

[[noreturn]] void refuse(std::string_view field, const std::string& fault) {
    throw Error(std::string(field) + ": " + fault);
}

std::vector<std::string_view> split(std::string_view text, char separator) {
    std::vector<std::string_view> parts;
    while (true) {
        const auto end = text.find(separator);
        parts.push_back(text.substr(0, end));
        if (end == std::string_view::npos) return parts;
        text.remove_prefix(end + 1);
    }
}

int row_length(int row) { return SPAN - std::abs(row - 5); }
int first_file(int row) { return std::max(0, row - 5); }

/// Reads a row of BOARD into `p`; `queens_seen` counts queens by side.
void read_row(Position& p, PerSide<int>& queens_seen, std::string_view text, int row) {
    const std::string where = "row " + std::to_string(row + 1);
    const auto too_long = [&] {
        refuse("BOARD", where + " has more than " + std::to_string(row_length(row)) + " cells");
    };
    int cell = 0;
    for (std::size_t i = 0; i < text.size();) {
        if (text[i] >= '0' && text[i] <= '9') {
            int run = 0;
            const auto [end, error] =
                std::from_chars(text.data() + i, text.data() + text.size(), run);
            if (text[i] == '0') refuse("BOARD", where + " has a run that begins with 0");
            if (error != std::errc() || run > row_length(row) - cell) too_long();
            cell += run;
            i = static_cast<std::size_t>(end - text.data());
            if (i < text.size() && text[i] >= '0' && text[i] <= '9') too_long();
            continue;
        }
        const auto found = LETTERS.find(text[i]);
        if (found == std::string_view::npos)
            refuse("BOARD", where + " has the unknown letter " + in_quotes(text.substr(i, 1)));
        if (cell >= row_length(row)) too_long();
        const Cell at = *Cell::at(first_file(row) + cell, row);
        const auto side = found / 2;
        p.pieces[side] |= Bitboard(at);
        if (found % 2 == 1) {
            p.queens[side] = at;
            ++queens_seen[side];
        } else if (at == THRONE_CELL) {
            refuse("BOARD", "a guard stands on the throne");
        }
        ++cell;
        ++i;
    }
    if (cell < row_length(row))
        refuse("BOARD", where + " has " + std::to_string(cell) + " cells instead of " +
                            std::to_string(row_length(row)));
}

void read_board(Position& p, std::string_view text) {
    const auto rows = split(text, '/');
    if (rows.size() != SPAN)
        refuse("BOARD", std::to_string(rows.size()) + " rows instead of " + std::to_string(SPAN));
    PerSide<int> queens{};
    for (int i = 0; i < SPAN; ++i)
        read_row(p, queens, rows[static_cast<std::size_t>(i)], SPAN - 1 - i);
    for (const Side side : BOTH_SIDES)
        if (const int count = queens[side]; count != 1)
            refuse("BOARD", std::string(name(side)) + " has " + std::to_string(count) +
                                " queens instead of one");
}

void read_turn(Position& p, std::string_view text) {
    if (text != "w" && text != "b") refuse("TURN", in_quotes(text) + " is neither w nor b");
    p.turn = text == "w" ? Side::White : Side::Black;
}

void read_captured(const RuleSet& rules, Position& p, std::string_view text) {
    if (text == "-") return;
    for (const std::string_view part : split(text, ',')) {
        const auto cell = Cell::parse(part);
        if (!cell) refuse("CAPTURED", in_quotes(part) + " is not a cell");
        if (!p.occupied().contains(*cell)) refuse("CAPTURED", "no piece stands on " + cell->text());
        if (rules.bloody() && p.own().contains(*cell))
            refuse("CAPTURED", "the piece on " + cell->text() +
                                   " belongs to the side that settles, not to the trapped one");
        if (rules.effect == Effect::Remove && *cell != p.queens[0] && *cell != p.queens[1])
            refuse("CAPTURED", "the piece on " + cell->text() +
                                   " is a guard, and captured guards leave the game");
        if (p.captured.contains(*cell)) refuse("CAPTURED", cell->text() + " is repeated");
        p.captured |= Bitboard(*cell);
    }
}

void read_reserve(Position& p, std::string_view text) {
    if (text == "-") return;
    const std::size_t white = std::min(text.find_first_not_of('G'), text.size());
    const std::size_t black = text.size() - white;
    if (text.empty() || text.substr(white).find_first_not_of('g') != std::string_view::npos)
        refuse("RESERVE", in_quotes(text) + " is not '-', nor all G and then all g");
    if (white > GUARDS_A_SIDE || black > GUARDS_A_SIDE) refuse("RESERVE", "more than six guards");
    p.reserve = {static_cast<std::uint8_t>(white), static_cast<std::uint8_t>(black)};
}

/// The guards of each side, board and reserve together.
void check_guards(const RuleSet& rules, const Position& p) {
    PerSide<int> guards{};
    for (const Side side : BOTH_SIDES) {
        guards[side] = p.guards(side).count() + p.reserve[side];
        const int count = guards[side];
        if (count > GUARDS_A_SIDE || (count < GUARDS_A_SIDE && !rules.removes()))
            refuse("BOARD and RESERVE", std::string(name(side)) + " has " + std::to_string(count) +
                                            " guards instead of " +
                                            (rules.removes() ? "at most six" : "six"));
    }
    if (rules.bloody() && guards[0] + guards[1] == 0) refuse("BOARD", "no guards on either side");
    if (p.placing() && p.captured.any())
        refuse("CAPTURED", "captured pieces while guards are in reserve");
}

std::uint32_t read_counter(std::string_view field, std::string_view text, std::uint32_t least) {
    std::uint32_t value = 0;
    const char* const last = text.data() + text.size();
    const auto [end, error] = std::from_chars(text.data(), last, value);
    if (error == std::errc::invalid_argument || end != last)
        refuse(field, in_quotes(text) + " is not a number");
    if (error != std::errc() || value < least || value > MAX_COUNTER)
        refuse(field, std::string(text.substr(0, 20)) + " is outside " + std::to_string(least) +
                          ".." + std::to_string(MAX_COUNTER));
    return value;
}

void finish(const RuleSet& rules, Position& p) {
    for (const Side side : BOTH_SIDES) p.between[side] = between(rules, p.pieces[side]);
    p.key = zobrist::key_of(rules, p);
}

} // namespace

Position parse_position(const RuleSet& rules, std::string_view text) {
    static constexpr std::string_view NAMES[] = {"BOARD",   "TURN",  "CAPTURED",
                                                 "RESERVE", "CLOCK", "NUMBER"};
    const auto fields = split(text, ' ');
    if (!text.empty() && text.find('/') == std::string_view::npos)
        throw Error(in_quotes(text) + " is not a position, which looks like '" +
                    std::string(setup_text(Setup::Standard)) + '\'');
    for (std::size_t i = 0; i < std::size(NAMES); ++i)
        if (i >= fields.size() || fields[i].empty()) refuse(NAMES[i], "missing");
    if (fields.size() > std::size(NAMES))
        refuse("position", "trailing text " + in_quotes(fields[6]));

    Position p;
    read_board(p, fields[0]);
    read_turn(p, fields[1]);
    read_captured(rules, p, fields[2]);
    read_reserve(p, fields[3]);
    p.clock = read_counter("CLOCK", fields[4], 0);
    p.number = read_counter("NUMBER", fields[5], 1);
    check_guards(rules, p);
    finish(rules, p);
    return p;
}

Position setup_position(const RuleSet& rules, Setup setup) {
    return parse_position(rules, setup_text(setup));
}

std::string to_text(const Position& p) {
    std::string text;
    for (int row = SPAN - 1; row >= 0; --row) {
        int run = 0;
        const auto end_run = [&] {
            if (run > 0) text += std::to_string(run);
            run = 0;
        };
        for (int i = 0; i < row_length(row); ++i) {
            const Cell cell = *Cell::at(first_file(row) + i, row);
            if (!p.occupied().contains(cell)) {
                ++run;
                continue;
            }
            end_run();
            const Side side = p.pieces[0].contains(cell) ? Side::White : Side::Black;
            text += letter(side, p.queens[side] == cell ? Piece::Queen : Piece::Guard);
        }
        end_run();
        text += row > 0 ? '/' : ' ';
    }
    text += p.turn == Side::White ? "w " : "b ";
    std::string captured;
    p.captured.for_each([&](Cell c) { captured += (captured.empty() ? "" : ",") + c.text(); });
    text += captured.empty() ? "-" : captured;
    text +=
        ' ' + (p.placing() ? std::string(p.reserve[0], 'G') + std::string(p.reserve[1], 'g') : "-");
    return text + ' ' + std::to_string(p.clock) + ' ' + std::to_string(p.number);
}

Position flipped(const RuleSet& rules, const Position& position) {
    const auto turned = [](Cell c) { return Cell::from_index(RHOMBUS - 1 - c.index()); };
    const auto turned_all = [&](Bitboard cells) {
        Bitboard result;
        cells.for_each([&](Cell c) { result |= Bitboard(turned(c)); });
        return result;
    };
    Position p = position;
    for (const Side side : BOTH_SIDES) {
        p.pieces[side] = turned_all(position.pieces[~side]);
        p.queens[side] = turned(position.queens[~side]);
        p.reserve[side] = position.reserve[~side];
    }
    p.captured = turned_all(position.captured);
    p.turn = ~position.turn;
    finish(rules, p);
    return p;
}

} // namespace agon

// Cells, setups and the position text: rules.md sections 1, 3 and 8.
#include "tests/naive/referee.hpp"

#include <algorithm>
#include <cstdlib>
#include <limits>
#include <stdexcept>

namespace naive {
namespace {

constexpr std::string_view file_letters = "abcdefghjkl"; // 1: no i

void require(bool condition) {
    if (!condition) throw std::runtime_error("not a valid position text");
}

bool is_digit(char c) { return c >= '0' && c <= '9'; }

std::vector<std::string> split(const std::string& line, char separator) {
    std::vector<std::string> parts(1);
    for (const char c : line) {
        if (c == separator) {
            parts.emplace_back();
        } else {
            parts.back() += c;
        }
    }
    return parts;
}

// 8, CLOCK and NUMBER: at most 2^31-1. Ten digits are enough for that.
std::int64_t number_in(const std::string& digits, std::int64_t least) {
    require(!digits.empty() && digits.size() <= 10);
    for (const char c : digits) require(is_digit(c));
    const std::int64_t value = std::stoll(digits);
    require(value >= least && value <= std::numeric_limits<std::int32_t>::max());
    return value;
}

const std::vector<Cell>& cells_of_row(int row) {
    static const std::vector<std::vector<Cell>> rows = [] {
        std::vector<std::vector<Cell>> found(12);
        for (int number = 1; number <= 11; ++number) {
            for (int file = 1; file <= 11; ++file) {
                const Cell cell = {number, file};
                if (on_board(cell)) found[static_cast<std::size_t>(number)].push_back(cell);
            }
        }
        return found;
    }();
    return rows.at(static_cast<std::size_t>(row));
}

// 8, BOARD: one row, from its lowest file.
std::string row_text(const State& state, int row) {
    std::string line;
    int empty = 0;
    for (const Cell cell : cells_of_row(row)) {
        const auto found = state.board.find(cell);
        if (found == state.board.end()) {
            ++empty;
            continue;
        }
        if (empty > 0) line += std::to_string(empty);
        empty = 0;
        line += found->second;
    }
    if (empty > 0) line += std::to_string(empty);
    return line;
}

void read_row(State& state, int row, const std::string& line) {
    const std::vector<Cell>& cells = cells_of_row(row);
    std::size_t next = 0;
    std::size_t run = 0;
    for (const char c : line) {
        if (is_digit(c)) {
            run = run * 10 + static_cast<std::size_t>(c - '0');
            require(run <= cells.size());
            continue;
        }
        next += run;
        run = 0;
        require(next < cells.size() && std::string("QGqg").find(c) != std::string::npos);
        state.board[cells[next]] = c;
        ++next;
    }
    require(next + run == cells.size());
}

std::string board_text(const State& state) {
    std::string line = row_text(state, 11);
    for (int row = 10; row >= 1; --row) line += "/" + row_text(state, row);
    return line;
}

void read_board(State& state, const std::string& field) {
    const std::vector<std::string> rows = split(field, '/');
    require(rows.size() == 11);
    for (int row = 11; row >= 1; --row) {
        read_row(state, row, rows[static_cast<std::size_t>(11 - row)]);
    }
    require(board_text(state) == field); // 8: runs have no leading zero
}

std::string captured_text(const State& state) {
    std::string line;
    for (const Cell cell : state.captured) line += (line.empty() ? "" : ",") + name(cell);
    return line.empty() ? "-" : line;
}

void read_captured(State& state, const std::string& field) {
    if (field == "-") return;
    for (const std::string& part : split(field, ',')) {
        const Cell cell = cell_named(part);
        require(state.board.contains(cell));
        require(state.captured.insert(cell).second); // 8: no captured cell twice
    }
}

std::string reserve_text(const State& state) {
    const std::string line = std::string(static_cast<std::size_t>(state.reserve.at('w')), 'G') +
                             std::string(static_cast<std::size_t>(state.reserve.at('b')), 'g');
    return line.empty() ? "-" : line;
}

void read_reserve(State& state, const std::string& field) {
    if (field != "-") {
        for (const char c : field) {
            require(c == 'G' || c == 'g');
            ++state.reserve.at(owner(c));
        }
    }
    require(reserve_text(state) == field); // 8: all G, then all g
}

// 8, the refusals that do not depend on the rules played.
void check_pieces(const State& state) {
    for (const char side : {'w', 'b'}) {
        int queens = 0;
        int guards = state.reserve.at(side);
        for (const auto& [cell, piece] : state.board) {
            if (owner(piece) != side) continue;
            ++(is_queen(piece) ? queens : guards);
            require(is_queen(piece) || ring(cell) != 0);
        }
        require(queens == 1 && guards <= 6);
    }
    require(state.captured.empty() || reserve_text(state) == "-");
}

} // namespace

bool on_board(Cell cell) {
    return cell.file >= 1 && cell.file <= 11 && cell.row >= 1 && cell.row <= 11 &&
           std::abs(cell.file - cell.row) <= 5;
}

int ring(Cell cell) {
    const int by_file = std::abs(cell.file - 6);
    const int by_row = std::abs(cell.row - 6);
    const int by_both = std::abs(cell.file - cell.row);
    return std::max(by_file, std::max(by_row, by_both));
}

const std::vector<Cell>& all_cells() {
    static const std::vector<Cell> cells = [] {
        std::vector<Cell> found;
        for (int row = 1; row <= 11; ++row) {
            for (const Cell cell : cells_of_row(row)) found.push_back(cell);
        }
        return found;
    }();
    return cells;
}

std::string name(Cell cell) {
    return file_letters[static_cast<std::size_t>(cell.file - 1)] + std::to_string(cell.row);
}

Cell cell_named(const std::string& text) {
    const std::size_t letter = text.empty() ? std::string::npos : file_letters.find(text[0]);
    const bool readable = text.size() >= 2 && text.size() <= 3 && is_digit(text[1]);
    if (letter != std::string::npos && readable) {
        const Cell cell = {std::stoi(text.substr(1)), static_cast<int>(letter) + 1};
        if (on_board(cell) && name(cell) == text) return cell;
    }
    throw std::runtime_error("no cell " + text);
}

char owner(char piece) { return piece == 'Q' || piece == 'G' ? 'w' : 'b'; }

char other(char side) { return side == 'w' ? 'b' : 'w'; }

bool is_queen(char piece) { return piece == 'Q' || piece == 'q'; }

State parse(const std::string& text) {
    const std::vector<std::string> fields = split(text, ' ');
    require(fields.size() == 6);
    State state;
    read_board(state, fields[0]);
    require(fields[1] == "w" || fields[1] == "b");
    state.turn = fields[1][0];
    read_captured(state, fields[2]);
    read_reserve(state, fields[3]);
    state.clock = number_in(fields[4], 0);
    state.number = number_in(fields[5], 1);
    check_pieces(state);
    return state;
}

std::string text_without_counters(const State& state) {
    return board_text(state) + " " + state.turn + " " + captured_text(state) + " " +
           reserve_text(state);
}

std::string text(const State& state) {
    return text_without_counters(state) + " " + std::to_string(state.clock) + " " +
           std::to_string(state.number);
}

std::string setup_text(const std::string& setup) {
    if (setup == "standard") return "1g1G1q/G6/7G/9/g8g/11/G8G/9/g7/6g/Q1g1G1 w - - 0 1";
    if (setup == "placement") return "5q/7/8/9/10/11/10/9/8/7/Q5 w - GGGGGGgggggg 0 1";
    if (setup == "flanked") return "2gggq/6g/7g/8g/10/11/10/G8/G7/G6/QGGG2 w - - 0 1";
    throw std::runtime_error("unknown setup " + setup);
}

} // namespace naive

#include "tools/lab/tables/endgame_index.hpp"

#include "engine/game/symmetry.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cassert>
#include <utility>
#include <vector>

namespace agon::tables {
namespace {

constexpr std::size_t GUARD_CELLS = CELL_COUNT - 1; ///< all but the throne
constexpr std::size_t CAPTURED = CELL_COUNT;        ///< in place of the number of a queen's cell

/// The cells ring by ring from the outside, each ring in order around the board, so that neighbours
/// in a table are neighbours on the board; the throne is the last.
constexpr auto CELLS = [] {
    std::array<Cell, CELL_COUNT> cells;
    std::size_t count = 0;
    for (std::size_t r = RING_COUNT - 1; r > 0; --r) {
        Bitboard rest = RINGS[r];
        for (Cell cell = rest.first(); rest.any();) {
            cells[count++] = cell;
            rest -= Bitboard(cell);
            if (const Bitboard next = RING_NEIGHBOURS[cell] & rest; next.any()) cell = next.first();
        }
    }
    cells[count] = THRONE_CELL;
    return cells;
}();
constexpr auto NUMBERS = [] {
    std::array<std::uint8_t, RHOMBUS> numbers{};
    for (std::size_t i = 0; i < CELLS.size(); ++i)
        numbers[static_cast<std::size_t>(CELLS[i].index())] = static_cast<std::uint8_t>(i);
    return numbers;
}();

/// MAPPED_NUMBERS[s]: the number of the cell where symmetry s takes a cell.
constexpr auto MAPPED_NUMBERS = [] {
    std::array<std::array<std::uint8_t, RHOMBUS>, SYMMETRY_COUNT> mapped{};
    for (std::size_t s = 0; s < SYMMETRY_COUNT; ++s)
        for (const Cell cell : CELLS)
            mapped[s][static_cast<std::size_t>(cell.index())] =
                NUMBERS[static_cast<std::size_t>(SYMMETRIES[s][cell].index())];
    return mapped;
}();

/// The sets of `k` of `n`.
constexpr std::uint64_t choose(std::uint64_t n, std::uint64_t k) {
    if (k > n) return 0;
    std::uint64_t result = 1;
    for (std::uint64_t i = 0; i < k; ++i) result = result * (n - i) / (i + 1);
    return result;
}

constexpr auto CHOOSE = [] {
    std::array<std::array<std::uint32_t, MAX_TABLE_GUARDS + 1>, GUARD_CELLS> table{};
    for (std::size_t n = 0; n < GUARD_CELLS; ++n)
        for (std::size_t k = 0; k <= MAX_TABLE_GUARDS; ++k)
            table[n][k] = static_cast<std::uint32_t>(choose(n, k));
    return table;
}();

/// The cells of the queens, up to symmetry.
struct Queens {
    std::uint16_t number;     ///< of the class of symmetric pairs
    std::uint16_t symmetries; ///< bit s: symmetry s takes the pair to that of the class
};

struct QueenPairs {
    std::array<std::array<Queens, CELL_COUNT>, CELL_COUNT + 1>
        queens{}; ///< own (or CAPTURED), other
    std::vector<std::array<std::uint8_t, 2>> classes;

    QueenPairs() {
        for (std::size_t own = 0; own <= CELL_COUNT; ++own)
            for (std::size_t other = 0; other < CELL_COUNT; ++other)
                if (own != other) add(own, other);
    }

private:
    void add(std::size_t own, std::size_t other) {
        const auto image = [&](std::size_t s) {
            const auto at = [&](std::size_t cell) {
                return cell == CAPTURED
                           ? CAPTURED
                           : MAPPED_NUMBERS[s][static_cast<std::size_t>(CELLS[cell].index())];
            };
            return std::pair<std::size_t, std::size_t>(at(own), at(other));
        };
        auto least = image(0);
        for (std::size_t s = 1; s < SYMMETRY_COUNT; ++s) least = std::min(least, image(s));
        Queens& entry = queens[own][other];
        if (least == image(0)) { // the first of its class
            entry.number = static_cast<std::uint16_t>(classes.size());
            classes.push_back({static_cast<std::uint8_t>(own), static_cast<std::uint8_t>(other)});
        } else {
            entry.number = queens[least.first][least.second].number;
        }
        for (std::size_t s = 0; s < SYMMETRY_COUNT; ++s)
            if (image(s) == least) entry.symmetries |= static_cast<std::uint16_t>(1U << s);
    }
};

const QueenPairs& queen_pairs() {
    static const QueenPairs PAIRS;
    return PAIRS;
}

/// The number of a set of guards among the sets of that size.
std::uint64_t set_number(Bitboard guards, std::size_t symmetry) {
    const auto& mapped = MAPPED_NUMBERS[symmetry];
    std::array<std::uint8_t, MAX_TABLE_GUARDS> cells{};
    std::size_t count = 0;
    guards.for_each([&](Cell cell) {
        assert(count < cells.size());
        std::size_t place = count++;
        const std::uint8_t number = mapped[static_cast<std::size_t>(cell.index())];
        for (; place > 0 && cells[place - 1] > number; --place) cells[place] = cells[place - 1];
        cells[place] = number;
    });
    std::uint64_t result = 0;
    for (std::size_t i = 0; i < count; ++i) result += CHOOSE[cells[i]][i + 1];
    return result;
}

Bitboard numbered_set(std::uint64_t number, int guards) {
    Bitboard set;
    std::size_t cell = GUARD_CELLS - 1;
    for (auto k = static_cast<std::size_t>(guards); k > 0; --k) {
        if (k == 1)
            cell = static_cast<std::size_t>(number);
        else
            while (CHOOSE[cell][k] > number) --cell;
        number -= CHOOSE[cell][k];
        set |= Bitboard(CELLS[cell]);
    }
    return set;
}

} // namespace

TableIndex::TableIndex(TableClass guards)
    : guards_(guards), own_sets_(choose(GUARD_CELLS, static_cast<std::uint64_t>(guards.own))),
      other_sets_(choose(GUARD_CELLS, static_cast<std::uint64_t>(guards.other))) {
    assert(guards.own >= 1 && guards.own <= MAX_TABLE_GUARDS);
    assert(guards.other >= 1 && guards.other <= MAX_TABLE_GUARDS);
}

std::uint64_t TableIndex::size() const {
    return queen_pairs().classes.size() * own_sets_ * other_sets_;
}

std::uint64_t TableIndex::number(const TablePieces& pieces) const {
    static const QueenPairs& pairs = queen_pairs();
    const std::size_t own = pieces.own_queen.is_none()
                                ? CAPTURED
                                : NUMBERS[static_cast<std::size_t>(pieces.own_queen.index())];
    const std::size_t other = NUMBERS[static_cast<std::size_t>(pieces.other_queen.index())];
    const Queens& queens = pairs.queens[own][other];
    std::uint64_t guards = UINT64_MAX;
    for (unsigned rest = queens.symmetries; rest != 0; rest &= rest - 1) {
        const auto s = static_cast<std::size_t>(std::countr_zero(rest));
        const std::uint64_t own_set = set_number(pieces.own_guards, s);
        const std::uint64_t other_set = set_number(pieces.other_guards, s);
        guards = std::min(guards, own_sets_ < other_sets_ ? other_set * own_sets_ + own_set
                                                          : own_set * other_sets_ + other_set);
    }
    return queens.number * own_sets_ * other_sets_ + guards;
}

std::optional<TablePieces> TableIndex::pieces(std::uint64_t number) const {
    assert(number < size());
    const auto& queens =
        queen_pairs().classes[static_cast<std::size_t>(number / (own_sets_ * other_sets_))];
    const std::uint64_t sets = number % (own_sets_ * other_sets_);
    const bool own_last = own_sets_ < other_sets_; // the side with fewer sets varies fastest
    const TablePieces pieces = {
        queens[0] == CAPTURED ? Cell::none() : CELLS[queens[0]], CELLS[queens[1]],
        numbered_set(own_last ? sets % own_sets_ : sets / other_sets_, guards_.own),
        numbered_set(own_last ? sets / own_sets_ : sets % other_sets_, guards_.other)};
    const int cells = guards_.own + guards_.other + (pieces.own_queen.is_none() ? 1 : 2);
    if ((pieces.own() | pieces.other()).count() != cells || this->number(pieces) != number)
        return std::nullopt;
    return pieces;
}

} // namespace agon::tables

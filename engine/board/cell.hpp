// One of the 91 hexagons, as an index into an 11 x 11 rhombus (rules.md section 1).
#pragma once

#include <algorithm>
#include <array>
#include <cassert>
#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace agon {

inline constexpr int SPAN = 11;       ///< files, and rows, across the middle of the board
inline constexpr int RHOMBUS = 121;   ///< cells of the rhombus that holds the hexagon
inline constexpr int CELL_COUNT = 91; ///< cells of the board
inline constexpr int RING_COUNT = 6;  ///< rings 0 (the throne) to 5

namespace detail {
/// By index: avoids a division on a hot path.
inline constexpr auto RING_TABLE = [] {
    std::array<std::uint8_t, RHOMBUS> table{};
    const auto magnitude = [](int v) { return v < 0 ? -v : v; };
    for (int index = 0; index < RHOMBUS; ++index) {
        const int f = index % SPAN - 5, r = index / SPAN - 5;
        table[static_cast<std::size_t>(index)] =
            static_cast<std::uint8_t>(std::max({magnitude(f), magnitude(r), magnitude(f - r)}));
    }
    return table;
}();
} // namespace detail

/// A cell, or Cell::none(), which has no file, row, ring or text. Files and rows count from 0 here
/// and from a and 1 in text. Invariant: the index is on the board, or NONE.
class Cell {
public:
    static constexpr int NONE = 127; ///< the index of none()

    constexpr Cell() = default;
    /// Precondition: `index` is that of a cell on the board, or NONE.
    [[nodiscard]] static constexpr Cell from_index(int index) {
        assert(index == NONE || (index >= 0 && at(index % SPAN, index / SPAN)));
        return Cell(index);
    }
    [[nodiscard]] static constexpr Cell none() { return Cell(); }

    /// Returns nullopt if there is no such cell: a cell exists if |file - row| <= 5.
    [[nodiscard]] static constexpr std::optional<Cell> at(int file, int row) {
        if (file < 0 || file >= SPAN || row < 0 || row >= SPAN) return std::nullopt;
        if (file - row > 5 || row - file > 5) return std::nullopt;
        return Cell(row * SPAN + file);
    }

    /// Reads "f6" or "F6"; returns nullopt for any other text.
    [[nodiscard]] static constexpr std::optional<Cell> parse(std::string_view text) {
        if (text.size() < 2 || text.size() > 3) return std::nullopt;
        const char letter = static_cast<char>(text[0] | 0x20);
        const auto file = FILES.find(letter);
        if (file == std::string_view::npos) return std::nullopt;
        int row = 0;
        for (const char digit : text.substr(1)) {
            if (digit < '0' || digit > '9' || (row == 0 && digit == '0')) return std::nullopt;
            row = row * 10 + (digit - '0');
        }
        return at(static_cast<int>(file), row - 1);
    }

    /// row * SPAN + file, 0 to RHOMBUS - 1; NONE for none().
    [[nodiscard]] constexpr int index() const { return index_; }
    [[nodiscard]] constexpr bool is_none() const { return index_ == NONE; }
    [[nodiscard]] constexpr int file() const {
        assert(!is_none());
        return index_ % SPAN;
    }
    [[nodiscard]] constexpr int row() const {
        assert(!is_none());
        return index_ / SPAN;
    }

    /// Distance from the throne, 0 to 5.
    [[nodiscard]] constexpr int ring() const {
        assert(!is_none());
        return detail::RING_TABLE[index_];
    }

    /// "f6", the inverse of parse().
    [[nodiscard]] std::string text() const {
        return FILES[static_cast<std::size_t>(file())] + std::to_string(row() + 1);
    }

    friend constexpr auto operator<=>(Cell, Cell) = default;

    static constexpr std::string_view FILES = "abcdefghjkl"; ///< no i, as on Go boards

private:
    constexpr explicit Cell(int index) : index_(static_cast<std::uint8_t>(index)) {}
    std::uint8_t index_ = NONE;
};

inline constexpr Cell THRONE_CELL = *Cell::at(5, 5);
static_assert(THRONE_CELL == *Cell::parse("f6") && THRONE_CELL.ring() == 0);
static_assert(Cell::parse("a6")->ring() == 5 && Cell::parse("L11")->ring() == 5);
static_assert(!Cell::parse("i6") && !Cell::parse("a7") && !Cell::parse("a06") && !Cell::parse("f"));

} // namespace agon

// The symmetries of the board, and which positions are equivalent under them.
#pragma once

#include "engine/game/position.hpp"

#include <array>
#include <string>
#include <utility>

namespace agon {

/// Where a symmetry of the board takes each cell.
class CellMap {
public:
    [[nodiscard]] constexpr Cell operator[](Cell cell) const {
        return to_[static_cast<std::size_t>(cell.index())];
    }
    constexpr Cell& operator[](Cell cell) { return to_[static_cast<std::size_t>(cell.index())]; }

private:
    std::array<Cell, RHOMBUS> to_{};
};

[[nodiscard]] constexpr Bitboard mapped(Bitboard cells, const CellMap& map) {
    Bitboard result;
    cells.for_each([&](Cell cell) { result |= Bitboard(map[cell]); });
    return result;
}

/// The six rotations of the hexagon, and each of them after a reflection. They keep rings and
/// lines, which is all that the rules depend on (rules.md sections 4 and 7).
inline constexpr std::size_t SYMMETRY_COUNT = 12;
inline constexpr auto SYMMETRIES = [] {
    std::array<CellMap, SYMMETRY_COUNT> maps;
    BOARD.for_each([&](Cell cell) {
        for (std::size_t reflected = 0; reflected < 2; ++reflected) {
            int file = cell.file() - THRONE_CELL.file();
            int row = cell.row() - THRONE_CELL.row();
            if (reflected != 0) std::swap(file, row);
            for (std::size_t turn = 0; turn < 6; ++turn) {
                maps[reflected * 6 + turn][cell] =
                    *Cell::at(file + THRONE_CELL.file(), row + THRONE_CELL.row());
                const int turned_file = file - row;
                row = file;
                file = turned_file;
            }
        }
    });
    return maps;
}();

static_assert([] { // each keeps rings and neighbours, and no two are the same
    for (std::size_t i = 0; i < SYMMETRY_COUNT; ++i) {
        bool holds = true;
        const CellMap& map = SYMMETRIES[i];
        BOARD.for_each([&](Cell cell) {
            holds &= map[cell].ring() == cell.ring();
            NEIGHBOURS[cell].for_each(
                [&](Cell next) { holds &= NEIGHBOURS[map[cell]].contains(map[next]); });
        });
        for (std::size_t j = 0; j < i; ++j) {
            bool differs = false;
            BOARD.for_each([&](Cell cell) { differs |= SYMMETRIES[j][cell] != map[cell]; });
            holds &= differs;
        }
        if (!holds) return false;
    }
    return true;
}());

/// The position with its pieces moved by a symmetry of the board. Turn, reserve, clock and number
/// stay the same.
[[nodiscard]] Position transformed(const RuleSet& rules, const Position& position,
                                   const CellMap& map);

/// Equal for two positions exactly when a symmetry of the board, an exchange of the colours
/// and of the side to move, or the two together take one to the other. Clock and number do not
/// count.
[[nodiscard]] std::string canonical_text(const Position& position);

} // namespace agon

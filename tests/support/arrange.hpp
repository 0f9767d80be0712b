// Position texts made of pieces: by name, or at random.
#pragma once

#include "tests/naive/referee.hpp"
#include "tests/support/random.hpp"

#include <sstream>
#include <string>
#include <vector>

namespace support {

/// The position with these pieces, such as "Qf6 Ga1 qf11 ...", and these fields 2 to 6 (rules.md
/// section 8).
inline std::string arranged(const std::string& pieces, const std::string& fields = "w - - 0 1") {
    naive::State state;
    std::istringstream words(pieces);
    for (std::string word; words >> word;) state.board[naive::cell_named(word.substr(1))] = word[0];
    const std::string text = naive::text(state);
    return text.substr(0, text.find(' ') + 1) + fields;
}

/// A position that need not come from any game: pieces crowded within a random ring, any of them
/// captured, guards in reserve now and then (any number a side). A full set of guards unless the
/// effect takes some away; then only queens are captured if guards are removed at once, and only
/// pieces of one side in Bloody Queen (rules.md section 8).
inline std::string random_position(Random& random, naive::Effect effect) {
    const bool bloody = effect == naive::Effect::Bloody, remove = effect == naive::Effect::Remove;
    naive::State state;
    const int widest = 2 + static_cast<int>(random.below(4));
    std::vector<naive::Cell> cells;
    for (const naive::Cell cell : naive::all_cells())
        if (naive::ring(cell) <= widest) cells.push_back(cell);
    const auto put = [&](char piece) {
        naive::Cell cell = random.pick(cells);
        while (state.board.contains(cell) || (naive::ring(cell) == 0 && !naive::is_queen(piece)))
            cell = random.pick(cells);
        state.board[cell] = piece;
    };
    const bool placing = random.percent(10);
    state.turn = random.percent(50) ? 'w' : 'b';
    for (const char side : {'w', 'b'}) {
        if (random.percent(20)) state.board.emplace(naive::Cell{6, 6}, side == 'w' ? 'Q' : 'q');
        if (!state.board.contains({6, 6}) || state.board.at({6, 6}) != (side == 'w' ? 'Q' : 'q'))
            put(side == 'w' ? 'Q' : 'q');
        // One at least: no guards on either side is refused.
        const std::size_t guards = bloody || remove ? 1 + random.below(6) : 6;
        const std::size_t reserved = placing ? random.below(guards + 1) : 0;
        for (std::size_t i = reserved; i < guards; ++i) put(side == 'w' ? 'G' : 'g');
        state.reserve[side] = static_cast<int>(reserved);
    }
    const bool reserve = state.reserve['w'] + state.reserve['b'] > 0;
    const std::size_t chance = reserve ? 0 : random.pick(std::vector<std::size_t>{0, 10, 50});
    for (const auto& [cell, piece] : state.board)
        if (random.percent(chance) && !(bloody && naive::owner(piece) == state.turn) &&
            !(remove && !naive::is_queen(piece)))
            state.captured.insert(cell);
    state.clock = static_cast<std::int64_t>(random.below(120));
    state.number = static_cast<std::int64_t>(1 + random.below(500));
    return naive::text(state);
}

} // namespace support

// A list of actions without allocation.
#pragma once

#include "engine/board/side.hpp"
#include "engine/game/move.hpp"

#include <array>
#include <cassert>
#include <cstddef>

namespace agon {

/// The most actions a position can offer. Placements and a captured queen: fewer than 91. Steps: at
/// most 7 x 6. Captured guards: at most 6, each with at most the 30 cells of one ring.
inline constexpr std::size_t MAX_MOVES = GUARDS_A_SIDE * 30;

/// Precondition of push_back(): size() < MAX_MOVES, which holds for any position's legal actions.
class MoveList {
public:
    constexpr void push_back(Move move) {
        assert(size_ < MAX_MOVES);
        moves_[size_++] = move;
    }
    constexpr void clear() { size_ = 0; }
    [[nodiscard]] constexpr std::size_t size() const { return size_; }
    [[nodiscard]] constexpr bool empty() const { return size_ == 0; }
    [[nodiscard]] constexpr Move operator[](std::size_t i) const {
        assert(i < size_);
        return moves_[i];
    }
    [[nodiscard]] constexpr const Move* begin() const { return moves_.data(); }
    [[nodiscard]] constexpr const Move* end() const { return moves_.data() + size_; }
    [[nodiscard]] constexpr Move* begin() { return moves_.data(); }
    [[nodiscard]] constexpr Move* end() { return moves_.data() + size_; }

private:
    std::array<Move, MAX_MOVES> moves_;
    std::size_t size_ = 0;
};

} // namespace agon

// In which order actions are tried.
#pragma once

#include "engine/movelist.hpp"
#include "engine/position.hpp"

#include <array>
#include <cstdint>

namespace agon::search {

/// How often an action turned out best, by chooser. A step goes by both its cells; for relocations
/// and placements only the target says anything, apart for queens and for guards.
class History {
public:
    void clear() { *this = History(); }
    [[nodiscard]] int value(Side chooser, const Position& position, Move move) const;
    /// Moves the value towards a bound, the slower the nearer it is.
    void update(Side chooser, const Position& position, Move move, int bonus);

    static constexpr int LIMIT = 1 << 14; ///< of values, either sign

private:
    using Values = std::array<std::int16_t, 128>;
    /// The value's place in `history`, which is a History, const or not.
    template<class Self>
    static auto& place(Self& history, Side chooser, const Position& position, Move move);

    std::array<std::array<Values, 128>, 2> steps_{};     ///< chooser, from, to
    std::array<std::array<Values, 2>, 2> relocations_{}; ///< chooser, kind of piece, to
};

/// The last two quiet actions that refuted a sibling.
using Killers = std::array<Move, 2>;

/// Hands out the legal actions of a position, best guess first: the hash move, captures by how far
/// the victim had come, killers, the rest by history and by how far inward they lead.
class MovePicker {
public:
    MovePicker(const RuleSet& rules, const Position& position, Side chooser, Move hash_move,
               const Killers& killers, const History& history);

    /// Move{} when there are no more.
    [[nodiscard]] Move next();

private:
    /// An action under its place in legal_moves(), from behind, under its value: of equally good
    /// ones the first is the first.
    using Entry = std::int64_t;

    std::array<Entry, MAX_MOVES> entries_;
    std::size_t size_;
    std::size_t next_ = 0;
};

/// The vacant cells on which a piece of `side` would complete a flank around an enemy (4.4).
[[nodiscard]] Bitboard capturing_cells(const RuleSet& rules, const Position& position, Side side);

} // namespace agon::search

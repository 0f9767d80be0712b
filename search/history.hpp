// What earlier parts of the tree found out about actions, for trying the good ones first.
#pragma once

#include "engine/move.hpp"
#include "engine/position.hpp"

#include <array>
#include <cstdint>
#include <span>
#include <vector>

namespace agon::search {

/// An action as those that follow it remember it: who acted, with which kind of piece, and where it
/// landed. 0 to COUNT - 1; the default stands for none.
class Landing {
public:
    static constexpr std::size_t COUNT = 512;

    constexpr Landing() = default;
    Landing(Side chooser, const Position& position, Move move)
        : index_(static_cast<std::uint16_t>(index(chooser) << 8 |
                                            (is_queen(position, move.from()) ? 128 : 0) |
                                            static_cast<std::size_t>(move.to().index()))) {}
    [[nodiscard]] std::size_t index_in_table() const { return index_; }

    [[nodiscard]] static bool is_queen(const Position& position, Cell cell) {
        return cell == position.queens[0] || cell == position.queens[1];
    }

private:
    std::uint16_t index_ = Cell::NONE;
};

/// The last two landings before a node, the later one first.
using Landings = std::array<Landing, 2>;

/// How often an action turned out best: by chooser, and by the two landings before it. A step goes
/// by both its cells; for relocations and placements only the target says anything, apart for
/// queens and for guards.
class History {
    using Values = std::array<std::int16_t, 128>;
    /// The value's place in `history`, which is a History, const or not.
    template<class Self>
    static auto& place(Self& history, Side chooser, const Position& p, Move move) {
        const auto to = static_cast<std::size_t>(move.to().index());
        const Cell from = move.from();
        if (!from.is_none() && !p.captured.contains(from))
            return history.steps_[index(chooser)][static_cast<std::size_t>(from.index())][to];
        return history.relocations_[index(chooser)][Landing::is_queen(p, from) ? 1 : 0][to];
    }

public:
    History() : continuations_(Landing::COUNT) {}
    void clear() { *this = History(); }

    /// Within 3 * LIMIT.
    [[nodiscard]] int value(Side chooser, const Position& position, Move move,
                            const Landings& before) const {
        const std::size_t own = Landing(chooser, position, move).index_in_table();
        return place(*this, chooser, position, move) +
               continuations_[before[0].index_in_table()][own] +
               continuations_[before[1].index_in_table()][own];
    }
    /// Moves the values towards a bound, the slower the nearer they are.
    void update(Side chooser, const Position& position, Move move, const Landings& before,
                int bonus);

    /// The quiet action that last refuted a landing.
    [[nodiscard]] Move& countermove(Landing landing) {
        return countermoves_[landing.index_in_table()];
    }

    static constexpr int LIMIT = 1 << 14; ///< of one value, either sign

private:
    std::array<std::array<Values, 128>, 2> steps_{};     ///< chooser, from, to
    std::array<std::array<Values, 2>, 2> relocations_{}; ///< chooser, kind of piece, to
    /// By the landing before, then by the action's own.
    std::vector<std::array<std::int16_t, Landing::COUNT>> continuations_;
    std::array<Move, Landing::COUNT> countermoves_{};
};

} // namespace agon::search

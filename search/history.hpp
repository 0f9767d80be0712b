// Move ordering statistics: butterfly and continuation histories, countermoves.
#pragma once

#include "engine/game/move.hpp"
#include "engine/game/position.hpp"

#include <array>
#include <cstdint>
#include <vector>

namespace agon::search {

/// An action as an index of the continuation history: the side, the kind of piece, the target cell.
/// Within 0 to COUNT - 1; the default is no action.
class ContHistKey {
public:
    static constexpr std::size_t COUNT = 512;

    constexpr ContHistKey() = default;
    ContHistKey(Side chooser, const Position& position, Move move)
        : index_(static_cast<std::uint16_t>(index(chooser) << 8 |
                                            (is_queen(position, move.from()) ? 128 : 0) |
                                            static_cast<std::size_t>(move.to().index()))) {}
    [[nodiscard]] std::size_t index_in_table() const { return index_; }

    /// The lowest index of an action by `chooser`.
    [[nodiscard]] static std::size_t first_of(Side chooser) { return index(chooser) << 8; }
    [[nodiscard]] static bool is_queen(const Position& position, Cell cell) {
        return cell == position.queens[0] || cell == position.queens[1];
    }

private:
    std::uint16_t index_ = Cell::NONE;
};

/// The last two actions before a node, the later one first.
using ContHistKeys = std::array<ContHistKey, 2>;

/// How often an action was best: by side, and by each of the two actions before it. Steps are
/// counted by both cells, relocations and placements by kind of piece and target.
class History {
public:
    /// The values for the actions of one position. The history must outlive it.
    class View {
    public:
        View(const History& history, const RuleSet& rules, Side chooser, const Position& position,
             const ContHistKeys& before);
        /// Within 3 * LIMIT.
        [[nodiscard]] int value(Move move) const {
            const std::size_t queen = move.from() == queen_ ? QUEEN : 0;
            const std::size_t to = static_cast<std::size_t>(move.to().index()) | queen;
            return (steps_ != nullptr ? steps_[move.raw()] : relocations_[to]) +
                   continuations_[0][to] + continuations_[1][to];
        }

    private:
        Cell queen_;                          ///< the queen that may move in this position
        const std::int16_t* steps_ = nullptr; ///< null if actions are not steps
        const std::int16_t* relocations_;
        std::array<const std::int16_t*, 2> continuations_{};
    };

    History() : continuations_(ContHistKey::COUNT) {}
    /// In place, since fresh memory would have to be paged in for each search.
    void clear();

    /// Moves the values towards +-LIMIT, more slowly the nearer they are. `bonus` is within +-LIMIT
    /// and below 0 for an action that was not best; `position` is the one before `move`.
    void update(Side chooser, const Position& position, Move move, const ContHistKeys& before,
                int bonus);

    /// The action, captures included, that last failed high after the action `before`; Move{} for
    /// none.
    [[nodiscard]] Move& countermove(ContHistKey before) {
        return countermoves_[before.index_in_table()];
    }

    static constexpr int LIMIT = 1 << 14; ///< of one value, either sign

private:
    static constexpr std::size_t QUEEN = 128;
    [[nodiscard]] std::int16_t& place(Side chooser, const Position& position, Move move);

    /// By side, then by the bits of the move.
    PerSide<std::array<std::int16_t, 1 << 14>> steps_{};
    /// By side, then by kind of piece and target.
    PerSide<std::array<std::int16_t, 2 * QUEEN>> relocations_{};
    /// By the action before, then by the action.
    std::vector<std::array<std::int16_t, ContHistKey::COUNT>> continuations_;
    std::array<Move, ContHistKey::COUNT> countermoves_{};
};

} // namespace agon::search

// Move ordering.
#pragma once

#include "engine/board/geometry.hpp"
#include "engine/game/move.hpp"
#include "engine/game/move_list.hpp"
#include "engine/game/position.hpp"
#include "search/history.hpp"

#include <array>
#include <cstdint>

namespace agon::search {

/// Actions that failed high elsewhere and are tried early: the last two at sibling nodes, and the
/// last one after the previous action. Any of them may be illegal here, Move{}, or listed twice.
using Refutations = std::array<Move, 3>;

/// An action with its ordering value.
struct ScoredMove {
    Move move; ///< Move{} at the end
    int value = 0;
    /// Neither the hash move nor a refutation nor a capture; these have values above any history.
    [[nodiscard]] bool is_quiet() const { return value < NOT_QUIET / 2; }

    static constexpr int NOT_QUIET = 1 << 20;
};

/// Hands out the legal actions of a position: the hash move, refutations, captures by the rings
/// that the victim loses, the rest by history and by rings inward. Lazy, in stages, since most
/// nodes end with one of the first actions.
class MovePicker {
public:
    /// The references must outlive the picker. The position must have a legal action.
    MovePicker(const RuleSet& rules, const Position& position, Side chooser, Move hash_move,
               const Refutations& refutations, const History& history, const ContHistKeys& before);

    [[nodiscard]] ScoredMove next();

private:
    enum class Stage : std::uint8_t { Start, Killers, Captures, Quiets };

    /// The value, then in 8 bits the place in the list from its end: of equal values the first
    /// wins.
    using Entry = std::int32_t;
    static_assert(MAX_MOVES < 256);

    [[nodiscard]] bool is_legal(Move move) const;
    [[nodiscard]] bool was_handed_out(Move move) const;
    void list_captures();
    void list_quiets();
    void value_quiets();
    void set_value(std::size_t place, int value);
    [[nodiscard]] ScoredMove take();

    const RuleSet& rules_;
    const Position& position_;
    const History& history_;
    Side chooser_;
    Stage stage_ = Stage::Start;
    Move hash_move_;          ///< Move{} once found illegal
    Refutations refutations_; ///< Move{} once found illegal or duplicate
    std::size_t next_refutation_ = 0;
    ContHistKeys before_;
    Bitboard capturing_;                   ///< where captures land
    MoveList moves_;                       ///< captures, then quiet actions
    std::array<Entry, MAX_MOVES> entries_; ///< of moves_; GONE when handed out or skipped
    std::size_t left_ = 0;                 ///< entries that are not GONE
};

/// Hands out the legal steps that capture, those first that may throw a victim back furthest.
class CapturePicker {
public:
    /// Precondition: the next action is a step, not a placement or a relocation.
    CapturePicker(const RuleSet& rules, const Position& position);

    /// `value` is an upper bound of the rings that a victim is thrown back: that of the innermost
    /// enemy next to the target.
    [[nodiscard]] ScoredMove next();

private:
    std::array<ScoredMove, GUARDS_A_SIDE * DIRECTION_COUNT + DIRECTION_COUNT> picked_;
    std::size_t size_ = 0;
    std::size_t next_ = 0;
};

} // namespace agon::search

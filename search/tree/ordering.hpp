// In which order actions are tried.
#pragma once

#include "engine/geometry.hpp"
#include "engine/movelist.hpp"
#include "engine/position.hpp"
#include "search/tree/history.hpp"

#include <array>
#include <cstdint>

namespace agon::search {

/// Actions of other parts of the tree that are tried early: the two that last refuted a sibling,
/// and the one that last refuted the landing before.
struct Refutations {
    std::array<Move, 2> killers;
    Move countermove;

    [[nodiscard]] bool contains(Move move) const {
        return move == killers[0] || move == killers[1] || move == countermove;
    }
};

/// An action with what the order knows of it.
struct ScoredMove {
    Move move; ///< Move{} when there are no more
    int value = 0;
    /// History and a guess, of an action that is neither a capture nor a refutation nor from the
    /// table; those have more than any history.
    [[nodiscard]] bool is_quiet() const { return value < REFUTATION / 2; }

    static constexpr int REFUTATION = 1 << 20; ///< added to a refutation's value
};

/// Hands out the legal actions of a position, best guess first: the hash move, captures by how far
/// the victim had come, refutations, the rest by history and by how far inward they lead. Works
/// no further ahead than it is asked: most nodes end with one of the first actions.
class MovePicker {
public:
    /// The references must outlive the picker.
    MovePicker(const RuleSet& rules, const Position& position, Side chooser, Move hash_move,
               const Refutations& refutations, const History& history, const ContHistKeys& before);

    [[nodiscard]] ScoredMove next();

private:
    enum class Stage : std::uint8_t { Start, HashMove, Captures, Quiets };

    /// A value over the place in the list, from behind: of equally good actions the first is first.
    using Entry = std::int32_t;
    static_assert(MAX_MOVES < 256);

    [[nodiscard]] bool is_hash_move_legal() const;
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
    Move hash_move_; ///< Move{} once it is found not to be legal
    Refutations refutations_;
    ContHistKeys before_;
    Bitboard capturing_; ///< where captures land
    MoveList moves_;     ///< captures, then quiet actions
    std::array<Entry, MAX_MOVES>
        entries_;          ///< of `moves_`; the least of all numbers when not to be taken
    std::size_t left_ = 0; ///< of them, not handed out yet
};

/// Hands out the legal steps that capture, those that may throw a victim furthest back first.
class CapturePicker {
public:
    /// The position must offer steps.
    CapturePicker(const RuleSet& rules, const Position& position);

    /// `value` is a bound from above of the rings that a victim is thrown back: those of the
    /// furthest in of all enemies next to the landing.
    [[nodiscard]] ScoredMove next();

private:
    std::array<ScoredMove, GUARDS_A_SIDE * DIRECTION_COUNT + DIRECTION_COUNT> picked_;
    std::size_t size_ = 0;
    std::size_t next_ = 0;
};

/// Whether `move`, of whatever origin, is a legal step of a position that offers steps.
[[nodiscard]] bool is_legal_step(const RuleSet& rules, const Position& position, Move move);

} // namespace agon::search

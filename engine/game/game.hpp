// A game: its positions in order, and draws, which depend on them (rules.md 4.9).
#pragma once

#include "engine/game/move.hpp"
#include "engine/game/outcome.hpp"
#include "engine/game/position.hpp"
#include "engine/game/turn.hpp"

#include <cassert>
#include <cstdint>
#include <optional>
#include <vector>

namespace agon {

/// When a game is drawn (rules.md 4.9); 0 switches a limit off, and neither is negative.
struct DrawLimits {
    int repetition = 3;    ///< occurrences of a position, itself included
    int no_progress = 100; ///< actions in a row without progress

    friend bool operator==(const DrawLimits&, const DrawLimits&) = default;
};

/// A game from its first known position to the current one. Copyable.
class Game {
public:
    /// `first` is a position of these rules; it may be finished.
    Game(const RuleSet& rules, const Position& first, DrawLimits limits = {});

    [[nodiscard]] const RuleSet& rules() const { return rules_; }
    [[nodiscard]] DrawLimits limits() const { return limits_; }
    void set_limits(DrawLimits limits) {
        assert(limits.repetition >= 0 && limits.no_progress >= 0);
        limits_ = limits;
    }
    [[nodiscard]] const Position& position() const { return entries_.back().position; }
    [[nodiscard]] Side chooser() const { return agon::chooser(rules_, position()); }

    /// By the board first, then by repetition, then by lack of progress. Compares with every
    /// position since the last placement, exchange or removal. Before the first action nobody has
    /// repeated a position, and nobody loses by it.
    [[nodiscard]] std::optional<Outcome> outcome() const;

    /// Whether somebody has won, so that nothing may be played on.
    [[nodiscard]] bool won() const;

    /// Precondition: `move` is legal. A drawn game may be played on.
    void play(Move move);
    /// Takes the last action back; false if there is none.
    bool undo();

    /// Actions played since the first known position.
    [[nodiscard]] std::size_t length() const { return entries_.size() - 1; }
    /// The i-th action, 0 <= i < length().
    [[nodiscard]] Move move(std::size_t i) const {
        assert(i < length());
        return entries_[i + 1].move;
    }

    /// Keys of the positions that the current one may repeat, oldest first, itself last: those
    /// since the last placement, exchange or removal.
    [[nodiscard]] std::vector<std::uint64_t> repeatable_keys() const;

private:
    struct Entry {
        Position position;
        Move move;              ///< that led here
        std::size_t scan_begin; ///< the oldest entry that this one could repeat
    };

    [[nodiscard]] int occurrences() const;

    RuleSet rules_;
    DrawLimits limits_;
    std::vector<Entry> entries_;
    std::vector<std::uint64_t> keys_; ///< of the entries, side by side: they are compared often
};

/// Whether the action that led from `before` to `after` was a placement, an exchange or a removal,
/// which no later action can undo (rules.md 4.9).
[[nodiscard]] bool cuts_repetition(const RuleSet& rules, const Position& before,
                                   const Position& after);

} // namespace agon

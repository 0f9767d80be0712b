// The mistakes that a review finds.
#pragma once

#include "engine/board/bitboard.hpp"
#include "engine/board/side.hpp"
#include "engine/game/move.hpp"
#include "engine/game/outcome.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace agon {

enum class Judgement : std::uint8_t { Good, Inaccuracy, Mistake, Blunder };

/// The least loss of expected points (WinDrawLoss::expected()) that gets the name.
inline constexpr std::array<double, 4> MIN_LOSS = {0, 0.1, 0.2, 0.3};

/// "inaccuracy", "mistake" or "blunder"; "" for Good.
[[nodiscard]] std::string_view to_text(Judgement judgement);
/// "?!", "?", "??" or "".
[[nodiscard]] std::string_view glyph(Judgement judgement);

/// Why an action is a mistake: what the search has proved, or what the rules show about the next
/// action. The fields say it to a program, the text to a person.
struct MistakeReason {
    enum class Key : std::uint8_t {
        None,
        Ends,     ///< it ends the game, as `ending` says
        LetsWin,  ///< the other side wins in `within`
        Misses,   ///< a win in `missed`, nothing else
        LetsTake, ///< the other side captures the pieces on `cells`
        MissesCapture,
        LetsEnter, ///< the other side's queen enters the throne
        KeepsOut,  ///< the queen could have entered the throne
        Allows     ///< `action`, which the better one prevents
    };
    Key key = Key::None;
    int missed = 0; ///< actions in which the better action would have won; 0: it proves no win
    int within = 0;
    Bitboard cells{};
    std::optional<Move> action{};
    std::optional<Outcome> ending{};
    std::string text{}; ///< sentences, "It lets black win in 4.", or ""
};

/// "", "ends", "lets win", "misses", "lets take", "misses capture", "lets enter", "keeps out" or
/// "allows".
[[nodiscard]] std::string_view to_text(MistakeReason::Key key);

/// An action that lost a tenth of a point or more.
struct Mistake {
    std::size_t ply = 0; ///< actions before it
    Side side = Side::White;
    Move move;
    Judgement judgement = Judgement::Good;
    double loss = 0;          ///< of expected points
    std::vector<Move> better; ///< the action that was best, and how the game goes on
    MistakeReason reason{};

    /// "White's a1b2 is a blunder. It lets black win in 4. c3d4 is better."
    [[nodiscard]] std::string sentence() const;
};

/// The number of each Judgement, by side.
[[nodiscard]] PerSide<std::array<std::size_t, 4>> counts(const std::vector<Mistake>& mistakes);

} // namespace agon

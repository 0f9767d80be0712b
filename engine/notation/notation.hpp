// Positions and actions as text (rules.md sections 8 and 9).
#pragma once

#include "engine/error.hpp"
#include "engine/game/move.hpp"
#include "engine/game/position.hpp"

#include <cstdint>
#include <string>
#include <string_view>

namespace agon {

class Game;

/// Reads the six fields of a position text. Throws Error naming the field and the fault. Positions
/// of finished games are accepted.
[[nodiscard]] Position parse_position(const RuleSet& rules, std::string_view text);

/// The inverse of parse_position(): parsing what this prints gives an equal position.
[[nodiscard]] std::string to_text(const Position& position);

/// The start position of a setup (rules.md section 3).
[[nodiscard]] Position setup_position(const RuleSet& rules, Setup setup);

/// "a1b2", "f3" for a placement, "pass"; "0000" for Move{}, which is not an action.
[[nodiscard]] std::string to_text(Move move);

/// Reads an action in upper or lower case; "0000" is a pass, not Move{}. Throws Error if the text
/// is not an action. Does not check legality.
[[nodiscard]] Move parse_move(std::string_view text);

/// Why an action is illegal. The first that applies counts.
enum class Illegal : std::uint8_t {
    Over,      ///< the game is
    Pass,      ///< it is the only legal action
    NoPass,    ///< another action is legal
    Reserve,   ///< guards in it are placed first
    NoReserve, ///< and none is left to place
    Forced,    ///< captured pieces come first
    Taken,     ///< a piece stands on the target
    Jaws,      ///< the target is between two enemies
    Exchange,  ///< the queen changes places with one of the outermost guards (Bloody Queen)
    NotThrone, ///< not for a captured queen
    Edge,      ///< a captured piece goes to the outer ring
    NextRing,  ///< a captured piece goes to an adjacent cell one ring outward
    Ring,      ///< a captured piece goes to the next ring outward
    Empty,     ///< no piece stands there
    Turn,      ///< the piece is not one of the side whose turn it is
    Stuck,     ///< the piece can go nowhere
    Far,       ///< the target is not adjacent
    Outward,   ///< the target is
    Throne,    ///< only for queens
    Closed,    ///< the target is, to steps
};

/// "over", "noPass" and so on.
[[nodiscard]] std::string_view to_text(Illegal reason);

class IllegalAction : public Error {
public:
    IllegalAction(const std::string& text, Illegal reason, Bitboard cells)
        : Error(text), reason_(reason), cells_(cells) {}
    [[nodiscard]] Illegal reason() const { return reason_; }
    /// Where an action of that kind may begin (Forced, Reserve) or end (of captured pieces), the
    /// target (Taken, Jaws) or the origin (Empty, Turn, Stuck); else none.
    [[nodiscard]] Bitboard cells() const { return cells_; }

private:
    Illegal reason_;
    Bitboard cells_;
};

/// parse_move(), but also throws IllegalAction if the action is illegal in `position`.
[[nodiscard]] Move parse_legal_move(const RuleSet& rules, const Position& position,
                                    std::string_view text);
/// The same in a game, which is over too if somebody has won by repetition.
[[nodiscard]] Move parse_legal_move(const Game& game, std::string_view text);

} // namespace agon

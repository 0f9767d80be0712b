// A game as a list of GTP moves, which can be taken back one by one (protocols.md section 3). With
// vertex moves an action is two moves, unless it is a placement. A pass by the side that does not
// act is a move that changes nothing.
#pragma once

#include "engine/game/move_list.hpp"
#include "protocol/session/host.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace agon::protocol {

enum class GtpMoves { Text, Vertex };

/// How a game ended: by the rules or by resignation.
struct GtpEnd {
    std::optional<Side> winner; ///< nullopt for a draw
    std::string text;           ///< "white wins (throne)"
};

/// `host` must outlive the record. While the record has moves, the host's game is changed only
/// through the record. A method that throws changes nothing.
class GtpRecord {
public:
    explicit GtpRecord(Host& host) : host_(host) {}

    [[nodiscard]] const Game& game() const { return host_.game(); }
    [[nodiscard]] Side chooser() const { return game().chooser(); }
    [[nodiscard]] std::optional<GtpEnd> end() const;
    /// The FROM of a half-played action.
    [[nodiscard]] std::optional<Cell> selected() const;
    /// The legal actions, only those from selected() if there is one; none if the game is over.
    [[nodiscard]] MoveList choices() const;
    /// The cells that the next vertex move may name.
    [[nodiscard]] Bitboard vertices() const;

    /// Plays an action, `pass`, `resign` or, with vertex moves, a cell; case does not matter.
    /// Throws Error "syntax error" or "illegal move", the draft's messages.
    void play(Side side, std::string_view text, GtpMoves moves);
    /// Precondition: one of choices().
    void play(Move move);
    /// Precondition: `from` begins one of choices(), and no piece is selected.
    void select(Cell from);
    /// Plays a pass that changes nothing.
    void idle() { plies_.push_back({.kind = Kind::Idle}); }
    /// Takes the last move back; returns false if there is none.
    bool undo();

    /// Call it when the host has begun a new game.
    void restart() { plies_.clear(); }

    /// The whole state, for undoing several moves at once.
    struct Snapshot;
    [[nodiscard]] Snapshot snapshot() const;
    void restore(Snapshot snapshot);

private:
    enum class Kind { From, Action, Idle, Resign };
    struct Ply {
        Kind kind;
        Cell from{};             ///< for From
        Side side = Side::White; ///< for Resign
    };

    void pass(Side side);
    void vertex(Cell cell, GtpMoves moves);

    Host& host_;
    std::vector<Ply> plies_;
};

struct GtpRecord::Snapshot {
    Game game;
    std::vector<Ply> plies;
};

} // namespace agon::protocol

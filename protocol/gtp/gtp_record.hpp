// A game in GTP's moves, which a controller plays and takes back one by one. A vertex move is half
// an action unless it is a placement; a pass by a side that is not to act is a move that changes
// nothing (protocols.md section 3).
#pragma once

#include "protocol/session/host.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace agon::protocol {

enum class GtpMoves { Text, Vertex };

/// How a game ended; resignations included, which the engine's own types do not know.
struct GtpEnd {
    std::optional<Side> winner; ///< nobody for a draw
    std::string text;           ///< "white wins (throne)"
};

/// `host` must outlive the record, and its game is changed through the record alone while the
/// record has moves to take back. Methods that throw have changed nothing then.
class GtpRecord {
public:
    explicit GtpRecord(Host& host) : host_(host) {}

    [[nodiscard]] const Game& game() const { return host_.game(); }
    [[nodiscard]] Side chooser() const { return game().chooser(); }
    [[nodiscard]] std::optional<GtpEnd> end() const;
    /// The FROM of an action that is half played.
    [[nodiscard]] std::optional<Cell> selected() const;
    /// The legal actions that begin as selected() does; none when the game has ended.
    [[nodiscard]] MoveList choices() const;
    /// The cells that a vertex move may name.
    [[nodiscard]] Bitboard vertices() const;

    /// An action, a vertex if such are played, `pass` or `resign`, of either case. Throws Error
    /// with the draft's words "syntax error" and "illegal move".
    void play(Side side, std::string_view text, GtpMoves moves);
    /// Precondition: one of choices().
    void play(Move move);
    /// Precondition: the `from` of one of choices(), and nothing is selected.
    void select(Cell from) { plies_.push_back({.kind = Kind::From, .from = from}); }
    /// A pass that changes nothing.
    void idle() { plies_.push_back({.kind = Kind::Idle}); }
    /// Takes the last move back; false when there is none.
    bool undo();

    /// The host has begun a game: there is nothing to take back.
    void restart() { plies_.clear(); }

    /// What play() and its like change, to go back to after several of them.
    struct Snapshot;
    [[nodiscard]] Snapshot snapshot() const;
    void restore(Snapshot snapshot);

private:
    enum class Kind { From, Action, Idle, Resign };
    struct Ply {
        Kind kind;
        Cell from{};             ///< of From
        Side side = Side::White; ///< of Resign
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

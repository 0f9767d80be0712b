// Endgame tables: who wins, and in how many actions, where captured guards leave the game
// (rules.md 4.10) and few are left. tools/prove/tables.cpp makes them.
#pragma once

#include "engine/game/move.hpp"
#include "engine/game/position.hpp"
#include "search/endgame_index.hpp"

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace agon::search {

// Values.

/// The value of a position in a byte.
using TableCode = std::uint8_t;
inline constexpr TableCode TABLE_DRAW = 0;
inline constexpr TableCode NO_POSITION = 255; ///< of a number without a position
inline constexpr int LONGEST_TABLE_WIN = 62;  ///< in actions of both sides

/// What perfect play leads to, repetitions and lack of progress aside (rules.md 4.9).
struct TableValue {
    int winner = 0; ///< 1 the side whose turn it is, -1 the other side, 0 nobody
    int plies = 0;  ///< actions of both sides until the game is won; 0 for a draw

    [[nodiscard]] static constexpr TableValue of(TableCode code) {
        if (code == TABLE_DRAW) return {};
        return {code % 2 == 1 ? 1 : -1, (code - 1) / 2};
    }
    /// Precondition: plies <= LONGEST_TABLE_WIN.
    [[nodiscard]] constexpr TableCode code() const {
        if (winner == 0) return TABLE_DRAW;
        return static_cast<TableCode>(2 * plies + (winner > 0 ? 1 : 2));
    }
    /// Of the position before, if the side that acted there chose to come here.
    [[nodiscard]] constexpr TableValue one_action_before() const {
        return winner == 0 ? TableValue{} : TableValue{-winner, plies + 1};
    }
    /// Whether the side whose turn it is prefers this to `other`: a win to a draw to a loss, then
    /// the shorter win and the longer loss.
    [[nodiscard]] constexpr bool better_than(const TableValue& other) const {
        if (winner != other.winner) return winner > other.winner;
        return winner > 0 ? plies < other.plies : plies > other.plies;
    }
    friend constexpr bool operator==(const TableValue&, const TableValue&) = default;
};

// Files. A table is compressed in blocks; README.md in tools/prove describes the format.

/// Whether there are tables for these rules: captured guards leave the game, the queen is relocated
/// by her own side, every action ends a turn, flanks are lines and nothing steps between.
[[nodiscard]] bool has_endgame_tables(const RuleSet& rules);

/// The file of a table. A number without a position counts for nothing. Precondition: a code for
/// each number of the class.
[[nodiscard]] std::string write_table(const RuleSet& rules, TableClass guards,
                                      std::vector<TableCode> codes);
/// "2-1.agt": the name of the file.
[[nodiscard]] std::string table_file_name(TableClass guards);

/// A table that was read. All of the file stays in memory, and blocks of it are decoded when they
/// are first asked for. Thread-safe.
class EndgameTable {
public:
    /// Throws Error with what is wrong: another kind of file or version, cut off, damaged.
    explicit EndgameTable(std::string bytes);
    ~EndgameTable();
    EndgameTable(const EndgameTable&) = delete;
    EndgameTable& operator=(const EndgameTable&) = delete;

    [[nodiscard]] const TableIndex& index() const { return index_; }
    /// What the rules were, as text.
    [[nodiscard]] const std::string& rules() const { return rules_; }
    /// Throws std::bad_alloc. Precondition: number < index().size().
    [[nodiscard]] TableCode code(std::uint64_t number) const;

private:
    struct Model;

    void decode(std::size_t block, std::span<TableCode> codes) const;

    std::string bytes_, rules_;
    TableIndex index_{TableClass{}};
    std::unique_ptr<Model> model_;
    std::size_t block_size_ = 0;
    std::vector<std::string_view> blocks_;
    /// By block: null until it is decoded.
    mutable std::vector<std::atomic<TableCode*>> decoded_;
};

/// The tables of a folder. Thread-safe.
class EndgameTables {
public:
    /// All files *.agt of a folder. Blocks on reading. Throws Error that names the file and says
    /// what is wrong with it: damaged, or for other rules than the first.
    [[nodiscard]] static std::shared_ptr<const EndgameTables>
    load(const std::filesystem::path& folder);

    /// Whether they are for these rules.
    [[nodiscard]] bool are_for(const RuleSet& rules) const;
    /// Nothing when no table has the position. Precondition: are_for(rules). Throws std::bad_alloc.
    [[nodiscard]] std::optional<TableValue> probe(const RuleSet& rules,
                                                  const Position& position) const;
    /// Play to the end, by the actions that probe() likes best; at most `most` actions of it. Stops
    /// where no table has the position, and at once for a draw.
    [[nodiscard]] std::vector<Move> line(const RuleSet& rules, Position position,
                                         std::size_t most = LONGEST_TABLE_WIN) const;
    /// Whether the pieces are so few that probe() may know.
    [[nodiscard]] bool may_have(const Position& position) const {
        return position.occupied().count() <= most_pieces_;
    }
    /// Null when there is none.
    [[nodiscard]] const EndgameTable* find(TableClass guards) const;

private:
    [[nodiscard]] std::optional<std::pair<Move, TableValue>>
    best_action(const RuleSet& rules, const Position& position) const;

    int most_pieces_ = 0;
    std::vector<std::unique_ptr<const EndgameTable>> tables_;
};

/// What probe() asks a table: nothing when the pieces have decided the game, or are captured as no
/// game leaves them.
[[nodiscard]] std::optional<TablePieces> table_pieces(const Position& position);
/// Where the captured queen of the side to act may be.
[[nodiscard]] Bitboard captured_queen_cells(const TablePieces& pieces);
/// The position of a table, with white to act. A captured queen is put where she may be; nothing
/// when there is no such cell.
[[nodiscard]] std::optional<Position> table_position(const RuleSet& rules,
                                                     const TablePieces& pieces);

} // namespace agon::search

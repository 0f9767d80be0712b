// Endgame tables: who wins, and in how many actions, where captured guards leave the game
// (rules.md 4.10) and few are left. tools/lab/tables/main.cpp makes them.
#pragma once

#include "engine/game/move.hpp"
#include "engine/game/position.hpp"
#include "tools/lab/tables/table_file.hpp"
#include "tools/lab/tables/table_value.hpp"

#include <cstddef>
#include <filesystem>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

namespace agon::tables {

/// Whether there are tables for these rules: captured guards leave the game, the queen is relocated
/// by her own side, every action ends a turn, flanks are lines and no step goes between two
/// enemies.
[[nodiscard]] bool has_endgame_tables(const RuleSet& rules);

/// Tables for the same rules. Copies share them. Thread-safe after the last add().
class EndgameTables {
public:
    /// Reads all files *.agt of a folder; blocks. Throws Error naming a file that is damaged or for
    /// other rules than the first.
    [[nodiscard]] static std::shared_ptr<const EndgameTables>
    load(const std::filesystem::path& folder);
    /// In place of a table of the same class. Throws Error if it is for other rules than the first.
    void add(std::shared_ptr<const EndgameTable> table);

    /// Whether they are for these rules.
    [[nodiscard]] bool are_for(const RuleSet& rules) const;
    /// Returns nullopt if no table has the position. Precondition: are_for(rules). Throws
    /// std::bad_alloc.
    [[nodiscard]] std::optional<TableValue> probe(const RuleSet& rules,
                                                  const Position& position) const;
    /// Play to the end, by the best actions according to probe(); at most `most` of them. Stops
    /// where no table has the position, and at once for a draw.
    [[nodiscard]] std::vector<Move> line(const RuleSet& rules, Position position,
                                         std::size_t most = LONGEST_TABLE_WIN) const;
    /// Whether the position has few enough pieces for probe() to know it.
    [[nodiscard]] bool may_have(const Position& position) const {
        return position.occupied().count() <= max_pieces_;
    }
    /// Null if there is none.
    [[nodiscard]] const EndgameTable* find(TableClass guards) const;

private:
    [[nodiscard]] std::optional<std::pair<Move, TableValue>>
    best_action(const RuleSet& rules, const Position& position) const;

    int max_pieces_ = 0;
    std::vector<std::shared_ptr<const EndgameTable>> tables_;
};

} // namespace agon::tables

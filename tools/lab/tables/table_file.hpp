// The file of an endgame table, compressed in blocks; README.md describes the format.
#pragma once

#include "engine/rules/rules.hpp"
#include "tools/lab/tables/endgame_index.hpp"
#include "tools/lab/tables/table_value.hpp"

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace agon::tables {

inline constexpr std::uintmax_t MAX_TABLE_BYTES = UINT32_MAX; ///< of a file

/// A line "KEY=VALUE" for each rule but the setup: the rules of a table as its file holds them.
[[nodiscard]] std::string table_rules(const RuleSet& rules);

/// The file of a table. The codes of numbers without a position do not matter. Precondition: a code
/// for each number of the class.
[[nodiscard]] std::string write_table(const RuleSet& rules, TableClass guards,
                                      std::vector<TableCode> codes);
/// "2-1.agt": the name of the file.
[[nodiscard]] std::string table_file_name(TableClass guards);

/// A table read from a file. The whole file stays in memory, and its blocks are decoded when they
/// are first needed. Thread-safe.
class EndgameTable {
public:
    /// Throws Error with the reason: another kind of file or version, truncated, damaged.
    explicit EndgameTable(std::string bytes);
    ~EndgameTable();
    EndgameTable(const EndgameTable&) = delete;
    EndgameTable& operator=(const EndgameTable&) = delete;

    [[nodiscard]] const TableIndex& index() const { return index_; }
    /// table_rules() of its rules.
    [[nodiscard]] const std::string& rules() const { return rules_; }
    /// The file.
    [[nodiscard]] const std::string& bytes() const { return bytes_; }
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

} // namespace agon::tables

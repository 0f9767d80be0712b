// The table of presets in plain text.
#include "engine/rulesets/rules_text.hpp"

#include <algorithm>

namespace agon {
namespace {

struct Column {
    std::string_view above; ///< first line of the heading
    std::string_view below;
    std::string_view key; ///< of rule_fields()
};

constexpr Column COLUMNS[] = {
    {"", "flank", "flank"},
    {"", "between", "between"},
    {"reloc.", "between", "relocation_between"},
    {"reloc.", "captures", "relocation_captures"},
    {"queen", "chooser", "queen_chooser"},
    {"queen", "target", "queen_target"},
    {"guard", "target", "guard_target"},
    {"", "pace", "pace"},
    {"", "forfeit", "forfeit"},
    {"default", "setup", "setup"},
};

using Row = std::vector<std::string>;

std::vector<Row> rows_of(const Presets& presets) {
    std::vector<Row> rows(2);
    const auto head = [&](std::string_view above, std::string_view below) {
        rows[0].emplace_back(above);
        rows[1].emplace_back(below);
    };
    head("", "preset");
    for (const Column& column : COLUMNS) head(column.above, column.below);
    head("", "source");
    for (const Preset& preset : presets.all()) {
        Row row = {preset.name};
        for (const Column& column : COLUMNS)
            row.emplace_back(rule_value(preset.rules, find_rule_field(column.key).value()));
        row.push_back(preset.book);
        rows.push_back(std::move(row));
    }
    return rows;
}

} // namespace

std::string preset_table(const Presets& presets) {
    const std::vector<Row> rows = rows_of(presets);
    std::vector<std::size_t> widths(rows.front().size());
    for (const Row& row : rows)
        for (std::size_t i = 0; i < row.size(); ++i) widths[i] = std::max(widths[i], row[i].size());

    std::string text;
    for (const Row& row : rows) {
        std::string line;
        for (std::size_t i = 0; i < row.size(); ++i)
            line += row[i] + std::string(widths[i] - row[i].size() + 2, ' ');
        line.erase(line.find_last_not_of(' ') + 1);
        text += line + '\n';
    }
    return text;
}

} // namespace agon

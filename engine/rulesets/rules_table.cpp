// The table of presets in plain text.
#include "engine/rulesets/rules_text.hpp"

#include <algorithm>

namespace agon {
namespace {

struct Column {
    std::string_view above; ///< first line of the heading
    std::string_view below;
    std::string_view key; ///< of rule_fields(), empty for the source
};

constexpr Column SOURCES[] = {
    {"", "source", ""}, {"", "effect", "effect"}, {"default", "setup", "setup"}};
constexpr Column MOVING[] = {{"", "flank", "flank"},
                             {"", "between", "between"},
                             {"reloc.", "between", "relocation_between"},
                             {"reloc.", "captures", "relocation_captures"},
                             {"", "forfeit", "forfeit"}};
constexpr Column RELOCATING[] = {{"queen", "chooser", "queen_chooser"},
                                 {"queen", "target", "queen_target"},
                                 {"guard", "target", "guard_target"},
                                 {"", "pace", "pace"}};

/// A block of the table: for each preset its name and what the columns say of it.
std::string block(const Presets& presets, std::span<const Column> columns) {
    std::vector<std::vector<std::string>> rows = {{""}, {"preset"}};
    for (const Column& column : columns) {
        rows[0].emplace_back(column.above);
        rows[1].emplace_back(column.below);
    }
    for (const Preset& preset : presets.all()) {
        std::vector<std::string>& row = rows.emplace_back(1, preset.name);
        for (const Column& column : columns)
            row.emplace_back(column.key.empty()
                                 ? preset.book
                                 : rule_value(preset.rules, find_rule_field(column.key).value()));
    }
    std::vector<std::string> lines(rows.size());
    for (std::size_t i = 0; i < rows[0].size(); ++i) {
        std::size_t width = 0;
        for (const auto& row : rows) width = std::max(width, row[i].size());
        for (std::size_t j = 0; j < rows.size(); ++j)
            lines[j] += rows[j][i] + std::string(width - rows[j][i].size() + 2, ' ');
    }
    std::string text;
    for (std::string& line : lines) {
        line.erase(line.find_last_not_of(' ') + 1);
        if (!line.empty()) text += line + '\n';
    }
    return text;
}

} // namespace

std::string preset_table(const Presets& presets) {
    return block(presets, SOURCES) + '\n' + block(presets, MOVING) + '\n' +
           block(presets, RELOCATING) + "\n`agon rules bloody-queen` explains \"bloody\".\n";
}

} // namespace agon

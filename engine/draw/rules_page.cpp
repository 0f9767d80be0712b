#include "engine/draw/rules_page.hpp"

#include "engine/draw/diagram.hpp"
#include "engine/notation/notation.hpp"
#include "engine/rules/rule_chapters.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <span>
#include <sstream>

namespace agon {
namespace {

constexpr std::size_t WIDTH = 80;

/// The number of characters: continuation bytes of UTF-8 do not count.
std::size_t columns(std::string_view text) {
    return static_cast<std::size_t>(
        std::ranges::count_if(text, [](char c) { return (c & 0xc0) != 0x80; }));
}

/// `text` in lines of at most WIDTH columns, each indented.
std::string wrapped(std::string_view text, std::size_t indent) {
    std::string result;
    std::size_t used = 0;
    while (!text.empty()) {
        const std::string_view word = text.substr(0, text.find(' '));
        text.remove_prefix(std::min(text.size(), word.size() + 1));
        if (used == 0 || used + 1 + columns(word) > WIDTH) {
            if (used != 0) result += '\n';
            result.append(indent, ' ');
            used = indent;
        } else {
            result += ' ';
            ++used;
        }
        result += word;
        used += columns(word);
    }
    return result + '\n';
}

std::string paragraph(std::string_view sentence, const std::string& source, std::size_t indent) {
    return wrapped(sentence, indent) + wrapped(source, indent + 4);
}

/// The board and the position text, apart from the sentences.
std::string picture(const Position& position) {
    std::istringstream lines(text_diagram(position));
    std::string text = "\n";
    for (std::string line; std::getline(lines, line);) text += "    " + line + '\n';
    return text + '\n' + wrapped(to_text(position), 6) + '\n';
}

/// Both presets' entries of one rule in preset_difference().
class Difference {
public:
    explicit Difference(std::string_view rule) : text_("\n" + std::string(rule) + "\n") {}

    void add(const Preset& preset, std::string_view value, std::string_view sentence,
             const std::string& source) {
        text_ += "  " + preset.name + (value.empty() ? "" : ": ") + std::string(value) + "\n";
        if (!sentence.empty()) text_ += paragraph(sentence, '[' + source + ']', 4);
    }

    [[nodiscard]] const std::string& text() const { return text_; }

private:
    std::string text_;
};

std::vector<Difference> differences(const Preset& a, const Preset& b) {
    std::vector<Difference> found;
    for (std::size_t i = 0; i < RULE_FIELD_COUNT; ++i) {
        const RuleField& field = rule_fields()[i];
        if (rule_value(a.rules, field) == rule_value(b.rules, field)) continue;
        found.emplace_back(field.key);
        for (const Preset* preset : {&a, &b})
            found.back().add(*preset, rule_value(preset->rules, field),
                             rule_sentence(preset->rules, field), preset->sources[i]);
    }
    for (std::size_t i = 0; i < COMMON_RULE_NAMES.size(); ++i) {
        const auto rule = static_cast<CommonRule>(i);
        if (common_sentence(a.rules, rule) == common_sentence(b.rules, rule)) continue;
        found.emplace_back(COMMON_RULE_NAMES[i]);
        for (const Preset* preset : {&a, &b}) {
            const auto sentence = common_sentence(preset->rules, rule);
            found.back().add(*preset, sentence.empty() ? "no such rule" : "", sentence,
                             preset->source(rule));
        }
    }
    return found;
}

} // namespace

std::string preset_page(const Preset& preset) {
    std::string text = preset.name + "\n" + std::string(preset.name.size(), '=') + "\n";
    std::string origin = "Source: " + preset.book + ".";
    if (!preset.parent.empty()) origin += " Parent: " + preset.parent + ".";
    text += wrapped(origin, 0);
    for (const RuleChapter& chapter : rule_chapters(preset)) {
        text += '\n' + std::string(chapter.heading) + '\n';
        for (const auto& [key, _, sentence, source, field] : chapter.lines) {
            if (key == "letters") text += picture(setup_position(preset.rules, preset.rules.setup));
            std::string note = '[' + source + ']';
            if (field)
                note = std::string(key) + ": " + std::string(rule_value(preset.rules, *field)) +
                       ' ' + note;
            text += paragraph(sentence, note, 2);
        }
    }
    return text;
}

std::string preset_difference(const Preset& a, const Preset& b) {
    const std::string both = a.name + " and " + b.name;
    const std::vector<Difference> found = differences(a, b);
    if (found.empty()) return both + " are the same rules.\n";
    std::string text = both + " differ in " + std::to_string(found.size()) +
                       (found.size() == 1 ? " rule:\n" : " rules:\n");
    for (const Difference& difference : found) text += difference.text();
    return text;
}

// The table of presets in plain text.

namespace {

using Fields = std::vector<const RuleField*>;

/// A block of the table: for each preset its name, its book if `books`, and its fields.
std::string block(const Presets& presets, bool books, const Fields& fields) {
    std::vector<std::vector<std::string>> rows = {{""}, {"preset"}};
    if (books) {
        rows[0].emplace_back();
        rows[1].emplace_back("source");
    }
    for (const RuleField* field : fields)
        for (std::size_t line : {0U, 1U}) rows[line].emplace_back(field->heading[line]);
    for (const Preset& preset : presets.all()) {
        std::vector<std::string>& row = rows.emplace_back(1, preset.name);
        if (books) row.push_back(preset.book);
        for (const RuleField* field : fields) row.emplace_back(rule_value(preset.rules, *field));
    }
    std::vector<std::string> lines(rows.size());
    for (std::size_t i = 0; i < rows[0].size(); ++i) {
        std::size_t width = 0;
        for (const auto& row : rows) width = std::max(width, columns(row[i]));
        for (std::size_t j = 0; j < rows.size(); ++j)
            lines[j] += rows[j][i] + std::string(width - columns(rows[j][i]) + 2, ' ');
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
    Fields kind, moving, relocating;
    for (const RuleField& field : std::span(rule_fields()).first(OLD_RULE_FIELDS))
        (field.key == "effect" || field.section == RuleSection::Setup ? kind
         : !field.open                                                ? relocating
                                                                      : moving)
            .push_back(&field);
    std::ranges::reverse(kind); // the effect first
    std::string text = block(presets, true, kind) + '\n' + block(presets, false, moving) + '\n' +
                       block(presets, false, relocating);
    Fields further; // rules.md section 5 (Other readings): shown if a loaded preset has them
    std::string same;
    for (const RuleField& field : std::span(rule_fields()).subspan(OLD_RULE_FIELDS)) {
        further.push_back(&field);
        same += fmt::format("{}{} = {}", same.empty() ? "" : ", ", field.key, field.text({}));
    }
    const bool differ = std::ranges::any_of(presets.all(), [&](const Preset& preset) {
        return std::ranges::any_of(further, [&](auto* row) { return row->get(preset.rules) > 0; });
    });
    text += differ ? '\n' + block(presets, false, further) : "\nIn all of them " + same + ".\n";
    return text + "\n`agon rules bloody-queen` explains \"bloody\".\n";
}

} // namespace agon

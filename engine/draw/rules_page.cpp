#include "engine/draw/rules_page.hpp"

#include "engine/draw/diagram.hpp"
#include "engine/record/notation.hpp"

#include <algorithm>
#include <sstream>

namespace agon {
namespace {

constexpr std::size_t WIDTH = 80;

/// Characters, where a byte of UTF-8 that continues one does not count.
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

/// A page under way: paragraphs under headings.
class Page {
public:
    explicit Page(const Preset& preset) : preset_(preset) {
        text_ = preset.name + "\n" + std::string(preset.name.size(), '=') + "\n";
        std::string origin = "Source: " + preset.book + ".";
        if (!preset.parent.empty()) origin += " Parent: " + preset.parent + ".";
        text_ += wrapped(origin, 0);
    }

    void heading(std::string_view title) { text_ += "\n" + std::string(title) + "\n"; }

    void sentence(std::string_view sentence, const std::string& source) {
        text_ += paragraph(sentence, '[' + source + ']', 2);
    }

    void common(CommonRule rule) {
        sentence(common_sentence(preset_.rules, rule), preset_.source(rule));
    }

    /// The fields of a section but `effect`, in the order of the table.
    void fields(RuleSection section) {
        for (const RuleField& field : rule_fields())
            if (field.section == section && field.key != "effect") this->field(field.key);
    }

    void field(std::string_view key) {
        const std::size_t i = find_rule_field(key).value();
        const RuleField& row = rule_fields()[i];
        text_ += paragraph(rule_sentence(preset_.rules, row),
                           std::string(key) + ": " + std::string(rule_value(preset_.rules, row)) +
                               " [" + preset_.sources[i] + ']',
                           2);
    }

    /// The board and the position text, apart from the sentences.
    void picture(const Position& position) {
        std::istringstream lines(text_diagram(position));
        text_ += '\n';
        for (std::string line; std::getline(lines, line);) text_ += "    " + line + '\n';
        text_ += '\n' + wrapped(to_text(position), 6) + '\n';
    }

    [[nodiscard]] std::string take() { return std::move(text_); }

private:
    const Preset& preset_;
    std::string text_;
};

void add_blocking_and_capturing(Page& page, const RuleSet& rules) {
    const bool bloody = rules.bloody();
    page.heading("Blocking");
    page.fields(RuleSection::Blocking);
    page.heading("Capturing");
    if (bloody) {
        page.sentence("Trapped pieces stay on the board, and flank as before, until they are "
                      "settled.",
                      "our reading; the booklet does not say it");
    } else if (rules.removes()) {
        page.sentence("When a piece has stepped, every enemy piece that stands between it and "
                      "another piece of its side is captured. A captured queen stays on the board, "
                      "and blocks and flanks as before, until she is relocated, even if the pieces "
                      "that captured her move away meanwhile.",
                      "our reading; the books do not say it");
    } else {
        page.sentence("When a piece has stepped, every enemy piece that stands between it and "
                      "another piece of its side is captured. Captured pieces stay on the board, "
                      "and block and flank as before, until they are relocated, even if the pieces "
                      "that captured them move away meanwhile.",
                      "our reading; the books do not say it");
    }
    page.fields(RuleSection::Capturing);
}

void add_settling(Page& page, bool bloody) {
    page.heading(bloody ? "Settling" : "Relocating");
    page.field("effect");
    page.fields(RuleSection::Relocating);
    page.heading("Several captured");
    page.common(CommonRule::QueenFirst);
    page.fields(RuleSection::Several);
}

void add_end(Page& page, const RuleSet& rules) {
    page.heading("End of the game");
    if (rules.removes()) page.common(CommonRule::NoGuards);
    page.fields(RuleSection::End);
    page.sentence("A side without a legal action passes; otherwise passing is illegal.",
                  "our addition; the books have no pass");
    page.heading("Draws");
    page.sentence(rules.bloody()
                      ? "The game is drawn when a position occurs for the third time, or after "
                        "100 actions in a row without an inward step, a placement, an exchange, a "
                        "removal or a guard put elsewhere, unless other numbers are agreed on."
                  : rules.removes()
                      ? "The game is drawn when a position occurs for the third time, or after "
                        "100 actions in a row without an inward step, a placement, a removal or a "
                        "relocation, unless other numbers are agreed on."
                      : "The game is drawn when a position occurs for the third time, or after "
                        "100 actions in a row without an inward step, a placement or a "
                        "relocation, unless other numbers are agreed on.",
                  "our addition; the books have no draws");
}

/// The rule sets that are solved, from their own setups (bench/solved.md).
bool is_solved(const Preset& preset) {
    return preset.name == "botermans" || preset.name == "neto" || preset.name == "same-ring";
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
    Page page(preset);
    page.heading("Aim");
    page.common(CommonRule::Aim);
    page.heading("Setup");
    page.fields(RuleSection::Setup);
    page.picture(setup_position(preset.rules, preset.rules.setup));
    page.sentence(
        "White is Q (queen) and G (guard), black q and g; * is the throne. A cell is named "
        "by its file and row: the white queen stands on a1. This setup is the default; "
        "the players may agree on any of the setups standard, placement and flanked.",
        "our addition");
    page.common(CommonRule::FirstPlayer);
    page.heading("Moving");
    page.common(CommonRule::Step);
    page.common(CommonRule::Throne);
    add_blocking_and_capturing(page, preset.rules);
    add_settling(page, preset.rules.bloody());
    add_end(page, preset.rules);
    if (is_solved(preset))
        page.sentence(
            "Neither side can be beaten by force: from this setup, if both sides play without "
            "a mistake, the game is a draw.",
            "proved, with endless play as a draw; agon-prove makes the proof");
    return page.take();
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

/// A block of the table: for each preset its name, its book where `books`, and its fields.
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
    Fields kind, moving, relocating;
    for (const RuleField& field : rule_fields())
        (field.key == "effect" || field.section == RuleSection::Setup ? kind
         : !field.open                                                ? relocating
                                                                      : moving)
            .push_back(&field);
    std::ranges::reverse(kind); // the effect first
    return block(presets, true, kind) + '\n' + block(presets, false, moving) + '\n' +
           block(presets, false, relocating) + "\n`agon rules bloody-queen` explains \"bloody\".\n";
}

} // namespace agon

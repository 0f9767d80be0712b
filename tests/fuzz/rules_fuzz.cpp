// Input: a rules file (rules.md section 5 (Custom rules)).
//
//  - A refusal is one line, with the file and one of its lines, and nothing is loaded.
//  - The rules of what is loaded are those that the referee makes of the same lines, and both agree
//    on the first positions of a game by them.
//  - Each preset is written as all its keys, and as its differences from its parent. Both are read
//    as the same rules.
//  - Its page keeps to 80 columns but for single words.
#include "engine/draw/rules_page.hpp"
#include "tests/fuzz/rules_line.hpp"
#include "tests/fuzz/target.hpp"
#include "tests/support/twin.hpp"

#include <map>
#include <sstream>

namespace {

constexpr std::string_view FILE_NAME = "rules.ini";

std::string trimmed(std::string_view text) {
    constexpr std::string_view BLANKS = " \t\r\f\v";
    const auto first = text.find_first_not_of(BLANKS);
    if (first == std::string_view::npos) return {};
    return std::string(text.substr(first, text.find_last_not_of(BLANKS) - first + 1));
}

using NaiveRules = std::map<std::string, naive::Rules>;

/// Whether a line may begin with `text` and a colon (rules.md 5, Custom rules).
bool has_source(const std::string& text) {
    for (const char* rule :
         {"book", "aim", "first player", "step", "throne", "queen first", "no guards"})
        if (text == rule) return true;
    const auto& fields = agon::rule_fields();
    return std::ranges::find(fields, text, &agon::RuleField::key) != fields.end();
}

/// Whether an indented line after a source is another entry rather than more of the source.
bool is_entry(const std::string& line) {
    const auto mark = line.find_first_of("=:");
    const std::string key = trimmed(std::string_view(line).substr(0, mark));
    const bool word = key.find_first_of(" \t") == std::string::npos;
    return has_source(key) || (mark != std::string::npos && line[mark] == '=' && word);
}

/// Whether a source is there from `start` on: a comment in a source begins after a blank.
bool has_text(const std::string& line, std::size_t start) {
    const std::string text = trimmed(std::string_view(line).substr(start));
    if (text.empty()) return false;
    if (text[0] != '#' && text[0] != ';') return true;
    return start < line.size() && (line[start] == '#' || line[start] == ';');
}

/// The sections of a file that has no faults, as the referee understands them.
NaiveRules read_by_referee(std::string_view text) {
    NaiveRules all;
    for (const std::string& name : naive::preset_names()) all[name] = naive::preset(name);
    std::string section;
    std::vector<std::pair<std::string, std::string>> entries;
    bool sourced = false; // the entry before has a source, which an indented line continues
    const auto finish = [&] {
        // An effect brings the values that the others change, so it is set before them.
        for (const bool effect : {true, false})
            for (const auto& [key, value] : entries)
                if ((key == "effect") == effect) naive::set(all.at(section), key, value);
        entries.clear();
        sourced = false;
    };
    if (text.starts_with("\xef\xbb\xbf")) text.remove_prefix(3);
    std::istringstream stream{std::string(text)};
    for (std::string line; std::getline(stream, line);) {
        const std::string content =
            trimmed(std::string_view(line).substr(0, line.find_first_of("#;")));
        if (content.empty()) continue;
        if (sourced && trimmed(std::string_view(line).substr(0, 1)).empty() && !is_entry(line))
            continue;
        if (content[0] == '[') {
            finish();
            const auto colon = content.find(':');
            section = trimmed(std::string_view(content).substr(1, colon - 1));
            const auto parent = std::string_view(content).substr(colon + 1);
            all[section] = all.at(trimmed(parent.substr(0, parent.size() - 1)));
            continue;
        }
        const auto mark = content.find_first_of("=:"), colon = content.find(':');
        const std::string key = trimmed(std::string_view(content).substr(0, mark));
        if (content[mark] == '=')
            entries.emplace_back(
                key, trimmed(std::string_view(content).substr(mark + 1, colon - mark - 1)));
        if (key != "book")
            // What follows a colon is a source, unless it is nothing but a comment.
            sourced = colon != std::string::npos && has_text(line, line.find(':') + 1);
    }
    finish();
    return all;
}

/// A section with the keys in which `rules` differs from `parent`, or with all allowed keys.
std::string section_of(const agon::RuleSet& rules, const agon::Preset& parent, bool all) {
    std::string text = "[written:" + parent.name + "]\n";
    for (const agon::RuleField& field : agon::rule_fields()) {
        if (rules.bloody() && field.key != "setup" && field.key != "effect") continue;
        if (all || rules.effect != parent.rules.effect ||
            field.text(rules) != field.text(parent.rules))
            text += std::string(field.key) + '=' + std::string(field.text(rules)) + '\n';
    }
    return text;
}

void check_written(const agon::Presets& presets, const agon::RuleSet& rules,
                   const std::string& section) {
    agon::Presets again = presets;
    std::istringstream stream(section);
    try {
        again.load(stream, FILE_NAME);
    } catch (const agon::Error& error) {
        fuzz::broken("what is written out is read", section + error.what());
    }
    if (again.at("written").rules != rules)
        fuzz::broken("what is written out is the same rules", section);
}

void check_page(const agon::Preset& preset) {
    std::istringstream stream(agon::preset_page(preset));
    for (std::string line; std::getline(stream, line);) {
        const auto columns =
            std::ranges::count_if(line, [](unsigned char c) { return (c & 0xc0) != 0x80; });
        if (columns > 80 && trimmed(line).find(' ') != std::string::npos)
            fuzz::broken("a page keeps to 80 columns but for single words", line);
    }
}

void check_game(const support::RulePair& rules) {
    support::Twin twin(rules, std::string(agon::setup_text(rules.engine.setup)));
    for (std::size_t ply = 0; ply < 16 && !twin.moves().empty(); ++ply)
        twin.play(twin.moves()[(ply * 7 + 3) % twin.moves().size()]);
}

void check_preset(const agon::Presets& presets, const agon::Preset& preset,
                  const NaiveRules& naive_rules) {
    const auto theirs = naive_rules.find(preset.name);
    if (theirs == naive_rules.end()) fuzz::broken("the referee knows the preset", preset.name);
    if (theirs->second != fuzz::paired(preset.name, preset.rules).naive)
        fuzz::broken("the referee makes the same rules of the lines", preset.name);
    check_game({preset.name, preset.rules, theirs->second});
    // The name may have been taken by the file.
    if (presets.find("written") == nullptr) {
        check_written(presets, preset.rules, section_of(preset.rules, presets.at("classic"), true));
        check_written(presets, preset.rules,
                      section_of(preset.rules, presets.at(preset.parent), false));
    }
    check_page(preset);
    (void)agon::preset_difference(preset, presets.at(preset.parent));
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string text(reinterpret_cast<const char*>(data), size);
    static const agon::Presets built_in;
    agon::Presets presets = built_in;
    std::istringstream stream(text);
    try {
        presets.load(stream, FILE_NAME);
    } catch (const agon::Error& error) {
        (void)fuzz::named_line(error.what(), std::string(FILE_NAME), fuzz::count_lines(text));
        if (presets.all().size() != built_in.all().size())
            fuzz::broken("nothing of a refused file is loaded", error.what());
        return 0;
    }
    (void)agon::preset_table(presets);
    const NaiveRules naive_rules = read_by_referee(text);
    constexpr std::size_t MAX_PRESETS = 6;
    const std::size_t first = built_in.all().size();
    for (std::size_t i = first; i < std::min(presets.all().size(), first + MAX_PRESETS); ++i)
        check_preset(presets, presets.all()[i], naive_rules);
    return 0;
}

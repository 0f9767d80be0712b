// Rules files (rules.md section 5 (Custom rules)), of which the built-in presets are one. The lines
// are read here because a fault must name its line: Boost.PropertyTree and Boost.Program_options
// forget the lines of entries that parse, and an unknown value or a misplaced key is seen only
// afterwards.
#include "engine/byte_order_mark.hpp"
#include "engine/error.hpp"
#include "engine/open_file.hpp"
#include "engine/path_text.hpp"
#include "engine/quote.hpp"
#include "engine/rules/presets.hpp"
#include "engine/words.hpp"

#include <algorithm>
#include <functional>
#include <optional>

namespace agon {
namespace {

/// A rule of a section: a field or a common rule, its value if it changes, and where it comes from.
struct Entry {
    std::string key;                    ///< of rule_fields(), or one of COMMON_RULE_NAMES
    std::optional<std::size_t> value{}; ///< index into the field's values; nullopt: the parent's
    std::string source{};               ///< empty: the line is the source
    std::size_t line = 0;
};

struct Section {
    std::string name;
    std::string parent; ///< empty for the first preset of all, which gives every field
    std::vector<Entry> entries{};
};

std::string place(std::string_view file, std::size_t line) {
    return std::string(file) + ':' + std::to_string(line);
}

std::string_view trimmed(std::string_view text) {
    constexpr std::string_view BLANKS = " \t\r\f\v";
    const auto first = text.find_first_not_of(BLANKS);
    if (first == std::string_view::npos) return {};
    return text.substr(first, text.find_last_not_of(BLANKS) - first + 1);
}

template<class Range, class Name>
std::string listed(const Range& range, Name name) {
    std::string result;
    for (const auto& element : range)
        result.append(result.empty() ? "" : " ").append(std::invoke(name, element));
    return result;
}

std::string preset_names(const Presets& presets) { return listed(presets.all(), &Preset::name); }

/// Presets travel as words of UCI options, and a comment would cut a name short.
bool is_name(std::string_view text) {
    constexpr std::string_view ALLOWED = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
                                         "0123456789-_.";
    return !text.empty() && text.find_first_not_of(ALLOWED) == std::string_view::npos;
}

Section read_header(const Presets& presets, std::string_view line) {
    const auto colon = line.find(':');
    if (line.back() != ']' || colon == std::string_view::npos)
        throw Error("malformed section " + in_quotes(line) + "; allowed form: [name:parent]");
    Section section{.name = std::string(trimmed(line.substr(1, colon - 1))),
                    .parent =
                        std::string(trimmed(line.substr(colon + 1, line.size() - colon - 2)))};
    if (!is_name(section.name))
        throw Error("unusable name " + in_quotes(section.name) +
                    "; allowed characters: letters, digits, '-', '_', '.'");
    // UCI ignores case, so there such a name would mean the other preset.
    const auto same = std::ranges::find_if(presets.all(), [&](const Preset& preset) {
        return equal_ignoring_case(preset.name, section.name);
    });
    if (same != presets.all().end())
        throw Error((same->name == section.name ? "redefinition of " + in_quotes(section.name)
                                                : in_quotes(section.name) + " differs from " +
                                                      in_quotes(same->name) + " only in case") +
                    "; allowed names: any but " + preset_names(presets));
    if (!presets.all().empty() && presets.find(section.parent) == nullptr)
        throw Error("unknown parent " + in_quotes(section.parent) +
                    "; allowed parents: " + preset_names(presets));
    return section;
}

/// The text before a comment, which begins with # or ;. In a source it begins after a blank, since
/// sentences have semicolons.
std::string_view without_comment(std::string_view text, bool in_source) {
    for (std::size_t i = 0; i < text.size(); ++i)
        if ((text[i] == '#' || text[i] == ';') &&
            (!in_source || (i > 0 && trimmed(text.substr(i - 1, 1)).empty())))
            return text.substr(0, i);
    return text;
}

bool is_key(std::string_view text) {
    return text == "book" || find_rule_field(text) ||
           std::ranges::find(COMMON_RULE_NAMES, text) != COMMON_RULE_NAMES.end();
}

/// "[name:parent]".
bool is_header(std::string_view line) {
    const std::string_view text = trimmed(without_comment(line, false));
    return text.starts_with('[') && text.ends_with(']') && text.find(':') != text.npos;
}

/// Whether an indented line continues the source of the line before, rather than being a header or
/// an entry, perhaps with a misspelled key.
bool goes_on(const std::optional<Section>& section, std::string_view line) {
    if (is_header(line)) return false;
    const auto mark = line.find_first_of("=:");
    const std::string_view key = trimmed(line.substr(0, mark));
    const bool assigns = mark != std::string_view::npos && line[mark] == '=' &&
                         key.find_first_of(" \t") == std::string_view::npos;
    return section && !section->entries.empty() && !section->entries.back().source.empty() &&
           trimmed(line.substr(0, 1)).empty() && !assigns && !is_key(key);
}

void read_entry(Section& section, std::string_view text, std::size_t line) {
    const std::string_view code = without_comment(text, false); // a comment may have a colon too
    const auto mark = code.find_first_of("=:");
    if (mark == std::string_view::npos)
        throw Error("malformed line " + in_quotes(trimmed(code)) +
                    "; allowed forms: key = value, key = value: source, key: source, "
                    "[name:parent], # comment");
    const std::string_view key = trimmed(text.substr(0, mark));
    const auto colon = code.find(':');
    std::string_view value = code.substr(mark, colon - mark);
    const std::string_view source =
        trimmed(without_comment(text.substr(colon == code.npos ? text.size() : colon + 1), true));
    value = trimmed(value.substr(std::min<std::size_t>(value.size(), 1))); // after the '='

    const auto field = find_rule_field(key);
    const bool gives_value = text[mark] == '=';
    if (!is_key(key) || (gives_value && !field))
        throw Error("unknown key " + in_quotes(key) +
                    "; allowed keys: " + listed(rule_fields(), &RuleField::key));
    if (!gives_value && source.empty()) throw Error("no source after " + in_quotes(key) + ":");
    const auto earlier = std::ranges::find(section.entries, key, &Entry::key);
    if (earlier != section.entries.end())
        throw Error("duplicate key " + in_quotes(key) + ", set on line " +
                    std::to_string(earlier->line) + "; allowed: each key once in a section");
    Entry entry{.key = std::string(key), .source = std::string(source), .line = line};
    if (gives_value) {
        entry.value = rule_fields()[*field].find_value(value);
        if (!entry.value)
            throw Error(
                "unknown value " + in_quotes(value) + " for " + std::string(key) +
                "; allowed values: " + listed(rule_fields()[*field].values, &RuleValue::name));
    }
    section.entries.push_back(std::move(entry));
}

/// What the section's differences are applied to: its parent, unless `effect` changes to one that
/// an earlier preset has.
Preset base_of(const Presets& presets, const Preset& parent, Effect effect) {
    const bool first = std::ranges::none_of(
        presets.all(), [&](const Preset& preset) { return preset.rules.effect == effect; });
    if (first || effect == parent.rules.effect) return parent;
    if (effect != Effect::Bloody) {
        Preset base = parent.rules.bloody() ? presets.at("classic") : parent;
        // The aim, and what becomes of a side without guards.
        base.common_sources =
            presets.at(effect == Effect::Remove ? "kanare" : "classic").common_sources;
        return base;
    }
    Preset base = presets.at("bloody-queen");
    const std::size_t setup = find_rule_field("setup").value();
    base.rules.setup = parent.rules.setup;
    base.sources[setup] = parent.sources[setup];
    return base;
}

Preset build(const Presets& presets, const Section& section, std::string_view file) {
    Preset parent;
    parent.sources.fill("our addition; the books do not have it"); // unless the section says more
    if (!presets.all().empty()) parent = presets.at(section.parent);
    Effect effect = parent.rules.effect;
    for (const Entry& entry : section.entries)
        if (entry.key == "effect" && entry.value) effect = static_cast<Effect>(*entry.value);

    Preset preset = base_of(presets, parent, effect);
    const bool fixed = preset.rules.bloody(); // bloody-queen itself decides all fields
    preset.name = section.name;
    preset.parent = section.parent;
    preset.book = file;
    for (const Entry& entry : section.entries) {
        if (entry.key == "book") {
            preset.book = entry.source;
            continue;
        }
        const std::string source = entry.source.empty() ? place(file, entry.line) : entry.source;
        const auto field = find_rule_field(entry.key);
        if (!field) {
            const auto rule = std::ranges::find(COMMON_RULE_NAMES, entry.key);
            preset.common_sources[static_cast<std::size_t>(rule - COMMON_RULE_NAMES.begin())] =
                source;
            continue;
        }
        if (fixed && entry.value && entry.key != "effect" && entry.key != "setup")
            throw Error(place(file, entry.line) + ": key " + in_quotes(entry.key) +
                        " where the effect is bloody; allowed keys: setup effect");
        if (entry.value) rule_fields()[*field].set(preset.rules, *entry.value);
        preset.sources[*field] = source;
    }
    return preset;
}

} // namespace

void Presets::load(std::istream& stream, std::string_view name) {
    Presets extended = *this; // so that a fault leaves this one as it was
    std::optional<Section> section;
    const auto finish_section = [&] {
        if (section) extended.presets_.push_back(build(extended, *section, name));
    };
    skip_byte_order_mark(stream);
    std::string text;
    for (std::size_t line = 1; std::getline(stream, text); ++line) {
        const std::string_view content = trimmed(text);
        if (without_comment(content, false).empty()) continue;
        if (goes_on(section, text)) {
            section->entries.back().source.append(" ").append(
                trimmed(without_comment(content, true)));
            continue;
        }
        if (content.front() == '[') finish_section();
        try {
            if (content.front() == '[') {
                section = read_header(extended, trimmed(without_comment(content, false)));
            } else if (section) {
                read_entry(*section, content, line);
            } else {
                throw Error("line " + in_quotes(trimmed(without_comment(content, false))) +
                            " outside a section; allowed before it: [name:parent]");
            }
        } catch (const Error& error) {
            throw Error(place(name, line) + ": " + error.what());
        }
    }
    if (stream.bad()) throw Error("cannot read " + std::string(name));
    finish_section();
    presets_ = std::move(extended.presets_);
}

void Presets::load(const std::filesystem::path& file) {
    constexpr std::uintmax_t MAX_BYTES = 256U << 10U;
    std::ifstream stream = open_regular(file, MAX_BYTES);
    load(stream, utf8_of(file));
}

} // namespace agon

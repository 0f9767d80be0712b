// Rules files (rules.md section 5 (Custom rules)). The lines are read here because a fault must
// name its line: Boost.PropertyTree and Boost.Program_options forget the lines of entries that
// parse, and an unknown value or a misplaced key is seen only afterwards.
#include "engine/byte_order_mark.hpp"
#include "engine/error.hpp"
#include "engine/open_file.hpp"
#include "engine/quote.hpp"
#include "engine/rules/presets.hpp"
#include "engine/words.hpp"

#include <algorithm>
#include <functional>
#include <optional>

namespace agon {
namespace {

struct Entry {
    std::size_t field; ///< index into rule_fields()
    std::size_t value; ///< index into the field's values
    std::size_t line;

    [[nodiscard]] std::string_view key() const { return rule_fields()[field].key; }
    [[nodiscard]] std::string_view text() const { return rule_fields()[field].values[value].name; }
};

struct Section {
    std::string name;
    std::string parent;
    std::vector<Entry> entries;
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
                    .parent = std::string(trimmed(line.substr(colon + 1, line.size() - colon - 2))),
                    .entries = {}};
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
    if (presets.find(section.parent) == nullptr)
        throw Error("unknown parent " + in_quotes(section.parent) +
                    "; allowed parents: " + preset_names(presets));
    return section;
}

Entry read_entry(const Section& section, std::string_view text, std::size_t line) {
    const auto equals = text.find('=');
    if (equals == std::string_view::npos)
        throw Error("malformed line " + in_quotes(text) +
                    "; allowed forms: key = value, [name:parent], # comment");
    const auto key = trimmed(text.substr(0, equals));
    const auto field = find_rule_field(key);
    if (!field)
        throw Error("unknown key " + in_quotes(key) +
                    "; allowed keys: " + listed(rule_fields(), &RuleField::key));
    const auto earlier = std::ranges::find(section.entries, *field, &Entry::field);
    if (earlier != section.entries.end())
        throw Error("duplicate key " + in_quotes(key) + ", set on line " +
                    std::to_string(earlier->line) + "; allowed: each key once in a section");
    const auto text_value = trimmed(text.substr(equals + 1));
    const auto value = rule_fields()[*field].find_value(text_value);
    if (!value)
        throw Error("unknown value " + in_quotes(text_value) + " for " + std::string(key) +
                    "; allowed values: " + listed(rule_fields()[*field].values, &RuleValue::name));
    return {*field, *value, line};
}

/// What the section's differences are applied to: its parent, unless `effect` changes.
Preset base_of(const Presets& presets, const Preset& parent, Effect effect) {
    if (effect == parent.rules.effect) return parent;
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
    const Preset& parent = presets.at(section.parent);
    Effect effect = parent.rules.effect;
    for (const Entry& entry : section.entries)
        if (entry.key() == "effect") effect = static_cast<Effect>(entry.value);
    const bool bloody = effect == Effect::Bloody;

    std::vector<std::string> places;
    for (const Entry& entry : section.entries) {
        places.push_back(place(file, entry.line));
        if (bloody && entry.key() != "effect" && entry.key() != "setup")
            throw Error(places.back() + ": key " + in_quotes(entry.key()) +
                        " where the effect is bloody; allowed keys: setup effect");
    }
    std::vector<RuleSource> differences;
    for (std::size_t i = 0; i < places.size(); ++i)
        differences.push_back({std::string(section.entries[i].key()),
                               std::string(section.entries[i].text()), places[i]});
    Preset preset = derived(base_of(presets, parent, effect), section.name, file, differences);
    preset.parent = section.parent;
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
        std::string_view content = text;
        content = trimmed(content.substr(0, content.find_first_of("#;")));
        if (content.empty()) continue;
        if (content.front() == '[') finish_section();
        try {
            if (content.front() == '[')
                section = read_header(extended, content);
            else if (section)
                section->entries.push_back(read_entry(*section, content, line));
            else
                throw Error("line " + in_quotes(content) +
                            " outside a section; allowed before it: [name:parent]");
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
    load(stream, file.string());
}

} // namespace agon

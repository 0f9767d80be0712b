// The rules that a line names, and input as lines.
#pragma once

#include "tests/support/rule_pair.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace fuzz {

/// The input's lines without their ends, at most `most`.
inline std::vector<std::string> lines_of(const std::uint8_t* data, std::size_t size,
                                         std::size_t most) {
    std::string_view text(reinterpret_cast<const char*>(data), size);
    std::vector<std::string> lines;
    while (!text.empty() && lines.size() < most) {
        const auto end = std::min(text.find('\n'), text.size());
        lines.emplace_back(text.substr(0, end));
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return lines;
}

/// "german between=safe pace=one-per-turn": a preset (`classic` if unknown) and changes of it as in
/// rules files; unknown words are ignored.
inline support::RulePair rules_named(std::string_view line) {
    std::vector<std::string> words(1);
    for (const char c : line)
        if (c == ' ')
            words.emplace_back();
        else
            words.back() += c;
    const auto names = naive::preset_names();
    const bool known = std::ranges::find(names, words[0]) != names.end();
    support::RulePair rules = support::preset(known ? words[0] : "classic");
    for (std::size_t i = 1; i < words.size(); ++i) {
        const std::string& word = words[i];
        const auto equals = word.find('=');
        if (equals == std::string::npos) continue;
        const std::string key = word.substr(0, equals);
        const std::string value = word.substr(equals + 1);
        const auto field = agon::find_rule_field(key);
        if (!field || key == "effect" || (rules.engine.bloody() && key != "setup")) continue;
        if (agon::rule_fields()[*field].find_value(value)) support::change(rules, key, value);
    }
    return rules;
}

/// The referee's rules for a rule set of the engine's.
inline support::RulePair paired(const std::string& name, const agon::RuleSet& rules) {
    support::RulePair pair = support::preset(rules.bloody() ? "bloody-queen" : "classic");
    for (const agon::RuleField& field : agon::rule_fields())
        if (!rules.bloody() || field.key == "setup")
            naive::set(pair.naive, std::string(field.key), std::string(field.text(rules)));
    return {name, rules, pair.naive};
}

} // namespace fuzz

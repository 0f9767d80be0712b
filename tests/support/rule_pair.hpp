// One rule set twice: as the engine has it and as the naive referee has it.
#pragma once

#include "engine/rules/presets.hpp"
#include "tests/naive/referee.hpp"
#include "tests/support/random.hpp"

#include <string>
#include <vector>

namespace support {

struct RulePair {
    std::string name;
    agon::RuleSet engine;
    naive::Rules naive;
};

/// A preset with one key changed (rules.md section 5 (Custom rules)).
inline void change(RulePair& pair, const std::string& key, const std::string& value) {
    naive::set(pair.naive, key, value);
    const agon::RuleField& field = agon::rule_fields()[*agon::find_rule_field(key)];
    field.set(pair.engine, *field.find_value(value));
    pair.name += "+" + key + "=" + value;
}

/// "classic", or "classic+forfeit=draw". The two tables of presets were written separately from
/// rules.md section 5.
inline RulePair preset(const std::string& name) {
    static const agon::Presets presets;
    const auto plus = name.rfind('+');
    if (plus == std::string::npos) return {name, presets.at(name).rules, naive::preset(name)};
    RulePair pair = preset(name.substr(0, plus));
    const auto equals = name.find('=', plus);
    change(pair, name.substr(plus + 1, equals - plus - 1), name.substr(equals + 1));
    return pair;
}

inline std::vector<RulePair> all_presets() {
    std::vector<RulePair> pairs;
    for (const std::string& name : naive::preset_names()) pairs.push_back(preset(name));
    return pairs;
}

/// Random values for every key of a custom rule set except the effect, which must not be `bloody`.
inline RulePair random_rules(Random& random, const std::string& effect = "relocate") {
    RulePair pair = preset("classic");
    change(pair, "effect", effect);
    for (const agon::RuleField& field : agon::rule_fields())
        if (field.key != "effect")
            change(pair, std::string(field.key), std::string(random.pick(field.values).name));
    return pair;
}

} // namespace support

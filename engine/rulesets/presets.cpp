#include "engine/rulesets/presets.hpp"

#include "engine/quoted.hpp"
#include "engine/rulesets/preset_data.hpp"

#include <algorithm>
#include <cassert>

namespace agon {

Preset derived(const Preset& parent, std::string_view name, std::string_view book,
               std::span<const RuleSource> differences) {
    Preset preset = parent;
    preset.name = name;
    preset.parent = parent.name;
    preset.book = book;
    for (const auto& [key, value, source] : differences) {
        if (const auto i = find_rule_field(key)) {
            const RuleField& field = rule_fields()[*i];
            if (!value.empty()) field.set(preset.rules, field.find_value(value).value());
            preset.sources[*i] = source;
        } else {
            const auto rule = std::ranges::find(COMMON_RULE_NAMES, key);
            assert(rule != COMMON_RULE_NAMES.end());
            preset.common_sources[static_cast<std::size_t>(rule - COMMON_RULE_NAMES.begin())] =
                source;
        }
    }
    return preset;
}

Presets::Presets() {
    for (const PresetData& data : preset_data()) {
        const Preset parent = data.parent.empty() ? Preset{} : at(data.parent);
        presets_.push_back(derived(parent, data.name, data.book, rule_sources(data.rules)));
    }
}

const Preset* Presets::find(std::string_view name) const {
    const auto found = std::ranges::find(presets_, name, &Preset::name);
    return found == presets_.end() ? nullptr : &*found;
}

const Preset& Presets::at(std::string_view name) const {
    if (const Preset* found = find(name)) return *found;
    std::string names;
    for (const Preset& preset : presets_) names += ' ' + preset.name;
    throw Error("unknown preset " + in_quotes(name) + "; allowed presets:" + names);
}

} // namespace agon

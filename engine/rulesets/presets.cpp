#include "engine/rulesets/presets.hpp"

#include "engine/in_quotes.hpp"
#include "engine/rulesets/preset_data.hpp"

#include <algorithm>

namespace agon {

Preset derived(const Preset& parent, std::string_view name, std::string_view book,
               std::span<const RuleDifference> differences) {
    Preset preset = parent;
    preset.name = name;
    preset.parent = parent.name;
    preset.book = book;
    for (const RuleDifference& difference : differences) {
        const std::size_t i = find_rule_field(difference.key).value();
        const RuleField& field = rule_fields()[i];
        field.set(preset.rules, field.find_value(difference.value).value());
        preset.sources[i] = difference.source;
    }
    return preset;
}

Presets::Presets() {
    for (const PresetData& data : preset_data()) {
        const Preset parent = data.parent.empty() ? Preset{} : at(data.parent);
        Preset preset = derived(parent, data.name, data.book, data.differences);
        for (const OwnWords& words : data.own_words)
            preset.sources[find_rule_field(words.key).value()] = words.source;
        for (const CommonWords& words : data.common_words)
            preset.common_sources[static_cast<std::size_t>(words.rule)] = words.source;
        presets_.push_back(std::move(preset));
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

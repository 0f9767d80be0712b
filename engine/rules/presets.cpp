#include "engine/rules/presets.hpp"

#include "engine/error.hpp"
#include "engine/quote.hpp"
#include "engine/rules/preset_data.hpp"

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
        Preset parent;
        parent.sources.fill("our addition; the books do not have it"); // unless the data say more
        if (!data.parent.empty()) parent = at(data.parent);
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

std::string_view common_sentence(const RuleSet& rules, CommonRule rule) {
    const bool bloody = rules.bloody();
    switch (rule) {
    case CommonRule::Aim:
        if (rules.effect == Effect::Remove)
            return "A side wins when its queen stands on the throne and all its remaining guards "
                   "stand on the ring around it, no matter who acted last. It needs at least one "
                   "guard "
                   "there and none in reserve.";
        return bloody ? "When nothing is left to settle, a side wins if its queen stands on the "
                        "throne and all its remaining guards, at least one, stand on the ring "
                        "around it."
                      : "A side wins when its queen stands on the throne and its six guards stand "
                        "on the ring around it, no matter who acted last.";
    case CommonRule::FirstPlayer: return "White plays first, and turns alternate.";
    case CommonRule::Step:
        return "A piece steps to an adjacent vacant cell on its own ring or on the next ring "
               "inward, never outward.";
    case CommonRule::Throne: return "Only a queen may enter the throne.";
    case CommonRule::QueenFirst:
        if (rules.effect == Effect::Remove)
            return "Captured guards leave the game, so only a captured queen is relocated.";
        return bloody ? "A trapped queen is settled before any guards; they follow in any order."
                      : "A captured queen is relocated before any guards; they follow in any "
                        "order.";
    case CommonRule::NoGuards:
        return rules.removes() ? "A side that has lost its last guard loses at once." : "";
    }
    return "";
}

} // namespace agon

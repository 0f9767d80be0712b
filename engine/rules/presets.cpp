#include "engine/rules/presets.hpp"

#include "engine/error.hpp"
#include "engine/quote.hpp"

#include <algorithm>
#include <sstream>
#include <utility>

namespace agon::embedded {
extern const std::string_view PRESETS; // presets.ini
}

namespace agon {

Presets::Presets() {
    // Read once: a program makes many of these.
    static const std::vector<Preset> built_in = [] {
        Presets presets(std::vector<Preset>{});
        std::istringstream text{std::string(embedded::PRESETS)};
        presets.load(text, "presets.ini");
        return presets.presets_;
    }();
    presets_ = built_in;
}

const Preset* Presets::find(std::string_view name) const {
    const auto found = std::ranges::find(presets_, name, &Preset::name);
    return found == presets_.end() ? nullptr : &*found;
}

const Preset& Presets::at(std::string_view name) const {
    if (const Preset* found = find(name)) return *found;
    std::string names;
    for (const Preset& preset : presets_) names += ' ' + preset.name;
    throw Error("unknown preset " + in_quotes(name) + "; allowed presets:" + names +
                ", and those of a rules file");
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

#include "protocol/record/match_rules.hpp"

#include "engine/error.hpp"
#include "engine/notation/notation.hpp"
#include "engine/path_text.hpp"
#include "engine/quote.hpp"
#include "engine/rules/presets.hpp"

namespace agon {

Position MatchRules::start() const { return setup_position(rules, *find_setup(setup)); }

EngineOptions MatchRules::options() const {
    EngineOptions options;
    // The file first: it may define the variant.
    if (!variant_path.empty()) options.emplace_back("VariantPath", utf8_of(variant_path));
    options.emplace_back("UCI_Variant", variant);
    options.emplace_back("Setup", setup);
    options.emplace_back("RepetitionLimit", std::to_string(limits.repetition));
    options.emplace_back("NoProgressLimit", std::to_string(limits.no_progress));
    return options;
}

MatchRules make_match_rules(const std::string& variant, const std::string& setup,
                            const std::filesystem::path& variant_path, DrawLimits limits) {
    Presets presets;
    if (!variant_path.empty()) presets.load(variant_path);
    MatchRules match = make_match_rules(presets, variant, setup, limits);
    if (!variant_path.empty()) match.variant_path = std::filesystem::absolute(variant_path);
    return match;
}

MatchRules make_match_rules(const Presets& presets, const std::string& variant,
                            const std::string& setup, DrawLimits limits) {
    MatchRules match;
    match.variant = variant;
    match.rules = presets.at(variant).rules;
    match.limits = limits;
    match.setup = setup;
    if (setup.empty() || setup == "preset")
        match.setup = setup_names()[static_cast<std::size_t>(match.rules.setup)];
    if (!find_setup(match.setup)) {
        std::string names = "preset";
        for (const auto name : setup_names()) names += ' ' + std::string(name);
        throw Error("no setup " + in_quotes(setup) + ": " + names);
    }
    return match;
}

} // namespace agon

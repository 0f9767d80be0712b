#include "protocol/web/room/rules_json.hpp"

#include "engine/rules/rule_chapters.hpp"

#include <string>

namespace agon::page {

Json variant_json(const Preset& preset) {
    Json rules = Json::object();
    for (const RuleField& field : rule_fields())
        if (field.get(preset.rules) != field.get(RuleSet{}))
            rules[std::string(field.key)] = field.text(preset.rules);
    return {{"name", preset.name},
            {"book", preset.book},
            {"parent", preset.parent},
            {"rules", std::move(rules)},
            {"setup", setup_names()[static_cast<std::size_t>(preset.rules.setup)]}};
}

Json rules_json(const Preset& preset) {
    Json sections = Json::array();
    for (const RuleChapter& chapter : rule_chapters(preset)) {
        Json rules = Json::array();
        for (const RuleLine& line : chapter.lines)
            rules.push_back({{"key", line.key},
                             {"value", line.value},
                             {"text", line.sentence},
                             {"source", line.source}});
        sections.push_back(
            {{"key", chapter.key}, {"heading", chapter.heading}, {"rules", std::move(rules)}});
    }
    return {{"topic", "rules"},
            {"variant", preset.name},
            {"book", preset.book},
            {"parent", preset.parent},
            {"position", setup_text(preset.rules.setup)},
            {"sections", std::move(sections)}};
}

} // namespace agon::page

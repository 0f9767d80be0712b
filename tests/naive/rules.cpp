// The rule fields and the presets, after rules.md section 5.
#include "tests/naive/referee.hpp"

#include <map>
#include <sstream>
#include <stdexcept>
#include <utility>

namespace naive {
namespace {

// 5. The table, every row in full, then the default setup (3.) and the effect (custom rules).
const std::vector<std::pair<std::string, std::string>> table = {
    {"classic", "line illegal illegal yes owner anywhere outer-ring one-per-turn empty-throne"
                " standard relocate"},
    {"ham", "line illegal illegal yes owner anywhere outer-ring one-per-turn no-own-queen"
            " standard relocate"},
    {"german", "line illegal illegal yes owner not-throne outer-ring all-in-turn empty-throne"
               " standard relocate"},
    {"queens-guard", "line illegal illegal yes owner anywhere outer-ring one-per-turn no-own-queen"
                     " standard relocate"},
    {"queens-guard-opponent",
     "line illegal illegal yes opponent anywhere outer-ring one-per-turn no-own-queen"
     " standard relocate"},
    {"same-ring", "ring captured safe yes opponent anywhere outer-ring one-per-turn no-own-queen"
                  " flanked relocate"},
    {"way-to-play",
     "line illegal illegal yes opponent anywhere outer-ring one-per-turn empty-throne"
     " standard relocate"},
    {"botermans", "ring illegal illegal yes owner anywhere outer-ring one-per-turn empty-throne"
                  " standard relocate"},
    {"penthalon", "line illegal illegal yes owner next-ring next-ring one-per-turn empty-throne"
                  " standard relocate"},
    {"bloody-queen", "line safe safe no section-7 section-7 section-7 section-7 no-own-queen"
                     " standard bloody"},
    {"ludii", "line illegal safe no owner anywhere outer-ring one-per-turn no-own-queen"
              " standard relocate"},
    {"csiro", "line illegal illegal yes owner not-throne outer-ring one-per-turn empty-throne"
              " standard relocate"},
    {"neto", "ring captured safe yes owner next-ring-any next-ring-any one-per-turn empty-throne"
             " standard relocate"},
    {"kanare", "line illegal illegal yes owner anywhere outer-ring one-per-turn empty-throne"
               " standard remove"},
    {"agon", "line illegal illegal yes owner next-ring outer-ring one-per-turn empty-throne"
             " standard relocate loses"},
};

// The columns of the table above.
const std::vector<std::string> columns = {"flank",
                                          "between",
                                          "relocation_between",
                                          "relocation_captures",
                                          "queen_chooser",
                                          "queen_target",
                                          "guard_target",
                                          "pace",
                                          "forfeit",
                                          "setup",
                                          "effect",
                                          "repetition",
                                          "no_action",
                                          "placement"};

// 5, custom rules: keys and values, each list in the order of its enum.
const std::map<std::string, std::vector<std::string>> allowed = {
    {"flank", {"line", "ring"}},
    {"between", {"illegal", "safe", "captured"}},
    {"relocation_between", {"illegal", "safe"}},
    {"relocation_captures", {"no", "yes"}},
    {"queen_chooser", {"owner", "opponent", "section-7"}},
    {"queen_target", {"anywhere", "not-throne", "next-ring", "next-ring-any", "section-7"}},
    {"guard_target", {"outer-ring", "next-ring", "next-ring-any", "section-7"}},
    {"pace", {"one-per-turn", "all-in-turn", "section-7"}},
    {"forfeit", {"empty-throne", "no-own-queen", "draw", "none"}},
    {"setup", {"standard", "placement", "flanked"}},
    {"effect", {"relocate", "remove", "bloody"}},
    {"repetition", {"draw", "loses"}},
    {"no_action", {"pass", "loses"}},
    {"placement", {"anywhere", "outer-ring"}},
};

const std::vector<std::string>& values_of(const std::string& key) {
    const auto found = allowed.find(key);
    if (found == allowed.end()) throw std::runtime_error("unknown key " + key);
    return found->second;
}

int index_of(const std::string& key, const std::string& value) {
    const std::vector<std::string>& values = values_of(key);
    for (std::size_t i = 0; i < values.size(); ++i) {
        if (values[i] == value) return static_cast<int>(i);
    }
    throw std::runtime_error("unknown value " + value + " for " + key);
}

void put(Rules& rules, const std::string& key, const std::string& value) {
    const int index = index_of(key, value);
    if (key == "flank") rules.flank = static_cast<Flank>(index);
    if (key == "between") rules.between = static_cast<Between>(index);
    if (key == "relocation_between") {
        rules.relocation_between = static_cast<RelocationBetween>(index);
    }
    if (key == "relocation_captures") rules.relocation_captures = index == 1;
    if (key == "queen_chooser") rules.queen_chooser = static_cast<QueenChooser>(index);
    if (key == "queen_target") rules.queen_target = static_cast<QueenTarget>(index);
    if (key == "guard_target") rules.guard_target = static_cast<GuardTarget>(index);
    if (key == "pace") rules.pace = static_cast<Pace>(index);
    if (key == "forfeit") rules.forfeit = static_cast<Forfeit>(index);
    if (key == "setup") rules.setup = static_cast<Setup>(index);
    if (key == "effect") rules.effect = static_cast<Effect>(index);
    if (key == "repetition") rules.repetition = static_cast<Repetition>(index);
    if (key == "no_action") rules.no_action = static_cast<NoAction>(index);
    if (key == "placement") rules.placement = static_cast<Placement>(index);
}

int index_in(const Rules& rules, const std::string& key) {
    if (key == "flank") return static_cast<int>(rules.flank);
    if (key == "between") return static_cast<int>(rules.between);
    if (key == "relocation_between") return static_cast<int>(rules.relocation_between);
    if (key == "relocation_captures") return rules.relocation_captures ? 1 : 0;
    if (key == "queen_chooser") return static_cast<int>(rules.queen_chooser);
    if (key == "queen_target") return static_cast<int>(rules.queen_target);
    if (key == "guard_target") return static_cast<int>(rules.guard_target);
    if (key == "pace") return static_cast<int>(rules.pace);
    if (key == "forfeit") return static_cast<int>(rules.forfeit);
    if (key == "setup") return static_cast<int>(rules.setup);
    if (key == "effect") return static_cast<int>(rules.effect);
    if (key == "repetition") return static_cast<int>(rules.repetition);
    if (key == "no_action") return static_cast<int>(rules.no_action);
    return static_cast<int>(rules.placement);
}

// 5: a bloody section is the bloody row, whatever its parent, with the parent's setup;
// `effect = relocate` under a bloody parent starts from classic's values.
void set_effect(Rules& rules, Effect effect) {
    if (effect == rules.effect) return;
    const Setup setup = rules.setup;
    if (effect == Effect::Bloody) {
        rules = preset("bloody-queen");
        rules.setup = setup;
    } else if (rules.effect == Effect::Bloody) {
        rules = preset("classic");
    }
    rules.effect = effect;
}

} // namespace

Rules preset(const std::string& name) {
    for (const auto& [row_name, row] : table) {
        if (row_name != name) continue;
        Rules rules;
        std::istringstream values(row);
        std::string value;
        for (const std::string& column : columns) {
            if (values >> value) put(rules, column, value); // a short row has defaults
        }
        return rules;
    }
    throw std::runtime_error("unknown preset " + name);
}

std::vector<std::string> preset_names() {
    std::vector<std::string> names;
    for (const auto& [row_name, row] : table) names.push_back(row_name);
    return names;
}

void set(Rules& rules, const std::string& key, const std::string& value) {
    const int index = index_of(key, value);
    if (value == "section-7") throw std::runtime_error("unknown value " + value);
    if (key == "effect") {
        set_effect(rules, static_cast<Effect>(index));
        return;
    }
    if (rules.effect == Effect::Bloody && key != "setup") {
        throw std::runtime_error("bloody rules have no key " + key); // 5, custom rules
    }
    put(rules, key, value);
}

std::string get(const Rules& rules, const std::string& key) {
    const std::vector<std::string>& values = values_of(key);
    return values[static_cast<std::size_t>(index_in(rules, key))];
}

} // namespace naive

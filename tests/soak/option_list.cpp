#include "tests/soak/option_list.hpp"

#include "tools/match/engines/engine_text.hpp"

#include <sstream>

namespace agon::soak {
namespace {

struct Trial {
    const char* name;
    const char* usual;
    std::vector<const char*> values;
};

/// Options that do not change the rules. The last one is a button.
const std::vector<Trial> TRIALS = {
    {"Hash", "16", {"1", "1", "2", "7", "16", "64"}},
    {"Threads", "1", {"1", "2", "3", "4"}},
    {"MultiPV", "1", {"1", "1", "1", "2", "5"}},
    {"Move Overhead", "10", {"0", "10", "30"}},
    {"Ponder", "false", {"true", "false"}},
    {"Contempt", "0", {"-50", "0", "50"}},
    {"UCI_Elo", "700", {"500", "600", "700"}},
    {"Level", "10", {"1", "5", "9", "10"}},
    {"UCI_LimitStrength", "false", {"true", "false", "false"}},
    {"UCI_ShowWDL", "false", {"true", "false"}},
    {"Clear Hash", "", {""}},
};

} // namespace

void OptionList::receive(std::string_view line) {
    const auto name = match::read_option_name(line);
    if (!name) return;
    std::vector<std::string>& choices = choices_[*name];
    std::istringstream words{std::string(line)};
    for (std::string word; words >> word;)
        if (word == "var" && words >> word) choices.push_back(word);
}

std::vector<Setting> OptionList::usual() const {
    std::vector<Setting> settings;
    for (const Trial& trial : TRIALS)
        if (has(trial.name)) settings.push_back({trial.name, trial.usual});
    return settings;
}

std::optional<Setting> OptionList::any(support::Random& random) const {
    const Trial& trial = random.pick(TRIALS);
    const std::string value = random.pick(trial.values);
    if (!has(trial.name)) return std::nullopt;
    return Setting{trial.name, value};
}

} // namespace agon::soak

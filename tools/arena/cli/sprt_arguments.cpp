#include "tools/arena/cli/sprt_arguments.hpp"

#include "engine/error.hpp"
#include "protocol/cli/options.hpp"
#include "tools/arena/cli/engine_arguments.hpp"

#include <map>

namespace agon::arena {

SprtSettings read_sprt(const std::string& what, const std::vector<std::string>& words) {
    constexpr double MIN = -1e9; // Elo; Sprt() refuses invalid hypotheses
    SprtSettings sprt;
    const std::map<std::string, double*> numbers{
        {"elo0", &sprt.elo0}, {"elo1", &sprt.elo1}, {"alpha", &sprt.alpha}, {"beta", &sprt.beta}};
    for (const std::string& word : words) {
        const auto pair = key_value(what, word);
        const std::string key = what + ' ' + pair.first;
        if (pair.first == "model") {
            static_cast<void>(
                program::choice(key, pair.second, {"bayesian", "logistic", "normalized"}));
            sprt.model = parse_sprt_model(pair.second).value();
        } else if (const auto number = numbers.find(pair.first); number != numbers.end()) {
            *number->second = program::number<double>(key, pair.second, MIN);
        } else {
            throw program::unknown("key of " + what, pair.first,
                                   {"elo0", "elo1", "alpha", "beta", "model"}, "agon-match");
        }
    }
    try {
        static_cast<void>(Sprt(sprt));
    } catch (const Error& error) {
        throw program::UsageError(error.what());
    }
    return sprt;
}

} // namespace agon::arena

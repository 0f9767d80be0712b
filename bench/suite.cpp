#include "bench/suite.hpp"

#include "engine/game.hpp"
#include "engine/notation.hpp"
#include "engine/rulesets/presets.hpp"

#include <sstream>

namespace agon::bench {

extern const std::string_view SUITE_TEXT; // suite_text.cpp.in

namespace {

SuitePosition read_line(const Presets& presets, const std::string& line) {
    std::istringstream words(line);
    SuitePosition result;
    std::string kind;
    if (!(words >> result.preset >> result.mate >> result.plies >> kind))
        throw Error("expected PRESET N PLIES shortest|at-most POSITION");
    if (result.mate < 1 || result.plies < result.mate) throw Error("expected 1 <= N <= PLIES");
    if (kind != "shortest" && kind != "at-most")
        throw Error("expected shortest or at-most, got '" + kind + "'");
    result.shortest = kind == "shortest";
    std::getline(words >> std::ws, result.text);
    const RuleSet& rules = presets.at(result.preset).rules;
    if (Game(rules, parse_position(rules, result.text)).outcome()) throw Error("the game is over");
    return result;
}

} // namespace

std::vector<SuitePosition> read_suite(std::istream& stream, std::string_view name) {
    const Presets presets;
    std::vector<SuitePosition> suite;
    std::size_t number = 0;
    for (std::string line; std::getline(stream, line);) {
        ++number;
        if (line.empty() || line[0] == '#') continue;
        try {
            suite.push_back(read_line(presets, line));
        } catch (const Error& error) {
            throw Error(std::string(name) + ':' + std::to_string(number) + ": " + error.what());
        }
    }
    return suite;
}

std::vector<SuitePosition> shipped_suite() {
    std::istringstream text{std::string(SUITE_TEXT)};
    return read_suite(text, "bench/suite.txt");
}

} // namespace agon::bench

#include "bench/suite.hpp"

#include "engine/error.hpp"
#include "engine/game/game.hpp"
#include "engine/notation/notation.hpp"
#include "engine/rules/presets.hpp"
#include "engine/text_lines.hpp"

#include <sstream>

namespace agon::embedded {
extern const std::string_view SUITE;
}

namespace agon::bench {
namespace {

SuitePosition read_position(const Presets& presets, const std::string& line) {
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
    return read_lines<SuitePosition>(
        stream, name, [&presets](const std::string& line) { return read_position(presets, line); });
}

std::vector<SuitePosition> shipped_suite() {
    std::istringstream text{std::string(embedded::SUITE)};
    return read_suite(text, "bench/suite.txt");
}

} // namespace agon::bench

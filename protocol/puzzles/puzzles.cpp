#include "protocol/puzzles/puzzles.hpp"

#include "engine/error.hpp"
#include "engine/notation/notation.hpp"
#include "engine/rules/presets.hpp"
#include "engine/text_lines.hpp"

#include <algorithm>
#include <iterator>
#include <sstream>

namespace agon::embedded {
extern const std::string_view PUZZLES;
}

namespace agon {
namespace {

Puzzle read_puzzle(const Presets& presets, const std::string& line) {
    if (std::ranges::count(line, ';') != 5)
        throw Error("expected VARIANT;POSITION;LINE;PLIES;GRADE;THEMES");
    std::istringstream fields(line);
    const auto field = [&fields] {
        std::string text;
        std::getline(fields, text, ';');
        return text;
    };
    Puzzle puzzle;
    puzzle.preset = field();
    puzzle.position = field();
    std::istringstream actions(field());
    puzzle.line.assign(std::istream_iterator<std::string>(actions), {});
    const std::string plies = field(), grade = field();
    std::istringstream numbers(plies + ' ' + grade);
    if (!(numbers >> puzzle.plies >> puzzle.grade) || !numbers.eof() || puzzle.plies < 1 ||
        puzzle.plies > 99 || puzzle.grade < 0)
        throw Error("expected PLIES from 1 to 99 and GRADE from 0, got '" + plies + "' and '" +
                    grade + "'");
    puzzle.themes = field();
    const RuleSet& rules = presets.at(puzzle.preset).rules;
    (void)parse_legal_move(rules, parse_position(rules, puzzle.position),
                           puzzle.line.empty() ? "" : puzzle.line.front());
    return puzzle;
}

} // namespace

std::vector<Puzzle> read_puzzles(std::istream& stream, std::string_view name) {
    const Presets presets;
    return read_lines<Puzzle>(
        stream, name, [&presets](const std::string& line) { return read_puzzle(presets, line); });
}

std::string_view shipped_puzzles() { return embedded::PUZZLES; }

} // namespace agon

#include "protocol/puzzles/puzzles.hpp"

#include "engine/error.hpp"
#include "engine/notation/notation.hpp"
#include "engine/rules/presets.hpp"
#include "engine/text_lines.hpp"

#include <algorithm>
#include <iterator>
#include <sstream>
#include <utility>

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

std::size_t shipped_puzzle_count() {
    static const std::size_t count = [] {
        std::size_t lines = 0;
        bool begun = true, comment = false;
        for (const char c : embedded::PUZZLES) {
            if (std::exchange(begun, c == '\n')) comment = c == '#' || c == '\n';
            lines += c == '\n' && !comment;
        }
        return lines;
    }();
    return count;
}

const std::vector<Puzzle>& all_puzzles() {
    static const std::vector<Puzzle> puzzles = [] {
        std::istringstream text{std::string(shipped_puzzles())};
        return read_puzzles(text, "puzzles.txt");
    }();
    return puzzles;
}

Difficulty difficulty(const Puzzle& puzzle) {
    constexpr int SEEN_AT_ONCE = 3, FAR = 7; // actions of both sides
    constexpr int SEARCHED = 800;            // 100 times the binary logarithm of 256 nodes
    if (puzzle.plies >= FAR || puzzle.grade >= SEARCHED) return Difficulty::Hard;
    if (puzzle.plies <= SEEN_AT_ONCE && puzzle.grade == 0) return Difficulty::Easy;
    return Difficulty::Medium;
}

PuzzleAction judge(const Puzzle& puzzle, const Game& game, Move move) {
    const Side winner = game.chooser();
    const std::vector<Move> line = rest_of_line(puzzle, game);
    if (!line.empty() && line.front() == move) return PuzzleAction::Right;
    Game after = game;
    after.play(move);
    const auto outcome = after.outcome();
    if (outcome && outcome->winner == winner) return PuzzleAction::Right;
    if (game.length() == 0 || outcome) return PuzzleAction::Wrong;
    return PuzzleAction::Unknown;
}

std::vector<Move> rest_of_line(const Puzzle& puzzle, const Game& game) {
    if (game.length() > puzzle.line.size()) return {};
    for (std::size_t i = 0; i < game.length(); ++i)
        if (to_text(game.move(i)) != puzzle.line[i]) return {};
    std::vector<Move> rest;
    for (std::size_t i = game.length(); i < puzzle.line.size(); ++i)
        rest.push_back(parse_move(puzzle.line[i]));
    return rest;
}

std::size_t actions_to_win(const Puzzle& puzzle, const RuleSet& rules) {
    Game game(rules, parse_position(rules, puzzle.position));
    const Side winner = game.chooser();
    std::size_t count = 0;
    for (const std::string& action : puzzle.line) {
        if (game.chooser() == winner) ++count;
        game.play(parse_legal_move(rules, game.position(), action));
    }
    return count;
}

} // namespace agon

// The prover of forced wins against the exhaustive solver on the naive referee, and the shipped
// suite of forced wins: complete, and proved again where that is quick.
#include "bench/suite_bench.hpp"
#include "engine/error.hpp"
#include "engine/game/apply.hpp"
#include "engine/game/game.hpp"
#include "engine/game/legal.hpp"
#include "engine/game/movegen.hpp"
#include "engine/game/symmetry.hpp"
#include "engine/notation/notation.hpp"
#include "engine/rules/presets.hpp"
#include "protocol/puzzles/puzzles.hpp"
#include "tests/naive/solver.hpp"
#include "tests/support/build_kind.hpp"
#include "tests/support/player.hpp"
#include "tests/support/rule_pair.hpp"
#include "tests/support/text.hpp"
#include "tools/lab/prove/problems.hpp"
#include "tools/lab/prove/solver.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <fstream>
#include <iterator>
#include <map>
#include <regex>
#include <set>
#include <sstream>

using namespace agon;

namespace {

constexpr int SOLVED_PLIES = 4;

/// Positions at most SOLVED_PLIES + 1 actions before the end of random games.
std::vector<Position> late_positions(const RuleSet& rules, std::size_t count,
                                     support::Random& random) {
    std::vector<Position> positions;
    while (positions.size() < count) {
        std::vector<Position> line = {setup_position(rules, Setup::Standard)};
        support::Player player(random);
        MoveList moves;
        while (line.size() < 200) {
            legal_moves(rules, line.back(), moves);
            if (moves.empty()) break;
            line.push_back(after(rules, line.back(), player.choose(rules, line.back(), moves)));
        }
        const std::size_t back = 1 + random.below(SOLVED_PLIES + 1);
        if (moves.empty() && line.size() > back) positions.push_back(line[line.size() - 1 - back]);
    }
    return positions;
}

struct Seen {
    int wins = 0, none = 0;
};

void check_as_naive(const support::RulePair& rules, const Position& position, Seen& seen) {
    const std::string text = to_text(position);
    CAPTURE(rules.name);
    CAPTURE(text);
    const auto expected = naive::solve(rules.naive, naive::parse(text), SOLVED_PLIES);
    const bool chooser_wins =
        expected && expected->plies > 0 &&
        (expected->winner == 'w') == (chooser(rules.engine, position) == Side::White);
    const auto verdict = solve::solve(rules.engine, position, {.max_plies = SOLVED_PLIES});
    CHECK(verdict.exhaustive);
    REQUIRE(verdict.win.has_value() == chooser_wins);
    ++(chooser_wins ? seen.wins : seen.none);
    if (!chooser_wins) return;
    CHECK(verdict.win->plies == expected->plies);
    CHECK(verdict.win->winner_actions == expected->winner_actions);
    // Each action of the line keeps the length that the naive solver found.
    REQUIRE(verdict.line.size() == static_cast<std::size_t>(expected->plies));
    Position at = position;
    for (int left = expected->plies; left > 0; --left) {
        const Move move = verdict.line[static_cast<std::size_t>(expected->plies - left)];
        REQUIRE(is_legal(rules.engine, at, move));
        at = after(rules.engine, at, move);
        const auto rest = naive::solve(rules.naive, naive::parse(to_text(at)), left - 1);
        REQUIRE(rest);
        CHECK(rest->winner == expected->winner);
        CHECK(rest->plies == left - 1);
    }
    // What the narrower attack proves is a win, so it is no shorter than the shortest.
    const auto narrow =
        solve::solve(rules.engine, position, {.max_plies = 7, .nodes = 1, .attack_nodes = 100'000});
    CHECK((narrow.win || !narrow.exhaustive));
    if (!narrow.win) return;
    CHECK(std::pair(narrow.win->plies, narrow.win->winner_actions) >=
          std::pair(expected->plies, expected->winner_actions));
}

solve::Length length(const bench::SuitePosition& p) { return {p.plies, p.mate}; }

/// Different unfinished positions in canonical form with the clock at 0.
void check_sound(const std::vector<bench::SuitePosition>& suite) {
    std::set<std::string> texts;
    const Presets presets;
    std::set<std::string> met;
    for (const bench::SuitePosition& p : suite) {
        CAPTURE(p.text);
        const RuleSet& rules = presets.at(p.preset).rules;
        const Position position = parse_position(rules, p.text);
        CHECK(to_text(position) == p.text);
        CHECK(position.clock == 0);
        CHECK(p.plies < DrawLimits{}.no_progress);
        CHECK_FALSE(Game(rules, position).outcome().has_value());
        CHECK(naive::result(naive::preset(p.preset), naive::parse(p.text)) == "none");
        CHECK(texts.insert(p.text).second);
        CHECK(met.insert(p.preset + canonical_text(position)).second);
    }
}

struct ParsedPuzzle {
    std::string preset, position, plies;
    std::vector<std::string> line;
};

/// The shipped puzzles, easy ones first. Requires six fields in each line.
std::vector<ParsedPuzzle> parsed_puzzles() {
    std::vector<ParsedPuzzle> puzzles;
    std::istringstream lines{std::string(agon::shipped_puzzles())};
    for (std::string line; std::getline(lines, line);) {
        if (line.starts_with('#')) continue;
        CAPTURE(line);
        std::istringstream fields(line + ' ');
        std::vector<std::string> texts;
        for (std::string field; std::getline(fields, field, ';');) texts.push_back(field);
        REQUIRE(texts.size() == 6);
        std::istringstream actions(texts[2]);
        puzzles.push_back(
            {texts[0], texts[1], texts[3], {std::istream_iterator<std::string>(actions), {}}});
    }
    return puzzles;
}

/// Checks that exactly one first action wins within the bound, by the naive solver.
void check_by_naive(const ParsedPuzzle& puzzle) {
    CAPTURE(puzzle.preset);
    CAPTURE(puzzle.position);
    const auto winning = naive::winning_actions(
        naive::preset(puzzle.preset), naive::parse(puzzle.position), std::stoi(puzzle.plies));
    CHECK(winning == std::vector{puzzle.line.front()});
}

} // namespace

TEST_CASE("forced wins, and their absence, agree with the naive solver under every preset") {
    for (const support::RulePair& rules : support::all_presets()) {
        if (rules.engine.repetition == Repetition::Loses) continue; // refused
        support::Random random(1842);
        Seen seen;
        for (const Position& position :
             late_positions(rules.engine, support::SLOW_BUILD ? 8 : 24, random))
            check_as_naive(rules, position, seen);
        CAPTURE(rules.name);
        CHECK(seen.wins > 4 / support::SHARE);
        CHECK(seen.none > 1 / support::SHARE);
    }
}

TEST_CASE("a solver that runs out of nodes claims nothing") {
    const RuleSet rules;
    const Position start = setup_position(rules, Setup::Standard);
    // Queen and guards have 6 x 4 rings and one turn to go, too far for 17 actions.
    const auto far = solve::solve(rules, start, {});
    CHECK(far.exhaustive);
    CHECK_FALSE(far.win);
    CHECK(far.nodes == 0);
    const Position near =
        parse_position(rules, "6/7/8/9/3Qgg4/3GgqgG3/4g5/3g1G3/1GG2G2/7/6 w - - 0 1");
    const auto stopped = solve::solve(rules, near, {.max_plies = 21, .nodes = 100});
    CHECK_FALSE(stopped.win);
    CHECK_FALSE(stopped.exhaustive);
    CHECK(stopped.nodes == 100);
}

TEST_CASE("a finished game has no win to prove") {
    const RuleSet rules;
    const Position over = parse_position(rules, "gggggq/g6/8/9/4GG4/4GQG4/4GG4/9/8/7/6 b - - 0 1");
    const auto verdict = solve::solve(rules, over, {});
    CHECK_FALSE(verdict.win);
    CHECK(verdict.exhaustive);
}

TEST_CASE("one position of a game is kept, that of the rarest length, and none twice") {
    const Presets presets;
    // White's last two guards stand a step from ring 1; black's queen walks along ring 5.
    const std::string text =
        "classic gggggq/g6/8/9/4GG4/4GQG4/10/4GG3/8/7/6 w - - 5 1 moves f4f5 l11l10 e4e5";
    const auto game = solve::parse_game(presets, text);
    REQUIRE(game.line.size() == 4);
    solve::FindSettings settings;
    settings.effort.max_plies = 5;
    std::size_t calls = 0;
    const auto problems = solve::find_problems(presets, {game, game}, settings,
                                               [&](std::size_t, std::size_t) { ++calls; });
    CHECK(calls == 2);
    REQUIRE(problems.size() == 1);
    // Only by the first line a win in 2: two guards need two steps, and no enemy is near.
    CHECK(solve::suite_line(problems[0]) ==
          "classic 2 3 shortest gggggq/g6/8/9/4GG4/4GQG4/10/4GG3/8/7/6 w - - 0 1");
}

TEST_CASE(
    "the longest wins in bench/solved.md are proved again, and longer than those of the suites") {
    std::map<std::string, int> longest;
    std::ifstream wins(std::string(AGON_TEST_DATA) + "/../../bench/long-wins.txt");
    for (auto suite : {bench::shipped_suite(), bench::read_suite(wins, "long-wins.txt")})
        for (const bench::SuitePosition& p : suite)
            if (p.shortest) longest[p.preset] = std::max(longest[p.preset], p.plies);
    std::ifstream page(std::string(AGON_TEST_DATA) + "/../../bench/solved.md");
    const std::regex row("\\| `([a-z-]+)` \\| (\\d+) \\| `([^`]*)` \\|");
    const Presets presets;
    int count = 0;
    std::smatch found;
    for (std::string line; std::getline(page, line);) {
        if (!std::regex_match(line, found, row)) continue;
        CAPTURE(line);
        const RuleSet& rules = presets.at(found[1].str()).rules;
        const int plies = std::stoi(found[2]);
        const auto verdict = solve::solve(rules, parse_position(rules, found[3].str()),
                                          {.max_plies = plies, .nodes = 300'000});
        CHECK(verdict.exhaustive);
        REQUIRE(verdict.win);
        CHECK(verdict.win->plies == plies);
        CHECK(plies > longest[found[1].str()]);
        ++count;
    }
    CHECK(count == 13);
}

TEST_CASE("altered positions have longer wins, which the naive solver confirms") {
    const Presets presets;
    const Preset& classic = presets.at("classic");
    const std::string text = "gggggq/g6/8/9/4GG4/4GQG4/10/4GG3/8/7/6 w - - 0 1"; // a win in 2
    const solve::Problem short_win{&classic, parse_position(classic.rules, text), {3, 2}, true};
    std::vector<int> plies;
    const auto longest = solve::lengthen(
        {short_win, {&classic, short_win.position, {99, 50}, false}},
        {.max_plies = 5, .nodes = 20'000}, {.tries = 60},
        [&](const solve::Problem& longer) { plies.push_back(longer.length.plies); });
    CHECK(plies == std::vector{5}); // actions alternate, so that a win in 3 has 5
    REQUIRE(longest.size() == 1);
    CHECK(longest[0].shortest);
    CHECK(longest[0].position.pieces[0].count() == 7);
    CHECK(longest[0].position.captured.none());
    const auto naive =
        naive::solve(naive::preset("classic"), naive::parse(to_text(longest[0].position)), 5);
    REQUIRE(naive);
    CHECK(solve::Length{naive->plies, naive->winner_actions} == longest[0].length);
}

TEST_CASE("a game is refused with the reason") {
    const Presets presets;
    const std::string start(setup_text(Setup::Standard));
    CHECK(solve::parse_game(presets, "ham " + start).line.size() == 1);
    for (const std::string& text :
         {"chess " + start, std::string("classic"), std::string("classic nonsense w - - 0 1"),
          "classic " + start + " a1b2", "classic " + start + " moves a1a6"}) {
        CAPTURE(text);
        CHECK_THROWS_AS((void)solve::parse_game(presets, text), Error);
    }
}

TEST_CASE("puzzles: at least 1,000 of at least ten rule sets, in 200 KB, none twice") {
    CHECK(agon::shipped_puzzles().size() <= 200'000);
    const auto puzzles = parsed_puzzles();
    CHECK(puzzles.size() >= 1000);
    std::map<std::string, int> of_preset;
    std::set<std::string> met;
    for (const ParsedPuzzle& puzzle : puzzles) {
        CAPTURE(puzzle.position);
        ++of_preset[puzzle.preset];
        const naive::Rules rules = naive::preset(puzzle.preset);
        const RuleSet engine = Presets().at(puzzle.preset).rules;
        CHECK(met.insert(puzzle.preset + canonical_text(parse_position(engine, puzzle.position)))
                  .second);
        naive::State state = naive::parse(puzzle.position);
        const char winner = naive::chooser(rules, state);
        CHECK(std::to_string(puzzle.line.size()) == puzzle.plies);
        for (const std::string& action : puzzle.line) {
            const auto legal = naive::legal(rules, state);
            REQUIRE(std::ranges::find(legal, action) != legal.end());
            state = naive::play(rules, state, action);
        }
        CHECK(naive::result(rules, state)[0] == winner);
    }
    CHECK(std::ranges::count_if(of_preset, [](const auto& of) { return of.second >= 20; }) >= 10);
}

TEST_CASE("puzzles: the naive solver finds one winning action in a sample") {
    std::size_t number = 0;
    for (const ParsedPuzzle& puzzle : parsed_puzzles())
        if (number++ % (8UL * support::SHARE) == 0) check_by_naive(puzzle);
}

TEST_CASE("puzzles: the naive solver finds one winning action in each" * doctest::skip()) {
    int checked = 0;
    for (const ParsedPuzzle& puzzle : parsed_puzzles()) {
        check_by_naive(puzzle);
        ++checked;
    }
    MESSAGE(checked << " puzzles checked");
}

TEST_CASE("the naive solver's bound changes no answer") {
    std::map<std::string, int> checked; // one of each rule set
    for (const ParsedPuzzle& puzzle : parsed_puzzles()) {
        if (puzzle.line.size() > 3 || checked[puzzle.preset]++ > 0) continue;
        const naive::Rules rules = naive::preset(puzzle.preset);
        const naive::State state = naive::parse(puzzle.position);
        CHECK(naive::winning_actions(rules, state, 3) ==
              naive::winning_actions(rules, state, 3, false));
    }
}

TEST_CASE("suite: at least 200 positions, of eleven presets and of 2 to 9 actions, none twice") {
    const auto suite = bench::shipped_suite();
    CHECK(suite.size() >= 200);
    check_sound(suite);
    const Presets presets;
    std::map<std::string, int> of_preset;
    std::map<int, int> of_mate;
    for (const bench::SuitePosition& p : suite) {
        ++of_preset[p.preset];
        ++of_mate[p.mate];
    }
    for (const Preset& preset : presets.all()) {
        CAPTURE(preset.name);
        // The suite is older than these, and stays unchanged so that its figures stay comparable.
        const bool later = preset.name == "csiro" || preset.name == "neto" ||
                           preset.name == "kanare" || preset.name == "agon";
        if (!later) CHECK(of_preset[preset.name] >= 12);
    }
    for (int mate = 2; mate <= 9; ++mate) {
        CAPTURE(mate);
        CHECK(of_mate[mate] >= (mate <= 6 ? 20 : 4));
    }
}

TEST_CASE("long wins: at least 7 actions, none twice and none in the suite") {
    std::ifstream file(std::string(AGON_TEST_DATA) + "/../../bench/long-wins.txt");
    auto wins = bench::read_suite(file, "long-wins.txt");
    CHECK(wins.size() >= 50);
    for (const bench::SuitePosition& win : wins) CHECK(win.mate >= 7);
    std::ranges::move(bench::shipped_suite(), std::back_inserter(wins));
    check_sound(wins);
}

TEST_CASE("suite: wins in 2 are what the naive solver finds") {
    int count = 0;
    for (const bench::SuitePosition& p : bench::shipped_suite()) {
        if (p.mate > 2 || p.plies > 3) continue;
        CAPTURE(p.text);
        const naive::State state = naive::parse(p.text);
        const naive::Rules rules = naive::preset(p.preset);
        const auto found = naive::solve(rules, state, p.plies);
        REQUIRE(found.has_value());
        CHECK(found->winner == naive::chooser(rules, state));
        CHECK(solve::Length{found->plies, found->winner_actions} == length(p));
        ++count;
    }
    CHECK(count >= 20);
}

TEST_CASE("suite: short wins and some long ones are proved again") {
    const Presets presets;
    const int share = support::SLOW_BUILD ? 5 : 1; // sanitizers see a part
    int count = 0, next = 0;
    for (const bench::SuitePosition& p : bench::shipped_suite()) {
        if (!p.shortest || next++ % share != 0) continue;
        const RuleSet& rules = presets.at(p.preset).rules;
        const auto verdict = solve::solve(rules, parse_position(rules, p.text),
                                          {.max_plies = p.plies, .nodes = 30'000});
        CAPTURE(p.text);
        if (verdict.exhaustive) {
            REQUIRE(verdict.win.has_value());
            CHECK(*verdict.win == length(p));
            ++count;
        }
    }
    CHECK(count >= 150 / share);
}

TEST_CASE("suite: the search solves many positions, and claims no win shorter than the shortest") {
    const auto suite = bench::shipped_suite();
    bench::SuiteBenchOptions options{.hash_mb = 1, .threads = 1, .limits = {}};
    options.limits.nodes = 3000;
    std::size_t steps = 0, solved = 0;
    std::uint64_t nodes = 0;
    const auto result = bench::suite_bench(suite, options, [&](const bench::SuiteBenchStep& step) {
        CAPTURE(step.position.text);
        CHECK(step.number == ++steps);
        CHECK(step.count == suite.size());
        nodes += step.answer.nodes;
        if (!step.mate) return;
        ++solved;
        if (step.position.shortest) CHECK(*step.mate >= step.position.mate);
    });
    CHECK(steps == suite.size());
    CHECK(result.positions == suite.size());
    CHECK(result.solved == solved);
    CHECK(result.nodes == nodes);
    CHECK(solved >= suite.size() / 10); // wins in 2 are within any search's reach
    CHECK(solved < suite.size());
}

TEST_CASE("suite: an invalid line is reported with its number") {
    const std::string start(setup_text(Setup::Standard));
    const auto message = [](const std::string& line) {
        std::istringstream stream("# a comment\n\n" + line + "\n");
        return support::fault_of([&] { (void)bench::read_suite(stream, "file"); });
    };
    CHECK(message("classic 2 3 shortest " + start) == "");
    CHECK(message("classic 2 3 at-most " + start) == "");
    for (const std::string& line :
         {"chess 2 3 shortest " + start, "classic 0 3 shortest " + start,
          "classic 4 3 shortest " + start, "classic 2 3 perhaps " + start,
          "classic two 3 shortest " + start, std::string("classic 2 3 shortest"),
          std::string("classic 2 3 shortest gggggq/g6/8/9/4GG4/4GQG4/4GG4/9/8/7/6 b - - 0 1")}) {
        CAPTURE(line);
        CHECK(message(line).starts_with("file:3: "));
    }
}

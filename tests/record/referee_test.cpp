// Adjudication by the engines' scores (arena.md, Referee).

#include "engine/notation/notation.hpp"
#include "protocol/record/adjudication.hpp"
#include "protocol/record/evaluation.hpp"
#include "protocol/record/match_rules.hpp"
#include "protocol/record/record.hpp"
#include "protocol/record/referee.hpp"
#include "protocol/record/result.hpp"

#include <doctest/doctest.h>
#include <limits>
#include <vector>

using namespace agon;

namespace {

Evaluation centipawns(int value) { return {.kind = Evaluation::Kind::Centipawns, .value = value}; }
Evaluation mate(int value) { return {.kind = Evaluation::Kind::Mate, .value = value}; }
const Evaluation NOTHING;

/// The sides alternate, white first. `after`: the actions until the game is adjudicated, 0 for
/// never.
struct Ended {
    std::size_t after = 0;
    Verdict verdict;
};

Ended adjudicate(const Adjudication& rules, const std::vector<Evaluation>& scores,
                 std::size_t book = 0) {
    Adjudicator adjudicator(rules);
    for (std::size_t i = 0; i < scores.size(); ++i) {
        ActionRecord action;
        action.chooser = i % 2 == 0 ? Side::White : Side::Black;
        action.evaluation = scores[i];
        adjudicator.acted(action, book + i + 1);
        if (auto verdict = adjudicator.verdict()) return {i + 1, std::move(*verdict)};
    }
    return {};
}

std::vector<Evaluation> all(const std::vector<int>& values) {
    std::vector<Evaluation> scores;
    for (const int value : values) scores.push_back(centipawns(value));
    return scores;
}

Adjudication draw(int number, int count, int score) {
    return {.max_moves = {}, .draw = DrawRule{number, count, score}, .resign = {}};
}

Adjudication resign(int count, int score, bool two_sided = false) {
    return {.max_moves = {}, .draw = {}, .resign = ResignRule{count, score, two_sided}};
}

} // namespace

TEST_CASE("a draw after enough level moves of both sides") {
    // Two moves of each side within 10 centipawns; the bound itself is within.
    const Ended ended = adjudicate(draw(0, 2, 10), all({50, 10, -10, 0, 10, 0}));
    CHECK(ended.after == 5);
    CHECK(ended.verdict ==
          Verdict{Result::Draw, Termination::Adjudication, "Draw by adjudication", std::nullopt});
    CHECK(adjudicate(draw(0, 2, 10), all({0, 0, 0, 11, 0, 0, 0})).after == 0);
    CHECK(adjudicate(draw(0, 2, 10), all({0, 0, 0, -11, 0, 0, 0, 0})).after == 8);
}

TEST_CASE("the smallest and the largest numbers are not level scores") {
    constexpr int MIN = std::numeric_limits<int>::min(), MAX = std::numeric_limits<int>::max();
    for (const int score : {MIN, MIN + 1, MAX})
        for (const Evaluation& said : {centipawns(score), mate(score)}) {
            CHECK(adjudicate(draw(0, 1, 1000), std::vector<Evaluation>(8, said)).after == 0);
            const Ended ended = adjudicate(resign(2, 1000), std::vector<Evaluation>(8, said));
            CHECK(ended.after == (score < 0 ? 3U : 0U)); // white's second
        }
    CHECK(adjudicate(draw(0, MAX, 10), all({0, 0, 0, 0})).after == 0);
}

TEST_CASE("a draw is not given before its move number, the opening's moves included") {
    const std::vector<Evaluation> level(20, centipawns(0));
    CHECK(adjudicate(draw(5, 2, 10), level).after == 10);
    CHECK(adjudicate(draw(5, 2, 10), level, 4).after == 6);
    CHECK(adjudicate(draw(5, 2, 10), level, 40).after == 4);
}

TEST_CASE("a loss after enough losing scores in a row") {
    // White's moves are the 1st, 3rd, 5th, ...; black says it is level.
    const Ended white = adjudicate(resign(3, 100), all({-99, 0, -100, 0, -150, 0, -100, 0}));
    CHECK(white.after == 7);
    CHECK(white.verdict == Verdict{Result::BlackWins, Termination::Adjudication,
                                   "Black wins by adjudication", std::nullopt});
    const Ended black = adjudicate(resign(2, 100), all({0, -100, 0, -100}));
    CHECK(black.after == 4);
    CHECK(black.verdict.result == Result::WhiteWins);
    CHECK(black.verdict.reason == "White wins by adjudication");
    CHECK(adjudicate(resign(2, 100), all({-100, 0, -99, 0, -100, 0})).after == 0);
    CHECK(adjudicate(resign(2, 100), all({500, 500, 500, 500})).after == 0); // nobody gives up
}

TEST_CASE("two-sided, the other side must agree") {
    CHECK(adjudicate(resign(2, 100, true), all({-100, 99, -100, 100, -100, 99})).after == 0);
    CHECK(adjudicate(resign(2, 100, true), all({-100, 0, -100, 100, -100, 100})).after == 6);
}

TEST_CASE("a mate counts more than any score") {
    CHECK(adjudicate(resign(1, 100'000), {mate(5)}).after == 0);
    const Ended mated = adjudicate(resign(1, 100'000), {mate(-5)});
    CHECK(mated.verdict.result == Result::BlackWins);
    CHECK(adjudicate(resign(1, 100'000), {mate(0)}).verdict.result == Result::BlackWins);
    CHECK(adjudicate(draw(0, 1, 100'000), {mate(1), mate(-1)}).after == 0);
}

TEST_CASE("an action without a score resets the counts") {
    CHECK(adjudicate(draw(0, 2, 10), {centipawns(0), centipawns(0), centipawns(0), NOTHING,
                                      centipawns(0), centipawns(0), centipawns(0)})
              .after == 0);
    CHECK(adjudicate(resign(2, 100), {centipawns(-100), NOTHING, centipawns(-100), centipawns(0)})
              .after == 0);
}

TEST_CASE("without rules nothing is adjudicated") {
    CHECK(adjudicate({}, std::vector<Evaluation>(50, mate(-1))).after == 0);
}

// What the touch rule can cost: a turn, but only at its beginning and only the chooser's own
// (rules.md section 6).
using namespace agon;

namespace {

Referee referee_of(const char* variant, const std::string& position) {
    const RuleSet rules = make_match_rules(variant, "preset", "", {}).rules;
    return Referee(rules, parse_position(rules, position), {}, false, {});
}

} // namespace

TEST_CASE("a forfeited turn leaves the captured set, and counts as no progress") {
    Referee referee = referee_of("german", "5q/7/8/9/10/11/6G3/5GG2/7g/2GGG2/Qggggg w f4,g4 - 7 9");
    REQUIRE(referee.may_forfeit_turn());
    referee.forfeit_turn();
    CHECK(referee.position_line() ==
          "position fen 5q/7/8/9/10/11/6G3/5GG2/7g/2GGG2/Qggggg b f4,g4 - 8 9");
    CHECK(referee.chooser() == Side::Black);
    referee.forfeit_turn();
    CHECK(referee.position_line() ==
          "position fen 5q/7/8/9/10/11/6G3/5GG2/7g/2GGG2/Qggggg w f4,g4 - 9 10");
    CHECK_FALSE(referee.verdict());
}

TEST_CASE("a side that has begun a turn cannot forfeit it") {
    Referee referee = referee_of("german", "5q/7/8/9/10/11/6G3/5GG2/7g/2GGG2/Qggggg w f4,g4 - 0 7");
    referee.play("f4l6");
    REQUIRE(referee.chooser() == Side::White); // all captured pieces in one turn
    CHECK_FALSE(referee.may_forfeit_turn());
    referee.play("g4l7");
    REQUIRE(referee.chooser() == Side::Black);
    CHECK(referee.may_forfeit_turn());
}

namespace {
const std::string ROWS = "GGGGGq/7/8/9/10/11/10/9/8/1gQg3/1Ggggg"; // the white queen is on c2
}

TEST_CASE("a side that chooses for the other cannot forfeit the other's turn") {
    const Referee other = referee_of("way-to-play", ROWS + " w c2 - 0 7");
    REQUIRE(other.chooser() == Side::Black);
    CHECK_FALSE(other.may_forfeit_turn());
    const Referee owner = referee_of("classic", ROWS + " w c2 - 0 7");
    REQUIRE(owner.chooser() == Side::White);
    CHECK(owner.may_forfeit_turn());
}

TEST_CASE("settling is the middle of a turn") {
    CHECK_FALSE(referee_of("bloody-queen", ROWS + " w b2 - 0 7").may_forfeit_turn());
    CHECK(referee_of("bloody-queen", ROWS + " w - - 0 7").may_forfeit_turn());
}

TEST_CASE("an action has a prospect for a side when it would then choose") {
    const std::string captured = "5q/7/8/9/10/11/6G3/5GG2/7g/2GGG2/Qggggg w f4,g4 - 0 7";
    const Referee german = referee_of("german", captured);
    CHECK_FALSE(german.prospect("f4l6", Side::Black)); // white chooses again
    CHECK(german.prospect("f4l6", Side::White));
    CHECK_FALSE(german.prospect("f4f5", Side::White)); // illegal
    CHECK_FALSE(german.prospect("", Side::White));
    const auto classic = referee_of("classic", captured).prospect("f4l6", Side::Black);
    REQUIRE(classic);
    CHECK(to_text(classic->move) == "f4l6");
    CHECK(classic->position_line == "position fen " + captured + " moves f4l6");
    // The hundredth action without progress ends the game.
    CHECK_FALSE(referee_of("classic", ROWS + " b - - 99 7").prospect("l11l10", Side::White));
    CHECK(referee_of("classic", ROWS + " b - - 98 7").prospect("l11l10", Side::White));
}

// Adjudication by the engines' scores (arena.md, Referee).
#include "engine/record/referee.hpp"

#include <doctest/doctest.h>

#include <limits>
#include <vector>

using namespace agon;

namespace {

Evaluation centipawns(int value) { return {.kind = Evaluation::Kind::Centipawns, .value = value}; }
Evaluation mate(int value) { return {.kind = Evaluation::Kind::Mate, .value = value}; }
const Evaluation NOTHING;

/// Sides act in turns, white first; after how many actions the game is ended, 0 for never.
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

TEST_CASE("a draw after so many level moves of both sides") {
    // Two moves of each side within 10 centipawns; the bound itself is within.
    const Ended ended = adjudicate(draw(0, 2, 10), all({50, 10, -10, 0, 10, 0}));
    CHECK(ended.after == 5);
    CHECK(ended.verdict ==
          Verdict{Result::Draw, Termination::Adjudication, "Draw by adjudication", std::nullopt});
    CHECK(adjudicate(draw(0, 2, 10), all({0, 0, 0, 11, 0, 0, 0})).after == 0);
    CHECK(adjudicate(draw(0, 2, 10), all({0, 0, 0, -11, 0, 0, 0, 0})).after == 8);
}

TEST_CASE("the least and the greatest numbers are no level scores") {
    constexpr int LEAST = std::numeric_limits<int>::min(), MOST = std::numeric_limits<int>::max();
    for (const int score : {LEAST, LEAST + 1, MOST})
        for (const Evaluation& said : {centipawns(score), mate(score)}) {
            CHECK(adjudicate(draw(0, 1, 1000), std::vector<Evaluation>(8, said)).after == 0);
            const Ended ended = adjudicate(resign(2, 1000), std::vector<Evaluation>(8, said));
            CHECK(ended.after == (score < 0 ? 3U : 0U)); // white's second
        }
    CHECK(adjudicate(draw(0, MOST, 10), all({0, 0, 0, 0})).after == 0);
}

TEST_CASE("a draw is not given before its move number, the opening's moves included") {
    const std::vector<Evaluation> level(20, centipawns(0));
    CHECK(adjudicate(draw(5, 2, 10), level).after == 10);
    CHECK(adjudicate(draw(5, 2, 10), level, 4).after == 6);
    CHECK(adjudicate(draw(5, 2, 10), level, 40).after == 4);
}

TEST_CASE("a loss after so many losing scores in a row") {
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

TEST_CASE("two-sided, the other has to agree") {
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

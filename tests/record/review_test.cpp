// What a review says about actions, from made-up scores and positions.
#include "engine/game/movegen.hpp"
#include "engine/notation/notation.hpp"
#include "engine/rules/presets.hpp"
#include "protocol/record/evaluation.hpp"
#include "protocol/record/match_rules.hpp"
#include "protocol/record/mistake.hpp"
#include "protocol/record/pgn.hpp"
#include "protocol/record/pgn_comment.hpp"
#include "protocol/record/pgn_records.hpp"
#include "protocol/record/record.hpp"
#include "protocol/record/recorded_game.hpp"
#include "protocol/record/result.hpp"
#include "protocol/record/review.hpp"
#include "protocol/record/review_task.hpp"
#include "search/score/win_curve.hpp"
#include "tests/support/arrange.hpp"
#include "tests/support/sealed.hpp"
#include "tests/support/text.hpp"

#include <doctest/doctest.h>

#include <sstream>

using namespace agon;
using support::arranged;

namespace {

const RuleSet REVIEW_RULES = Presets().at("classic").rules;

Evaluation score_of(int value, int depth = 9) {
    return {.kind = Evaluation::Kind::Centipawns, .value = value, .depth = depth};
}

Evaluation forced_in(int actions) { return {.kind = Evaluation::Kind::Mate, .value = actions}; }

std::vector<Move> line_of(const std::string& text) {
    std::vector<Move> moves;
    for (const std::string& word : support::words_of(text)) moves.push_back(parse_move(word));
    return moves;
}

Game reviewed_game(const std::string& position, const std::string& actions) {
    Game game(REVIEW_RULES, parse_position(REVIEW_RULES, position));
    for (const std::string& word : support::words_of(actions))
        game.play(parse_legal_move(REVIEW_RULES, game.position(), word));
    return game;
}

constexpr const char* REVIEW_START = "1g1G1q/G6/7G/9/g8g/11/G8G/9/g7/6g/Q1g1G1 w - - 0 1";

/// White's guard on b5 has stepped between black's on a6 and one that can go to c6.
const std::string CAUGHT =
    arranged("Qf1 Gb5 Gl6 Gl7 Gl8 Gl9 Gl10 ql11 ga6 gc7 gf11 gg11 gh11 gj11");

Review caught() {
    Review review(reviewed_game(CAUGHT, "b5b6"));
    review.found(0, {score_of(0, 7), line_of("f1f2 l11k10"), true});
    review.found(1, {score_of(300, 8), line_of("c7c6"), true});
    return review;
}

/// The sentences about white's action `played`, where `better` was best and black would answer.
MistakeReason why(const std::string& position, const Evaluation& before, const std::string& better,
                  const std::string& played, const Evaluation& after, const std::string& reply) {
    Review review(reviewed_game(position, played));
    review.found(0, {before, line_of(better), true});
    review.found(1, {after, line_of(reply), true});
    REQUIRE(review.mistakes().size() == 1);
    return review.mistakes().front().reason;
}

std::string reason_for(const std::string& position, const Evaluation& before,
                       const std::string& better, const std::string& played,
                       const Evaluation& after, const std::string& reply) {
    return why(position, before, better, played, after, reply).text;
}

} // namespace

TEST_CASE("review: what an action lost is what its side expected before and after it") {
    const Review review = caught();
    // By the curve: a draw at 0, and 300 centipawns for black after it.
    const double lost = 0.5 - (1 - win_draw_loss(300).expected());
    CHECK(*review.loss(0) == doctest::Approx(lost));
    CHECK(lost > MIN_LOSS[3]);
    CHECK(*review.chances(1) == doctest::Approx(0.5 - lost));
    CHECK_FALSE(review.loss(1));
    CHECK(review.evaluation(1).value == -300); // as white sees it
    REQUIRE(review.mistakes().size() == 1);
    CHECK(review.mistakes()[0].judgement == Judgement::Blunder);
    CHECK(counts(review.mistakes())[Side::White] == std::array<std::size_t, 4>{0, 0, 0, 1});
    CHECK(review.mistakes()[0].sentence() ==
          "White's b5b6 is a blunder. It lets black capture the guard on b6. f1f2 is better.");
    CHECK(chances_text(review) == "51");
}

TEST_CASE("review: the best action, and one that is better than was thought, lose nothing") {
    Review best(reviewed_game(CAUGHT, "b5b6"));
    best.found(0, {score_of(0), line_of("b5b6")});
    best.found(1, {score_of(300), line_of("c7c6")});
    CHECK(best.loss(0) == 0.0);
    CHECK(best.mistakes().empty());
    Review better(reviewed_game(CAUGHT, "b5b6"));
    better.found(0, {score_of(0), line_of("f1f2")});
    better.found(1, {score_of(-50), line_of("c7c6")});
    CHECK(better.loss(0) == 0.0);
}

TEST_CASE("review: a reason is what is proved, or else what the rules show") {
    // The first position of bench/suite.txt, a win in 2 by the solver.
    const std::string won = "6/7/8/3g1G3/4G1q3/3G1QG4/3gGGg3/3gg4/2g5/7/6 w - - 0 53";
    MoveList legal;
    legal_moves(REVIEW_RULES, parse_position(REVIEW_RULES, won), legal);
    const std::string one = to_text(legal[0]), other = to_text(legal[1]);
    CHECK(reason_for(won, forced_in(2), one, other, score_of(0), "") == "It misses a win in 2.");
    CHECK(reason_for(won, forced_in(2), one, other, forced_in(3), "") ==
          "It misses a win in 2 and lets black win in 3.");
    CHECK(reason_for(won, score_of(0), one, other, forced_in(4), "") == "It lets black win in 4.");

    const std::string prey =
        arranged("Qf1 Ga6 Gc7 Gl6 Gl7 Gl8 Gl9 ql11 gb6 gf11 gg11 gh11 gj11 ga1");
    CHECK(reason_for(prey, score_of(200), "c7c6", "f1f2", score_of(0), "l11k10") ==
          "It misses the capture of the guard on b6.");

    const std::string throne =
        arranged("Qf1 Ge6 Gh6 Gl6 Gl7 Gl8 Gl9 qe5 gf11 gg11 gh11 gj11 ga6 ga1");
    CHECK(reason_for(throne, score_of(0), "h6g6", "f1f2", score_of(200), "e5f6") ==
          "It lets black's queen enter the throne.");
    const std::string own =
        arranged("Qe5 Ga1 Gh6 Gl6 Gl7 Gl8 Gl9 ql11 gf11 gg11 gh11 gj11 ga6 gb7");
    CHECK(reason_for(own, score_of(0), "e5f6", "h6g6", score_of(200), "l11k10") ==
          "It keeps the queen from the throne.");
    // Beside the step to f1, black's answer is a step to where white could have stood.
    const std::string taken =
        arranged("Qe2 Gf1 Gl6 Gl7 Gl8 Gl9 Gl10 ql11 gg2 gf11 gh11 gj11 ga6 gb7");
    CHECK(reason_for(taken, score_of(0), "f1f2", "e2e3", score_of(200), "g2f2") ==
          "It allows g2f2, which the better action prevents.");
    CHECK(reason_for(taken, score_of(0), "e2e3", "f1f2", score_of(200), "l11k10").empty());
}

TEST_CASE("review: a reason has a key and fields, for programs that word it themselves") {
    using enum MistakeReason::Key;
    const MistakeReason taken = caught().mistakes().front().reason;
    CHECK((taken.key == LetsTake && taken.cells == Bitboard(*Cell::parse("b6"))));
    const std::string won = "6/7/8/3g1G3/4G1q3/3G1QG4/3gGGg3/3gg4/2g5/7/6 w - - 0 53";
    MoveList legal;
    legal_moves(REVIEW_RULES, parse_position(REVIEW_RULES, won), legal);
    const std::string one = to_text(legal[0]), other = to_text(legal[1]);
    const MistakeReason lost = why(won, forced_in(2), one, other, forced_in(3), "");
    CHECK((lost.key == LetsWin && lost.missed == 2 && lost.within == 3));
    const MistakeReason missed = why(won, forced_in(2), one, other, score_of(0), "");
    CHECK((missed.key == Misses && missed.missed == 2 && missed.within == 0));
    const std::string own =
        arranged("Qe5 Ga1 Gh6 Gl6 Gl7 Gl8 Gl9 ql11 gf11 gg11 gh11 gj11 ga6 gb7");
    CHECK(why(own, score_of(0), "e5f6", "h6g6", score_of(200), "l11k10").key == KeepsOut);
    const std::string freed =
        arranged("Qe2 Gf1 Gl6 Gl7 Gl8 Gl9 Gl10 ql11 gg2 gf11 gh11 gj11 ga6 gb7");
    const MistakeReason allowed = why(freed, score_of(0), "f1f2", "e2e3", score_of(200), "g2f2");
    CHECK((allowed.key == Allows && to_text(allowed.action.value()) == "g2f2"));
    CHECK(to_text(KeepsOut) == "keeps out");
    CHECK(to_text(None).empty());
}

TEST_CASE("review: the last positions come first, and what seems a mistake is searched deeper") {
    Review review(reviewed_game(REVIEW_START, "a1b2 l11k10 b2c3"));
    CHECK(review.size() == 4);
    for (const std::size_t ply : {3U, 2U}) {
        REQUIRE(review.next()->ply == ply);
        CHECK_FALSE(review.next()->deeper);
        CHECK(review.next()->control().nodes == REVIEW_CONTROL.nodes);
        review.found(ply, {score_of(0), {}});
    }
    CHECK(review.done() == 2);
    review.found(1, {score_of(300), line_of("l11l10")}); // black's action after it made them even
    CHECK(review.mistakes().empty());                    // it must be confirmed first
    for (const std::size_t ply : {2U, 1U}) {
        REQUIRE(review.next()->ply == ply);
        CHECK(review.next()->deeper);
        CHECK(*review.next()->control().nodes == ReviewTask::DEEPER * *REVIEW_CONTROL.nodes);
        review.found(ply, {score_of(ply == 1 ? 300 : 0), line_of(ply == 1 ? "l11l10" : ""), true});
    }
    REQUIRE(review.next()->ply == 0);
    review.found(0, {score_of(-300), {}});
    CHECK_FALSE(review.next());
    REQUIRE(review.mistakes().size() == 1);
    CHECK(review.mistakes()[0].side == Side::Black);
}

TEST_CASE("review: a PGN has scores, glyphs and variations, and is read as the same game") {
    const Review review = caught();
    MatchRules rules = make_match_rules("classic", "standard", "", {});
    GameRecord record;
    record.first = review.position(0);
    record.actions = {
        {.move = parse_move("b5b6"), .evaluation = score_of(12), .elapsed = Milliseconds(5)}};
    record.last = review.position(1);
    record.verdict = {Result::BlackWins, Termination::Normal, "White resigns", {}};
    const std::string pgn = to_pgn(record, rules, {.annotator = "a reviewer", .review = &review});
    CHECK(pgn.find("[Annotator \"a reviewer\"]\n") != std::string::npos);
    std::string words;
    for (const std::string& word : support::words_of(pgn.substr(pgn.find("\n\n"))))
        words += word + ' ';
    CHECK(words == "{[%eval 0.00,7]} 1. b5b6 $4 {[%eval -3.00,8] +0.12/9 0.005s, White resigns} "
                   "({White's b5b6 is a blunder. It lets black capture the guard on b6. f1f2 is "
                   "better.} 1. f1f2 l11k10) 0-1 ");
    for (const std::string& line : support::lines_of(pgn)) CHECK(line.size() <= 80);

    std::istringstream in(pgn + pgn);
    const auto games = read_pgn(in, [&](const auto&, const auto&) { return rules; });
    REQUIRE(games.size() == 2);
    for (const RecordedGame& game : games) {
        REQUIRE(game.record.actions.size() == 1);
        CHECK(game.record.actions[0].evaluation == score_of(12));
        CHECK(game.record.verdict.reason == "White resigns");
        CHECK(game.tags.annotator == "a reviewer");
        CHECK(game.reviewed == std::vector{score_of(0, 7), score_of(-300, 8)});
        CHECK(game.left_out == std::set<std::string>{"variations", "glyphs", "scores of a review"});
    }
}

TEST_CASE("review: from where on a side cannot lose, as the naive referee says") {
    const auto rules = naive::preset("classic");
    Game game(REVIEW_RULES, parse_position(REVIEW_RULES, support::SEALED));
    for (int ply = 0; ply < 6; ++ply) { // black steps to and fro, white plays anything
        const naive::State state = naive::parse(to_text(game.position()));
        const auto steps = support::seal_steps(rules, to_text(game.position()), 'b');
        const std::string action =
            state.turn == 'b' ? *steps.begin() : naive::legal(rules, state).front();
        game.play(parse_legal_move(REVIEW_RULES, game.position(), action));
    }
    const Review review(game);
    REQUIRE(review.size() == 7);
    for (std::size_t ply = 0; ply < review.size(); ++ply) {
        const std::string position = to_text(review.position(ply));
        CAPTURE(position);
        const auto& safe = review.safe(ply);
        REQUIRE(safe.size() == 1);
        REQUIRE(safe[0].seal);
        CHECK(safe[0].side == Side::Black);
        CHECK(support::seal_steps(rules, position, 'b')
                  .contains(safe[0].seal->from.text() + safe[0].seal->to.text()));
    }
    const std::string text = safety_text(review);
    CHECK(text.starts_with(std::string("After 0 actions: ") + support::SEALED_SENTENCE));
    CHECK(std::ranges::count(text, '\n') == 1); // only the first position
    const Game start(REVIEW_RULES, setup_position(REVIEW_RULES, Setup::Standard));
    CHECK(safety_text(Review(start)).empty());
}

TEST_CASE("review: the scores of other programs, and what only looks like one") {
    const auto score = [](std::string comment, const std::string& rest) {
        const Evaluation said = take_review_score(comment);
        CHECK(comment == rest);
        return said;
    };
    CHECK(score("[%eval 0.31]", "") == score_of(31, 0)); // as lichess writes it
    CHECK(score("good [%eval #-4] move", "good move") == forced_in(-4));
    CHECK(score("[%eval +1.5,20] book", "book") == score_of(150, 20));
    CHECK(score("[%eval 1] [%eval 2]", "") == score_of(200, 0));
    for (const char* const other : {"[%clk 0:01:02]", "[%eval 0.3", "", "eval 0.3]"})
        CHECK(score(other, other) == Evaluation{});
    for (const char* const faulty : {"[%eval ]", "[%eval x]", "[%eval #]", "[%eval 0.3,]"})
        CHECK(score(faulty, "") == Evaluation{});
}

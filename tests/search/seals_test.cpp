// What a search says of sides that provably cannot lose by a seal. The naive referee says who has
// one, the proof (tools/lab/prove/README.md, Seals) what follows.
#include "search/control.hpp"
#include "search/engine.hpp"
#include "search/limits.hpp"
#include "search/score/score.hpp"
#include "tests/search/recorder.hpp"
#include "tests/support/rule_pair.hpp"
#include "tests/support/sealed.hpp"

#include <doctest/doctest.h>

using namespace agon;
using namespace agon::search;
using support::game_of;
using support::seal_steps;
using support::SEALED;

namespace {

/// Black is one action before a seal. Without it the search gave -239 and -226.
const std::vector<std::string> BEFORE = {"6/7/8/3GG4/4G5/5Q5/2G1gGG3/3g5/1gg1g3/7/1qg3 b - - 0 1",
                                         "6/7/8/9/3G2G3/2G1GQ5/3ggGG3/9/1gg5/4g2/1qg3 b - - 0 1"};
/// Both sides are sealed.
const std::string BOTH = "6/7/8/9/3GQ1G3/4gq5/2Gg1gG3/5g3/2GggG2/7/6 w - - 0 1";
/// White is sealed, and Black is after g6f5.
const std::string BOTH_AFTER_ONE = "6/7/8/9/3GQ1G3/4gqg4/2Gg2G3/5g3/2GggG2/7/6 b - - 0 1";
/// The side to move is sealed. By its score, the search left the seal, for +128, +64 and +56.
const std::vector<std::string> SLIGHTLY_BETTER = {
    "6/7/8/3G1gG2/5g4/3g1q1g3/2G1Gg1G2/3Q5/2g1G3/7/6 w - - 5 168",
    "6/7/3Gg3/6g2/3gg2G2/3G1qg4/3g1QG3/4G4/3G4/7/6 w - - 3 57",
    "6/7/8/3g5/3GGq4/6gg3/3Q1GGg2/4G2g1/3gG3/7/6 b - - 3 111"};
/// The same, for +378, +581 and +294.
const std::vector<std::string> MUCH_BETTER = {
    "6/7/4g3/2G3G2/4gg4/4gqQ4/3G2G3/1G2gg3/3G4/7/6 w - - 5 106",
    "6/7/4g3/9/3gqGG3/4GQGg3/2g1G5/9/2gG1g2/7/6 b - - 1 231",
    "6/7/1G6/5gG2/5g4/1Q1g1qG4/4ggG3/9/3gG3/1G5/6 w - - 3 122"};

struct Setting {
    std::optional<int> depth = 6;
    std::optional<int> mate{};
    Score contempt = 0;
    int lines = 1;
    int threads = 1;
    std::vector<Move> root_moves{};
};

support::Searched look(const std::string& position, const Setting& setting = {},
                       const char* preset = "classic") {
    const support::HandClock clock;
    Engine engine(clock);
    engine.set_hash(MIN_HASH_MB);
    engine.set_threads(setting.threads);
    engine.options.contempt = setting.contempt;
    engine.options.multi_pv = setting.lines;
    Limits limits;
    limits.depth = setting.depth;
    limits.mate = setting.mate;
    limits.root_moves = setting.root_moves;
    return support::search(engine, game_of(support::preset(preset).engine, position), limits);
}

bool is_sealed(const std::string& position, char side) {
    return !seal_steps(support::preset("classic").naive, position, side).empty();
}

/// `side`, after an action.
bool is_sealed_after(const std::string& position, Move move, char side) {
    const naive::Rules rules = support::preset("classic").naive;
    const naive::State next = naive::play(rules, naive::parse(position), to_text(move));
    return naive::result(rules, next) == "none" && !naive::seals(rules, next, side).empty();
}

std::string with_turn(std::string position, char turn) {
    position[position.find(' ') + 1] = turn;
    return position;
}

} // namespace

TEST_CASE("seals: a side that can reach one is not scored as lost, and keeps it") {
    for (const int threads : {1, 2})
        for (const std::string& position : BEFORE) {
            CAPTURE(position);
            REQUIRE_FALSE(is_sealed(position, 'b'));
            const auto searched = look(position, {.depth = 8, .threads = threads});
            for (const auto& [info, line] : searched.infos) {
                CHECK(info.score >= 0);
                CHECK(info.wdl.win + info.wdl.draw + info.wdl.loss == 1000);
                if (info.score == 0) CHECK(info.wdl.loss == 0);
            }
            CHECK(searched.answer.score >= 0);
            CHECK((searched.answer.score > 0 ||
                   is_sealed_after(position, searched.answer.best, 'b')));
        }
}

TEST_CASE("seals: a sealed side has no chance of losing, its opponent none of winning") {
    REQUIRE(is_sealed(SEALED, 'b'));
    REQUIRE_FALSE(is_sealed(SEALED, 'w'));
    for (const char turn : {'w', 'b'}) {
        const auto searched = look(with_turn(SEALED, turn));
        const int sign = turn == 'b' ? 1 : -1;
        for (const auto& [info, line] : searched.infos) {
            CHECK(sign * info.score >= 0);
            CHECK((turn == 'b' ? info.wdl.loss : info.wdl.win) == 0);
            CHECK(info.wdl.win + info.wdl.draw + info.wdl.loss == 1000);
        }
        CHECK(sign * searched.answer.score >= 0);
    }
}

TEST_CASE("seals: a sealed side leaves its seal only for a clear advantage") {
    for (const std::string& position : SLIGHTLY_BETTER) {
        CAPTURE(position);
        const char us = position[position.find(' ') + 1];
        REQUIRE(is_sealed(position, us));
        for (const int threads : {1, 2})
            for (const int depth : {4, 6, 8, 10}) {
                const auto answer = look(position, {.depth = depth, .threads = threads}).answer;
                CHECK(answer.score >= 0);
                CHECK((answer.score > 200 || is_sealed_after(position, answer.best, us)));
            }
    }
    for (const std::string& position : MUCH_BETTER) {
        CAPTURE(position);
        const char us = position[position.find(' ') + 1];
        REQUIRE(is_sealed(position, us));
        const auto answer = look(position, {.depth = 8}).answer;
        CHECK(answer.score > 200);
        CHECK_FALSE(is_sealed_after(position, answer.best, us));
    }
}

TEST_CASE("seals: where no action that may be chosen keeps the seal, scores are as without one") {
    const RuleSet rules = support::preset("classic").engine;
    const std::string& position = SLIGHTLY_BETTER[0];
    const Move leaves = parse_legal_move(rules, parse_position(rules, position), "d4e4");
    REQUIRE_FALSE(is_sealed_after(position, leaves, 'w'));
    CHECK(look(position, {.depth = 8, .root_moves = {leaves}}).answer.score > 0);
    CHECK(look(position, {.depth = 8}).answer.best != leaves);
}

TEST_CASE("seals: if both sides have one, the score is a draw's, and both keep theirs") {
    for (const char turn : {'w', 'b'})
        for (const Score contempt : {0, 50, -50}) {
            const std::string position = with_turn(BOTH, turn);
            REQUIRE(is_sealed(position, 'w'));
            REQUIRE(is_sealed(position, 'b'));
            const auto searched = look(position, {.contempt = contempt});
            for (const auto& [info, line] : searched.infos) {
                CHECK(info.score == -contempt); // Options::contempt
                CHECK(info.wdl.draw == 1000);
                CHECK(is_sealed_after(position, line[0], turn));
            }
            CHECK(searched.answer.score == -contempt);
            CHECK(is_sealed_after(position, searched.answer.best, turn));
        }
    // White cannot lose, so Black cannot have more than a draw, and reaches it.
    REQUIRE(is_sealed(BOTH_AFTER_ONE, 'w'));
    REQUIRE_FALSE(is_sealed(BOTH_AFTER_ONE, 'b'));
    const auto searched = look(BOTH_AFTER_ONE);
    for (const auto& [info, line] : searched.infos) CHECK(info.score == 0);
    CHECK(is_sealed_after(BOTH_AFTER_ONE, searched.answer.best, 'b'));
}

TEST_CASE("seals: contempt moves the bounds to the value of a draw") {
    for (const Score contempt : {60, -60}) {
        const auto sealed = look(with_turn(SEALED, 'b'), {.contempt = contempt});
        for (const auto& [info, line] : sealed.infos) CHECK(info.score >= -contempt);
        const auto other = look(SEALED, {.contempt = contempt});
        for (const auto& [info, line] : other.infos) CHECK(info.score <= -contempt);
    }
}

TEST_CASE("seals: each of several lines has the bounds of its own action") {
    for (const std::string& position : {BEFORE[0], BEFORE[1], BOTH, BOTH_AFTER_ONE, SEALED}) {
        CAPTURE(position);
        const char us = position[position.find(' ') + 1], them = us == 'w' ? 'b' : 'w';
        Score before = 0;
        for (const auto& [info, line] : look(position, {.lines = 8}).infos) {
            if (is_sealed_after(position, line[0], us)) {
                CHECK(info.score >= 0);
                CHECK(info.wdl.loss == 0);
            }
            if (is_sealed_after(position, line[0], them)) {
                CHECK(info.score <= 0);
                CHECK(info.wdl.win == 0);
            }
            if (info.score < 0 && !is_sealed_after(position, line[0], us)) CHECK(info.wdl.loss > 0);
            if (info.line > 1) CHECK(info.score <= before);
            before = info.score;
        }
    }
}

TEST_CASE("seals: a search for a win against a sealed side ends at once") {
    for (const std::string& position : {SEALED, BOTH, with_turn(BOTH, 'b')}) {
        const auto searched = look(position, {.depth = {}, .mate = 20});
        CHECK(searched.last().info.depth <= 4);
        CHECK_FALSE(searched.answer.best.is_none());
        for (const auto& [info, line] : searched.infos) CHECK(info.score <= 0);
    }
    // So does one against a queen on the throne where pieces are flanked along rings.
    const auto searched = look("q5/7/8/9/4g5/5Q5/4g5/9/8/gggg3/GGGGGG b - - 0 1",
                               {.depth = {}, .mate = 20}, "botermans");
    CHECK(searched.last().info.depth <= 4);
}

TEST_CASE("seals: rules without them search as before") {
    // Under `agon` the side that repeats loses, so that stepping to and fro holds nothing.
    const auto searched = look(BOTH, {}, "agon");
    CHECK(searched.last().info.wdl.draw < 1000);
}

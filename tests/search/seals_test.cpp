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

struct Setting {
    std::optional<int> depth = 6;
    std::optional<int> mate{};
    Score contempt = 0;
    int lines = 1;
    int threads = 1;
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

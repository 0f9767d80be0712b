#include "protocol/session/describe.hpp"

#include "engine/record/notation.hpp"

#include <doctest/doctest.h>

#include <array>

using namespace agon;
using namespace agon::protocol;
using std::chrono::microseconds;

TEST_CASE("an info line has UCI's words in order") {
    const std::array line{parse_move("a1b2"), parse_move("f3"), Move::pass()};
    search::Info info;
    info.depth = 5;
    info.selective_depth = 9;
    info.line = 2;
    info.score = -34;
    info.wdl = {100, 200, 700};
    info.nodes = 3000;
    info.time = microseconds(1'500'999);
    info.hash_full = 12;
    info.line_moves = line;
    CHECK(info_text(info, false) == "info depth 5 seldepth 9 multipv 2 score cp -34 nodes 3000 "
                                    "nps 1998 hashfull 12 time 1500 pv a1b2 f3 pass");
    info.bound = search::Bound::Lower;
    CHECK(info_text(info, true).find(" score cp -34 lowerbound wdl 100 200 700 nodes ") !=
          std::string::npos);
    info.bound = search::Bound::Upper;
    CHECK(info_text(info, false).find(" score cp -34 upperbound nodes ") != std::string::npos);
    info.line_moves = {};
    CHECK(info_text(info, false).ends_with(" time 1500"));
}

TEST_CASE("mate numbers count the chooser's actions, negative when losing") {
    CHECK(score_text(search::win_in({1, 1})) == "mate 1");
    CHECK(score_text(search::win_in({5, 3})) == "mate 3");
    CHECK(score_text(search::loss_in({4, 2})) == "mate -2");
    CHECK(score_text(search::LARGEST_EVALUATION) == "cp 32000");
}

TEST_CASE("a rate needs no time") {
    CHECK(per_second(7, microseconds(0)) == 7'000'000);
    CHECK(per_second(7, microseconds(1'000'000)) == 7);
    CHECK(per_second(1'000'000'000'000'000, microseconds(1'000'000)) == 1'000'000'000'000'000);
}

TEST_CASE("bestmove") {
    const Move a = parse_move("a1b2");
    CHECK(bestmove_text({.best = a, .ponder = parse_move("l11k11")}) ==
          "bestmove a1b2 ponder l11k11");
    CHECK(bestmove_text({.best = a, .ponder = Move()}) == "bestmove a1b2");
    CHECK(bestmove_text({.best = Move::pass(), .ponder = Move()}) == "bestmove pass");
    CHECK(bestmove_text({}) == "bestmove (none)");
}

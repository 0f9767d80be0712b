#include "engine/notation/notation.hpp"
#include "engine/rules/presets.hpp"
#include "protocol/record/evaluation.hpp"
#include "protocol/session/describe.hpp"
#include "protocol/session/tokens.hpp"
#include "protocol/uci/go_command.hpp"
#include "protocol/uci/info_text.hpp"
#include "search/limits.hpp"
#include "search/listener.hpp"

#include <doctest/doctest.h>

#include <array>

using namespace agon;
using namespace agon::protocol;
using search::Milliseconds;
using std::chrono::microseconds;

namespace {

GoCommand parse(std::string_view words, Side chooser = Side::White) {
    const RuleSet rules;
    Game game(rules, setup_position(rules, Setup::Standard));
    if (chooser == Side::Black) game.play(parse_move("a1b2"));
    GoCommand command = parse_go_command(Tokens(words), UCI_CLOCK_WORDS);
    settle(command, game);
    return command;
}

} // namespace

TEST_CASE("go reads every limit") {
    const auto [limits, faults, clock_given, root_moves_given] =
        parse("wtime 1000 btime 2000 winc 30 binc 40 movestogo 5 movetime 600 depth 7 nodes 8000 "
              "mate 9 infinite ponder searchmoves a1b1 A1A2 a1b1");
    CHECK(faults.empty());
    CHECK(limits.time[0] == Milliseconds(1000));
    CHECK(limits.time[1] == Milliseconds(2000));
    CHECK(limits.increment[0] == Milliseconds(30));
    CHECK(limits.increment[1] == Milliseconds(40));
    CHECK(limits.moves_to_go == 5);
    CHECK(limits.move_time == Milliseconds(600));
    CHECK(clock_given);
    CHECK(limits.depth == 7);
    CHECK(limits.nodes == 8000);
    CHECK(limits.mate == 9);
    CHECK(limits.infinite);
    CHECK(limits.ponder);
    CHECK(root_moves_given);
    CHECK(limits.root_moves == std::vector{parse_move("a1b1"), parse_move("a1a2")});
}

TEST_CASE("a bare go has no limits") {
    const auto [limits, faults, clock_given, root_moves_given] = parse("");
    CHECK(faults.empty());
    CHECK_FALSE(root_moves_given);
    CHECK_FALSE(clock_given);
    CHECK_FALSE(limits.time[0].has_value());
    CHECK_FALSE(limits.depth.has_value());
    CHECK_FALSE(limits.infinite);
}

TEST_CASE("if any clock is given, the missing one of the chooser is 0") {
    for (const char* words : {"btime 100", "winc 100", "binc 100", "movestogo 3"}) {
        CAPTURE(words);
        CHECK(parse(words).limits.time[0] == Milliseconds(0));
    }
    const search::Limits black = parse("wtime 100", Side::Black).limits;
    CHECK(black.time[0] == Milliseconds(100));
    CHECK(black.time[1] == Milliseconds(0));
    const search::Limits white = parse("wtime 100").limits;
    CHECK(white.time[0] == Milliseconds(100));
    CHECK_FALSE(white.time[1].has_value());
}

TEST_CASE("a search is bounded by what was understood, not by any number in the line") {
    for (const char* words : {"depth 3", "nodes x", "wtime abc", "binc 5", "mate 2", "movetime 1",
                              "movestogo 0", "foo depth 1"}) {
        CAPTURE(words);
        CHECK(parse(words).bounded());
    }
    for (const char* words :
         {"", "foo", "foo 12", "12", "searchmoves a1b2", "searchmoves a1b2 7"}) {
        CAPTURE(words);
        CHECK_FALSE(parse(words).bounded());
    }
}

TEST_CASE("a word at fault among searchmoves is reported, and the others count") {
    const std::vector<Move> both = {parse_move("a1b2"), parse_move("e1f1")};
    for (const char* words :
         {"searchmoves a1b2 zz9 e1f1", "searchmoves zz9 a1b2 e1f1 depth 3 ",
          "depth 3 searchmoves "
          "a1b2 e1f1 zz9",
          "searchmoves a1b2 a1l11 e1f1 WTIME 5", "searchmoves a1b2 dpeth e1f1"}) {
        CAPTURE(words);
        const GoCommand command = parse(words);
        CHECK(command.limits.root_moves == both);
        REQUIRE(command.faults.size() == 1);
        CHECK(command.faults[0].starts_with("go: searchmoves: '"));
    }
    CHECK(parse("searchmoves depth 1").faults.empty());
    for (const char* words : {"searchmoves zz9", "searchmoves a1l11"}) {
        CAPTURE(words);
        const GoCommand command = parse(words);
        CHECK(command.limits.root_moves.empty());
        CHECK(command.faults.back() == "go: searchmoves: none is legal, all actions are searched");
    }
}

TEST_CASE("movestogo 0 is the whole game") {
    CHECK_FALSE(parse("wtime 100 movestogo 0").limits.moves_to_go.has_value());
}

TEST_CASE("no win takes 0 actions, so that search ends at once") {
    CHECK(parse("mate 0").limits.move_time == Milliseconds(0));
}

TEST_CASE("an enormous time does not overflow") {
    CHECK(parse("movetime 9223372036854775807").limits.move_time < Milliseconds::max() / 1000000);
}

TEST_CASE("words are separated by white space of any kind") {
    Tokens words("  position\tstartpos \v moves  ");
    CHECK(words.next() == "position");
    CHECK(words.peek() == "startpos");
    CHECK_FALSE(words.take("fen"));
    CHECK(words.take("STARTPOS"));
    CHECK_FALSE(words.done());
    CHECK(words.next() == "moves");
    CHECK(words.done());
    CHECK(words.next().empty());
    CHECK(words.rest().empty());
}

TEST_CASE("the rest keeps its inner spaces") {
    Tokens words("value  /a folder/ rules.ini \t");
    words.next();
    CHECK(words.rest() == "/a folder/ rules.ini");
    CHECK(words.done());
}

TEST_CASE("numbers are whole words in decimal") {
    CHECK(to_number("0") == 0);
    CHECK(to_number("-17") == -17);
    CHECK(to_number("+17") == 17);
    CHECK(to_number("9223372036854775807") == INT64_MAX);
    for (const char* text :
         {"", "-", "+", "+-1", "1e3", "0x10", "1 ", " 1", "1.5", "9223372036854775808"}) {
        CAPTURE(text);
        CHECK_FALSE(to_number(text).has_value());
    }
}

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

// agon-soak: a short run finds no fault in the engine, and every kind of fault is found and named.
#include "tests/support/arena.hpp"

#include "tests/soak/answer_queue.hpp"
#include "tests/soak/memory.hpp"

#include <unistd.h>

using namespace agon::soak;
using agon::test::Run;
using agon::test::TemporaryFolder;

namespace {

Run run_soak(const std::string& arguments) {
    return agon::test::run_shell(AGON_BIN "/agon-soak " + arguments + " 2>&1");
}

/// Until the first fault, which has to come soon.
Run find_fault(const std::string& arguments, const TemporaryFolder& folder) {
    return run_soak("--seconds 60 --faults 1 --engines 1 --load 0 --log-folder " +
                    folder.path.string() + ' ' + arguments);
}

void check_found(const Run& run, const std::string& fault, const TemporaryFolder& folder) {
    CAPTURE(run.output);
    CAPTURE(fault);
    CHECK(run.status == 1);
    CHECK(run.says("-1: " + fault));
    int logs = 0;
    for (const auto& file : std::filesystem::directory_iterator(folder.path)) {
        ++logs;
        CHECK(run.says('(' + file.path().string() + ')'));
        CHECK(agon::test::read_file(file.path()).starts_with("# "));
    }
    CHECK(logs >= 1);
}

ExpectedAnswer search(bool endless) {
    return {.asked = endless ? "go infinite" : "go movetime 100",
            .kind = "movetime",
            .take = [](std::string_view) { return Taken::Whole; },
            .bound = [] { return std::optional(Milliseconds(100)); },
            .search = true,
            .endless = endless};
}

} // namespace

TEST_CASE("the engine passes a short soak by both protocols") {
    const Run run = run_soak("--seconds 5 --margin 20000");
    CAPTURE(run.output);
    CHECK(run.status == 0);
    CHECK(run.says("\n0 faults"));
    for (const char* name : {"\nuci ", "\nugi "}) CHECK(run.says(name));
}

TEST_CASE("an engine with only the required commands passes a plain soak") {
    const Run run = run_soak("--seconds 3 --margin 20000 --plain --protocols uci --engine "
                             "'" AGON_BIN "/mock_engine uci'");
    CAPTURE(run.output);
    CHECK(run.status == 0);
}

TEST_CASE("misconduct is found and named") {
    struct Case {
        const char* behaviour; ///< of the mock
        const char* fault;
    };
    const Case cases[] = {
        {"illegal 3", "illegal answer: 'bestmove a1l11'"},
        {"late 2", "late answer: none to 'go "},
        {"stall", "late answer: none to "},
        {"silent", "late answer: none to 'uci'"},
        {"twice", "un"}, // "unasked answer", or "unexpected line" when something else is awaited
        {"impatient", "early answer: "},
        {"nothing", "illegal answer: 'bestmove'"},
        {"answers-stop", "un"},
        {"deaf", "unasked answer: 'info string unknown: isready'"},
        {"die-move 2", "it ended: killed by signal 9"},
        {"half-position", "illegal answer: "},
    };
    for (const Case& lie : cases) {
        const TemporaryFolder folder;
        const Run run = find_fault(std::string("--leavers 0 --margin 300 --plain --protocols uci "
                                               "--engine '" AGON_BIN "/mock_engine uci ") +
                                       lie.behaviour + '\'',
                                   folder);
        check_found(run, lie.fault, folder);
    }
}

TEST_CASE("a bad exit is found and named") {
    for (const auto& [behaviour, fault] :
         {std::pair{"bad-status", "bad exit: exited with status 3"},
          {"ignore-quit", "late exit: "}}) {
        const TemporaryFolder folder;
        const Run run = run_soak("--seconds 2 --faults 1 --engines 1 --leavers 0 --load 0 --margin "
                                 "300 --plain --protocols uci --log-folder " +
                                 folder.path.string() + " --engine '" AGON_BIN "/mock_engine uci " +
                                 behaviour + '\'');
        check_found(run, fault, folder);
    }
}

TEST_CASE("a wrong answer is found in both protocols") {
    struct Case {
        const char* protocol;
        const char* falsify; ///< for sed
        const char* fault;
    };
    const Case cases[] = {
        {"uci", "s/ pv .*/ pv a1l11/", "illegal variation: 'a1l11'"},
        {"uci", "s/ score cp / value cp /", "no score before: "},
        {"uci", "s/^Result: none/Result: draw (repetition)/", "wrong answer: 'draw (repetition)'"},
        {"uci", "s/^\\(bestmove [a-l0-9]*\\).*/\\1 ponder f6f6/", "illegal variation: "},
        {"uci", "/^readyok/p", "unasked answer: 'readyok'"},
        {"ugi", "s/^\\(bestmove [a-l0-9]*\\)/\\1 ponder a1b2/", "ill-formed answer: "},
        {"ugi", "s/^response true/response false/;t;s/^response false/response true/",
         "wrong answer to query "},
    };
    for (const Case& lie : cases) {
        const TemporaryFolder folder;
        const TemporaryFolder liar;
        {
            std::ofstream script(liar / "liar.sh");
            script << AGON_BIN "/agon \"$@\" | sed -u '" << lie.falsify << "'\n";
        }
        const Run run = find_fault(std::string("--leavers 0 --margin 20000 --protocols ") +
                                       lie.protocol + " --engine 'sh " + (liar / "liar.sh") + '\'',
                                   folder);
        check_found(run, lie.fault, folder);
    }
}

TEST_CASE("the log of a fault can be sent again") {
    const TemporaryFolder folder;
    const Run run = find_fault("--leavers 0 --margin 20000 --plain --protocols uci --engine "
                               "'" AGON_BIN "/mock_engine uci illegal 9'",
                               folder);
    REQUIRE(run.status == 1);
    const Run again = agon::test::run_shell(AGON_BIN "/agon <" + (folder / "soak-uci-1-1.log"));
    CHECK(again.status == 0);
    CHECK(again.count("\nbestmove ") >= 9);
    CHECK(again.count("Unknown command") == 0);
}

TEST_CASE("wrong use") {
    for (const auto& wrong : {std::pair{"--seconds 0", 2},
                              {"--seconds -1", 2},
                              {"--engines -1", 2},
                              {"--leavers -1", 2},
                              {"--load -1", 2},
                              {"--margin -1", 2},
                              {"--faults -1", 2},
                              {"--seed -1", 2},
                              {"--protocols xboard", 2},
                              {"--protocols ''", 2},
                              {"--bogus", 2},
                              {"--engine /nonexistent/engine", 1},
                              {"--log-folder /nonexistent", 1}}) {
        CAPTURE(wrong.first);
        const Run run = run_soak(wrong.first);
        CHECK(run.status == wrong.second);
        CHECK(run.output.starts_with("agon-soak: "));
        CHECK(run.count("\n") == 1);
    }
    CHECK(run_soak("-h").says("\nExamples:\n  agon-soak "));
}

TEST_CASE("a stop makes certain only what can be certain") {
    Counts counts;
    const Time begin = Clock::now();
    const auto at = [&](int ms) { return begin + Milliseconds(ms); };
    AnswerQueue answers(Milliseconds(10), counts);
    // The first may be over when the stop comes, which then is for the second.
    answers.push(search(false), at(0));
    answers.push(search(true), at(0));
    answers.stop(at(50));
    answers.receive("", at(60));
    answers.check(at(10'000));
    SUBCASE("the second was stopped") { answers.receive("", at(70)); }
    SUBCASE("it was not: another stop reaches it, and it has to answer") {
        answers.stop(at(200));
        answers.check(at(205));
        CHECK_THROWS_AS(answers.check(at(215)), Fault);
        CHECK_THROWS_AS(answers.receive("", at(215)), Fault);
    }
}

TEST_CASE("an answer is due when its turn has come and its time is over") {
    Counts counts;
    const Time begin = Clock::now();
    const auto at = [&](int ms) { return begin + Milliseconds(ms); };
    AnswerQueue answers(Milliseconds(10), counts);
    answers.push(search(false), at(0));
    answers.push(search(false), at(0));
    CHECK_THROWS_AS(answers.check(at(111)), Fault);
    answers.receive("", at(105));
    answers.check(at(214));
    CHECK_THROWS_AS(answers.check(at(216)), Fault);
    answers.receive("", at(200));
    CHECK(answers.settled());
    CHECK(counts.late["movetime"].count() == 2);
    CHECK(counts.late["movetime"].quantile(1) == doctest::Approx(5));
    CHECK(counts.late["movetime"].quantile(0.5) == doctest::Approx(0));
    CHECK_THROWS_AS(answers.receive("", at(220)), Fault);
    answers.push(search(true), at(300));
    CHECK_THROWS_AS(answers.receive("", at(310)), Fault);
}

TEST_CASE("a ponderhit starts the time") {
    Counts counts;
    const Time begin = Clock::now();
    const auto at = [&](int ms) { return begin + Milliseconds(ms); };
    AnswerQueue answers(Milliseconds(10), counts);
    ExpectedAnswer expected = search(false);
    expected.ponders = true;
    answers.push(expected, at(0));
    answers.check(at(500));
    answers.ponderhit(at(500));
    answers.check(at(605));
    CHECK_THROWS_AS(answers.check(at(615)), Fault);
}

TEST_CASE("growth of memory") {
    MemoryWatch watch;
    CHECK_FALSE(watch.growth());
    SUBCASE("warming up and noise are none") {
        for (int i = 0; i < 40; ++i) watch.add(20'000 + (i < 20 ? 0 : 9'000) + 700 * (i % 3));
        CHECK(watch.growth() == 0);
        CHECK_FALSE(watch.grows());
    }
    SUBCASE("a leak is") {
        for (int i = 0; i < 40; ++i) watch.add(20'000 + 600 * i + 700 * (i % 3));
        CHECK(watch.growth().value_or(0) == doctest::Approx(600 * 10).epsilon(0.2));
        CHECK(watch.grows());
    }
    SUBCASE("of this process") {
        const long before = resident_kb(getpid()).value_or(0);
        std::vector<char> megabytes(64 << 20, 'x');
        const long after = resident_kb(getpid()).value_or(0);
        CHECK(after - before > 60 * 1024);
        CHECK(megabytes[12345] == 'x');
    }
}

// `agon-match spsa` with a real engine, as a user runs it (arena.md, Tuning).
#include "tests/support/arena.hpp"
#include "tools/arena/journal/json_lines.hpp"

using namespace agon::test;

namespace {

const std::string ENGINE = "spsa -engine cmd=" AGON_BIN "/agon nodes=40 option.Hash=1 ";
const std::string FEW =
    "-iterations 6 -games-per-iteration 4 -maxmoves 15 -resign movecount=2 "
    "score=4 -srand 5 -openings file=" AGON_BOOKS "/standard.epd "
    "format=epd order=random -param Contempt min=-200 max=200 c_end=150 -param Level "
    "r_end=0.5 ";

} // namespace

TEST_CASE(
    "a tuning that is broken off goes on to the same result, by any number of games at a time") {
    TemporaryFolder folder;
    const auto tune = [&](const std::string& name, const std::string& more = "") {
        return run(ENGINE + FEW + "-journal file=" + (folder / name) + " " + more);
    };
    const Run whole = tune("whole", "-ratinginterval 2 -report file=" + (folder / "page.html"));
    CAPTURE(whole.output);
    CHECK(whole.status == 0);
    CHECK(whole.count("Finished iteration ") == 6);
    CHECK(whole.count("Progress: ") == 3);
    CHECK(whole.says("\n6 of 6 iterations, 24 games: +"));
    CHECK(whole.output.ends_with("Finished tuning\n"));
    const std::string journal = read_file(folder / "whole");
    const auto third = journal.find("{\"iteration\":3");
    write_file(folder / "broken", std::string_view(journal).substr(0, third + 20));
    const Run rest = tune("broken", "-concurrency 4 -force-concurrency -restart");
    CHECK(rest.says("unknown option '-restart'"));
    const Run resumed = tune("broken", "-concurrency 4 -force-concurrency");
    CHECK(resumed.says("Going on after 2 finished iterations"));
    CHECK(read_file(folder / "broken") == journal);
    const Run killed = run_shell("timeout --signal=INT 0.2 " AGON_BIN "/agon-match " + ENGINE +
                                 FEW + "-journal file=" + (folder / "killed") + " 2>&1");
    CAPTURE(killed.output);
    CHECK(tune("killed").status == 0);
    CHECK(read_file(folder / "killed") == journal);
    CHECK(tune("whole", "-maxmoves 16").says("(adjudication/maxmoves: 15, now 16)"));
    // The page that it wrote is the one that `report` makes.
    CHECK(run("report " + (folder / "whole") + " -o " + (folder / "again.html")).status == 0);
    CHECK(read_file(folder / "again.html") == read_file(folder / "page.html"));
    CHECK(run("merge " + (folder / "whole")).says("6 of 6 iterations, 24 games: +"));
}

TEST_CASE("each side is sent its values") {
    TemporaryFolder folder;
    const std::string log = folder / "log", journal = folder / "journal";
    CHECK(run(ENGINE + FEW + "-log file=" + log + " -journal file=" + journal).status == 0);
    const std::string traffic = read_file(log);
    for (const std::string& line : support::lines_of(read_file(journal))) {
        const auto json = agon::match::Json::parse(line);
        if (!json.contains("sides")) continue;
        for (std::size_t side = 0; side < 2; ++side)
            for (std::size_t i = 0; i < 2; ++i) {
                const std::string value = json["sides"][side][i].dump();
                CAPTURE(value);
                CHECK(traffic.find(std::string(side == 0 ? " agon" : " agon/2") +
                                   " > setoption name " + (i == 0 ? "Contempt" : "Level") +
                                   " value " + value + '\n') != std::string::npos);
            }
    }
}

TEST_CASE("an engine that dies ends the tuning, or with -recover only its game") {
    TemporaryFolder folder;
    const std::string dies = "spsa " + engine("mock", "uci die-move 3") +
                             "tc=5 -iterations 2 -games-per-iteration 2 -maxmoves 4 -param Hash "
                             "max=99 -journal file=";
    const Run ended = run(dies + (folder / "a"));
    CAPTURE(ended.output);
    CHECK(ended.status == 1);
    CHECK(ended.says("killed by signal 9"));
    CHECK(ended.says("-recover goes on after that"));
    CHECK(ended.output.ends_with("Tuning broken off\n"));
    const Run recovered = run(dies + (folder / "b") + " -recover");
    CAPTURE(recovered.output);
    CHECK(recovered.status == 0);
    CHECK(recovered.says("Games that a fault decided in this run: 4\n"));
}

TEST_CASE("shards are tunings of their own, which merge adds up") {
    TemporaryFolder folder;
    for (const std::string part : {"1", "3"})
        CHECK(
            run(ENGINE + FEW + "--shard " + part + "/3 -journal file=" + (folder / part)).status ==
            0);
    CHECK(read_file(folder / "1") != read_file(folder / "3"));
    const std::string both = (folder / "1") + ' ' + (folder / "3");
    const Run merged = run("merge " + both);
    CHECK(merged.status == 0);
    CHECK(merged.says("12 of 12 iterations, 48 games: +"));
    CHECK(merged.says("\nMissing: shards 2/3\n"));
    CHECK(merged.says("change/c_end  chance\n"));
    check_refused("merge " + both + " -o " + (folder / "both"), "make no journal together");
    check_refused("merge " + (folder / "1") + ' ' + (folder / "1"), "another journal is too", 1);
}

TEST_CASE("what a tuning cannot do is refused before the first game") {
    const std::string good = ENGINE + FEW + "-journal file=/dev/null/none ";
    check_refused(ENGINE + FEW, "-journal file=FILE is missing");
    check_refused(ENGINE + "-iterations 5", "-param is missing; see 'agon-match spsa --help'");
    check_refused(ENGINE + "-param Level", "-iterations is missing");
    check_refused("spsa " + FEW, "expected one -engine, got 0");
    check_refused(good + "-engine cmd=x nodes=1", "expected one -engine, got 2");
    check_refused(good + "-rounds 5", "unknown option '-rounds'");
    check_refused(good + "-parm x", "unknown option '-parm'; did you mean '-param'?");
    check_refused(good + "-games-per-iteration 3", "expected an even number, got '3'");
    check_refused(good + "-iterations x", "-iterations: expected an integer");
    check_refused(good + "-param Level mni=5", "unknown key of -param 'mni'; did you mean 'min'?");
    check_refused(good + "-param min=5", "-param needs the name of an option, or all");
    check_refused(good + "-param Level start=x", "-param start: expected an integer");
    check_refused(good + "-param Level c_end=0", "-param c_end: expected a number");
    check_refused(good + "-param Hash max=0", "-param Hash: expected min < max within 1 and ");
    check_refused(good + "-concurrency 5 -force-concurrency", "more than the 4 games");
    check_refused(good + "-report page.html", "-report: expected KEY=VALUE, got 'page.html'");
    TemporaryFolder folder;
    check_refused(ENGINE + "-iterations 1 -param all -journal file=" + (folder / "x"),
                  "no spin option to tune");
    check_refused("spsa -engine cmd=/no/such nodes=1 " + FEW + "-journal file=" + (folder / "x"),
                  "cannot start '/no/such'", 1);
}

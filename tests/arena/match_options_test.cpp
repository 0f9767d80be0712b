// Options of a match that fastchess and cutechess-cli have too (arena.md, Openings): -quick,
// -scoreinterval, policy=round, details in comments, names with blanks, compressed books; and draws
// by refuges and seals.
#include "engine/notation/notation.hpp"
#include "engine/rules/presets.hpp"
#include "protocol/record/pgn.hpp"
#include "protocol/record/pgn_comment.hpp"
#include "protocol/record/referee.hpp"
#include "protocol/uci/text/engine_lines.hpp"
#include "tests/support/arena.hpp"
#include "tests/support/sealed.hpp"
#include "tools/arena/journal/json.hpp"

#include <doctest/doctest.h>

#include <map>
#include <set>
#include <sstream>

using namespace agon;
using namespace agon::test;

namespace {

/// The games of a journal, without its first line.
std::vector<arena::Json> games_in(const std::string& journal) {
    std::istringstream in(read_file(journal));
    std::vector<arena::Json> games;
    std::string line;
    std::getline(in, line);
    while (std::getline(in, line)) games.push_back(arena::parse_json(line));
    return games;
}

const std::string BOOK = AGON_BOOKS "/standard.epd";

std::string head_of_book(int lines) {
    std::istringstream in(read_file(BOOK));
    std::string text, line;
    for (int i = 0; i < lines && std::getline(in, line);)
        if (!line.empty() && line[0] != '#') text += line + '\n', ++i;
    return text;
}

const std::string THREE = engine("A") + engine("B") + engine("C") + CLOCK + "-maxmoves 3 ";

} // namespace

TEST_CASE("policy=round: all encounters of a round have one opening") {
    TemporaryFolder folder;
    write_file(folder / "book.epd", head_of_book(4));
    for (const std::string tournament : {"roundrobin", "gauntlet"})
        for (const bool by_round : {true, false}) {
            const std::string journal =
                folder / (tournament + (by_round ? "-round" : "") + ".jsonl");
            const std::string command = THREE + "-tournament " + tournament +
                                        " -rounds 3 -openings file=" + (folder / "book.epd") +
                                        (by_round ? " policy=round" : " policy=encounter") +
                                        " -journal file=" + journal;
            const Run match = run(command);
            CAPTURE(match.output);
            REQUIRE(match.status == 0);
            std::map<int, std::set<std::string>> openings;
            std::set<std::string> all;
            for (const auto& game : games_in(journal)) {
                openings[game["round"].get<int>()].insert(game["fen"].get<std::string>());
                all.insert(game["fen"].get<std::string>());
            }
            CHECK(openings.size() == 3);
            const std::size_t pairings = tournament == "gauntlet" ? 2 : 3;
            for (const auto& [round, fens] : openings) {
                CHECK(round <= 3);
                CHECK(fens.size() == (by_round ? 1 : pairings));
            }
            CHECK(all.size() == (by_round ? 3 : 4));
            // The policy is a setting of the match.
            check_refused(replaced(command, by_round ? "policy=round" : "policy=encounter",
                                   by_round ? "policy=default" : "policy=round"),
                          "is the journal of another match (openings/policy", 1);
        }
    check_refused(THREE + "-openings file=" + BOOK + " policy=game", "-openings policy: expected");
    check_refused(THREE + "-tournament knockout -openings file=" + BOOK + " policy=round",
                  "policy=round needs a round-robin, a gauntlet or a Swiss");
}

TEST_CASE("-scoreinterval prints the score of those who have just met") {
    const Run match = run(THREE + "-rounds 1 -scoreinterval 2");
    CAPTURE(match.output);
    CHECK(match.status == 0);
    // Three moves of each side, then a draw: all games are draws.
    CHECK(match.count("Score of ") == 3);
    for (const char* const pair : {"A vs B", "A vs C", "B vs C"})
        CHECK(match.says("Score of " + std::string(pair) + ": 0 - 0 - 2  [0.500] 2\n"));
    CHECK(run(THREE + "-rounds 1").count("Score of") == 0);
    check_refused(THREE + "-scoreinterval -1", "-scoreinterval: expected an integer >= 0");
    // A resumed match counts its earlier games.
    TemporaryFolder folder;
    const std::string journal = " -scoreinterval 4 -journal file=" + (folder / "j.jsonl");
    const std::string two = engine("A") + engine("B") + CLOCK + "-maxmoves 3 ";
    CHECK(run(two + "-rounds 1" + journal).count("Score of") == 0);
    CHECK(run(two + "-rounds 2" + journal).says("Score of A vs B: 0 - 0 - 4  [0.500] 4\n"));
}

TEST_CASE("-quick is a match of two engines, and other options override it") {
    TemporaryFolder folder;
    write_file(folder / "book.epd", head_of_book(2));
    const std::string mock = "cmd=" AGON_BIN "/mock_engine ";
    const std::string quick = "-quick " + mock + mock + "book=" + (folder / "book.epd") + ' ';
    const Run match =
        run(quick + "-each args=uci -rounds 1 -maxmoves 3 -concurrency 1 -journal file=" +
            (folder / "q.jsonl"));
    CAPTURE(match.output);
    CHECK(match.status == 0);
    CHECK(match.says("Finished game 2 (mock_engine2 vs mock_engine1): 1/2-1/2"));
    std::istringstream in(read_file(folder / "q.jsonl"));
    std::string first;
    std::getline(in, first);
    const auto settings = arena::parse_json(first)["settings"];
    CHECK(settings["engines"][0]["tc"] == "10+0.1");
    CHECK(settings["adjudication"]["draw"] ==
          arena::Json{{"movenumber", 30}, {"movecount", 8}, {"score", 8}});
    CHECK(settings["openings"]["count"] == 2);
    check_refused("-quick " + mock + "book=" + BOOK, "-quick needs two cmd=");
    check_refused("-quick " + mock + mock + mock + "book=" + BOOK, "-quick needs two cmd=");
    check_refused("-quick " + mock + mock, "-quick needs book=");
    check_refused("-quick " + mock + mock + "book=book.txt", "a file that ends in .epd or .pgn");
    check_refused("-quick " + mock + mock + "book=a.epd book=b.epd", "book= is given twice");
    check_refused("-quick " + mock + mock + "tc=5 book=" + BOOK, "unknown key of -quick 'tc'");
    check_refused("-quick " + mock + mock + "book", "expected KEY=VALUE, got 'book'");
    check_refused(quick + quick, "-quick is given twice");
    check_refused("-quick", "-quick needs two cmd=");
}

TEST_CASE("names with blanks come through journal, PGN, table, report and merge") {
    TemporaryFolder folder;
    const std::string pgn = folder / "n.pgn", journal = folder / "n.jsonl";
    const std::string command = engine("'Agon dev'") + engine("'Agon 0.5 (old)'") + CLOCK +
                                "-maxmoves 3 -rounds 1 -pgnout file=" + pgn +
                                " -log file=" + (folder / "n.log");
    const Run match = run(command);
    CAPTURE(match.output);
    CHECK(match.status == 0);
    CHECK(match.says("Finished game 1 (Agon dev vs Agon 0.5 (old)): 1/2-1/2 {"));
    CHECK(match.says("Results of Agon dev vs Agon 0.5 (old):"));
    CHECK(read_file(pgn).find("[White \"Agon dev\"]") != std::string::npos);
    CHECK(run(command).says("Resuming after 2 finished games"));
    CHECK(run("merge " + journal).says("Results of Agon dev vs Agon 0.5 (old):"));
    CHECK(run("replay " + journal + " 1").says("Agon dev"));
    CHECK(run("replay " + journal + " 1 --ply 1").says(" Agon dev < bestmove"));
    CHECK(run("report " + journal + " -o " + (folder / "n.html")).status == 0);
    CHECK(read_file(folder / "n.html").find("Agon dev vs Agon 0.5 (old)") != std::string::npos);
    CHECK(run("report " + pgn + " -o " + (folder / "p.html")).status == 0);
    CHECK(run("rate " + pgn).says("Agon 0.5 (old)"));
}

TEST_CASE("details of engines are read, written and read again") {
    Evaluation said;
    read_details("info depth 5 nps 243000 hashfull 17 time 500 score cp 3 pv a1b2 nps 7", said);
    CHECK(said.nps == 243000);
    CHECK(said.hashfull == 17);
    CHECK(said.took == 500);
    for (const char* const line :
         {"info string nps 1 hashfull 1 time 1", "bestmove a1b2 nps 1", "info nps", "",
          "info nps x hashfull 1001 time -4", "info hashfull 99999999999 time 99999999999"})
        read_details(line, said);
    CHECK(said.nps == 243000);
    CHECK(said.hashfull == 17);
    CHECK(said.took == 500);
    ActionRecord action;
    action.elapsed = Microseconds(504'400);
    action.evaluation = said;
    action.evaluation.nodes = 9;
    CHECK(comment_text(action) == "0.504s, n=9, nps=243000, hashfull=17, latency=0.004s");
    for (const std::int64_t took : {0, 500, 504, 505, 99'999}) {
        action.evaluation.took = took;
        action.evaluation.hashfull = 0;
        action.evaluation.lines = {"x, latency=\"1\""};
        ActionRecord again;
        CHECK(read_comment(comment_text(action) + ", White wins", again) == "White wins");
        CHECK(again.evaluation == action.evaluation);
    }
    for (const char* const comment :
         {"0.5s, nps=", "0.5s, hashfull=x, y", "0.5s, latency=-s", "0.5s, latency=1e300s",
          "0.5s, latency=nan", "0.5s, nps=99999999999999999999999"}) {
        ActionRecord damaged;
        (void)read_comment(comment, damaged); // whatever it is, no crash and no wild value
        CHECK(damaged.evaluation.nps == 0);
        CHECK_FALSE(damaged.evaluation.hashfull);
    }
}

TEST_CASE("-pgnout has the details that are asked for, and only those") {
    TemporaryFolder folder;
    const std::string agon = "-engine cmd=" AGON_BIN "/agon name=A nodes=300 -engine cmd=" AGON_BIN
                             "/agon name=B nodes=300 -rounds 1 -maxmoves 3 -pgnout file=";
    const std::string all = folder / "all.pgn", none = folder / "none.pgn";
    const std::string command = agon + all + " nps=true hashfull=on latency=true";
    REQUIRE(run(command).status == 0);
    REQUIRE(run(agon + none).status == 0);
    const std::string details = read_file(all), plain = read_file(none);
    for (const char* const word : {"nps=", "hashfull=", "latency="}) {
        CAPTURE(word);
        CHECK(details.find(word) != std::string::npos);
        CHECK(plain.find(word) == std::string::npos);
        CHECK(read_file(folder / "none.jsonl").find(word) == std::string::npos);
    }
    // From the journal the PGN is the same.
    CHECK(run("convert " + (folder / "all.jsonl") + " -o " + (folder / "again.pgn")).status == 0);
    const std::string again = read_file(folder / "again.pgn");
    CHECK(again.substr(again.find("\n\n")).substr(0, 300) ==
          details.substr(details.find("\n\n")).substr(0, 300));
    check_refused(agon + all, "is the journal of another match (engines/0/details", 1);
    check_refused(agon + (folder / "x.pgn") + " nps=maybe", "-pgnout nps: expected");
    for (const char* const bad : {"\"hashfull\":1.5", "\"time\":-1", "\"nps\":\"x\""}) {
        std::string text = read_file(folder / "all.jsonl");
        const auto at = text.find("\"nodes\":");
        text.insert(text.find("\"nodes\":", at + 20), std::string(bad) + ',');
        write_file(folder / "bad.jsonl", text);
        const Run report = run("report " + (folder / "bad.jsonl") + " -o " + (folder / "b.html"));
        CHECK((report.status == 0 || report.says("bad.jsonl:"))); // a later duplicate key wins
    }
}

TEST_CASE("a draw once both sides are in refuges or seals") {
    RuleSet rules = Presets().at("botermans").rules;
    const auto verdict = [&](const std::string& position, bool refuges) {
        Adjudication adjudication;
        adjudication.refuges = refuges;
        return Referee(rules, parse_position(rules, position), {}, false, adjudication).verdict();
    };
    // bench/solved.md: botermans, Black in S and White's queen on the throne.
    const std::string both = "q5/7/8/9/4g5/5Q5/4g5/9/8/gggg3/GGGGGG w - - 0 1";
    const auto drawn = verdict(both, true);
    REQUIRE(drawn);
    CHECK(drawn->result == Result::Draw);
    CHECK(drawn->termination == Termination::Adjudication);
    CHECK(drawn->reason == "Draw by adjudication (refuges)");
    CHECK_FALSE(verdict(both, false)); // off unless asked for
    // One side is not enough: the guards of S are on the outer ring.
    CHECK_FALSE(verdict("q5/7/8/9/9g/5Q5/9g/9/8/gggg3/GGGGGG w - - 0 1", true));
    // Classic: both sides have a seal, or only Black.
    rules = Presets().at("classic").rules;
    const naive::Rules naive_rules = naive::preset("classic");
    const std::string seals = "6/7/8/9/3GQ1G3/4gq5/2Gg1gG3/5g3/2GggG2/7/6 w - - 0 1";
    REQUIRE_FALSE(support::seal_steps(naive_rules, seals, 'w').empty());
    REQUIRE_FALSE(support::seal_steps(naive_rules, seals, 'b').empty());
    const auto sealed = verdict(seals, true);
    REQUIRE(sealed);
    CHECK(sealed->result == Result::Draw);
    CHECK(sealed->reason == "Draw by adjudication (seals)");
    CHECK_FALSE(verdict(seals, false));
    REQUIRE(support::seal_steps(naive_rules, support::SEALED, 'w').empty());
    CHECK_FALSE(verdict(support::SEALED, true));
    // A match ends there, and says so.
    TemporaryFolder folder;
    write_file(folder / "r.epd", "q5/7/8/9/4g5/6Q4/4g5/9/8/gggg3/GGGGGG w - - hmvc 0; fmvn 1;\n");
    const std::string match = engine("A") + engine("B") + CLOCK +
                              "-rounds 1 -maxmoves 40 -openings file=" + (folder / "r.epd") + ' ';
    for (const char* const options :
         {"-variant botermans -refuges", "-variant neto -refuges", "-refuges"})
        CHECK(run(match + options).status == 0);
    check_refused(match + "-variant bloody-queen -refuges",
                  "-refuges: no refuge and no seal is proved under the rules bloody-queen");
    check_refused(match + "-variant botermans -refuges yes", "-refuges: expected no value");
}

// Every reader of text ignores a UTF-8 byte order mark at its beginning, which Windows editors
// and PowerShell write.
#include "tests/support/arena.hpp"

#include <doctest/doctest.h>

#include <regex>

using namespace agon::test;

namespace {

const std::string MARK = "\xef\xbb\xbf";
const std::string AGON = AGON_BIN "/agon";
const std::string MATCH = AGON_BIN "/agon-match";
const std::string START = "1g1G1q/G6/7G/9/g8g/11/G8G/9/g7/6g/Q1g1G1 w - - 0 1";
const std::string SHORT_GAME = "[White \"a\"]\n[Black \"b\"]\n\n1. a1b2 l11k10 1-0\n";

/// The output without the parts that differ between runs.
std::string settled(const std::string& text) {
    const std::regex changing("[0-9]+-[0-9]+-[0-9T:.-]+|(time|nps|hashfull) [0-9]+|"
                              "[0-9.]+ (s|ms|per second|nps)\\b");
    return std::regex_replace(text, changing, "?");
}

struct Reader {
    std::string text; ///< its input
    std::string name; ///< of the file that it reads; "" for standard input
    std::string command;
    std::string says; ///< part of the output if the text was understood
};

} // namespace

TEST_CASE("a text is the same with a byte order mark") {
    const std::string mock =
        MATCH + ' ' + engine("A") + engine("B") + CLOCK + "-rounds 1 -maxmoves 2 ";
    const Reader readers[] = {
        {"uci\nquit\n", "", AGON, "uciok"},
        {"ugi\nquit\n", "", AGON, "ugiok"},
        {"protocol_version\nquit\n", "", AGON, "= 2"},
        {"\n\nugi\nquit\n", "", AGON, "ugiok"},
        {"isready\nquit\n", "", AGON + " --protocol uci", "readyok"},
        {"isready\nquit\n", "", AGON + " --protocol ugi", "readyok"},
        {"7 name\nquit\n", "", AGON + " --protocol gtp", "=7 "},
        {"a1b2\nquit\n", "", "cd %; " + AGON + " play --side both", "White played a1b2"},
        {"hint\nquit\n", "", AGON + " play --puzzles", "Look at "},
        {"[x:ham]\n", "x.ini", AGON + " perft 1 --variant-path % --variant x", "\n"},
        {"classic 1 1 shortest gggggq/g6/8/9/4GG4/4GQG4/4G5/5G3/8/7/6 w - - 0 1\n", "x.txt",
         AGON + " bench --suite % --nodes 100", "1"},
        {SHORT_GAME, "x.pgn", AGON + " review --nodes 1 %", "a1b2"},
        {SHORT_GAME, "x.pgn", MATCH + " convert % --to sgf", "(;"},
        {SHORT_GAME, "x", MATCH + " convert % --to sgf", "(;"},
        {"(;PW[a];W[a1b2])", "x.sgf", MATCH + " convert % --to pgn", "a1b2"},
        {R"({"header": {"game": {"name": "Agon"}, "site": {"name": "s"}, "players":
            [{"name": "a", "result": 1}, {"name": "b", "result": 0}]}, "moves": [["a1b2", null]]})",
         "x.json", MATCH + " convert % --to pgn", "a1b2"},
        {SHORT_GAME, "x.pgn", mock + "-openings format=pgn file=%", "game 1"},
        {START + "\n", "x.epd", mock + "-openings file=%", "Finished game 1"},
        {R"([{"name": "C", "command": ")" AGON_BIN R"(/mock_engine", "protocol": "uci"}])",
         "x.json", mock + "-engine conf=%:C", "Finished game 3 (A vs C)"},
        {"zz\n", "", AGON_BIN "/agon-solve --find", "line 1: unknown preset 'zz'"},
    };
    for (const Reader& reader : readers) {
        CAPTURE(reader.text);
        CAPTURE(reader.command);
        const auto said = [&](const std::string& mark) {
            const TemporaryFolder folder;
            const std::string file = folder / (reader.name.empty() ? "in" : reader.name);
            write_file(file, mark + reader.text);
            std::string command = reader.command;
            const std::string place = reader.name.empty() ? folder.path.string() : file;
            if (const auto at = command.find('%'); at != command.npos)
                command.replace(at, 1, place);
            if (reader.name.empty()) command = "{ " + command + "; } <" + file;
            std::string output = run_shell(command + " 2>&1").output;
            for (auto at = output.find(place); at != output.npos; at = output.find(place))
                output.replace(at, place.size(), "PLACE");
            return settled(output);
        };
        const std::string plain = said("");
        CAPTURE(plain);
        CHECK(plain.find(reader.says) != plain.npos);
        CHECK(said(MARK) == plain);
    }
}

TEST_CASE("a journal with a byte order mark is read and resumed") {
    const TemporaryFolder folder;
    const std::string journal = folder / "a.jsonl", pgn = folder / "a.pgn";
    const auto match = [&](const char* rounds) {
        const Run run =
            agon::test::run(engine("A") + engine("B") + CLOCK + "-maxmoves 3 -repeat -rounds " +
                            rounds + " -log file=" + (folder / "a.log") + " -pgnout file=" + pgn);
        CAPTURE(run.output);
        CHECK(run.status == 0);
        return run;
    };
    match("1");
    const std::string before = read_file(journal);
    write_file(journal, MARK + before + "{\"game\": 3, \"cut sh");
    write_file(folder / "a.log", MARK + read_file(folder / "a.log"));
    CHECK(run("replay " + journal + " 1 --ply 1 --nodes 10").says("go wtime"));
    match("2");
    const std::string after = read_file(journal);
    CHECK(after.starts_with(MARK + before));
    CHECK(Run{0, after}.count("{\"game\":") == 4);
    std::filesystem::copy_file(journal, folder / "copy");
    CHECK(run("report " + (folder / "copy") + " -o " + (folder / "a.html")).status == 0);
    CHECK(run("merge " + journal + " -o " + (folder / "b.jsonl")).status == 0);
    CHECK(Run{0, read_file(folder / "b.jsonl")}.count("{\"game\":") == 4);
}

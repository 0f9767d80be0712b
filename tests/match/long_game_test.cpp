// Everything that reads games reads one of 100,000 actions (arena.md, Limits).
#include "tests/support/arena.hpp"
#include "tests/support/build_kind.hpp"
#include "tools/arena/journal/journal.hpp"

using namespace agon::test;
using agon::match::Json;

namespace {

constexpr int ACTIONS = support::SLOW_BUILD ? 10'000 : 100'000;
constexpr const char* BACK_AND_FORTH[] = {"a1a2", "l11l10", "a2a1", "l10l11"}; // they lead back
const std::string NO_DRAWS =
    "-each nodes=1 option.NoProgressLimit=0 option.RepetitionLimit=0 -rounds 1 -games 1 ";

/// The journal of a short game, which is given other actions, and many.
std::string long_journal(const TemporaryFolder& folder) {
    const std::string file = folder / "short.jsonl";
    const Run match =
        run(engine("A") + engine("B") + NO_DRAWS + "-maxmoves 1 -journal file=" + file);
    CAPTURE(match.output);
    REQUIRE(match.status == 0);
    const auto lines = support::lines_of(read_file(file));
    Json record = Json::parse(lines.at(1));
    Json actions = Json::array();
    for (int i = 0; i < ACTIONS; ++i)
        actions.push_back({{"move", BACK_AND_FORTH[i % 4]}, {"us", 5}, {"nodes", 4}});
    record["actions"] = actions;
    std::string longer = folder / "long.jsonl";
    std::ofstream(longer) << lines[0] << '\n' << record.dump() << '\n';
    return longer;
}

} // namespace

TEST_CASE("a journal with a long game is listed, counted and drawn") {
    const TemporaryFolder folder;
    const std::string journal = long_journal(folder);
    const Run list = run("replay " + journal + " 1");
    CHECK(list.status == 0);
    CHECK(list.count("\n") == 2 + ACTIONS);
    CHECK(list.says("\n" + std::to_string(ACTIONS) + " black l10l11 "));
    const Run table = run("merge " + journal);
    CHECK(table.status == 0);
    CHECK(table.says("A: won-lost-drawn 0-0-1 as white"));
    const std::string page = folder / "page.html";
    const Run report = run("report " + journal + " -o " + page);
    CHECK(report.status == 0);
    CHECK(std::filesystem::file_size(page) > ACTIONS);
}

TEST_CASE("a long game is an opening, to its end") {
    const TemporaryFolder folder;
    const std::string openings = folder / "long.pgn", games = folder / "games.pgn";
    std::ofstream file(openings);
    file << "[Event \"?\"]\n[Result \"*\"]\n\n";
    for (int i = 0; i < ACTIONS; ++i) file << BACK_AND_FORTH[i % 4] << (i % 8 == 7 ? '\n' : ' ');
    file << "*\n";
    file.close();
    const Run match =
        run(engine("A") + engine("B") + NO_DRAWS + "-maxmoves " + std::to_string(ACTIONS / 2 + 1) +
            " -pgnout file=" + games + " -openings format=pgn file=" + openings);
    CAPTURE(match.output);
    CHECK(match.status == 0);
    // What the mocks play, each once, is legal only if they were sent the whole of it.
    CHECK(match.says("; no faults\n"));
    CHECK(read_file(games).find("[PlyCount \"" + std::to_string(ACTIONS + 2) + "\"]") !=
          std::string::npos);
}

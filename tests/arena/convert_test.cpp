// Games in the formats of other programs: round trips of random games, files as those programs
// write them, and the command `convert`.
#include "engine/error.hpp"
#include "engine/game/apply.hpp"
#include "engine/game/movegen.hpp"
#include "engine/game/outcome.hpp"
#include "engine/game/turn.hpp"
#include "engine/notation/notation.hpp"
#include "protocol/record/evaluation.hpp"
#include "protocol/record/match_rules.hpp"
#include "protocol/record/pgn_records.hpp"
#include "protocol/record/record.hpp"
#include "protocol/record/recorded_game.hpp"
#include "protocol/record/referee.hpp"
#include "protocol/record/result.hpp"
#include "tests/support/arena.hpp"
#include "tests/support/player.hpp"
#include "tools/arena/cli/conversion.hpp"
#include "tools/arena/cli/game_files.hpp"
#include "tools/arena/foreign/abstract_play.hpp"
#include "tools/arena/journal/journal.hpp"
#include "tools/arena/web/report.hpp"

#include <sstream>

using namespace agon;
using namespace agon::arena;
using agon::test::Run;
using agon::test::TemporaryFolder;

namespace {

MatchRules find_rules(const std::optional<std::string>& variant,
                      const std::optional<std::string>& setup) {
    return make_match_rules(variant.value_or("classic"), setup.value_or("preset"), "", {});
}

/// A random game to its end or for some actions; engines comment on most of them.
RecordedGame random_game(const char* variant, const char* setup, std::uint64_t seed) {
    RecordedGame game{{}, make_match_rules(variant, setup, "", {}), {"Event ]\\x", "Site"}};
    GameRecord& record = game.record;
    const RuleSet& rules = game.rules.rules;
    support::Random random(seed);
    support::Player player(random);
    record.names = {"White \"a\"", "Black b"};
    record.round = 3;
    record.controls[0].time = Milliseconds(10'000);
    record.controls[0].increment = Milliseconds(100);
    record.controls[1].move_time = Milliseconds(500);
    record.begun = std::chrono::system_clock::time_point(std::chrono::hours(24 * 20'000));
    record.ended = record.begun + std::chrono::seconds(77);
    record.first = record.last = game.rules.start();
    MoveList moves;
    while (record.actions.size() < 150 && !decided(rules, record.last)) {
        legal_moves(rules, record.last, moves);
        ActionRecord action;
        action.chooser = chooser(rules, record.last);
        action.move = player.choose(rules, record.last, moves);
        const int i = static_cast<int>(record.actions.size());
        if (i < 2) {
            action.book = true;
        } else {
            action.elapsed = Milliseconds(i);
            const auto kind = static_cast<Evaluation::Kind>(i % 3);
            const int depth = kind == Evaluation::Kind::None ? 0 : 1 + i;
            action.evaluation = {kind,  depth == 0 ? 0 : i * 7 - 90,          depth,
                                 i % 5, static_cast<std::uint64_t>(1000 * i), {}};
            if (kind == Evaluation::Kind::Mate && action.evaluation.value == 0)
                action.evaluation.value = 1;
            if (i % 4 == 0) action.evaluation.lines = {"info string a \"b\", c"};
        }
        apply(rules, record.last, action.move);
        record.actions.push_back(action);
    }
    record.verdict = {Result::BlackWins, Termination::TimeForfeit, "White loses on time",
                      Fault::OnTime};
    if (const auto outcome = decided(rules, record.last)) record.verdict = verdict_of(*outcome);
    return game;
}

std::string shown(const RecordedGame& game) { return to_json(game.record).dump(1); }

const std::pair<const char*, const char*> SETUPS[] = {{"classic", "standard"},
                                                      {"way-to-play", "standard"},
                                                      {"german", "placement"},
                                                      {"bloody-queen", "standard"},
                                                      {"queens-guard-opponent", "placement"}};

std::vector<RecordedGame> sgf(const std::string& text) {
    std::istringstream in(text);
    return read_sgf(in, find_rules);
}

std::string actions(const RecordedGame& game) {
    std::string text;
    for (const ActionRecord& action : game.record.actions)
        text += (text.empty() ? "" : " ") + to_text(action.move);
    return text;
}

} // namespace

TEST_CASE("a game is the same after PGN, after SGF and after a record of Abstract Play") {
    std::uint64_t seed = 0;
    for (const auto& rules : SETUPS) {
        const char* const variant = rules.first;
        CAPTURE(variant);
        for (int n = 0; n < 4; ++n) {
            RecordedGame game = random_game(rules.first, rules.second, ++seed);
            game.record.encounter = 0;

            std::istringstream pgn(to_pgn(game.record, game.rules, game.tags));
            const auto from_pgn = read_pgn(pgn, find_rules);
            REQUIRE(from_pgn.size() == 1);
            CHECK(shown(from_pgn[0]) == shown(game)); // as JSON, action by action
            CHECK(from_pgn[0].record.controls == game.record.controls);
            CHECK(from_pgn[0].tags.event == game.tags.event);

            const Json written = to_abstract_play(game, game.record.ended);
            const auto from_json = from_abstract_play(Json::parse(written.dump()), find_rules);
            REQUIRE(from_json.size() == 1);
            CHECK(shown(from_json[0]) == shown(game));
            CHECK(from_json[0].record.controls == game.record.controls);
            CHECK(from_json[0].rules.setup == game.rules.setup);

            for (const SgfMoves moves : {SgfMoves::Vertex, SgfMoves::Text}) {
                const auto from_sgf = sgf(to_sgf(game, moves));
                REQUIRE(from_sgf.size() == 1);
                RecordedGame expected = game; // the day is kept
                expected.record.ended = expected.record.begun;
                CHECK(shown(from_sgf[0]) == shown(expected));
                CHECK(from_sgf[0].tags.event == game.tags.event);
                CHECK(from_sgf[0].rules.setup == game.rules.setup);
            }
        }
    }
}

TEST_CASE("forfeited turns, games without an action, and other first positions are kept") {
    RecordedGame game = random_game("classic", "standard", 1);
    game.record.actions.clear();
    game.record.first =
        parse_position(game.rules.rules, "1g1G1q/G6/7G/9/g8g/11/G8G/9/g7/6g/Q1g1G1 b - - 7 4");
    game.record.verdict = {Result::WhiteWins, Termination::Abandoned,
                           "Black disconnects: crash (killed by signal 9 (Killed))", Fault::Crash};
    for (const bool played : {false, true}) {
        if (played) {
            ActionRecord& action = game.record.actions.emplace_back();
            action.move = Move::pass();
            action.chooser = Side::Black;
            action.elapsed = Milliseconds(12);
            action.forfeited = "a1a1 is no action";
        }
        std::istringstream pgn(to_pgn(game.record, game.rules, game.tags));
        CHECK(shown(read_pgn(pgn, find_rules).at(0)) == shown(game));
        const Json written = to_abstract_play(game, game.record.ended);
        CHECK(shown(from_abstract_play(written, find_rules).at(0)) == shown(game));
        const auto from_sgf = sgf(to_sgf(game, SgfMoves::Vertex)).at(0);
        CHECK(from_sgf.record.first == game.record.first);
        CHECK(from_sgf.record.verdict.reason == game.record.verdict.reason);
        CHECK(from_sgf.record.actions.size() == game.record.actions.size());
        if (played) CHECK(from_sgf.record.actions[0].forfeited == "a1a1 is no action");
    }
}

TEST_CASE("an SGF of gogui-twogtp") {
    // Header and order of properties as gogui-twogtp writes them. An action is two nodes with a
    // pass in between. In GoGui's coordinates a1 is `ak`, l11 is `ka`: columns and rows are letters
    // without a gap, rows from the top.
    const std::string game =
        "(;FF[4]CA[UTF-8]AP[gogui-twogtp:1.6]SZ[11]\n"
        "KM[6.5]PB[Agon B]PW[Agon W]DT[2026-11-21]RE[W+R]\n"
        "C[Black command: agon --protocol gtp\nWhite command: agon [x\\]\nResult[Black\\]: W+R]"
        "\n;B[];W[ak];B[];W[bj];B[ka];W[]\n;B[jb](;W[];B[tt])(;W[aa];B[bb]))\n";
    const auto games = sgf(game + '\n' + game);
    REQUIRE(games.size() == 2);
    CHECK(actions(games[0]) == "a1b2 l11k10");
    const GameRecord& record = games[1].record;
    CHECK(record.number == 2);
    CHECK(record.names == PerSide<std::string>{"Agon W", "Agon B"});
    CHECK(record.verdict.result == Result::WhiteWins);
    CHECK(record.verdict.reason == "White wins");
    CHECK(record.verdict.termination == Termination::Normal);
    CHECK(record.actions[1].chooser == Side::Black);

    // Actions of text, a win on time, and an unknown result.
    const auto text = sgf("(;W[a1b2]C[+0.10/3 0.500s];B[l11k10]RE[B+T])");
    CHECK(actions(text.at(0)) == "a1b2 l11k10");
    CHECK(text[0].record.actions[0].evaluation.value == 10);
    CHECK(text[0].record.verdict.result == Result::Unfinished);
    const auto timed = sgf("(;RE[B+T];W[a1b2])").at(0).record.verdict;
    CHECK(timed.result == Result::BlackWins);
    CHECK(timed.reason == "White loses on time");
    CHECK(timed.fault == Fault::OnTime);
    CHECK(sgf("(;RE[0];W[a1b2])").at(0).record.verdict.result == Result::Draw);
}

TEST_CASE("faults of an SGF are reported with their line") {
    const auto refused = [](const std::string& text, const std::string& words) {
        CAPTURE(text);
        std::string said;
        try {
            static_cast<void>(sgf(text));
        } catch (const Error& error) {
            said = error.what();
        }
        CAPTURE(said);
        CHECK(said.starts_with(words));
    };
    refused("(;SZ[19])", "1: SZ is '19', but Agon's board is 11");
    refused("(;\n;W[a1b2]\n;W[a1b2])", "3: white plays 'a1b2', but black is to act");
    refused("(;\n;W[ak];B[]\n)", "2: the last action has no second cell after a1");
    refused("(;;W[ak];W[ka])", "1: ");
    refused("(;;W[zz])", "1: ");
    refused("(;AB[aa])", "1: AB does not distinguish queens from guards");
    refused("(;FEN[x])", "1: ");
    refused("(;W", "1: property 'W' has no value");
    refused("(;\nC[x", "2: a value does not end");
    refused("(;C[x]\n", "2: a game does not end");
    refused("()", "1: a game or a variation has no node");
    refused("(;W[a1b2])\n\n( )(;W[a1b2])", "3: a game or a variation has no node");
    refused("(;W[a1b2]()(;B[l11k10]))", "1: a game or a variation has no node");
    refused("(;?)", "1: expected a property, got '?'");
    refused("(C[x])", "1: a property stands before any node");
    refused("(;RU[Agon chess])", "1: ");
    CHECK(sgf("").empty());
    // The throne is won; the board contradicts the file.
    refused("(;FEN[6/7/8/9/4GG4/4GQG4/4GG4/9/1q6/gggg3/gg4 b - - 0 20]RE[B+R])",
            "1: the result is 0-1, but White wins (throne)");
    // Deep nesting does not overflow the stack.
    CHECK_THROWS_AS(static_cast<void>(sgf(std::string(1'000'000, '('))), Error);
}

TEST_CASE("a record of Abstract Play has what its schema requires") {
    const RecordedGame game = random_game("way-to-play", "standard", 5);
    const Json record = to_abstract_play(game, game.record.ended);
    // `required` of gamerecord/1-0-0, which allows no other members beside header and moves.
    CHECK(record.size() == 2);
    for (const char* const name :
         {"game", "site", "date-start", "date-end", "date-generated", "players"})
        CHECK(record["header"].contains(name));
    CHECK(record["header"]["game"] ==
          Json{{"name", "Agon"}, {"variants", {"way-to-play", "setup standard"}}});
    CHECK(record["header"]["date-start"] == "2024-10-04T00:00:00.000Z"); // 20,000 days
    CHECK(record["header"]["date-end"] == "2024-10-04T00:01:17.000Z");
    const Json& players = record["header"]["players"];
    CHECK(players[0]["result"].get<int>() + players[1]["result"].get<int>() <= 1);
    // Each round has an entry or null for either side, in the order of seats.
    std::size_t entries = 0;
    for (const Json& round : record["moves"]) {
        CHECK(round.size() == 2);
        for (const Json& entry : round) entries += !entry.is_null();
    }
    CHECK(entries == game.record.actions.size());

    RecordedGame unfinished = game;
    unfinished.record.verdict = {};
    CHECK_THROWS_AS(static_cast<void>(to_abstract_play(unfinished, {})), Error);
}

TEST_CASE("a record of Abstract Play by another program") {
    Json record = Json::parse(R"({"header": {
        "game": {"name": "Agon"}, "site": {"name": "Abstract Play", "gameid": "x-1"},
        "date-start": "2023-04-25T18:53:52.361Z", "date-end": "2023-04-26T10:00:00Z",
        "date-generated": "2023-04-26T10:00:00Z", "players": [
            {"name": "one", "userid": "u1", "result": 0}, {"name": "two", "result": 1}]},
        "moves": [[{"move": "a1b2", "sequence": 1}, "l11k10"], [null, null], ["b2c3", null]]})");
    const auto read = [&] { return from_abstract_play(record, find_rules).at(0); };
    CHECK(actions(read()) == "a1b2 l11k10 b2c3");
    CHECK(read().record.names == PerSide<std::string>{"one", "two"});
    CHECK(read().record.verdict.result == Result::BlackWins);
    CHECK(read().tags.site == "Abstract Play");
    CHECK(read().left_out == std::set<std::string>{"member userid"});
    CHECK(read().record.begun.time_since_epoch() == std::chrono::milliseconds(1682448832361));
    record["moves"] =
        Json::parse(R"([[{"move": "l11k10", "sequence": 2}, {"move": "a1b2", "sequence": 1}]])");
    CHECK(actions(read()) == "a1b2 l11k10");

    const auto refused = [&](const char* pointer, const Json& value, const std::string& words) {
        Json wrong = record;
        wrong[Json::json_pointer(pointer)] = value;
        CAPTURE(pointer);
        std::string said;
        try {
            static_cast<void>(from_abstract_play(Json::array({record, wrong}), find_rules));
        } catch (const Error& error) {
            said = error.what();
        }
        CAPTURE(said);
        CHECK(said.starts_with("game 2: " + words));
    };
    refused("/header/game/name", "Chess", "it is a game of 'Chess'");
    refused("/header/game/variants", {"chess"}, "");
    refused("/header/players", Json::array(), "there are not two players");
    refused("/header/players/0/result", "won", "the result of a player is not a number");
    refused("/header/players/0/name", 5, "name is not a string");
    refused("/header/startingPosition", "x", "");
    refused("/moves", 5, "moves is not a list");
    refused("/moves/0", 5, "a round is not a list");
    refused("/moves/0/0", 5, "an entry of a round is neither an action nor null");
    refused("/moves/0/0", "a1a11", "");
    CHECK_THROWS_WITH(static_cast<void>(from_abstract_play(Json(5), find_rules)),
                      "game 1: header is missing");
}

TEST_CASE("what a format cannot hold is reported") {
    using Words = std::set<std::string>;
    const auto lost = [](const RecordedGame& game, GameFormat format) {
        return losses({game}, format, SgfMoves::Vertex);
    };
    const RecordedGame plain = random_game("classic", "standard", 1); // a whole millisecond each
    CHECK(lost(plain, GameFormat::Pgn) == Words());
    CHECK(lost(plain, GameFormat::AbstractPlay) == Words());
    CHECK(lost(plain, GameFormat::Journal) == Words());
    CHECK(lost(plain, GameFormat::Sgf) == Words{"time controls", "times of day"});

    RecordedGame game = plain;
    game.record.actions[2].elapsed += Microseconds(1);
    game.record.actions[3].evaluation = {};
    game.record.actions[3].evaluation.depth = 7;
    const Words below{"times of actions below a millisecond", "depths without a score"};
    for (const auto format : {GameFormat::Pgn, GameFormat::AbstractPlay})
        CHECK(lost(game, format) == below);
    CHECK(lost(game, GameFormat::Journal) == Words());

    game = plain;
    game.record.begun += Milliseconds(5);
    game.record.names = {"Zo\u00eb", "a\tb"};
    game.record.actions[2].evaluation.lines = {"info string {braces}"};
    CHECK(lost(game, GameFormat::Pgn) == Words{"fractions of a second in times of day",
                                               "some characters of names",
                                               "some characters of what engines said"});
    CHECK(lost(game, GameFormat::AbstractPlay) == Words());

    game = plain;
    game.record.controls[0].nodes = 1000;
    game.rules.limits.no_progress = 50;
    for (const auto format : {GameFormat::Pgn, GameFormat::AbstractPlay})
        CHECK(lost(game, format) == Words{"limits of nodes and depth, and time margins",
                                          "limits of draws other than 3 and 100"});
    CHECK(lost(game, GameFormat::Journal) == Words());
    game.rules.variant = "club";
    CHECK(lost(game, GameFormat::Sgf)
              .contains("custom rules, except for their name: reading needs --variant-path"));

    // A journal has one event, and one time control for each player.
    RecordedGame other = plain;
    other.tags.event = "another";
    other.record.controls = {};
    CHECK(losses({plain, other}, GameFormat::Journal, SgfMoves::Vertex) ==
          Words{"event and site as they are", "time controls"});
}

TEST_CASE("what a file contains besides its games is reported") {
    using Words = std::set<std::string>;
    std::istringstream pgn("[White \"a\"]\n[ECO \"A00\"]\n\n{hello} 1. a1b2 {nodes=5 depth=3} "
                           "(1. a1b1) $1 l11k10 {+0.10/3 0.500s} *");
    const auto game = read_pgn(pgn, find_rules).at(0);
    CHECK(game.left_out ==
          Words{"comments in other words than the arena's", "glyphs", "tag ECO", "variations"});
    CHECK(game.record.actions.at(1).evaluation.value == 10);
    // The last comment is the reason of the result.
    std::istringstream reason("1. a1b2 {0.500s, Black resigns} 1-0");
    CHECK(read_pgn(reason, find_rules).at(0).left_out == Words());

    CHECK(sgf("(;KM[6.5];W[a1b2]C[nodes=5](;B[l11k10])(;B[l9l10]))").at(0).left_out ==
          Words{"comments in other words than the arena's", "property KM", "variations"});
    CHECK(sgf("(;;W[ak]C[x];B[];W[bj])").at(0).left_out ==
          Words{"comments in other words than the arena's"});
    CHECK(sgf("(;C[Black command: agon];W[a1b2])").at(0).left_out ==
          Words{"comments in other words than the arena's"});
    CHECK(sgf("(;FF[4];W[a1b2]C[0.500s])").at(0).left_out == Words());
}

TEST_CASE("a PGN from another program keeps its contents") {
    const TemporaryFolder folder;
    const auto convert = [&](const std::string& from, const std::string& to) {
        const Run run = test::run("convert " + (folder / from) + " -o " + (folder / to));
        CAPTURE(run.output);
        CHECK(run.status == 0);
        return Run{run.status, test::read_file(folder / to)};
    };
    struct Case {
        const char* tags;
        std::vector<const char*> kept, invented;
    };
    const std::vector<const char*> times{"[GameStartTime", "[GameEndTime", "1970"};
    const Case cases[] = {
        {"[White \"M\xc3\xbcller\"]\n[Black \"\xe6\xa3\x8b \\\"x\\\"\"]\n[Date \"2024.??.??\"]\n"
         "[Round \"?\"]\n[Event \"Caf\xc3\xa9\"]",
         {"[White \"M\xc3\xbcller\"]", "[Black \"\xe6\xa3\x8b \\\"x\\\"\"]",
          "[Date \"2024.??.??\"]", "[Round \"?\"]", "[Event \"Caf\xc3\xa9\"]"},
         times},
        {"[White \"M\xfcller\"]", // ISO 8859-1
         {"[White \"M\xc3\xbcller\"]", "[Date \"????.??.??\"]", "[Round \"?\"]"},
         {"[GameStartTime", "[GameEndTime", "1970", "[TimeControl"}},
        {"[Date \"2024.05.06\"]\n[Round \"2.1\"]\n[TimeControl \"40/7200:3600\"]",
         {"[Date \"2024.05.06\"]", "[Round \"2.1\"]", "[TimeControl \"40/7200:3600\"]"},
         times},
        {"[Date \"1842.01.02\"]\n[Termination \"Time forfeit\"]",
         {"[Date \"1842.01.02\"]", "[Termination \"time forfeit\"]"},
         times},
        {"[Date \"2024.05.06\"]\n[GameStartTime \"2024-05-06T07:08:09.5Z\"]",
         {"[Date \"2024.05.06\"]", "[GameStartTime \"2024-05-06T07:08:09.5Z\"]"},
         {"[GameEndTime"}},
    };
    int number = 0;
    for (const auto& [tags, kept, invented] : cases) {
        const std::string logged(tags); // clang 14 captures no structured binding
        CAPTURE(logged);
        const std::string name = std::to_string(++number);
        test::write_file(folder / (name + ".pgn"),
                         std::string(tags) + "\n\n1. a1b2 {sch\xc3\xb6n} l11k10 1-0\n");
        const Run again = convert(name + ".pgn", name + "-again.pgn");
        CAPTURE(again.output);
        for (const char* const tag : kept) CHECK(again.count(tag) == 1);
        for (const char* const tag : invented) CHECK_FALSE(again.says(tag));
        const Run reviewed = test::run_shell(AGON_BIN "/agon review --nodes 1 " +
                                             (folder / (name + ".pgn")) + " 2>/dev/null");
        CAPTURE(reviewed.output);
        for (const char* const tag : kept) CHECK(reviewed.count(tag) == 1);
        for (const char* const tag : invented) CHECK_FALSE(reviewed.says(tag));
    }
    // Through other formats, which have no unknown times of day either.
    for (const std::string format : {"jsonl", "sgf", "json"}) {
        CAPTURE(format);
        CHECK_FALSE(convert("1.pgn", "1." + format).says("M??ller"));
        Run back = convert("1." + format, "1-" + format + ".pgn");
        CHECK(back.says("[White \"M\xc3\xbcller\"]"));
        CHECK(back.says("[Date \"????.??.??\"]"));
        for (const char* const tag : times) CHECK_FALSE(back.says(tag));
        convert("3.pgn", "3." + format);
        back = convert("3." + format, "3-" + format + ".pgn");
        CHECK(back.says("[Date \"2024.05.06\"]"));
        for (const char* const tag : times) CHECK_FALSE(back.says(tag));
    }
    CHECK_FALSE(test::Run{0, test::read_file(folder / "1.sgf")}.says("DT["));
    // What a format cannot hold is reported.
    const auto lost = [&](const std::string& file, const std::string& tag) {
        return test::run("convert " + (folder / file) + " --to sgf")
            .says("Warning: sgf cannot hold the text of the tag " + tag + '\n');
    };
    CHECK(lost("1.pgn", "Date"));
    CHECK_FALSE(lost("1.pgn", "Round")); // "?", which means unknown
    CHECK_FALSE(lost("2.pgn", "Date"));
    CHECK(lost("3.pgn", "Round"));
    CHECK(lost("3.pgn", "TimeControl"));
}

TEST_CASE("games of a player against itself, or of unknown players, are converted and reported") {
    const TemporaryFolder folder;
    struct Case {
        const char* name;
        std::string players, title;
    };
    const Case cases[] = {{"self", "[White \"Agon\"]\n[Black \"Agon\"]\n\n", "Agon against itself"},
                          {"unknown", "[White \"?\"]\n[Black \"?\"]\n\n", "Unknown players"},
                          {"empty", "[White \"\"]\n[Black \"\"]\n\n", "Unknown players"},
                          {"none", "[Event \"x\"]\n\n", "Unknown players"}};
    for (const auto& [name, players, title] : cases) {
        const std::string logged(name);
        CAPTURE(logged);
        const std::string pgn = folder / (name + std::string(".pgn"));
        test::write_file(pgn, players + "1. a1b2 l11k10 1-0\n\n" + players + "1. a1b1 1-0\n\n" +
                                  players + "1. a1b2 0-1\n\n" + players + "1. a1b2 1/2-1/2\n\n" +
                                  players + "1. a1b2 *\n");
        for (const std::string format : {"jsonl", "sgf"}) {
            const std::string file = folder / (name + ('.' + format));
            Run run = test::run("convert " + pgn + " -o " + file);
            CAPTURE(run.output);
            CHECK(run.status == 0);
            CHECK(run.says("Wrote 5 games to "));
            const Json page = report_json(read_match({file}, {}));
            CHECK(page["title"] == title);
            CHECK(page["result"] == "White won 2, black 1 of 4 games, 1 drawn");
            CHECK(page["verdict"] == "");
            CHECK(page["elo"] == Json::array({Json::array()}));
            CHECK(page["ranks"].size() == 1);
            CHECK(page["ranks"][0]["games"] == Json({0, 0, 0}));
            CHECK(page["ranks"][0]["bySide"] == Json({{1, 1, 2}, {2, 1, 1}}));
            CHECK(page["games"].size() == 5);
            CHECK(page["games"][0]["actions"] == "a1b2,,,0.000 l11k10,,,0.000");
            run = test::run("report " + file + " -o " + file + ".html");
            CHECK(run.status == 0);
            const Run back = test::run("convert " + file + " --to pgn");
            CHECK(back.count(name == std::string("self") ? "[White \"Agon\"]" : "[White \"?\"]") ==
                  5);
        }
        const std::string journal = folder / (name + std::string(".jsonl"));
        const Run replayed = test::run("replay " + journal + " 1");
        CAPTURE(replayed.output);
        CHECK(replayed.status == 0);
        CHECK(replayed.says("l11k10"));
        const Run merged = test::run("merge " + journal);
        CHECK(merged.status == 0);
        CHECK(merged.says("won-lost-drawn 2-1-1 as white, 1-2-1 as black"));
        CHECK_FALSE(merged.says("Elo"));
    }
    // Among others they are listed, and count for no rating.
    const std::string mixed = folder / "mixed.pgn";
    test::write_file(mixed, cases[0].players + "1. a1b2 1-0\n\n[White \"Agon\"]\n[Black \"B\"]\n\n"
                                               "1. a1b2 0-1\n");
    const Json page = report_json(read_match({mixed}, {}));
    CHECK(page["title"] == "Agon vs B");
    CHECK(page["result"] == "B beat Agon by 1 to 0 in 1 game, +1 =0 -0");
    CHECK(page["games"].size() == 2);
}

TEST_CASE("the command converts a match and back, and reports what is lost") {
    const TemporaryFolder folder;
    const Run match =
        test::run(test::engine("A") + test::engine("B") +
                  "-each tc=60+1 -maxmoves 20 -rounds 2 -pgnout file=" + (folder / "a.pgn"));
    REQUIRE(match.status == 0);
    const auto convert = [](const std::string& arguments, int status = 0) {
        const Run run = test::run("convert " + arguments);
        CAPTURE(run.output);
        CHECK(run.status == status);
        return run;
    };
    const std::string pgn = test::read_file(folder / "a.pgn");
    // Through each format the PGN comes back unchanged.
    CHECK(convert((folder / "a.pgn") + " -o " + (folder / "b.jsonl")).output ==
          "Wrote 4 games to " + (folder / "b.jsonl") + '\n');
    convert((folder / "b.jsonl") + " -o " + (folder / "c.json"));
    CHECK(convert((folder / "c.json") + " --to pgn").output == pgn);
    const Run lossy = convert((folder / "c.json") + " -o " + (folder / "d.sgf"));
    CHECK(lossy.says("Warning: sgf cannot hold time controls\n"));
    CHECK(lossy.says("Warning: sgf cannot hold times of day\n"));
    CHECK(lossy.says("Warning: sgf cannot hold adjudication: its reason is a comment\n"));
    CHECK(test::run("report " + (folder / "d.sgf") + " -o " + (folder / "d.html")).status == 0);
    // The journal of the match itself holds more than any other format; its moves took
    // microseconds.
    const Run settings = convert((folder / "a.jsonl") + " --to pgn");
    CHECK(settings.says("Warning: games are read without settings of the match: "));
    CHECK(settings.says("Warning: pgn cannot hold fractions of a second in times of day\n"));
    // The two games of a pair are found again.
    CHECK(test::run("merge " + (folder / "b.jsonl")).says("Ptnml(0-2): "));

    CHECK(convert((folder / "a.pgn") + " -o " + (folder / "a.pgn"), 1).says("already exists"));
    CHECK(convert((folder / "a.pgn"), 2).says("-o FILE or --to FORMAT is missing"));
    CHECK(convert((folder / "a.pgn") + " --to journal", 2).says("a journal needs -o FILE"));
    CHECK(convert((folder / "a.pgn") + " -o " + (folder / "x"), 2).says("has no known extension"));
    CHECK(convert((folder / "no.pgn") + " --to sgf", 1).says("cannot read "));
    CHECK(convert((folder / "a.pgn") + " --from abstractplay --to sgf", 1).says("not JSON"));
    // --from overrides what the name says.
    std::filesystem::copy_file(folder / "a.pgn", folder / "e.jsonl.gz");
    CHECK(
        convert((folder / "e.jsonl.gz") + " --to sgf", 1).says("a journal must not be compressed"));
    CHECK(convert((folder / "e.jsonl.gz") + " --from pgn --to pgn").output == pgn);
    test::write_file(folder / "deep.json", std::string(200'000, '['));
    CHECK(convert((folder / "deep.json") + " --to sgf", 1)
              .says("deep.json: lists and objects are nested more than 64 deep"));
    test::write_file(folder / "bad.pgn", "[White \"a\"]\n\n1. a1a11 *\n");
    CHECK(convert((folder / "bad.pgn") + " --to sgf", 1).says("bad.pgn:3: "));
    test::write_file(folder / "open.pgn", "1. a1b2 *\n");
    CHECK(convert((folder / "open.pgn") + " --to abstractplay", 1)
              .says("Warning: abstractplay cannot hold unfinished games: 1 omitted"));
    CHECK(convert((folder / "a.pgn") + " --variant german --to sgf").status ==
          0); // it names its own
}

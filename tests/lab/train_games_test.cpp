// Files of games, and the games that agon-train plays.
#include "protocol/record/record_file.hpp"
#include "search/nnue/network_file.hpp"
#include "tests/lab/train_records.hpp"
#include "tests/support/build_kind.hpp"
#include "tests/support/crc.hpp"
#include "tests/support/random_network.hpp"
#include "tests/support/rule_pair.hpp"
#include "tools/lab/train/self_play.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <set>
#include <vector>

using namespace agon;
using namespace agon::train;
using support::game_of_actions;
using support::little_endian;
using support::read_games;
using support::write_file;
using test::run_shell;

namespace {

/// A block around a payload.
std::string block(const std::string& payload, std::uint64_t version = 2) {
    return "AGTG" + little_endian(version, 2) + little_endian(payload.size(), 2) +
           little_endian(support::crc32(payload), 4) + payload;
}

std::string with_length(const std::string& text) { return static_cast<char>(text.size()) + text; }

/// The payload of a game without its actions; `rules` has the fields that differ from classic.
std::string payload(std::uint64_t series, std::uint64_t number, char result,
                    const std::string& start, const std::string& rules = "") {
    return little_endian(series, 8) + little_endian(number, 8) + with_length(rules) + result +
           with_length(start);
}

/// An action and its score; flags are 1 << 14: the best action captures, 1 << 15: a random one.
std::string action(const char* text, int score, int flags = 0) {
    return little_endian(static_cast<std::uint64_t>(parse_move(text).raw() | flags), 2) +
           little_endian(static_cast<std::uint64_t>(score), 2);
}

const std::string STANDARD{setup_text(Setup::Standard)};

std::string fault(const std::string& file) {
    return support::fault_of([&] { (void)read_games(file); });
}

/// The games as text, sorted, since their order in a file does not matter.
std::multiset<std::string> blocks(const std::string& file) {
    std::multiset<std::string> found;
    for (const train::RecordedGame& game : read_games(file)) found.insert(encode(game));
    return found;
}

test::Run run_train(const std::string& arguments) {
    return run_shell(AGON_BIN "/agon-train " + arguments + " 2>&1");
}

/// Short, weak games.
const std::string PLAY = "play --nodes 20 --actions 8 --seed 3 --variant classic bloody-queen ";

} // namespace

TEST_CASE("games are read back from their file, also from two joined files") {
    const test::TemporaryFolder folder;
    std::vector<train::RecordedGame> games;
    std::string bytes;
    for (const support::RulePair& rules : support::all_presets())
        for (const Setup setup : {Setup::Standard, Setup::Placement, Setup::Flanked}) {
            games.push_back(support::random_game(
                rules.engine, setup_position(rules.engine, setup), games.size() * 1'000'000'007,
                games.size() * 10, [](const Position&, support::Random& random) {
                    if (random.percent(10)) return NO_SCORE;
                    return static_cast<int>(random.below(64'001)) - 32'000;
                }));
            bytes += encode(games.back());
        }
    games[0].winner = Side::Black;
    write_file(folder / "one", encode(games[0]));
    write_file(folder / "rest", bytes.substr(encode(games[0]).size()));
    run_shell("cat " + folder / "one" + " " + folder / "rest" + " > " + folder / "all");
    CHECK((read_games(folder / "all") == games));
    write_file(folder / "empty", "");
    CHECK(read_games(folder / "empty").empty());
}

TEST_CASE("the bytes of a game in a file") {
    const test::TemporaryFolder folder;
    const train::RecordedGame game =
        game_of_actions(0x1234567890, Side::Black,
                        {{.played = parse_move("a1b2"), .score = -3, .best_captures = true},
                         {.played = parse_move("l11k10"), .score = 300, .random = true}});
    const std::string bytes = block(payload(1, 0x1234567890, 1, STANDARD) +
                                    action("a1b2", -3, 1 << 14) + action("l11k10", 300, 1 << 15));
    write_file(folder / "file", bytes);
    CHECK((read_games(folder / "file") == std::vector{game}));
    CHECK(encode(game) == bytes);
}

TEST_CASE("rules are stored by key, and missing keys are those of classic") {
    const test::TemporaryFolder folder;
    write_file(
        folder / "file",
        block(payload(1, 2, 2, STANDARD, "flank=ring forfeit=no-own-queen") + action("a1b2", 5)));
    train::RecordedGame game = read_games(folder / "file").at(0);
    RuleSet expected;
    expected.flank = Flank::Ring;
    expected.forfeit = Forfeit::NoOwnQueen;
    CHECK(game.rules == expected);
    CHECK(encode(game) == support::read_file(folder / "file"));
}

TEST_CASE("a game of version 0.3 is read") {
    const test::TemporaryFolder folder;
    // A byte for each of the eleven fields of that version: all 0 but relocation_captures = yes,
    // queen_target = next-ring and guard_target = next-ring, which is penthalon.
    const std::string rules("\0\0\0\1\0\2\1\0\0\0\0", 11);
    const std::string old = little_endian(1, 8) + little_endian(2, 8) + rules + '\2' +
                            with_length(STANDARD) + action("a1b2", 5);
    write_file(folder / "file", block(old, 1));
    const train::RecordedGame game = read_games(folder / "file").at(0);
    CHECK(game.rules == Presets().at("penthalon").rules);
    CHECK(game.actions.size() == 1);
    write_file(folder / "file", block(std::string(old).replace(16, 1, "\x09"), 1));
    CHECK(fault(folder / "file").ends_with("rule 'flank' has no value 9"));
}

TEST_CASE("a bad block is reported with its file, its offset and its fault") {
    const test::TemporaryFolder folder;
    const std::string file = folder / "bad.games";
    const std::string good =
        block(payload(1, 2, 2, STANDARD) + action("a1b2", 5) + action("l11k10", 6));
    const auto check = [&](const std::string& bad, const std::string& message) {
        CAPTURE(message);
        for (const std::string& before : {std::string(), good, good + good}) {
            write_file(file, before + bad);
            CHECK(fault(file) ==
                  file + ": block at offset " + std::to_string(before.size()) + ": " + message);
        }
    };
    const auto shortened = [&](std::size_t size) { return good.substr(0, size); };
    check(shortened(1), "truncated in its header");
    check(shortened(11), "truncated in its header");
    check(shortened(12), "truncated");
    check(shortened(good.size() - 1), "truncated");
    check("AGNN" + good.substr(4), "not a game for training");
    check("Notes.\n", "not a game for training"); // shorter than a header
    check(std::string(200, '\0'), "not a game for training");
    check("{\"games\": [1, 2, 3]}\n", "not a game for training");
    check(std::string(good).replace(4, 1, "\x03"), "version 3, expected 1 to 2");
    check(std::string(good).replace(4, 1, std::string(1, '\0')), "version 0, expected 1 to 2");
    for (const std::size_t at : {8UL, 12UL, 60UL, good.size() - 1}) {
        std::string damaged = good;
        damaged[at] = static_cast<char>(damaged[at] ^ 0x10);
        check(damaged, "wrong checksum");
    }
    // What a broken program could write, with the right checksum.
    check(block(""), "it is shorter than it says");
    const std::string head = payload(1, 2, 2, STANDARD);
    check(block(head.substr(0, head.size() - 1)), "it is shorter than it says");
    check(block(head + "abc"), "it is shorter than it says");
    check(block(payload(1, 2, 3, STANDARD)), "there is no result 3");
    for (const char* word : {"flank=hex", "flank", "hue=red", "=", "flank=ring=ring"})
        check(block(payload(1, 2, 2, STANDARD, word)),
              "there is no rule '" + std::string(word) + "'");
    check(block(head + action("a1b2", 5) + action("l11j9", 6)), "action 2 is illegal");
    check(block(head + action("a1b2", 5) + action("a5b5", 6)), "action 2 is illegal");
    check(block(head + action("a1b2", 32'001)), "action 1 has the score 32001");
    check(block(head + action("a1b2", 5) + action("l11k10", -32'767)),
          "action 2 has the score -32767");
    // The game was over: white's queen on the throne, six guards around her.
    const std::string over = "6/7/8/9/4GG4/4GQG4/4GG4/9/8/q6/gggggg b - - 0 9";
    check(block(payload(1, 2, 0, over) + action("a2b3", 5)), "action 1 is illegal");
}

TEST_CASE("a start that is not a position is refused, and so is a folder") {
    const test::TemporaryFolder folder;
    write_file(folder / "bad", block(payload(1, 2, 2, "nonsense")));
    CHECK(fault(folder / "bad").starts_with((folder / "bad") + ": block at offset 0: "));
    CHECK(fault(folder / "none") ==
          "cannot read " + folder / "none" + ": No such file or directory");
    CHECK(fault(folder.path.string()) ==
          "cannot read " + folder.path.string() + ": it is a directory");
}

TEST_CASE("a bad file is not used, not even in part") {
    const test::TemporaryFolder folder;
    const std::string good = encode(game_of_actions(1, {}, {{.played = parse_move("a1b2")}}));
    write_file(folder / "bad", good + good.substr(0, 30));
    const std::string message =
        (folder / "bad") + ": block at offset " + std::to_string(good.size()) + ": truncated";
    const auto shown = run_train("show " + folder / "bad");
    CHECK(shown.status == 1);
    CHECK(shown.output == "agon-train: " + message + "\n");
    const auto fitted = run_train("fit " + folder / "bad" + " -o " + folder / "net");
    CHECK(fitted.status == 1);
    CHECK(fitted.output == "agon-train: " + message + "\n");
    CHECK_FALSE(std::filesystem::exists(folder / "net"));
}

TEST_CASE("openings and games do not depend on earlier searches") {
    PlaySettings settings;
    settings.nodes = 20;
    settings.max_actions = 30;
    settings.random_in = 3;
    search::FixedNodeSearch used(1);
    std::set<std::string> starts;
    for (const std::string name : {"classic", "bloody-queen", "same-ring", "way-to-play"}) {
        CAPTURE(name);
        const RuleSet rules = support::preset(name).engine;
        for (std::uint64_t number = 0; number < (support::SLOW_BUILD ? 1 : 3); ++number) {
            const Game opening = find_opening(rules, settings, number, used);
            CHECK(opening.length() == 0);
            CHECK_FALSE(opening.outcome());
            CHECK(opening.position().captured.none());
            starts.insert(name + to_text(opening.position()));
            const train::RecordedGame game = play_game(opening, settings, number, used);
            search::FixedNodeSearch fresh(1);
            CHECK((play_game(opening, settings, number, fresh) == game));
            CHECK((find_opening(rules, settings, number, fresh).position() == opening.position()));
            CHECK((play_game(opening, settings, number, fresh) == game));
            PlaySettings reseeded = settings;
            reseeded.seed = 2;
            CHECK((play_game(opening, reseeded, number, fresh).actions != game.actions));
        }
    }
    CHECK(starts.size() == (support::SLOW_BUILD ? 4 : 12));
}

TEST_CASE("a series belongs to one version of the search") {
    // Another network means another search, and so another series; the same bytes mean the same
    // series.
    const PlaySettings settings;
    const std::vector rules = {support::preset("classic").engine, support::preset("ham").engine};
    const auto one = support::random_network(1), two = support::random_network(2);
    CHECK(series_of(settings, rules, one.get()) == series_of(settings, rules, one.get()));
    CHECK(series_of(settings, rules, one.get()) != series_of(settings, rules, two.get()));
    CHECK(search_of(rules[0], one.get()) == search_of(rules[0], one.get()));
    CHECK(search_of(rules[0], one.get()) != search_of(rules[0], two.get()));
    CHECK(search_of(rules[0], nullptr) != search_of(rules[0], one.get()));
}

TEST_CASE("a game is recorded as it was played") {
    PlaySettings settings;
    settings.nodes = 20;
    settings.max_actions = 60;
    settings.random_in = 25;
    settings.series = 9;
    search::FixedNodeSearch searcher(1);
    std::size_t random = 0, actions = 0, capturing = 0;
    for (const support::RulePair& rules : support::all_presets()) {
        CAPTURE(rules.name);
        // A setup, so that there are placements; and a random opening, which under some rules
        // takes sanitizers minutes to find.
        std::vector starts = {Game(rules.engine, setup_position(rules.engine, Setup::Placement))};
        if (!support::SLOW_BUILD || rules.name == "classic")
            starts.push_back(find_opening(rules.engine, settings, 1, searcher));
        for (const Game& start : starts) {
            const train::RecordedGame record = play_game(start, settings, 7, searcher);
            CHECK((record.start == start.position()));
            CHECK(record.rules == rules.engine);
            CHECK(record.number == 7);
            CHECK(record.series == 9);
            REQUIRE(record.actions.size() <= 60);
            Game game(record.rules, record.start, {0, 0});
            for (const RecordedAction& action : record.actions) {
                REQUIRE_FALSE(game.outcome());
                REQUIRE(std::abs(action.score) <= search::LARGEST_EVALUATION);
                const Position before = game.position();
                game.play(action.played);
                if (!action.random)
                    REQUIRE(action.best_captures == support::captures(before, game.position()));
                ++actions;
                random += action.random ? 1 : 0;
                capturing += action.best_captures ? 1 : 0;
            }
            const auto outcome = game.outcome();
            CHECK((outcome ? outcome->winner : std::nullopt) == record.winner);
        }
    }
    // One action in 25 is random, but can still be the best one; four standard deviations.
    CHECK(random > 0);
    const double expected = static_cast<double>(actions) / 25;
    CHECK(static_cast<double>(random) < expected + 4 * std::sqrt(expected));
    CHECK(capturing > 0);
    settings.random_in = 0;
    const Game start(RuleSet(), setup_position(RuleSet(), Setup::Standard));
    const train::RecordedGame plain = play_game(start, settings, 7, searcher);
    CHECK(std::ranges::none_of(plain.actions, &RecordedAction::random));
}

TEST_CASE("the shards of a series add up to it, with any number of threads") {
    const test::TemporaryFolder folder;
    CHECK(run_train(PLAY + "--games 12 -o " + folder / "all").status == 0);
    CHECK(run_train(PLAY + "--games 12 --threads 3 -o " + folder / "fast").status == 0);
    CHECK(run_train(PLAY + "--games 12 --shard 1/2 -o " + folder / "1").status == 0);
    CHECK(run_train(PLAY + "--games 12 --shard 2/2 -o " + folder / "2").status == 0);
    run_shell("cat " + folder / "1" + " " + folder / "2" + " > " + folder / "joined");
    const auto all = blocks(folder / "all");
    CHECK(all.size() == 12);
    CHECK(blocks(folder / "fast") == all);
    CHECK(blocks(folder / "1").size() == 6);
    CHECK(blocks(folder / "joined") == all);
    std::set<std::uint64_t> numbers;
    for (const train::RecordedGame& game : read_games(folder / "all")) {
        numbers.insert(game.number);
        CHECK(game.rules.bloody() == (game.number % 2 == 1)); // the rules in turn
    }
    CHECK(numbers.size() == 12);
    CHECK(*numbers.rbegin() == 11);
}

TEST_CASE("an interrupted series resumes, with the same games as an uninterrupted one") {
    const test::TemporaryFolder folder;
    const std::string file = folder / "all";
    REQUIRE(run_train(PLAY + "--games 8 -o " + file).status == 0);
    const auto all = blocks(file);
    REQUIRE(all.size() == 8);
    const std::string bytes = test::read_file(file);
    // Ends of the blocks, from the sizes in their headers.
    std::vector<std::size_t> ends = {0};
    while (ends.back() < bytes.size())
        ends.push_back(ends.back() + 12 + static_cast<unsigned char>(bytes[ends.back() + 6]) +
                       256U * static_cast<unsigned char>(bytes[ends.back() + 7]));
    REQUIRE(ends.size() == 9);
    const std::set<std::size_t> cuts = {0,           3,      12, ends[1], ends[3] + 5, ends[5] + 40,
                                        ends[8] - 1, ends[8]};
    for (const std::size_t cut : cuts) {
        CAPTURE(cut);
        write_file(file, bytes.substr(0, cut));
        const auto run = run_train(PLAY + "--games 8 --resume -o " + file);
        CAPTURE(run.output);
        CHECK(run.status == 0);
        CHECK(blocks(file) == all);
        const bool torn = std::ranges::find(ends, cut) == ends.end();
        CHECK(run.says("; the incomplete game is removed") == torn);
    }
    // More games than before.
    CHECK(run_train(PLAY + "--games 10 --resume -o " + file).status == 0);
    const auto more = blocks(file);
    CHECK(more.size() == 10);
    CHECK(std::ranges::includes(more, all));
    CHECK(test::read_file(file).starts_with(bytes));
}

TEST_CASE("a file that is not part of the series stays unchanged") {
    const test::TemporaryFolder folder;
    const std::string file = folder / "file";
    const auto refused = [&](const std::string& bytes, const std::string& options,
                             const std::string& message, const std::string& play = PLAY) {
        CAPTURE(options);
        CAPTURE(play);
        write_file(file, bytes);
        const auto run = run_train(play + "--games 2 " + options + " -o " + file);
        CAPTURE(run.output);
        CHECK(run.status != 0);
        CHECK(run.says(message));
        CHECK(test::read_file(file) == bytes);
    };
    REQUIRE(run_train(PLAY + "--games 2 -o " + file).status == 0);
    const std::string ours = test::read_file(file);
    refused(ours, "", "exists; --resume continues it");
    const std::string other =
        "holds games of another seed, other options, another network or another build";
    for (const char* options : {"--random-in 3", "--even-in 3"})
        refused(ours, std::string("--resume ") + options, other);
    for (const char* play :
         {"play --nodes 21 --actions 8 --seed 3 --variant classic bloody-queen ",
          "play --nodes 20 --actions 9 --seed 3 --variant classic bloody-queen ",
          "play --nodes 20 --actions 8 --seed 4 --variant classic bloody-queen ",
          "play --nodes 20 --actions 8 --seed 3 --variant bloody-queen classic "})
        refused(ours, "--resume", other, play);
    write_file(folder / "net", write_network(*support::random_network(1)));
    refused(ours, "--resume --eval-file " + folder / "net", other);
    refused("Notes that somebody wrote.\n", "--resume", "not a game for training");
    refused("Notes.\n", "--resume", "not a game for training"); // shorter than a header
    refused(ours + "and something else", "--resume", "not a game for training");
    std::string damaged = ours;
    damaged.back() = static_cast<char>(damaged.back() ^ 1);
    refused(damaged + ours, "--resume", "wrong checksum");
    // The first block's stated length is larger than the file: the whole games after it are kept.
    damaged = ours;
    damaged[7] = '\xff';
    refused(damaged, "--resume", "wrong size");
    const RecordFile busy(file);
    refused(ours, "--resume", "is writing it");
}

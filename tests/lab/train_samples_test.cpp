// The samples taken from recorded games, and their description by agon-train show.
#include "engine/game/move_list.hpp"
#include "engine/game/outcome.hpp"
#include "tests/lab/train_records.hpp"
#include "tests/support/rule_pair.hpp"
#include "tools/lab/train/samples.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <set>
#include <tuple>

using namespace agon;
using namespace agon::train;
using support::game_of_actions;
using support::write_file;

namespace {

Samples samples_of(const std::vector<train::RecordedGame>& games,
                   const SampleSettings& settings = {}) {
    const test::TemporaryFolder folder;
    std::string bytes;
    for (const train::RecordedGame& game : games) bytes += encode(game);
    write_file(folder / "games", bytes);
    return read_samples({folder / "games"}, settings);
}

std::vector<double> targets(const std::vector<Sample>& samples) {
    std::vector<double> found;
    for (const Sample& sample : samples) found.push_back(sample.target);
    return found;
}

bool close(const std::vector<double>& a, const std::vector<double>& b) {
    return std::ranges::equal(a, b, [](double x, double y) { return std::abs(x - y) < 1e-6; });
}

/// The pieces as text, sorted: the kind 0 to 7 and the cell, with `!` if threatened.
std::set<std::string> pieces(const Sample& sample) {
    std::set<std::string> found;
    for (std::size_t i = 0; i < sample.piece_count; ++i)
        found.insert(std::to_string(sample.pieces[i] >> 7 & 7) +
                     Cell::from_index(sample.pieces[i] & 127).text() +
                     ((sample.pieces[i] & train::THREATENED) != 0 ? "!" : ""));
    return found;
}

/// Four actions from the standard setup, back and forth along the ring.
const std::vector<RecordedAction> TO_AND_FRO = {{.played = parse_move("a1a2"), .score = 250},
                                                {.played = parse_move("l11l10"), .score = -250},
                                                {.played = parse_move("a2a1"), .score = 0},
                                                {.played = parse_move("l10l11"), .score = 500}};

// The logistic function at 1, 2: 250 units are a logit.
constexpr double AT_1 = 0.7310585786, AT_2 = 0.8807970780;

} // namespace

TEST_CASE("the target is the score's chance and the result, from the chooser's side") {
    SampleSettings settings;
    settings.score_share = 0.75;
    const auto of = [&](std::optional<Side> winner) {
        return targets(samples_of({game_of_actions(2, winner, TO_AND_FRO)}, settings).learned);
    };
    CHECK(
        close(of(Side::White), {0.75 * AT_1 + 0.25, 0.75 * (1 - AT_1), 0.375 + 0.25, 0.75 * AT_2}));
    CHECK(
        close(of(Side::Black), {0.75 * AT_1, 0.75 * (1 - AT_1) + 0.25, 0.375, 0.75 * AT_2 + 0.25}));
    CHECK(
        close(of({}), {0.75 * AT_1 + 0.125, 0.75 * (1 - AT_1) + 0.125, 0.5, 0.75 * AT_2 + 0.125}));
    settings.score_share = 0;
    CHECK(close(of(Side::White), {1, 0, 1, 0}));
    CHECK(close(of({}), {0.5, 0.5, 0.5, 0.5}));
    settings.score_share = 1;
    CHECK(close(of(Side::Black), {AT_1, 1 - AT_1, 0.5, AT_2}));
}

TEST_CASE("positions without a score and before captures are skipped") {
    auto actions = TO_AND_FRO;
    actions.push_back(TO_AND_FRO[0]);
    SampleSettings settings;
    settings.score_share = 1;
    CHECK(close(targets(samples_of({game_of_actions(2, {}, actions)}, settings).learned),
                {AT_1, 1 - AT_1, 0.5, AT_2, AT_1}));
    actions[1].best_captures = true;
    actions[2].score = NO_SCORE;
    actions[3].random = true; // the score is that of the best action
    CHECK(close(targets(samples_of({game_of_actions(2, {}, actions)}, settings).learned),
                {AT_1, AT_2, AT_1}));
}

TEST_CASE("a sample is the position as its chooser sees it") {
    const Samples samples = samples_of({game_of_actions(2, Side::White, TO_AND_FRO)});
    REQUIRE(samples.learned.size() == 4);
    // The setup of rules.md section 3: kind 0 is a guard of the chooser's, 2 the queen, 4 and 6
    // those of the other side.
    const std::set<std::string> start = {"2a1",  "0e1", "0a5", "0k5", "0e10", "0l9", "0j11",
                                         "6l11", "4c1", "4g2", "4a3", "4b7",  "4l7", "4g11"};
    CHECK(pieces(samples.learned[0]) == start);
    // After a1a2 black sees the same with the sides exchanged, and that a5a4 would capture a3.
    std::set<std::string> black;
    for (std::string piece : start) {
        if (piece == "2a1") piece = "2a2";
        if (piece == "4a3") piece = "4a3!";
        piece[0] =
            piece[0] < '4' ? static_cast<char>(piece[0] + 4) : static_cast<char>(piece[0] - 4);
        black.insert(piece);
    }
    CHECK(pieces(samples.learned[1]) == black);
    for (const Sample& sample : samples.learned) {
        CHECK(sample.bucket == 0);
        CHECK(sample.reserve == std::array<std::uint8_t, 2>{0, 0});
        CHECK(sample.rules == 0);
    }
}

TEST_CASE("a sample knows captured pieces, reserves, who is on the throne, and the rules") {
    // rules.md section 8, where the other side chooses: black's turn, its queen on e7 is captured,
    // and white chooses; then the same where the owner chooses. Guards to place: black's turn, four
    // and five in reserve.
    const std::string captured = "6/6G/6Gg/3G3g1/3q6/3G4Gg1/1g8/2Q4g1/6g1/7/2G3 b e7 - 0 21";
    const std::string placing = "5q/6g/8/9/10/11/10/9/2G5/7/QG4 b - GGGGggggg 0 2";
    const auto of = [](const std::string& preset, const std::string& start, std::uint64_t number) {
        train::RecordedGame game;
        game.rules = support::preset(preset).engine;
        game.start = parse_position(game.rules, start);
        game.number = number;
        MoveList moves;
        legal_moves(game.rules, game.start, moves);
        game.actions = {{.played = moves[0], .score = 10}};
        return game;
    };
    const Samples samples =
        samples_of({of("queens-guard-opponent", captured, 2), of("queens-guard", captured, 4),
                    of("classic", placing, 6)});
    REQUIRE(samples.rules.size() == 3);
    REQUIRE(samples.learned.size() == 3);
    const auto& [opponent, owner, placement] =
        std::tie(samples.learned[0], samples.learned[1], samples.learned[2]);
    CHECK(samples.rules[opponent.rules] == support::preset("queens-guard-opponent").engine);
    CHECK(samples.rules[owner.rules] == support::preset("queens-guard").engine);
    CHECK(samples.rules[placement.rules] == support::preset("classic").engine);
    // The kind of a captured piece is 1 higher.
    CHECK(pieces(opponent).contains("7e7"));
    CHECK(pieces(opponent).contains("2c4"));
    CHECK(pieces(owner).contains("3e7"));
    CHECK(pieces(owner).contains("6c4"));
    CHECK(opponent.bucket == 2);
    CHECK(owner.bucket == 1);
    CHECK(placement.bucket == 3);
    CHECK(placement.reserve == std::array<std::uint8_t, 2>{5, 4});
    CHECK(pieces(placement) == std::set<std::string>{"2l11", "0l10", "6a1", "4b1", "4c3"});
    // A queen on the throne, the chooser's and the other's.
    const std::string throne = "ggggg1/7/8/5G3/4G5/4gQG4/4q5/9/8/7/GGG3 ";
    const auto bucket = [&](const char* rest) {
        return samples_of({of("classic", throne + rest, 2)}).learned.at(0).bucket;
    };
    CHECK(bucket("w - - 0 1") == 4);
    CHECK(bucket("b - - 0 1") == 8);
}

TEST_CASE("the second of each twenty games of a rule set is held out") {
    std::vector<train::RecordedGame> games;
    for (std::uint64_t number = 0; number < 120; ++number) {
        auto actions = TO_AND_FRO;
        actions[0].score = static_cast<int>(number);
        games.push_back(game_of_actions(number, Side::White, {actions[0]}));
        games.back().rules =
            support::preset(number % 2 == 0 ? "classic" : "ham").engine; // as `play`
    }
    SampleSettings settings;
    settings.score_share = 1;
    const Samples samples = samples_of(games, settings);
    CHECK(samples.learned.size() == 114);
    REQUIRE(samples.held_out.size() == 6);
    for (std::size_t i = 0; i < samples.held_out.size(); ++i) {
        const double p = samples.held_out[i].target;
        const long score[] = {2, 3, 42, 43, 82, 83}; // of 0, 2, ... and of 1, 3, ...
        CHECK(std::lround(std::log(p / (1 - p)) * 250) == score[i]);
        CHECK(samples.held_out[i].rules == i % 2);
    }
    const Samples two = samples_of({games[0], games[2]}); // enough for agon-train fit
    CHECK(two.learned.size() == 1);
    CHECK(two.held_out.size() == 1);
}

TEST_CASE("games of some presets only") {
    std::vector<train::RecordedGame> games;
    for (const char* name : {"classic", "ham", "bloody-queen"}) {
        games.push_back(game_of_actions(2, {}, {TO_AND_FRO[0]}));
        games.back().rules = support::preset(name).engine;
        games.back().start = setup_position(games.back().rules, Setup::Standard);
    }
    CHECK(samples_of(games).rules.size() == 3);
    SampleSettings settings;
    settings.variants = {"ham", "ludii"};
    const Samples samples = samples_of(games, settings);
    CHECK(samples.learned.size() == 1);
    CHECK((samples.rules == std::vector{support::preset("ham").engine}));
    settings.variants = {"chess"};
    CHECK_THROWS_AS(samples_of(games, settings), Error);
}

TEST_CASE("agon-train show counts what a file holds") {
    const test::TemporaryFolder folder;
    auto actions = TO_AND_FRO; // scores 250, -250, 0, 500
    actions[1].random = true;
    actions[2].best_captures = true;
    actions[3].score = -32'000;
    auto unscored = TO_AND_FRO;
    unscored[0].score = NO_SCORE;
    unscored[1].score = 25;
    unscored[2].score = -26;
    unscored.resize(3);
    write_file(folder / "one", encode(game_of_actions(0, Side::Black, actions)));
    train::RecordedGame placing;
    placing.start = setup_position(placing.rules, Setup::Placement);
    placing.number = 1;
    placing.actions = {
        {.played = Move::placement(*Cell::parse("b1")), .score = 1, .best_captures = true}};
    write_file(folder / "two", encode(game_of_actions(1, {}, unscored)) + encode(placing));
    const auto shown = test::run_shell(AGON_BIN "/agon-train show " + folder / "one" + " " +
                                       folder / "two" + " 2>&1");
    CAPTURE(shown.output);
    CHECK(shown.status == 0);
    // Eight positions; one class of scores each: 0, 1 and 25 up to 25, -26 up to 50, and so on.
    CHECK(shown.says("classic: 3 games, decided 1 (33.3 %), 8 positions\n"));
    const auto line = [&](const std::string& name, const std::string& count) {
        CAPTURE(name);
        const auto at = shown.output.find("\n  " + name + ' ');
        REQUIRE(at != std::string::npos);
        const auto end = shown.output.find('\n', at + 1);
        const std::string text = shown.output.substr(at + 3, end - at - 3);
        CHECK(text.ends_with(' ' + count));
    };
    line("action at random", "1 (12.5 %)");
    line("best action captures", "1 (12.5 %)");
    line("relocations", "0 (0.0 %)");
    line("placements", "1 (12.5 %)");
    line("proved wins and losses", "1 (12.5 %)");
    line("score up to 25", "3 (37.5 %)");
    line("score up to 50", "1 (12.5 %)");
    line("score up to 100", "0 (0.0 %)");
    line("score up to 400", "2 (25.0 %)");
    line("score up to 32000", "1 (12.5 %)");
    CHECK(test::run_shell(AGON_BIN "/agon-train show /dev/null").output.empty());
}

// Rating lists: against Ordo's figures (tests/data/ratings), against a closed form for two players,
// against the equations that hold at a maximum, and the command on files that are wrong or odd.
#include "tests/support/arena.hpp"
#include "tools/arena/journal/json.hpp"
#include "tools/arena/stats/game_model.hpp"
#include "tools/arena/stats/rating_list.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <fstream>
#include <sstream>

using namespace agon::arena;
using namespace agon::test;
using doctest::Approx;

namespace {

using Counts = std::array<double, 3>; // won, drawn, lost by white

/// Single games of two players.
void add(RatedResults& results, std::size_t white, std::size_t black, const Counts& counts) {
    for (std::size_t i = 0; i < 3; ++i)
        if (counts[i] > 0) results[{white, black, 2 - i, std::nullopt}] += counts[i];
}

/// The model once more, from its definition: d^2 = v^2 w l by bisection.
Counts probabilities(double difference, double draws) {
    const double score = 1 / (1 + std::exp(-difference));
    double low = 0, high = 2 * std::min(score, 1 - score);
    for (int i = 0; i < 200; ++i) {
        const double d = (low + high) / 2;
        (d * d < draws * draws * (score - d / 2) * (1 - score - d / 2) ? low : high) = d;
    }
    return {score - low / 2, low, 1 - score - low / 2};
}

struct Ordo {
    std::vector<std::string> names;
    RatedResults results;
    std::vector<std::array<double, 2>> ratings; ///< by -M, and by points
    double white = 0, draws = 0;
    std::string pgn;
};

Ordo read_ordo(const std::string& name) {
    Ordo ordo;
    std::ifstream in(AGON_TEST_DATA "/ratings/" + name + ".txt");
    const auto player = [&](const std::string& who) {
        const auto found = std::ranges::find(ordo.names, who);
        const auto at = static_cast<std::size_t>(found - ordo.names.begin());
        if (found == ordo.names.end()) {
            ordo.names.push_back(who);
            ordo.ratings.emplace_back();
        }
        return at;
    };
    int games = 0;
    for (std::string line; std::getline(in, line);) {
        std::istringstream fields(line);
        std::vector<std::string> words;
        for (std::string word; std::getline(fields, word, '\t');) words.push_back(word);
        if (words.at(0) == "game") {
            Counts counts{};
            for (std::size_t i = 0; i < 3; ++i) {
                counts[i] = std::stod(words.at(3 + i));
                games += static_cast<int>(counts[i]);
                for (int k = 0; k < counts[i]; ++k) {
                    const std::string result = i == 0 ? "1-0" : i == 1 ? "1/2-1/2" : "0-1";
                    ordo.pgn += "[White \"" + words[1] + "\"]\n[Black \"" + words[2] +
                                "\"]\n[Result \"" + result + "\"]\n\n" + result + "\n\n";
                }
            }
            add(ordo.results, player(words[1]), player(words[2]), counts);
        } else if (words[0] == "rating") {
            ordo.ratings.at(player(words.at(1))) = {std::stod(words.at(2)), std::stod(words.at(3))};
        } else if (words[0] == "white") {
            ordo.white = std::stod(words.at(1));
            ordo.draws = std::stod(words.at(2));
        }
    }
    CHECK(games == 1000);
    return ordo;
}

Json rated(const std::string& arguments) {
    const Run run = agon::test::run_shell(AGON_BIN "/agon-match rate --json " + arguments);
    REQUIRE(run.status == 0);
    return parse_json(run.output);
}

const Json& player(const Json& list, const std::string& name) {
    for (const Json& json : list["players"])
        if (json["name"] == name) return json;
    FAIL("no player ", name);
    return list;
}

std::string game_of(const std::string& white, const std::string& black, const std::string& result,
                    const std::string& rest = "") {
    return "[White \"" + white + "\"]\n[Black \"" + black + "\"]\n[Result \"" + result + "\"]\n" +
           "\n" + rest + result + "\n\n";
}

} // namespace

TEST_CASE("the model: probabilities add up, the score is logistic, derivatives are right") {
    for (const double draws : {1e-4, 0.3, 1.0, 2.0, 40.0})
        for (const double difference : {-6.0, -1.0, -0.01, 0.0, 0.5, 3.0, 12.0}) {
            CAPTURE(draws);
            CAPTURE(difference);
            const GameModel model{std::log(draws)};
            const auto likely = likelihood_of(model, difference);
            const auto& [lost, drawn, won] = likely.probability;
            const Counts plain = probabilities(difference, draws);
            CHECK(won == Approx(plain[0]).epsilon(1e-6));
            CHECK(drawn == Approx(plain[1]).epsilon(1e-6));
            CHECK(lost == Approx(plain[2]).epsilon(1e-6));
            CHECK(won + drawn + lost == Approx(1));
            CHECK(won + drawn / 2 == Approx(1 / (1 + std::exp(-difference))));
            constexpr double STEP = 1e-5;
            const auto more = likelihood_of(model, difference + STEP);
            const auto less = likelihood_of(model, difference - STEP);
            const auto wider = likelihood_of({model.log_draws + STEP}, difference);
            const auto narrower = likelihood_of({model.log_draws - STEP}, difference);
            for (std::size_t i = 0; i < 3; ++i) {
                const auto slope = [&](const auto& high, const auto& low) {
                    return (std::log(high.probability[i]) - std::log(low.probability[i])) /
                           (2 * STEP);
                };
                CHECK(likely.by_difference[i] == Approx(slope(more, less)).epsilon(1e-4).scale(1));
                CHECK(likely.by_draws[i] == Approx(slope(wider, narrower)).epsilon(1e-4).scale(1));
            }
        }
    // Between equals the rate of draws is v / (2 + v).
    CHECK(GameModel{0}.draw_rate() == Approx(1.0 / 3));
    CHECK(likelihood_of({0}, 0).probability[1] == Approx(1.0 / 3));
    // No overflow far away.
    for (const double difference : {-115.0, 115.0})
        for (const double value : likelihood_of({-3}, difference).by_difference)
            CHECK(std::isfinite(value));
}

TEST_CASE("ratings are Ordo's, within 1 Elo of both its methods") {
    for (const char* const name : {"round-robin", "wide", "gauntlet"}) {
        CAPTURE(name);
        const Ordo ordo = read_ordo(name);
        const RatingList list(ordo.names.size(), ordo.results);
        CHECK(list.comparable().count() == 1);
        for (std::size_t i = 0; i < ordo.names.size(); ++i) {
            CAPTURE(ordo.names[i]);
            REQUIRE(list.elo(i));
            CHECK(std::abs(list.elo(i)->value - ordo.ratings[i][0]) < 0.2); // maximum likelihood
            CHECK(std::abs(list.elo(i)->value - ordo.ratings[i][1]) < 1);
        }
        CHECK(std::abs(list.white_advantage().value - ordo.white) < 0.5);
        CHECK(std::abs(100 * list.draw_rate() - ordo.draws) < 0.2);
        // The command says the same of the PGN.
        TemporaryFolder folder;
        write_file(folder / "games.pgn", ordo.pgn);
        const Json json = rated(folder / "games.pgn");
        CHECK(json["games"] == 1000);
        for (std::size_t i = 0; i < ordo.names.size(); ++i)
            CHECK(player(json, ordo.names[i])["elo"].get<double>() ==
                  Approx(list.elo(i)->value).epsilon(1e-6));
    }
}

TEST_CASE("two players: the closed form") {
    // With colours balanced, the likelihood is greatest where the expected results are those
    // observed, so the difference is the logistic Elo of the score, and its error by games is
    // 1.96 sqrt(variance / games) over the slope of the score.
    RatedResults results;
    constexpr double N = 1e5; // the three games between equals do not show
    add(results, 0, 1, {3 * N, 4 * N, 1 * N});
    add(results, 1, 0, {1 * N, 4 * N, 3 * N});
    const RatingList list(2, results);
    const double score = 5.0 / 8, elo = 400 * std::log10(score / (1 - score));
    CHECK(list.elo(0)->value == Approx(elo / 2).epsilon(1e-4));
    CHECK(list.elo(1)->value == Approx(-elo / 2).epsilon(1e-4));
    CHECK(list.white_advantage().value == Approx(0).scale(0.01));
    const double variance = (3 + 4 * 0.25) / 8 - score * score;
    const double slope = score * (1 - score) * ELO_SCALE;
    const double error = 1.959964 * std::sqrt(variance / (16 * N)) / slope;
    CHECK(list.elo(0)->error == Approx(error / 2).epsilon(0.02)); // of half the difference
    CHECK(*list.los(0, 1) == Approx(1));
}

TEST_CASE("errors come from pairs") {
    // Games of a pair that always cancel say nothing against the ratings being equal: the spread of
    // pairs is 0, and only the cells that did not occur are left. If they always agree, the
    // variance is twice that of independent games.
    const auto error = [](const RatedResults& results) {
        const RatingList list(2, results);
        CHECK(list.elo(0)->value == Approx(0).scale(1e-6));
        return list.elo(0)->error;
    };
    RatedResults apart;
    add(apart, 0, 1, {500, 0, 500});
    add(apart, 1, 0, {500, 0, 500});
    const RatedResults cancel{{{0, 1, 2, 2}, 500}, {{0, 1, 0, 0}, 500}};
    const RatedResults agree{{{0, 1, 2, 0}, 500}, {{0, 1, 0, 2}, 500}};
    CHECK(error(cancel) < error(apart) / 10);
    CHECK(error(cancel) > 0);
    CHECK(error(agree) == Approx(error(apart) * std::sqrt(2.0)).epsilon(0.01));
}

TEST_CASE("the likelihood equations hold, and no step leads higher") {
    RatedResults results;
    add(results, 0, 1, {7, 3, 2});
    add(results, 1, 2, {5, 5, 1});
    add(results, 2, 0, {4, 1, 6});
    add(results, 3, 0, {1, 0, 2});
    add(results, 2, 3, {3, 2, 2});
    const RatingList list(4, results);
    double sum = 0;
    for (std::size_t i = 0; i < 4; ++i) sum += list.elo(i)->value;
    CHECK(sum == Approx(0).scale(1e-6));
    // The log likelihood once more, by the definition of the model.
    const auto at = [&](std::array<double, 6> x) {
        const double draws = std::exp(x[5]);
        double value = 0;
        const auto score = [&](double difference, const Counts& counts) {
            const Counts p = probabilities(difference, draws);
            for (std::size_t i = 0; i < 3; ++i) value += counts[i] * std::log(p[i]);
        };
        for (const auto& [unit, count] : results) {
            Counts counts{};
            counts[2 - unit.first] = count;
            score(x[unit.white] - x[unit.black] + x[4], counts);
        }
        score(x[4], {1, 1, 1});
        return value;
    };
    std::array<double, 6> best{};
    for (std::size_t i = 0; i < 4; ++i) best[i] = list.elo(i)->value * ELO_SCALE;
    best[4] = list.white_advantage().value * ELO_SCALE;
    best[5] = std::log(2 * list.draw_rate() / (1 - list.draw_rate()));
    for (std::size_t i = 0; i < 6; ++i)
        for (const double step : {-1e-2, 1e-2}) {
            auto beside = best;
            beside[i] += step;
            CHECK(at(beside) < at(best));
            beside[i] = best[i] + step / 100;
            CHECK(std::abs(at(beside) - at(best)) < 1e-6); // level: 1e-4 squared times the games
        }
}

TEST_CASE("neither the order of players nor splitting results changes a list, anchors move it") {
    const Ordo ordo = read_ordo("gauntlet");
    const std::size_t n = ordo.names.size();
    const RatingList list(n, ordo.results);
    RatedResults turned;
    for (const auto& [unit, count] : ordo.results)
        turned[{n - 1 - unit.white, n - 1 - unit.black, unit.first, unit.second}] = count;
    const RatingList other(n, turned);
    const RatingList anchored(n, ordo.results, {{{0, 2500}}, 7});
    const RatingList higher(n, ordo.results, {{}, 2300});
    for (std::size_t i = 0; i < n; ++i) {
        CHECK(other.elo(n - 1 - i)->value == Approx(list.elo(i)->value));
        CHECK(other.elo(n - 1 - i)->error == Approx(list.elo(i)->error));
        CHECK(anchored.elo(i)->value - 2500 ==
              Approx(list.elo(i)->value - list.elo(0)->value).scale(1e-3));
        CHECK(higher.elo(i)->value == Approx(list.elo(i)->value + 2300));
        for (std::size_t k = 0; k < n; ++k) {
            if (i == k) continue;
            CHECK(*list.los(i, k) + *list.los(k, i) == Approx(1));
            CHECK(*anchored.los(i, k) == Approx(*list.los(i, k)).epsilon(1e-4));
        }
    }
    CHECK(anchored.elo(0)->value == Approx(2500));
    CHECK(anchored.elo(0)->error == 0);
    CHECK(anchored.elo(1)->error > list.elo(1)->error); // relative to one player, not to six
    // Two anchors hold, even against the results.
    const RatingList two(n, ordo.results, {{{0, 0}, {1, 3000}}});
    CHECK(two.elo(1)->value == Approx(3000));
    CHECK(two.elo(2)->value > -1000);
}

TEST_CASE("without a finite maximum a difference is infinite or unknown, and nothing else is") {
    RatedResults results;
    add(results, 0, 1, {5, 2, 4});
    add(results, 1, 0, {5, 2, 4});
    add(results, 2, 0, {3, 0, 0});     // 2 has won everything
    add(results, 1, 3, {1, 0, 0});     // 3 has lost everything
    add(results, 4, 5, {1, 1, 1});     // others, never met
    const RatingList list(7, results); // 6 has not played
    CHECK(list.comparable().count() == 5);
    CHECK(list.elo(0));
    CHECK_FALSE(list.elo(2));
    CHECK_FALSE(list.elo(3));
    CHECK_FALSE(list.elo(6));
    CHECK(list.elo(4));
    CHECK(*list.los(2, 0) == 1);
    CHECK(*list.los(3, 2) == 0); // through others
    CHECK_FALSE(list.los(0, 4));
    CHECK_FALSE(list.los(6, 2));
    // The certain results do not change the ratings of the others, except through what all share.
    RatedResults two;
    add(two, 0, 1, {5, 2, 4});
    add(two, 1, 0, {5, 2, 4});
    CHECK(list.elo(0)->value == Approx(RatingList(2, two).elo(0)->value).scale(1));
    // An anchor on each side makes the rest finite.
    const RatingList anchored(7, results, {{{0, 0}, {2, 400}, {4, 100}}});
    CHECK(anchored.elo(2)->value == Approx(400));
    CHECK(anchored.elo(5));
    // In a tournament every engine that has played has a rating and an error.
    const RatingList table = tournament_ratings(7, results);
    for (std::size_t i = 0; i < 6; ++i) {
        REQUIRE(table.elo(i));
        CHECK(std::isfinite(table.elo(i)->value));
        CHECK(table.elo(i)->error > 1);
    }
    CHECK(table.elo(2)->value > table.elo(0)->value);
    CHECK_FALSE(table.elo(6));
}

TEST_CASE("lopsided results stay finite") {
    // White wins everything; one draw; only draws; results that contradict the anchors.
    RatedResults white;
    add(white, 0, 1, {9, 0, 0});
    add(white, 1, 0, {9, 0, 0});
    RatedResults draw;
    add(draw, 0, 1, {0, 1, 0});
    RatedResults draws;
    add(draws, 0, 1, {0, 5000, 0});
    RatedResults many;
    add(many, 0, 1, {1e6, 0, 1});
    for (const auto& results : {white, draw, draws, many})
        for (const RatingListSettings& settings :
             {RatingListSettings{}, RatingListSettings{{{0, -10000}, {1, 10000}}}}) {
            const RatingList list(2, results, settings);
            for (std::size_t i = 0; i < 2; ++i) {
                CHECK(std::isfinite(list.elo(i)->value));
                CHECK(std::isfinite(list.elo(i)->error));
                CHECK((list.elo(i)->error > 0) == settings.anchors.empty());
            }
            CHECK(std::isfinite(list.white_advantage().value));
            CHECK(list.white_advantage().error > 0);
            CHECK(list.draw_rate() > 0);
            CHECK(list.draw_rate() < 1);
        }
    CHECK(RatingList(0, {}).size() == 0);
    CHECK_THROWS((void)RatingList(MAX_RATED + 1, {}));
}

TEST_CASE("rate: games that count, and games that do not") {
    TemporaryFolder folder;
    const std::string file = folder / "odd.pgn";
    write_file(file, game_of("Agon dev", "Old = 1", "1-0") + game_of("Old = 1", "Agon dev", "1-0") +
                         game_of("Agon dev", "Old = 1", "*") + game_of("?", "Old = 1", "1-0") +
                         game_of("Old = 1", "Old = 1", "0-1") +
                         game_of("Champion", "Agon dev", "1-0") + game_of("X", "Y", "1/2-1/2"));
    const Run text = run("rate " + file);
    CAPTURE(text.output);
    CHECK(text.status == 0);
    CHECK(text.says("Warning: left out 1 game without a result\n"));
    CHECK(text.says("Warning: left out 1 game of unknown players (?)\n"));
    CHECK(text.says("Warning: left out 1 game of a player against itself\n"));
    CHECK(text.says("3 groups, which cannot be compared"));
    CHECK(text.says("infinitely above"));
    CHECK(text.says("Champion       inf "));
    CHECK(text.says("Agon dev"));
    CHECK(text.count("nan") == 0);
    const Json json = rated(file + " -anchor 'Old = 1=2500' 2>/dev/null");
    CHECK(json["games"] == 4);
    CHECK(json["unfinished"] == 1);
    CHECK(player(json, "Champion")["elo"].is_null());
    CHECK(player(json, "Champion")["why"] == "inf");
    CHECK(player(json, "Old = 1")["elo"] == 2500);
    CHECK(player(json, "Agon dev")["elo"].get<double>() == Approx(2500));
    const Json average = rated(file + " --average 1500 2>/dev/null");
    CHECK(player(average, "X")["elo"].get<double>() + player(average, "Y")["elo"].get<double>() ==
          Approx(3000));
}

TEST_CASE("rate: a game in a journal and a PGN counts once") {
    TemporaryFolder folder;
    const std::string pgn = folder / "m.pgn", journal = folder / "m.jsonl";
    const Run match =
        run(engine("'Agon dev'") + engine("'Agon 0.5'") + CLOCK + "-rounds 2 -pgnout file=" + pgn);
    CAPTURE(match.output);
    REQUIRE(match.status == 0);
    const Json one = rated(journal);
    CHECK(one["games"] == 4);
    CHECK(one == rated(pgn)); // with the same pairs
    const Run both = run("rate " + journal + ' ' + pgn);
    CHECK(both.says("m.pgn: 4 games are in an earlier file too, counted once"));
    CHECK(rated(journal + ' ' + pgn + " 2>/dev/null") == one);
    CHECK(one["players"][0]["name"].get<std::string>().starts_with("Agon "));
    // A match whose games repeat counts all of them, as its own table does.
    CHECK(run("report " + journal + " -o " + (folder / "m.html")).status == 0);
    check_refused("rate " + journal + ' ' + journal, "is named twice", 1);
}

TEST_CASE("rate: wrong usage and wrong files are refused") {
    TemporaryFolder folder;
    const std::string file = folder / "g.pgn";
    write_file(file, game_of("A", "B", "1-0") + game_of("B", "A", "1-0"));
    check_refused("rate", "FILE");
    check_refused("rate " + file + " -anchor A", "expected NAME=ELO, got 'A'");
    check_refused("rate " + file + " -anchor =5", "expected NAME=ELO");
    check_refused("rate " + file + " -anchor A=high", "a number from -10000 to 10000, got 'high'");
    check_refused("rate " + file + " -anchor A=nan", "a number from -10000 to 10000");
    check_refused("rate " + file + " -anchor A=1e5", "a number from -10000 to 10000");
    check_refused("rate " + file + " -anchor A=1 -anchor A=2", "A has two ratings");
    check_refused("rate " + file + " -anchor C=1", "'C'");
    check_refused("rate " + file + " --average x", "--average");
    check_refused("rate " + (folder / "absent.pgn"), "cannot read", 1);
    check_refused("rate " + folder.path.string(), "it is a directory", 1);
    write_file(folder / "none.pgn", "");
    check_refused("rate " + (folder / "none.pgn"), "no game has a result and two players", 1);
    write_file(folder / "bad.jsonl", "{\"journal\":1}\n");
    check_refused("rate " + (folder / "bad.jsonl"), "bad.jsonl:1", 1);
    std::string crowd;
    for (int i = 0; i <= 1000; ++i) crowd += game_of("p" + std::to_string(i), "q", "1/2-1/2");
    write_file(folder / "crowd.pgn", crowd);
    check_refused("rate " + (folder / "crowd.pgn"), "more than 1000 players", 1);
}

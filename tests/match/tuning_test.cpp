// The journal of a tuning, its shards, and its parameters; games are made up (arena.md, Tuning).
#include "protocol/cli/options.hpp"
#include "tests/support/arena.hpp"
#include "tests/support/random.hpp"
#include "tools/arena/tuning/spsa.hpp"
#include "tools/arena/tuning/tuning.hpp"
#include "tools/arena/web/page.hpp"

#include <algorithm>
#include <cmath>

using namespace agon::match;
using agon::test::read_file;
using agon::test::TemporaryFolder;
using agon::test::write_file;
using support::fault_of;

namespace {

constexpr std::size_t ITERATIONS = 30;

Json settings(std::optional<Shard> shard = std::nullopt, int most = 100) {
    MatchSettings match;
    match.rules = make_match_rules("classic", "standard", "", {});
    match.engines.resize(2);
    for (EngineConfig& engine : match.engines) {
        engine.name = engine.command.program = "agon";
        engine.time_control.nodes = 100;
    }
    match.shard = shard;
    SpsaSettings spsa;
    spsa.iterations = ITERATIONS;
    spsa.pairs = 2;
    spsa.parameters = {{"X", 50, 0, most, 5, 0.1}, {"Y", 4, 1, 10, 0.5, 0.1}};
    return tuning_settings_json(match, {}, spsa);
}

/// Four games that only the iteration decides.
SideResults games_of(std::size_t iteration) {
    support::Random random(iteration);
    const int won = static_cast<int>(random.below(5));
    const int drawn = static_cast<int>(random.below(5 - static_cast<std::size_t>(won)));
    return {4 - won - drawn, drawn, won};
}

/// Goes on until `iterations` are finished.
void play(const std::string& file, const Json& settings, std::size_t iterations = ITERATIONS) {
    TuningFile tuning(file, settings);
    while (tuning.tuning().spsa().finished() < iterations)
        tuning.finish(games_of(tuning.tuning().spsa().finished()));
}

std::string replaced(std::string text, const std::string& from, const std::string& to) {
    const auto at = text.find(from);
    REQUIRE(at != std::string::npos);
    return text.replace(at, from.size(), to);
}

std::string refusal(const std::string& file) {
    return fault_of([&] { static_cast<void>(read_tuning(file)); });
}

} // namespace

TEST_CASE("a tuning that is broken off anywhere goes on to the same journal and values") {
    TemporaryFolder folder;
    const std::string whole = folder / "whole.jsonl", broken = folder / "broken.jsonl";
    play(whole, settings());
    const std::string text = read_file(whole);
    const auto values = read_tuning(whole).spsa().values();
    CHECK(values != std::vector<double>{50, 4});
    support::Random random(3);
    for (int i = 0; i < 40; ++i) {
        write_file(broken, text.substr(0, random.below(text.size())));
        play(broken, settings());
        CHECK(read_file(broken) == text);
    }
    play(broken, settings()); // nothing is left to do
    CHECK(read_file(broken) == text);
    CHECK(read_tuning(broken).spsa().values() == values);
    CHECK(read_tuning(broken).course().size() == ITERATIONS + 1);
}

TEST_CASE("a journal of other settings is refused by the first that differs") {
    TemporaryFolder folder;
    const std::string file = folder / "tuning.jsonl";
    play(file, settings(), 3);
    const std::string text = read_file(file);
    CHECK(fault_of([&] { TuningFile(file, settings({}, 99)); }) ==
          file + " is the journal of another tuning (spsa/parameters/0/max: 100, now 99); move it "
                 "away, or name another with -journal file=");
    CHECK(fault_of([&] {
              TuningFile(file, settings(Shard{1, 2}));
          }).find("(shard: none, now \"1/2\")") != std::string::npos);
    CHECK(read_file(file) == text);
    const TuningFile first(file, settings());
    CHECK(fault_of([&] { TuningFile(file, settings()); }).starts_with(file + ": another option "));
}

TEST_CASE("a journal that somebody has changed is refused with its line") {
    TemporaryFolder folder;
    const std::string file = folder / "tuning.jsonl";
    play(file, settings(), 3);
    const std::string text = read_file(file);
    const auto refused = [&](const std::string& from, const std::string& to) {
        write_file(file, replaced(text, from, to));
        const std::string why = refusal(file);
        CHECK(why.starts_with(file + ':'));
        return why.substr(std::min(why.size(), file.size() + 1));
    };
    CHECK(refused("{\"tuning\":1", "{\"tuning\":2") == "1: not the journal of a tuning");
    CHECK(refused("\"start\":50", "\"start\":500") ==
          "1: parameter X: numbers that do not fit together");
    CHECK(refused("\"pairs\":2", "\"pairs\":0") == "1: an iteration without games");
    CHECK(refused("\"iterations\":30", "\"iterations\":2") == "2: not what iteration 1 of these "
                                                              "settings plays");
    CHECK(refused("\"iteration\":2", "\"iteration\":3") ==
          "3: not what iteration 2 of these settings plays");
    CHECK(refused("\"lost\":", "\"lost\":9").ends_with("2: not the games of an iteration"));
    CHECK(refused("\"lost\":", "\"last\":").starts_with("2: "));
    CHECK(refused("\"won\":", "won").ends_with("2: not a line of a journal"));
    write_file(file, "{\"journal\":1}\n");
    CHECK(refusal(file) == file + ":1: not the journal of a tuning");
    CHECK_FALSE(is_tuning(file));
    CHECK_FALSE(is_tuning(folder / "none"));
    CHECK(refusal(folder / "none").starts_with("cannot read "));
}

TEST_CASE("shards are added up to their mean, and missing ones are named") {
    TemporaryFolder folder;
    std::vector<std::string> files;
    for (const std::size_t part : std::vector<std::size_t>{1, 2, 4}) {
        files.push_back(folder / std::to_string(part));
        play(files.back(), settings(Shard{part, 4}));
    }
    const Tunings all = read_tunings(files);
    std::vector<std::vector<double>> values;
    for (const std::string& file : files) values.push_back(read_tuning(file).spsa().values());
    CHECK(values[0] != values[1]);
    const auto means = mean_values(all);
    for (std::size_t i = 0; i < means.size(); ++i)
        CHECK(means[i] == doctest::Approx((values[0][i] + values[1][i] + values[2][i]) / 3));
    const std::string text = report_text(all);
    CHECK(text.starts_with("90 of 90 iterations, 360 games: +"));
    CHECK(text.find("\nMissing: shards 3/4\n") != std::string::npos);
    // Variances of independent steps add up; the mean of three has a ninth of their sum.
    double squares = 0;
    for (const Tuning& part : all.parts)
        for (std::size_t i = 0; i < ITERATIONS; ++i)
            squares += std::pow(part.course()[i + 1][0] - part.course()[i][0], 2);
    CHECK(value_rows(all)[1].back() == fmt::format("{:.2f}", std::sqrt(squares / 9) / 5));
    const auto refused = [](const std::vector<std::string>& journals) {
        return fault_of([&] { static_cast<void>(read_tunings(journals)); });
    };
    CHECK(refused({files[0], files[1], files[0]}) ==
          files[0] + " is a tuning that another journal is too");
    play(folder / "other", settings(Shard{2, 4}, 99));
    CHECK(refused({files[0], folder / "other"}) ==
          (folder / "other") + " is the journal of another tuning (spsa/parameters/0/max: 100, now "
                               "99)");
    play(folder / "thirds", settings(Shard{2, 3}));
    CHECK(refused({files[0], folder / "thirds"}).find("other journals are of 4 shards") !=
          std::string::npos);
}

TEST_CASE("the result is a table, and whole numbers as words of a command line") {
    Json one = settings();
    one["spsa"]["parameters"][0]["name"] = "Move X";
    one["spsa"]["parameters"][0]["r_end"] = 1; // far enough to be another whole number
    Tuning tuning(one);
    CHECK(option_words({{tuning}}) == "\"option.Move X=50\" option.Y=4");
    CHECK(report_text({{tuning}}).ends_with("Options: \"option.Move X=50\" option.Y=4\n"));
    const int flip = tuning.spsa().probe().flips[0];
    tuning.finish({0, 0, 4});
    const double value = tuning.spsa().values()[0];
    CHECK(flip * (value - 50) > 1);
    const std::string words = option_words({{tuning}});
    CHECK(words.starts_with(fmt::format("\"option.Move X={}\"", std::lround(value))));
    const auto rows = value_rows({{tuning}});
    CHECK(rows[1] == std::vector<std::string>{"Move X", "50", fmt::format("{:.2f}", value), "0",
                                              "100", "5", fmt::format("{:+.2f}", (value - 50) / 5),
                                              fmt::format("{:.2f}", flip * (value - 50) / 5)});
    const Json page = tuning_json({{tuning}});
    CHECK(page["courses"].size() == 2);
    CHECK(page["courses"][0]["lines"][0]["points"][0] == Json({0, 50.0}));
    CHECK(page["courses"][0]["lines"][0]["points"].size() == 2);
}

TEST_CASE("parameters are completed by what the engine says of its options") {
    const auto spin = read_spin("option name Move Overhead type spin default 10 min -3 max 5000");
    REQUIRE(spin);
    CHECK(spin->name == "Move Overhead");
    CHECK(spin->standard == 10);
    CHECK(spin->least == -3);
    CHECK(spin->most == 5000);
    for (const char* const line : {"option name X type check default true", "readyok",
                                   "option name X type spin default 1 min 0",
                                   "option name X type spin default 1 min 0 max 99999999999"})
        CHECK_FALSE(read_spin(line));
    const std::vector<Spin> spins{{"Hash", 16, 1, 1024}, {"BASE", 220, 0, 500}, {"DEPTH", 3, 2, 8}};
    // c_end is a twentieth of the range, at least a half.
    CHECK(make_parameters({{.names = {"all"}}}, spins, {{"DEPTH", "4"}}) ==
          std::vector<Parameter>{{"BASE", 220, 0, 500, 25, 0.002}, {"DEPTH", 4, 2, 8, 0.5, 0.002}});
    CHECK(make_parameters({{.names = {"all"}, .r_end = 0.01}, {.names = {"BASE"}, .least = 100}},
                          spins, {}) ==
          std::vector<Parameter>{{"BASE", 220, 100, 500, 20, 0.01}, {"DEPTH", 3, 2, 8, 0.5, 0.01}});
    const auto refused = [&](const ParameterWords& words) {
        try {
            static_cast<void>(make_parameters({words}, spins, {}));
            return std::string();
        } catch (const agon::program::UsageError& error) {
            return std::string(error.what());
        }
    };
    CHECK(refused({.names = {"BSAE"}}) ==
          "-param: the engine has no spin option 'BSAE'; did you mean 'BASE'?");
    CHECK(refused({.names = {"BASE"}, .most = 501}) ==
          "-param BASE: expected min < max within 0 and 500 of the engine, got '0 and 501'");
    CHECK(refused({.names = {"BASE"}, .least = 9, .most = 9}).find("min < max") !=
          std::string::npos);
    CHECK(refused({.names = {"BASE"}, .start = 4, .least = 5}) ==
          "-param BASE start: expected from 5 to 500, got '4'");
}

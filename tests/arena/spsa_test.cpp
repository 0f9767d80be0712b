// Tuning (arena.md, Tuning). SPSA without engines and files: schedule, rounding, convergence. The
// journal of a tuning, its shards, and its parameters, with invented games. `agon-match
// spsa` with a real engine, as a user runs it.
#include "protocol/cli/values.hpp"
#include "protocol/record/match_rules.hpp"
#include "tests/support/arena.hpp"
#include "tests/support/random.hpp"
#include "tools/arena/journal/json.hpp"
#include "tools/arena/tuning/parameters.hpp"
#include "tools/arena/tuning/spsa.hpp"
#include "tools/arena/tuning/tuning.hpp"
#include "tools/arena/tuning/tunings.hpp"
#include "tools/arena/web/tuning_page.hpp"

#include <algorithm>
#include <cmath>
#include <random>

using namespace agon::arena;
using namespace agon::test;
using doctest::Approx;
using support::fault_of;

namespace {

SpsaSettings tuned(std::size_t iterations, std::size_t pairs, Parameter parameter) {
    SpsaSettings settings;
    settings.parameters.push_back(std::move(parameter));
    settings.iterations = iterations;
    settings.pairs = pairs;
    return settings;
}

Spsa after(const SpsaSettings& settings, std::size_t iterations) {
    Spsa spsa(settings);
    for (std::size_t i = 0; i < iterations; ++i) spsa.finish(0);
    return spsa;
}

/// The games of a pair; the nearer a side is to the best values, the likelier it wins.
class Arena {
public:
    explicit Arena(std::vector<double> best) : best_(std::move(best)) {}

    int play(const Probe& probe, const SpsaSettings& settings) {
        const double lead = loss(probe.values[1], settings) - loss(probe.values[0], settings);
        const double win = 1 / (1 + std::exp(-lead));
        int result = 0;
        for (std::size_t game = 0; game < 2 * settings.pairs; ++game)
            result += static_cast<double>(random_() >> 11) * 0x1p-53 < win ? 1 : -1;
        return result;
    }

private:
    [[nodiscard]] double loss(const std::vector<int>& values, const SpsaSettings& settings) const {
        double loss = 0;
        for (std::size_t i = 0; i < best_.size(); ++i) {
            const double off = (values[i] - best_[i]) / settings.parameters[i].c_end;
            loss += 0.02 * off * off;
        }
        return loss;
    }

    std::vector<double> best_;
    std::mt19937_64 random_{7};
};

constexpr std::size_t ITERATIONS = 30;

Json settings(std::optional<Shard> shard = std::nullopt, int most = 100) {
    MatchSettings match;
    match.rules = agon::make_match_rules("classic", "standard", "", {});
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

/// Four games that depend only on the iteration.
SideResults games_of(std::size_t iteration) {
    support::Random random(iteration);
    const int won = static_cast<int>(random.below(5));
    const int drawn = static_cast<int>(random.below(5 - static_cast<std::size_t>(won)));
    return {4 - won - drawn, drawn, won};
}

/// Continues until `iterations` are finished.
void play(const std::string& file, const Json& settings, std::size_t iterations = ITERATIONS) {
    TuningFile tuning(file, settings);
    while (tuning.tuning().spsa().finished() < iterations)
        tuning.finish(games_of(tuning.tuning().spsa().finished()));
}

std::string refusal(const std::string& file) {
    return fault_of([&] { (void)read_tuning(file); });
}

const std::string ENGINE = "spsa -engine cmd=" AGON_BIN "/agon nodes=40 option.Hash=1 ";
const std::string FEW =
    "-iterations 6 -games-per-iteration 4 -maxmoves 15 -resign movecount=2 score=4 -srand 5 "
    "-openings file=" AGON_BOOKS "/standard.epd format=epd order=random "
    "-param Contempt min=-200 max=200 c_end=150 -param Level r_end=0.5 ";

} // namespace

TEST_CASE("perturbations and steps are those of fishtest") {
    // c and R of build_spsa_worker_step() in fishtest's server/fishtest/spsa_workflow.py, with A =
    // 0.1, alpha = 0.602 and gamma = 0.101, computed independently of this program.
    const Parameter wide{"X", 100, 0, 200, 20, 0.002};
    struct Row {
        std::size_t iteration;
        double c, r;
    };
    for (const Row& row :
         {Row{0, 56.65252125330957, 0.0010555596118886432},
          Row{1000, 28.195214347919332, 0.0035840916757235676},
          Row{14999, 21.45033233635885, 0.00250433994257136}, Row{29999, 20, 0.002}}) {
        const Spsa spsa = after(tuned(30'000, 1, wide), row.iteration);
        CHECK(spsa.gains(wide).c == Approx(row.c).epsilon(1e-12));
        CHECK(spsa.gains(wide).r == Approx(row.r).epsilon(1e-12));
    }
    // With four pairs per iteration, the second iteration begins with the fifth pair.
    const Parameter narrow{"Y", 10, 0, 20, 3, 0.01};
    for (const Row& row : {Row{0, 6.027278437826185, 0.010430783454654698},
                           Row{1, 5.123010951614772, 0.014104392311747652},
                           Row{249, 3.0009105043749034, 0.010010376883080029}}) {
        const Spsa spsa = after(tuned(250, 4, narrow), row.iteration);
        CHECK(spsa.gains(narrow).c == Approx(row.c).epsilon(1e-12));
        CHECK(spsa.gains(narrow).r == Approx(row.r).epsilon(1e-12));
    }
}

TEST_CASE("a result moves each parameter by R times c towards the better side, up to its bounds") {
    // apply_spsa_result_updates() of the same file: theta + R * c * result * flip, clipped.
    SpsaSettings two = tuned(100, 2, {"X", 50, 0, 100, 5, 0.1});
    two.parameters.push_back({"Y", 9, 0, 10, 2, 1});
    for (const int result : {3, -3}) {
        Spsa spsa(two);
        const Probe probe = spsa.probe();
        const auto [c, r] = spsa.gains(two.parameters[0]);
        spsa.finish(result);
        CHECK(spsa.values()[0] == Approx(50 + r * c * result * probe.flips[0]));
        if (result * probe.flips[1] > 0) CHECK(spsa.values()[1] == 10); // 1 is less than the step
    }
    Spsa level(two);
    level.finish(0);
    CHECK(level.values() == std::vector<double>{50, 9});
}

TEST_CASE("sides get whole numbers, correct on average, that never change their order") {
    double sum = 0, difference = 0;
    constexpr int SEEDS = 4000;
    for (int seed = 0; seed < SEEDS; ++seed) {
        SpsaSettings one = tuned(1, 1, {"X", 7, 0, 100, 0.3, 0.1});
        one.seed = static_cast<std::uint64_t>(seed);
        const Probe probe = Spsa(one).probe();
        const int first = probe.values[0][0], second = probe.values[1][0];
        CHECK(probe.flips[0] * (first - second) >= 0);
        sum += first + second;
        difference += probe.flips[0] * (first - second);
        // A perturbation of a half keeps the sides apart.
        one.parameters[0].c_end = 0.5;
        const Probe half = Spsa(one).probe();
        CHECK(half.flips[0] * (half.values[0][0] - half.values[1][0]) == 1);
    }
    // A side differs from its mean by at most 1. By Hoeffding the mean of 4000 is off by over 0.1
    // with a chance below exp(-2 * 4000 * 0.05^2) < 1e-8.
    CHECK(sum / (2 * SEEDS) == Approx(7).epsilon(0.1 / 7));
    CHECK(std::abs(difference / SEEDS - 0.6) < 0.1);
}

TEST_CASE("values at a bound stay within it") {
    for (std::uint64_t seed = 0; seed < 100; ++seed) {
        SpsaSettings one = tuned(1000, 1, {"X", 10, 1, 10, 4, 0.1});
        one.seed = seed;
        const Probe probe = Spsa(one).probe();
        for (const auto& side : probe.values) {
            CHECK(side[0] >= 1);
            CHECK(side[0] <= 10);
        }
        CHECK(std::max(probe.values[0][0], probe.values[1][0]) == 10);
    }
}

TEST_CASE("twelve parameters climb to the top of a quadratic through the noise of games") {
    SpsaSettings twelve;
    twelve.iterations = 4000;
    twelve.pairs = 4;
    std::vector<double> best;
    for (int i = 0; i < 12; ++i) {
        const double c_end = 2 + i;
        const int away = static_cast<int>(6 * c_end) * (i % 2 == 0 ? 1 : -1);
        twelve.parameters.push_back({"P" + std::to_string(i), 500, 0, 1000, c_end, 0.02});
        best.push_back(500 + away);
    }
    Arena arena(best);
    Spsa spsa(twelve);
    while (!spsa.over()) spsa.finish(arena.play(spsa.probe(), twelve));
    for (std::size_t i = 0; i < best.size(); ++i) {
        CAPTURE(i);
        CHECK(std::abs(spsa.values()[i] - best[i]) < 2 * twelve.parameters[i].c_end); // 6 at first
    }
}

TEST_CASE("a course depends only on seed and shard") {
    const SpsaSettings base = tuned(64, 1, {"X", 50, 0, 100, 5, 0.1});
    const auto flips = [](const SpsaSettings& settings) {
        std::vector<int> found;
        for (Spsa spsa(settings); !spsa.over(); spsa.finish(0))
            found.push_back(spsa.probe().flips[0]);
        return found;
    };
    SpsaSettings seed = base, shard = base;
    seed.seed = 1;
    shard.shard = {2, 3};
    CHECK(flips(base) == flips(base));
    CHECK(flips(base) != flips(seed));
    CHECK(flips(base) != flips(shard));
    CHECK(std::ranges::count(flips(base), 1) > 10); // less has a chance below 1e-8
    CHECK(std::ranges::count(flips(base), -1) > 10);
}

TEST_CASE("a tuning that is interrupted anywhere resumes to the same journal and values") {
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
    play(broken, settings()); // no work is left
    CHECK(read_file(broken) == text);
    CHECK(read_tuning(broken).spsa().values() == values);
    CHECK(read_tuning(broken).course().size() == ITERATIONS + 1);
}

TEST_CASE("a journal with other settings is refused, and the first difference named") {
    TemporaryFolder folder;
    const std::string file = folder / "tuning.jsonl";
    play(file, settings(), 3);
    const std::string text = read_file(file);
    CHECK(fault_of([&] { TuningFile(file, settings({}, 99)); }) ==
          file + " is the journal of another tuning (spsa/parameters/0/max: 100, now 99); move it "
                 "away, or name another with -journal file=");
    const std::string half = fault_of([&] { TuningFile(file, settings(Shard{1, 2})); });
    CHECK(half.find("(shard: none, now \"1/2\")") != std::string::npos);
    CHECK(read_file(file) == text);
    const TuningFile first(file, settings());
    CHECK(fault_of([&] { TuningFile(file, settings()); }).starts_with(file + ": another option "));
}

TEST_CASE("a journal that someone has changed is refused with its line") {
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
    CHECK(refused("\"start\":50", "\"start\":500") == "1: parameter X: inconsistent numbers");
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

TEST_CASE("shards are averaged, and missing ones are named") {
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
        CHECK(means[i] == Approx((values[0][i] + values[1][i] + values[2][i]) / 3));
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
          files[0] + " is the same shard as another journal");
    play(folder / "other", settings(Shard{2, 4}, 99));
    CHECK(refused({files[0], folder / "other"}) ==
          (folder / "other") + " is the journal of another tuning (spsa/parameters/0/max: 100, now "
                               "99)");
    play(folder / "thirds", settings(Shard{2, 3}));
    CHECK(refused({files[0], folder / "thirds"}).find("other journals are of 4 shards") !=
          std::string::npos);
}

TEST_CASE("the result is a table, and whole numbers as command-line options") {
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

TEST_CASE("parameters are completed by the options that the engine lists") {
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

TEST_CASE("an interrupted tuning resumes to the same result, with any number of games at a time") {
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
    CHECK(tune("broken", "-restart").says("unknown option '-restart'"));
    const Run resumed = tune("broken", "-concurrency 4 -force-concurrency");
    CHECK(resumed.says("Resuming after 2 finished iterations"));
    CHECK(read_file(folder / "broken") == journal);
    const Run killed = run_shell("timeout --signal=INT 0.2 " AGON_BIN "/agon-match " + ENGINE +
                                 FEW + "-journal file=" + (folder / "killed") + " 2>&1");
    CAPTURE(killed.output);
    CHECK(tune("killed").status == 0);
    CHECK(read_file(folder / "killed") == journal);
    CHECK(run(ENGINE + replaced(FEW, "-maxmoves 15", "-maxmoves 16") +
              "-journal file=" + (folder / "whole"))
              .says("(adjudication/maxmoves: 15, now 16)"));
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
        const auto json = Json::parse(line);
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
                             "tc=60 -iterations 2 -games-per-iteration 2 -maxmoves 4 -param Hash "
                             "max=99 -journal file=";
    const Run ended = run(dies + (folder / "a"));
    CAPTURE(ended.output);
    CHECK(ended.status == 1);
    CHECK(ended.says("killed by signal 9"));
    CHECK(ended.says("-recover continues after that"));
    CHECK(ended.output.ends_with("Tuning broken off\n"));
    const Run recovered = run(dies + (folder / "b") + " -recover");
    CAPTURE(recovered.output);
    CHECK(recovered.status == 0);
    CHECK(recovered.says("Games that a fault decided in this run: 4\n"));
}

TEST_CASE("shards are separate tunings, which merge adds up") {
    TemporaryFolder folder;
    for (const std::string part : {"1", "3"}) {
        const std::string shard = "--shard " + part + "/3 -journal file=" + (folder / part);
        CHECK(run(ENGINE + FEW + shard).status == 0);
    }
    CHECK(read_file(folder / "1") != read_file(folder / "3"));
    const std::string both = (folder / "1") + ' ' + (folder / "3");
    const Run merged = run("merge " + both);
    CHECK(merged.status == 0);
    CHECK(merged.says("12 of 12 iterations, 48 games: +"));
    CHECK(merged.says("\nMissing: shards 2/3\n"));
    CHECK(merged.says("change/c_end  chance\n"));
    check_refused("merge " + both + " -o " + (folder / "both"),
                  "cannot be joined into one journal");
    check_refused("merge " + (folder / "1") + ' ' + (folder / "1"),
                  "is the same shard as another journal", 1);
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

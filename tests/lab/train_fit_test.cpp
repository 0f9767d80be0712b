// The model against plain loops and the engine; the training, also interrupted; agon-train fit.
#include "engine/error.hpp"
#include "engine/game/symmetry.hpp"
#include "engine/game/turn.hpp"
#include "search/nnue/evaluator.hpp"
#include "search/nnue/network_file.hpp"
#include "tests/lab/train_records.hpp"
#include "tests/support/build_kind.hpp"
#include "tests/support/crc.hpp"
#include "tests/support/random_network.hpp"
#include "tests/support/rule_pair.hpp"
#include "tools/lab/train/checkpoint.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <functional>
#include <limits>

using namespace agon;
using namespace agon::train;
namespace nnue = search::nnue;
using nnue::HIDDEN;
using support::write_file;

namespace {

FitSettings settings() {
    FitSettings settings;
    settings.epochs = 3;
    settings.batch = 300;
    settings.threads = 2;
    return settings;
}

FitState any_state() {
    FitState state{2, 1'234'567'890'123, {}, {}, {}};
    for (std::size_t i = 0; i < PARAMETER_COUNT; ++i) {
        const auto x = static_cast<float>(i);
        state.parameters.push_back(1 / (x + 3)); // fractions that binary digits do not end
        state.momentum.push_back(-x * 1e-30F);
        state.variance.push_back(x * 1e30F);
    }
    return state;
}

std::string fault(const std::string& file, const FitSettings& with, std::uint64_t samples) {
    return support::fault_of([&] { (void)load_checkpoint(file, with, samples); });
}

std::string games() {
    std::string bytes;
    const RuleSet rules;
    for (std::size_t number = 0; number < 60; ++number)
        bytes += encode(support::random_game(rules, setup_position(rules, Setup::Standard), number,
                                             30, [](const Position&, support::Random& random) {
                                                 return static_cast<int>(random.below(1'001)) - 500;
                                             }));
    return bytes;
}

/// Uniform within +-most, the same everywhere.
double uniform(support::Random& random, double most) {
    return (static_cast<double>(random.bits() >> 11) * 0x1p-52 - 1) * most;
}

/// Units, some below 0, some above 1, most in between.
Parameters any_parameters(std::uint64_t seed) {
    support::Random random(seed);
    Parameters p(PARAMETER_COUNT);
    for (std::size_t i = 0; i < p.size(); ++i)
        p[i] = static_cast<float>(uniform(random, i < OUTPUT_AT ? 0.25 : 0.5));
    return p;
}

/// How far the guards and the queen of one side are ahead of the other's on their way inward.
int inward(const RuleSet& rules, const Position& p) {
    int sum = 0;
    for (const Side side : BOTH_SIDES)
        p.pieces[side].for_each([&](Cell cell) {
            sum += side == chooser(rules, p) ? 5 - cell.ring() : cell.ring() - 5;
        });
    return sum;
}

/// Games scored only by that lead.
std::string games(std::size_t count, std::size_t length) {
    std::string bytes;
    for (std::size_t number = 0; number < count; ++number) {
        const RuleSet rules = support::preset(number % 3 == 0 ? "ham" : "classic").engine;
        const Setup setup = number % 4 == 0 ? Setup::Placement : Setup::Standard;
        bytes += encode(support::random_game(
            rules, setup_position(rules, setup), number, length,
            [&](const Position& p, support::Random&) { return 60 * inward(rules, p); }));
    }
    return bytes;
}

Samples samples_of(const std::string& bytes) {
    const test::TemporaryFolder folder;
    write_file(folder / "games", bytes);
    SampleSettings settings;
    settings.score_share = 1;
    return read_samples({folder / "games"}, settings);
}

/// The loss of a sample in double, parameter by parameter; `weights` as Parameters.
double plain_loss(const std::vector<double>& weights, const std::vector<RuleSet>& rules,
                  const Sample& sample, const CellMap& turn) {
    double logit = weights[OUTPUT_BIAS_AT + sample.bucket];
    for (std::size_t viewer = 0; viewer < 2; ++viewer) { // the chooser, the other
        std::vector<double> units(weights.begin() + static_cast<std::ptrdiff_t>(BIAS_AT),
                                  weights.begin() + static_cast<std::ptrdiff_t>(BIAS_AT + HIDDEN));
        const auto add = [&](std::size_t row) {
            for (std::size_t i = 0; i < HIDDEN; ++i) units[i] += weights[row * HIDDEN + i];
        };
        for (std::size_t i = 0; i < sample.piece_count; ++i) {
            const std::size_t kind = ((sample.pieces[i] >> 7) + 4 * viewer) % 8; // theirs from 4 on
            const Cell place = turn[Cell::from_index(sample.pieces[i] & 127)];
            const auto cell = static_cast<std::size_t>(place.index());
            add(kind * 121 + cell);
            if ((sample.pieces[i] & THREATENED) != 0)
                add(8 * 121 + 12 + 4 * RULE_FIELD_COUNT + kind / 2 * 121 + cell);
        }
        const std::size_t own = sample.reserve[viewer], theirs = sample.reserve[1 - viewer];
        if (own > 0) add(8 * 121 + own - 1);
        if (theirs > 0) add(8 * 121 + 6 + theirs - 1);
        for (std::size_t field = 0; field < RULE_FIELD_COUNT; ++field)
            if (rule_fields()[field].key != "setup")
                add(8 * 121 + 12 + 4 * field + rule_fields()[field].get(rules[sample.rules]));
        for (std::size_t i = 0; i < HIDDEN; ++i) {
            const double unit = std::clamp(units[i], 0.0, 1.0);
            logit += unit * unit * weights[OUTPUT_AT + (sample.bucket * 2 + viewer) * HIDDEN + i];
        }
    }
    const double chance = 1 / (1 + std::exp(-logit));
    return -sample.target * std::log(chance) - (1 - sample.target) * std::log(1 - chance);
}

struct Batch {
    std::vector<const Sample*> samples;
    std::vector<std::uint8_t> turns;
};

/// Every `step`th sample, each with another symmetry of the board.
Batch batch_of(const std::vector<Sample>& samples, std::size_t step) {
    Batch batch;
    for (std::size_t i = 0; i < samples.size(); i += step) {
        batch.samples.push_back(&samples[i]);
        batch.turns.push_back(static_cast<std::uint8_t>(batch.turns.size() % SYMMETRY_COUNT));
    }
    return batch;
}

} // namespace

TEST_CASE("the loss is the cross entropy, and its derivatives agree with finite differences") {
    const Samples samples = samples_of(games(24, 20));
    REQUIRE(samples.rules.size() == 2);
    const Batch batch = batch_of(samples.learned, 17);
    REQUIRE(batch.samples.size() > 12);
    const Parameters parameters = any_parameters(1);
    std::vector<double> weights(parameters.begin(), parameters.end());
    const auto loss = [&] {
        double sum = 0;
        for (std::size_t i = 0; i < batch.samples.size(); ++i)
            sum +=
                plain_loss(weights, samples.rules, *batch.samples[i], SYMMETRIES[batch.turns[i]]);
        return sum;
    };
    Parameters gradient(PARAMETER_COUNT, 1.0F); // derivatives are added to it
    const double found = losses(parameters, samples.rules, batch.samples, batch.turns, &gradient);
    CHECK(found == doctest::Approx(loss()).epsilon(1e-5));
    CHECK(losses(parameters, samples.rules, batch.samples, batch.turns, nullptr) ==
          doctest::Approx(found).epsilon(1e-6));

    // Parameters of each kind: those with a large derivative and any others.
    support::Random random(2);
    std::vector<std::size_t> checked;
    const std::array<std::size_t, 7> kinds = {0,
                                              nnue::RESERVE_ROWS * HIDDEN,
                                              nnue::RULE_ROWS * HIDDEN,
                                              BIAS_AT,
                                              OUTPUT_AT,
                                              OUTPUT_BIAS_AT,
                                              PARAMETER_COUNT};
    for (std::size_t kind = 0; kind + 1 < kinds.size(); ++kind) {
        const std::size_t size = kinds[kind + 1] - kinds[kind];
        std::vector<std::size_t> moving;
        for (std::size_t i = kinds[kind]; i < kinds[kind + 1]; ++i)
            if (std::abs(gradient[i] - 1) > 0.05) moving.push_back(i);
        CAPTURE(kind);
        REQUIRE_FALSE(moving.empty());
        for (int i = 0; i < 40; ++i) {
            checked.push_back(random.pick(moving));
            checked.push_back(kinds[kind] + random.below(size));
        }
    }
    for (const std::size_t i : checked) {
        CAPTURE(i);
        constexpr double STEP = 1e-6;
        const double before = weights[i];
        weights[i] = before + STEP;
        const double above = loss();
        weights[i] = before - STEP;
        const double below = loss();
        weights[i] = before;
        const double derivative = (above - below) / (2 * STEP);
        REQUIRE(std::abs(gradient[i] - 1 - derivative) < 1e-4 + 1e-4 * std::abs(derivative));
    }
}

TEST_CASE("the model values a position as the engine does") {
    auto network = support::random_network(3);
    for (auto& output : network->output) // logits of a few units, whose chances are not 0 or 1
        for (auto& row : output)
            for (auto& weight : row) weight = static_cast<std::int16_t>(weight / 8);
    const Parameters parameters = to_parameters(*network);
    const test::TemporaryFolder folder;
    for (const support::RulePair& rules : support::all_presets()) {
        CAPTURE(rules.name);
        const train::RecordedGame game = support::random_game(
            rules.engine, setup_position(rules.engine, Setup::Placement), 2, 60,
            [](const Position&, support::Random&) { return -32'000; }); // a chance of 0
        write_file(folder / "game", encode(game));
        SampleSettings settings;
        settings.score_share = 1;
        const Samples samples = read_samples({folder / "game"}, settings);
        Game played(game.rules, game.start, {0, 0});
        std::size_t next = 0;
        for (const RecordedAction& action : game.actions) {
            if (!action.best_captures && next < samples.learned.size()) {
                const std::array sample = {&samples.learned[next++]};
                REQUIRE(sample[0]->target < 1e-30F);
                // The loss of a chance of 0 is log(1 + e^logit).
                const double loss =
                    losses(parameters, samples.rules, sample, std::array<std::uint8_t, 1>{}, {});
                const double logit = std::log(std::expm1(loss));
                const search::Score value =
                    nnue::evaluate(*network, rules.engine, played.position());
                REQUIRE(std::abs(logit * 250 - value) < 1.1);
            }
            played.play(action.played);
        }
        REQUIRE(next > 20);
    }
}

TEST_CASE("parameters convert to a network and back, and clipped ones make a valid network") {
    const auto network = support::random_network(4);
    const auto back = to_network(to_parameters(*network), network->trained_on);
    CHECK(write_network(*back) == write_network(*network));
    support::Random random(5);
    Parameters wild(PARAMETER_COUNT);
    for (float& value : wild) value = static_cast<float>(uniform(random, 1'000));
    SUBCASE("of either sign") {}
    SUBCASE("all as large as can be") { wild.assign(PARAMETER_COUNT, 1e9F); }
    SUBCASE("all as small as can be") { wild.assign(PARAMETER_COUNT, -1e9F); }
    // In parts, as threads do.
    clip(wild, 0, 1'000);
    clip(wild, 1'000, OUTPUT_AT + 5);
    clip(wild, OUTPUT_AT + 5, PARAMETER_COUNT);
    CHECK_NOTHROW((void)nnue::read_network(write_network(*to_network(wild, {RuleSet()}))));
}

TEST_CASE("the training learns a known evaluation") {
    const Samples samples = samples_of(games(support::SLOW_BUILD ? 60 : 200, 40));
    REQUIRE(samples.learned.size() > 1'000);
    REQUIRE(samples.held_out.size() > 50);
    std::vector<EpochReport> reports;
    FitSettings settings;
    settings.epochs = 12;
    settings.batch = 200;
    settings.rate = 0.01;
    settings.threads = 2;
    FitState state;
    state.parameters = random_parameters(settings.seed);
    fit(samples, settings, state,
        [&](const EpochReport& report, const FitState&) { reports.push_back(report); });
    REQUIRE(reports.size() == 12);
    for (std::size_t i = 0; i < reports.size(); ++i)
        CHECK(reports[i].epoch == static_cast<int>(i) + 1);
    const auto entropy = [](double p) {
        return (p > 0 ? -p * std::log(p) : 0) + (p < 1 ? -(1 - p) * std::log(1 - p) : 0);
    };
    double floor = 0, mean = 0;
    for (const Sample& sample : samples.held_out) {
        floor += entropy(sample.target) / static_cast<double>(samples.held_out.size());
        mean += sample.target / static_cast<double>(samples.held_out.size());
    }
    CHECK(reports.back().floor == doctest::Approx(floor));
    // It has learned most of what the position tells beyond a constant answer.
    const double ignorant = entropy(mean) - floor;
    REQUIRE(ignorant > 0.05);
    CHECK(reports.back().held_out - floor > 0);
    CHECK(reports.back().held_out - floor < 0.3 * ignorant);
    CHECK(reports.back().learned < reports.front().learned);
    CHECK(reports.back().held_out < reports.front().held_out);
}

TEST_CASE("rules that all samples share keep their weights") {
    const RuleSet classic, kanare = support::preset("kanare").engine;
    REQUIRE(classic.effect != kanare.effect); // and only in that
    std::string bytes;
    for (std::size_t i = 0; i < 40; ++i) {
        const RuleSet& rules = i % 2 == 0 ? classic : kanare;
        bytes += encode(support::random_game(rules, setup_position(rules, Setup::Standard), i, 30,
                                             [](const Position&, support::Random&) { return 9; }));
    }
    const Samples samples = samples_of(bytes);
    REQUIRE(samples.rules.size() == 2);
    FitState state;
    state.parameters = any_parameters(9);
    const Parameters before = state.parameters;
    fit(samples, settings(), state, [](const EpochReport&, const FitState&) {});
    for (std::size_t field = 0; field < RULE_FIELD_COUNT; ++field) {
        const RuleField& rule = rule_fields()[field];
        if (rule.key == "setup") continue;
        CAPTURE(rule.key);
        for (const RuleSet& rules : {classic, kanare}) {
            const std::size_t row = nnue::RULE_ROWS + field * nnue::RULE_VALUES + rule.get(rules);
            const auto first = static_cast<std::ptrdiff_t>(row * HIDDEN);
            const bool same = std::equal(before.begin() + first,
                                         before.begin() + first + static_cast<long>(HIDDEN),
                                         state.parameters.begin() + first);
            CHECK(same == (rule.key != "effect"));
        }
    }
    CHECK(before[BIAS_AT] != state.parameters[BIAS_AT]);
}

TEST_CASE("agon-train fit makes the same file each time, and agon reads it") {
    const test::TemporaryFolder folder;
    write_file(folder / "games", games(60, 30));
    const auto fit = [&](const std::string& options) {
        return test::run_shell(AGON_BIN "/agon-train fit " + folder / "games" +
                               " --epochs 2 --batch 300 " + options + " 2>&1");
    };
    const auto made = fit("--threads 2 -o " + folder / "a");
    CAPTURE(made.output);
    CHECK(made.status == 0);
    CHECK(made.says(" positions to learn from, "));
    CHECK(made.count("\nepoch ") == 2);
    CHECK(fit("--threads 2 -o " + folder / "b").status == 0);
    CHECK(test::read_file(folder / "a") == test::read_file(folder / "b"));
    CHECK(fit("--threads 2 --seed 2 -o " + folder / "b").status == 0);
    CHECK(test::read_file(folder / "a") != test::read_file(folder / "b"));
    const auto network = nnue::load_network(folder / "a");
    REQUIRE(network->trained_on.size() == 2); // in the order of the games
    CHECK(network->trained_on[0] == support::preset("ham").engine);
    CHECK(network->trained_on[1] == support::preset("classic").engine);
    // It can begin with the weights of one, and learn from games of some rules only.
    CHECK(fit("--variant ham --start " + folder / "a" + " -o " + folder / "c").status == 0);
    CHECK((nnue::load_network(folder / "c")->trained_on ==
           std::vector{support::preset("ham").engine}));
    const auto foreign = fit("--start " + folder / "games" + " -o " + folder / "d");
    CHECK(foreign.status == 1);
    CHECK(foreign.says((folder / "games") + ": not a network of agon"));
    CHECK_FALSE(std::filesystem::exists(folder / "d"));
}

TEST_CASE("a training is restored from its checkpoint") {
    const test::TemporaryFolder folder;
    const std::string file = folder / "checkpoint";
    CHECK_FALSE(load_checkpoint(file, settings(), 10));
    const FitState state = any_state();
    for (int i = 0; i < 2; ++i) { // the second replaces the first
        save_checkpoint(file, state, settings(), 10);
        const auto found = load_checkpoint(file, settings(), 10);
        REQUIRE(found);
        CHECK(found->epoch == state.epoch);
        CHECK(found->step == state.step);
        CHECK(found->parameters == state.parameters);
        CHECK(found->momentum == state.momentum);
        CHECK(found->variance == state.variance);
    }
    CHECK_THROWS((void)save_checkpoint(folder / "no/such/folder", state, settings(), 10));
}

TEST_CASE("a checkpoint of another training, and a file that is not a checkpoint, are refused") {
    const test::TemporaryFolder folder;
    const std::string file = folder / "checkpoint";
    save_checkpoint(file, any_state(), settings(), 10);
    const std::string bytes = test::read_file(file);
    CHECK(fault(file, settings(), 10) == "");
    CHECK(fault(file, settings(), 11) == file + ": its samples is 10, not 11");
    const auto other = [&](const std::function<void(FitSettings&)>& change) {
        FitSettings changed = settings();
        change(changed);
        return fault(file, changed, 10);
    };
    CHECK(other([](FitSettings& s) { s.epochs = 4; }) == file + ": its epochs is 3, not 4");
    CHECK(other([](FitSettings& s) { s.batch = 301; }) == file + ": its batch is 300, not 301");
    CHECK(other([](FitSettings& s) { s.threads = 1; }) == file + ": its threads is 2, not 1");
    CHECK(other([](FitSettings& s) { s.seed = 7; }) == file + ": its seed is 1, not 7");
    CHECK(other([](FitSettings& s) { s.rate = 0.5; }) == file + ": its rate is 0.003, not 0.5");
    CHECK(other([](FitSettings& s) { s.decay = 0.5; }) == file + ": its decay is 0.01, not 0.5");
    write_file(file, std::string(3'000'000, '\x81'));
    CHECK(fault(file, settings(), 10).starts_with(file + ": not a checkpoint"));
    for (const std::size_t size : {0UL, 1UL, 100UL, bytes.size() / 2, bytes.size() - 1}) {
        CAPTURE(size);
        write_file(file, bytes.substr(0, size));
        CHECK(fault(file, settings(), 10).starts_with(file + ": not a checkpoint"));
    }
    // One bit of any byte: CRC-32 finds every error that spans no more than 32 bits.
    for (std::size_t at = 0; at < bytes.size(); at += at < 16 ? 1 : bytes.size() / 40) {
        CAPTURE(at);
        std::string damaged = bytes;
        damaged[at] = static_cast<char>(damaged[at] ^ 1 << at % 8);
        write_file(file, damaged);
        CHECK(fault(file, settings(), 10).starts_with(file + ": not a checkpoint"));
    }
    for (const std::string& foreign :
         {bytes + "x", std::string("Notes.\n"), std::string(99, '\0')}) {
        write_file(file, foreign);
        CHECK(fault(file, settings(), 10).starts_with(file + ": not a checkpoint"));
    }
}

TEST_CASE("numbers that no training has are neither written nor read") {
    const test::TemporaryFolder folder;
    const std::string file = folder / "checkpoint";
    save_checkpoint(file, any_state(), settings(), 10);
    const std::string good = test::read_file(file);
    for (const float bad :
         {std::numeric_limits<float>::quiet_NaN(), std::numeric_limits<float>::infinity()})
        for (Parameters FitState::*values :
             {&FitState::parameters, &FitState::momentum, &FitState::variance}) {
            FitState state = any_state();
            (state.*values)[7] = bad;
            CHECK_THROWS_AS(save_checkpoint(file, state, settings(), 10), Error);
            CHECK(test::read_file(file) == good);
            // As another program might write it: the last number, with the right checksum.
            const auto bits = std::bit_cast<std::uint32_t>(bad);
            std::string rest = good.substr(10, good.size() - 14) + support::little_endian(bits, 4);
            write_file(file,
                       good.substr(0, 6) + support::little_endian(support::crc32(rest), 4) + rest);
            CHECK(fault(file, settings(), 10) ==
                  file + ": not a checkpoint: it holds numbers that no training has");
            write_file(file, good);
        }
    FitSettings shorter = settings();
    FitState state = any_state();
    state.epoch = 4; // of 3
    save_checkpoint(file, state, shorter, 10);
    CHECK(fault(file, shorter, 10).ends_with("numbers that no training has"));
}

TEST_CASE("agon-train fit --resume makes the network of a training without interruption") {
    const test::TemporaryFolder folder;
    write_file(folder / "games", games());
    const auto fit_command = [&](const std::string& options) {
        return test::run_shell(AGON_BIN "/agon-train fit " + folder / "games" +
                               " --epochs 3 --batch 300 --threads 2 " + options + " 2>&1");
    };
    const std::string checkpoint = folder / "checkpoint";
    const std::string with = "--resume --checkpoint " + checkpoint + " -o ";
    REQUIRE(fit_command("-o " + folder / "whole").status == 0);
    const std::string whole = test::read_file(folder / "whole");
    SUBCASE("from the beginning, as there is no checkpoint yet") {
        const auto run = fit_command(with + folder / "net");
        CHECK(run.status == 0);
        CHECK(run.count("\nepoch ") == 3);
    }
    SUBCASE("from the first epoch on") {
        struct Killed {};
        const Samples samples = read_samples({folder / "games"}, {});
        FitState state;
        state.parameters = random_parameters(settings().seed);
        CHECK_THROWS_AS(fit(samples, settings(), state,
                            [&](const EpochReport&, const FitState& now) {
                                save_checkpoint(checkpoint, now, settings(), samples.digest());
                                throw Killed();
                            }),
                        Killed);
        const auto run = fit_command(with + folder / "net");
        CAPTURE(run.output);
        CHECK(run.status == 0);
        CHECK(run.count("\nepoch ") == 2);
    }
    CHECK(test::read_file(folder / "net") == whole);
    // All epochs are done, and are not repeated.
    const auto again = fit_command(with + folder / "again");
    CHECK(again.status == 0);
    CHECK(again.count("epoch ") == 0);
    CHECK(test::read_file(folder / "again") == whole);
    // Without --resume the training starts again.
    CHECK(fit_command("--checkpoint " + checkpoint + " -o " + folder / "new").count("\nepoch ") ==
          3);
    CHECK(test::read_file(folder / "new") == whole);
    const auto refused = fit_command("--seed 2 " + with + folder / "other");
    CHECK(refused.status == 1);
    CHECK(refused.says(checkpoint + ": its seed is 1, not 2"));
    // The same number of positions, but other values.
    const auto other_values = fit_command("--score-share 0.5 " + with + folder / "other");
    CHECK(other_values.status == 1);
    CHECK(other_values.says(checkpoint + ": its samples is "));
    CHECK_FALSE(std::filesystem::exists(folder / "other"));
}

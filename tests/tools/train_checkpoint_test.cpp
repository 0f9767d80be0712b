// A training that was interrupted.
#include "engine/error.hpp"
#include "tests/support/crc.hpp"
#include "tests/support/rule_pair.hpp"
#include "tests/tools/train_records.hpp"
#include "tools/train/trainer.hpp"

#include <doctest/doctest.h>

#include <bit>
#include <functional>
#include <limits>

using namespace agon;
using namespace agon::train;
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
    FitState state{
        .epoch = 2, .step = 1'234'567'890'123, .parameters = {}, .momentum = {}, .variance = {}};
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

} // namespace

TEST_CASE("a training comes back from its checkpoint") {
    const test::TemporaryFolder folder;
    const std::string file = folder / "checkpoint";
    CHECK_FALSE(load_checkpoint(file, settings(), 10));
    const FitState state = any_state();
    for (int i = 0; i < 2; ++i) { // the second time in place of the first
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

TEST_CASE("a checkpoint of another training is refused, and so is what is none") {
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
    // All is done: nothing is trained again.
    const auto again = fit_command(with + folder / "again");
    CHECK(again.status == 0);
    CHECK(again.count("epoch ") == 0);
    CHECK(test::read_file(folder / "again") == whole);
    // Without --resume the training begins anew.
    CHECK(fit_command("--checkpoint " + checkpoint + " -o " + folder / "new").count("\nepoch ") ==
          3);
    CHECK(test::read_file(folder / "new") == whole);
    const auto refused = fit_command("--seed 2 " + with + folder / "other");
    CHECK(refused.status == 1);
    CHECK(refused.says(checkpoint + ": its seed is 1, not 2"));
    // As many positions, but other values.
    const auto other_values = fit_command("--score-share 0.5 " + with + folder / "other");
    CHECK(other_values.status == 1);
    CHECK(other_values.says(checkpoint + ": its samples is "));
    CHECK_FALSE(std::filesystem::exists(folder / "other"));
}

// Networks as files, the networks of the executable, and the largest weights allowed.
#include "engine/game/outcome.hpp"
#include "engine/notation/notation.hpp"
#include "search/nnue/built_in_networks.hpp"
#include "search/nnue/evaluator.hpp"
#include "search/nnue/network.hpp"
#include "search/nnue/network_file.hpp"
#include "search/score/score.hpp"
#include "tests/support/arena.hpp"
#include "tests/support/arrange.hpp"
#include "tests/support/crc.hpp"
#include "tests/support/player.hpp"
#include "tests/support/random_network.hpp"
#include "tests/support/rule_pair.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cstdint>
#include <fstream>
#include <limits>
#include <string>

using namespace agon;
using namespace agon::search;
using nnue::HIDDEN;
using nnue::Network;
using nnue::read_network;
using nnue::write_network;
using support::crc32;
using support::little_endian;

namespace {

/// The bytes with the right checksum at the end.
std::string sealed(std::string bytes) {
    bytes.resize(bytes.size() - 4);
    return bytes + little_endian(crc32(bytes), 4);
}

std::string fault(std::string_view bytes) {
    return support::fault_of([&] { (void)read_network(bytes); });
}

/// The fields of the rules in a file of this version.
std::string fields_of(const std::string& bytes) {
    std::size_t at = 25;
    const auto skip = [&] {
        at += 1 + static_cast<std::size_t>(static_cast<unsigned char>(bytes[at]));
    };
    for (int field = 0; field < bytes[24]; ++field) {
        skip();
        const int values = bytes[at++];
        for (int value = 0; value < values; ++value) skip();
    }
    return bytes.substr(24, at - 24);
}

/// The network's file as version 2 or 3 writes it, with only the first `kept` fields and no
/// threats.
std::string with_fields(const Network& network, std::size_t kept) {
    const std::string good = write_network(network);
    std::string shorter = good;
    shorter[24] = static_cast<char>(kept);
    std::string bytes = good.substr(0, 4) + little_endian(network.draws ? 3 : 2, 4) +
                        little_endian(8 * 121 + 12 + kept * 4, 4) + little_endian(128, 4) +
                        little_endian(12, 4) + good.substr(20, 4) + fields_of(shorter);
    std::size_t at = 24 + fields_of(good).size();
    for (std::size_t i = 0; i < network.trained_on.size(); ++i, at += RULE_FIELD_COUNT)
        bytes += good.substr(at, kept);
    const std::size_t row = HIDDEN * 2, weights = (8 * 91 + 12 + kept * 4) * row;
    const std::size_t left_out = (RULE_FIELD_COUNT - kept) * 4 * row + 4 * 91 * HIDDEN;
    return sealed(bytes + good.substr(at, weights) + good.substr(at + weights + left_out));
}

bool equal(const Network& a, const Network& b) {
    return a.rows == b.rows && a.bias == b.bias && a.output == b.output &&
           a.output_bias == b.output_bias && a.draws == b.draws && a.trained_on == b.trained_on;
}

} // namespace

TEST_CASE("a network comes back from its file") {
    auto network = support::random_network(1);
    for (const support::RulePair& rules : support::all_presets())
        network->trained_on.push_back(rules.engine);
    const std::string bytes = write_network(*network);
    CHECK(bytes == sealed(bytes));
    CHECK(equal(*read_network(bytes), *network));
    const test::TemporaryFolder folder;
    std::ofstream(folder / "a.net", std::ios::binary) << bytes;
    CHECK(equal(*nnue::load_network(folder / "a.net"), *network));
    // With the outputs of draws it has twice the outputs, and is this much longer.
    const auto draws = support::random_network(9);
    network->draws.emplace(Network::Draws{draws->output, draws->output_bias});
    const std::string longer = write_network(*network);
    CHECK(bytes[16] == 12);
    CHECK(longer[16] == 24);
    CHECK(longer.size() - bytes.size() == 12 * (2 * 128 * 2 + 4));
    CHECK(equal(*read_network(longer), *network));
    for (const nnue::NamedNetwork& built_in : nnue::built_in_networks().installed()) {
        CAPTURE(built_in.name);
        CHECK(equal(*read_network(write_network(*built_in.network)), *built_in.network));
    }
}

TEST_CASE("a file that is not a network is refused") {
    CHECK(fault("") == "not a network of agon");
    CHECK(fault("AGN") == "not a network of agon");
    CHECK(fault("AGTG and more of it") == "not a network of agon");
    const std::string good = write_network(*support::random_network(2));
    REQUIRE(fault(good) == "");
    std::string foreign = good;
    foreign[0] = 'B';
    CHECK(fault(sealed(foreign)) == "not a network of agon");
    for (const std::size_t size : {4UL, 6UL, 8UL, 19UL, 23UL, 30UL, 36UL, 1'000UL, good.size() / 2,
                                   good.size() - 5, good.size() - 4, good.size() - 1}) {
        CAPTURE(size);
        CHECK(fault(good.substr(0, size)) == "the file is truncated");
    }
    CHECK(fault(good + '\0') == "extra bytes after its end");
    CHECK(fault(good + good) == "extra bytes after its end");
    for (const std::size_t at : // after the names of the rules, which are read first
         {24 + fields_of(good).size() + 16, 5'000UL, good.size() / 2, good.size() - 5,
          good.size() - 1}) {
        CAPTURE(at);
        std::string damaged = good;
        damaged[at] = static_cast<char>(damaged[at] ^ 4);
        CHECK(fault(damaged) == "wrong checksum");
    }
}

TEST_CASE("a network of another architecture is refused") {
    const std::string good = write_network(*support::random_network(3));
    const auto with = [&](std::size_t at, std::uint32_t number) {
        return sealed(std::string(good).replace(at, 4, little_endian(number, 4)));
    };
    CHECK(fault(with(4, 0)) == "version 0, this engine reads 1 to 4");
    CHECK(fault(with(4, 5)) == "version 5, this engine reads 1 to 4");
    CHECK(fault(with(4, 3)).starts_with("inputs "));       // version 3 has no threats
    CHECK(fault(with(16, 24)) == "the file is truncated"); // it lacks the outputs of draws
    CHECK(fault(with(8, 7)).starts_with("inputs 7, this engine reads "));
    CHECK(fault(with(12, 64)) == "hidden units 64, this engine reads 128");
    CHECK(fault(with(16, 1)).starts_with("outputs 1, this engine reads "));
    CHECK(fault(with(20, 0)) == "no rule sets that it was trained on");
    CHECK(fault(with(20, 0xffffffff)) != "");
    const std::size_t fields = fields_of(good).size();
    CHECK(fault(sealed(std::string(good).replace(24 + fields, 1, "\x07"))) ==
          "a rule set that does not exist");
    CHECK(fault(sealed(std::string(good).replace(24, 1, "\x0a"))) != ""); // one field fewer
    CHECK(fault(sealed(std::string(good).replace(26, 5, "blank"))) ==
          "it knows a rule 'blank' that this engine does not have");
    CHECK(fault(sealed(std::string(good).replace(33, 4, "lime"))) ==
          "it knows flank = lime, which this engine does not");
    // Bytes of a file are escaped, since the refusal is a line of the protocol.
    CHECK(fault(sealed(std::string(good).replace(26, 5, "bl\nnk"))) ==
          "it knows a rule 'bl\\x0ank' that this engine does not have");
    CHECK(fault(sealed(std::string(good).replace(33, 4, "li\xff\r"))) ==
          "it knows flank = li\\xff\\x0d, which this engine does not");
}

TEST_CASE("a network of version 1 is read") { // one that 0.3 wrote: tests/lab/old_files_test.cpp
    for (const nnue::NamedNetwork& built_in : nnue::built_in_networks().installed()) {
        if (built_in.name == "agon") continue; // version 1 does not know its rules
        // Version 1 had the first fields and did not say so.
        auto network = std::make_unique<Network>(*built_in.network);
        network->draws.reset();
        support::for_each_threat_row(*network, [](auto& row) { row.fill(0); });
        std::string old = with_fields(*network, OLD_RULE_FIELDS);
        old.replace(4, 4, little_endian(1, 4)).erase(24, fields_of(old).size());
        CHECK(equal(*read_network(sealed(old)), *network));
    }
}

TEST_CASE("a field that a network does not know has weights of 0") {
    const auto network = support::random_network(6);
    const std::string smaller = with_fields(*network, 10);
    CHECK(fields_of(smaller).ends_with("\5setup\3\10standard\11placement\7flanked"));
    Network expected = *network;
    for (std::size_t row = nnue::RULE_ROWS + 40; row < nnue::ROW_COUNT; ++row)
        expected.rows[row].fill(0);
    REQUIRE(fault(smaller) == "");
    CHECK(equal(*read_network(smaller), expected));
}

TEST_CASE("a message names the file and what is wrong with it") {
    const test::TemporaryFolder folder;
    const auto load = [&](const std::string& name) {
        return support::fault_of([&] { (void)nnue::load_network(folder / name); });
    };
    CHECK(load("none") == "cannot read " + folder / "none" + ": No such file or directory");
    CHECK(load(".") == "cannot read " + folder / "." + ": it is a directory");
    std::ofstream(folder / "empty");
    CHECK(load("empty") == (folder / "empty") + ": not a network of agon");
}

TEST_CASE("weights of an output over 127 are refused") {
    for (const int weight : {-128, -127, 127, 128, 32'767, -32'768}) {
        CAPTURE(weight);
        auto network = support::random_network(4);
        network->output[7][1][3] = static_cast<std::int16_t>(weight);
        const std::string expected =
            weight == 127 || weight == -127 ? "" : "a weight of output 7 is over 127";
        CHECK(fault(write_network(*network)) == expected);
        network->draws.emplace(Network::Draws{network->output, network->output_bias});
        network->output = support::random_network(4)->output;
        CHECK(fault(write_network(*network)) == expected);
    }
}

// A unit sums the bias, a value of each rule, and for each side a queen, six guards, a reserve and
// a threat of each of these pieces. With all these rows at MAX and MAX_THREAT, and MAX_BIAS, the
// sum is the greatest number of 16 bits.
constexpr int ROWS = 1 + static_cast<int>(RULE_FIELD_COUNT) + 2 * (1 + 6 + 1);
constexpr std::int16_t MAX_THREAT = 127 * 4;
constexpr int LEFT = 32'767 - 2 * (1 + 6) * MAX_THREAT;
constexpr std::int16_t MAX = LEFT / ROWS;
constexpr std::int16_t MAX_BIAS = MAX + LEFT % ROWS;

TEST_CASE("a unit that could overflow 16 bits in some position is refused") {
    auto network = support::random_network(5);
    support::for_each_row(*network, [](auto& row) { row.fill(MAX); });
    support::for_each_threat_row(*network, [](auto& row) { row.fill(MAX_THREAT); });
    network->bias.fill(MAX_BIAS);
    REQUIRE(fault(write_network(*network)) == "");
    network->bias[9] = MAX_BIAS + 1;
    CHECK(fault(write_network(*network)) == "unit 9 can overflow");
    network->bias[9] = -MAX_BIAS - 1;
    CHECK(fault(write_network(*network)) == "unit 9 can overflow");
    network->bias[9] = MAX_BIAS;
    const auto row_of = [](std::size_t kind, const char* cell) {
        return kind * RHOMBUS + static_cast<std::size_t>(Cell::parse(cell)->index());
    };
    // One row too large wherever it stands.
    for (const std::size_t row :
         {row_of(0, "a1"), row_of(1, "l11"), row_of(2, "f6"), row_of(3, "f6"), row_of(4, "c3"),
          row_of(5, "a6"), row_of(6, "k10"), row_of(7, "b2"), nnue::RESERVE_ROWS,
          nnue::RULE_ROWS - 1, nnue::RULE_ROWS, nnue::THREAT_ROWS - 1})
        for (const int weight : {MAX + 1, -MAX - 1, -32'768}) {
            CAPTURE(row);
            CAPTURE(weight);
            auto larger = std::make_unique<Network>(*network);
            larger->rows[row][127] = static_cast<std::int16_t>(weight);
            CHECK(fault(write_network(*larger)) == "unit 127 can overflow");
        }
    for (const char* cell : {"a1", "f6", "l11"})
        for (std::size_t kind = 0; kind < 4; ++kind) {
            auto larger = std::make_unique<Network>(*network);
            larger->rows[nnue::THREAT_ROWS + row_of(kind, cell)][127] = -128 * 4;
            CHECK(fault(write_network(*larger)) == "unit 127 can overflow");
        }
}

TEST_CASE("no position overflows with the largest permitted weights") {
    support::Random random(6);
    auto network = support::random_network(7);
    support::for_each_row(*network, [](auto& row) { row.fill(MAX); });
    support::for_each_threat_row(*network, [](auto& row) { row.fill(MAX_THREAT); });
    network->bias.fill(MAX_BIAS);
    for (auto& output : network->output) {
        output[0].fill(127);
        output[1].fill(-127);
    }
    // All units are 1 for both sides then, and the halves of each output cancel out; with one half
    // 0, an output is 128 * 127/64 = 254 for all 128 units, far beyond any valid score.
    network->output_bias.fill(16'320); // a logit of 1
    const auto half = std::make_unique<Network>(*network);
    const auto negative = std::make_unique<Network>(*network);
    for (auto& output : half->output) output[1].fill(0);
    support::for_each_row(*negative, [](auto& row) { row.fill(-MAX); });
    support::for_each_threat_row(*negative, [](auto& row) { row.fill(-MAX_THREAT); });
    negative->bias.fill(-MAX_BIAS);
    // The greatest sum: both halves at once, 2 * 128 * 127 * 255^2 < 2^31.
    const auto both = std::make_unique<Network>(*network);
    for (auto& output : both->output) output[1].fill(127);
    for (const Network* permitted : {network.get(), half.get(), negative.get(), both.get()})
        REQUIRE(fault(write_network(*permitted)) == "");
    for (const support::RulePair& rules : support::all_presets())
        for (int i = 0; i < 100; ++i) {
            const std::string text = support::random_position(random, rules.naive.effect);
            CAPTURE(text);
            const Position p = parse_position(rules.engine, text);
            if (is_decided(rules.engine, p)) continue;
            REQUIRE(nnue::evaluate(*network, rules.engine, p) == 250);
            REQUIRE(nnue::evaluate(*negative, rules.engine, p) == 250); // all units are 0
            REQUIRE(nnue::evaluate(*half, rules.engine, p) == LARGEST_EVALUATION);
            REQUIRE(nnue::evaluate(*both, rules.engine, p) == LARGEST_EVALUATION);
        }
    // A bias of an output that is too large is refused before it can do harm.
    network->output_bias[3] = std::numeric_limits<std::int32_t>::max();
    CHECK(fault(write_network(*network)) == "output 3 can overflow");
    network->output_bias[3] = std::numeric_limits<std::int32_t>::min();
    CHECK(fault(write_network(*network)) == "output 3 can overflow");
}

TEST_CASE("each preset has a network that was trained on its rules") {
    REQUIRE(nnue::built_in_networks().missing() == "");
    for (const support::RulePair& rules : support::all_presets()) {
        CAPTURE(rules.name);
        const auto& trained_on = nnue::network_for(rules.engine).network->trained_on;
        CHECK(std::ranges::any_of(trained_on, [&](RuleSet trained) {
            trained.setup = rules.engine.setup; // which does not affect play
            return trained == rules.engine;
        }));
    }
}

TEST_CASE("rules from a file have the network trained on the nearest rules") {
    const auto fields_apart = [](const RuleSet& a, const RuleSet& b) {
        const auto differs = [](auto x, auto y) { return x == y ? 0 : 1; };
        return differs(a.flank, b.flank) + differs(a.between, b.between) +
               differs(a.relocation_between, b.relocation_between) +
               differs(a.relocation_captures, b.relocation_captures) +
               differs(a.queen_chooser, b.queen_chooser) + differs(a.queen_target, b.queen_target) +
               differs(a.guard_target, b.guard_target) + differs(a.pace, b.pace) +
               differs(a.forfeit, b.forfeit) + differs(a.repetition, b.repetition) +
               differs(a.no_action, b.no_action) + differs(a.placement, b.placement) +
               100 * differs(a.effect, b.effect);
    };
    const auto least = [&](const nnue::NamedNetwork& network, const RuleSet& rules) {
        int found = std::numeric_limits<int>::max();
        for (const RuleSet& trained : network.network->trained_on)
            found = std::min(found, fields_apart(trained, rules));
        return found;
    };
    support::Random random(8);
    for (int i = 0; i < 300; ++i) {
        RuleSet rules = support::random_rules(random).engine;
        if (i % 10 == 0) rules.effect = Effect::Bloody;
        const int chosen = least(nnue::network_for(rules), rules);
        for (const auto& network : nnue::built_in_networks().installed())
            CHECK(chosen <= least(network, rules));
    }
}

// Networks that come after the engine: which one rules need, and bytes that are not that network.
#include "engine/error.hpp"
#include "search/nnue/built_in_networks.hpp"
#include "search/nnue/network_file.hpp"
#include "tests/support/crc.hpp"
#include "tests/support/random_network.hpp"
#include "tests/support/rule_pair.hpp"
#include "tests/support/text.hpp"

#include <doctest/doctest.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

using namespace agon;
using namespace agon::search;
using nnue::NetworkSet;
using support::crc32;
using support::little_endian;

namespace {

using Parts = std::vector<NetworkSet::Part>; // g++ cannot tell what nested braces mean

constexpr std::size_t BEGINNING = 1024; // of a file, in a label

std::string label_of(const std::string& file) {
    return file.substr(0, BEGINNING) + file.substr(file.size() - 4);
}

/// A network trained on these presets, as a file.
std::string file_trained_on(const std::vector<std::string>& names, int seed) {
    auto network = support::random_network(static_cast<std::uint64_t>(seed));
    network->trained_on.clear();
    for (const support::RulePair& rules : support::all_presets())
        for (const std::string& name : names)
            if (rules.name == name) network->trained_on.push_back(rules.engine);
    return nnue::write_network(*network);
}

RuleSet rules_of(const std::string& name) {
    for (const support::RulePair& rules : support::all_presets())
        if (rules.name == name) return rules.engine;
    throw Error("no preset " + name);
}

struct Two {
    std::string classic = file_trained_on({"classic", "ham"}, 1);
    std::string german = file_trained_on({"german"}, 2);
    std::string first = label_of(classic), second = label_of(german);
    NetworkSet networks{Parts{{"classic", first}, {"german", second}}};

    std::string fault(std::string_view name, std::string_view bytes) {
        return support::fault_of([&] { networks.install(name, bytes); });
    }
};

} // namespace

TEST_CASE("rules need one of the networks of a set before any is there") {
    Two two;
    CHECK(two.networks.installed().empty());
    CHECK(two.networks.missing() == "classic");
    CHECK(two.networks.missing(rules_of("ham")) == "classic");
    CHECK(two.networks.missing(rules_of("german")) == "german");
    CHECK(support::fault_of([&] { (void)two.networks.network_for(rules_of("german")); }) ==
          "the network german.net cannot be loaded: it has not been loaded");
    two.networks.refuse("german", "no connection");
    CHECK(support::fault_of([&] { (void)two.networks.network_for(rules_of("german")); }) ==
          "the network german.net cannot be loaded: no connection");
    two.networks.install("german", two.german);
    CHECK(two.networks.missing(rules_of("german")) == "");
    CHECK(two.networks.missing() == "classic");
    CHECK(two.networks.network_for(rules_of("german")).name == "german");
    CHECK(nnue::write_network(*two.networks.network_for(rules_of("german")).network) == two.german);
    two.networks.install("classic", two.classic);
    CHECK(two.networks.missing() == "");
    CHECK(two.networks.installed().size() == 2);
    // One that is installed may be in use: it stays where it is.
    const auto* const before = two.networks.network_for(rules_of("german")).network;
    two.networks.install("german", two.german);
    two.networks.install("german", "<!doctype html>");
    CHECK(two.networks.network_for(rules_of("german")).network == before);
}

TEST_CASE("only the network of the label is installed") {
    Two two;
    CHECK(two.fault("german", "") == "not a network of agon");
    CHECK(two.fault("german", "<!doctype html><title>404</title>") == "not a network of agon");
    CHECK(two.fault("german", two.second) == "the file is truncated");
    CHECK(two.fault("german", two.german.substr(0, two.german.size() - 1)) ==
          "the file is truncated");
    CHECK(two.fault("german", two.german + "x") == "extra bytes after its end");
    std::string damaged = two.german;
    damaged[5'000] = static_cast<char>(damaged[5'000] ^ 1);
    CHECK(two.fault("german", damaged) == "wrong checksum");
    // Whole networks, but others: of other rules, and with the same rules and other weights.
    const std::string other = "it is another network, or one of another version";
    CHECK(two.fault("german", two.classic) == other);
    damaged.resize(damaged.size() - 4);
    CHECK(two.fault("german", damaged + little_endian(crc32(damaged), 4)) == other);
    CHECK(two.fault("german", file_trained_on({"german"}, 3)) == other);
    for (const char* const name : {"", "German", "german.net", "../german"}) {
        CAPTURE(name);
        CHECK(two.fault(name, two.german) == "there is no network '" + std::string(name) + "'");
        CHECK(support::fault_of([&] { two.networks.refuse(name, "why"); }) != "");
    }
    CHECK(two.networks.installed().empty());
    CHECK(two.fault("german", two.german) == "");
}

TEST_CASE("a set is made of networks") {
    Two two;
    const auto fault = [](const NetworkSet::Part& part) {
        return support::fault_of([&] { (void)NetworkSet(Parts{part}); });
    };
    CHECK(fault({"a", "nothing"}) == "not a network of agon");
    CHECK(fault({"a", std::string_view(two.first).substr(0, 100)}) == "the file is truncated");
    CHECK(fault({"a", two.first, two.german}) ==
          "it is another network, or one of another version");
}

TEST_CASE("the labels of the built-in networks choose as the networks do") {
    std::vector<std::string> files, labels;
    for (const auto& built_in : nnue::built_in_networks().installed())
        files.push_back(nnue::write_network(*built_in.network));
    for (const std::string& file : files) labels.push_back(label_of(file));
    Parts parts;
    for (std::size_t i = 0; i < labels.size(); ++i)
        parts.push_back({nnue::built_in_networks().installed()[i].name, labels[i]});
    const NetworkSet later(std::move(parts));
    for (const support::RulePair& rules : support::all_presets()) {
        CAPTURE(rules.name);
        CHECK(later.missing(rules.engine) == nnue::network_for(rules.engine).name);
    }
    // The table in search/nnue/README.md.
    const std::vector<std::pair<std::string, std::string>> table = {
        {"classic", "classic"},
        {"ham", "classic"},
        {"queens-guard", "classic"},
        {"german", "german"},
        {"csiro", "german"},
        {"ludii", "german"},
        {"kanare", "kanare"},
        {"bloody-queen", "bloody-queen"},
        {"agon", "agon"},
        {"way-to-play", "way-to-play"},
        {"queens-guard-opponent", "way-to-play"},
        {"penthalon", "all"},
        {"botermans", "all"}};
    for (const auto& row : table) {
        CAPTURE(row.first);
        CHECK(later.missing(rules_of(row.first)) == row.second);
    }
}

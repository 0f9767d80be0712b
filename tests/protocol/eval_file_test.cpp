// The option EvalFile: another network, a file that is not one, and the built-in network again.
#include "engine/notation/notation.hpp"
#include "search/nnue/built_in_networks.hpp"
#include "search/nnue/evaluator.hpp"
#include "search/nnue/network.hpp"
#include "search/nnue/network_file.hpp"
#include "tests/protocol/gtp_fixture.hpp"
#include "tests/protocol/uci_fixture.hpp"
#include "tests/support/arena.hpp"
#include "tests/support/random_network.hpp"

#include <doctest/doctest.h>

#include <filesystem>
#include <string>
#include <vector>

using namespace agon;
using support::after_prefix;
using support::UciFixture;
using support::without_times;
using test::write_file;

namespace {

std::string network_bytes(std::uint64_t seed) {
    return search::nnue::write_network(*support::random_network(seed));
}

} // namespace

TEST_CASE("EvalFile: the network that evaluates, until the built-in ones are set again") {
    const test::TemporaryFolder folder;
    write_file(folder / "a b.net", network_bytes(1));
    UciFixture uci;
    const auto built_in = uci.say("eval");
    CHECK(after_prefix(built_in, "Network: ") == search::nnue::network_for(RuleSet()).name);
    CHECK(uci.say("setoption name EvalFile value " + folder / "a b.net").empty());
    const auto loaded = uci.say("eval");
    CHECK(after_prefix(loaded, "Network: ") == folder / "a b.net");
    CHECK(after_prefix(loaded, "Evaluation: ") != after_prefix(built_in, "Evaluation: "));
    // It stays when the rules change, and is read once.
    std::filesystem::remove(folder / "a b.net");
    uci.say("setoption name UCI_Variant value ham");
    CHECK(after_prefix(uci.say("eval"), "Network: ") == folder / "a b.net");
    uci.say("setoption name UCI_Variant value classic");
    CHECK(uci.say("eval") == loaded);
    // protocols.md section 1 (Options): all three stand for the built-in networks.
    for (const std::string none : {"", "<empty>", "<embedded>"}) {
        CAPTURE(none);
        write_file(folder / "a b.net", network_bytes(1));
        CHECK(uci.say("setoption name EvalFile value " + folder / "a b.net").empty());
        CHECK(uci.say("eval") == loaded);
        CHECK(uci.say("setoption name EvalFile value " + none).empty());
        CHECK(uci.say("eval") == built_in);
    }
}

TEST_CASE("EvalFile: its default is declared in UCI and UGI, and GTP knows it") {
    for (const protocol::Dialect* dialect : {&protocol::UCI, &protocol::UGI}) {
        UciFixture session(*dialect);
        CHECK(after_prefix(session.say(std::string(dialect->hello)), "option name EvalFile ") ==
              "type string default <embedded>");
        CHECK(session.say("setoption name EvalFile value <embedded>").empty());
    }
    support::GtpFixture gtp;
    CHECK(gtp.ask("agon-param EvalFile <embedded>") == "=");
}

TEST_CASE("EvalFile: an unsuitable file is refused and the previous network stays") {
    const test::TemporaryFolder folder;
    const std::string good = network_bytes(2);
    write_file(folder / "good", good);
    write_file(folder / "cut", good.substr(0, good.size() - 9));
    write_file(folder / "damaged", good.substr(0, 5'000) + "??" + good.substr(5'002));
    write_file(folder / "empty", "");
    UciFixture uci;
    const auto refused_all = [&] {
        const auto before = uci.say("eval");
        const auto best = without_times(uci.say("setoption name Clear Hash", "go depth 4"));
        struct Refusal {
            std::string file;
            std::string fault;
        };
        const std::vector<Refusal> refusals = {
            {"none", "cannot read"},       {".", "cannot read"},
            {"empty", "not a network"},    {"cut", "the file is truncated"},
            {"damaged", "wrong checksum"},
        };
        for (const Refusal& refusal : refusals) {
            CAPTURE(refusal.file);
            const std::string path = folder / refusal.file;
            const auto said = uci.say("setoption name EvalFile value " + path);
            REQUIRE(said.size() == 1);
            CHECK(said[0].starts_with("info string setoption: EvalFile: "));
            CHECK(said[0].find(refusal.fault) != std::string::npos);
            CHECK(said[0].find(path) != std::string::npos);
            CHECK(uci.say("eval") == before);
        }
        CHECK(without_times(uci.say("setoption name Clear Hash", "go depth 4")) == best);
    };
    refused_all();
    uci.say("setoption name EvalFile value " + folder / "good");
    CHECK(after_prefix(uci.say("eval"), "Network: ") == folder / "good");
    refused_all();
}

TEST_CASE("EvalFile: a search uses nothing of the previous network") {
    const test::TemporaryFolder folder;
    write_file(folder / "a", network_bytes(3));
    write_file(folder / "b", network_bytes(4));
    const auto search = [&](UciFixture& uci) { return without_times(uci.say("go depth 5")); };
    UciFixture fresh;
    fresh.say("setoption name EvalFile value " + folder / "b");
    const auto expected = search(fresh);
    UciFixture used;
    used.say("setoption name EvalFile value " + folder / "a");
    CHECK(search(used) != expected);
    SUBCASE("one after the other") {}
    // The memory of the first network may become that of the second.
    SUBCASE("by way of the built-in one") { used.say("setoption name EvalFile value "); }
    used.say("setoption name EvalFile value " + folder / "b");
    CHECK(search(used) == expected);
}

TEST_CASE("eval shows each piece's worth to its owner: the loss without it") {
    UciFixture uci;
    const auto lines = uci.say("eval");
    const Position position = setup_position(RuleSet(), Setup::Standard);
    const auto& network = *search::nnue::network_for(RuleSet()).network;
    const int total = search::nnue::evaluate(network, RuleSet(), position);
    int pieces = 0;
    for (const std::string& line : lines) {
        const auto first = line.find(" | "), last = line.rfind(" | ");
        if (first == last || line.starts_with("piece")) continue;
        std::string cell = line.substr(first + 3, last - first - 3);
        cell.erase(0, cell.find_first_not_of(' '));
        CAPTURE(line);
        const auto at = Cell::parse(cell);
        REQUIRE(at);
        const int without =
            search::nnue::evaluate(network, RuleSet(), position, Bitboard(*at)); // white's turn
        const bool white = position.pieces[0].contains(*at);
        CHECK(std::stoi(line.substr(last + 3)) == (white ? total - without : without - total));
        CHECK(line.starts_with(white ? "white " : "black "));
        ++pieces;
    }
    CHECK(pieces == 14);
    CHECK(std::stoi(after_prefix(lines, "Evaluation: ")) == total);
    // From white's side also when black is to act.
    const auto black = uci.say("position startpos moves a1a2", "eval");
    const Position after = parse_position(RuleSet(), after_prefix(uci.say("d"), "Fen: "));
    CHECK(std::stoi(after_prefix(black, "Evaluation: ")) ==
          -search::nnue::evaluate(network, RuleSet(), after));
}

TEST_CASE("export_net: EvalFile reads what it writes") {
    const test::TemporaryFolder folder;
    UciFixture uci;
    for (const char* rules : {"classic", "german"}) {
        CAPTURE(rules);
        uci.say(std::string("setoption name UCI_Variant value ") + rules);
        const auto before = uci.say("eval");
        const std::string name = after_prefix(before, "Network: ");
        const std::string file = folder / "two words " + rules;
        CHECK(uci.say("export_net  " + file) ==
              std::vector<std::string>{"info string export_net: the network '" + name +
                                       "' is written to " + file});
        uci.say("setoption name EvalFile value " + file);
        const auto after = uci.say("eval");
        CHECK(after_prefix(after, "Network: ") == file);
        CHECK(after_prefix(after, "Evaluation: ") == after_prefix(before, "Evaluation: "));
        uci.say("setoption name EvalFile value ");
    }
}

TEST_CASE("export_net never writes over a file, and names what is wrong") {
    const test::TemporaryFolder folder;
    const std::string loaded = network_bytes(5);
    write_file(folder / "in use.net", loaded);
    write_file(folder / "other", "text");
    std::filesystem::create_symlink(folder / "in use.net", folder / "link");
    std::filesystem::create_symlink(folder / "nowhere", folder / "dangling");
    UciFixture uci;
    uci.say("setoption name EvalFile value " + folder / "in use.net");
    for (const char* name : {"in use.net", "other", "link", "dangling", "."}) {
        CAPTURE(name);
        const auto said = uci.say("export_net " + folder / name);
        REQUIRE(said.size() == 1);
        CHECK(said[0] ==
              "info string export_net: " + folder / name + " already exists; choose another file");
    }
    const auto nameless = uci.say("export_net");
    REQUIRE(nameless.size() == 1);
    CHECK(nameless[0] == "info string export_net: the network in use is from the file " +
                             folder / "in use.net" + "; name another file");
    const std::string long_name = folder / std::string(300, 'n');
    CHECK(uci.say("export_net " + long_name)
              .at(0)
              .starts_with("info string export_net: cannot write "));
    CHECK(
        uci.say("export_net " + folder / std::string("a\0b", 3)) ==
        std::vector<std::string>{"info string export_net: a file name cannot contain a zero byte"});
    CHECK_FALSE(std::filesystem::exists(folder / "nowhere"));
    CHECK_FALSE(std::filesystem::exists(folder / "a"));
    CHECK(uci.say("export_net " + folder / "copy").size() == 1);
    CHECK(test::read_file(folder / "copy") == loaded);
    CHECK(test::read_file(folder / "in use.net") == loaded);
    CHECK(test::read_file(folder / "other") == "text");
}

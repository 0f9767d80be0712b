// Searches of agon-prove that are interrupted, kept as text and continued.
#include "engine/error.hpp"
#include "engine/notation/notation.hpp"
#include "tests/support/crc.hpp"
#include "tests/support/random.hpp"
#include "tools/lab/prove/certificate.hpp"
#include "tools/lab/prove/search_file.hpp"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <optional>
#include <sstream>
#include <string>
#include <utility>

using namespace agon;
using namespace agon::prove;

namespace {

const Presets& presets() {
    static const Presets all;
    return all;
}

Claim claim_of(const char* variant, Setup setup, const Settings& settings) {
    return {presets().at(variant), setup, settings};
}

SearchState read(const std::string& text, const Claim& claim) {
    std::istringstream stream(text);
    return read_search(stream, claim);
}

/// The reason why the text is refused.
std::string refusal(const std::string& text, const Claim& claim) {
    try {
        static_cast<void>(read(text, claim));
    } catch (const Error& error) {
        return error.what();
    }
    return "none";
}

/// A search that ended after some nodes.
std::string some_text(const Claim& claim) {
    Prover prover(claim.preset.rules, claim.settings);
    const auto strategy = prover.prove(setup_position(claim.preset.rules, claim.setup));
    REQUIRE_FALSE(strategy);
    return search_text(claim, prover.state());
}

/// With the right checksum.
std::string sealed(std::string text) {
    text.resize(text.rfind("crc "));
    return text + fmt::format("crc {:08x}\n", support::crc32(text));
}

const Settings FEW{.side = Side::Black, .nodes = 400};

} // namespace

TEST_CASE(
    "a search that is interrupted again and again, and read from its text, finds a strategy") {
    const Claim claim = claim_of("same-ring", Setup::Flanked, {.side = Side::Black});
    const RuleSet& rules = claim.preset.rules;
    const Position start = setup_position(rules, claim.setup);
    SearchState state;
    std::optional<Strategy> strategy;
    int runs = 0;
    for (; !strategy; ++runs) {
        REQUIRE(runs < 100);
        int looks = 0;
        Prover prover(rules, claim.settings, std::move(state));
        const std::uint64_t before = prover.state().nodes;
        strategy = prover.prove(start, [&](int actions) {
            CHECK(actions <= 8);
            return ++looks < 8;
        });
        if (strategy) break;
        CHECK(prover.gave_up());
        CHECK(prover.state().nodes > before);
        state = read(search_text(claim, prover.state()), claim);
        CHECK(state.findings.size() == prover.state().findings.size());
        CHECK(state.nodes == prover.state().nodes);
    }
    CHECK(runs > 5);
    CHECK(strategy->actions == 8); // as published for same-ring from flanked
    CHECK(play(claim, *strategy, 20'000, 1).turns == 20'000);
}

TEST_CASE("a search continues only with its own claim and width") {
    const Claim claim = claim_of("classic", Setup::Flanked, FEW);
    const std::string text = some_text(claim);
    CHECK(refusal(text, claim) == "none");
    Settings more = FEW;
    more.nodes = 100'000;
    more.max_actions = 50;
    CHECK(refusal(text, claim_of("classic", Setup::Flanked, more)) == "none");
    Settings white = FEW, wide = FEW, throne = FEW, until_plan = FEW;
    white.side = Side::White;
    wide.width = 9;
    throne.throne_only = true;
    until_plan.until_plan = true;
    CHECK(refusal(text, claim_of("ham", Setup::Flanked, FEW)) ==
          "line 2: expected 'variant ham', got 'variant classic'");
    CHECK(refusal(text, claim_of("classic", Setup::Standard, FEW)) ==
          "line 4: expected 'setup standard', got 'setup flanked'");
    CHECK(refusal(text, claim_of("classic", Setup::Flanked, white)) ==
          "line 5: expected 'side white', got 'side black'");
    CHECK(refusal(text, claim_of("classic", Setup::Flanked, throne))
              .starts_with("line 6: expected 'reaches throne'"));
    CHECK(refusal(text, claim_of("classic", Setup::Flanked, wide)) ==
          "line 7: expected 'width 9', got 'width 0'");
    CHECK(refusal(text, claim_of("classic", Setup::Flanked, until_plan)) ==
          "line 7: expected 'width 0 until plan', got 'width 0'");
}

TEST_CASE("a damaged search is refused, with the line") {
    const Claim claim = claim_of("classic", Setup::Flanked, FEW);
    const std::string text = some_text(claim);
    support::Random random(57);
    for (int n = 0; n < 500; ++n) {
        std::string damaged = text;
        const std::size_t at = random.below(damaged.size());
        const int kind = static_cast<int>(random.below(3));
        if (kind == 0)
            damaged[at] = static_cast<char>(static_cast<unsigned char>(damaged[at]) ^
                                            (1 + random.below(255)));
        if (kind == 1) damaged.erase(at, 1 + random.below(200));
        if (kind == 2) damaged.resize(at);
        INFO(n);
        CHECK(refusal(damaged, claim).starts_with("line "));
    }
    const auto line = text.find('\n', text.find("nodes ")) + 1;
    const std::string first = text.substr(line, text.find('\n', line) + 1 - line);
    const auto with = [&](const std::string& changed) {
        std::string all = text;
        return sealed(all.replace(line, first.size(), changed));
    };
    CHECK(refusal(with(first), claim) == "none");
    CHECK(refusal(with(first + first), claim) == "line 10: the same position twice");
    const std::string place = first.substr(0, first.find(';'));
    CHECK(refusal(with(place + ";3;-1;a1f6\n"), claim) ==
          "line 9: 'a1f6' is not a legal action there");
    CHECK(refusal(with(place + ";3;3;-\n"), claim) ==
          "line 9: proved with 3 actions, but not with 3");
    CHECK(refusal(with(place + ";101;3;-\n"), claim) ==
          "line 9: expected a number from 0 to 100, got '101'");
    CHECK(refusal(with(place + ";7;-2;-\n"), claim) ==
          "line 9: expected a number from -1 to 100, got '-2'");
    CHECK(refusal(with(place + "\n"), claim) == "line 9: expected ';'");
    CHECK(refusal(text + "more\n", claim).ends_with("lines after the end"));
}

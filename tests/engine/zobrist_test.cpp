// Keys differ exactly where positions differ by rules.md 4.9.
#include "engine/game/zobrist.hpp"

#include "engine/record/notation.hpp"
#include "tests/support/build_kind.hpp"
#include "tests/support/player.hpp"
#include "tests/support/rule_pair.hpp"

#include <doctest/doctest.h>

#include <map>
#include <set>

namespace {

using namespace agon;

std::string without_counters(const Position& position) {
    return naive::text_without_counters(naive::parse(to_text(position)));
}

} // namespace

TEST_CASE("all keys differ") {
    std::set<std::uint64_t> keys;
    std::size_t count = 0;
    const auto add = [&](std::uint64_t key) {
        keys.insert(key);
        ++count;
    };
    BOARD.for_each([&](Cell c) {
        for (const Side side : BOTH_SIDES)
            for (const Piece kind : {Piece::Guard, Piece::Queen})
                add(zobrist::piece(side, kind, c));
        add(zobrist::captured(c));
    });
    for (const Side side : BOTH_SIDES)
        for (int guards = 0; guards <= GUARDS_A_SIDE; ++guards) add(zobrist::reserve(side, guards));
    add(zobrist::BLACK_TO_MOVE);
    keys.insert(0);
    CHECK(keys.size() == count + 1);
}

TEST_CASE("rule sets have keys of their own, whatever their default setup") {
    std::map<std::uint64_t, RuleSet> keys;
    for (std::size_t field = 0; field < RULE_FIELD_COUNT; ++field)
        for (std::size_t value = 0; value < rule_fields()[field].values.size(); ++value) {
            RuleSet rules;
            rule_fields()[field].set(rules, value);
            rules.setup = Setup::Standard;
            const auto [found, fresh] = keys.emplace(zobrist::rules(rules), rules);
            CHECK(found->second == rules);
            for (const Setup setup : {Setup::Placement, Setup::Flanked}) {
                rules.setup = setup;
                CHECK(zobrist::rules(rules) == found->first);
            }
        }
    std::size_t others = 0; // every other value of every field but the setup
    for (const RuleField& field : rule_fields())
        others += field.key == "setup" ? 0 : field.values.size() - 1;
    CHECK(keys.size() == 1 + others);
}

TEST_CASE("in random games equal keys are equal positions") {
    for (const support::RulePair& pair : support::all_presets()) {
        std::map<std::uint64_t, std::string> seen;
        std::set<std::string> texts;
        std::size_t met_again = 0;
        support::walk_from_setups(
            pair.engine, 11, 2'000 / support::SHARE, [&](const Position& position) {
                REQUIRE(position.key == zobrist::key_of(pair.engine, position));
                const std::string text = without_counters(position);
                const auto [found, fresh] = seen.emplace(position.key, text);
                REQUIRE(found->second == text);
                met_again += fresh ? 0 : 1;
                texts.insert(text);
            });
        CHECK(seen.size() == texts.size());
        CHECK(met_again > 50 / support::SHARE);
    }
}

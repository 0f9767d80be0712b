// The engine against the naive referee, over random games of every preset and of custom rules.
#include "tests/support/lockstep.hpp"

#include "tests/support/arrange.hpp"
#include "tests/support/build_kind.hpp"
#include "tests/support/data_file.hpp"

#include <doctest/doctest.h>

namespace {

using support::Lockstep;
using support::Tally;

constexpr std::size_t SHARE = support::SLOW_BUILD ? 5 : 1; // sanitizers see a part of the games
constexpr std::size_t POSITIONS_A_SETUP = 50'000 / SHARE;
constexpr std::size_t OFTEN = 100 / SHARE;
constexpr std::size_t SOMETIMES = 5 / SHARE;

/// Checks that everything that the rule set makes possible did happen.
void check_not_vacuous(const naive::Rules& rules, const Tally& tally) {
    const bool bloody = rules.effect == naive::Effect::Bloody;
    const bool lines = rules.flank == naive::Flank::Line;
    const bool removes = rules.effect == naive::Effect::Remove;
    CHECK(tally.positions == 3 * POSITIONS_A_SETUP);
    CHECK(tally.placements > OFTEN);
    CHECK(tally.passes > SOMETIMES);
    if (removes) {
        CHECK(tally.removals > OFTEN);
        CHECK(tally.by_no_guards > SOMETIMES);
    } else {
        CHECK(tally.guards_captured > OFTEN);
    }
    CHECK(tally.queens_captured > OFTEN);
    CHECK(tally.relocations > OFTEN);
    if (lines && !removes) CHECK(tally.two_captured_at_once > SOMETIMES);
    CHECK(tally.by_throne > SOMETIMES);
    CHECK(tally.by_forfeit > SOMETIMES);
    CHECK(tally.by_repetition > OFTEN);
    CHECK(tally.by_no_progress > OFTEN);
    if (rules.relocation_captures && !bloody) CHECK(tally.capturing_relocations > SOMETIMES);
    if (rules.queen_chooser == naive::QueenChooser::Opponent) CHECK(tally.opponent_choices > OFTEN);
    if (rules.pace == naive::Pace::AllInTurn) CHECK(tally.mid_turn > SOMETIMES);
    if (rules.between == naive::Between::Captured) CHECK(tally.self_captures > OFTEN);
    if (lines && !bloody && !removes && rules.relocation_captures &&
        SHARE == 1) // too rare in a fraction of the games
        CHECK(tally.both_hold_captured > SOMETIMES);
    if (bloody) {
        CHECK(tally.mid_turn > OFTEN);
        CHECK(tally.exchanges > OFTEN);
        CHECK(tally.removals > OFTEN);
        CHECK(tally.by_no_guards > SOMETIMES);
    }
}

/// Its own seed for each preset: if two play alike, their games should differ.
std::uint64_t seed_of(const std::string& name) {
    std::uint64_t seed = 0;
    for (const char letter : name) seed = seed * 131 + static_cast<std::uint64_t>(letter);
    return seed;
}

void check_preset(const std::string& name) {
    Lockstep lockstep(support::preset(name), seed_of(name));
    for (const char* setup : {"standard", "flanked", "placement"})
        lockstep.play(naive::setup_text(setup), POSITIONS_A_SETUP);
    check_not_vacuous(lockstep.rules().naive, lockstep.tally());
}

/// What happened in 500 positions of games under random rules.
Tally custom_tally(support::Random& random, const std::string& effect) {
    const support::RulePair rules = support::random_rules(random, effect);
    Lockstep lockstep(rules, random.bits());
    lockstep.play(naive::setup_text(naive::get(rules.naive, "setup")), 500);
    return lockstep.tally();
}

} // namespace

TEST_CASE("lockstep with the naive referee: classic") { check_preset("classic"); }
TEST_CASE("lockstep with the naive referee: ham") { check_preset("ham"); }
TEST_CASE("lockstep with the naive referee: german") { check_preset("german"); }
TEST_CASE("lockstep with the naive referee: queens-guard") { check_preset("queens-guard"); }
TEST_CASE("lockstep with the naive referee: queens-guard-opponent") {
    check_preset("queens-guard-opponent");
}

TEST_CASE("lockstep with the naive referee: same-ring") { check_preset("same-ring"); }
TEST_CASE("lockstep with the naive referee: way-to-play") { check_preset("way-to-play"); }
TEST_CASE("lockstep with the naive referee: botermans") { check_preset("botermans"); }
TEST_CASE("lockstep with the naive referee: penthalon") { check_preset("penthalon"); }
TEST_CASE("lockstep with the naive referee: bloody-queen") { check_preset("bloody-queen"); }
TEST_CASE("lockstep with the naive referee: ludii") { check_preset("ludii"); }

TEST_CASE("lockstep with the naive referee: csiro") { check_preset("csiro"); }
TEST_CASE("lockstep with the naive referee: neto") { check_preset("neto"); }
TEST_CASE("lockstep with the naive referee: kanare") { check_preset("kanare"); }
TEST_CASE("lockstep with the naive referee: agon") { check_preset("agon"); }

TEST_CASE("lockstep with the naive referee: custom rules that remove guards") {
    support::Random random(19);
    Tally sum;
    for (std::size_t i = 0; i < 200 / SHARE; ++i) {
        const Tally tally = custom_tally(random, "remove");
        sum.removals += tally.removals;
        sum.queens_captured += tally.queens_captured;
        sum.by_throne += tally.by_throne;
        sum.by_no_guards += tally.by_no_guards;
    }
    CHECK(sum.removals > OFTEN);
    CHECK(sum.queens_captured > OFTEN);
    CHECK(sum.by_throne > SOMETIMES);
    CHECK(sum.by_no_guards > SOMETIMES);
}

TEST_CASE("lockstep with the naive referee: custom rules") {
    support::Random random(17);
    Tally sum;
    for (std::size_t i = 0; i < 200 / SHARE; ++i) {
        const Tally tally = custom_tally(random, "relocate");
        sum.positions += tally.positions;
        sum.self_captures += tally.self_captures;
        sum.opponent_choices += tally.opponent_choices;
        sum.mid_turn += tally.mid_turn;
        sum.capturing_relocations += tally.capturing_relocations;
    }
    CHECK(sum.positions == 100'000 / SHARE);
    CHECK(sum.self_captures > OFTEN);
    CHECK(sum.opponent_choices > OFTEN);
    CHECK(sum.mid_turn > SOMETIMES);
    CHECK(sum.capturing_relocations > OFTEN);
}

TEST_CASE("lockstep with the naive referee: the fields for other readings") {
    const auto tally = [](const char* rules) {
        Lockstep lockstep(support::preset(rules), 5);
        for (const char* setup : {"standard", "flanked", "placement"})
            lockstep.play(naive::setup_text(setup), POSITIONS_A_SETUP / 2);
        return lockstep.tally();
    };
    CHECK(tally("classic+repetition=loses").by_repetition > OFTEN);
    CHECK(tally("classic+forfeit=draw").by_ring > SOMETIMES);
    CHECK(tally("ham+forfeit=none").by_throne > SOMETIMES);
    CHECK(tally("way-to-play+placement=outer-ring").placements > OFTEN);
    CHECK(tally("german+no_action=loses").by_no_action > SOMETIMES);
    CHECK(tally("kanare+no_action=loses").by_no_action > SOMETIMES);
}

// Custom rules with a bloody parent: only the setup may differ, and it does not affect play.
TEST_CASE("lockstep with the naive referee: custom rules under bloody-queen") {
    for (const char* setup : {"standard", "flanked", "placement"}) {
        support::RulePair rules = support::preset("bloody-queen");
        support::change(rules, "setup", setup);
        Lockstep lockstep(rules, 31);
        lockstep.play(naive::setup_text(naive::get(rules.naive, "setup")), POSITIONS_A_SETUP / 3);
        CHECK(lockstep.tally().guards_captured > OFTEN);
    }
}

// Crowds, odd captured sets and uneven reserves, which games from the setups seldom or never meet.
TEST_CASE("lockstep with the naive referee: from positions that no game reaches") {
    support::Random random(91);
    Tally sum;
    for (const support::RulePair& rules : support::all_presets()) {
        Lockstep lockstep(rules, random.bits(), 6);
        for (std::size_t i = 0; i < 2'000 / SHARE; ++i)
            lockstep.play_once(support::random_position(random, rules.naive.effect));
        const Tally& tally = lockstep.tally();
        CHECK(tally.passes > SOMETIMES);
        CHECK(tally.queens_captured > SOMETIMES);
        sum.positions += tally.positions;
        sum.passes += tally.passes;
        sum.both_hold_captured += tally.both_hold_captured;
        sum.two_captured_at_once += tally.two_captured_at_once;
        sum.mid_turn += tally.mid_turn;
        sum.by_no_guards += tally.by_no_guards;
    }
    CHECK(sum.positions > 100'000 / SHARE);
    CHECK(sum.passes > OFTEN);
    CHECK(sum.both_hold_captured > OFTEN);
    CHECK(sum.two_captured_at_once > OFTEN);
    CHECK(sum.mid_turn > OFTEN);
    CHECK(sum.by_no_guards > OFTEN);
}

TEST_CASE("lockstep with the naive referee: from the reference positions") {
    for (const support::PerftRow& row : support::perft_rows("perft-positions.txt")) {
        Lockstep lockstep(support::preset(row.preset), 7, 100);
        lockstep.play(row.start, 300);
        CHECK(lockstep.tally().positions == 300);
    }
}

// Draws and the course of a game (rules.md 4.9). Keys differ exactly where positions do by 4.9.
#include "engine/game/game.hpp"
#include "engine/game/random_play.hpp"
#include "engine/game/zobrist.hpp"
#include "engine/notation/notation.hpp"
#include "engine/rules/presets.hpp"
#include "tests/support/arrange.hpp"
#include "tests/support/build_kind.hpp"
#include "tests/support/player.hpp"
#include "tests/support/rule_pair.hpp"
#include "tests/support/text.hpp"
#include "tests/support/twin.hpp"

#include <doctest/doctest.h>

#include <map>
#include <set>

namespace {

using namespace agon;
using support::arranged;
using support::Twin;

const std::string STANDARD_SETUP(setup_text(Setup::Standard));

/// Both queens step aside and back, which takes four actions.
void shuffle(Twin& twin) { twin.play("a1b1").play("l11k11").play("b1a1").play("k11l11"); }

std::string without_counters(const Position& position) {
    return naive::text_without_counters(naive::parse(to_text(position)));
}

} // namespace

TEST_CASE("the third occurrence of a position draws, the first known one included") {
    Twin twin(support::preset("classic"), STANDARD_SETUP);
    shuffle(twin);
    CHECK(twin.outcome() == "none");
    twin.play("a1b1").play("l11k11").play("b1a1");
    CHECK(twin.outcome() == "none");
    twin.play("k11l11");
    CHECK(twin.outcome() == "draw (repetition)");
    CHECK_FALSE(twin.legal().empty()); // a drawn game may be played on
    twin.play("a1b1");
    CHECK(twin.outcome() == "draw (repetition)"); // the third time for this one as well
    twin.play("l11l10");
    CHECK(twin.outcome() == "none");
}

TEST_CASE("repetitions are counted across resets of the clock: a relocation undoes steps") {
    // d1 steps in to d2, f2 comes to e2 and captures it, it goes back to d1, and e2 to f2.
    Twin twin(support::preset("classic"),
              arranged("Qa6 Gd1 Ga5 Ga4 Ga3 Ga2 Ga1 ql11 gc2 gf2 gl10 gl9 gl8 gl7", "w - - 5 1"));
    for (int round = 1; round <= 2; ++round) {
        CHECK(twin.outcome() == "none");
        twin.play("d1d2");
        CHECK(twin.clock() == "0"); // an inward step
        twin.play("f2e2");
        CHECK(twin.captured() == "d2");
        twin.play("d2d1");
        CHECK(twin.clock() == "0"); // a relocation
        twin.play("e2f2");
    }
    CHECK(twin.outcome() == "draw (repetition)");
    CHECK(twin.game().repeatable_keys().size() == 9);
}

TEST_CASE("a placement, an exchange and a removal cut the scan, a relocation does not") {
    Twin placing(support::preset("classic"), std::string(setup_text(Setup::Placement)));
    placing.play("b1");
    CHECK(placing.game().repeatable_keys() == std::vector{placing.position().key});

    // c1 is removed; then the queens go aside.
    Twin removal(support::preset("bloody-queen"), arranged("Qf1 Gb1 Ga6 ql11 gc1 gl7"));
    removal.play("f1e1").play("l11l10");
    CHECK(removal.game().repeatable_keys().size() == 3);
    removal.play("e1d1");
    CHECK(removal.game().repeatable_keys() == std::vector{removal.position().key});
    removal.play("l10l11");
    CHECK(removal.game().repeatable_keys().size() == 2);

    Twin exchange(support::preset("bloody-queen"), arranged("Qa1 Gb1 Ge1 qc1 gl7 gk6"));
    exchange.play("e1d1");
    CHECK(exchange.game().repeatable_keys().size() == 2);
    exchange.play("c1l7");
    CHECK(exchange.game().repeatable_keys() == std::vector{exchange.position().key});

    // In Bloody Queen a guard put back on the board does not cut the scan.
    Twin guard(support::preset("bloody-queen"), arranged("Qa1 Gb1 Ge1 ql11 gc1 gl7"));
    guard.play("e1d1").play("c1f1");
    CHECK(guard.game().repeatable_keys().size() == 3);
}

TEST_CASE("the keys that may be repeated: oldest first, the current one last") {
    Twin twin(support::preset("classic"), STANDARD_SETUP);
    const std::uint64_t first = twin.position().key;
    CHECK(twin.game().repeatable_keys() == std::vector{first});
    shuffle(twin);
    const auto keys = twin.game().repeatable_keys();
    REQUIRE(keys.size() == 5);
    CHECK(keys.front() == first);
    CHECK(keys.back() == first);
    CHECK(keys[1] != first);
}

TEST_CASE("a position text whose clock is at the limit is drawn, unless already decided") {
    const std::string pieces = "Qf6 Ge5 Gf5 Ge6 Gg6 Gf7 Gh8 qa1 ga2 ga3 ga4 ga5 gb1 gc1";
    const support::RulePair classic = support::preset("classic");
    CHECK(Twin(classic, arranged(pieces, "w - - 99 60")).outcome() == "none");
    CHECK(Twin(classic, arranged(pieces, "w - - 100 60")).outcome() == "draw (no progress)");
    CHECK(Twin(classic, arranged(pieces, "w - - 2147483647 60")).outcome() == "draw (no progress)");
    CHECK(Twin(classic, arranged(pieces, "w - - 100 60"), {0, 0}).outcome() == "none");
    const std::string won = "Qf6 Ge5 Gf5 Ge6 Gg6 Gf7 Gg7 qa1 ga2 ga3 ga4 ga5 gb1 gc1";
    CHECK(Twin(classic, arranged(won, "b - - 100 60")).outcome() == "white wins (throne)");
}

TEST_CASE("if both draws apply, the reason is the repetition") {
    const Twin twin(support::preset("classic"),
                    "1g1G1q/G6/7G/9/g8g/11/G8G/9/g7/6g/Q1g1G1 w - - 100 60", {1, 100});
    CHECK(twin.outcome() == "draw (repetition)");
}

TEST_CASE("a game is won on the board, or by repetition where that loses; a draw is no win") {
    for (const char* preset : {"classic", "agon"}) {
        CAPTURE(preset);
        const RuleSet rules = support::preset(preset).engine;
        Game game(rules, setup_position(rules, Setup::Standard));
        for (int i = 0; i < 2; ++i)
            for (const char* action : {"a1a2", "l11l10", "a2a1", "l10l11"}) {
                CHECK_FALSE(game.won());
                game.play(parse_legal_move(game, action));
            }
        REQUIRE(game.outcome());
        CHECK(game.won() == (rules.repetition == Repetition::Loses));
        const std::string fault = support::fault_of([&] { (void)parse_legal_move(game, "a1b2"); });
        CHECK(fault == (game.won() ? "'a1b2' is illegal: the game is over" : ""));
        CHECK(support::fault_of([&] {
                  (void)parse_legal_move(game, "x");
              }).starts_with("'x' is not an action"));
        game.set_limits({0, 0});
        CHECK_FALSE(game.won());
    }
    const RuleSet classic;
    const std::string won = arranged("Qf6 Ge5 Gf5 Ge6 Gg6 Gf7 Gg7 qa1 ga2 ga3 ga4 ga5 gb1 gc1");
    CHECK(Game(classic, parse_position(classic, won)).won());
}

TEST_CASE("limits may be changed in the course of a game") {
    Game game(RuleSet(), setup_position(RuleSet(), Setup::Standard));
    CHECK(game.limits() == DrawLimits{3, 100});
    for (const char* action : {"a1b1", "l11k11", "b1a1", "k11l11"}) game.play(parse_move(action));
    CHECK_FALSE(game.outcome());
    game.set_limits({2, 0});
    CHECK(game.outcome() == Outcome{std::nullopt, Reason::Repetition});
    game.set_limits({0, 4});
    CHECK(game.outcome() == Outcome{std::nullopt, Reason::NoProgress});
}

TEST_CASE("actions are taken back one by one, with what they cut and counted") {
    const RuleSet rules = support::preset("bloody-queen").engine;
    Game game(rules, parse_position(rules, arranged("Qf1 Gb1 Ga6 ql11 gc1 gl7")));
    const Position first = game.position();
    CHECK_FALSE(game.undo());
    std::vector<Position> positions;
    const std::vector<std::string> actions = {"f1e1", "l11l10", "e1d1", "l10l11"};
    for (const std::string& action : actions) {
        positions.push_back(game.position());
        game.play(parse_legal_move(rules, game.position(), action));
    }
    REQUIRE(game.length() == actions.size());
    for (std::size_t i = 0; i < actions.size(); ++i) CHECK(to_text(game.move(i)) == actions[i]);
    CHECK(game.repeatable_keys().size() == 2); // e1d1 removed a guard
    for (std::size_t i = actions.size(); i-- > 0;) {
        CHECK(game.undo());
        CHECK(game.position() == positions[i]);
        CHECK(game.length() == i);
        if (i <= 2) CHECK(game.repeatable_keys().size() == i + 1);
    }
    CHECK_FALSE(game.undo());
    CHECK(game.position() == first);
}

using namespace agon;

TEST_CASE("random play does not count placements, and stops where the game ends") {
    const Presets presets;
    const RuleSet& rules = presets.at("classic").rules;
    std::mt19937_64 random(1);
    Game placed(rules, setup_position(rules, Setup::Placement));
    play_random(placed, 5, random);
    CHECK(placed.length() == 2 * GUARDS_A_SIDE + 5);
    CHECK_FALSE(placed.position().placing());

    Game drawn(rules, placed.position(), {.repetition = 0, .no_progress = 3});
    play_random(drawn, 100, random);
    CHECK(drawn.length() < 100);
    CHECK(drawn.outcome());
}

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

TEST_CASE("each rule set has its own key, whatever its default setup") {
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

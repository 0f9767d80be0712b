// The fortresses under line flanks, by the naive referee. The counts 4, 44 and 26 come from an
// earlier, independent search.
#include "tools/lab/prove/approach.hpp"
#include "tools/lab/prove/fortress.hpp"
#include "tools/lab/prove/goals.hpp"
#include "tools/lab/prove/prover.hpp"

#include "engine/game/movegen.hpp"
#include "engine/game/outcome.hpp"
#include "engine/game/symmetry.hpp"
#include "engine/notation/notation.hpp"
#include "engine/rules/presets.hpp"
#include "tests/naive/referee.hpp"
#include "tests/support/build_kind.hpp"
#include "tests/support/random.hpp"

#include <algorithm>
#include <doctest/doctest.h>
#include <set>
#include <unordered_set>

namespace {

using namespace agon;
using namespace agon::prove;

const std::vector<Fortress>& fortresses() {
    static const std::vector<Fortress> all = find_fortresses(7).endless;
    return all;
}

bool black_is_captured(const naive::State& state) {
    return std::ranges::any_of(state.captured, [&](naive::Cell cell) {
        return naive::owner(state.board.at(cell)) == 'b';
    });
}

/// White has a guard on `near`; her captured queen and other guards are further out, on legal
/// cells.
naive::State before_a_landing(naive::State state, const Fort& fort, Cell near) {
    naive::Board black;
    for (const auto& [cell, piece] : state.board)
        if (naive::owner(piece) == 'b') black.emplace(cell, piece);
    state.board = black;
    state.board[naive::cell_named(near.text())] = 'G';
    std::string others = "QGGGGG";
    for (int ring = 5; ring > 0; --ring)
        (RINGS[static_cast<std::size_t>(ring)] - fort.pieces - fort.closed - Bitboard(near))
            .for_each([&](Cell cell) {
                if (others.empty()) return;
                const naive::Cell place = naive::cell_named(cell.text());
                state.board[place] = others.front();
                if (others.front() == 'Q') state.captured = {place};
                others.erase(0, 1);
            });
    return state;
}

} // namespace

TEST_CASE("fortresses: six pieces hold around an empty cell, and seven in 44 ways forever") {
    CHECK(find_fortresses(5).all.empty());
    const Fortresses six = find_fortresses(6);
    REQUIRE(six.all.size() == 4);
    CHECK(six.endless.empty());
    for (const Fort& fort : six.all) {
        CHECK((fort.closed - fort.pieces).count() == 1);
        CHECK(fort.pieces == NEIGHBOURS[fort.closed.first()]);
    }
    CHECK(fortresses().size() == 44);
    CHECK(std::ranges::count_if(fortresses(), &Fortress::throne) == 26);
}

TEST_CASE("fortresses: Black always has the step, against random actions") {
    const naive::Rules rules = naive::preset("classic");
    support::Random random(3);
    for (const Fortress& fortress : fortresses()) {
        CAPTURE(besieged(fortress));
        naive::State state = naive::parse(besieged(fortress));
        Fort fort = fortress.fort;
        for (int turn = 0; turn < (support::SLOW_BUILD ? 5 : 50); ++turn) {
            const auto actions = naive::legal(rules, state);
            state = naive::play(rules, state, actions[random.below(actions.size())]);
            REQUIRE(naive::result(rules, state) == "none");
            const auto step = endless_step(fort);
            REQUIRE(step.has_value());
            const std::string action = step->from.text() + step->to.text();
            const auto answers = naive::legal(rules, state);
            REQUIRE(std::ranges::count(answers, action) == 1); // and no piece of Black is captured
            state = naive::play(rules, state, action);
            fort = stepped(fort, step->from, step->to);
        }
    }
}

TEST_CASE("fortresses: no landing piece captures, after each step") {
    const naive::Rules rules = naive::preset("classic");
    int landings = 0;
    for (const Fortress& fortress : fortresses()) {
        CAPTURE(to_text(fortress));
        naive::State black = naive::parse(besieged(fortress));
        Fort fort = fortress.fort;
        std::vector<Fort> met;
        while (std::ranges::count(met, fort) == 0) {
            met.push_back(fort);
            Bitboard near; // where a guard can flank with the landing piece
            fort.pieces.for_each([&](Cell piece) { near |= NEIGHBOURS[piece]; });
            (near - fort.pieces - fort.closed - THRONE).for_each([&](Cell cell) {
                const naive::State state = before_a_landing(black, fort, cell);
                for (const std::string& action : naive::legal(rules, state)) {
                    const Cell to = *Cell::parse(std::string_view(action).substr(
                        naive::name(*state.captured.begin()).size()));
                    REQUIRE_FALSE(fort.closed.contains(to));
                    REQUIRE_FALSE(black_is_captured(naive::play(rules, state, action)));
                    ++landings;
                }
            });
            const FortStep step = endless_step(fort).value();
            black.board[naive::cell_named(step.to.text())] =
                black.board.at(naive::cell_named(step.from.text()));
            black.board.erase(naive::cell_named(step.from.text()));
            fort = stepped(fort, step.from, step.to);
        }
    }
    CHECK(landings > 50'000);
}

namespace {

/// All positions after a turn of `side`.
std::vector<Position> after_turn(const RuleSet& rules, const std::vector<Position>& before,
                                 Side side) {
    std::unordered_set<Position, PositionHash> met(before.begin(), before.end());
    std::vector<Position> after, waiting = before;
    while (!waiting.empty()) {
        const Position position = waiting.back();
        waiting.pop_back();
        MoveList moves;
        legal_moves(rules, position, moves);
        for (const Move move : moves) {
            const Position next = follow(rules, position, move);
            if (!met.insert(next).second) continue;
            (next.turn == side ? waiting : after).push_back(next);
        }
    }
    return after;
}

/// Plays a plan of black against all actions of white.
void withstands_all(const RuleSet& rules, const Position& start,
                    const std::vector<FortStep>& plan) {
    std::vector<Position> reached{start};
    for (const auto& [from, to] : plan) {
        if (reached.front().turn == Side::White) reached = after_turn(rules, reached, Side::White);
        for (Position& position : reached) {
            CAPTURE(to_text(position));
            REQUIRE_FALSE(is_decided(rules, position));
            MoveList moves;
            legal_moves(rules, position, moves);
            REQUIRE(std::ranges::count(moves, Move(from, to)) == 1);
            position = follow(rules, position, Move(from, to));
        }
    }
    const Goals goals = goals_of(rules, false);
    for (const Position& position : reached) {
        if (is_safe(rules, goals, position, Side::Black)) continue;
        for (const Position& next : after_turn(rules, {position}, Side::White)) {
            CAPTURE(to_text(next));
            REQUIRE_FALSE(is_decided(rules, next));
            REQUIRE(is_safe(rules, goals, next, Side::Black));
        }
    }
}

/// Black some steps before a fortress, and White anywhere.
Position near_a_fortress(const RuleSet& rules, int steps, support::Random& random) {
    const auto any_cell = [&](Bitboard cells) {
        std::vector<Cell> all;
        cells.for_each([&](Cell cell) { all.push_back(cell); });
        return random.pick(all);
    };
    const Garrison& garrison = random.pick(garrisons());
    Position p;
    Bitboard black = garrison.pieces;
    Cell queen = black.contains(THRONE_CELL) ? THRONE_CELL : any_cell(black);
    for (int n = 0; n < steps; ++n) {
        const Cell to = any_cell(black);
        const Bitboard outside =
            NEIGHBOURS[to] - RINGS[static_cast<std::size_t>(std::max(to.ring() - 1, 0))] - black;
        if (outside.none()) continue;
        const Cell from = any_cell(outside - THRONE);
        if (to == queen) queen = from;
        black = (black - Bitboard(to)) | Bitboard(from);
    }
    p.pieces[Side::Black] = black;
    p.queens[Side::Black] = queen;
    Bitboard white;
    const Bitboard kept = steps == 0 ? black | garrison.closed : black;
    while (white.count() < 7) white |= Bitboard(any_cell(BOARD - kept - white));
    p.pieces[Side::White] = white;
    p.queens[Side::White] = white.contains(THRONE_CELL) ? THRONE_CELL : any_cell(white);
    p.turn = random.percent(50) ? Side::White : Side::Black;
    return parse_position(rules, to_text(p));
}

std::vector<RuleSet> rules_with_fortresses() {
    const Presets presets;
    std::vector<RuleSet> found;
    for (const Preset& preset : presets.all())
        if (has_fortresses(preset.rules)) found.push_back(preset.rules);
    return found;
}

std::vector<RuleSet> rules_with_plans() {
    std::vector<RuleSet> found = rules_with_fortresses();
    found.push_back(Presets().at("ludii").rules); // only into seals
    return found;
}

/// Counts plans of at most that many steps in random positions, and checks that none can be
/// disturbed.
std::size_t check_plans(int positions, int steps) {
    support::Random random(6);
    const std::vector<RuleSet> all_rules = rules_with_plans();
    std::size_t plans = 0;
    for (int n = 0; n < positions; ++n) {
        const RuleSet& rules = random.pick(all_rules);
        const Position start = near_a_fortress(rules, 1 + n % (steps + 2), random);
        const Approach approach = Approaches(rules).find(start, Side::Black, steps);
        if (!approach.plan || is_decided(rules, start)) continue;
        CAPTURE(to_text(start));
        withstands_all(rules, start, *approach.plan);
        ++plans;
    }
    return plans;
}

} // namespace

TEST_CASE("fortresses: no action of White drives Black out of one, and Black can stay") {
    std::set<std::string> images;
    for (const Fortress& fortress : fortresses())
        for (const CellMap& map : SYMMETRIES) {
            std::string names;
            mapped(fortress.fort.pieces, map).for_each([&](Cell cell) { names += cell.text(); });
            images.insert(names);
        }
    CHECK(garrisons().size() == images.size());
    support::Random random(5);
    const std::vector<RuleSet> all_rules = rules_with_fortresses();
    for (int game = 0; game < (support::SLOW_BUILD ? 20 : 200); ++game) {
        const RuleSet& rules = random.pick(all_rules);
        Position position = near_a_fortress(rules, 0, random);
        for (int turn = 0; turn < 10; ++turn) {
            CAPTURE(to_text(position));
            REQUIRE(in_fortress(position, Side::Black));
            std::vector<Position> next = after_turn(rules, {position}, position.turn);
            const auto leaves = [](const Position& p) { return !in_fortress(p, Side::Black); };
            if (position.turn == Side::White)
                REQUIRE(std::ranges::none_of(next, leaves));
            else
                std::erase_if(next, leaves);
            REQUIRE_FALSE(next.empty());
            position = random.pick(next);
        }
    }
}

TEST_CASE("fortresses: no action of White disturbs a plan into one or into a seal") {
    CHECK(check_plans(support::SLOW_BUILD ? 200 : 2'000, 4) > 50);
}

TEST_CASE("fortresses: no action of White disturbs any of many plans" * doctest::skip()) {
    CHECK(check_plans(50'000, 4) > 10'000);
    CHECK(check_plans(1'000, 8) > 200);
}

TEST_CASE("fortresses: eight rule sets have them") {
    const Presets presets;
    std::set<std::string> names;
    for (const Preset& preset : presets.all())
        if (has_fortresses(preset.rules)) names.insert(preset.name);
    CHECK(names == std::set<std::string>{"classic", "ham", "german", "queens-guard",
                                         "queens-guard-opponent", "way-to-play", "penthalon",
                                         "csiro"});
}

// The fortresses under line flanks, by the naive referee. The counts 4, 44 and 26 are those of an
// earlier search that somebody else made.
#include "tools/prove/fortress.hpp"

#include "engine/board/geometry.hpp"
#include "engine/rules/presets.hpp"
#include "tests/naive/referee.hpp"
#include "tests/support/build_kind.hpp"
#include "tests/support/random.hpp"

#include <algorithm>
#include <doctest/doctest.h>
#include <set>

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

/// White has a guard on `near` and her captured queen and other guards further out, where they may
/// be.
naive::State before_a_landing(naive::State state, const Fort& fort, Cell near) {
    std::erase_if(state.board, [](const auto& entry) { return naive::owner(entry.second) == 'w'; });
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

TEST_CASE("fortresses: six pieces hold around an empty cell, and seven in 44 ways for ever") {
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
            REQUIRE(std::ranges::count(answers, action) == 1); // and nothing of Black is captured
            state = naive::play(rules, state, action);
            fort = stepped(fort, step->from, step->to);
        }
    }
}

TEST_CASE("fortresses: nothing that lands captures, after each step") {
    const naive::Rules rules = naive::preset("classic");
    int landings = 0;
    for (const Fortress& fortress : fortresses()) {
        CAPTURE(to_text(fortress));
        naive::State black = naive::parse(besieged(fortress));
        Fort fort = fortress.fort;
        std::vector<Fort> met;
        while (std::ranges::count(met, fort) == 0) {
            met.push_back(fort);
            Bitboard near; // where a guard can flank with what lands
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

TEST_CASE("fortresses: eight rule sets have them") {
    const Presets presets;
    std::set<std::string> names;
    for (const Preset& preset : presets.all())
        if (has_fortresses(preset.rules)) names.insert(preset.name);
    CHECK(names == std::set<std::string>{"classic", "ham", "german", "queens-guard",
                                         "queens-guard-opponent", "way-to-play", "penthalon",
                                         "csiro"});
}

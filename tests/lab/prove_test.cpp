// Proofs that a side cannot lose, checked again by the naive referee.
#include "engine/game/refuges.hpp"
#include "engine/notation/notation.hpp"
#include "tests/naive/seal.hpp"
#include "tests/support/build_kind.hpp"
#include "tests/support/rule_pair.hpp"
#include "tools/lab/prove/certificate.hpp"
#include "tools/lab/prove/goals.hpp"
#include "tools/lab/prove/prover.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <map>
#include <set>

using namespace agon;
using naive::State;

namespace {

/// The cells around the throne, in order.
const std::vector<std::string> AROUND = {"e5", "e6", "f7", "g7", "g6", "f5"};

std::string ring_1(const State& state, char side) {
    std::string ring;
    for (const std::string& name : AROUND) {
        const naive::Cell cell = naive::cell_named(name);
        const auto found = state.board.find(cell);
        ring += found == state.board.end()            ? '.'
                : naive::owner(found->second) != side ? 'w'
                : state.captured.contains(cell)       ? 'B'
                : naive::is_queen(found->second)      ? 'q'
                                                      : 'g';
    }
    return ring;
}

char at(const std::string& ring, std::size_t cell) { return ring[cell % 6]; }
bool uncaptured(char piece) { return piece == 'q' || piece == 'g'; }

/// S of tools/lab/prove/README.md.
bool in_gap(const State& state, char side) {
    const std::string ring = ring_1(state, side);
    for (std::size_t i = 0; i < 6; ++i) {
        if (!uncaptured(ring[i]) || at(ring, i + 1) == 'w') continue;
        if (uncaptured(at(ring, i + 1)) || uncaptured(at(ring, i + 2))) return true;
    }
    return false;
}

bool enclosed(const State& state, naive::Cell cell, char side) {
    for (int row = cell.row - 1; row <= cell.row + 1; ++row)
        for (int file = cell.file - 1; file <= cell.file + 1; ++file) {
            const naive::Cell near = {row, file};
            const bool neighbour = near != cell && row - file - cell.row + cell.file != 2 &&
                                   row - file - cell.row + cell.file != -2;
            if (!neighbour || !naive::on_board(near) || naive::ring(near) != naive::ring(cell))
                continue;
            const auto found = state.board.find(near);
            if (found == state.board.end() || naive::owner(found->second) == side) return false;
        }
    return true;
}

/// S6.
bool in_pair(const State& state, char side) {
    const std::string ring = ring_1(state, side);
    bool beside = false;
    for (std::size_t i = 0; i < 6; ++i)
        beside |= ring[i] == 'q' && (at(ring, i + 1) == 'g' || at(ring, i + 5) == 'g');
    int inside = 0, on_ring_4 = 0;
    for (const auto& [cell, piece] : state.board) {
        if (naive::owner(piece) != side || naive::is_queen(piece)) continue;
        inside += naive::ring(cell) < 4 ? 1 : 0;
        if (naive::ring(cell) != 4) continue;
        ++on_ring_4;
        if (!state.captured.contains(cell) && enclosed(state, cell, side)) return false;
    }
    return beside && inside == 1 && on_ring_4 <= 1;
}

bool on_throne(const State& state, char side) {
    const auto found = state.board.find(naive::cell_named("f6"));
    return found != state.board.end() && naive::is_queen(found->second) &&
           naive::owner(found->second) == side;
}

bool in_refuge(const Refuges& refuges, const State& state, char side) {
    return on_throne(state, side) || (refuges.gap && in_gap(state, side)) ||
           (refuges.pair && in_pair(state, side));
}

struct Walk {
    std::size_t answered = 0, waits = 0, replies = 0, seals = 0;
};

/// Plays a plan against random actions. It must end in the seal that the answer names.
void play_into_seal(const naive::Rules& rules, State state, char side,
                    const prove::PlannedAnswer& answer, support::Random& random) {
    const auto other_side_acts = [&] {
        const auto legal = naive::legal(rules, state);
        state = naive::play(rules, state, legal[random.below(legal.size())]);
        REQUIRE(naive::result(rules, state) == "none");
    };
    for (const Move step : answer.actions) {
        while (state.turn != side) other_side_acts();
        const auto legal = naive::legal(rules, state);
        REQUIRE(std::binary_search(legal.begin(), legal.end(), to_text(step)));
        state = naive::play(rules, state, to_text(step));
        REQUIRE(naive::result(rules, state) == "none");
    }
    while (!state.captured.empty()) {
        REQUIRE(state.turn != side);
        other_side_acts();
    }
    const Seal seal = answer.seal.value();
    CAPTURE(naive::text(state));
    REQUIRE(
        naive::seals(rules, state, side)
            .contains({naive::cell_named(seal.from.text()), naive::cell_named(seal.to.text())}));
}

/// Follows the strategy against every action, using only the naive referee.
Walk walk(const support::RulePair& rules, Setup setup, const prove::Settings& settings,
          const prove::Strategy& strategy) {
    const char side = settings.side == Side::White ? 'w' : 'b';
    const prove::Goals refuges = prove::goals_of(rules.engine, settings.throne_only);
    std::map<std::string, prove::PlannedAnswer> answers;
    support::Random random(7);
    for (const prove::PlannedAnswer& answer : strategy.answers)
        answers[naive::text_without_counters(naive::parse(to_text(answer.position)))] = answer;
    std::set<std::string> seen;
    const State start = naive::parse(
        naive::setup_text(std::string(setup_names()[static_cast<std::size_t>(setup)])));
    std::vector<State> todo = {start};
    Walk count;
    while (!todo.empty()) {
        const State state = todo.back();
        todo.pop_back();
        const std::string key = naive::text_without_counters(state);
        if (!seen.insert(key).second) continue;
        const std::string result = naive::result(rules.naive, state);
        CAPTURE(key);
        REQUIRE_FALSE(result.starts_with(side == 'w' ? "black" : "white"));
        if (result != "none" || in_refuge(refuges, state, side)) continue;
        const auto legal = naive::legal(rules.naive, state);
        const auto found = answers.find(key);
        if (found != answers.end() && found->second.seal) {
            play_into_seal(rules.naive, state, side, found->second, random);
            ++count.seals;
        } else if (naive::chooser(rules.naive, state) == side) {
            REQUIRE(found != answers.end());
            REQUIRE(found->second.actions.size() == 1); // no plan into a fortress
            const std::string action = to_text(found->second.actions.front());
            REQUIRE(std::binary_search(legal.begin(), legal.end(), action));
            todo.push_back(naive::play(rules.naive, state, action));
            ++count.answered;
        } else {
            ++count.waits;
            count.replies += legal.size();
            for (const auto& action : legal)
                todo.push_back(naive::play(rules.naive, state, action));
        }
    }
    return count;
}

void confirm(const std::string& preset, Setup setup, prove::Settings settings) {
    CAPTURE(preset);
    const support::RulePair rules = support::preset(preset);
    prove::Prover prover(rules.engine, settings);
    const auto strategy = prover.prove(setup_position(rules.engine, setup));
    REQUIRE(strategy);
    const Walk count = walk(rules, setup, settings, *strategy);
    CHECK(count.answered + count.seals == strategy->answers.size());
    CHECK((count.seals > 0) == prove::goals_of(rules.engine, settings.throne_only).seal);
    CHECK(count.waits == strategy->waits);
    CHECK(count.replies == strategy->replies);
}

/// Whether the queen of `side` gets onto the throne within `turns` actions of her side, by her own
/// steps and relocations, against everything; by trying everything.
class ThroneSearch {
public:
    ThroneSearch(const naive::Rules& rules, char side) : rules_(rules), side_(side) {}

    bool reaches(const State& state, int turns) {
        if (on_throne(state, side_)) return true;
        if (turns == 0 || naive::result(rules_, state) != "none") return false;
        const std::string key = naive::text_without_counters(state);
        const auto [known, is_new] = known_.try_emplace({key, turns}, false);
        if (!is_new) return known->second;
        const bool chooses = naive::chooser(rules_, state) == side_;
        bool found = !chooses;
        auto actions = naive::legal(rules_, state);
        std::stable_partition(actions.begin(), actions.end(),
                              [&](const auto& action) { return refuted_.contains(action); });
        for (const std::string& action : actions) {
            if (chooses && !allowed(state, action)) continue;
            if (reaches(naive::play(rules_, state, action), turns - (chooses ? 1 : 0)) != chooses)
                continue;
            found = chooses;
            if (!chooses) refuted_.insert(action);
            break;
        }
        return known_[{key, turns}] = found;
    }

private:
    static bool allowed(const State& state, const std::string& action) {
        if (action == "pass") return true;
        const std::size_t length = action.find_first_of("abcdefghjkl", 1);
        const naive::Cell from = naive::cell_named(action.substr(0, length));
        return naive::is_queen(state.board.at(from)) || state.captured.contains(from);
    }
    naive::Rules rules_;
    char side_;
    std::map<std::pair<std::string, int>, bool> known_;
    std::set<std::string> refuted_; ///< actions of the other side that have refuted: tried first
};

constexpr prove::Settings BLACK = {.side = Side::Black};
constexpr prove::Settings WHITE = {.side = Side::White, .throne_only = true};

/// A position with this ring 1, as ring_1() returns it for Black, and the other pieces on these
/// rings; White's queen is often on the throne. A sixth of the pieces whose state `ring` does not
/// say is captured.
State around(const std::string& ring, const std::set<int>& whites, const std::set<int>& blacks,
             support::Random& random) {
    State state;
    std::string left = "QqGGGGGGgggggg";
    const auto put = [&](naive::Cell cell, char piece) {
        left.erase(left.find(piece), 1);
        state.board[cell] = piece;
    };
    const auto left_of = [&](char queen, char guard) {
        const bool has_queen =
            left.find(queen) != std::string::npos && ring.find(queen) == std::string::npos;
        return has_queen && random.below(3) == 0 ? queen : guard;
    };
    if (random.below(2) == 0) put(naive::cell_named("f6"), 'Q');
    for (std::size_t i = 0; i < 6; ++i) {
        if (ring[i] == '.') continue;
        const naive::Cell cell = naive::cell_named(AROUND[i]);
        put(cell, ring[i] == 'w'   ? left_of('Q', 'G')
                  : ring[i] == 'B' ? left_of('q', 'g')
                                   : ring[i]);
        if (ring[i] == 'B') state.captured.insert(cell);
    }
    while (!left.empty()) {
        const auto& rings = naive::owner(left[0]) == 'w' ? whites : blacks;
        std::vector<naive::Cell> free;
        for (const naive::Cell cell : naive::all_cells())
            if (rings.contains(naive::ring(cell)) && !state.board.contains(cell))
                free.push_back(cell);
        put(random.pick(free), left[0]);
    }
    for (const auto& [cell, piece] : state.board)
        if (naive::ring(cell) > (naive::owner(piece) == 'b' ? 1 : 0) && random.below(6) == 0)
            state.captured.insert(cell);
    return state;
}

/// With Black to choose, at least one action keeps the refuge; with White to choose, none breaks
/// it. Returns whether the position, with either side's turn, was one of the refuge.
bool check_closed(const support::RulePair& rules, State state) {
    const Refuges refuges = refuges_of(rules.engine);
    for (const char turn : {'w', 'b'}) {
        state.turn = turn;
        if (naive::result(rules.naive, state) != "none" || on_throne(state, 'b') ||
            !in_refuge(refuges, state, 'b'))
            return false;
        std::size_t kept = 0;
        const auto legal = naive::legal(rules.naive, state);
        for (const auto& action : legal) {
            const State next = naive::play(rules.naive, state, action);
            kept += in_refuge(refuges, next, 'b') &&
                            !naive::result(rules.naive, next).starts_with("white")
                        ? 1
                        : 0;
        }
        CAPTURE(rules.name);
        CAPTURE(naive::text(state));
        CHECK(kept >= (naive::chooser(rules.naive, state) == 'w' ? legal.size() : 1));
    }
    return true;
}

/// Rules with ring flanks, the rest at random, in which Black has the refuge.
support::RulePair rules_with(bool Refuges::*refuge, support::Random& random) {
    for (;;) {
        support::RulePair rules = support::random_rules(random);
        support::change(rules, "flank", "ring");
        if (refuges_of(rules.engine).*refuge) return rules;
    }
}

} // namespace

TEST_CASE("prove: the naive referee confirms the proof of same-ring") {
    confirm("same-ring", Setup::Flanked, BLACK);
    confirm("same-ring", Setup::Flanked, WHITE);
}

TEST_CASE("prove: the naive referee confirms the proofs of botermans and neto" * doctest::skip()) {
    for (const char* preset : {"botermans", "neto"})
        for (const Setup setup : {Setup::Standard, Setup::Flanked}) {
            confirm(preset, setup, BLACK);
            confirm(preset, setup, WHITE);
        }
}

TEST_CASE("prove: the naive referee confirms that White's queen reaches the throne in classic") {
    confirm("classic", Setup::Standard, WHITE);
    ThroneSearch search(naive::preset("classic"), 'w');
    CHECK_FALSE(search.reaches(naive::parse(naive::setup_text("standard")), 6));
}

TEST_CASE("prove: the naive referee confirms that White gets into seals in classic") {
    confirm("classic", Setup::Flanked, {.side = Side::White});
}

TEST_CASE("prove: nobody is driven out of S, from each of its states of ring 1") {
    support::Random random(44);
    int states = 0, checked = 0;
    std::string ring(6, '.');
    for (int number = 0; number < 4096; ++number) {
        for (std::size_t i = 0; i < 6; ++i) ring[i] = ".wgB"[number >> 2 * i & 3];
        State seen;
        for (std::size_t i = 0; i < 6; ++i)
            if (ring[i] != '.')
                seen.board[naive::cell_named(AROUND[i])] = ring[i] == 'w' ? 'G' : 'g';
        for (std::size_t i = 0; i < 6; ++i)
            if (ring[i] == 'B') seen.captured.insert(naive::cell_named(AROUND[i]));
        if (!in_gap(seen, 'b')) continue;
        ++states;
        std::string with_queen = ring;
        if (random.below(2) == 0) with_queen[ring.find('g')] = 'q';
        for (const auto& whites : {std::set{2, 3}, std::set{2, 3, 4, 5}}) {
            const State state = around(with_queen, whites, {2, 3, 4, 5}, random);
            checked += check_closed(support::preset("botermans"), state) ? 1 : 0;
            checked += check_closed(rules_with(&Refuges::gap, random), state) ? 1 : 0;
        }
    }
    CHECK(checked > 4 * 1502 - 100); // ring 1 full of one side's guards ends the game
    CHECK(states == 1502);           // of 4,096: empty, white, black, black captured
}

TEST_CASE("prove: nobody is driven out of S6, with White crowded around Black's guards") {
    support::Random random(6);
    int checked = 0;
    for (int n = 0; n < 1500; ++n) {
        const State state = around("qg....", {4, 5}, {5}, random);
        checked += check_closed(support::preset("neto"), state) ? 1 : 0;
        checked += check_closed(support::preset("same-ring"), state) ? 1 : 0;
        checked += check_closed(rules_with(&Refuges::pair, random), state) ? 1 : 0;
    }
    CHECK(checked == 4500);
}

TEST_CASE("prove: a guard on ring 4 between two white pieces is not in S6") {
    const support::RulePair rules = support::preset("neto");
    const std::string text = "6/7/G7/gG7/gG8/ggG2Qq4/gG3g4/G8/8/7/6 b - - 0 1";
    CHECK_FALSE(is_safe(refuges_of(rules.engine), parse_position(rules.engine, text), Side::Black));
    for (const auto& action : naive::legal(rules.naive, naive::parse(text)))
        CHECK((action.starts_with("g6") || action.starts_with("f5"))); // it must break the pair
}

TEST_CASE("prove: in botermans each side can place two guards side by side on ring 1") {
    const support::RulePair rules = support::preset("botermans");
    const auto with = [&](State state, const std::string& action) {
        return naive::play(rules.naive, state, action);
    };
    const auto cell_of = [](std::size_t cell) { return AROUND[cell % 6]; };
    const auto vacant = [](const State& state, const std::string& cell) {
        return !state.board.contains(naive::cell_named(cell));
    };
    const State start = naive::parse(naive::setup_text("placement"));
    for (const auto& first : naive::legal(rules.naive, start)) {
        // Black: opposite to White's first guard, then on the side that the second leaves.
        const auto found = std::find(AROUND.begin(), AROUND.end(), first);
        const auto place = static_cast<std::size_t>(found - AROUND.begin()) + 3;
        const State black = with(with(start, first), cell_of(place));
        for (const auto& second : naive::legal(rules.naive, black)) {
            const State then = with(black, second);
            const bool free = vacant(then, cell_of(place + 1));
            CHECK(in_gap(with(then, cell_of(free ? place + 1 : place + 5)), 'b'));
        }
        // White: on e5, then on e6 or f5; `first` is Black's guard here.
        if (first == "e5") continue;
        const State white = with(with(start, "e5"), first);
        CHECK(in_gap(with(white, vacant(white, "e6") ? "e6" : "f5"), 'w'));
    }
}

TEST_CASE("prove: play by a strategy and in its refuges, against random and greedy opponents") {
    constexpr auto TURNS = 20'000U / support::SHARE;
    const Presets presets;
    for (const char* name : {"botermans", "neto", "same-ring", "classic"})
        for (prove::Settings settings : {BLACK, WHITE}) {
            CAPTURE(name);
            const bool fortress = prove::has_fortresses(presets.at(name).rules);
            if (fortress && (settings.side == Side::Black || support::SLOW_BUILD)) continue;
            settings.throne_only = settings.throne_only && !fortress;
            const prove::Claim claim{presets.at(name), Setup::Flanked, settings};
            prove::Prover prover(claim.preset.rules, settings);
            const auto strategy = prover.prove(setup_position(claim.preset.rules, claim.setup));
            REQUIRE(strategy);
            const prove::PlayCount count = play(claim, *strategy, TURNS, 1);
            CHECK(count.turns == TURNS);
            CHECK(count.in_refuge > TURNS * 3 / 4);
        }
}

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

/// The two neighbours of a cell on its ring.
std::vector<naive::Cell> beside(naive::Cell cell) {
    std::vector<naive::Cell> cells;
    for (int row = cell.row - 1; row <= cell.row + 1; ++row)
        for (int file = cell.file - 1; file <= cell.file + 1; ++file) {
            const naive::Cell near = {row, file};
            const bool neighbour = near != cell && row - file - cell.row + cell.file != 2 &&
                                   row - file - cell.row + cell.file != -2;
            if (neighbour && naive::on_board(near) && naive::ring(near) == naive::ring(cell))
                cells.push_back(near);
        }
    return cells;
}

/// Whether both neighbours of the cell on its ring are the other side's, and guards if so asked.
bool enclosed(const State& state, naive::Cell cell, char side, bool by_guards = false) {
    return std::ranges::all_of(beside(cell), [&](naive::Cell near) {
        const auto found = state.board.find(near);
        return found != state.board.end() && naive::owner(found->second) != side &&
               !(by_guards && naive::is_queen(found->second));
    });
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
        if (!state.captured.contains(cell) && enclosed(state, cell, side, true)) return false;
    }
    return beside && inside == 1 && on_ring_4 <= 1;
}

/// S2.
bool in_guards(const State& state, char side) {
    std::set<naive::Cell> inside, on_ring_4, on_ring_5;
    for (const auto& [cell, piece] : state.board)
        if (naive::owner(piece) == side && !naive::is_queen(piece))
            (naive::ring(cell) == 5   ? on_ring_5
             : naive::ring(cell) == 4 ? on_ring_4
                                      : inside)
                .insert(cell);
    if (inside.size() != 2 || on_ring_4.size() > 1) return false;
    const auto& [a, b] = std::pair(*inside.begin(), *inside.rbegin());
    if (naive::ring(a) != 1 || std::ranges::count(beside(a), b) == 0 ||
        state.captured.contains(a) || state.captured.contains(b))
        return false;
    for (const naive::Cell cell : on_ring_4)
        if (!state.captured.contains(cell) && enclosed(state, cell, side)) return false;
    // In a row if the neighbours of one, their neighbours and so on are all of them.
    std::set<naive::Cell> row = {*on_ring_5.begin()};
    for (std::size_t size = 0; size != row.size();) {
        size = row.size();
        for (const naive::Cell cell : std::set(row))
            for (const naive::Cell near : beside(cell))
                if (on_ring_5.contains(near)) row.insert(near);
    }
    return row != on_ring_5;
}

bool on_throne(const State& state, char side) {
    const auto found = state.board.find(naive::cell_named("f6"));
    return found != state.board.end() && naive::is_queen(found->second) &&
           naive::owner(found->second) == side;
}

bool in_refuge(const Refuges& refuges, const State& state, char side) {
    return on_throne(state, side) || (refuges.gap && in_gap(state, side)) ||
           (refuges.pair && in_pair(state, side)) || (refuges.guards && in_guards(state, side));
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

/// One of Black's guards on ring 5 comes to ring 4, with one or two white pieces beside it.
void one_on_ring_4(State& state, support::Random& random) {
    std::vector<naive::Cell> black, inner, white;
    for (const auto& [cell, piece] : state.board) {
        if (naive::ring(cell) == 5 && piece == 'g') black.push_back(cell);
        if (naive::ring(cell) >= 4 && naive::owner(piece) == 'w') white.push_back(cell);
    }
    for (const naive::Cell cell : naive::all_cells())
        if (naive::ring(cell) == 4 && !state.board.contains(cell)) inner.push_back(cell);
    const auto move = [&](naive::Cell from, naive::Cell to) {
        state.board[to] = state.board.at(from);
        state.board.erase(from);
        if (state.captured.erase(from) > 0) state.captured.insert(to);
    };
    const naive::Cell guard = random.pick(inner);
    move(random.pick(black), guard);
    for (const naive::Cell near : beside(guard))
        if (!white.empty() && !state.board.contains(near) && random.below(3) > 0) {
            const naive::Cell from = random.pick(white);
            std::erase(white, from);
            move(from, near);
        }
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
            if (in_refuge(refuges, next, 'b') &&
                !naive::result(rules.naive, next).starts_with("white"))
                ++kept;
        }
        CAPTURE(rules.name);
        CAPTURE(naive::text(state));
        CHECK(kept >= (naive::chooser(rules.naive, state) == 'w' ? legal.size() : 1));
    }
    return true;
}

int guards_on_ring_1(const State& state) {
    const std::string ring = ring_1(state, 'b');
    return static_cast<int>(std::ranges::count(ring, 'g'));
}

/// Black's actions that lead into S2.
std::vector<std::string> stays(const naive::Rules& rules, const State& state) {
    auto legal = naive::legal(rules, state);
    std::erase_if(legal, [&](const std::string& action) {
        return !in_guards(naive::play(rules, state, action), 'b');
    });
    return legal;
}

/// The actions that end on ring 1.
std::vector<std::string> to_ring_1(std::vector<std::string> actions) {
    std::erase_if(actions, [](const std::string& action) {
        return std::ranges::none_of(
            AROUND, [&](const std::string& cell) { return action.ends_with(cell); });
    });
    return actions;
}

/// Steps from ring 1 to ring 1.
std::vector<std::string> parting(const std::vector<std::string>& legal) {
    auto steps = to_ring_1(legal);
    std::erase_if(steps, [](const std::string& action) {
        return std::ranges::count(AROUND, action.substr(0, 2)) == 0;
    });
    return steps;
}

/// Black to move in S2, nothing of Black's captured, her outer pieces close together, and white
/// pieces on cells to which Black could step and stay in S2, as long as there are any.
State crowded(const naive::Rules& rules, support::Random& random) {
    for (;;) {
        State state;
        state.turn = 'b';
        const auto put = [&](char piece, const auto& fits) {
            std::vector<naive::Cell> free;
            for (const naive::Cell cell : naive::all_cells())
                if (fits(cell) && !state.board.contains(cell)) free.push_back(cell);
            const naive::Cell chosen = random.pick(free);
            state.board[chosen] = piece;
            return chosen;
        };
        const auto row = [&](naive::Cell start, int length) { // of cells of a ring
            std::vector<naive::Cell> cells = {start, beside(start)[random.below(2)]};
            while (static_cast<int>(cells.size()) < length) {
                const auto both = beside(cells.back());
                cells.push_back(both[0] == cells[cells.size() - 2] ? both[1] : both[0]);
            }
            return cells;
        };
        for (const naive::Cell cell : row(naive::cell_named(random.pick(AROUND)), 2))
            state.board[cell] = 'g';
        const auto all = naive::all_cells();
        std::vector<naive::Cell> edge;
        std::ranges::copy_if(all, std::back_inserter(edge),
                             [](naive::Cell cell) { return naive::ring(cell) == 5; });
        const auto near = row(random.pick(edge), 6);
        const bool inward = random.below(2) == 0;
        for (int n = inward ? 1 : 0; n < 4; ++n)
            put('g', [&](naive::Cell cell) { return std::ranges::count(near, cell) > 0; });
        if (inward) {
            const auto guard = put('g', [](naive::Cell cell) { return naive::ring(cell) == 4; });
            put('q', [&](naive::Cell cell) { return std::ranges::count(beside(guard), cell) > 0; });
        } else {
            put('q', [&](naive::Cell cell) {
                return naive::ring(cell) >= 4 && std::ranges::any_of(near, [&](naive::Cell each) {
                           return std::abs(each.row - cell.row) < 2 &&
                                  std::abs(each.file - cell.file) < 2;
                       });
            });
        }
        std::string left = random.below(2) == 0 ? "QGGGGGG" : "GGGGGGQ";
        for (auto open = stays(rules, state); !open.empty() && !left.empty();
             open = stays(rules, state)) {
            const std::string& step = open.front();
            state.board[naive::cell_named(step.substr(step.find_first_of("abcdefghjkl", 1)))] =
                left.back();
            left.pop_back();
        }
        for (const char piece : left)
            put(piece, [&](naive::Cell cell) { return piece == 'Q' || naive::ring(cell) > 0; });
        if (naive::result(rules, state) == "none" && in_guards(state, 'b')) return state;
    }
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
    for (int n = 0; n < 3000; ++n) {
        State state = around("qg....", {4, 5}, {5}, random);
        if (n % 2 == 1) one_on_ring_4(state, random);
        checked += check_closed(support::preset("neto"), state) ? 1 : 0;
        checked += check_closed(support::preset("same-ring"), state) ? 1 : 0;
        checked += check_closed(rules_with(&Refuges::pair, random), state) ? 1 : 0;
    }
    CHECK(checked > 7000); // of 9,000; in the others a guard on ring 4 is between white guards
}

TEST_CASE("prove: a guard on ring 4 between two white pieces is not in S6") {
    const support::RulePair rules = support::preset("neto");
    const std::string text = "6/7/G7/gG7/gG8/ggG2Qq4/gG3g4/G8/8/7/6 b - - 0 1";
    CHECK_FALSE(is_safe(refuges_of(rules.engine), parse_position(rules.engine, text), Side::Black));
    for (const auto& action : naive::legal(rules.naive, naive::parse(text)))
        CHECK((action.starts_with("g6") || action.starts_with("f5"))); // it must break the pair
}

TEST_CASE("prove: White's queen may close a side of the guard on ring 4") {
    support::RulePair rules = support::preset("same-ring");
    support::change(rules, "relocation_captures", "no");
    support::change(rules, "queen_chooser", "owner");
    support::change(rules, "queen_target", "anywhere");
    REQUIRE(refuges_of(rules.engine).pair);
    // Relocated to g3 she captures nothing there, and i5 has the other side.
    const std::string text = "g1g1g1/G5g/G7/G8/G9/G5q4/3Q1g2G1/7g1/8/7/6 w d5 - 0 1";
    CHECK(check_closed(rules, naive::parse(text)));
}

TEST_CASE("prove: nobody is driven out of S2, from positions in which little or nothing is free") {
    support::Random random(2);
    int parted = 0, blocked = 0;
    for (int n = 0; n < (support::SLOW_BUILD ? 200 : 2000); ++n) {
        const support::RulePair rules = n % 3 == 0   ? support::preset("neto")
                                        : n % 3 == 1 ? support::preset("same-ring")
                                                     : rules_with(&Refuges::guards, random);
        const Refuges refuges = refuges_of(rules.engine);
        State state = crowded(rules.naive, random);
        bool stuck = stays(rules.naive, state).empty();
        blocked += stuck ? 1 : 0;
        for (int turn = 0; turn < 20 && !on_throne(state, 'b'); ++turn) {
            CAPTURE(rules.name);
            CAPTURE(naive::text(state));
            const auto legal = naive::legal(rules.naive, state);
            REQUIRE(naive::result(rules.naive, state) == "none");
            REQUIRE(guards_on_ring_1(state) == 2);
            CHECK(is_safe(refuges, parse_position(rules.engine, naive::text(state)), Side::Black) ==
                  in_refuge(refuges, state, 'b'));
            if (naive::chooser(rules.naive, state) == 'b' && state.turn == 'b') {
                const auto staying = stays(rules.naive, state);
                stuck = staying.empty();
                parted += stuck ? 1 : 0;
                state =
                    naive::play(rules.naive, state, random.pick(stuck ? parting(legal) : staying));
                continue;
            }
            // The first answer to a step of the two is looked at whole.
            if (stuck && !in_guards(state, 'b'))
                for (const auto& action : legal) {
                    const State next = naive::play(rules.naive, state, action);
                    CHECK(guards_on_ring_1(next) == 2);
                    CHECK((ring_1(next, 'b') != ring_1(state, 'b') ||
                           !stays(rules.naive, next).empty()));
                }
            const auto inward = to_ring_1(legal); // White comes between the two, or beside them
            const bool comes = !inward.empty() && random.below(2) == 0;
            state = naive::play(rules.naive, state, random.pick(comes ? inward : legal));
        }
    }
    CHECK(blocked > (support::SLOW_BUILD ? 30 : 300));
    CHECK(parted > blocked);
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

TEST_CASE("prove: in neto and same-ring each side can place its guards so that it is in S2") {
    support::Random random(12);
    for (const char* name : {"neto", "same-ring"})
        for (int game = 0; game < 100; ++game) {
            const support::RulePair rules = support::preset(name);
            const char side = game % 2 == 0 ? 'b' : 'w';
            State state = naive::parse(naive::setup_text("placement"));
            for (int placed = 0; placed < 12; ++placed) {
                const auto legal = naive::legal(rules.naive, state);
                const auto is_free = [&](const std::string& cell) {
                    return std::ranges::count(legal, cell) > 0;
                };
                std::vector<std::string> fits = legal;
                if (state.turn == side && placed < 2) {
                    // With a free cell on either side.
                    std::erase_if(fits, [&](const std::string& cell) {
                        const auto found = std::ranges::find(AROUND, cell);
                        const auto i = static_cast<std::size_t>(found - AROUND.begin());
                        return found == AROUND.end() || !is_free(AROUND[(i + 1) % 6]) ||
                               !is_free(AROUND[(i + 5) % 6]);
                    });
                } else if (state.turn == side) {
                    std::erase_if(fits, [&](const std::string& cell) {
                        const State next = naive::play(rules.naive, state, cell);
                        if (placed >= 10) return !in_guards(next, side);
                        if (placed >= 4) return naive::ring(naive::cell_named(cell)) < 5;
                        const std::string ring = ring_1(next, side);
                        return (ring + ring.front()).find("gg") == std::string::npos;
                    });
                } else if (placed < 4 && random.below(2) == 0) { // on ring 1, if it can
                    const auto inner = to_ring_1(fits);
                    if (!inner.empty()) fits = inner;
                }
                REQUIRE_FALSE(fits.empty());
                state = naive::play(rules.naive, state, random.pick(fits));
            }
            CAPTURE(naive::text(state));
            CHECK(in_guards(state, side));
            CHECK(is_safe(refuges_of(rules.engine),
                          parse_position(rules.engine, naive::text(state)),
                          side == 'b' ? Side::Black : Side::White));
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

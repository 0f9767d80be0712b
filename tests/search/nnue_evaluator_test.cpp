// Networks: their vector arithmetic and the value of a position against plain loops, and updated
// step by step against computed from scratch.
#include "engine/game/apply.hpp"
#include "engine/game/movegen.hpp"
#include "engine/game/outcome.hpp"
#include "engine/game/symmetry.hpp"
#include "engine/game/turn.hpp"
#include "engine/notation/notation.hpp"
#include "search/nnue/built_in_networks.hpp"
#include "search/nnue/evaluator.hpp"
#include "search/nnue/kernels.hpp"
#include "search/nnue/network.hpp"
#include "search/score/score.hpp"
#include "tests/naive/board.hpp"
#include "tests/support/arrange.hpp"
#include "tests/support/build_kind.hpp"
#include "tests/support/player.hpp"
#include "tests/support/random.hpp"
#include "tests/support/random_network.hpp"
#include "tests/support/rule_pair.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cstdlib>
#include <set>
#include <vector>

using namespace agon;
using namespace agon::search;
using namespace agon::search::nnue;

namespace {

using Row = Network::Row;

/// Values at the limits more often than others.
Row random_row(support::Random& random, int least, int most) {
    Row row;
    for (auto& value : row) {
        const std::array limits = {least, most, 0, std::min(255, most), std::min(256, most), -1, 1};
        const int any =
            least + static_cast<int>(random.below(static_cast<std::size_t>(most - least) + 1));
        value = static_cast<std::int16_t>(random.percent(40) ? random.pick(limits) : any);
    }
    return row;
}

std::vector<const Row*> pointers(const std::vector<Row>& rows) {
    std::vector<const Row*> found;
    for (const Row& row : rows) found.push_back(&row);
    return found;
}

char other_case(char letter) {
    const auto code = static_cast<unsigned char>(letter);
    return static_cast<char>(std::isupper(code) != 0 ? std::tolower(code) : std::toupper(code));
}

/// The position with every piece moved by `map` and, if `exchanged`, with the colours exchanged,
/// turn and reserve included.
Position image(const RuleSet& rules, const Position& position, const CellMap& map, bool exchanged) {
    const auto moved = [&](const naive::Cell& cell) {
        return naive::cell_named(map[*Cell::parse(naive::name(cell))].text());
    };
    const naive::State before = naive::parse(to_text(position));
    naive::State after = before;
    after.board.clear();
    after.captured.clear();
    for (const auto& [cell, piece] : before.board)
        after.board[moved(cell)] = exchanged ? other_case(piece) : piece;
    for (const naive::Cell& cell : before.captured) after.captured.insert(moved(cell));
    if (exchanged) {
        after.turn = before.turn == 'w' ? 'b' : 'w';
        std::swap(after.reserve['w'], after.reserve['b']);
    }
    return parse_position(rules, naive::text(after));
}

/// The sums of the first layer as `viewer` sees the board.
std::array<int, HIDDEN> plain_sums(const Network& network, const RuleSet& rules, const Position& p,
                                   Side viewer) {
    std::array<int, HIDDEN> sums;
    for (std::size_t i = 0; i < HIDDEN; ++i) sums[i] = network.bias[i];
    const auto add = [&](std::size_t row) {
        for (std::size_t i = 0; i < HIDDEN; ++i) sums[i] += network.rows[row][i];
    };
    // Eight kinds of pieces, 121 cells each: a guard, a captured one, a queen, a captured one,
    // of the viewer and then of the other side.
    BOARD.for_each([&](Cell cell) {
        for (const Side owner : BOTH_SIDES) {
            if (!p.pieces[owner].contains(cell)) continue;
            std::size_t kind = owner == viewer ? 0 : 4;
            if (p.queens[owner] == cell) kind += 2;
            if (p.captured.contains(cell)) kind += 1;
            add(kind * 121 + static_cast<std::size_t>(cell.index()));
        }
    });
    // Then one to six guards in the viewer's reserve, then the same of the other side.
    const std::size_t own = p.reserve[viewer], theirs = p.reserve[~viewer];
    if (own > 0) add(8 * 121 + own - 1);
    if (theirs > 0) add(8 * 121 + 6 + theirs - 1);
    // Then four rows for each field of the rules; the setup does not affect play.
    for (std::size_t field = 0; field < rule_fields().size(); ++field)
        if (rule_fields()[field].key != "setup")
            add(8 * 121 + 12 + 4 * field + rule_fields()[field].get(rules));
    // Then the viewer's threatened guards and queen, then the other side's.
    for (const Side owner : BOTH_SIDES)
        (threatened(rules, p) & p.pieces[owner]).for_each([&](Cell cell) {
            const std::size_t kind =
                (owner == viewer ? 0U : 2U) + (p.queens[owner] == cell ? 1U : 0U);
            add(8 * 121 + 12 + 4 * rule_fields().size() + kind * 121 +
                static_cast<std::size_t>(cell.index()));
        });
    return sums;
}

/// The names of the pieces not yet captured that a step of `side` would trap (rules.md 4.1 to 4.4).
std::set<std::string> trapped_by_steps(const naive::Rules& rules, const naive::State& state,
                                       char side) {
    std::set<std::string> found;
    for (const auto& [from, piece] : state.board) {
        if (naive::owner(piece) != side) continue;
        for (const naive::Cell to : naive::neighbours(from)) {
            const bool guard_to_throne = !naive::is_queen(piece) && naive::ring(to) == 0;
            if (!naive::vacant(state, to) || naive::ring(to) > naive::ring(from) || guard_to_throne)
                continue;
            if (rules.between == naive::Between::Illegal &&
                naive::between_enemies(rules, state, to, side))
                continue;
            naive::State after = state;
            after.board.erase(from);
            after.board[to] = piece;
            for (const naive::Trap& trap : naive::traps(rules, after, to))
                if (!state.captured.contains(trap.prey)) found.insert(naive::name(trap.prey));
        }
    }
    return found;
}

/// The index of the output: who is on the throne, combined with what must be done next.
std::size_t plain_bucket(const RuleSet& rules, const Position& p) {
    const Side us = chooser(rules, p);
    std::size_t throne = 0;
    if (p.queens[us].text() == "f6") throne = 1;
    if (p.queens[~us].text() == "f6") throne = 2;
    // A side settles its own captured pieces; in Bloody Queen those of the other side.
    const Side captured = rules.effect == Effect::Bloody ? ~p.turn : p.turn;
    std::size_t situation = 0;
    if ((p.captured & p.pieces[captured]).any()) situation = 1;
    if (us != p.turn) situation = 2;
    if (p.reserve[0] + p.reserve[1] > 0) situation = 3;
    return throne * 4 + situation;
}

/// The value before it is rounded and clamped to LARGEST_EVALUATION.
double plain_value(const Network& network, const RuleSet& rules, const Position& p) {
    const Side us = chooser(rules, p);
    const std::size_t bucket = plain_bucket(rules, p);
    double logit = network.output_bias[bucket] / (255.0 * 64);
    for (const Side viewer : {us, ~us}) {
        const auto sums = plain_sums(network, rules, p, viewer);
        for (std::size_t i = 0; i < HIDDEN; ++i) {
            const double unit = std::clamp(sums[i] / 255.0, 0.0, 1.0);
            logit += unit * unit * network.output[bucket][viewer == us ? 0 : 1][i] / 64.0;
        }
    }
    return logit * 250;
}

/// A line of a search: positions by ply, and steps deeper, back and sideways.
class Line {
public:
    Line(const RuleSet& rules, const Position& root, support::Random& random)
        : rules_(rules), random_(random), positions_{root} {}

    /// One step; afterwards position() is not decided.
    void step() {
        const std::size_t chance = random_.below(100);
        std::size_t back = 0;
        if (chance < 25) back = 1; // sideways: another child of the same node
        if (chance < 8) back = 1 + random_.below(positions_.size());
        if (positions_.size() > 30) back = 25;
        while (back-- > 0 && positions_.size() > 1) positions_.pop_back();
        MoveList moves;
        legal_moves(rules_, position(), moves);
        support::Player player(random_);
        const Position next = after(rules_, position(), player.choose(rules_, position(), moves));
        if (!is_decided(rules_, next)) positions_.push_back(next);
    }
    [[nodiscard]] const Position& position() const { return positions_.back(); }
    [[nodiscard]] int ply() const { return static_cast<int>(positions_.size()) - 1; }

private:
    const RuleSet& rules_;
    support::Random& random_;
    std::vector<Position> positions_;
};

} // namespace

TEST_CASE("all kernels add and remove rows modulo 2^16") {
    CHECK(&kernels() == &all_kernels().back());
    for (const Kernels& kernels : all_kernels()) {
        CAPTURE(kernels.name);
        support::Random random(1);
        for (int i = 0; i < 500; ++i) {
            Row from = random_row(random, -32'768, 32'767);
            std::vector<Row> added(random.below(17)), removed(random.below(17));
            for (auto* rows : {&added, &removed})
                for (Row& row : *rows) row = random_row(random, -32'768, 32'767);
            Row expected;
            for (std::size_t k = 0; k < HIDDEN; ++k) {
                long sum = from[k];
                for (const Row& row : added) sum += row[k];
                for (const Row& row : removed) sum -= row[k];
                const long rest = ((sum % 65'536) + 65'536) % 65'536;
                expected[k] = static_cast<std::int16_t>(rest < 32'768 ? rest : rest - 65'536);
            }
            const Row before = from;
            Row to = random_row(random, -32'768, 32'767);
            kernels.update(to, from, pointers(added), pointers(removed));
            REQUIRE(to == expected);
            REQUIRE(from == before);
            kernels.update(from, from, pointers(added), pointers(removed)); // in place
            REQUIRE(from == expected);
        }
    }
}

TEST_CASE("all kernels weigh the squares of the clipped values") {
    const auto weigh = [](const Row& values, const Row& weights) {
        long sum = 0;
        for (std::size_t k = 0; k < HIDDEN; ++k) {
            const long clipped = std::clamp<long>(values[k], 0, 255);
            sum += clipped * clipped * weights[k];
        }
        return sum;
    };
    for (const Kernels& kernels : all_kernels()) {
        CAPTURE(kernels.name);
        support::Random random(2);
        for (int i = 0; i < 2'000; ++i) {
            const Row values =
                i % 2 == 0 ? random_row(random, -32'768, 32'767) : random_row(random, -20, 300);
            const Row weights = random_row(random, -MAX_WEIGHT, MAX_WEIGHT);
            REQUIRE(kernels.weigh(values, weights) == weigh(values, weights));
        }
        for (const int weight : {-MAX_WEIGHT, MAX_WEIGHT})
            for (const int value : {-32'768, -1, 0, 1, 254, 255, 256, 32'767}) {
                Row values, weights;
                values.fill(static_cast<std::int16_t>(value));
                weights.fill(static_cast<std::int16_t>(weight));
                CHECK(kernels.weigh(values, weights) == weigh(values, weights));
            }
    }
}

TEST_CASE("rows have a place for every value of the rules") {
    CHECK(rule_fields().size() == RULE_FIELD_COUNT);
    for (const RuleField& field : rule_fields()) CHECK(field.values.size() <= nnue::RULE_VALUES);
    CHECK(nnue::ROW_COUNT == 8 * 121 + 12 + 4 * rule_fields().size() + 4 * 121);
}

TEST_CASE("a threatened piece is one that a step traps, as the naive referee sees it") {
    support::Random random(35);
    int found = 0, none = 0;
    const auto check = [&](const support::RulePair& rules, const Position& p) {
        const naive::State state = naive::parse(to_text(p));
        for (const Side side : BOTH_SIDES) {
            std::set<std::string> ours;
            (threatened(rules.engine, p) & p.pieces[~side]).for_each([&](Cell c) {
                ours.insert(c.text());
            });
            REQUIRE(ours == trapped_by_steps(rules.naive, state, side == Side::White ? 'w' : 'b'));
            ++(ours.empty() ? none : found);
        }
    };
    for (const support::RulePair& rules : support::all_presets()) {
        if (rules.engine.flank == Flank::Ring) continue; // no network knows of them
        CAPTURE(rules.name);
        support::walk_from_setups(rules.engine, 36, 200,
                                  [&](const Position& p) { check(rules, p); });
        for (int i = 0; i < 200; ++i) {
            const std::string text = support::random_position(random, rules.naive.effect);
            CAPTURE(text);
            check(rules, parse_position(rules.engine, text));
        }
    }
    CHECK(found > 1'000);
    CHECK(none > 1'000);
}

TEST_CASE("without a piece a position has the value that it has without it on the board") {
    // Under kanare both are legal, and g7 closes cells to white, so threats change.
    const RuleSet rules = support::preset("kanare").engine;
    const std::string rows = "6/7/4Q3/2g6/3G1gGG2/2G5g2/6gq2/2g3G2/3gG3/7/6 w - - 0 1";
    const std::string without = "6/7/4Q3/2g6/3G2GG2/2G5g2/6gq2/2g3G2/3gG3/7/6 w - - 0 1";
    for (int seed = 1; seed <= 10; ++seed) {
        const auto network = support::random_network(static_cast<std::uint64_t>(seed));
        CHECK(nnue::evaluate(*network, rules, parse_position(rules, rows),
                             Bitboard(*Cell::parse("g7"))) ==
              nnue::evaluate(*network, rules, parse_position(rules, without)));
    }
}

TEST_CASE("a position's value is what plain loops over the board say") {
    support::Random random(31);
    const auto network = support::random_network(32);
    std::set<std::size_t> buckets;
    int beyond = 0; // sums that were clipped
    const auto check = [&](const RuleSet& rules, const Position& p) {
        if (is_decided(rules, p)) return;
        buckets.insert(plain_bucket(rules, p));
        const Score value = nnue::evaluate(*network, rules, p);
        REQUIRE(std::abs(value) <= LARGEST_EVALUATION);
        // Integers lose less than 1/16320 of a logit, and less than 1 when they become a score.
        const double expected = plain_value(*network, rules, p);
        REQUIRE(std::abs(expected) < LARGEST_EVALUATION);
        REQUIRE(std::abs(value - expected) < 1 + 250.0 / 16'320);
        for (const int sum : plain_sums(*network, rules, p, Side::White))
            beyond += sum < 0 || sum > 255 ? 1 : 0;
    };
    for (const support::RulePair& rules : support::all_presets()) {
        CAPTURE(rules.name);
        support::walk_from_setups(rules.engine, 33, 300,
                                  [&](const Position& p) { check(rules.engine, p); });
        for (int i = 0; i < 300; ++i) {
            const std::string text = support::random_position(random, rules.naive.effect);
            CAPTURE(text);
            check(rules.engine, parse_position(rules.engine, text));
        }
    }
    for (int i = 0; i < 200; ++i) {
        const support::RulePair rules = support::random_rules(random);
        CAPTURE(rules.name);
        const std::string text = support::random_position(random, rules.naive.effect);
        check(rules.engine, parse_position(rules.engine, text));
    }
    CHECK(buckets.size() == nnue::BUCKET_COUNT);
    CHECK(beyond > 10'000);
}

TEST_CASE(
    "step by step equals from scratch, however a search jumps, for every image of the board") {
    const int steps = support::SLOW_BUILD ? 12 : 120;
    support::Random random(41);
    const auto first = support::random_network(42), second = support::random_network(43);
    nnue::Evaluator evaluator; // of all searches, as that of a thread
    for (const support::RulePair& rules : support::all_presets()) {
        CAPTURE(rules.name);
        for (const CellMap& map : SYMMETRIES)
            for (const bool exchanged : {false, true}) {
                const Network& network = random.percent(50) ? *first : *second;
                evaluator.use(network, rules.engine, MAX_PLY);
                const auto setup =
                    random.pick(std::array{Setup::Standard, Setup::Placement, Setup::Flanked});
                Line line(rules.engine, setup_position(rules.engine, setup), random);
                for (int i = 0; i < steps; ++i) {
                    line.step();
                    if (random.percent(30)) continue; // a node that is not evaluated
                    const Position p = image(rules.engine, line.position(), map, exchanged);
                    const Score expected = nnue::evaluate(network, rules.engine, p);
                    REQUIRE(evaluator.evaluate(line.ply(), p) == expected);
                    REQUIRE(evaluator.evaluate(line.ply(), p) == expected);
                    // At the deepest ply too, whatever stood there.
                    if (i % 16 == 0) REQUIRE(evaluator.evaluate(MAX_PLY, p) == expected);
                }
            }
    }
}

TEST_CASE("with the colours exchanged a position has the same value for its chooser") {
    const auto network = support::random_network(51);
    for (const support::RulePair& rules : support::all_presets()) {
        CAPTURE(rules.name);
        support::walk_from_setups(
            rules.engine, 52, support::SLOW_BUILD ? 20 : 200, [&](const Position& p) {
                if (is_decided(rules.engine, p)) return;
                const Position exchanged = image(rules.engine, p, SYMMETRIES[0], true);
                REQUIRE(exchanged.turn == ~p.turn);
                REQUIRE(nnue::evaluate(*network, rules.engine, exchanged) ==
                        nnue::evaluate(*network, rules.engine, p));
                const Network& trained = *nnue::network_for(rules.engine).network;
                REQUIRE(nnue::evaluate(trained, rules.engine, exchanged) ==
                        nnue::evaluate(trained, rules.engine, p));
            });
    }
}

TEST_CASE("pieces taken away do not count") {
    const RuleSet rules;
    // Only a guard on b2 counts, as its owner sees it.
    auto network = support::random_network(61);
    for (auto& row : network->rows) row.fill(0);
    network->bias.fill(0);
    const Cell b2 = *Cell::parse("b2");
    const auto cell = static_cast<std::size_t>(b2.index());
    network->rows[cell].fill(255);
    network->output_bias.fill(0);
    for (auto& output : network->output) {
        output[0].fill(4);  // 128 units of 1, 4/64 each: a logit of 8
        output[1].fill(-2); // of -4
    }
    const Position p = parse_position(rules, support::arranged("Qf1 Gb2 Ga1 Ga2 Ga3 Ga4 Ga5 qf11 "
                                                               "gg11 gh11 gj11 gk11 gl11 gl10"));
    CHECK(nnue::evaluate(*network, rules, p) == 8 * 250);
    CHECK(nnue::evaluate(*network, rules, p, Bitboard(b2)) == 0);
    CHECK(nnue::evaluate(*network, rules, p, Bitboard(*Cell::parse("a2"))) == 8 * 250);
    Position black = p;
    black.turn = Side::Black;
    CHECK(nnue::evaluate(*network, rules, black) == -4 * 250);
}

TEST_CASE("values stay within LARGEST_EVALUATION") {
    const RuleSet rules;
    const Position p = setup_position(rules, Setup::Standard);
    auto network = support::random_network(71);
    for (const int sign : {-1, 1}) {
        network->output_bias.fill(sign * 3'000'000); // a logit of 183, so a score of 45,000
        for (auto& output : network->output)
            for (auto& row : output) row.fill(0);
        CHECK(nnue::evaluate(*network, rules, p) == sign * LARGEST_EVALUATION);
    }
}

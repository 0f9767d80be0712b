// Endgame tables: numbers of positions, the file, and the values of the shipped table,
// against the naive referee (rules.md 4.10).
#include "engine/error.hpp"
#include "engine/game/apply.hpp"
#include "engine/game/movegen.hpp"
#include "engine/game/symmetry.hpp"
#include "engine/notation/notation.hpp"
#include "engine/rules/presets.hpp"
#include "tests/naive/solver.hpp"
#include "tests/support/arena.hpp"
#include "tools/lab/tables/endgame_tables.hpp"
#include "tools/lab/tables/table_position.hpp"

#include <doctest/doctest.h>

#include <filesystem>
#include <fstream>
#include <random>
#include <thread>

using namespace agon;
using namespace agon::tables;

namespace {

const RuleSet& kanare() {
    static const Presets PRESETS;
    return PRESETS.at("kanare").rules;
}

const std::filesystem::path SHIPPED =
    std::filesystem::path(AGON_TEST_DATA) / "../../tools/lab/tables";

const std::shared_ptr<const EndgameTables>& shipped() {
    static const auto TABLES = EndgameTables::load(SHIPPED);
    return TABLES;
}

/// A position of a class; the queen of the side to act can be captured.
TablePieces random_pieces(TableClass guards, std::mt19937_64& random) {
    const TableIndex index(guards);
    while (true)
        if (const auto pieces = index.pieces(random() % index.size())) return *pieces;
}

/// The value by the naive referee's actions, and `tables` for the positions they lead to.
TableValue by_the_referee(const naive::Rules& rules, const naive::State& state,
                          const EndgameTables& tables) {
    const std::string result = naive::result(rules, state);
    if (result != "none") return {result[0] == state.turn ? 1 : -1, 0};
    std::optional<TableValue> best;
    for (const std::string& action : naive::legal(rules, state)) {
        const naive::State next = naive::play(rules, state, action);
        const std::string end = naive::result(rules, next);
        const TableValue reply =
            end != "none" ? TableValue{end[0] == next.turn ? 1 : -1, 0}
                          : tables.probe(kanare(), parse_position(kanare(), text(next))).value();
        const TableValue value = reply.one_action_before();
        if (!best || value.better_than(*best)) best = value;
    }
    return best.value();
}

/// Compares with the referee's own search of `plies` actions.
void compare_with_solver(int positions, int plies) {
    const naive::Rules rules = naive::preset("kanare");
    std::mt19937_64 random(3);
    int decisive = 0;
    while (positions > 0) {
        const auto p = table_position(kanare(), random_pieces({1, 1}, random));
        if (!p) continue;
        --positions;
        CAPTURE(to_text(*p));
        const TableValue value = shipped()->probe(kanare(), *p).value();
        const auto solved = naive::solve(rules, naive::parse(to_text(*p)), plies);
        REQUIRE(solved.has_value() == (value.winner != 0 && value.plies <= plies));
        if (!solved) continue;
        ++decisive;
        REQUIRE(solved->plies == value.plies);
        REQUIRE((solved->winner == 'w') == (value.winner > 0)); // white is to act
    }
    CHECK(decisive > 0);
}

template<class Call>
std::string error_of(Call call) {
    try {
        call();
    } catch (const Error& error) {
        return error.what();
    }
    return "no error";
}

/// A table whose values change rarely, as in a real one; some numbers have no position.
std::vector<TableCode> invented_codes(TableClass guards) {
    std::mt19937_64 random(7);
    std::vector<TableCode> codes(TableIndex(guards).size());
    TableCode code = 0;
    for (TableCode& place : codes) {
        if (random() % 8 == 0) code = static_cast<TableCode>(random() % 120);
        place = random() % 16 == 0 ? NO_POSITION : code;
    }
    return codes;
}

} // namespace

TEST_CASE("endgame tables: numbers and positions") {
    std::mt19937_64 random(1);
    for (const TableClass guards : {TableClass{1, 1}, {2, 1}, {1, 2}, {2, 2}, {3, 1}, {3, 3}}) {
        const TableIndex index(guards);
        int captured = 0;
        for (int i = 0; i < 3000; ++i) {
            const TablePieces pieces = random_pieces(guards, random);
            captured += pieces.own_queen.is_none() ? 1 : 0;
            REQUIRE(pieces.own_guards.count() == guards.own);
            REQUIRE(pieces.other_guards.count() == guards.other);
            const std::uint64_t number = index.number(pieces);
            REQUIRE(number < index.size());
            for (const CellMap& map : SYMMETRIES) {
                const TablePieces image = {pieces.own_queen.is_none() ? Cell::none()
                                                                      : map[pieces.own_queen],
                                           map[pieces.other_queen], mapped(pieces.own_guards, map),
                                           mapped(pieces.other_guards, map)};
                REQUIRE(index.number(image) == number);
            }
        }
        CHECK(captured > 0);
    }
    // Up to symmetry there are 715 pairs of queens, (91 * 90 + 3 * 11 * 10 + 3 * 5 * 4) / 12 by the
    // cells that each of the twelve symmetries fixes, and 12 cells for a lone queen.
    CHECK(TableIndex({1, 1}).size() == (715 + 12) * 90 * 90);
    CHECK(TableIndex({2, 1}).size() == (715 + 12) * 4005 * 90);
}

TEST_CASE("endgame tables: a file is read back as written") {
    for (const TableClass guards : {TableClass{1, 1}}) {
        const auto codes = invented_codes(guards);
        const EndgameTable table(write_table(kanare(), guards, codes));
        CHECK(table.index().guards() == guards);
        std::uint64_t wrong = 0;
        const auto compare = [&] { // two threads decode the same blocks
            std::uint64_t differ = 0;
            for (std::uint64_t i = 0; i < codes.size(); ++i)
                differ += codes[i] != NO_POSITION && table.code(i) != codes[i];
            return differ;
        };
        std::uint64_t wrong_there = 0;
        {
            const std::jthread other([&] { wrong_there = compare(); });
            wrong = compare();
        }
        CHECK(wrong == 0);
        CHECK(wrong_there == 0);
    }
}

TEST_CASE("endgame tables: a file that is not a table, damaged or for other rules is refused") {
    std::ifstream file(SHIPPED / "1-1.agt", std::ios::binary);
    const std::string good((std::istreambuf_iterator<char>(file)), {});
    REQUIRE(good.size() > 100'000);
    const auto reading = [](std::string bytes) {
        return error_of([&] { const EndgameTable table(std::move(bytes)); });
    };
    CHECK(reading(good) == "no error");
    CHECK(reading("") == "not a table of endgames");
    CHECK(reading("something else") == "not a table of endgames");
    CHECK(reading(good.substr(0, 20)) == "the file is truncated");
    CHECK(reading(good.substr(0, good.size() - 1)) == "wrong checksum");
    for (const std::size_t at : {std::size_t{40}, good.size() / 2, good.size() - 5}) {
        std::string bad = good;
        bad[at] = static_cast<char>(bad[at] ^ 4);
        CHECK(reading(bad) == "wrong checksum");
    }
    std::string newer = good;
    newer[19] = 9;
    CHECK(reading(newer) == "version 9, expected 1");

    const agon::test::TemporaryFolder temporary;
    const std::filesystem::path folder = temporary.path / "tables";
    CHECK(error_of([&] { (void)EndgameTables::load(folder); }) ==
          "cannot read " + folder.string() + ": No such file or directory");
    std::filesystem::create_directories(folder);
    CHECK_FALSE(EndgameTables::load(folder)->are_for(kanare()));
    RuleSet same_end = kanare();
    same_end.forfeit = Forfeit::None;
    CHECK(has_endgame_tables(same_end));
    std::ofstream(folder / "1-1.agt", std::ios::binary)
        << write_table(same_end, {1, 1}, invented_codes({1, 1}));
    CHECK(EndgameTables::load(folder)->are_for(same_end));
    CHECK_FALSE(EndgameTables::load(folder)->are_for(kanare()));
    std::filesystem::copy_file(SHIPPED / "1-1.agt", folder / "x.agt");
    CHECK(error_of([&] { (void)EndgameTables::load(folder); }) ==
          (folder / "x.agt").string() + ": for other rules than the first table there");
    std::ofstream(folder / "0.agt") << "nothing";
    CHECK(error_of([&] { (void)EndgameTables::load(folder); }) ==
          (folder / "0.agt").string() + ": not a table of endgames");
}

TEST_CASE("endgame tables: which rules have them") {
    const Presets presets;
    for (const Preset& preset : presets.all())
        CHECK(has_endgame_tables(preset.rules) == (preset.name == "kanare"));
    CHECK(shipped()->are_for(kanare()));
    CHECK_FALSE(shipped()->are_for(presets.at("classic").rules));
    CHECK_FALSE(shipped()->probe(kanare(), setup_position(kanare(), Setup::Standard)));
}

TEST_CASE("endgame tables: every value follows from the actions that the naive referee allows") {
    const naive::Rules rules = naive::preset("kanare");
    std::mt19937_64 random(2);
    for (int checked = 0; checked < 10'000;) {
        const auto p = table_position(kanare(), random_pieces({1, 1}, random));
        if (!p) continue;
        ++checked;
        CAPTURE(to_text(*p));
        REQUIRE(shipped()->probe(kanare(), *p).value() ==
                by_the_referee(rules, naive::parse(to_text(*p)), *shipped()));
    }
}

TEST_CASE("endgame tables: wins as long as the naive referee finds them") {
    compare_with_solver(100, 4);
}

TEST_CASE("endgame tables: the naive referee solves 10,000 positions" * doctest::skip()) {
    compare_with_solver(10'000, 5);
}

TEST_CASE("endgame tables: captures that no game produces") {
    const naive::Rules rules = naive::preset("kanare");
    // Captured with no enemies around are the queen of the side to act, both queens, and the queen
    // of the other side.
    for (const char* const text : {"6/7/8/9/10/11/2q1g5/9/8/2GQ3/6 w d2 - 0 1",
                                   "6/7/8/9/10/11/2q1g5/9/8/2GQ3/6 b d2,c5 - 0 1",
                                   "6/7/8/9/10/11/2q1g5/9/8/2GQ3/6 w c5 - 0 1"}) {
        CAPTURE(text);
        const Position p = parse_position(kanare(), text);
        CHECK(shipped()->probe(kanare(), p).value() ==
              by_the_referee(rules, naive::parse(to_text(p)), *shipped()));
    }
}

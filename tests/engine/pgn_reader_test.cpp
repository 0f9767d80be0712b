// Games read from PGN; how its text may look is tested with openings.
#include "engine/record/pgn_reader.hpp"

#include "engine/record/notation.hpp"
#include "engine/rules/presets.hpp"

#include <doctest/doctest.h>

#include <sstream>

using namespace agon;

namespace {

PgnReader::Start start_of(const std::optional<std::string>& variant) {
    const Preset preset = Presets().at(variant.value_or("classic"));
    return {preset.rules, setup_position(preset.rules, preset.rules.setup)};
}

} // namespace

TEST_CASE("a game has its tags, actions and result") {
    std::istringstream in("[White \"a \\\"b\\\"\"]\n[White \"c\"]\n\n1. a1b2 l11k10 1/2-1/2\n"
                          "[FEN \"1g1G1q/G6/7G/9/g8g/11/G8G/9/g7/6g/Q1g1G1 b - - 0 1\"]\n"
                          "[Variant \"ham\"]\n1... l11k10");
    PgnReader reader(in, start_of);
    const auto first = reader.next();
    REQUIRE(first);
    CHECK(first->tags.size() == 2);
    CHECK(first->tag("White") == "c");
    CHECK_FALSE(first->tag("Black"));
    CHECK(first->start_is_setup);
    CHECK(first->moves == std::vector{parse_move("a1b2"), parse_move("l11k10")});
    CHECK(first->result == "1/2-1/2");
    const auto second = reader.next();
    REQUIRE(second);
    CHECK(second->first.turn == Side::Black);
    CHECK_FALSE(second->start_is_setup);
    CHECK(second->moves == std::vector{parse_move("l11k10")});
    CHECK(second->result.empty());
    CHECK_FALSE(reader.next());
}

TEST_CASE("a faulty tag is reported with its line, also when it is read with the actions") {
    std::istringstream in("[FEN \"bad\"]\n[Variant \"classic\"]\n\n1. a1b2 *");
    PgnReader reader(in, start_of);
    CHECK_THROWS_AS((void)reader.next(), Error);
    CHECK(reader.line() == 1);
    std::istringstream unknown("\n[Variant \"chess\"]\n\n1. a1b2 *");
    PgnReader other(unknown, start_of);
    CHECK_THROWS_AS((void)other.next(), Error);
    CHECK(other.line() == 2);
}

#include "protocol/session/tokens.hpp"

#include <doctest/doctest.h>

using namespace agon::protocol;

TEST_CASE("words are parted by blanks of any kind") {
    Tokens words("  position\tstartpos \v moves  ");
    CHECK(words.next() == "position");
    CHECK(words.peek() == "startpos");
    CHECK_FALSE(words.take("fen"));
    CHECK(words.take("STARTPOS"));
    CHECK_FALSE(words.done());
    CHECK(words.next() == "moves");
    CHECK(words.done());
    CHECK(words.next().empty());
    CHECK(words.rest().empty());
}

TEST_CASE("the rest keeps its inner blanks") {
    Tokens words("value  /a folder/ rules.ini \t");
    words.next();
    CHECK(words.rest() == "/a folder/ rules.ini");
    CHECK(words.done());
}

TEST_CASE("numbers are whole words in decimal") {
    CHECK(to_number("0") == 0);
    CHECK(to_number("-17") == -17);
    CHECK(to_number("+17") == 17);
    CHECK(to_number("9223372036854775807") == INT64_MAX);
    for (const char* text :
         {"", "-", "+", "+-1", "1e3", "0x10", "1 ", " 1", "1.5", "9223372036854775808"}) {
        CAPTURE(text);
        CHECK_FALSE(to_number(text).has_value());
    }
}

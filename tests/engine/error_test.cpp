// Text from outside inside a message of one line.
#include "engine/error.hpp"

#include <doctest/doctest.h>

using namespace agon;

TEST_CASE("what is not printable is escaped, what is long is cut") {
    CHECK(escape_controls("a1b2 ~") == "a1b2 ~");
    CHECK(escape_controls(std::string_view("\0\n\x7f\xff", 4)) == "\\x00\\x0a\\x7f\\xff");
    CHECK(escape_controls("12345", 5) == "12345");
    CHECK(escape_controls("123456", 5) == "12345...");
    CHECK(in_quotes("pa\x1b") == "'pa\\x1b'");
    CHECK(in_quotes(std::string(61, 'k')) == "'" + std::string(60, 'k') + "...'");
}

#include "engine/draw/markup.hpp"

#include <doctest/doctest.h>

using namespace agon;

TEST_CASE("markup: what has a meaning there is written as what it is") {
    for (const auto escaped : {content_escaped, attribute_escaped}) {
        CHECK(escaped("") == "");
        CHECK(escaped("a1b2 \xc3\xbc") == "a1b2 \xc3\xbc");
    }
    CHECK(content_escaped("<a b=\"c\" d='e'>&amp;") == "&lt;a b=\"c\" d='e'&gt;&amp;amp;");
    CHECK(attribute_escaped("<a b=\"c\" d='e'>&amp;") ==
          "&lt;a b=&quot;c&quot; d=&#39;e&#39;&gt;&amp;amp;");
}

TEST_CASE("markup: numbers are rounded, as short as they go, and never -0") {
    CHECK(decimal(2) == "2");
    CHECK(decimal(-2.25) == "-2.3");
    CHECK(decimal(-0.04) == "0");
    CHECK(decimal(1234567.25, 2) == "1234567.25");
    CHECK(decimal(99.96) == "100");
    CHECK(decimal(0.5, 0) == "1");
}

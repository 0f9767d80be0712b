// Byte order marks, bytes that are not UTF-8, and the names of files.
#include "engine/byte_order_mark.hpp"
#include "engine/path_text.hpp"
#include "engine/utf8.hpp"

#include <doctest/doctest.h>

#include <filesystem>
#include <iterator>
#include <sstream>
#include <string>
#include <type_traits>

using namespace agon;

namespace {

const std::string MARK = "\xef\xbb\xbf";
const std::string REPLACEMENT = "\xef\xbf\xbd";

std::string rest_of(const std::string& text) {
    std::istringstream in(text);
    skip_byte_order_mark(in);
    return {std::istreambuf_iterator<char>(in), {}};
}

} // namespace

TEST_CASE("one byte order mark at the beginning is skipped, and nothing else") {
    for (const std::string text : {"", "x", "\xef", "\xef\xbb", "\xef\xbbx", "\xefx", "\xbf"}) {
        CAPTURE(text);
        CHECK(rest_of(text) == text);
        CHECK(rest_of(MARK + text) == text);
        CHECK(without_byte_order_mark(text) == text);
        CHECK(without_byte_order_mark(MARK + text) == text);
    }
    CHECK(rest_of(MARK + MARK) == MARK);
    std::istringstream in(MARK + "one\ntwo");
    skip_byte_order_mark(in);
    CHECK(in.tellg() == 3);
}

TEST_CASE("text is UTF-8 or else ISO 8859-1") {
    // The first and last characters of each length, and those around the surrogates.
    for (const std::string text :
         {"", "a", "\x7f", "\xc2\x80", "\xdf\xbf", "\xe0\xa0\x80", "\xed\x9f\xbf", "\xee\x80\x80",
          "\xef\xbf\xbf", "\xf0\x90\x80\x80", "\xf4\x8f\xbf\xbf", "M\xc3\xbcller \xe2\x82\xac"}) {
        CAPTURE(text);
        CHECK(utf8_or_latin1(text) == text);
    }
    CHECK(utf8_or_latin1("M\xfcller") == "M\xc3\xbcller");
    CHECK(utf8_or_latin1("\xa0\xff") == "\xc2\xa0\xc3\xbf");
    CHECK(utf8_or_latin1("\x80\x9f!") == REPLACEMENT + REPLACEMENT + '!');
    // None of these is UTF-8: overlong forms, surrogates, too large, cut off.
    for (const std::string text : {"\xc0\x80", "\xc1\xbf", "\xe0\x9f\xbf", "\xed\xa0\x80",
                                   "\xf0\x8f\xbf\xbf", "\xf4\x90\x80\x80", "\xf5\x80\x80\x80",
                                   "\xc3", "\xe2\x82", "\xe2\x82x", "\xf0\x9f\x98", "\x80"}) {
        CAPTURE(text);
        CHECK(utf8_or_latin1(text) != text);
        CHECK(printable_utf8(text).find(REPLACEMENT) != std::string::npos);
    }
}

TEST_CASE("a printable line has no control characters and no broken ones") {
    CHECK(printable_utf8("a\tb\n\x7f\xc2\x9f") == "a?b???");
    CHECK(printable_utf8("\xc3\xa4\xc3\xff\xe2\x82\xac") ==
          "\xc3\xa4" + REPLACEMENT + REPLACEMENT + "\xe2\x82\xac");
    CHECK(printable_utf8(std::string("a\0b", 3)) == "a?b");
}

TEST_CASE("the text of a path is the text that it was made of") {
    for (const std::string text : {"", "a/b c.pgn", "K\xc3\xb6nigin-\xe5\xa5\xb3\xe7\x8e\x8b.pgn",
                                   "\xf0\x9f\x90\x9d", "../\xd0\x98\xd0\xb3\xd1\x80\xd1\x8b/"}) {
        CAPTURE(text);
        CHECK(utf8_of(path_of(text)) == text);
    }
    CHECK(path_of("games") == u8"games");
    CHECK(path_of("\xe5\xa5\xb3") == u8"\u5973");
    if constexpr (std::is_same_v<std::filesystem::path::value_type, char>)
        for (const std::string bytes : {"\xff", "a\xe5\xa5", "\xed\xa0\x80"})
            CHECK(path_of(bytes).native() == bytes);
}

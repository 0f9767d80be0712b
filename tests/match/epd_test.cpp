#include "tools/match/formats/epd.hpp"

#include "tools/match/formats/openings.hpp"

#include "engine/notation.hpp"

#include <doctest/doctest.h>

#include <fstream>
#include <unistd.h>

using namespace agon;
using namespace agon::match;

TEST_CASE("a position as EPD, and read again as an opening") {
    const auto file =
        std::filesystem::temp_directory_path() / ("agon-epd-test-" + std::to_string(getpid()));
    const MatchRules rules = make_match_rules("german", "preset", "", {});
    const char* const fields[] = {"5q/7/8/9/10/11/6G3/5GG2/7g/2GGG2/Qggggg w f4,g4 -",
                                  "5q/7/8/9/10/11/10/9/8/7/Q5 w - GGGGGGgggggg"};
    const char* const counters[] = {"0 7", "99 2147483647"};
    const char* const operations[] = {" hmvc 0; fmvn 7;", " hmvc 99; fmvn 2147483647;"};
    std::ofstream stream(file);
    for (int i = 0; i < 2; ++i) {
        const Position position =
            parse_position(rules.rules, std::string(fields[i]) + ' ' + counters[i]);
        CHECK(to_epd(position) == std::string(fields[i]) + operations[i]);
        stream << to_epd(position) << '\n';
    }
    stream.close();
    const auto openings = load_openings({.file = file}, rules);
    std::filesystem::remove(file);
    REQUIRE(openings.size() == 2);
    for (int i = 0; i < 2; ++i)
        CHECK(to_text(openings[static_cast<std::size_t>(i)].first) ==
              std::string(fields[i]) + ' ' + counters[i]);
}

// Engines pinned to processors: which ones the operating system lets them run on.
#include "engine/error.hpp"
#include "tests/support/arena.hpp"
#include "tools/arena/conversation/cores.hpp"

#include <set>

using namespace agon::match;
using namespace agon::test;

namespace {

/// A mock engine that first appends the processors it may run on to a file, one line per process.
std::string watched(const std::string& name, const std::string& script) {
    return "-engine cmd=/bin/sh name=" + name + " 'args=" + script + "' ";
}

} // namespace

TEST_CASE("each game at a time has processors of its own, and both its engines have the same") {
    const Cores own = own_cores();
    if (own.size() < 2) {
        MESSAGE("SKIPPED: there is one processor");
        return;
    }
    const TemporaryFolder folder;
    write_file(folder / "watched", "sed -n 's/^Cpus_allowed_list:\\s*//p' /proc/self/status >> " +
                                       (folder / "seen") + "\nexec " AGON_BIN "/mock_engine uci\n");
    const auto seen = [&](const std::string& options) {
        std::filesystem::remove(folder / "seen");
        const Run match = run(watched("A", folder / "watched") + watched("B", folder / "watched") +
                              CLOCK + "-rounds 3 -maxmoves 3 -concurrency 2 " + options);
        CAPTURE(match.output);
        REQUIRE(match.status == 0);
        return support::lines_of(read_file(folder / "seen"));
    };
    const std::string first = std::to_string(own[0]), second = std::to_string(own[1]);
    // Two games at a time, and two engines in each.
    const auto pinned = seen("-use-affinity");
    CHECK(pinned.size() == 4);
    CHECK(std::multiset<std::string>(pinned.begin(), pinned.end()) ==
          std::multiset<std::string>{first, first, second, second});
    const auto chosen = seen("-use-affinity " + second + ',' + first);
    CHECK(std::set<std::string>(chosen.begin(), chosen.end()) ==
          std::set<std::string>{first, second});
    for (const std::string& processors : seen("")) CHECK(processors != first);
}

TEST_CASE("a list of processors is read as taskset reads it") {
    const Cores own = own_cores();
    REQUIRE(!own.empty());
    const std::string one = std::to_string(own[0]);
    CHECK(parse_cores(one) == Cores{own[0]});
    CHECK(parse_cores(one + ',' + one + '-' + one) == Cores{own[0]});
    for (const char* const text : {"", "x", "-1", "0-", "0,", ",0", "1-0", "0 1", "99999"}) {
        CAPTURE(text);
        CHECK_THROWS_AS(static_cast<void>(parse_cores(text)), agon::Error);
    }
    const auto refused = [](const std::string& options, const std::string& words) {
        const Run match = run(engine("A") + engine("B") + CLOCK + options);
        CAPTURE(match.output);
        CHECK(match.status == 2);
        CHECK(match.says(words));
    };
    refused("-use-affinity 0-x", "-use-affinity: expected a list of processors, as 0,2,4-7, got");
    refused("-use-affinity 1023", "-use-affinity: there is no processor 1023 to run on");
    refused("-use-affinity 0 1", "-use-affinity: expected one list of processors, got '0 1'");
    refused("-concurrency 2 -force-concurrency -use-affinity " + one,
            "-use-affinity: 2 games of 1 processors each need 2, there are 1");
    refused("-each option.Threads=2 ponder -force-concurrency -use-affinity " + one,
            "-use-affinity: 1 games of 4 processors each need 4, there are 1");
}

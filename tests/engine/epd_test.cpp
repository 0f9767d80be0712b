// Files of positions, and what is no file to read. The format itself:
// tests/match/openings_test.cpp.
#include "engine/record/openings.hpp"

#include "engine/error.hpp"
#include "tests/support/arena.hpp"

#include <sys/stat.h>

using namespace agon;

TEST_CASE("our own books are read") {
    for (const char* setup : {"standard", "placement", "flanked"}) {
        CAPTURE(setup);
        const std::string book = std::string(AGON_TEST_DATA) + "/../../tools/openings/books/" +
                                 setup +
                                 ".epd"; // as its README says: 5,000 openings for each setup
        CHECK(read_epd(RuleSet(), book).size() == 5000);
    }
}

TEST_CASE("what is not a regular file, or too large, is refused before it is read") {
    const test::TemporaryFolder folder;
    const auto fault = [](const std::string& file) {
        return support::fault_of([&] { (void)open_regular(file, 100); });
    };
    REQUIRE(mkfifo((folder / "fifo").c_str(), 0600) == 0);
    CHECK(fault(folder / "fifo") ==
          "cannot read " + (folder / "fifo") + ": it is not a regular file");
    CHECK(fault("/dev/zero") == "cannot read /dev/zero: it is not a regular file");
    CHECK(fault(folder.path) == "cannot read " + folder.path.string() + ": it is a directory");
    CHECK(fault(folder / "none") ==
          "cannot read " + (folder / "none") + ": No such file or directory");
    test::write_file(folder / "sparse", "x");
    std::filesystem::resize_file(folder / "sparse", 101);
    CHECK(fault(folder / "sparse") ==
          "cannot read " + (folder / "sparse") + ": it has 101 bytes, more than 100");
    std::filesystem::resize_file(folder / "sparse", 100);
    CHECK(fault(folder / "sparse") == "");
}

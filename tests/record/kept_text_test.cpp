// The game in progress at the end of a file, whatever others do with the file meanwhile.
#include "protocol/record/distinct_files.hpp"
#include "protocol/record/kept_text.hpp"
#include "tests/support/arena.hpp"

#include <doctest/doctest.h>

using namespace agon;
using test::read_file;
using test::TemporaryFolder;
using test::write_file;

TEST_CASE("each version replaces the one before, and what came first stays") {
    const TemporaryFolder folder;
    const std::string file = folder / "games";
    write_file(file, "earlier\n");
    KeptText text{RecordFile(file)};
    for (const std::string version : {"a", "abc", "xy", "x"}) {
        text.write(version);
        CHECK(read_file(file) == "earlier\n" + version);
    }
    text.begin_next();
    text.write("next");
    CHECK(read_file(file) == "earlier\nx\n\nnext");
    text.withdraw();
    CHECK(read_file(file) == "earlier\nx\n\n");
}

TEST_CASE("a file that was empty is gone when the text is withdrawn") {
    const TemporaryFolder folder;
    KeptText text{RecordFile(folder / "game")};
    text.write("game");
    text.withdraw();
    CHECK_FALSE(std::filesystem::exists(folder / "game"));
    text.write("game");
    CHECK(read_file(folder / "game") == "game");
}

TEST_CASE("what another program does to the file loses neither its text nor the game") {
    const TemporaryFolder folder;
    const std::string file = folder / "games";
    write_file(file, "earlier\n");
    KeptText text{RecordFile(file)};
    text.write("game 1\n");
    SUBCASE("appended to") {
        std::ofstream(file, std::ios::app) << "theirs\n";
        text.write("game 12\n");
        CHECK(read_file(file) == "earlier\ngame 1\ntheirs\ngame 12\n");
    }
    SUBCASE("replaced, as an editor saves") {
        write_file(folder / "new", "edited\n");
        std::filesystem::rename(folder / "new", file);
        text.write("game 12\n");
        CHECK(read_file(file) == "edited\ngame 12\n");
    }
    SUBCASE("removed") {
        std::filesystem::remove(file);
        text.write("game 12\n");
        CHECK(read_file(file) == "game 12\n");
    }
    SUBCASE("cut") {
        write_file(file, "cut\n");
        text.write("game 12\n");
        CHECK(read_file(file) == "cut\ngame 12\n");
    }
    text.write("game 123\n");
    CHECK(read_file(file).ends_with("game 123\n"));
    CHECK(read_file(file).find("game 12\n") == std::string::npos);
}

TEST_CASE("one file by several names") {
    const TemporaryFolder folder;
    write_file(folder / "a", "x");
    write_file(folder / "b", "x");
    std::filesystem::create_symlink("a", folder / "soft");
    std::filesystem::create_hard_link(folder / "a", folder / "hard");
    std::filesystem::create_symlink("new", folder / "dangling");
    for (const std::string name : {"a", "soft", "hard", "./a", "soft"}) {
        CHECK(same_file(folder / "a", folder / name));
        CHECK_FALSE(same_file(folder / "b", folder / name));
    }
    CHECK(same_file(folder / "dangling", folder / "./new"));
    CHECK_FALSE(same_file(folder / "new", folder / "newer"));
    CHECK_FALSE(same_file(folder / "new", folder / "a"));
    CHECK_FALSE(same_file("", ""));
    CHECK_FALSE(same_file("/dev/null", "/dev/null"));
}

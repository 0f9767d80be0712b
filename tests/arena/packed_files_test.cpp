// Books and games that are compressed (arena.md, Openings). The bytes are those that gzip 1.12,
// xz 5.4 and zstd 1.5 wrote for ONE.
#include "engine/error.hpp"
#include "protocol/record/packed_text.hpp"
#include "tests/support/arena.hpp"

#include <doctest/doctest.h>

using namespace agon;
using namespace agon::test;

namespace {

const std::string ONE = "q5/7/8/9/4g5/6Q4/4g5/9/8/gggg3/GGGGGG w - - hmvc 0; fmvn 1;\n";

std::string bytes_of(std::string_view hex) {
    std::string bytes;
    for (std::size_t i = 0; i < hex.size(); i += 2)
        bytes += static_cast<char>(std::stoi(std::string(hex.substr(i, 2)), nullptr, 16));
    return bytes;
}

struct Packed {
    std::string ending, bytes;
};

const std::vector<Packed>& packed() {
    static const std::vector<Packed> ALL{
        {"gz", bytes_of("1f8b08000000000002032b34d537d7b7d0b7d4374937d5370b3401d3964091742030d67707"
                        "038572055d20cc"
                        "c82d4b5630b05648cb2dcb5330b4e60200523b48733c000000")},
        {"xz", bytes_of("fd377a585a000004e6d6b446020021011c00000010cf58cce0003b00345d00388d41e3a9c4"
                        "669d9858c41aa4"
                        "00da3570ab7cb02a0b7c7c68e1d07ca7c3c12512471da3a4ec85f5463051740ba4fd15dc0b"
                        "3c00007fe59d8a"
                        "917b18550001503cf89452b51fb6f37d010000000004595a")},
        {"zst", bytes_of("28b52ffd243ce1010071352f372f382f392f3467352f3651342f3467352f392f382f67676"
                         "767332f47474747"
                         "47472077202d202d20686d766320303b20666d766e20313b0a31832a58")}};
    return ALL;
}

constexpr std::uintmax_t MUCH = 1 << 20;

} // namespace

TEST_CASE("compressed texts are read whole, one after another too") {
    for (const auto& [ending, bytes] : packed()) {
        const std::string& format = ending;
        CAPTURE(format);
        CHECK(unpacked(bytes, MUCH) == ONE);
        CHECK(unpacked(bytes, ONE.size()) == ONE);
        CHECK(unpacked(bytes + bytes, MUCH) == ONE + ONE);
        CHECK(unpacked_name("a/book.epd." + ending) == "a/book.epd");
    }
    CHECK(unpacked(ONE, 1) == ONE); // not compressed: the file's own limit counts
    CHECK(unpacked("", 0).empty());
    CHECK(unpacked_name("book.epd") == "book.epd");
}

TEST_CASE("what is damaged, cut short or longer than allowed is refused") {
    for (const auto& [ending, bytes] : packed()) {
        const std::string& format = ending;
        CAPTURE(format);
        CHECK_THROWS_WITH_AS(
            (void)unpacked(bytes, ONE.size() - 1),
            ("the text is longer than " + std::to_string(ONE.size() - 1) + " bytes").c_str(),
            Error);
        CHECK_THROWS_AS((void)unpacked(bytes + bytes, ONE.size()), Error);
        for (std::size_t size = 6; size < bytes.size(); ++size) {
            CAPTURE(size);
            CHECK_THROWS_AS((void)unpacked(bytes.substr(0, size), MUCH), Error);
        }
        // Any byte: refused, or of no meaning, as the time in a gzip header.
        for (std::size_t at = 6; at < bytes.size(); ++at)
            for (const int bits : {0x01, 0x80, 0xff}) {
                std::string damaged = bytes;
                damaged[at] = static_cast<char>(damaged[at] ^ bits);
                try {
                    const std::size_t length = unpacked(damaged, MUCH).size();
                    CHECK(length < 10 * ONE.size());
                } catch (const Error&) { // also right
                }
            }
    }
}

TEST_CASE("matches and commands read compressed books and games") {
    TemporaryFolder folder;
    for (const auto& [ending, bytes] : packed()) {
        const std::string& format = ending;
        CAPTURE(format);
        const std::string book = folder / ("book.epd." + ending);
        write_file(book, bytes);
        const std::string match = engine("A") + engine("B") + CLOCK +
                                  "-variant botermans -rounds 1 -maxmoves 4 -openings file=" + book;
        const Run played = run(match + " -pgnout file=" + (folder / (ending + ".pgn")));
        CAPTURE(played.output);
        CHECK(played.status == 0);
        CHECK(read_file(folder / (ending + ".pgn")).find("[FEN \"q5/7/8/9/4g5/6Q4") !=
              std::string::npos);
        write_file(book, bytes.substr(0, bytes.size() - 5));
        check_refused(match, "cannot read " + book, 1);
        check_refused(match, "the file is cut short", 1);
    }
    // Games by gzip, which every Debian has; the name decides nothing but the format of games.
    const std::string pgn = folder / "gz.pgn";
    REQUIRE(
        run_shell("gzip -k " + pgn + " && cp " + pgn + ".gz " + (folder / "plain.pgn")).status ==
        0);
    for (const std::string& file : {pgn + ".gz", std::string(folder / "plain.pgn")}) {
        CHECK(run("rate " + file).output == run("rate " + pgn).output);
        CHECK(run("convert " + file + " --to sgf").output ==
              run("convert " + pgn + " --to sgf").output);
        CHECK(run("report " + file + " -o " + (folder / "r.html")).status == 0);
    }
    REQUIRE(run_shell("gzip -k " + (folder / "gz.jsonl")).status == 0);
    check_refused("rate " + (folder / "gz.jsonl.gz"), "a journal must not be compressed", 1);
}

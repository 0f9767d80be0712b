// The generator of books, and the shipped books (arena.md, book).
#include "engine/game/apply.hpp"
#include "engine/game/movegen.hpp"
#include "engine/game/symmetry.hpp"
#include "engine/notation/notation.hpp"
#include "protocol/record/match_rules.hpp"
#include "protocol/record/openings.hpp"
#include "search/engine.hpp"
#include "search/fixed_node_search.hpp"
#include "tests/naive/referee.hpp"
#include "tests/support/build_kind.hpp"
#include "tools/openings/make/book.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <fstream>
#include <set>
#include <tuple>

using namespace agon;
using namespace agon::book;

namespace {

const RuleSet CLASSIC;

/// The pieces, by axes through the throne, so that arithmetic can turn the board.
struct Picture {
    std::set<std::array<int, 3>> pieces; ///< file and row from the throne, letter
    char turn;

    [[nodiscard]] Picture image(int turns, bool mirrored, bool exchanged) const {
        Picture result{{}, turn};
        for (auto [file, row, letter] : pieces) {
            if (mirrored) std::swap(file, row);
            // A sixth of a turn takes the neighbour (1, 0) to (1, 1), and (0, 1) to (-1, 0).
            for (int i = 0; i < turns; ++i) std::tie(file, row) = std::pair(file - row, file);
            result.pieces.insert({file, row, exchanged ? letter ^ 0x20 : letter});
        }
        if (exchanged) result.turn = turn == 'w' ? 'b' : 'w';
        return result;
    }
    [[nodiscard]] auto key() const { return std::pair(turn, pieces); }
};

Picture picture(const std::string& text) {
    Picture result{{}, text[text.find(' ') + 1]};
    int row = 10, file = 5; // row 11 begins with the sixth file
    for (std::size_t i = 0; text[i] != ' '; ++i) {
        if (text[i] == '/') {
            --row;
            file = std::max(0, row - 5);
        } else if (std::isdigit(static_cast<unsigned char>(text[i]))) {
            const bool two = std::isdigit(static_cast<unsigned char>(text[i + 1])) != 0;
            file += std::stoi(text.substr(i, two ? 2 : 1));
            i += two ? 1 : 0;
        } else {
            result.pieces.insert({file++ - 5, row - 5, text[i]});
        }
    }
    return result;
}

/// The inverse of picture(), for positions without captured pieces and reserves.
std::string position_text(const Picture& picture) {
    std::string text;
    for (int row = 10; row >= 0; --row) {
        int vacant = 0;
        const auto end_run = [&] {
            if (vacant > 0) text += std::to_string(vacant);
            vacant = 0;
        };
        for (int file = std::max(0, row - 5); file <= std::min(10, row + 5); ++file) {
            const auto on = std::ranges::find_if(picture.pieces, [&](const auto& piece) {
                return piece[0] == file - 5 && piece[1] == row - 5;
            });
            ++vacant;
            if (on == picture.pieces.end()) continue;
            --vacant;
            end_run();
            text += static_cast<char>((*on)[2]);
        }
        end_run();
        text += row == 0 ? ' ' : '/';
    }
    return text + picture.turn + " - - 0 1";
}

std::string texts(const std::vector<BookOpening>& book) {
    std::string all;
    for (const auto& opening : book) all += epd_line(opening) + '\n';
    return all;
}

BookSettings tiny(Setup setup) {
    BookSettings settings;
    settings.setup = setup;
    settings.count = 6;
    settings.played_plies = {4, 6};
    settings.nodes = 2000;
    settings.least = 2; // the sides are still far apart
    settings.most = 1000;
    settings.tested.clear();
    return settings;
}

/// Winners of the two games of an opening, with all of the nodes for white, then for black, half
/// for the other; '-' for none.
std::string results(const BookOpening& opening, std::uint64_t nodes) {
    std::string found;
    for (const Side more : BOTH_SIDES) {
        search::FixedNodeSearch searcher(2);
        Game game(CLASSIC, opening.position);
        for (int i = 0; i < 400 && !game.outcome(); ++i)
            game.play(searcher.search(game, game.chooser() == more ? nodes : nodes / 2).best);
        const auto winner = game.outcome() ? game.outcome()->winner : std::nullopt;
        found += !winner ? '-' : *winner == Side::White ? 'w' : 'b';
    }
    return found;
}

} // namespace

TEST_CASE("positions are equal under turns, reflections and exchange of colours, and only these") {
    const std::string text = "1g1G2/1G4q/7G/9/g9/9g1/G8G/g8/8/1Q4g/1g3G w - - 3 5";
    const Position position = parse_position(CLASSIC, text);
    const std::string canonical = canonical_text(position);
    // Colours exchanged and the board turned half round, by the engine's own `flip`.
    CHECK(canonical_text(flipped(CLASSIC, position)) == canonical);
    Position other = position;
    other.clock = 9;
    other.number = 70;
    CHECK(canonical_text(other) == canonical);
    other.turn = Side::Black;
    CHECK(canonical_text(other) != canonical);
    other = position;
    other.captured = other.queen(Side::White);
    CHECK(canonical_text(other) != canonical);
    std::set<std::string> met;
    MoveList moves;
    legal_moves(CLASSIC, position, moves);
    for (const Move move : moves) met.insert(canonical_text(after(CLASSIC, position, move)));
    CHECK(met.size() == moves.size());
    std::set<std::string> images;
    for (int turns = 0; turns < 6; ++turns)
        for (const bool mirrored : {false, true})
            for (const bool exchanged : {false, true})
                images.insert(position_text(picture(text).image(turns, mirrored, exchanged)));
    CHECK(images.size() == 24);
    for (const std::string& image : images)
        CHECK(canonical_text(parse_position(CLASSIC, image)) == canonical);
}

TEST_CASE("the same seed makes the same book, with each side better in half of it") {
    for (const Setup setup : {Setup::Standard, Setup::Placement, Setup::Flanked}) {
        BookSettings settings = tiny(setup);
        std::size_t calls = 0;
        const auto book = make_book(settings, [&](std::size_t searched, std::size_t kept) {
            CHECK(searched == ++calls);
            CHECK(kept <= 6);
        });
        REQUIRE(book.size() == 6);
        CHECK(texts(book) == texts(make_book(settings, [](std::size_t, std::size_t) {})));
        settings.seed = 2;
        CHECK(texts(book) != texts(make_book(settings, [](std::size_t, std::size_t) {})));
        int white = 0;
        for (const BookOpening& opening : book) {
            CHECK(std::abs(opening.score) >= settings.least);
            CHECK(std::abs(opening.score) <= settings.most);
            CHECK_FALSE(opening.position.placing());
            white += (opening.position.turn == Side::White) == (opening.score > 0);
        }
        CHECK(white == 3);
    }
}

TEST_CASE("the played actions continue until a side stands better, some of them at random") {
    BookSettings settings = tiny(Setup::Standard);
    settings.played_plies = {50}; // the sides meet
    settings.longest = 120;
    settings.least = 60;
    std::vector<std::string> books;
    for (const int random_in : {0, 8, 1}) {
        settings.random_in = random_in;
        const auto book = make_book(settings, [](std::size_t, std::size_t) {});
        int longer = 0;
        for (const BookOpening& opening : book) {
            const int plies = 2 * (static_cast<int>(opening.position.number) - 1) +
                              (opening.position.turn == Side::Black ? 1 : 0);
            CHECK(plies >= settings.random_plies + 50);
            CHECK(plies <= settings.random_plies + settings.longest);
            longer += plies > settings.random_plies + 50 ? 1 : 0;
            CHECK(std::abs(opening.score) >= settings.least);
        }
        CHECK(longer > 0);
        for (const std::string& other : books) CHECK(texts(book) != other);
        books.push_back(texts(book));
    }
}

TEST_CASE("an opening whose test games all have the same result is dropped") {
    BookSettings settings = tiny(Setup::Standard);
    settings.played_plies = {56}; // the games are short from there
    settings.nodes = 100;
    settings.least = 0;
    settings.count = 4;
    const auto all = make_book(settings, [](std::size_t, std::size_t) {});
    CHECK(std::ranges::any_of(all, [](const BookOpening& opening) {
        const std::string ends = results(opening, 200);
        return ends[0] == ends[1];
    }));
    settings.tested = {200};
    for (const BookOpening& opening : make_book(settings, [](std::size_t, std::size_t) {})) {
        const std::string ends = results(opening, 200);
        CAPTURE(ends);
        CHECK(ends[0] != ends[1]);
        CHECK(opening.drawn == std::ranges::count(ends, '-'));
    }
}

TEST_CASE("a book that cannot be made is refused") {
    const auto refused = [](auto change) {
        BookSettings settings = tiny(Setup::Standard);
        change(settings);
        CHECK_THROWS_AS((void)make_book(settings, [](std::size_t, std::size_t) {}), Error);
    };
    refused([](BookSettings& s) { s.variant = "chess"; });
    refused([](BookSettings& s) { // only the setup itself, again and again
        s.random_plies = 0;
        s.played_plies = {0};
        s.nodes = 1;
    });
}

TEST_CASE("an opening is a line of EPD") {
    const Position position =
        parse_position(CLASSIC, "1g1G2/1G4q/7G/9/g9/9g1/G8G/g8/8/1Q4g/1g3G b - - 3 5");
    CHECK(epd_line({position, -40}) ==
          "1g1G2/1G4q/7G/9/g9/9g1/G8G/g8/8/1Q4g/1g3G b - - hmvc 3; fmvn 5; ce -40;");
}

TEST_CASE("each shipped book: 5,000 openings, legal, unfinished, none twice, by every rule set") {
    const Presets presets;
    for (const auto setup : setup_names()) {
        CAPTURE(setup);
        OpeningSettings settings;
        settings.file = std::string(AGON_BOOKS) + '/' + std::string(setup) + ".epd";
        for (const Preset& preset : presets.all()) {
            CAPTURE(preset.name);
            const auto rules = make_match_rules(preset.name, std::string(setup), "", {});
            const auto openings = load_openings(settings, rules); // throws if one is faulty
            CHECK(openings.size() >= 5000);
            if (preset.name != DEFAULT_PRESET) continue;
            std::set<std::pair<char, std::set<std::array<int, 3>>>> met;
            const naive::Rules referee = naive::preset(preset.name);
            for (std::size_t i = 0; i < openings.size(); i += support::SLOW_BUILD ? 10 : 1) {
                const Opening& opening = openings[i];
                const std::string text = to_text(opening.first);
                CAPTURE(text);
                CHECK(naive::result(referee, naive::parse(text)) == "none");
                CHECK(opening.first.captured.none());
                auto least = picture(text).key();
                for (int turns = 0; turns < 6; ++turns)
                    for (const bool mirrored : {false, true})
                        for (const bool exchanged : {false, true})
                            least = std::min(least,
                                             picture(text).image(turns, mirrored, exchanged).key());
                CHECK(met.insert(least).second);
            }
        }
        std::ifstream file(settings.file, std::ios::binary);
        for (char c; file.get(c);) REQUIRE((c == '\n' || (c >= ' ' && c <= '~')));
    }
}

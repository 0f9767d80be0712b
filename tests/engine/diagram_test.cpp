// Pictures are read back cell by cell and compared with the naive referee's board.
#include "engine/draw/diagram.hpp"

#include "engine/draw/markup.hpp"
#include "engine/notation/notation.hpp"
#include "engine/rules/presets.hpp"
#include "tests/naive/board.hpp"
#include "tests/support/random.hpp"
#include "tests/support/text.hpp"

#include <boost/property_tree/xml_parser.hpp>
#include <doctest/doctest.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <fstream>
#include <iterator>
#include <map>
#include <regex>
#include <set>
#include <sstream>
#include <string>
#include <vector>

namespace {

using namespace agon;
using support::lines_of;

const std::string STANDARD = "1g1G1q/G6/7G/9/g8g/11/G8G/9/g7/6g/Q1g1G1 w - - 0 1";

/// A position that was reached by `last` ("" for none), as text.
struct Sample {
    std::string preset;
    std::string position;
    std::string last;
};

/// Half the time the action that captures most, as random play seldom captures; else any action.
std::string choose(const naive::Rules& rules, const naive::State& state, support::Random& random) {
    const auto actions = naive::legal(rules, state);
    if (random.percent(50)) return random.pick(actions);
    return *std::ranges::max_element(actions, {}, [&](const std::string& action) {
        return naive::play(rules, state, action).captured.size();
    });
}

/// Positions of games under rules that together cover captures, placements and removals, and steps
/// between enemies.
const std::vector<Sample>& samples() {
    static const std::vector<Sample> made = [] {
        std::vector<Sample> all;
        support::Random random(20);
        for (const char* preset : {"classic", "same-ring", "bloody-queen"})
            for (const char* setup : {"standard", "placement", "flanked"}) {
                const naive::Rules rules = naive::preset(preset);
                naive::State state = naive::parse(naive::setup_text(setup));
                all.push_back({preset, naive::text(state), ""});
                for (int ply = 0; ply < 60; ++ply) {
                    if (naive::result(rules, state) != "none") break;
                    const std::string action = choose(rules, state, random);
                    state = naive::play(rules, state, action);
                    all.push_back({preset, naive::text(state), action});
                }
            }
        return all;
    }();
    return made;
}

/// The cells that an action names, its origin first.
std::vector<naive::Cell> cells_of(const std::string& action) {
    if (action == "pass") return {};
    static const std::regex CELL("[a-l][0-9]+");
    std::vector<naive::Cell> cells;
    for (std::sregex_iterator it(action.begin(), action.end(), CELL), end; it != end; ++it)
        cells.push_back(naive::cell_named(it->str()));
    return cells;
}

bool names(const std::string& action, naive::Cell cell) {
    const auto cells = cells_of(action);
    return std::ranges::find(cells, cell) != cells.end();
}

Position position_of(const Sample& sample) {
    static const Presets presets;
    return parse_position(presets.at(sample.preset).rules, sample.position);
}

DiagramOptions options_of(const Sample& sample) {
    DiagramOptions options;
    if (!sample.last.empty()) options.last = parse_move(sample.last);
    return options;
}

/// What a diagram shows in a cell.
struct Shown {
    char character = 0;
    bool captured = false;
    bool last = false;

    bool operator==(const Shown&) const = default;
};
using Board = std::map<naive::Cell, Shown>;

Board expected_board(const Sample& sample) {
    const naive::State state = naive::parse(sample.position);
    Board board;
    for (const naive::Cell cell : naive::all_cells()) {
        const auto piece = state.board.find(cell);
        const char empty = naive::ring(cell) == 0 ? '*' : '.';
        board[cell] = {piece == state.board.end() ? empty : piece->second,
                       state.captured.contains(cell), names(sample.last, cell)};
    }
    return board;
}

/// A cell is one character in column 25 + 4 x (F-6) - 2 x (R-6), with its marks on either side: the
/// throne in the middle, each row two columns aside.
Board read_text(const std::string& text) {
    const auto lines = lines_of(text);
    REQUIRE(lines.size() >= 12);
    Board board;
    for (const naive::Cell cell : naive::all_cells()) {
        const std::string& line = lines[static_cast<std::size_t>(11 - cell.row)];
        const auto at = static_cast<std::size_t>(25 + 4 * (cell.file - 6) - 2 * (cell.row - 6));
        REQUIRE(at < line.size());
        const std::string around = line.substr(at - 2, 2) + (line + "  ").substr(at + 1, 2);
        const bool captured = around.substr(1, 2) == "()";
        board[cell] = {line[at], captured,
                       around.substr(1, 2) == "[]" || (captured && around == "[()]")};
    }
    return board;
}

TEST_CASE("text diagram: turned around, each cell is opposite to where it was") {
    for (const Sample& sample : samples()) {
        DiagramOptions options = options_of(sample);
        options.turned = true;
        const Board turned = read_text(text_diagram(position_of(sample), options));
        Board expected;
        for (const auto& [cell, shown] : expected_board(sample))
            expected[{.row = 12 - cell.row, .file = 12 - cell.file}] = shown;
        CHECK(turned == expected);
    }
    DiagramOptions options;
    options.turned = true;
    CHECK(text_diagram(parse_position(RuleSet(), STANDARD), options) ==
          R"(           1   .   G   .   g   .   Q
         2   g   .   .   .   .   .   .
       3   .   .   .   .   .   .   .   g
     4   .   .   .   .   .   .   .   .   .
   5   G   .   .   .   .   .   .   .   .   G
 6   .   .   .   .   .   *   .   .   .   .   .
   7   g   .   .   .   .   .   .   .   .   g   a
     8   .   .   .   .   .   .   .   .   .   b
       9   G   .   .   .   .   .   .   .   c
        10   .   .   .   .   .   .   G   d
          11   q   .   G   .   g   .   e
                 l   k   j   h   g   f
)");
}

TEST_CASE("text diagram: the standard setup as rules.md section 1 draws it") {
    CHECK(text_diagram(parse_position(RuleSet(), STANDARD)) ==
          "          11   .   g   .   G   .   q\n"
          "        10   G   .   .   .   .   .   .\n"
          "       9   .   .   .   .   .   .   .   G\n"
          "     8   .   .   .   .   .   .   .   .   .\n"
          "   7   g   .   .   .   .   .   .   .   .   g\n"
          " 6   .   .   .   .   .   *   .   .   .   .   .\n"
          "   5   G   .   .   .   .   .   .   .   .   G   l\n"
          "     4   .   .   .   .   .   .   .   .   .   k\n"
          "       3   g   .   .   .   .   .   .   .   j\n"
          "         2   .   .   .   .   .   .   g   h\n"
          "           1   Q   .   g   .   G   .   g\n"
          "                 a   b   c   d   e   f\n");
}

TEST_CASE("text diagram: captured pieces, the last action and guards in reserve") {
    const auto line = [](const std::string& position, const std::string& last, std::size_t i) {
        DiagramOptions options;
        if (!last.empty()) options.last = parse_move(last);
        return lines_of(text_diagram(parse_position(RuleSet(), position), options)).at(i);
    };
    const std::string fight = "6/3g3/2G5/4gG3/3gQGg3/11/3G1Gq3/3gg4/8/2G4/6 b d4,f7,g5 - 0 30";
    CHECK(line(fight, "f8g7", 4) == "   7   .   .   .   g  (Q) [G]  g   .   .   .");
    CHECK(line(fight, "d5d4", 7) == "     4   .   .   . [(g)] g   .   .   .   .   k");
    CHECK(line(fight, "pass", 4) == "   7   .   .   .   g  (Q)  G   g   .   .   .");

    const std::string placing = "5q/7/8/9/10/2G1g6/10/9/8/7/Q5 w - GGGGGggggg 0 2";
    CHECK(line(placing, "c6", 12) == "reserve: white GGGGG, black ggggg");
    const std::string last_placement = "5q/7/8/9/GGGGGG4/11/ggggg5/9/8/7/Q5 b - g 0 6";
    CHECK(line(last_placement, "", 12) == "reserve: white -, black g");
}

TEST_CASE("text diagram: every cell of random games is read back") {
    std::map<std::string, int> seen;
    for (const Sample& sample : samples()) {
        const Position position = position_of(sample);
        const std::string text = text_diagram(position, options_of(sample));
        INFO(sample.preset, " ", sample.position, " ", sample.last, "\n", text);
        CHECK(read_text(text) == expected_board(sample));
        CHECK(lines_of(text).size() == (position.placing() ? 13u : 12u));
        seen["captured"] += position.captured.any();
        seen["placing"] += position.placing();
        for (const auto& [cell, shown] : expected_board(sample))
            seen["captured and last"] += shown.captured && shown.last;
    }
    CHECK(seen["captured"] > 20);
    CHECK(seen["placing"] > 30);
    CHECK(seen["captured and last"] > 5);
}

TEST_CASE("text diagram: plain ASCII, and the same without its colours") {
    static const std::regex ESCAPE("\x1b\\[[0-9;]*m");
    for (const Sample& sample : samples()) {
        DiagramOptions options = options_of(sample);
        const std::string plain = text_diagram(position_of(sample), options);
        CHECK(
            std::ranges::all_of(plain, [](char c) { return (c >= ' ' && c <= '~') || c == '\n'; }));
        CHECK(plain.back() == '\n');
        options.colour = true;
        const std::string colour = text_diagram(position_of(sample), options);
        const auto plain_lines = lines_of(plain);
        const auto colour_lines = lines_of(colour);
        REQUIRE(colour_lines.size() == plain_lines.size());
        for (std::size_t i = 0; i < plain_lines.size(); ++i) {
            CHECK_FALSE(plain_lines[i].empty());
            CHECK(plain_lines[i].back() != ' ');
            std::string stripped = std::regex_replace(colour_lines[i], ESCAPE, "");
            stripped.erase(stripped.find_last_not_of(' ') + 1);
            CHECK(stripped == plain_lines[i]);
            // No colour runs over the end of a line.
            const auto last_escape = colour_lines[i].rfind('\x1b');
            if (last_escape != std::string::npos)
                CHECK(colour_lines[i].substr(last_escape) == "\x1b[0m");
        }
    }
}

/// An element of an SVG document.
struct Element {
    std::string name;
    std::map<std::string, std::string> attributes;

    std::string operator[](const std::string& attribute) const {
        const auto found = attributes.find(attribute);
        return found == attributes.end() ? "" : found->second;
    }
    bool has_class(const std::string& wanted) const {
        return (" " + (*this)["class"] + " ").find(" " + wanted + " ") != std::string::npos;
    }
};

using Tree = boost::property_tree::ptree;

void collect(const Tree& tree, std::vector<Element>& elements) {
    static const Tree NONE;
    for (const auto& [name, child] : tree) {
        if (name.starts_with('<')) continue; // attributes and text
        elements.push_back({name, {}});
        for (const auto& [key, value] : child.get_child("<xmlattr>", NONE))
            CHECK(elements.back().attributes.emplace(key, value.data()).second);
        collect(child, elements);
    }
}

/// The elements of a document in order.
std::vector<Element> elements_of(const std::string& document) {
    std::istringstream stream(document);
    Tree tree;
    boost::property_tree::read_xml(stream, tree);
    CHECK(tree.size() == 1); // one root
    std::vector<Element> elements;
    collect(tree, elements);
    return elements;
}

std::vector<Element> with_class(const std::vector<Element>& elements, const std::string& wanted) {
    std::vector<Element> found;
    for (const Element& element : elements)
        if (element.has_class(wanted)) found.push_back(element);
    return found;
}

struct Place {
    double x = 0;
    double y = 0;
};

double distance(Place a, Place b) { return std::hypot(a.x - b.x, a.y - b.y); }

std::vector<Place> corners_of(const Element& polygon) {
    std::istringstream stream(polygon["points"]);
    std::vector<Place> corners;
    char comma = 0;
    for (Place corner; stream >> corner.x >> comma >> corner.y;) corners.push_back(corner);
    return corners;
}

Place middle_of_polygon(const Element& polygon) {
    const auto corners = corners_of(polygon);
    REQUIRE(corners.size() == 6);
    Place middle;
    for (const Place corner : corners) middle = {middle.x + corner.x / 6, middle.y + corner.y / 6};
    return middle;
}

Place translation_of(const Element& group) {
    Place place;
    REQUIRE(std::sscanf(group["transform"].c_str(), "translate(%lf,%lf)", &place.x, &place.y) == 2);
    return place;
}

constexpr double ROUNDING = 0.2; // coordinates are written in tenths

std::map<naive::Cell, Place> hexes_of(const std::vector<Element>& elements) {
    std::map<naive::Cell, Place> places;
    for (const Element& hex : with_class(elements, "hex"))
        CHECK(places.emplace(naive::cell_named(hex["data-cell"]), middle_of_polygon(hex)).second);
    return places;
}

/// Computed from the cell's name, as the page does it: columns of hexagons with a side of 20, a1 at
/// the bottom and l11 at the top.
Place place_of(naive::Cell cell) {
    return {.x = 30.0 * (cell.file - cell.row),
            .y = 10 * std::sqrt(3.0) * (12 - cell.file - cell.row)};
}

/// The fill of each ring, from the throne outwards.
std::vector<std::string> ring_colours(const std::vector<Element>& elements) {
    std::vector<std::string> colours;
    for (int ring = 0; ring < 6; ++ring) {
        const auto groups = with_class(elements, "ring" + std::to_string(ring));
        REQUIRE(groups.size() == 1);
        colours.push_back(groups[0]["fill"]);
        CHECK(groups[0]["stroke"] == colours.back());
    }
    return colours;
}

TEST_CASE("SVG: 91 hexagons on their corner, in the group of their ring") {
    const std::string document = svg_diagram(parse_position(RuleSet(), STANDARD));
    const auto elements = elements_of(document);
    CHECK(elements[0].name == "svg");
    CHECK(elements[0]["xmlns"] == "http://www.w3.org/2000/svg");
    CHECK(elements[0]["viewBox"] == "-174 -196 348 392");
    CHECK(document.find("<title>" + STANDARD + "</title>") != std::string::npos);

    const auto places = hexes_of(elements);
    REQUIRE(places.size() == 91);
    for (const auto& [cell, place] : places) CHECK(distance(place, place_of(cell)) < ROUNDING);

    int ring = -1; // of the group around the elements
    int hexes = 0;
    for (const Element& element : elements) {
        if (element["class"].starts_with("ring")) ring = element["class"].back() - '0';
        if (!element.has_class("hex")) continue;
        CHECK(naive::ring(naive::cell_named(element["data-cell"])) == ring);
        ++hexes;
        const auto corners = corners_of(element);
        const Place middle = middle_of_polygon(element);
        CHECK(corners[0].y == doctest::Approx(middle.y).epsilon(0.01)); // to the right: flat tops
        CHECK(corners[0].x - middle.x == doctest::Approx(17.2).epsilon(0.02));
    }
    CHECK(hexes == 91);
    CHECK(with_class(elements, "throne").size() == 1);
}

TEST_CASE("SVG: coordinates stand beside the first or last cell of their line, on no cell") {
    for (const bool turned : {false, true}) {
        const auto document = svg_diagram(parse_position(RuleSet(), STANDARD), {.turned = turned});
        static const std::regex LABEL(
            "<text class=\"label\" x=\"([-0-9.]+)\" y=\"([-0-9.]+)\">([a-l0-9]+)</text>");
        const auto places = hexes_of(elements_of(document));
        std::set<std::string> seen;
        for (std::sregex_iterator at(document.begin(), document.end(), LABEL), end; at != end;
             ++at) {
            const Place middle{std::stod((*at)[1]), std::stod((*at)[2]) - 3.1};
            const std::string text = (*at)[3];
            CHECK(seen.insert(text).second);
            const auto nearest = std::ranges::min_element(
                places, {}, [&](const auto& cell) { return distance(cell.second, middle); });
            CHECK(distance(nearest->second, middle) == doctest::Approx(22.4).epsilon(0.02));
            CHECK(naive::ring(nearest->first) == 5);
            const int line = std::isdigit(text[0]) != 0 ? nearest->first.row : nearest->first.file;
            const auto letter = std::string("abcdefghjkl").find(text) + 1;
            CHECK(line ==
                  (std::isdigit(text[0]) != 0 ? std::stoi(text) : static_cast<int>(letter)));
        }
        CHECK(seen.size() == 22);
    }
}

struct Colour {
    double red = 0, green = 0, blue = 0; // 0 to 1
};

Colour colour_named(std::string text) {
    REQUIRE(text.starts_with('#'));
    if (text.size() == 4) text = {'#', text[1], text[1], text[2], text[2], text[3], text[3]};
    REQUIRE(text.size() == 7);
    const auto part = [&](std::size_t at) {
        return std::stoi(text.substr(at, 2), nullptr, 16) / 255.0;
    };
    return {part(1), part(3), part(5)};
}

Colour blended(Colour above, double opacity, Colour below) {
    const auto mix = [&](double a, double b) { return opacity * a + (1 - opacity) * b; };
    return {mix(above.red, below.red), mix(above.green, below.green), mix(above.blue, below.blue)};
}

/// As the Web Content Accessibility Guidelines define it.
double contrast(Colour a, Colour b) {
    const auto linear = [](double part) {
        return part <= 0.04045 ? part / 12.92 : std::pow((part + 0.055) / 1.055, 2.4);
    };
    const auto luminance = [&](Colour c) {
        return 0.2126 * linear(c.red) + 0.7152 * linear(c.green) + 0.0722 * linear(c.blue) + 0.05;
    };
    return std::max(luminance(a), luminance(b)) / std::min(luminance(a), luminance(b));
}

double opacity_of(const Element& element) {
    const std::string text = element["opacity"];
    return text.empty() ? 1 : std::stod(text);
}

TEST_CASE("SVG: outlines are three times as light or dark as what is around them, text 4.5 times") {
    CHECK(contrast(colour_named("#000"), colour_named("#ffffff")) == doctest::Approx(21));
    Position position =
        parse_position(RuleSet(), "5q/7/8/9/10/2G1g6/10/9/8/7/Q5 w - GGGGGggggg 0 2");
    position.captured = position.queen(Side::White);
    const std::vector<Move> plan = {parse_move("b1c2"), parse_move("f3")};
    const auto elements = elements_of(svg_diagram(
        position, {.last = parse_move("d6c6"), .plan = plan, .caption = "white to place"}));
    std::vector<Colour> grounds; // the cells, and those of the last action
    for (const std::string& ring : ring_colours(elements)) {
        for (const Element& mark : with_class(elements, "last")) {
            const Colour tint = colour_named(mark["fill"]);
            grounds.push_back(blended(tint, std::stod(mark["fill-opacity"]), colour_named(ring)));
            CHECK(contrast(colour_named(mark["stroke"]), colour_named(ring)) >= 3);
        }
        grounds.push_back(colour_named(ring));
        for (const char* name : {"arrow", "plan"}) {
            const Element found = with_class(elements, name).at(0);
            CHECK(contrast(
                      blended(colour_named(found["fill"]), opacity_of(found), colour_named(ring)),
                      colour_named(ring)) >= 3);
        }
    }
    const Element paper = with_class(elements, "paper").at(0);
    grounds.push_back(colour_named(paper["fill"])); // of the guards in reserve

    int pieces = 0, marks = 0, signs = 0;
    for (std::size_t i = 0; i + 3 < elements.size(); ++i) {
        if (elements[i].has_class("guard") || elements[i].has_class("queen")) {
            const Element& disc = elements[i + 2];
            const Element& sign = elements[i + 3];
            for (const Colour ground : grounds)
                CHECK(contrast(colour_named(disc["stroke"]), ground) >= 3);
            if (elements[i].has_class("white"))
                CHECK(contrast(colour_named(disc["stroke"]), colour_named(disc["fill"])) >= 3);
            CHECK(contrast(colour_named(sign["stroke"]), colour_named(disc["fill"])) >= 3);
            ++pieces;
        }
        if (elements[i].has_class("captured")) {
            const Element& casing = elements[i + 1];
            const Element& ring = elements[i + 2];
            CHECK(!ring["stroke-dasharray"].empty());
            CHECK(std::stod(casing["stroke-width"]) > std::stod(ring["stroke-width"]));
            CHECK(contrast(colour_named(ring["stroke"]), colour_named(casing["stroke"])) >= 3);
            ++marks;
        }
        if (elements[i].has_class("throne")) {
            const Colour ground = colour_named(ring_colours(elements)[0]);
            const Colour ink = colour_named(elements[i]["stroke"]);
            CHECK(contrast(blended(ink, opacity_of(elements[i]), ground), ground) >= 3);
            ++signs;
        }
    }
    CHECK(pieces == 14);
    CHECK(marks == 1);
    CHECK(signs == 1);
    for (const char* name : {"labels", "caption"})
        CHECK(contrast(colour_named(with_class(elements, name).at(0)["fill"]),
                       colour_named(paper["fill"])) >= 4.5);
}

TEST_CASE("SVG: rings grow lighter towards the throne") {
    const auto colours =
        ring_colours(elements_of(svg_diagram(parse_position(RuleSet(), STANDARD))));
    const Colour black{};
    for (std::size_t ring = 1; ring < 5; ++ring)
        CHECK(contrast(colour_named(colours[ring]), black) >
              contrast(colour_named(colours[ring + 1]), black) + 0.5);
}

TEST_CASE("SVG: nothing that a simple converter may lack") {
    Position position = setup_position(RuleSet(), Setup::Placement);
    position.captured = position.queen(Side::White);
    const std::string document = svg_diagram(position, {.caption = "black to place"});
    for (const char* word : {"url(", "href", "<style", "style=", "<use", "<script", "light-dark",
                             "var(", "baseline", "&nbsp;"}) {
        CAPTURE(word);
        CHECK(document.find(word) == std::string::npos);
    }
    CHECK(svg_diagram(parse_position(RuleSet(), STANDARD)).size() < 17500);
}

/// In the repository, such as "bench/solved-s.svg".
std::string file_content(const std::string& name) {
    std::ifstream stream(std::string(AGON_TEST_DATA) + "/../../" + name);
    INFO(name);
    REQUIRE(stream);
    return {std::istreambuf_iterator<char>(stream), {}};
}

TEST_CASE("SVG: the pictures in the documents are of today") {
    for (const char* name :
         {"engine/draw/board.svg", "bench/solved-fortress.svg", "bench/solved-s.svg",
          "bench/solved-s6.svg", "bench/solved-star.svg", "bench/solved-throne.svg"}) {
        const std::string picture = file_content(name);
        std::smatch title;
        REQUIRE(std::regex_search(picture, title, std::regex("<title>([^<]+)</title>")));
        std::string drawn = svg_diagram(parse_position(RuleSet(), title[1].str()));
        std::erase(drawn, '\n');
        CHECK_MESSAGE(picture == drawn + '\n', name, ": agon show --svg --fen \"", title[1].str(),
                      "\" | tr -d '\\n'");
    }
}

/// The pieces that are drawn on the board, as a naive board.
naive::Board drawn_pieces(const std::vector<Element>& elements,
                          const std::map<naive::Cell, Place>& places) {
    naive::Board board;
    for (const char* kind : {"guard", "queen"})
        for (const Element& piece : with_class(elements, kind)) {
            if (piece.has_class("reserve")) continue;
            const naive::Cell cell = naive::cell_named(piece["data-cell"]);
            const char letter = kind[0] == 'q' ? 'q' : 'g';
            const bool white = piece.has_class("white");
            CHECK(white != piece.has_class("black"));
            CHECK(
                board.emplace(cell, white ? static_cast<char>(letter - 'a' + 'A') : letter).second);
            CHECK(distance(translation_of(piece), places.at(cell)) < ROUNDING);
        }
    return board;
}

naive::Cells marked(const std::vector<Element>& elements, const std::string& css_class) {
    naive::Cells cells;
    for (const Element& mark : with_class(elements, css_class))
        CHECK(cells.insert(naive::cell_named(mark["data-cell"])).second);
    return cells;
}

TEST_CASE("SVG: every piece and mark of random games") {
    for (const Sample& sample : samples()) {
        INFO(sample.preset, " ", sample.position, " ", sample.last);
        const auto elements = elements_of(svg_diagram(position_of(sample), options_of(sample)));
        const naive::State state = naive::parse(sample.position);
        const auto places = hexes_of(elements);
        CHECK(drawn_pieces(elements, places) == state.board);
        CHECK(marked(elements, "captured") == state.captured);
        for (const Element& mark : with_class(elements, "captured"))
            CHECK(distance(translation_of(mark), places.at(naive::cell_named(mark["data-cell"]))) <
                  ROUNDING);
        const auto last = cells_of(sample.last);
        CHECK(marked(elements, "last") == naive::Cells(last.begin(), last.end()));
        CHECK(marked(elements, "from") ==
              naive::Cells(last.begin(), last.size() == 2 ? last.begin() + 1 : last.begin()));
        const auto arrows = with_class(elements, "arrow");
        REQUIRE(arrows.size() == (last.size() == 2 ? 1 : 0));
        for (const Element& arrow :
             arrows) { // from the middle of one cell to the rim of the other's piece
            const auto nearest = [&](naive::Cell cell) {
                const auto corners = corners_of(arrow);
                const auto away = [&](Place p) { return distance(p, places.at(cell)); };
                return away(*std::ranges::min_element(corners, {}, away));
            };
            CHECK(nearest(last[0]) < 3);
            CHECK(nearest(last[1]) == doctest::Approx(16).epsilon(0.02));
        }
        for (const char* side : {"white", "black"})
            CHECK(std::ranges::count_if(with_class(elements, side), [](const Element& element) {
                      return element.has_class("reserve");
                  }) == state.reserve.at(side[0]));
    }
}

TEST_CASE("SVG: turned around, everything on the board and beside it is opposite") {
    const Position position = setup_position(RuleSet(), Setup::Placement);
    const auto plain = elements_of(svg_diagram(position));
    const auto turned = elements_of(svg_diagram(position, {.turned = true}));
    const auto before = hexes_of(plain), after = hexes_of(turned);
    REQUIRE(after.size() == before.size());
    for (const auto& cell_and_place : before) {
        const Place opposite{-cell_and_place.second.x, -cell_and_place.second.y};
        CHECK(distance(after.at(cell_and_place.first), opposite) < ROUNDING);
    }
    for (const char* const side : {"white", "black"}) {
        const auto ours = with_class(plain, side), theirs = with_class(turned, side);
        REQUIRE(ours.size() == theirs.size());
        for (std::size_t i = 0; i < ours.size(); ++i) {
            const Place place = translation_of(ours[i]);
            CHECK(distance(translation_of(theirs[i]), {-place.x, -place.y}) < ROUNDING);
        }
    }
}

TEST_CASE("SVG: a plan is an arrow for each action with two cells, fainter and fainter") {
    const std::vector<Move> plan = {parse_move("a1b2"), Move::pass(), parse_move("f3"),
                                    parse_move("l11k10")};
    const Position position = parse_position(RuleSet(), STANDARD);
    CHECK(with_class(elements_of(svg_diagram(position)), "plan").empty());
    for (const bool turned : {false, true}) {
        const auto elements = elements_of(svg_diagram(position, {.turned = turned, .plan = plan}));
        const auto places = hexes_of(elements);
        const auto arrows = with_class(elements, "plan");
        REQUIRE(arrows.size() == 3); // a pass has none
        const auto corners = corners_of(arrows[0]);
        const Place from = places.at(naive::cell_named("a1"));
        CHECK(std::ranges::any_of(corners, [&](Place p) { return distance(p, from) < 10; }));
        CHECK(arrows[1]["data-cell"] == "f3");
        CHECK(std::stod(arrows[0]["opacity"]) > std::stod(arrows[1]["opacity"]));
        CHECK(std::stod(arrows[1]["opacity"]) > std::stod(arrows[2]["opacity"]));
    }
}

TEST_CASE("SVG: a caption is text, whatever it holds, and makes room for itself") {
    const Position position = parse_position(RuleSet(), STANDARD);
    DiagramOptions options;
    const auto without = elements_of(svg_diagram(position, options));
    CHECK(with_class(without, "caption").empty());
    options.caption = "</text> & \"more\"";
    const std::string document = svg_diagram(position, options);
    const auto with = elements_of(document);
    CHECK(with_class(with, "caption").size() == 1);
    CHECK(document.find(">&lt;/text&gt; &amp; \"more\"</text>") != std::string::npos);
    CHECK(std::stod(with[0]["height"]) > std::stod(without[0]["height"]));
}

TEST_CASE("markup: special characters are escaped") {
    for (const auto escaped : {content_escaped, attribute_escaped}) {
        CHECK(escaped("") == "");
        CHECK(escaped("a1b2 \xc3\xbc") == "a1b2 \xc3\xbc");
    }
    CHECK(content_escaped("<a b=\"c\" d='e'>&amp;") == "&lt;a b=\"c\" d='e'&gt;&amp;amp;");
    CHECK(attribute_escaped("<a b=\"c\" d='e'>&amp;") ==
          "&lt;a b=&quot;c&quot; d=&#39;e&#39;&gt;&amp;amp;");
}

TEST_CASE("markup: numbers are rounded, as short as possible, and never -0") {
    CHECK(decimal(2) == "2");
    CHECK(decimal(-2.25) == "-2.3");
    CHECK(decimal(-0.04) == "0");
    CHECK(decimal(1234567.25, 2) == "1234567.25");
    CHECK(decimal(99.96) == "100");
    CHECK(decimal(0.5, 0) == "1");
}

} // namespace

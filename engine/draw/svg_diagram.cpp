// The board as an SVG document. Lengths in this file are in hexagon widths until written.
#include "engine/draw/diagram.hpp"
#include "engine/draw/markup.hpp"
#include "engine/draw/scene.hpp"
#include "engine/notation/notation.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <span>
#include <string_view>

namespace agon {

namespace {

constexpr double UNIT = 48;        // user units per hexagon width; a pixel each by default
constexpr double FRAME = 6.5;      // from the throne to a corner of the frame
constexpr double HALF_WIDTH = 6.8; // of the whole picture
constexpr double HALF_HEIGHT = 5.9;
constexpr double CAPTION_HEIGHT = 0.7;             // below that, if there is one
constexpr double HEX_RADIUS = 0.57735026918962576; // 1 / sqrt(3)
constexpr double PIECE_RADIUS = 0.36;
constexpr double BASELINE = 0.12; // from the middle of a line of text down to where it stands

// Three shapes around the centre of a hexagon, in user units.
constexpr std::string_view DISC = R"(<circle r="16.5"/><circle class="groove" r="10.5"/>)";
constexpr std::string_view CROWN =
    R"(<path d="M-12.5,8 L-17.5,-8 L-10,-3 L-9,-13.5 L-4,-5 L0,-16.5 L4,-5 L9,-13.5 L10,-3 )"
    R"(L17.5,-8 L12.5,8 Z"/><rect x="-13.5" y="8" width="27" height="6.5" rx="2"/>)";
constexpr std::string_view RING_WITH_CROSS =
    R"(<circle class="casing" r="20"/><circle r="20"/><circle class="badge" cx="14" cy="-14" r="7"/>)"
    R"(<path class="cross" d="M11,-17 L17,-11 M11,-11 L17,-17"/>)";

std::string pair(Point p) { return decimal(p.x * UNIT) + ',' + decimal(p.y * UNIT); }

/// A corner of a regular polygon around the origin; sixths of a turn, 0 to the right, clockwise.
Point corner(double radius, double sixths) {
    constexpr double SIXTH = 1.0471975511965977;
    return {.x = radius * std::cos(sixths * SIXTH), .y = radius * std::sin(sixths * SIXTH)};
}

Point operator+(Point a, Point b) { return {.x = a.x + b.x, .y = a.y + b.y}; }

std::string points(Point centre, std::span<const Point> outline) {
    std::string text;
    for (const Point& p : outline) text += (text.empty() ? "" : " ") + pair(centre + p);
    return text;
}

std::string attribute(std::string_view name, std::string_view value) {
    return ' ' + std::string(name) + "=\"" + std::string(value) + '"';
}

std::string cell_attribute(const SceneCell& seen) {
    return attribute("data-cell", seen.cell.text());
}

std::string polygon(std::string_view css_class, std::string_view outline,
                    std::string_view more = "") {
    return "<polygon" + attribute("class", css_class) + attribute("points", outline) +
           std::string(more) + "/>\n";
}

/// White, so that the picture does not depend on the page that it is shown on.
std::string paper() {
    return "<rect" + attribute("class", "paper") + attribute("x", decimal(-HALF_WIDTH * UNIT)) +
           attribute("y", decimal(-HALF_HEIGHT * UNIT)) + attribute("width", "100%") +
           attribute("height", "100%") + "/>\n";
}

std::string frame() {
    std::array<Point, 6> outline;
    for (std::size_t i = 0; i < outline.size(); ++i)
        outline[i] = corner(FRAME, static_cast<double>(i));
    return polygon("frame", points({}, outline));
}

std::string hexagon(std::string_view css_class, const SceneCell& seen,
                    const std::string& more = "") {
    std::array<Point, 6> outline;
    for (std::size_t i = 0; i < outline.size(); ++i)
        outline[i] = corner(HEX_RADIUS, static_cast<double>(i) + 0.5);
    return polygon(css_class, points(seen.centre, outline), cell_attribute(seen) + more);
}

std::string star() {
    std::array<Point, 12> outline;
    for (std::size_t i = 0; i < outline.size(); ++i)
        outline[i] = corner(i % 2 == 0 ? 0.4 : 0.2, static_cast<double>(i) / 2);
    return polygon("star", points({}, outline));
}

std::string tile(const SceneCell& seen) {
    switch (seen.shade) {
    case Shade::Throne: return hexagon("hex throne", seen) + star();
    case Shade::Light: return hexagon("hex light", seen);
    case Shade::Dark: return hexagon("hex dark", seen);
    }
    return {};
}

/// `width` is relative to the arrow of a last action.
std::string arrow(const std::array<Point, 2>& ends, std::string_view css_class = "arrow",
                  double width = 1, std::string_view more = "") {
    const Point from = ends[0];
    const Point to = ends[1];
    // Not std::hypot, which would tie wheels of Python to the C library of 2022.
    const double length =
        std::sqrt((to.x - from.x) * (to.x - from.x) + (to.y - from.y) * (to.y - from.y));
    if (length == 0) return {};
    const Point ahead{.x = (to.x - from.x) / length, .y = (to.y - from.y) / length};
    const auto along = [&](double forward, double aside) {
        return Point{.x = from.x + ahead.x * forward - ahead.y * aside,
                     .y = from.y + ahead.y * forward + ahead.x * aside};
    };
    const double tip = length - PIECE_RADIUS;
    const double neck = tip - 0.22;
    const double shaft = 0.06 * width;
    const double head = 0.19 * width;
    const std::array outline = {along(0, -shaft), along(neck, -shaft), along(neck, -head),
                                along(tip, 0),    along(neck, head),   along(neck, shaft),
                                along(0, shaft)};
    return polygon(css_class, points({}, outline), more);
}

/// An arrow for each action; a placement marks its cell instead.
std::string plan(const Scene& scene, std::span<const Move> actions) {
    const auto seen = [&](Cell cell) {
        return *std::ranges::find(scene.cells, cell, &SceneCell::cell);
    };
    std::string text;
    double opacity = 0.85;
    for (const Move move : actions) {
        const std::string faint = attribute("opacity", decimal(opacity, 2));
        opacity *= 0.65;
        if (move.is_pass()) continue;
        const SceneCell to = seen(move.to());
        if (move.is_placement())
            text += hexagon("plan", to, faint);
        else
            text += arrow({seen(move.from()).centre, to.centre}, "plan", 0.8, faint);
    }
    return text;
}

std::string group(const std::string& css_class, Point centre, std::string_view shape,
                  const std::string& more = "") {
    return "<g" + attribute("class", css_class) +
           attribute("transform", "translate(" + pair(centre) + ')') + more + '>' +
           std::string(shape) + "</g>\n";
}

std::string piece(Side side, const SceneCell& seen) {
    const bool queen = seen.kind == Piece::Queen;
    return group((queen ? "queen " : "guard ") + std::string(name(side)), seen.centre,
                 queen ? CROWN : DISC, cell_attribute(seen));
}

/// White's corner is at the lower left, black's at the upper right, and the other way round if the
/// board is turned: rows of three, two and one.
std::string reserve(Side side, int guards, bool turned) {
    constexpr std::array<Point, GUARDS_A_SIDE> PLACES = {
        {{-6.3, 5.4}, {-5.45, 5.4}, {-4.6, 5.4}, {-5.88, 4.66}, {-5.02, 4.66}, {-5.45, 3.92}}};
    const double half_turn = (side == Side::White) != turned ? 1 : -1;
    std::string text;
    for (std::size_t i = 0; i < static_cast<std::size_t>(guards); ++i)
        text += group("reserve guard " + std::string(name(side)),
                      {.x = PLACES[i].x * half_turn, .y = PLACES[i].y * half_turn}, DISC);
    return text;
}

std::string words(std::string_view css_class, Point p, std::string_view text) {
    return "<text" + attribute("class", css_class) + attribute("x", decimal(p.x * UNIT)) +
           attribute("y", decimal(p.y * UNIT)) + '>' + content_escaped(text) + "</text>\n";
}

std::string opening(const Position& position, bool with_caption) {
    const std::string width = decimal(2 * HALF_WIDTH * UNIT);
    const std::string height =
        decimal((2 * HALF_HEIGHT + (with_caption ? CAPTION_HEIGHT : 0)) * UNIT);
    const std::string left = decimal(-HALF_WIDTH * UNIT);
    const std::string top = decimal(-HALF_HEIGHT * UNIT);
    return "<svg xmlns=\"http://www.w3.org/2000/svg\"" + attribute("width", width) +
           attribute("height", height) +
           attribute("viewBox", left + ' ' + top + ' ' + width + ' ' + height) +
           attribute("class", "agon-diagram") + attribute("role", "img") + ">\n<title>" +
           content_escaped(to_text(position)) + "</title>\n";
}

/// Scoped to the class of the document, so that a page may hold several, and its own classes too.
std::string style() {
    std::string text = "<style>\n";
    const auto rule = [&](std::string_view selector, const std::string& declarations) {
        text += ".agon-diagram " + std::string(selector) + "{" + declarations + "}\n";
    };
    const auto fill = [](std::string_view colour) { return "fill:" + std::string(colour); };
    const std::string last = fill(LAST_COLOUR);
    rule(".paper", "fill:#fff");
    rule(".frame", "fill:#fbf5e8;stroke:#7d5c38;stroke-width:2.5;stroke-linejoin:round");
    rule(".hex", "stroke:#7d5c38;stroke-width:1.2");
    rule(".throne", fill(colour_of(Shade::Throne)));
    rule(".light", fill(colour_of(Shade::Light)));
    rule(".dark", fill(colour_of(Shade::Dark)));
    rule(".star", "fill:#fff3c4;stroke:#b07d1a;stroke-width:1.2;stroke-linejoin:round");
    rule(".last",
         last + ";fill-opacity:.4;stroke:" + std::string(LAST_COLOUR) + ";stroke-width:2.5");
    rule(".arrow", last);
    rule(".plan", fill(PLAN_COLOUR));
    rule(".white", "fill:#fffdf7;stroke:#2a211a;stroke-width:2;stroke-linejoin:round");
    rule(".black", "fill:#2a211a;stroke:#0e0a07;stroke-width:2;stroke-linejoin:round");
    rule(".groove", "fill:none;stroke-width:1.5");
    rule(".black .groove", "stroke:#cdb892");
    rule(".captured", "fill:none;stroke:" + std::string(CAPTURED_COLOUR) + ";stroke-width:3.5");
    rule(".casing", "stroke:#fff;stroke-width:6.5");
    rule(".badge", fill(CAPTURED_COLOUR) + ";stroke:#fff;stroke-width:1.5");
    rule(".cross", "stroke:#fff;stroke-width:2.5;stroke-linecap:round");
    rule("text", "fill:#4a3220;text-anchor:middle;font-family:Georgia,'DejaVu Serif',serif");
    rule(".label", "font-size:17px;font-weight:bold");
    rule(".caption", "font-size:19px;font-style:italic");
    return text + "</style>\n";
}

} // namespace

std::string svg_diagram(const Position& position, const DiagramOptions& options) {
    const Scene scene = scene_of(position, options.last, options.turned);
    std::string text = opening(position, !options.caption.empty()) + style() + paper() + frame();
    for (const SceneCell& seen : scene.cells) text += tile(seen);
    for (const SceneCell& seen : scene.cells)
        if (seen.last != LastMark::None) text += hexagon("last", seen);
    if (scene.arrow) text += arrow(*scene.arrow);
    for (const SceneCell& seen : scene.cells)
        if (seen.side) text += piece(*seen.side, seen);
    for (const SceneCell& seen : scene.cells)
        if (seen.captured)
            text += group("captured", seen.centre, RING_WITH_CROSS, cell_attribute(seen));
    for (const Side side : BOTH_SIDES) text += reserve(side, scene.reserve[side], options.turned);
    text += plan(scene, options.plan);
    for (const SceneLabel& label : scene.labels)
        text += words("label", label.centre + Point{.y = BASELINE}, label.text);
    if (!options.caption.empty())
        text += words("caption", {.y = HALF_HEIGHT + CAPTION_HEIGHT / 2}, options.caption);
    return text + "</svg>\n";
}

} // namespace agon

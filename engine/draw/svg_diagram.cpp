// The board as an SVG document, with the look of the page (protocol/web/page): the same shapes and
// the colours of its light theme. Every element carries its own colours, without a style sheet or
// references, as converters to PDF and PNG differ in what they know of these.
#include "engine/draw/diagram.hpp"
#include "engine/draw/markup.hpp"
#include "engine/draw/scene.hpp"
#include "engine/notation/notation.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <span>
#include <string_view>

namespace agon {

namespace {

// In user units; the throne is at 0,0.
constexpr double STEP = 34.641016151377546; // between the centres of neighbours: 20 * sqrt(3)
constexpr double HEX_RADIUS = 17.2;         // to a corner; a rounded outline adds to it
constexpr double LABEL_DISTANCE = 22.4;     // from the centre of a cell on the edge
constexpr double HALF_WIDTH = 174;          // of the whole picture
constexpr double HALF_HEIGHT = 196;
constexpr double CAPTION_HEIGHT = 22; // below that, if there is one
constexpr double PIXELS = 1.5;        // a user unit, by default

// Shapes around the centre of a cell.
constexpr std::string_view CROWN = R"(d="M-7.6 5.2-9-4.4-4.3-.6 0-7.4 4.3-.6 9-4.4 7.6 5.2Z")";
constexpr std::string_view SHIELD = R"(d="M0-6.6C2.1-5.2 4.2-4.6 6.4-4.5 6.4.9 4.6 4.9 0 7.5)"
                                    R"(-4.6 4.9-6.4.9-6.4-4.5-4.2-4.6-2.1-5.2 0-6.6Z")";

/// How the pieces of a side are painted.
struct Paint {
    std::string_view disc;   ///< with an outline
    std::string_view under;  ///< the rim below, which makes the disc thick
    std::string_view shield; ///< of a guard
    std::string_view crown;  ///< of a queen
};

constexpr PerSide<Paint> PAINTS{{Paint{.disc = R"(fill="#fffdf8" stroke="#54463a")",
                                       .under = R"(fill="#b9a88f")",
                                       .shield = R"(fill="none" stroke="#857462")",
                                       .crown = R"(fill="#c98f14" stroke="#5c3f08")"},
                                 Paint{.disc = R"(fill="#2f2440" stroke="#160f1f")",
                                       .under = R"(fill="#0a0610")",
                                       .shield = R"(fill="none" stroke="#b5a7c9")",
                                       .crown = R"(fill="#f5c64f" stroke="#f5c64f")"}}};

constexpr std::string_view LAST_PAINT =
    R"( fill="#9a86e0" stroke="#5a45b5" stroke-width="1.6" fill-opacity=")";
constexpr std::string_view ARROW_PAINT = R"( fill="#5a45b5" stroke="#fffefb")";
constexpr std::string_view PLAN_PAINT = R"( fill="#0b6e56" stroke="#fffefb" opacity=")";
constexpr std::string_view PLACE_PAINT =
    R"( fill="#0b6e56" fill-opacity=".3" stroke="#0b6e56" stroke-width="2.8" opacity=")";
constexpr std::string_view CASING_PAINT = R"( fill="none" stroke="#fffefb" stroke-width="4")";
constexpr std::string_view CAPTURED_PAINT =
    R"( fill="none" stroke="#b5351d" stroke-width="2.6" stroke-dasharray="5.5 3.2")";
constexpr std::string_view THRONE_PAINT =
    R"( fill="none" stroke="#5c3f08" stroke-width="1.3" opacity=".8")";
constexpr std::string_view TEXT_PAINT =
    R"( text-anchor="middle" font-family="system-ui,'Segoe UI',Roboto,'DejaVu Sans',sans-serif")";

Point operator+(Point a, Point b) { return {.x = a.x + b.x, .y = a.y + b.y}; }

/// `sixths` of a turn from the right, clockwise.
Point away(double length, double sixths) {
    constexpr double SIXTH = 1.0471975511965977;
    return {.x = length * std::cos(sixths * SIXTH), .y = length * std::sin(sixths * SIXTH)};
}

/// The board stands on its corner: the scene turned by a twelfth, which brings a1 to the bottom.
Point placed(Point p) {
    return {.x = (p.x * ROW_HEIGHT + p.y / 2) * STEP, .y = (p.y * ROW_HEIGHT - p.x / 2) * STEP};
}

std::string pair(Point p) { return decimal(p.x) + ',' + decimal(p.y); }

std::string points(Point centre, std::span<const Point> outline) {
    std::string text;
    for (const Point& p : outline) text += (text.empty() ? "" : " ") + pair(centre + p);
    return text;
}

std::string attribute(std::string_view name, std::string_view value) {
    return ' ' + std::string(name) + "=\"" + std::string(value) + '"';
}

std::string polygon(std::string_view css_class, std::string_view outline, std::string_view more) {
    return "<polygon" + attribute("class", css_class) + std::string(more) +
           attribute("points", outline) + "/>\n";
}

std::string hexagon(std::string_view css_class, const SceneCell& seen, std::string_view more = "") {
    std::array<Point, 6> outline;
    for (std::size_t i = 0; i < outline.size(); ++i)
        outline[i] = away(HEX_RADIUS, static_cast<double>(i));
    return polygon(css_class, points(placed(seen.centre), outline),
                   attribute("data-cell", seen.cell.text()) + std::string(more));
}

std::string group(std::string_view css_class, std::string_view content, std::string_view more) {
    return "<g" + attribute("class", css_class) + std::string(more) + '>' + std::string(content) +
           "</g>\n";
}

/// The cells by ring, and the sign of the throne.
std::string board(const Scene& scene) {
    std::string text;
    for (int ring = RING_COUNT - 1; ring >= 0; --ring) {
        std::string cells = "\n";
        for (const SceneCell& seen : scene.cells)
            if (seen.cell.ring() == ring) cells += hexagon("hex", seen);
        const std::string_view colour = RING_COLOURS[static_cast<std::size_t>(ring)];
        text += group("ring" + std::to_string(ring), cells,
                      attribute("fill", colour) + attribute("stroke", colour) +
                          attribute("stroke-width", "3.4"));
    }
    return text + "<path class=\"throne\"" + std::string(THRONE_PAINT) + ' ' + std::string(CROWN) +
           "/>\n";
}

std::string last_mark(const SceneCell& seen) {
    const bool from = seen.last == LastMark::From;
    return hexagon(from ? "last from" : "last", seen,
                   std::string(LAST_PAINT) + (from ? ".5\"" : ".85\""));
}

/// From `start` on the way between two centres to `short_of` before its end.
std::string arrow(Point from, Point to, std::string_view css_class, std::string_view paint,
                  double start, double short_of) {
    // Not std::hypot, which would tie wheels of Python to the C library of 2022.
    const double length =
        std::sqrt((to.x - from.x) * (to.x - from.x) + (to.y - from.y) * (to.y - from.y));
    if (length == 0) return {};
    const Point ahead{.x = (to.x - from.x) / length, .y = (to.y - from.y) / length};
    const auto along = [&](double forward, double aside) {
        return Point{.x = from.x + ahead.x * forward - ahead.y * aside,
                     .y = from.y + ahead.y * forward + ahead.x * aside};
    };
    constexpr double SHAFT = 2.7, HEAD = 7.4, HEAD_LENGTH = 11;
    const double tip = length - short_of;
    const double neck = tip - HEAD_LENGTH;
    const std::array outline = {along(start, -SHAFT), along(neck, -SHAFT), along(neck, -HEAD),
                                along(tip, 0),        along(neck, HEAD),   along(neck, SHAFT),
                                along(start, SHAFT)};
    return polygon(css_class, points({}, outline), paint);
}

/// Lies under the pieces and ends at the rim of the one that has moved.
std::string last_arrow(const Scene& scene) {
    if (!scene.arrow) return {};
    return arrow(placed(scene.arrow->at(0)), placed(scene.arrow->at(1)), "arrow", ARROW_PAINT, 0,
                 16);
}

/// An arrow for each action; a placement marks its cell instead.
std::string plan(const Scene& scene, std::span<const Move> actions) {
    const auto seen = [&](Cell cell) {
        return *std::ranges::find(scene.cells, cell, &SceneCell::cell);
    };
    std::string text;
    double opacity = 1;
    for (const Move move : actions) {
        const std::string faint = decimal(opacity, 2) + '"';
        opacity *= 0.65;
        if (move.is_pass()) continue;
        const SceneCell to = seen(move.to());
        if (move.is_placement())
            text += hexagon("plan", to, std::string(PLACE_PAINT) + faint);
        else
            text += arrow(placed(seen(move.from()).centre), placed(to.centre), "plan",
                          std::string(PLAN_PAINT) + faint, 9, 1);
    }
    return text;
}

std::string piece(Side side, Piece kind, Point centre, std::string_view scale,
                  std::string_view classes, std::string_view more) {
    const Paint& paint = PAINTS[side];
    const bool queen = kind == Piece::Queen;
    const auto disc = [&](std::string_view raised, std::string_view colours) {
        return "<circle" + std::string(raised) + attribute("r", queen ? "15.5" : "14") + ' ' +
               std::string(colours) + "/>";
    };
    const std::string_view sign = queen ? paint.crown : paint.shield;
    return group(std::string(classes) + std::string(name(side)),
                 disc(" cy=\"2\"", paint.under) + disc("", paint.disc) + "<path " +
                     std::string(sign) + ' ' + std::string(queen ? CROWN : SHIELD) +
                     (queen ? "/>" : " stroke-width=\"1.8\"/>"),
                 attribute("transform", "translate(" + pair(centre) + ')' + std::string(scale)) +
                     std::string(more));
}

std::string piece(const SceneCell& seen) {
    return piece(*seen.side, seen.kind, placed(seen.centre), "",
                 seen.kind == Piece::Queen ? "queen " : "guard ",
                 attribute("data-cell", seen.cell.text()));
}

/// A dashed ring; the white one below keeps it apart from any colour around it.
std::string capture_mark(const SceneCell& seen) {
    const auto ring = [](std::string_view paint) {
        return "<circle r=\"17.4\"" + std::string(paint) + "/>";
    };
    return group("captured", ring(CASING_PAINT) + ring(CAPTURED_PAINT),
                 attribute("transform", "translate(" + pair(placed(seen.centre)) + ')') +
                     attribute("data-cell", seen.cell.text()));
}

/// White's corner is at the lower left, black's at the upper right, and the other way round if the
/// board is turned: two rows of three.
std::string reserve(Side side, int guards, bool turned) {
    const double half_turn = (side == Side::White) != turned ? 1 : -1;
    std::string text;
    for (int i = 0; i < guards; ++i) {
        const Point place{.x = -158.0 + 26 * (i % 3), .y = i < 3 ? 180.0 : 155.0};
        text += piece(side, Piece::Guard, {.x = place.x * half_turn, .y = place.y * half_turn},
                      " scale(.8)", "reserve guard ", "");
    }
    return text;
}

std::string words(std::string_view css_class, Point p, std::string_view text,
                  std::string_view more = "") {
    return "<text" + attribute("class", css_class) + attribute("x", decimal(p.x)) +
           attribute("y", decimal(p.y)) + std::string(more) + '>' + content_escaped(text) +
           "</text>\n";
}

/// Letters and numbers in the notches of the edge: the lower half of the letters at the lower right
/// and the others at the upper left, of the numbers at the lower left and the upper right.
std::string labels(const Scene& scene, bool turned) {
    constexpr double BASELINE = 3.1; // from the middle of a line down to where it stands
    const auto beside = [&](int file, int row, double sixths, const std::string& text) {
        const Cell cell = Cell::at(file, row).value();
        const Point centre = placed(std::ranges::find(scene.cells, cell, &SceneCell::cell)->centre);
        const Point label = centre + away(turned ? -LABEL_DISTANCE : LABEL_DISTANCE, sixths);
        return words("label", label + Point{.y = BASELINE}, text);
    };
    std::string text = "\n";
    for (int i = 0; i < SPAN; ++i) {
        const bool lower = i <= SPAN / 2;
        const int far = lower ? 0 : SPAN - 1;
        text += beside(i, far, lower ? 0.5 : 3.5, {Cell::FILES[static_cast<std::size_t>(i)]}) +
                beside(far, i, lower ? 2.5 : 5.5, std::to_string(i + 1));
    }
    return group("labels", text,
                 std::string(TEXT_PAINT) + R"( fill="#635a6c" font-size="8.5" font-weight="600")");
}

/// White, so that the picture does not depend on the page that it is shown on.
std::string paper() {
    return "<rect" + attribute("class", "paper") + attribute("x", decimal(-HALF_WIDTH)) +
           attribute("y", decimal(-HALF_HEIGHT)) + R"( width="100%" height="100%" fill="#fff")" +
           "/>\n";
}

std::string opening(const Position& position, bool with_caption) {
    const double height = 2 * HALF_HEIGHT + (with_caption ? CAPTION_HEIGHT : 0);
    return "<svg xmlns=\"http://www.w3.org/2000/svg\"" +
           attribute("width", decimal(2 * HALF_WIDTH * PIXELS)) +
           attribute("height", decimal(height * PIXELS)) +
           attribute("viewBox", decimal(-HALF_WIDTH) + ' ' + decimal(-HALF_HEIGHT) + ' ' +
                                    decimal(2 * HALF_WIDTH) + ' ' + decimal(height)) +
           attribute("class", "agon-diagram") + attribute("role", "img") +
           attribute("stroke-linejoin", "round") + ">\n<title>" +
           content_escaped(to_text(position)) + "</title>\n";
}

} // namespace

std::string svg_diagram(const Position& position, const DiagramOptions& options) {
    const Scene scene = scene_of(position, options.last, options.turned);
    std::string text = opening(position, !options.caption.empty()) + paper() + board(scene);
    for (const SceneCell& seen : scene.cells)
        if (seen.last != LastMark::None) text += last_mark(seen);
    text += labels(scene, options.turned) + last_arrow(scene);
    std::string pieces = "\n";
    for (const SceneCell& seen : scene.cells)
        if (seen.side) pieces += piece(seen);
    for (const SceneCell& seen : scene.cells)
        if (seen.captured) pieces += capture_mark(seen);
    for (const Side side : BOTH_SIDES) pieces += reserve(side, scene.reserve[side], options.turned);
    text += group("pieces", pieces, attribute("stroke-width", "1.3")) + plan(scene, options.plan);
    if (!options.caption.empty())
        text += words("caption", {.y = HALF_HEIGHT + CAPTION_HEIGHT / 2}, options.caption,
                      std::string(TEXT_PAINT) + R"( fill="#2b2233" font-size="11")");
    return text + "</svg>\n";
}

} // namespace agon

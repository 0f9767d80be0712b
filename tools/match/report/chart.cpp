#include "tools/match/report/chart.hpp"

#include "engine/draw/markup.hpp"

#include <algorithm>
#include <cmath>

namespace agon::match {
namespace {

constexpr double WIDTH = 720, HEIGHT = 312; // of the picture, in user units
constexpr double LEFT = 64, RIGHT = 704, TOP = 12, BOTTOM = 262;
constexpr double BEGINNING = 0.1; // share of the games whose points do not set the scale

struct Range {
    double low, high;

    void take_in(double value) {
        low = std::min(low, value);
        high = std::max(high, value);
    }
};

/// 1, 2 or 5 times a power of ten, so that the range has about five of them.
double tick_step(Range range) {
    const double least = (range.high - range.low) / 6;
    const double power = std::pow(10, std::floor(std::log10(least)));
    for (const double factor : {1.0, 2.0, 5.0})
        if (factor * power >= least) return factor * power;
    return 10 * power;
}

class Drawing {
public:
    explicit Drawing(const Chart& chart) : chart_(chart) {
        for (const ChartLine& line : chart.lines)
            if (!line.points.empty()) games_.take_in(line.points.back().games);
        const double begin = games_.high * BEGINNING;
        for (const ChartLine& line : chart.lines)
            for (const ChartPoint& point : line.points)
                if (point.games >= begin)
                    for (const double sign : {-1, 1})
                        values_.take_in(point.value + sign * point.error);
        for (const ChartBound& bound : chart.bounds) values_.take_in(bound.value);
        const double margin = std::max((values_.high - values_.low) * 0.05, 0.01);
        values_ = {values_.low - margin, values_.high + margin};
    }

    std::string svg() {
        text_ = "<figure><figcaption>" + attribute_escaped(chart_.title) + legend() +
                "</figcaption><svg class=\"chart\" role=\"img\" viewBox=\"0 0 " + decimal(WIDTH) +
                ' ' + decimal(HEIGHT) + "\"><title>" + attribute_escaped(chart_.title) +
                "</title>\n";
        draw_axes();
        // A nested picture is cut off at its edge.
        text_ += "<svg x=\"" + decimal(LEFT) + "\" y=\"" + decimal(TOP) + "\" width=\"" +
                 decimal(RIGHT - LEFT) + "\" height=\"" + decimal(BOTTOM - TOP) + "\" viewBox=\"" +
                 decimal(LEFT) + ' ' + decimal(TOP) + ' ' + decimal(RIGHT - LEFT) + ' ' +
                 decimal(BOTTOM - TOP) + "\">\n";
        for (std::size_t i = 0; i < chart_.lines.size(); ++i) draw(chart_.lines[i], i);
        text_ += "</svg>\n";
        for (const ChartBound& bound : chart_.bounds) draw(bound);
        return text_ + "</svg></figure>\n";
    }

private:
    [[nodiscard]] double x(double games) const {
        return LEFT + (RIGHT - LEFT) * games / std::max(games_.high, 1.0);
    }
    [[nodiscard]] double y(double value) const {
        return BOTTOM - (BOTTOM - TOP) * (value - values_.low) / (values_.high - values_.low);
    }

    /// Lines by their colours, where there are several.
    [[nodiscard]] std::string legend() const {
        if (chart_.lines.size() == 1) return "";
        std::string html;
        for (std::size_t i = 0; i < chart_.lines.size(); ++i)
            html += " <span class=\"" + colour(i) + "\">" +
                    attribute_escaped(chart_.lines[i].name) + "</span>";
        return html;
    }

    /// Of the style sheet's eight.
    static std::string colour(std::size_t line) { return 'c' + std::to_string(line % 8); }

    void rule(const char* css_class, double x1, double y1, double x2, double y2) {
        text_ += "<line class=\"" + std::string(css_class) + "\" x1=\"" + decimal(x1) + "\" y1=\"" +
                 decimal(y1) + "\" x2=\"" + decimal(x2) + "\" y2=\"" + decimal(y2) + "\"/>\n";
    }

    void words(const char* css_class, double at_x, double at_y, const std::string& text) {
        text_ += "<text class=\"" + std::string(css_class) + "\" x=\"" + decimal(at_x) + "\" y=\"" +
                 decimal(at_y) + "\">" + attribute_escaped(text) + "</text>\n";
    }

    void draw_axes() {
        const double step = tick_step(values_);
        for (double n = std::ceil(values_.low / step); n * step <= values_.high; ++n) {
            rule(n == 0 ? "zero" : "grid", LEFT, y(n * step), RIGHT, y(n * step));
            words("left", LEFT - 6, y(n * step) + 5, decimal(n * step, 3));
        }
        const double wide = std::max(tick_step({0, std::max(games_.high, 1.0)}), 1.0);
        for (double games = 0; games <= games_.high; games += wide)
            words("below", x(games), BOTTOM + 22, decimal(games));
        words("below", (LEFT + RIGHT) / 2, HEIGHT - 4, "games");
    }

    void draw(const ChartLine& line, std::size_t i) {
        std::string along, back;
        bool band = false;
        for (const ChartPoint& point : line.points) {
            along += decimal(x(point.games)) + ',' + decimal(y(point.value)) + ' ';
            band = band || point.error > 0;
        }
        if (band) {
            for (const ChartPoint& point : line.points)
                back += decimal(x(point.games)) + ',' + decimal(y(point.value + point.error)) + ' ';
            for (auto point = line.points.rbegin(); point != line.points.rend(); ++point)
                back +=
                    decimal(x(point->games)) + ',' + decimal(y(point->value - point->error)) + ' ';
            text_ += "<polygon class=\"band\" points=\"" + back + "\"/>\n";
        }
        text_ += "<polyline class=\"curve " + colour(i) + "\" points=\"" + along + "\"/>\n";
    }

    void draw(const ChartBound& bound) {
        rule("bound", LEFT, y(bound.value), RIGHT, y(bound.value));
        const bool above = y(bound.value) > (TOP + BOTTOM) / 2; // keep off the edge
        words("bound", LEFT + 6, y(bound.value) + (above ? -5 : 16), bound.name);
    }

    const Chart& chart_;
    Range games_{0, 0};
    Range values_{0, 0};
    std::string text_;
};

} // namespace

std::string to_svg(const Chart& chart) { return Drawing(chart).svg(); }

} // namespace agon::match

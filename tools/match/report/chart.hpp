// A curve over the games of a match, as SVG.
#pragma once

#include <string>
#include <vector>

namespace agon::match {

struct ChartPoint {
    double games;
    double value;
    double error = 0; ///< half the height of the band around the line; 0 for none
};

struct ChartLine {
    std::string name;
    std::vector<ChartPoint> points; ///< by `games`, ascending
};

struct ChartBound {
    std::string name;
    double value;
};

struct Chart {
    std::string title;
    std::vector<ChartLine> lines;
    std::vector<ChartBound> bounds; ///< drawn across; always in the picture
};

/// A `figure` with an `svg` element, for a page whose style sheet knows its classes. The first
/// points of a match, which are wild, are cut off where they would flatten the rest.
[[nodiscard]] std::string to_svg(const Chart& chart);

} // namespace agon::match

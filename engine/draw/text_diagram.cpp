// The board in characters: a cell takes three, ` Q `, and neighbours in a row are four apart.
#include "engine/draw/diagram.hpp"
#include "engine/draw/scene.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <string_view>

namespace agon {
namespace {

constexpr int CELL_WIDTH = 4;
constexpr std::size_t MIDDLE = 25;      // the throne's column: the number of row 6 is in column 1
constexpr std::size_t COLUMNS = 48;     // the letter of file l is in column 47
constexpr std::size_t LINES = SPAN + 1; // file letters stand below the lowest row

/// How a character looks; Plain is the terminal's default.
enum class Ink : std::uint8_t { Plain, Label, Light, Dark, Throne, White, Black, Captured, Last };

/// Cells and pieces set both colours, so the terminal's background does not matter there.
constexpr std::string_view escape(Ink ink) {
    switch (ink) {
    case Ink::Plain: return "\x1b[0m";
    case Ink::Label: return "\x1b[0;1m";
    case Ink::Light: return "\x1b[0;38;5;94;48;5;180m";
    case Ink::Dark: return "\x1b[0;38;5;58;48;5;137m";
    case Ink::Throne: return "\x1b[0;1;38;5;88;48;5;220m";
    case Ink::White: return "\x1b[0;1;38;5;16;48;5;231m";
    case Ink::Black: return "\x1b[0;1;38;5;231;48;5;16m";
    case Ink::Captured: return "\x1b[0;1;38;5;231;48;5;160m";
    case Ink::Last: return "\x1b[0;1;38;5;16;48;5;113m";
    }
    return {};
}

/// Light and dark rings alternate: terminals have too few colours for six shades.
Ink tile_ink(Cell cell) {
    if (cell == THRONE_CELL) return Ink::Throne;
    return cell.ring() % 2 == 0 ? Ink::Light : Ink::Dark;
}

struct Glyph {
    char character = ' ';
    Ink ink = Ink::Plain;
};
using Line = std::array<Glyph, COLUMNS>;

char character_of(const SceneCell& seen) {
    if (!seen.side) return seen.cell == THRONE_CELL ? '*' : '.';
    constexpr std::string_view LETTERS = "GQgq"; // by side, then by kind of piece
    return LETTERS[index(*seen.side) * 2 + index(seen.kind)];
}

class Sheet {
public:
    /// The gap between two tiles goes to the one drawn later.
    void draw_tile(const SceneCell& seen) {
        const Ink tile = tile_ink(seen.cell);
        at(seen.centre, 0) = {character_of(seen), tile};
        surround(seen.centre, 1, ' ', ' ', tile);
        surround(seen.centre, 2, ' ', ' ', tile);
    }

    void draw_piece_and_marks(const SceneCell& seen) {
        if (seen.side) {
            const Ink ink = *seen.side == Side::White ? Ink::White : Ink::Black;
            at(seen.centre, 0).ink = ink;
            surround(seen.centre, 1, ' ', ' ', ink);
        }
        // A piece both captured and in the last action spreads into the gaps: [(g)].
        const int brackets = seen.captured ? 2 : 1;
        if (seen.last != LastMark::None) surround(seen.centre, brackets, '[', ']', Ink::Last);
        if (seen.captured) surround(seen.centre, 1, '(', ')', Ink::Captured);
    }

    /// The last character of a label is at its centre.
    void draw(const SceneLabel& label) {
        int offset = -static_cast<int>(label.text.size()) + 1;
        for (const char character : label.text)
            at(label.centre, offset++) = {character, Ink::Label};
    }

    [[nodiscard]] std::string text(bool colour) const {
        std::string text;
        for (const Line& line : lines_) {
            Ink ink = Ink::Plain;
            const std::size_t end = length(line, colour);
            for (std::size_t i = 0; i < end; ++i) {
                if (colour && line[i].ink != ink) text += escape(ink = line[i].ink);
                text += line[i].character;
            }
            if (ink != Ink::Plain) text += escape(Ink::Plain);
            text += '\n';
        }
        return text;
    }

private:
    void surround(Point centre, int distance, char left, char right, Ink ink) {
        at(centre, -distance) = {left, ink};
        at(centre, distance) = {right, ink};
    }

    Glyph& at(Point centre, int offset) {
        const auto line = std::lround(centre.y / ROW_HEIGHT) + SPAN / 2;
        const auto column = std::lround(centre.x * CELL_WIDTH) + offset + static_cast<long>(MIDDLE);
        return lines_[static_cast<std::size_t>(line)][static_cast<std::size_t>(column)];
    }

    /// Excludes trailing blanks unless colour makes them visible.
    static std::size_t length(const Line& line, bool colour) {
        const auto blank = [colour](Glyph glyph) {
            return glyph.character == ' ' && !(colour && glyph.ink != Ink::Plain);
        };
        return static_cast<std::size_t>(line.rend() -
                                        std::find_if_not(line.rbegin(), line.rend(), blank));
    }

    std::array<Line, LINES> lines_{};
};

std::string reserve_line(const Scene& scene) {
    std::string text = "reserve:";
    for (const Side side : BOTH_SIDES) {
        text += side == Side::White ? " white " : ", black ";
        const auto guards = static_cast<std::size_t>(scene.reserve[side]);
        text += guards > 0 ? std::string(guards, side == Side::White ? 'G' : 'g') : "-";
    }
    return text + '\n';
}

} // namespace

std::string text_diagram(const Position& position, const DiagramOptions& options) {
    const Scene scene = scene_of(position, options.last, options.turned);
    Sheet sheet;
    // From the throne outwards, so that gaps look the same on the left and the right.
    for (int ring = 0; ring < RING_COUNT; ++ring)
        for (const SceneCell& seen : scene.cells)
            if (seen.cell.ring() == ring) sheet.draw_tile(seen);
    for (const SceneCell& seen : scene.cells) sheet.draw_piece_and_marks(seen);
    for (const SceneLabel& label : scene.labels) sheet.draw(label);
    return sheet.text(options.colour) + (position.placing() ? reserve_line(scene) : "");
}

} // namespace agon

#include "protocol/gtp/gogui_text.hpp"

#include "engine/draw/scene.hpp"
#include "engine/game/movegen.hpp"
#include "protocol/session/describe.hpp"

#include <fmt/format.h>

#include <cctype>
#include <cstddef>

namespace agon::protocol {
namespace {

/// A line with a graphics command and its cells; "" when there are none.
std::string command(const std::string& words, Bitboard cells) {
    return cells.none() ? "" : words + ' ' + vertices_text(cells) + '\n';
}

template<class Predicate>
Bitboard cells_of(const Scene& scene, Predicate holds) {
    Bitboard cells;
    for (const SceneCell& seen : scene.cells)
        if (holds(seen)) cells |= Bitboard(seen.cell);
    return cells;
}

std::string label(const SceneCell& seen) {
    return ' ' + vertex_text(seen.cell) + (seen.kind == Piece::Queen ? " Q" : " G");
}

} // namespace

std::string gogui_status(const GtpRecord& record) {
    if (const auto end = record.end()) return end->text;
    const Position& position = record.game().position();
    const std::string who(name(record.chooser()));
    const Move first = record.choices()[0];
    if (position.placing())
        return who + " to place a guard, in reserve: white " + std::to_string(position.reserve[0]) +
               ", black " + std::to_string(position.reserve[1]);
    if (first.is_pass()) return who + " to pass";
    if (position.captured.contains(first.from())) return who + " to relocate a captured piece";
    return who + " to move";
}

std::string vertex_text(Cell cell) {
    std::string text = cell.text();
    text[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(text[0])));
    return text;
}

std::string vertices_text(Bitboard cells) {
    std::string text;
    cells.for_each([&](Cell cell) { text += (text.empty() ? "" : " ") + vertex_text(cell); });
    return text;
}

std::string gogui_board(const Position& position) {
    std::string text;
    for (int row = SPAN - 1; row >= 0; --row) {
        for (int file = 0; file < SPAN; ++file) {
            const auto cell = Cell::at(file, row);
            if (file > 0) text += ' ';
            if (!cell)
                text += '?';
            else if (position.pieces[Side::Black].contains(*cell))
                text += 'X';
            else
                text += position.pieces[Side::White].contains(*cell) ? 'O' : '.';
        }
        if (row > 0) text += '\n';
    }
    return text;
}

std::string gogui_graphics(const GtpRecord& record) {
    const Scene scene = scene_of(record.game().position());
    std::string text;
    for (std::size_t ring = 0; ring < RINGS.size(); ++ring)
        text += command("COLOR " + std::string(RING_COLOURS[ring]), RINGS[ring]);
    text += "LABEL";
    for (const SceneCell& seen : scene.cells)
        if (seen.side) text += label(seen);
    text += '\n' + command("MARK", cells_of(scene, [](const SceneCell& c) { return c.captured; }));
    if (const auto from = record.selected())
        text += command("CIRCLE", Bitboard(*from)) + command("SQUARE", record.vertices());
    return text + "TEXT " + gogui_status(record);
}

std::string gogui_choices(const GtpRecord& record) {
    const auto from = record.selected();
    return command("CIRCLE", from ? Bitboard(*from) : Bitboard()) +
           command("SQUARE", record.vertices()) +
           fmt::format("TEXT {} legal actions", record.choices().size());
}

std::string gogui_variation(std::span<const Move> moves, const std::string& score) {
    if (moves.empty()) return "TEXT no principal variation";
    std::string text;
    if (!moves[0].is_pass()) {
        if (!moves[0].is_placement()) text += command("CIRCLE", Bitboard(moves[0].from()));
        text += command("SQUARE", Bitboard(moves[0].to()));
    }
    std::string labels;
    Bitboard labelled;
    for (std::size_t i = 0; i < moves.size(); ++i) {
        if (moves[i].is_pass() || labelled.contains(moves[i].to())) continue;
        labelled |= Bitboard(moves[i].to());
        labels += fmt::format(" {} {}", vertex_text(moves[i].to()), i + 1);
    }
    if (!labels.empty()) text += "LABEL" + labels + '\n';
    return text + "TEXT " + score + ": " + moves_text(moves);
}

} // namespace agon::protocol

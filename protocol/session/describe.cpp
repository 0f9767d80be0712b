#include "protocol/session/describe.hpp"

#include "engine/draw/diagram.hpp"
#include "engine/game/movegen.hpp"
#include "engine/game/outcome.hpp"
#include "engine/notation/notation.hpp"
#include "engine/notation/sentences.hpp"
#include "search/listener.hpp"
#include "search/nnue/evaluator.hpp"

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <fmt/format.h>
#include <span>
#include <sstream>
#include <string>
#include <vector>

namespace agon::protocol {

std::uint64_t per_second(std::uint64_t nodes, std::chrono::microseconds time) {
    const auto us = static_cast<double>(std::max<std::int64_t>(time.count(), 1));
    return static_cast<std::uint64_t>(static_cast<double>(nodes) * 1e6 / us);
}

std::string moves_text(std::span<const Move> moves) {
    std::string text;
    for (const Move move : moves) text += (text.empty() ? "" : " ") + to_text(move);
    return text;
}

Lines split_lines(const std::string& text) {
    Lines lines;
    std::istringstream stream(text);
    for (std::string line; std::getline(stream, line);) lines.push_back(line);
    return lines;
}

std::string legal_text(const Game& game) {
    MoveList moves;
    if (game.outcome()) return ""; // a position drawn by a limit has actions, the game has none
    legal_moves(game.rules(), game.position(), moves);
    return moves_text(moves);
}

Lines describe(const Game& game, bool colour) {
    DiagramOptions options;
    options.colour = colour;
    if (game.length() > 0) options.last = game.move(game.length() - 1);
    return split_lines(fmt::format("{}\nFen: {}\nKey: {:016X}\nChooser: {}\nLegal: {}\nResult: {}",
                                   text_diagram(game.position(), options), to_text(game.position()),
                                   game.position().key, name(game.chooser()), legal_text(game),
                                   to_text(game.outcome())));
}

Lines describe_evaluation(const Game& game, const search::nnue::NamedNetwork& evaluating) {
    const Position& position = game.position();
    if (is_decided(game.rules(), position)) return {"Result: " + to_text(game.outcome())};
    const auto white_value = [&](Bitboard taken_away) {
        const search::Score score =
            search::nnue::evaluate(*evaluating.network, game.rules(), position, taken_away);
        return game.chooser() == Side::White ? score : -score;
    };
    const search::Score total = white_value({});
    Lines lines{
        fmt::format("Network: {}", evaluating.name),
        "worth: the evaluation with the piece minus that without it, from its owner's side.",
        "Where no piece can leave the board, only compare it: its sign means nothing.",
        "piece       | cell |  worth", "------------+------+-------"};
    for (const Side side : BOTH_SIDES)
        position.pieces[side].for_each([&](Cell cell) {
            lines.push_back(fmt::format(
                "{} {:<5} | {:>4} | {:>+6}", name(side),
                position.queens[side] == cell ? "queen" : "guard", cell.text(),
                (total - white_value(Bitboard(cell))) * (side == Side::White ? 1 : -1)));
        });
    lines.push_back(fmt::format("Evaluation: {:+} (white's side)", total));
    for (const Safety& safety : safe_sides(game.rules(), position))
        lines.push_back(safety_sentence(position, safety));
    return lines;
}

std::string perft_total(std::uint64_t total) { return fmt::format("Nodes searched: {}", total); }

std::uint64_t total_count(const std::vector<DivideEntry>& entries, int depth) {
    std::uint64_t total = depth == 0 ? 1 : 0;
    for (const DivideEntry& entry : entries) total += entry.count;
    return total;
}

Lines describe_perft(const std::vector<DivideEntry>& entries, std::uint64_t total) {
    Lines lines;
    for (const DivideEntry& entry : entries)
        lines.push_back(fmt::format("{}: {}", to_text(entry.move), entry.count));
    lines.emplace_back();
    lines.push_back(perft_total(total));
    return lines;
}

} // namespace agon::protocol

#include "protocol/session/describe.hpp"

#include "engine/draw/diagram.hpp"
#include "engine/game/movegen.hpp"
#include "engine/record/notation.hpp"
#include "search/nnue/evaluator.hpp"

#include <algorithm>
#include <spdlog/fmt/fmt.h>
#include <sstream>

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

std::string score_text(search::Score score) {
    return search::is_decisive(score) ? fmt::format("mate {}", search::mate_number(score))
                                      : fmt::format("cp {}", score);
}

std::string info_text(const search::Info& info, bool show_wdl) {
    std::string text = fmt::format("info depth {} seldepth {} multipv {} score {}", info.depth,
                                   info.selective_depth, info.line, score_text(info.score));
    if (info.bound == search::Bound::Lower) text += " lowerbound";
    if (info.bound == search::Bound::Upper) text += " upperbound";
    if (show_wdl) text += fmt::format(" wdl {} {} {}", info.wdl.win, info.wdl.draw, info.wdl.loss);
    const auto ms = std::chrono::duration_cast<std::chrono::milliseconds>(info.time);
    text += fmt::format(" nodes {} nps {} hashfull {} time {}", info.nodes,
                        per_second(info.nodes, info.time), info.hash_full, ms.count());
    if (!info.line_moves.empty()) text += " pv " + moves_text(info.line_moves);
    return text;
}

std::string bestmove_text(const search::Answer& answer) {
    if (answer.best.is_none()) return "bestmove (none)";
    std::string text = "bestmove " + to_text(answer.best);
    if (!answer.ponder.is_none()) text += " ponder " + to_text(answer.ponder);
    return text;
}

namespace {

std::string nodes_and_time(std::uint64_t nodes, std::chrono::microseconds time) {
    return fmt::format("{} nodes, {} ms", nodes, time / std::chrono::milliseconds(1));
}

} // namespace

Lines split_lines(const std::string& text) {
    Lines lines;
    std::istringstream stream(text);
    for (std::string line; std::getline(stream, line);) lines.push_back(line);
    return lines;
}

std::string legal_text(const Game& game) {
    MoveList moves;
    if (game.outcome()) return ""; // a position drawn by a limit has actions, the game has not
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

std::string describe_bench_step(const bench::SearchBenchStep& step) {
    return fmt::format("position {}/{} {}: {} nodes, {}", step.number, step.count,
                       step.position.preset, step.answer.nodes, bestmove_text(step.answer));
}

std::string describe_bench(const bench::SearchBenchResult& result) {
    return fmt::format("{} nodes {} nps", result.nodes, per_second(result.nodes, result.time));
}

std::string describe_suite_step(const bench::SuiteBenchStep& step) {
    return fmt::format("position {}/{} {}, win in {}{}: {}, {}", step.number, step.count,
                       step.position.preset, step.position.shortest ? "" : "at most ",
                       step.position.mate,
                       step.mate ? fmt::format("mate {}", *step.mate) : "unsolved",
                       nodes_and_time(step.answer.nodes, step.time));
}

std::string describe_suite(const bench::SuiteBenchResult& result) {
    return fmt::format("solved {} of {}, {}", result.solved, result.positions,
                       nodes_and_time(result.nodes, result.time));
}

Lines describe_table(const RuleSet& rules, const Position& position,
                     const search::EndgameTables& tables) {
    const auto value = tables.probe(rules, position);
    if (!value)
        throw Error(fmt::format("no table for {} white and {} black guards; agon-tables makes more",
                                position.guards(Side::White).count(),
                                position.guards(Side::Black).count()));
    if (value->winner == 0) return {"draw"};
    const Side winner = value->winner > 0 ? position.turn : ~position.turn;
    Lines lines = {fmt::format("{} wins in {} actions", name(winner), value->plies)};
    std::string line;
    for (const Move move : tables.line(rules, position)) line += ' ' + to_text(move);
    if (!line.empty()) lines.push_back("line" + line);
    return lines;
}

} // namespace agon::protocol

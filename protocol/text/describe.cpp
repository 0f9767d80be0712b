#include "protocol/text/describe.hpp"

#include "engine/draw/diagram.hpp"
#include "engine/movegen.hpp"
#include "engine/notation.hpp"
#include "protocol/text/info_text.hpp"
#include "search/eval/eval.hpp"

#include <cstdio>
#include <sstream>

namespace agon::protocol {
namespace {

std::string hexadecimal(std::uint64_t key) {
    char digits[17];
    std::snprintf(digits, sizeof digits, "%016llX", static_cast<unsigned long long>(key));
    return digits;
}

std::string evaluation_row(std::string_view term, search::Score white, search::Score black) {
    char row[80];
    std::snprintf(row, sizeof row, "%-16.*s | %7d | %7d | %+7d", static_cast<int>(term.size()),
                  term.data(), white, black, white - black);
    return row;
}

std::string nodes_and_time(std::uint64_t nodes, std::chrono::microseconds time) {
    const auto ms = std::chrono::duration_cast<std::chrono::milliseconds>(time).count();
    return std::to_string(nodes) + " nodes, " + std::to_string(ms) + " ms";
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
    legal_moves(game.rules(), game.position(), moves);
    std::string text;
    for (const Move move : moves) text += (text.empty() ? "" : " ") + to_text(move);
    return text;
}

Lines describe(const Game& game, bool colour) {
    DiagramOptions options;
    options.colour = colour;
    if (game.length() > 0) options.last = game.move(game.length() - 1);
    Lines lines = split_lines(text_diagram(game.position(), options));
    lines.emplace_back();
    lines.push_back("Fen: " + to_text(game.position()));
    lines.push_back("Key: " + hexadecimal(game.position().key));
    lines.push_back("Chooser: " + std::string(name(game.chooser())));
    lines.push_back("Legal: " + legal_text(game));
    lines.push_back("Result: " + to_text(game.outcome()));
    return lines;
}

Lines describe_evaluation(const Game& game) {
    if (is_decided(game.rules(), game.position())) return {"Result: " + to_text(game.outcome())};
    Lines lines{"term             |   white |   black |    diff",
                "-----------------+---------+---------+--------"};
    search::Score white = 0;
    search::Score black = 0;
    const search::Weights& weights = search::weights_for(game.rules());
    for (const search::EvalTerm& term :
         search::evaluate_terms(game.rules(), weights, game.position())) {
        lines.push_back(evaluation_row(term.name, term.share[0], term.share[1]));
        white += term.share[0];
        black += term.share[1];
    }
    lines.push_back(lines[1]);
    lines.push_back(evaluation_row("total", white, black));
    const search::Score total = white - black;
    lines.push_back("Evaluation: " + std::string(total > 0 ? "+" : "") + std::to_string(total) +
                    " (white's side)");
    return lines;
}

std::string perft_total(std::uint64_t total) { return "Nodes searched: " + std::to_string(total); }

std::uint64_t total_count(const std::vector<DivideEntry>& entries, int depth) {
    std::uint64_t total = depth == 0 ? 1 : 0;
    for (const DivideEntry& entry : entries) total += entry.count;
    return total;
}

Lines describe_perft(const std::vector<DivideEntry>& entries, std::uint64_t total) {
    Lines lines;
    for (const DivideEntry& entry : entries)
        lines.push_back(to_text(entry.move) + ": " + std::to_string(entry.count));
    lines.emplace_back();
    lines.push_back(perft_total(total));
    return lines;
}

std::string describe_bench_step(const bench::SearchBenchStep& step) {
    return "position " + std::to_string(step.number) + '/' + std::to_string(step.count) + ' ' +
           std::string(step.position.preset) + ": " + std::to_string(step.answer.nodes) +
           " nodes, " + bestmove_text(step.answer);
}

std::string describe_bench(const bench::SearchBenchResult& result) {
    return std::to_string(result.nodes) + " nodes " +
           std::to_string(per_second(result.nodes, result.time)) + " nps";
}

std::string describe_suite_step(const bench::SuiteBenchStep& step) {
    return "position " + std::to_string(step.number) + '/' + std::to_string(step.count) + ' ' +
           step.position.preset + ", win in " + (step.position.shortest ? "" : "at most ") +
           std::to_string(step.position.mate) + ": " +
           (step.mate ? "mate " + std::to_string(*step.mate) : "unsolved") + ", " +
           nodes_and_time(step.answer.nodes, step.time);
}

std::string describe_suite(const bench::SuiteBenchResult& result) {
    return "solved " + std::to_string(result.solved) + " of " + std::to_string(result.positions) +
           ", " + nodes_and_time(result.nodes, result.time);
}

} // namespace agon::protocol

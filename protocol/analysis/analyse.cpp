#include "protocol/analysis/analyse.hpp"

#include "search/score/score.hpp"

#include <algorithm>
#include <cstddef>
#include <utility>

namespace agon::analysis {

void Analysed::on_info(const search::Info& report) {
    nodes = report.nodes;
    Line line{report, {report.line_moves.begin(), report.line_moves.end()}};
    line.info.line_moves = {};
    if (report.line == 1 && report.bound == search::Bound::Exact) exact = line;
    const auto rank = static_cast<std::size_t>(report.line);
    if (lines.size() < rank) lines.resize(rank);
    lines[rank - 1] = std::move(line);
}

std::vector<const Line*> Analysed::best_lines() const {
    std::vector<const Line*> found;
    for (const Line& line : lines) {
        const bool repeated = std::ranges::any_of(found, [&](const Line* before) {
            return line.moves.empty() || line.moves.front() == before->moves.front();
        });
        if (!repeated) found.push_back(&line);
    }
    return found;
}

void analyse(search::Options options, const search::Limits& limits, search::Engine& engine,
             const Game& game, search::Control& control, Analysed& analysed) {
    std::swap(engine.options, options);
    try {
        const search::Answer answer = engine.search(game, limits, control, analysed);
        analysed.best = answer.best;
        analysed.nodes = answer.nodes;
    } catch (...) {
        engine.options = options;
        throw;
    }
    engine.options = options;
    if (analysed.exact.moves.empty()) analysed.exact.moves = {analysed.best};
}

Analysed analyse(search::Options options, const search::Limits& limits, search::Engine& engine,
                 const Game& game, search::Control& control) {
    Analysed analysed;
    analyse(options, limits, engine, game, control, analysed);
    return analysed;
}

Evaluation evaluation_of(const search::Info& info) {
    const bool mate = search::is_decisive(info.score);
    return {.kind = mate ? Evaluation::Kind::Mate : Evaluation::Kind::Centipawns,
            .value = mate ? search::mate_number(info.score) : info.score,
            .depth = info.depth,
            .seldepth = info.selective_depth,
            .nodes = info.nodes};
}

} // namespace agon::analysis
